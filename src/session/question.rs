//! A question of a review: which move keeps the win that the one made gave away?

use std::sync::Arc;

use super::command::{Command, CommandOutcome};
use super::search::{Found, HINT_BUDGET, SearchReply, SearchRequest, Task};
use super::targets;
use crate::describe::{Plan, brief_move_text, plain_effect, sentence};
use crate::game::Game;
use crate::review::Review;
use crate::rules::Move;
use crate::solver::Verdict;

/// A position of a reviewed game at which the player is asked for a better move than the one made.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game, at that position.
    game: Game,
    made: Move,
    better: Move,
    /// The try that is searched for.
    tried: Option<Move>,
}

/// What is known of a try, and that in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedTry {
    pub mv: Move,
    pub verdict: Verdict<()>,
    pub text: String,
}

impl Question {
    /// Asks for a better move than one of a reviewed game. `None` if none is asked for there.
    pub fn new(game: &Game, review: &Review, number: usize) -> Option<Question> {
        let mut asked = review.asked_points();
        let (_, made, better) = asked.find(|(asked, ..)| *asked == number)?;
        let mut game = game.clone();
        game.seek(number - 1);
        Some(Question {
            game,
            made,
            better,
            tried: None,
        })
    }

    /// Asks the player.
    pub fn text(&self) -> String {
        let made = brief_move_text(&self.game, self.made, false);
        format!("Find a better move: {made} gave the win away here")
    }

    /// Tries the move that a command means. `None` if it has to be searched for.
    ///
    /// # Errors
    /// Why the command means no legal move.
    pub fn answer(&mut self, command: Command) -> Result<Option<JudgedTry>, String> {
        let mv = match targets::move_of(&self.game, command) {
            // One foundation is as good as its twin.
            Ok(mv) | Err(CommandOutcome::ChooseFoundation([mv, _])) => mv,
            Err(CommandOutcome::Refused(refusal)) => return Err(refusal.to_string()),
            Err(_) => return Err(self.text()),
        };
        let illegal = self.game.clone().play(mv).err();
        if let Some(illegal) = illegal {
            return Err(sentence(&illegal.reason));
        }
        self.tried = Some(mv).filter(|mv| *mv != self.better && *mv != self.made);
        Ok(match self.tried {
            Some(_) => None,
            None if mv == self.better => Some(self.tell()),
            None => Some(self.judged(mv, Verdict::Unwinnable)),
        })
    }

    /// Tells the better move.
    pub fn tell(&self) -> JudgedTry {
        self.judged(self.better, Verdict::Winnable(()))
    }

    /// Returns the search for a try.
    pub fn search_request(&self) -> Option<SearchRequest> {
        let mut game = self.game.clone();
        game.play(self.tried?).ok()?;
        Some(SearchRequest {
            game: Arc::new(game),
            task: Task::Verdict,
            budget: HINT_BUDGET,
        })
    }

    /// Judges the try that was searched for.
    pub fn record(&mut self, reply: &SearchReply) -> Option<JudgedTry> {
        let Found::Finished(result) = &reply.found else {
            return None;
        };
        let is_answer = self.search_request().as_ref() == Some(&reply.request);
        let mv = self.tried.take_if(|_| is_answer)?;
        Some(self.judged(mv, result.verdict.without_line()))
    }

    fn judged(&self, mv: Move, verdict: Verdict<()>) -> JudgedTry {
        let (rules, table) = (self.game.rules(), self.game.table());
        let name = sentence(&brief_move_text(&self.game, mv, false));
        let plan = Plan::new(&**rules, table, &[mv]);
        let effect = plan.map_or_else(|| plain_effect(table, mv), |plan| plan.text);
        let text = match verdict {
            Verdict::Winnable(()) if effect.is_empty() => format!("{name} keeps the win"),
            Verdict::Winnable(()) => format!("{name} keeps the win: {effect}"),
            Verdict::Unwinnable => format!("{name} gives the win away as well. Taken back"),
            Verdict::Unknown => format!("Not known whether {name} keeps the win. Taken back"),
        };
        JudgedTry { mv, verdict, text }
    }
}
