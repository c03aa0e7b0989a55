//! The solver: whether a game can still be won, all cards known. It never lies.
//!
//! It knows no game: it searches through the [`Rules`] of any. A win is told with a line of moves
//! that was played over by the rules; that there is none, only when every position that can be
//! reached was searched; all else is unknown.

mod beam;
mod budget;
mod depth_first;
pub mod knowledge;
mod layered_beam;
mod parent_links;
mod shorten;
mod state_key;
mod transposition_table;

use beam::beam_search;
use budget::BudgetMeter;
pub use budget::{
    BACKGROUND_BUDGET, Budget, CancelToken, DEAL_BUDGET, MAX_POSTMORTEM_SEARCHES,
    POSTMORTEM_BUDGET, VERDICT_TIME_LIMITS,
};
use depth_first::DepthFirstSearch;
pub use knowledge::{
    KeyPart, MacroMoves, ProgressMeasure, PruningRule, PruningRules, SearchKnowledge,
};
use layered_beam::layered_beam_search;
pub use shorten::is_winning_line;
pub use state_key::StateKey;

use crate::rules::{Move, Table};

/// Whether a game can be won; `Verdict<()>` says so without the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<Line = Vec<Move>> {
    /// It can, by these moves.
    Winnable(Line),
    /// It cannot.
    Unwinnable,
    /// The budget ran out first.
    Unknown,
}

impl<Line> Verdict<Line> {
    /// The word for it: `winnable`, `unwinnable` or `unknown`.
    pub fn as_str(&self) -> &'static str {
        match self {
            Verdict::Winnable(_) => "winnable",
            Verdict::Unwinnable => "unwinnable",
            Verdict::Unknown => "unknown",
        }
    }

    /// The line that wins, where one is known.
    pub fn line(&self) -> Option<&Line> {
        match self {
            Verdict::Winnable(line) => Some(line),
            Verdict::Unwinnable | Verdict::Unknown => None,
        }
    }

    /// The verdict without the line.
    pub fn without_line(&self) -> Verdict<()> {
        match self {
            Verdict::Winnable(_) => Verdict::Winnable(()),
            Verdict::Unwinnable => Verdict::Unwinnable,
            Verdict::Unknown => Verdict::Unknown,
        }
    }
}

/// A verdict, and what it took; `Answer<()>` comes without the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveResult<Line = Vec<Move>> {
    /// The verdict.
    pub verdict: Verdict<Line>,
    /// How many moves the search applied, repeats included; what it took to make the line shorter
    /// is not counted.
    pub positions: u64,
}

/// What a search comes back with.
enum SearchOutcome {
    /// A line of moves that wins.
    Win(Vec<Move>),
    /// Everything was searched: there is no win.
    NoWin,
    /// Neither.
    Inconclusive,
}

/// The width of the first beam.
const INITIAL_BEAM_WIDTH: usize = 64;

/// The width of the first descent.
const INITIAL_LAYER_WIDTH: usize = 8;

/// The search that misses nothing takes as long as each beam.
const BEAM_TO_DEPTH_FIRST_RATIO: u64 = 1;

/// The search that misses nothing takes a fourth as long as each descent.
const LAYERED_BEAM_TO_DEPTH_FIRST_RATIO: u64 = 4;

/// Searches whether the game can be won from a table, with all that is known of the game.
///
/// The same budget in positions and memory, and no limit of time, gives the same answer anywhere.
/// `progress` is told the number of positions now and then.
///
/// ```
/// use larboard::rules::{GameOptions, OneHanded, Rules, shuffled_deck};
/// use larboard::solver::{Budget, CancelToken, Verdict, is_winning_line, solve};
/// use larboard::variant;
///
/// let single_left = variant::find("single-left").unwrap();
/// let rules = OneHanded::new(&GameOptions::parse(single_left, &[]).unwrap());
/// let budget = Budget {
///     positions: Some(10_000),
///     time: None,
///     memory: 1 << 20,
/// };
/// let table = rules.deal(&shuffled_deck(14, 1));
/// let answer = solve(&rules, &table, &budget, &CancelToken::default(), &mut |_| {});
/// let Verdict::Winnable(line) = answer.verdict else {
///     panic!("this deal can be won");
/// };
/// assert!(is_winning_line(&rules, &table, &line));
/// ```
pub fn solve<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    budget: &Budget,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(u64),
) -> SolveResult {
    solve_with(rules, table, PruningRules::ALL, budget, cancel, progress)
}

