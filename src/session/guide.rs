//! A guide at a table: says at each step what to do and why, and judges what the player does. A lesson is a game in
//! play with a guide, a question of a review one with a single step, at which nothing is played.

use std::sync::Arc;

use serde::Deserialize;

use super::command::{Command, CommandOutcome, GivenHint, Refusal};
use super::move_input::{MoveInput, parse_move};
use super::search::{Answer, Found, HINT_BUDGET, SearchReply, SearchRequest, Task};
use super::targets;
use crate::describe::{Plan, brief_move_text, move_as_subject, sentence};
use crate::game::Game;
use crate::proofs::PathProofs;
use crate::review::Reviewer;
use crate::rules::{Move, PileId};
use crate::solver::Verdict;

/// What a guide says at one position, and what goes on from there.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// What to do and why.
    say: String,
    /// The lines that go on, as they are typed, the best one first; none where there is only to read.
    #[serde(default)]
    accepts: Vec<String>,
    /// Whether the move is not marked, because the player should find it.
    #[serde(default)]
    find: bool,
    /// A move that the player may make and then takes back.
    wrong: Option<WrongMove>,
    /// What has happened, in one line.
    after: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrongMove {
    #[serde(rename = "move")]
    line: String,
    /// Why it is wrong.
    say: String,
}

/// The steps at a table, and how far the player has come.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Guide {
    steps: Vec<Step>,
    /// What there is to say after the last step.
    end: String,
    /// The question that is asked, if this is no lesson.
    #[serde(skip)]
    pub question: Option<Question>,
    /// The number of moves before the first step.
    #[serde(skip)]
    pub start: usize,
    /// The number of steps that are done.
    #[serde(skip)]
    done: usize,
    /// Whether the wrong move of the step was made.
    #[serde(skip)]
    is_astray: bool,
    /// Whether the player has asked for the move of the step.
    #[serde(skip)]
    is_shown: bool,
}

/// What a table with a question knows of the reviewed game, and of the last try.
#[derive(Clone, Debug)]
pub struct Question {
    /// From which of its positions the game is proven to be won, and from which to be lost.
    pub proofs: PathProofs,
    /// The move that gave the win away.
    made: Move,
    /// The try that is searched for.
    tried: Option<Move>,
    /// The last try, once it is judged.
    pub judged: Option<JudgedTry>,
}

/// What is known of a try, and that in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedTry {
    pub mv: Move,
    pub verdict: Verdict<()>,
    pub text: String,
}

/// What goes on at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    Read,
    Finish,
    Move(Move),
    TakeBack,
}

/// Finds the command of a line that a step names.
fn command_of(game: &Game, line: &str) -> Option<Command> {
    match parse_move(game, line) {
        Ok(MoveInput::Command(command)) => Some(command),
        _ => line.parse().ok(),
    }
}

/// Whether a move is the one that a line names, or takes the same cards to another empty pile.
fn is_named(game: &Game, line: &str, mv: Move) -> bool {
    let without_space = |mv: Move| match mv {
        Move::Transfer { from, to, count } if to.is_tableau() && game.table().is_empty(to) => {
            (Some((from, count)), None)
        }
        mv => (None, Some(mv)),
    };
    let named = command_of(game, line).and_then(|command| targets::move_of(game, command).ok());
    named.is_some_and(|named| without_space(named) == without_space(mv))
}

impl Guide {
    /// Reads the steps of a lesson, which begins after so many moves of its record.
    pub fn of_lesson(text: &str, start: usize) -> serde_json::Result<Guide> {
        let guide = serde_json::from_str(text)?;
        Ok(Guide { start, ..guide })
    }

    /// Asks for a better move than the next one of a reviewed game, at this place in it. `None` if none is asked for there.
    pub(super) fn of_question(game: &Game, review: &Reviewer) -> Option<Guide> {
        let next = game.moves().len() + 1;
        let mut asked = review.questions.iter();
        let &(_, made, better) = asked.find(|(number, ..)| *number == next)?;
        let name = move_as_subject(game, made);
        let step = Step {
            say: format!("Find a better move: {name} gave the win away here"),
            accepts: vec![better.to_string()],
            find: true,
            ..Step::default()
        };
        Some(Guide {
            steps: vec![step],
            question: Some(Question {
                proofs: review.review.proofs,
                made,
                tried: None,
                judged: None,
            }),
            ..Guide::default()
        })
    }

    /// Whether a better move was found without help.
    pub fn is_found(&self) -> bool {
        self.is_done() && !self.is_shown
    }

