//! A replay: a game move by move.

use super::commands::parse_count;
use super::inspect::game_status;
use super::lists::replay_usage;
use super::mode::LineMode;
use super::reply::{Rejection, Reply, no_game_open, unknown_command};
use crate::describe::{self, pluralize, sentence};
use crate::record::Record;
use crate::session::{GameReview, Refusal, Replay, system_time, text};
use crate::storage;

impl LineMode<'_> {
    /// Replays the game at the table, a finished one by its number, or a record.
    pub(super) fn start_replay(&mut self, argument: &str) -> Reply {
        let replay = match (argument, argument.parse::<usize>(), &self.table) {
            ("", ..) if self.guide().is_some() => return Err(Refusal::NotInLesson.into()),
            ("", _, Some(session)) if self.replay.is_none() => {
                let review = session.review_for_replay();
                Replay::new(session.played().clone(), review)
            }
            // The lines come from standard input.
            ("" | "-", ..) => return Err(replay_usage()),
            (_, Ok(number), _) => self.finished_game(number)?,
            (path, Err(_), _) => {
                let played = (self.options.read_record)(path.as_ref())?;
                let review = GameReview::new(&played.game);
                return self.open_replay(Replay::new(played, review));
            }
        };
        if replay.total_moves() == 0 {
            return Err(Rejection::Refused(text::NO_MOVES_YET.into()));
        }
        self.open_replay(replay)
    }

    /// Opens a replay and describes it.
    pub(super) fn open_replay(&mut self, replay: Replay) -> Reply {
        let moves = pluralize(replay.total_moves(), "move");
        let status = game_status(replay.game());
        self.advance_clock();
        self.replay = Some(replay);
        self.has_opened = true;
        Ok(format!(
            "{status}\nReplay of {moves}. next: the next move, help: all commands"
        ))
    }

    fn replayed(&mut self) -> Result<&mut Replay, Rejection> {
        self.replay.as_mut().ok_or_else(no_game_open)
    }

    /// Answers a line that is no command: the number of a move.
    pub(super) fn go_to_move(&mut self, line: &str) -> Reply {
        let number = line.trim_start_matches('#').trim_start();
        match number.parse() {
            Ok(number) => self.seek(number),
            Err(_) if number.is_empty() => self.step_forward(number),
            Err(_) => Err(unknown_command(line)),
        }
    }

    /// Goes to the place after so many moves, or to the last.
    pub(super) fn seek(&mut self, moves: usize) -> Reply {
        let replay = self.replayed()?;
        replay.seek(moves);
        let (here, all) = (replay.moves_made(), replay.total_moves());
        Ok(format!("Move {here} of {all}"))
    }

    pub(super) fn step_back(&mut self, count: &str) -> Reply {
        let count = parse_count("back", count)?;
        let made = self.replayed()?.moves_made();
        self.seek(made.saturating_sub(count))
    }

    /// Describes the next moves, a line each.
    pub(super) fn step_forward(&mut self, count: &str) -> Reply {
        let (count, notation) = (parse_count("next", count)?, self.notation());
        let replay = self.replay.as_mut().ok_or_else(no_game_open)?;
        let mut lines = Vec::new();
        for _ in 0..count {
            if !replay.step() {
                break;
            }
            let game = replay.game();
            let text = sentence(&describe::events(&game.last_move_events(), notation));
            let view = describe::visible_hand_text(game, notation)
                .filter(|_| !replay.played().outcome().is_final())
                .map_or(String::new(), |view| format!("; {view}"));
            lines.push(format!("{}. {text}{view}", replay.moves_made()));
        }
        if replay.is_at_end() {
            let played = replay.played();
            let results = self.profile.saves.results();
            let result = played.id.as_ref().and_then(|id| results.result(id));
            let win = result.map_or(played.win(), |result| result.win());
            let headline = text::game_over_headline(played, win);
            lines.push(headline.unwrap_or_else(|| "That was the last move".into()));
        }
        Ok(lines.join("\n"))
    }

    /// Starts a game of its own at the place of the replay.
    pub(super) fn play_from_here(&mut self) -> Reply {
        let session = self.replayed()?.play_from_here(system_time())?;
        let from = text::playing_from(session.game().moves().len());
        Ok(format!("{from}\n{}", self.open(session)))
    }

    /// Ends the replay, if there is one: brings the game at the table, or the menu, to the front.
    pub(super) fn show_front(&mut self) -> String {
        self.replay = None;
        self.has_opened = true;
        self.restart_clock();
        self.greeting()
    }

    /// Exports the game shown to a file of this path, else to one named after the game.
    pub(super) fn export(&mut self, path: &str) -> Reply {
        let played = self.played().ok_or_else(no_game_open)?;
        if path == "-" && self.printer.is_json {
            let text = "Not exported: each answer is one object a line. Name a file";
            return Err(Rejection::Refused(text.into()));
        } else if path == "-" {
            return Ok(Record::from_played_game(played)
                .to_file_text()?
                .trim_end()
                .into());
        }
        let path = (!path.is_empty()).then_some(path.as_ref());
        let exported = storage::export(played, path);
        let path = exported.map_err(|error| Rejection::Refused(text::not_exported(&error)))?;
        Ok(text::exported(&path))
    }
}
