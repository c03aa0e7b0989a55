//! Replaying a game move by move.

use super::commands::{self, parse_count};
use super::io::{Rejection, Reply, no_game_open};
use super::{Repl, queries, unknown_command};
use crate::describe::{self, pluralize, sentence};
use crate::record::PlayedGame;
use crate::review::ReviewError;
use crate::session::{FinishedGame, Replay, text};

impl Repl<'_> {
    /// Answers `replay`: replays the game in front, a finished one by its number, or a record.
    pub(super) fn replay_command(&mut self, argument: &str) -> Reply {
        let (played, review) = match (argument, argument.parse::<usize>(), &self.session) {
            ("", _, Some(session)) if self.replay.is_none() => (
                session.played().clone(),
                session.advisor().review_for_replay(),
            ),
            // The lines come from standard input.
            ("" | "-", ..) => return Err(usage()),
            (_, Ok(number), _) => self.load_finished(number)?,
            (path, Err(_), _) => {
                let played = (self.options.read_record)(path.as_ref())?;
                let review = FinishedGame::new(&played.game, None);
                (played, review)
            }
        };
        self.open_replay(played, review)
    }

    fn load_finished(
        &self,
        number: usize,
    ) -> Result<(PlayedGame, Result<FinishedGame, ReviewError>), Rejection> {
        let index = number.checked_sub(1);
        let result = index.and_then(|index| self.finished_games.get(index));
        let id = &result.ok_or_else(usage)?.id;
        let played = self.store.saves.load_read_only(id)?;
        let review = self.store.finished_review(id, &played);
        Ok((played, review))
    }

    pub(super) fn open_replay(
        &mut self,
        played: PlayedGame,
        review: Result<FinishedGame, ReviewError>,
    ) -> Reply {
        let moves = played.game.total_moves();
        if moves == 0 {
            return Err(Rejection::Refused(text::NO_MOVES_YET.into()));
        }
        self.update_clock();
        let replay = Replay::new(played, review);
        let status = queries::game_status(replay.game());
        self.replay = Some(replay);
        self.opened_games += 1;
        let moves = pluralize(moves, "move");
        Ok(format!(
            "{status}\nReplay of {moves}. next: the next move, help: all commands"
        ))
    }

    /// Answers a line of a replay that is no command: the number of a move.
    pub(super) fn go_to_move(&mut self, line: &str) -> Reply {
        let number = line.trim_start_matches('#').trim_start();
        match number.parse() {
            Ok(number) => self.seek(number),
            Err(_) if number.is_empty() => self.step_forward(number),
            Err(_) => Err(unknown_command(line)),
        }
    }

    /// Goes to the position after so many moves, or to the last.
    pub(super) fn seek(&mut self, moves: usize) -> Reply {
        let replay = self.replay.as_mut().ok_or_else(no_game_open)?;
        replay.seek(moves);
        let (here, all) = (replay.moves_made(), replay.total_moves());
        Ok(format!("Move {here} of {all}"))
    }

    pub(super) fn step_back(&mut self, count: &str) -> Reply {
        let count = parse_count("back", count)?;
        let here = self.shown_game()?.moves().len();
        self.seek(here.saturating_sub(count))
    }

    /// Describes the next moves, a line each.
    pub(super) fn step_forward(&mut self, count: &str) -> Reply {
        let count = parse_count("next", count)?;
        let notation = self.notation();
        let replay = self.replay.as_mut().ok_or_else(no_game_open)?;
        let mut lines = Vec::new();
        for _ in 0..count {
            if !replay.step() {
                break;
            }
            let game = replay.game();
            let text = sentence(&describe::events(&game.last_move_events(), notation));
            let view = describe::visible_hand_text(game, notation)
                .filter(|_| !replay.outcome().is_final())
                .map_or(String::new(), |view| format!("; {view}"));
            lines.push(format!("{}. {text}{view}", replay.moves_made()));
        }
        if replay.is_at_end() {
            let headline = text::game_over_headline(replay.played(), replay.outcome());
            lines.push(headline.unwrap_or_else(|| "That was the last move".into()));
        }
        Ok(lines.join("\n"))
    }

    /// Starts a game of its own at the position shown.
    pub(super) fn play_from_here(&mut self) -> Reply {
        let replay = self.replay.as_ref().ok_or_else(no_game_open)?;
        let session = replay.play_from_here(self.clock.now())?;
        let from = text::playing_from(session.game().moves().len());
        Ok(format!("{from}\n{}", self.open(session)))
    }

    /// Ends the replay: back to the game in front, or to the menu.
    pub(super) fn close_replay(&mut self) -> String {
        self.replay = None;
        self.opened_games += 1;
        match self.session {
            Some(_) => self.describe_opened(),
            None => self.menu_greeting(),
        }
    }
}

fn usage() -> Rejection {
    commands::usage("replay", "; finished lists the numbers")
}
