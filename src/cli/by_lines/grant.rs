//! What is wished of whoever keeps games, results and settings, and what comes of it.

use std::io::Write;

use jiff::Timestamp;

use super::clock::Clock;
use super::{AtHand, Host, Next};
use crate::cli::play::fresh;
use crate::cli::{Failure, file, rules, winnable};
use crate::escape::reason;
use crate::game::Game;
use crate::plain::{Granted, Manner, Searching, Wish};
use crate::record::Sitting;
use crate::report::{self, Ink};
use crate::rules::{Rules, Status, Variant};
use crate::seed::BY_CHANCE;
use crate::store;
use crate::store::figures::Figures;
use crate::store::keeper::Kept;
use crate::store::results::Outcome;
use crate::store::settings::Switch;
use crate::words::Names;

impl Host {
    /// What is wished of who keeps a sitting.
    pub(super) fn grant(
        &mut self,
        wish: Wish,
        sitting: &mut Sitting<Variant>,
        kept: &mut Kept,
        clock: &mut Clock,
        manner: &mut Manner,
    ) -> Granted {
        let now = Timestamp::now();
        clock.look(sitting, &self.resumed, now);
        self.here = kept.id().cloned();
        let rules = sitting.game.rules();
        match wish {
            Wish::Keep { given_up } => {
                clock.stands = given_up || sitting.game.status() != Status::Playing;
                let outcome = match given_up {
                    true => Outcome::GivenUp,
                    false => Outcome::of(sitting.game.status()),
                };
                let told = self.keeper.keep(kept, sitting, outcome, now);
                told.map_or(Granted::Silently, Granted::Told)
            }
            Wish::New(None) => self.go(Next::Chance(rules.clone())),
            Wish::New(Some(seed)) => self.sit_down(Game::new(rules.clone(), seed)),
            Wish::Again => {
                let (seed, deck) = (sitting.game.seed(), sitting.game.deck());
                self.sit_down(Game::from_deck(rules.clone(), seed, deck))
            }
            Wish::Before => self.before(rules, kept),
            Wish::Results(of) if of.is_empty() => {
                let own = rules.profile().id;
                self.results(own, manner.names())
            }
            Wish::Replay(what) if what.is_empty() => self.look_at(sitting.clone()),
            Wish::Compare => Granted::Told(self.compared(sitting, kept)),
            Wish::Export(name) => Granted::Told(exported(sitting, &name)),
            wish => self.serve(wish, manner),
        }
    }

    /// What can be wished wherever one is.
    pub(super) fn serve(&mut self, wish: Wish, manner: &mut Manner) -> Granted {
        match wish {
            Wish::Menu => self.menu(Timestamp::now()),
            Wish::Deal(words) => self.deal(&words),
            Wish::TakeUp(number) => self.take_up(&number),
            Wish::Results(of) => self.results(&of, manner.names()),
            Wish::Over(from) => Granted::Told(self.list_over(&from)),
            Wish::Replay(what) => self.replay(&what),
            Wish::Settings(words) => Granted::Told(self.settings(&words, manner)),
            _ => Granted::Silently,
        }
    }

    pub(super) fn go(&mut self, next: Next) -> Granted {
        self.next = Some(next);
        Granted::Leave
    }

    pub(super) fn sit_down(&mut self, game: Game<Variant>) -> Granted {
        self.go(Next::sitting(fresh(game)))
    }

    /// A deal by chance; one that can be won where that is wished.
    pub(super) fn chance(
        &self,
        rules: Variant,
        searching: &Searching,
        out: &mut impl Write,
    ) -> Result<AtHand, Failure> {
        if !(self.winnable || self.settings.is_on(Switch::Winnable)) {
            let seed = rand::random_range(0..BY_CHANCE);
            return Ok(AtHand::new(fresh(Game::new(rules, seed))));
        }
        let (game, answer) = winnable::deal(&rules, searching, out)?;
        let mut at_hand = AtHand::new(fresh(game));
        at_hand.recall.promise(&at_hand.sitting.game, &answer);
        Ok(at_hand)
    }

    /// What the player has come to: in a game, with any of its rules, or in all of them.
    fn results(&mut self, of: &str, names: Names) -> Granted {
        let game = match (of, Variant::named_in(of)) {
            ("" | "all", _) => None,
            (_, Some((game, ""))) => Some(game.id),
            _ => return Granted::Told(rules::no_game(of)),
        };
        let wrong = self.keeper.look_up();
        let ink = match names {
            Names::Symbols => Ink::Blocks,
            Names::Letters => Ink::Ascii,
            Names::Full => Ink::Words,
        };
        let all = Figures::all(self.keeper.results());
        let wanted = all
            .iter()
            .filter(|figures| game.is_none_or(|id| figures.profile.id == id));
        let mut told: Vec<String> = wanted.flat_map(|one| report::lines(one, ink)).collect();
        if told.is_empty() {
            told.push("no game has come to a result yet".into());
        }
        told.extend(wrong);
        Granted::Told(told.join("\n"))
    }
}

/// Puts the record of a sitting in a new file, and says where.
pub(super) fn exported(sitting: &Sitting<Variant>, name: &str) -> String {
    let exported = match name {
        "" => store::export(sitting),
        name => store::export_to(name.as_ref(), sitting).map(|()| name.into()),
    };
    match exported {
        Ok(path) => format!("exported to {}", file::name(&path)),
        Err(error) => format!("not exported: {}", reason(&error)),
    }
}
