//! The solver: whether a game can still be won, all cards known. It never lies.
//!
//! It knows no game: it searches through the [`Rules`] of any. A win is told with a line of moves
//! that was played over by the rules; that there is none, only when every position that can be
//! reached was searched; all else is unknown.

mod beam;
mod descent;
mod exhaust;
mod key;
mod line;
mod meter;
mod proofs;
mod seen;
mod trail;

use beam::beam;
use descent::descend;
use exhaust::Exhaust;
pub use line::wins;
use meter::Meter;
pub use meter::{Budget, Cancel, GLANCE, LOOK, LOOKS, OF_A_DEAL, VERDICT_TIMES};
pub use proofs::{Position, Proofs};

use crate::rules::{Insights, Move, Rules, Table, Visitor};

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
    pub fn word(&self) -> &'static str {
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
    pub fn bare(&self) -> Verdict<()> {
        match self {
            Verdict::Winnable(_) => Verdict::Winnable(()),
            Verdict::Unwinnable => Verdict::Unwinnable,
            Verdict::Unknown => Verdict::Unknown,
        }
    }
}

/// A verdict, and what it took; `Answer<()>` comes without the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<Line = Vec<Move>> {
    /// The verdict.
    pub verdict: Verdict<Line>,
    /// How many moves the search applied, repeats included; what it took to make the line shorter
    /// is not counted.
    pub positions: u64,
}

/// A search from a table, to be handed to its game: see [`solve`].
pub struct Search<'a> {
    /// The table.
    pub table: &'a Table,
    /// What the search may spend.
    pub budget: &'a Budget,
    /// Stops it.
    pub cancel: &'a Cancel,
    /// Is told the number of positions now and then.
    pub progress: &'a mut dyn FnMut(u64),
}

impl Visitor for Search<'_> {
    type Output = Answer;

    fn visit<R: Rules>(self, rules: &R) -> Answer {
        solve(rules, self.table, self.budget, self.cancel, self.progress)
    }
}

/// A search from a table that is asked for its verdict alone, to be handed to its game: see
/// [`judge`].
pub struct Judge<'a>(pub Search<'a>);

impl Visitor for Judge<'_> {
    type Output = Answer<()>;

    fn visit<R: Rules>(self, rules: &R) -> Answer<()> {
        let Judge(search) = self;
        judge(
            rules,
            search.table,
            search.budget,
            search.cancel,
            search.progress,
        )
    }
}

/// What a search comes back with.
enum Found {
    /// A line of moves that wins.
    Win(Vec<Move>),
    /// Everything was searched: there is no win.
    NoWin,
    /// Neither.
    Nothing,
}

/// The width of the first beam.
const FIRST_BEAM: usize = 64;

/// The width of the first descent.
const FIRST_DESCENT: usize = 8;

/// The search that misses nothing takes as long as each beam.
const BEAM_SHARE: u64 = 1;

/// The search that misses nothing takes a fourth as long as each descent.
const DESCENT_SHARE: u64 = 4;

/// Searches whether the game can be won from a table, with all that is known of the game.
///
/// The same budget in positions and memory, and no limit of time, gives the same answer anywhere.
/// `progress` is told the number of positions now and then.
///
/// ```
/// use larboard::rules::{Rules, Variant, shuffled};
/// use larboard::solver::{Budget, Cancel, Verdict, solve, wins};
///
/// let profile = Variant::profile_named("single-left").unwrap();
/// let rules = Variant::of(profile, &[]).unwrap();
/// let budget = Budget {
///     positions: Some(10_000),
///     time: None,
///     memory: 1 << 20,
/// };
/// let table = rules.deal(&shuffled(14, 1));
/// let answer = solve(&rules, &table, &budget, &Cancel::default(), &mut |_| {});
/// let Verdict::Winnable(line) = answer.verdict else {
///     panic!("this deal can be won");
/// };
/// assert!(wins(&rules, &table, &line));
/// ```
pub fn solve<R: Rules>(
    rules: &R,
    table: &Table,
    budget: &Budget,
    cancel: &Cancel,
    progress: &mut dyn FnMut(u64),
) -> Answer {
    solve_knowing(rules, table, Insights::ALL, budget, cancel, progress)
}

/// As [`solve`], with only these insights into the game.
pub fn solve_knowing<R: Rules>(
    rules: &R,
    table: &Table,
    known: Insights,
    budget: &Budget,
    cancel: &Cancel,
    progress: &mut dyn FnMut(u64),
) -> Answer {
    let mut meter = Meter::new(budget, cancel, progress);
    let verdict = find(rules, table, known, budget.memory, &mut meter);
    let positions = meter.positions();
    let verdict = match verdict {
        Verdict::Winnable(line) => {
            let line = line::shortened(rules, table, line, budget.memory, &mut meter);
            checked(rules, table, line)
        }
        other => other,
    };
    Answer { verdict, positions }
}

/// As [`solve`], for whom no line is wanted, so that none is made shorter.
pub fn judge<R: Rules>(
    rules: &R,
    table: &Table,
    budget: &Budget,
    cancel: &Cancel,
    progress: &mut dyn FnMut(u64),
) -> Answer<()> {
    let mut meter = Meter::new(budget, cancel, progress);
    let verdict = find(rules, table, Insights::ALL, budget.memory, &mut meter);
    Answer {
        verdict: verdict.bare(),
        positions: meter.positions(),
    }
}

/// Searches for a verdict; a line that wins is as it was found.
fn find<R: Rules>(
    rules: &R,
    table: &Table,
    known: Insights,
    memory: usize,
    meter: &mut Meter,
) -> Verdict {
    match search(rules, table, known, memory, meter) {
        Found::Win(line) => checked(rules, table, line),
        Found::NoWin => Verdict::Unwinnable,
        Found::Nothing => Verdict::Unknown,
    }
}

/// A win is told only with a line that was played over.
fn checked<R: Rules>(rules: &R, table: &Table, line: Vec<Move>) -> Verdict {
    if wins(rules, table, &line) {
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
fn search<R: Rules>(
    rules: &R,
    table: &Table,
    known: Insights,
    memory: usize,
    meter: &mut Meter,
) -> Found {
    if rules.is_won(table) {
        return Found::Win(Vec::new());
    }
    let mut exhaust = Exhaust::new(rules, table, known, memory / 4 * 3);
    let room = memory / 4;
    let cards = table.deck().len();
    let counts = rules.ahead(table, 0).is_some();
    let (first, widest, share) = if counts {
        (FIRST_DESCENT, descent::widest(room, cards), DESCENT_SHARE)
    } else {
        (FIRST_BEAM, beam::widest(room, cards), BEAM_SHARE)
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
            descend(
                rules,
                table,
                known,
                width,
                turn >> (doubled + 1),
                room,
                meter,
            )
        } else {
            beam(rules, table, known, width, room, meter)
        };
        if meter.is_stopped() || !matches!(found, Found::Nothing) {
            return found;
        }
        let until = meter.positions() + (meter.positions() - before) / share;
        let found = exhaust.run(meter, until);
        if meter.is_stopped() || !matches!(found, Found::Nothing) {
            return found;
        }
    }
    exhaust.run(meter, u64::MAX)
}
