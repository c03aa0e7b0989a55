//! Summary of a game that has ended.

use super::outcome::Ending;
use super::state::Session;
use crate::describe::{pluralize, progress_word, sentence};
use crate::stats_text::{self, format_duration};
use crate::storage::results::Results;

/// What both user interfaces show at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOverSummary {
    /// How the game ended.
    pub ending: Ending,
    /// Title of the game.
    pub title: &'static str,
    /// Number of moves.
    pub moves: usize,
    /// How many cards are home or discarded: `36 of 52 cards home`.
    pub progress: String,
    /// Seconds played.
    pub seconds: u64,
    /// The seed, unless the deck came from elsewhere.
    pub seed: Option<u64>,
    /// Number of undos.
    pub undos: u32,
    /// Number of hints.
    pub hints: u32,
    /// Number of moves shown by the solver.
    pub solver_moves: u32,
    /// How the game compares with the player's others of its kind, or why it does not count among them.
    pub comparison: Option<String>,
}

impl GameOverSummary {
    /// Returns `None` for a game in progress.
    pub fn new(session: &Session, results: &Results) -> Option<GameOverSummary> {
        let ending = session.ending()?;
        let (played, game) = (session.played(), session.game());
        let (cards, home) = (game.deck().len(), game.foundation_cards());
        let gone = progress_word(game);
        Some(GameOverSummary {
            ending,
            title: game.rules().info().title,
            moves: game.moves().len(),
            progress: match (ending, game.rules().cards_left(game.table())) {
                (Ending::Won, _) => format!("All {cards} cards {gone}"),
                (_, Some(left)) => format!("{home} of {cards} cards {gone}, {left} left,"),
                (_, None) => format!("{home} of {cards} cards {gone}"),
            },
            seconds: played.seconds,
            seed: game.seed(),
            undos: game.undos(),
            hints: played.hints,
            solver_moves: played.solver_moves_shown,
            comparison: comparison(session, ending, results),
        })
    }

    /// The result, in one line.
    pub fn headline(&self) -> String {
        match self.ending {
            Ending::Won if self.solver_moves > 0 => {
                format!("{}: solved with moves of the solver.", self.title)
            }
            Ending::Won => format!("{}: won!", self.title),
            Ending::Lost if self.moves == 0 => "This deal has no legal move. You lost.".into(),
            Ending::Lost => "No moves left. You lost.".into(),
            Ending::GivenUp => "You gave up.".into(),
        }
    }

    /// How far the game came, the moves and the time, in one line.
    pub fn progress_line(&self) -> String {
        let (moves, time) = (pluralize(self.moves, "move"), format_duration(self.seconds));
        format!("{} in {moves}, {time}", self.progress)
    }

    /// The seed and the help used, in one line; empty if there is nothing to say.
    pub fn details(&self) -> String {
        let count = |number: u32, one: &str| (number > 0).then(|| pluralize(number as usize, one));
        let parts = [
            self.seed.map(|seed| format!("seed {seed}")),
            count(self.undos, "undo"),
            count(self.hints, "hint"),
            count(self.solver_moves, "move").map(|moves| format!("{moves} shown by the solver")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        sentence(&parts.join(", "))
    }
}

fn comparison(session: &Session, ending: Ending, results: &Results) -> Option<String> {
    let (played, game) = (session.played(), session.game());
    if played.is_taken_over() {
        return Some("Taken over from a record: counts apart from your own games".into());
    }
    let is_won = ending == Ending::Won;
    if is_won && played.solver_moves_shown > 0 {
        return Some("Counts as solved, not as won".into());
    }
    let rules = game.rules();
    let saved = session.save_state().id();
    let others = results.stats_of(rules.info(), &rules.options(), saved);
    let win = is_won.then_some((played.seconds, game.moves().len() as u64));
    stats_text::comparison(&others, win).map(|text| sentence(&text))
}
