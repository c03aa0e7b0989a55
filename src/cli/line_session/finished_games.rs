//! Games that are over, and games looked at move by move.

use std::io::{self, Write};

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::requests::export_session;
use super::{Io, LineSession, Transition};
use crate::cli::file;
use crate::describe::pluralize;
use crate::line_mode::{self, OutputOptions, Request, Response};
use crate::record::PlayedGame;
use crate::rules::Status;
use crate::stats_text::{self, format_duration};
use crate::storage::save_manager::SaveState;
use crate::storage::stats::Stats;

/// How many games that are over are told at a time.
const PAGE_LEN: usize = 10;

impl LineSession {
    /// The games that are over, numbered, the last first: some of them from a number on.
    pub(super) fn list_finished(&mut self, from: &str) -> String {
        let first = match (from, from.parse::<usize>()) {
            ("", _) => 1,
            (_, Ok(from)) if from > 0 => from,
            _ => return "over wants a number: over 11".into(),
        };
        let wrong = self.save_manager.reload_results();
        self.listed_results = self.save_manager.results().finished().cloned().collect();
        let zone = TimeZone::system();
        let shown = (1..)
            .zip(&self.listed_results)
            .skip(first - 1)
            .take(PAGE_LEN);
        let mut told: Vec<String> = shown
            .map(|(n, played)| {
                let outcome = played.outcome.label();
                let name = stats_text::game_title(played.info, &played.options);
                let seed = played.seed.map(|seed| format!(", seed {seed}"));
                let (moves, took) = (
                    pluralize(played.moves, "move"),
                    format_duration(played.seconds),
                );
                let when = played
                    .ended
                    .map(|ended| format!(", {}", zone.to_datetime(ended).date()));
                let (seed, when) = (seed.unwrap_or_default(), when.unwrap_or_default());
                format!("{n}. {outcome}: {name}{seed}, {moves}, {took}{when}")
            })
            .collect();
        let rest = self
            .listed_results
            .len()
            .saturating_sub(first - 1 + told.len());
        match (told.is_empty(), rest) {
            (true, _) if self.listed_results.is_empty() => told.push("no game is over yet".into()),
            (true, _) => told.push("no more games are over".into()),
            (false, 0) => told.push(
                "replay and a number tells one move by move; there export keeps its record".into(),
            ),
            (false, rest) => {
                let next = first + PAGE_LEN;
                told.push(format!(
                    "{rest} more: over {next}; replay and a number tells one"
                ));
            }
        }
        told.extend(wrong);
        told.join("\n")
    }

    /// Looks at a game that is over, by its number, or at the record in a file.
    pub(super) fn open_replay(&mut self, what: &str) -> Response {
        let chosen = match what.parse::<usize>() {
            Ok(number) => match number
                .checked_sub(1)
                .and_then(|at| self.listed_results.get(at))
            {
                Some(played) => self.save_manager.load_read_only(&played.id),
                None => Err("over tells the numbers of games that are over".into()),
            },
            // The lines that are typed come from standard input.
            Err(_) if matches!(what, "" | "-") => {
                Err("replay wants a number that over tells, or a file".into())
            }
            Err(_) => file::read_session(what.as_ref()),
        };
        match chosen {
            Ok(chosen) => self.start_replay(chosen),
            Err(why) => Response::Message(why),
        }
    }

    /// Looks at a game.
    pub(super) fn start_replay(&mut self, sitting: PlayedGame) -> Response {
        let moves = sitting.game.moves().len() + sitting.game.undone().len();
        match moves {
            0 => Response::Message("no move has been made in this game".into()),
            _ => self.transition_to(Transition::Replay(Box::new(sitting))),
        }
    }

    /// Lets a game be looked at; whether that was closed, for a place to go or for where one was.
    pub(super) fn run_replay<L: Iterator<Item = String>, W: Write>(
        &mut self,
        mut sitting: PlayedGame,
        talk: &mut Io<'_, L, W>,
    ) -> io::Result<bool> {
        let Io {
            lines,
            out,
            options: manner,
            search_control: searching,
        } = talk;
        let grant = |wish: Request, sitting: &mut PlayedGame, manner: &mut OutputOptions| match wish
        {
            Request::PlayFromHere => self.play_from_here(sitting),
            Request::Export(name) => Response::Message(export_session(sitting, &name)),
            wish => self.handle_global(wish, manner),
        };
        line_mode::run_replay(&mut sitting, lines, out, manner, searching, grant)
    }

    /// Sits down to play on from where a game that is looked at stands, in a game of its own.
    pub(super) fn play_from_here(&mut self, sitting: &PlayedGame) -> Response {
        match PlayedGame::branch_from(&sitting.game) {
            Ok(mut taken) => {
                taken.started = Some(Timestamp::now());
                let kept = SaveState::new(&taken);
                self.transition_to(Transition::open_game((taken, kept)))
            }
            Err(too_long) => Response::Message(too_long.to_string()),
        }
    }

    /// How long a game took that has come to its end, with how much help, and how it compares with
    /// the player's others of its kind.
    pub(super) fn compare_result(&self, sitting: &PlayedGame, kept: &SaveState) -> String {
        let game = &sitting.game;
        let rules = game.rules();
        let others = Stats::for_game(
            self.save_manager.results(),
            rules.info(),
            &rules.options(),
            kept.id(),
        );
        let won = game.status() == Status::Won;
        let own = won && sitting.solver_moves_shown == 0 && sitting.parent.is_none();
        let win = own.then(|| (sitting.seconds, game.moves().len() as u64));
        let some = |number: u32, one: &str| (number > 0).then(|| pluralize(number as usize, one));
        let spent = [
            Some(format!("It took {}", format_duration(sitting.seconds))),
            some(game.undos(), "undo"),
            some(sitting.hints, "hint"),
            some(sitting.solver_moves_shown, "move")
                .map(|moves| format!("{moves} shown by the solver")),
        ];
        let spent = spent.into_iter().flatten().collect::<Vec<_>>().join(", ");
        match stats_text::comparison(&others, win) {
            Some(compared) => format!("{spent}; {compared}."),
            None => spent + ".",
        }
    }
}
