//! The saved games that can be resumed, by deal.

use jiff::Timestamp;
use jiff::civil::Date;

use super::save_dir::SaveId;
use crate::cards::Card;
use crate::game::DealName;

/// A saved game that can be resumed.
#[derive(Clone, Debug)]
pub struct SavedGame {
    pub id: SaveId,
    pub deal: DealName,
    /// The deck as it was dealt.
    pub deck: Vec<Card>,
    /// The day whose daily deal it is.
    pub daily: Option<Date>,
    pub moves: usize,
    pub last_played: Timestamp,
    /// Whether another process has the game open.
    pub locked_by_other: bool,
}

impl SavedGame {
    /// Whether the other game was dealt the same cards, with the same options.
    fn has_deal_of(&self, other: &SavedGame) -> bool {
        (&self.deal, &self.deck) == (&other.deal, &other.deck)
    }
}

/// The saved games of one deal.
#[derive(Clone, Debug)]
pub struct SavedDeal {
    latest: SavedGame,
    earlier: Vec<SavedGame>,
}

impl SavedDeal {
    /// Groups games by deal, in the order in which each deal comes first. Those played last come first.
    pub fn group(games: Vec<SavedGame>) -> Vec<SavedDeal> {
        let mut deals: Vec<SavedDeal> = Vec::new();
        for game in games {
            let mut known = deals.iter_mut();
            match known.find(|deal| deal.latest.has_deal_of(&game)) {
                Some(deal) => deal.earlier.push(game),
                None => deals.push(SavedDeal {
                    latest: game,
                    earlier: Vec::new(),
                }),
            }
        }
        deals
    }

    /// Returns the game played last.
    pub fn latest(&self) -> &SavedGame {
        &self.latest
    }

    /// Returns the games, the one played last first.
    pub fn attempts(&self) -> impl ExactSizeIterator<Item = &SavedGame> {
        let count = 1 + self.earlier.len();
        (0..count).map(|index| match index {
            0 => &self.latest,
            _ => &self.earlier[index - 1],
        })
    }

    /// Returns the game of an index among the attempts.
    pub fn attempt(&self, index: usize) -> Option<&SavedGame> {
        self.attempts().nth(index)
    }
}