    /// Returns the number of the step, from 1 on, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        let count = self.steps.len();
        (count.min(self.done + 1), count)
    }

    /// Whether all steps are done.
    pub fn is_done(&self) -> bool {
        self.done == self.steps.len()
    }

    /// Says what to do now and why, or what is wrong, or what there is to say at the end.
    pub fn say(&self) -> &str {
        match (self.step(), self.wrong()) {
            (None, _) => &self.end,
            (Some(_), Some(wrong)) if self.is_astray => &wrong.say,
            (Some(step), _) => &step.say,
        }
    }

    /// Says what the last step has done.
    pub fn after(&self) -> Option<&str> {
        let last = self.done.checked_sub(1).filter(|_| !self.is_astray)?;
        self.steps[last].after.as_deref()
    }

    /// Returns what goes on now.
    pub fn told(&self, game: &Game) -> Told {
        let line = self.step().and_then(|step| step.accepts.first());
        match line.and_then(|line| command_of(game, line)) {
            _ if self.is_astray => Told::TakeBack,
            None => Told::Read,
            Some(Command::Finish) => Told::Finish,
            Some(command) => targets::move_of(game, command).map_or(Told::Read, Told::Move),
        }
    }

    /// Returns the line that goes on now, as it is typed, a move by its piles: `3 2`.
    pub fn line(&self, game: &Game) -> String {
        let name = |pile: PileId| {
            if pile.is_tableau() {
                (pile.number() + 1).to_string()
            } else {
                pile.to_string()
            }
        };
        match (self.told(game), self.step()) {
            (Told::Move(Move::Transfer { from, to, .. }), _) if to.is_foundation() => {
                format!("{} f", name(from))
            }
            (Told::Move(Move::Transfer { from, to, .. }), _) => {
                format!("{} {}", name(from), name(to))
            }
            (Told::TakeBack, _) => "undo".into(),
            (Told::Read, _) => "next".into(),
            (Told::Move(_) | Told::Finish, step) => {
                let line = step.and_then(|step| step.accepts.first());
                line.cloned().unwrap_or_default()
            }
        }
    }

    /// Whether the player should still find the move.
    pub fn is_to_find(&self) -> bool {
        let step = self.step().filter(|_| !self.is_shown && !self.is_astray);
        step.is_some_and(|step| step.find)
    }

    fn step(&self) -> Option<&Step> {
        self.steps.get(self.done)
    }

    fn wrong(&self) -> Option<&WrongMove> {
        self.step()?.wrong.as_ref()
    }

    /// Goes to the step after so many.
    fn go_to(&mut self, done: usize) {
        self.done = done;
        (self.is_astray, self.is_shown) = (false, false);
    }

    /// Answers a command at a table: returns the move, the finish or the undo that it comes to, or what it does with the
    /// same table. Where that goes on or back, the guide does, too.
    pub(super) fn answer(
        &mut self,
        game: &Game,
        command: Command,
    ) -> Result<Command, CommandOutcome> {
        let told = self.told(game);
        let refusal = match command {
            Command::Undo if self.question.is_none() => return self.go_back(),
            _ if self.is_done() => Refusal::GameOver,
            Command::ReadOn if told == Told::Read => {
                self.go_to(self.done + 1);
                return Err(CommandOutcome::ReadOn);
            }
            Command::Finish if told == Told::Finish => {
                self.go_to(self.done + 1);
                return Ok(command);
            }
            Command::ReadOn | Command::Finish => self.refuse(game, "Not yet"),
            Command::Hint => {
                self.is_shown = true;
                match told {
                    Told::Move(mv) if self.question.is_some() => {
                        return Err(self.note_try(game, mv, Some(Verdict::Winnable(()))));
                    }
                    Told::Move(mv) => return Err(CommandOutcome::Hint(GivenHint::alone(mv))),
                    _ => self.refuse(game, "There is no move to show"),
                }
            }
            Command::Move(_)
            | Command::Transfer { .. }
            | Command::AutoMove { .. }
            | Command::ToFoundation { .. }
            | Command::Draw
            | Command::Discard => {
                let mv = targets::move_of(game, command)?;
                return self.judge(game, mv);
            }
            _ => self.refusal(),
        };
        Err(CommandOutcome::Refused(refusal))
    }

    /// Refuses what has no use at this table.
    pub fn refusal(&self) -> Refusal {
        match self.question {
            Some(_) => Refusal::OtherStep(self.say().to_owned()),
            None => Refusal::NotInLesson,
        }
    }

    /// Lets a move be made that goes on, or the wrong one of the step, and none that the rules allow else.
    fn judge(&mut self, game: &Game, mv: Move) -> Result<Command, CommandOutcome> {
        let step = self.step().filter(|_| !self.is_astray);
        let goes_on = |step: &Step| step.accepts.iter().any(|line| is_named(game, line, mv));
        let goes_on = step.is_some_and(goes_on);
        let wrong = step.and_then(|step| step.wrong.as_ref());
        let is_wrong = wrong.is_some_and(|wrong| is_named(game, &wrong.line, mv));
        let is_legal = game.legal_moves().contains(&mv);
        if let Some(question) = self.question.as_ref().filter(|_| is_legal) {
            let is_lost = (mv == question.made).then_some(Verdict::Unwinnable);
            let verdict = goes_on.then_some(Verdict::Winnable(())).or(is_lost);
            return Err(self.note_try(game, mv, verdict));
        }
        if goes_on {
            self.go_to(self.done + 1);
        } else if is_wrong {
            self.is_astray = true;
        } else if is_legal {
            let refusal = self.refuse(game, "That is legal too");
            return Err(CommandOutcome::Refused(refusal));
        }
        Ok(Command::Move(mv))
    }

    /// Takes the wrong move back, or goes back a step.
    fn go_back(&mut self) -> Result<Command, CommandOutcome> {
        let Some(done) = self.done.checked_sub(usize::from(!self.is_astray)) else {
            return Err(CommandOutcome::Refused(Refusal::StartOfLesson));
        };
        self.go_to(done);
        match self.step() {
            Some(step) if step.accepts.is_empty() => Err(CommandOutcome::ReadOn),
            _ => Ok(Command::Undo),
        }
    }

    /// Names the step to a player who does something else.
    fn refuse(&self, game: &Game, text: &str) -> Refusal {
        let told = match self.told(game) {
            _ if self.is_to_find() => "look again, or ask for a hint".into(),
            Told::Read => "read on".into(),
            Told::Finish => "finish the game".into(),
            Told::TakeBack => "take the move back".into(),
            Told::Move(mv) => brief_move_text(game, mv, false),
        };
        Refusal::OtherStep(format!("{text}. Here: {told}"))
    }

    /// Notes a try to answer the question: a move that keeps the win ends it, and one of which nothing is known yet is
    /// searched for.
    fn note_try(&mut self, game: &Game, mv: Move, verdict: Option<Verdict<()>>) -> CommandOutcome {
        if let Some(question) = &mut self.question {
            question.tried = verdict.is_none().then_some(mv);
            let is_made = mv == question.made;
            question.judged = verdict.map(|verdict| judge(game, mv, is_made, verdict));
            self.done = usize::from(verdict == Some(Verdict::Winnable(())));
        }
        CommandOutcome::Tried
    }

    /// Returns the search for a try.
    pub(super) fn search_request(&self, game: &Game) -> Option<SearchRequest> {
        let tried = self.question.as_ref()?.tried?;
        let mut game = game.clone();
        game.play(tried).ok()?;
        Some(SearchRequest {
            game: Arc::new(game),
            task: Task::Verdict,
            budget: HINT_BUDGET,
        })
    }

    /// Judges the try that was searched for. `None` if this is not the answer.
    pub(super) fn record(&mut self, game: &Game, reply: &SearchReply) -> Option<Answer> {
        let mv = self.question.as_ref()?.tried?;
        match &reply.found {
            Found::Finished(result) if self.search_request(game)? == reply.request => {
                self.note_try(game, mv, Some(result.verdict.without_line()));
                Some(Answer::Tried)
            }
            _ => None,
        }
    }
}

fn judge(game: &Game, mv: Move, is_made: bool, verdict: Verdict<()>) -> JudgedTry {
    let name = move_as_subject(game, mv);
    let plan = Plan::new(&**game.rules(), game.table(), &[mv]);
    let effect = plan.map_or_else(String::new, |plan| plan.text);
    let text = match verdict {
        _ if is_made => "That is the move you made".into(),
        Verdict::Winnable(()) if effect.is_empty() => sentence(&format!("{name} keeps the win")),
        Verdict::Winnable(()) => sentence(&format!("{name} keeps the win: {effect}")),
        Verdict::Unwinnable => sentence(&format!("{name} gives the win away as well. Taken back")),
        Verdict::Unknown => format!("Not known whether {name} keeps the win. Taken back"),
    };
    JudgedTry { mv, verdict, text }
}