/// As [`solve`], with only these insights into the game.
pub fn solve_with<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    known: PruningRules,
    budget: &Budget,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(u64),
) -> SolveResult {
    let mut meter = BudgetMeter::new(budget, cancel, progress);
    let verdict = find_verdict(rules, table, known, budget.memory, &mut meter);
    let positions = meter.positions();
    let verdict = match verdict {
        Verdict::Winnable(line) => {
            let line = shorten::shorten(rules, table, line, budget.memory, &mut meter);
            verify_win(rules, table, line)
        }
        other => other,
    };
    SolveResult { verdict, positions }
}

/// As [`solve`], for whom no line is wanted, so that none is made shorter.
pub fn solve_verdict<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    budget: &Budget,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(u64),
) -> SolveResult<()> {
    let mut meter = BudgetMeter::new(budget, cancel, progress);
    let verdict = find_verdict(rules, table, PruningRules::ALL, budget.memory, &mut meter);
    SolveResult {
        verdict: verdict.without_line(),
        positions: meter.positions(),
    }
}

/// Searches for a verdict; a line that wins is as it was found.
fn find_verdict<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    known: PruningRules,
    memory: usize,
    meter: &mut BudgetMeter,
) -> Verdict {
    match alternate_searches(rules, table, known, memory, meter) {
        SearchOutcome::Win(line) => verify_win(rules, table, line),
        SearchOutcome::NoWin => Verdict::Unwinnable,
        SearchOutcome::Inconclusive => Verdict::Unknown,
    }
}

/// A win is told only with a line that was played over.
fn verify_win<R: SearchKnowledge>(rules: &R, table: &Table, line: Vec<Move>) -> Verdict {
    if is_winning_line(rules, table, &line) {
        Verdict::Winnable(line)
    } else {
        Verdict::Unknown
    }
}

/// Searches that hurry to a win take turns with the one that misses nothing, which at last goes on
/// to its end.
///
/// Where the game counts the work left, descents hurry: every second one is of the first width,
/// every fourth is twice as wide, and so on. Where it does not, beams of doubling width.
fn alternate_searches<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    known: PruningRules,
    memory: usize,
    meter: &mut BudgetMeter,
) -> SearchOutcome {
    if rules.is_won(table) {
        return SearchOutcome::Win(Vec::new());
    }
    let mut exhaust = DepthFirstSearch::new(rules, table, known, memory / 4 * 3);
    let room = memory / 4;
    let cards = table.deck().len();
    let counts = rules.progress(table, 0).is_some();
    let (first, widest, share) = if counts {
        (
            INITIAL_LAYER_WIDTH,
            layered_beam::max_width(room, cards),
            LAYERED_BEAM_TO_DEPTH_FIRST_RATIO,
        )
    } else {
        (
            INITIAL_BEAM_WIDTH,
            beam::max_width(room, cards),
            BEAM_TO_DEPTH_FIRST_RATIO,
        )
    };
    for turn in 1_u32.. {
        let doubled = if counts {
            turn.trailing_zeros()
        } else {
            turn - 1
        };
        let width = first.min(widest) << doubled;
        if width > widest {
            break;
        }
        let before = meter.positions();
        let found = if counts {
            layered_beam_search(
                rules,
                table,
                known,
                width,
                turn >> (doubled + 1),
                room,
                meter,
            )
        } else {
            beam_search(rules, table, known, width, room, meter)
        };
        if meter.is_stopped() || !matches!(found, SearchOutcome::Inconclusive) {
            return found;
        }
        let until = meter.positions() + (meter.positions() - before) / share;
        let found = exhaust.run(meter, until);
        if meter.is_stopped() || !matches!(found, SearchOutcome::Inconclusive) {
            return found;
        }
    }
    exhaust.run(meter, u64::MAX)
}
