//! How files and JSON output name a game with its options, and a deal of it.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use super::Game;
use crate::cards::Card;
use crate::rules::{GameInfo, GameOptions, OptionError};
use crate::variant::{self, Variant};

/// A game with one set of options.
#[derive(Clone, Debug, Serialize)]
pub struct RuleSet {
    /// The game, written as its id.
    #[serde(rename = "game", serialize_with = "serialize_id")]
    pub info: &'static GameInfo,
    /// The options.
    #[serde(rename = "rules")]
    pub options: GameOptions,
}

/// A deal of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "DealText")]
pub struct DealName {
    /// The game and its options.
    #[serde(flatten)]
    pub rule_set: RuleSet,
    /// The seed. `None` if the deck did not come from a seed.
    pub seed: Option<u64>,
    /// The deck, if it did not come from a seed. Not part of JSON output, where it would show what lies hidden.
    #[serde(skip_serializing)]
    pub deck: Option<Vec<Card>>,
}

/// The names of a game and of its options and values, which may not exist, and a seed or a deck.
#[derive(Deserialize)]
struct DealText {
    game: String,
    rules: Option<BTreeMap<String, String>>,
    seed: Option<u64>,
    deck: Option<Vec<Card>>,
}

/// The game of a deal and its cards, whatever the options.
pub type DealtCards = (&'static str, Option<u64>, Option<Vec<Card>>);

impl RuleSet {
    /// Names the game that has these rules.
    pub fn new(rules: &Variant) -> RuleSet {
        RuleSet {
            info: rules.info(),
            options: rules.options(),
        }
    }

    /// Returns the names and values of the options that are not defaults, in the order of the game's options.
    pub fn changed_options(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let options = self.info.options.iter().zip(self.options.iter());
        let changed = options.filter(|(spec, (_, value))| *value != spec.default_value());
        changed.map(|(_, chosen)| chosen)
    }
}

impl PartialEq for RuleSet {
    fn eq(&self, other: &RuleSet) -> bool {
        self.info.id == other.info.id && self.options == other.options
    }
}

impl Eq for RuleSet {}

impl Hash for RuleSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.info.id, &self.options).hash(state);
    }
}

impl DealName {
    /// Names the deal of a game.
    pub fn new(game: &Game) -> DealName {
        DealName {
            rule_set: RuleSet::new(game.rules()),
            seed: game.seed(),
            deck: game.seed().is_none().then(|| game.deck().to_vec()),
        }
    }

    /// Names the game and its cards.
    pub fn cards(&self) -> DealtCards {
        (self.rule_set.info.id, self.seed, self.deck.clone())
    }
}

/// Error for the name of a deal that there is not.
#[derive(Debug, Error)]
enum UnknownDeal {
    #[error("unknown game")]
    Game,
    #[error(transparent)]
    Options(#[from] OptionError),
}

impl TryFrom<DealText> for DealName {
    type Error = UnknownDeal;

    fn try_from(text: DealText) -> Result<DealName, UnknownDeal> {
        let info = variant::find(&text.game).ok_or(UnknownDeal::Game)?;
        let pairs = text.rules.iter().flatten();
        let pairs: Vec<_> = pairs.map(|(name, value)| (&**name, &**value)).collect();
        let rules = variant::new(info, &pairs)?;
        Ok(DealName {
            rule_set: RuleSet::new(&rules),
            seed: text.seed,
            deck: text.deck.filter(|_| text.seed.is_none()),
        })
    }
}

fn serialize_id<S: Serializer>(info: &&GameInfo, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(info.id)
}
