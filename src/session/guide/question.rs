//! A question of a review: which move keeps the win that the one made gave away?

use std::sync::Arc;

use super::{Guide, Step};
use crate::describe::{Plan, move_as_subject, sentence};
use crate::game::Game;
use crate::proofs::PathProofs;
use crate::review::Reviewer;
use crate::rules::Move;
use crate::session::command::CommandOutcome;
use crate::session::search::{Answer, Found, HINT_BUDGET, SearchReply, SearchRequest, Task};
use crate::solver::Verdict;

/// What a table with a question knows of the reviewed game, and of the last try.
#[derive(Clone, Debug)]
pub struct Question {
    /// From which of its positions the game is proven to be won, and from which to be lost.
    pub proofs: PathProofs,
    /// The move that gave the win away.
    pub(super) made: Move,
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

impl Guide {
    /// Asks for a better move than the next one of a reviewed game, at this place in it. `None` if none is asked for there.
    pub(in crate::session) fn of_question(game: &Game, review: &Reviewer) -> Option<Guide> {
        let next = game.moves().len() + 1;
        let mut asked = review.questions().into_iter();
        let (_, made, better) = asked.find(|(number, ..)| *number == next)?;
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

    /// Notes a try to answer the question: a move that keeps the win ends it, and one of which nothing is known yet is
    /// searched for.
    pub(super) fn note_try(
        &mut self,
        game: &Game,
        mv: Move,
        verdict: Option<Verdict<()>>,
    ) -> CommandOutcome {
        if let Some(question) = &mut self.question {
            question.tried = verdict.is_none().then_some(mv);
            let is_made = mv == question.made;
            question.judged = verdict.map(|verdict| judge(game, mv, is_made, verdict));
            self.done = usize::from(verdict == Some(Verdict::Winnable(())));
        }
        CommandOutcome::Tried
    }

    /// Returns the search for a try.
    pub(in crate::session) fn search_request(&self, game: &Game) -> Option<SearchRequest> {
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
    pub(in crate::session) fn record(
        &mut self,
        game: &Game,
        reply: &SearchReply,
    ) -> Option<Answer> {
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
