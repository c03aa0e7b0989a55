//! The menu in words: the games there are, the sittings begun, and the sitting before.

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use super::{AtHand, Host, Next};
use crate::cli::rules;
use crate::game::Game;
use crate::plain::Granted;
use crate::report;
use crate::rules::{Rules, Variant};
use crate::seed;
use crate::store::keeper::{Kept, Saved};

/// What is said of the games.
const GAMES: &str =
    "The games, dealt by play and a name, each with its rules, of which the first is the usual:";

impl Host {
    /// The games there are, and the sittings begun, numbered.
    pub(super) fn menu(&mut self, now: Timestamp) -> Granted {
        let mut told = vec![GAMES.to_owned()];
        told.extend(Variant::ALL.iter().map(|profile| {
            let options = profile.options.iter().map(|option| {
                let values: Vec<&str> = option.values.iter().map(|value| value.name).collect();
                format!("{}={}", option.name, values.join(" or "))
            });
            let options: Vec<String> = options.collect();
            format!("{}, with {}", profile.id, options.join(", "))
        }));
        let (begun, wrong) = self.keeper.unfinished();
        told.push(match begun.is_empty() {
            true => "No game is begun and not ended.".into(),
            false => "Games begun, taken up by take-up and a number:".into(),
        });
        let zone = TimeZone::system();
        told.extend(
            (1..)
                .zip(&begun)
                .map(|(n, saved)| format!("{n}. {}", words(saved, &zone, now))),
        );
        told.extend(wrong);
        self.begun = begun;
        Granted::Told(told.join("\n"))
    }

    /// Deals the game of some words: its name, its rules, and what it is dealt from.
    pub(super) fn deal(&mut self, words: &str) -> Granted {
        let (name, words) = match Variant::named_in(words) {
            Some((game, words)) => (game.id, words),
            None if words.is_empty() => {
                return Granted::Told(format!("play wants a game: {}", rules::games()));
            }
            None => return Granted::Told(rules::no_game(words)),
        };
        let words = words.split_whitespace();
        let (chosen, from): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
        let chosen: Result<Vec<_>, _> = chosen.into_iter().map(str::parse).collect();
        let game = match chosen.map(|chosen| rules::variant(name, &chosen)) {
            Ok(Ok(game)) => game,
            Ok(Err(failure)) => {
                return Granted::Told(failure.line().unwrap_or_default().to_owned());
            }
            Err(why) => return Granted::Told(why.into()),
        };
        match from[..] {
            [] => self.go(Next::Chance(game)),
            ["daily"] => self.sit_down(Game::new(game, seed::of_day(Zoned::now().date()))),
            [seed] | ["seed", seed] => match seed::typed(seed) {
                Some(seed) => self.sit_down(Game::new(game, seed)),
                None => Granted::Told("a game is dealt from a seed, daily, or by chance".into()),
            },
            _ => Granted::Told("a game is dealt from one seed, daily, or by chance".into()),
        }
    }

    /// Takes up a sitting by its number in the menu.
    pub(super) fn take_up(&mut self, number: &str) -> Granted {
        let at = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let Some(saved) = at.and_then(|at| self.begun.get(at)).cloned() else {
            return Granted::Told("take-up wants a number that the menu tells".into());
        };
        if self.here.as_ref() == Some(&saved.id) {
            return Granted::Told("this game is on the table".into());
        }
        match self.seat(&saved) {
            Ok(at_hand) => self.go(Next::Table(at_hand)),
            Err(why) => Granted::Told(why),
        }
    }

    /// Goes back to the sitting before: one of this run, else of the same game the one played last.
    pub(super) fn before(&mut self, game: &Variant, here: &Kept) -> Granted {
        if let Some(before) = self.earlier.pop() {
            return self.go(Next::Before(Box::new(before)));
        }
        let is_before = |saved: &Saved| {
            saved.profile.id == game.profile().id
                && Some(&saved.id) != here.id()
                && !saved.elsewhere
        };
        let (unfinished, wrong) = self.keeper.unfinished();
        match unfinished.into_iter().find(is_before) {
            Some(before) => match self.seat(&before) {
                Ok(at_hand) => self.go(Next::Before(at_hand)),
                Err(why) => Granted::Told(why),
            },
            None => wrong.map_or(Granted::Silently, Granted::Told),
        }
    }

    /// A sitting as it stood when it was left for another, else as it was saved.
    fn seat(&mut self, saved: &Saved) -> Result<Box<AtHand>, String> {
        let is_it = |at_hand: &AtHand| at_hand.kept.id() == Some(&saved.id);
        if let Some(at) = self.earlier.iter().position(is_it) {
            return Ok(Box::new(self.earlier.remove(at)));
        }
        let seat = self.keeper.take_up(&saved.id, Timestamp::now())?;
        Ok(Box::new(AtHand::new(seat)))
    }
}

/// A sitting begun: `Moosehide, seed 7, 12 moves, at 18:04`.
fn words(saved: &Saved, zone: &TimeZone, now: Timestamp) -> String {
    let name = report::name(saved.profile, &saved.choices);
    let seed = saved.seed.map(|seed| format!(", seed {seed}"));
    let moves = crate::words::counted(saved.moves, "move");
    let (played, today) = (zone.to_datetime(saved.played), zone.to_datetime(now).date());
    let when = match saved.elsewhere {
        true => "on the table of another window".into(),
        false if played.date() == today => {
            format!("at {:02}:{:02}", played.hour(), played.minute())
        }
        false => played.date().to_string(),
    };
    format!("{name}{}, {moves}, {when}", seed.unwrap_or_default())
}
