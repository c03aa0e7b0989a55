//! The menu in words: the games there are, the sittings begun, and the sitting before.

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use super::{LineSession, OpenGame, Transition};
use crate::cli::game_args;
use crate::game::Game;
use crate::line_mode::Response;
use crate::seed;
use crate::stats_text;
use crate::storage::save_manager::{SaveState, SavedGame};
use crate::variant::{self, Variant};

/// What is said of the games.
const GAMES_HEADING: &str =
    "The games, dealt by play and a name, each with its rules, of which the first is the usual:";

impl LineSession {
    /// The games there are, and the sittings begun, numbered.
    pub(super) fn list_games(&mut self, now: Timestamp) -> Response {
        let mut told = vec![GAMES_HEADING.to_owned()];
        told.extend(variant::games().map(|profile| {
            let options = profile.options.iter().map(|option| {
                let values: Vec<&str> = option.values.iter().map(|value| value.name).collect();
                format!("{}={}", option.name, values.join(" or "))
            });
            let options: Vec<String> = options.collect();
            format!("{}, with {}", profile.id, options.join(", "))
        }));
        let (begun, wrong) = self.save_manager.unfinished_games();
        told.push(match begun.is_empty() {
            true => "No game is begun and not ended.".into(),
            false => "Games begun, taken up by take-up and a number:".into(),
        });
        let zone = TimeZone::system();
        told.extend(
            (1..)
                .zip(&begun)
                .map(|(n, saved)| format!("{n}. {}", describe_save(saved, &zone, now))),
        );
        told.extend(wrong);
        self.listed_saves = begun;
        Response::Message(told.join("\n"))
    }

    /// Deals the game of some words: its name, its rules, and what it is dealt from.
    pub(super) fn deal_game(&mut self, words: &str) -> Response {
        let (name, words) = match variant::parse_id_prefix(words) {
            Some((game, words)) => (game.id, words),
            None if words.is_empty() => {
                return Response::Message(format!(
                    "play wants a game: {}",
                    game_args::game_names()
                ));
            }
            None => return Response::Message(game_args::unknown_game_message(words)),
        };
        let words = words.split_whitespace();
        let (chosen, from): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
        let chosen: Result<Vec<_>, _> = chosen.into_iter().map(str::parse).collect();
        let game = match chosen.map(|chosen| game_args::parse_variant(name, &chosen)) {
            Ok(Ok(game)) => game,
            Ok(Err(failure)) => {
                return Response::Message(failure.message().unwrap_or_default().to_owned());
            }
            Err(why) => return Response::Message(why.into()),
        };
        match from[..] {
            [] => self.transition_to(Transition::RandomDeal(game)),
            ["daily"] => self.open_new_game(Game::new(game, seed::from_date(Zoned::now().date()))),
            [seed] | ["seed", seed] => match seed::parse(seed) {
                Some(seed) => self.open_new_game(Game::new(game, seed)),
                None => {
                    Response::Message("a game is dealt from a seed, daily, or by chance".into())
                }
            },
            _ => Response::Message("a game is dealt from one seed, daily, or by chance".into()),
        }
    }

    /// Takes up a sitting by its number in the menu.
    pub(super) fn resume(&mut self, number: &str) -> Response {
        let at = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let Some(saved) = at.and_then(|at| self.listed_saves.get(at)).cloned() else {
            return Response::Message("take-up wants a number that the menu tells".into());
        };
        if self.current_save.as_ref() == Some(&saved.id) {
            return Response::Message("this game is on the table".into());
        }
        match self.load_game(&saved) {
            Ok(at_hand) => self.transition_to(Transition::Game(at_hand)),
            Err(why) => Response::Message(why),
        }
    }

    /// Goes back to the sitting before: one of this run, else of the same game the one played last.
    pub(super) fn return_to_previous(&mut self, game: &Variant, here: &SaveState) -> Response {
        if let Some(before) = self.previous_games.pop() {
            return self.transition_to(Transition::Previous(Box::new(before)));
        }
        let is_before = |saved: &SavedGame| {
            saved.info.id == game.info().id
                && Some(&saved.id) != here.id()
                && !saved.locked_by_other
        };
        let (unfinished, wrong) = self.save_manager.unfinished_games();
        match unfinished.into_iter().find(is_before) {
            Some(before) => match self.load_game(&before) {
                Ok(at_hand) => self.transition_to(Transition::Previous(at_hand)),
                Err(why) => Response::Message(why),
            },
            None => wrong.map_or(Response::Silent, Response::Message),
        }
    }

    /// A sitting as it stood when it was left for another, else as it was saved.
    fn load_game(&mut self, saved: &SavedGame) -> Result<Box<OpenGame>, String> {
        let is_it = |at_hand: &OpenGame| at_hand.save_state.id() == Some(&saved.id);
        if let Some(at) = self.previous_games.iter().position(is_it) {
            return Ok(Box::new(self.previous_games.remove(at)));
        }
        let seat = self.save_manager.load(&saved.id, Timestamp::now())?;
        Ok(Box::new(OpenGame::new(seat)))
    }
}

/// A sitting begun: `Moosehide, seed 7, 12 moves, at 18:04`.
fn describe_save(saved: &SavedGame, zone: &TimeZone, now: Timestamp) -> String {
    let name = stats_text::game_title(saved.info, &saved.options);
    let seed = saved.seed.map(|seed| format!(", seed {seed}"));
    let moves = crate::describe::pluralize(saved.moves, "move");
    let (played, today) = (
        zone.to_datetime(saved.last_played),
        zone.to_datetime(now).date(),
    );
    let when = match saved.locked_by_other {
        true => "on the table of another window".into(),
        false if played.date() == today => {
            format!("at {:02}:{:02}", played.hour(), played.minute())
        }
        false => played.date().to_string(),
    };
    format!("{name}{}, {moves}, {when}", seed.unwrap_or_default())
}
