//! A replay: a game move by move.

use serde_json::json;

use super::commands::{parse_count, usage};
use super::inspect::{game_status, reject_names};
use super::lists::replay_usage;
use super::mode::LineMode;
use super::reply::{Rejection, Reply, no_game_open, unknown_command};
use super::table::PROGRESS_DELAY;
use crate::describe::{self, pluralize, sentence};
use crate::record::Record;
use crate::review::Reviewer;
use crate::session::{
    Command, CommandOutcome, MoveInput, MoveInputError, Refusal, Replay, SearchReply, parse_move,
    system_time, text, today,
};
use crate::solver::Verdict;
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
                let review = Reviewer::new(&played.game);
                return self.open_replay(Replay::new(played, review));
            }
        };
        if replay.game().total_moves() == 0 {
            return Err(Rejection::Refused(text::NO_MOVES_YET.into()));
        }
        self.open_replay(replay)
    }

    /// Opens a replay and describes it.
    pub(super) fn open_replay(&mut self, replay: Replay) -> Reply {
        let moves = pluralize(replay.game().total_moves(), "move");
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
            Err(_) => Err(self.refuse_move(line)?),
        }
    }

    /// Refuses a line in a replay. In a question says how a move is tried.
    fn refuse_move(&mut self, line: &str) -> Result<Rejection, Rejection> {
        let replay = self.replayed()?;
        let is_move = parse_move(replay.game(), line).is_ok();
        Ok(match replay.question().filter(|_| is_move) {
            Some(_) => Rejection::Refused(format!("better {line} tries it")),
            None => unknown_command(line),
        })
    }

    /// Goes to the place after so many moves, or to the last.
    pub(super) fn seek(&mut self, moves: usize) -> Reply {
        let replay = self.replayed()?;
        replay.seek(moves);
        let (here, all) = (replay.moves_made(), replay.game().total_moves());
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
                .filter(|_| !replay.played.outcome().is_final())
                .map_or(String::new(), |view| format!("; {view}"));
            lines.push(format!("{}. {text}{view}", replay.moves_made()));
        }
        if replay.is_at_end() {
            let played = &replay.played;
            let results = self.profile.saves.results();
            let result = played.id.as_ref().and_then(|id| results.result(id));
            let win = result.map_or(played.win(), |result| result.win());
            let headline = text::game_over_headline(played, win);
            lines.push(headline.unwrap_or_else(|| "That was the last move".into()));
        }
        Ok(lines.join("\n"))
    }

    /// Shows the table before a move of the game that is replayed, or of the one at the table, and asks for a better move.
    pub(super) fn ask_for_better(&mut self, number: usize) -> Reply {
        if self.replay.is_none() {
            let session = self.session()?;
            let review = session.review_for_replay();
            let replay = Replay::new(session.played().clone(), review);
            self.open_replay(replay)?;
        }
        let replay = self.replayed()?;
        replay.seek(number - 1);
        // It is asked once.
        replay.note_answer(false);
        let (question, game) = (replay.question(), replay.game().clone());
        let guide = question.and_then(|question| question.guide);
        let question = guide.map_or_else(String::new, |guide| guide.say().to_owned());
        let table = describe::table(&game, self.notation());
        Ok(format!(
            "{table}\n{question}. better and a move tries one, better tells, close ends"
        ))
    }

    /// Tries a better move than the one made here, or tells the one that is proven.
    pub(super) fn try_better(&mut self, typed: &str) -> Reply {
        let replay = self.replay.as_ref().ok_or_else(no_game_open)?;
        let question = replay.question();
        let mut question = question
            .ok_or_else(|| Rejection::Refused("No better move is asked for here".into()))?;
        self.profile.note_review(&replay.played, system_time());
        let command = match parse_move(replay.game(), typed) {
            Ok(MoveInput::Command(command)) => Some(command),
            Err(MoveInputError::NotAMove) if typed.is_empty() => None,
            Ok(_) | Err(MoveInputError::NotAMove) => {
                return Err(usage("better", "; for example better 3 5"));
            }
            Err(error) => return Err(reject_names(&error)),
        };
        let tried = command.unwrap_or(Command::Hint);
        match question.execute(tried, &self.settings, system_time()) {
            CommandOutcome::Refused(refusal) => return Err(refusal.into()),
            // One foundation is as good as its twin.
            CommandOutcome::ChooseFoundation([mv, _]) => {
                question.execute(Command::Move(mv), &self.settings, system_time());
            }
            _ => {}
        }
        if let Some(request) = question.search_request(&self.settings, false) {
            let mut tell = |reply: Option<&SearchReply>, _| {
                reply.and_then(|reply| question.record(reply));
            };
            self.input.search(request, true, PROGRESS_DELAY, &mut tell);
        }
        let guide = question.guide.and_then(|guide| guide.question);
        let judged = guide.and_then(|question| question.judged);
        let judged = judged.ok_or_else(|| Rejection::Refused(text::SEARCH_CANCELED.into()))?;
        let (verdict, text) = (json!(judged.verdict.as_str()), judged.text);
        self.printer.facts.better =
            Some(json!({ "move": judged.mv, "verdict": verdict, "reason": text }));
        if command.is_none() || judged.verdict != Verdict::Winnable(()) {
            return Ok(text);
        }
        let (profile, replay) = (&mut self.profile, self.replay.as_mut());
        let replay = replay.ok_or_else(no_game_open)?;
        replay.note_answer(true);
        let review = replay.review.as_mut().map_err(|error| *error)?;
        profile.save_review(replay.played.id.as_ref(), review);
        let found = review.found_text().unwrap_or_default();
        Ok(format!("{text}. {found}"))
    }

    /// Opens the latest of the player's own games in which a better move is to be found.
    pub(super) fn practice(&mut self) -> Reply {
        let Some((played, mut review)) = self.profile.next_practice(today()) else {
            return Ok(self.profile.nothing_to_practice(today()).to_owned());
        };
        self.profile.note_review(&played, system_time());
        review.practice_mut().asked = today().to_string();
        self.profile.save_review(played.id.as_ref(), &mut review);
        let number = review.open_questions().next_back();
        self.open_replay(Replay::new(played, Ok(review)))?;
        self.ask_for_better(number.unwrap_or(1))
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
