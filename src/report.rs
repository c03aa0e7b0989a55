//! Results in words and plots, for a terminal of any kind.

use crate::rules::{Choices, Profile};
use crate::store::figures::{Figures, median};
use crate::words::counted;

/// The columns of a bar.
const BAR: usize = 30;

/// The most games in a line of the last ones.
const LAST: usize = 48;

/// The columns of what a line is about.
const LABEL: usize = 8;

/// How many cards the steps of a spread are apart.
const STEP: u64 = 10;

/// What a plot is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Blocks of all heights.
    Blocks,
    /// Letters and digits alone.
    Ascii,
    /// Words and numbers, without a plot.
    Words,
}

/// A game and what is not usual about its rules: `Moosehide, layout classic`.
pub fn name(profile: &Profile, choices: &Choices) -> String {
    let options = profile.options.iter().zip(choices.iter());
    let unusual = options.filter(|(option, (_, value))| *value != option.default());
    unusual.fold(profile.title.to_owned(), |name, (_, (option, value))| {
        format!("{name}, {option} {value}")
    })
}

/// The same in at most so many characters: without room for them the options are told by their
/// values alone, and at last not in full.
pub fn name_within(profile: &Profile, choices: &Choices, room: usize) -> String {
    let fits = |name: &String| name.chars().count() <= room;
    let whole = name(profile, choices);
    if fits(&whole) {
        return whole;
    }
    let options = profile.options.iter().zip(choices.iter());
    let unusual = options.filter(|(option, (_, value))| *value != option.default());
    let values = unusual.fold(profile.title.to_owned(), |name, (_, (_, value))| {
        format!("{name}, {value}")
    });
    if fits(&values) {
        return values;
    }
    let cut: String = values.chars().take(room.saturating_sub(1)).collect();
    format!("{cut}…")
}

/// A time as it is told: `9 min 12 s`.
pub fn time(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m} min {s} s"),
        (h, m, _) => format!("{h} h {m} min"),
    }
}

/// Figures in lines, the name of the game first.
pub fn lines(figures: &Figures, ink: Ink) -> Vec<String> {
    let mut lines = vec![name(figures.profile, &figures.choices)];
    let mut add = |label: &str, words: String| lines.push(format!("  {label:LABEL$}{words}"));
    let (played, won) = (figures.played, figures.won);
    add("played", format!("{}, {won} won", counted(played, "game")));
    let percent = format!("{:.0} %", 100.0 * figures.share());
    add("won", bar(figures.share(), ink) + &percent);
    add(
        "streak",
        format!(
            "{} won in a row, at best {}",
            figures.streak, figures.best_streak
        ),
    );
    if let Some((best, middle)) = span(&figures.seconds) {
        let (best, middle) = (time(best), time(middle));
        add("time", format!("{best} at best, {middle} in the middle"));
    }
    if let Some((best, middle)) = span(&figures.moves) {
        add("moves", format!("{best} at best, {middle} in the middle"));
    }
    if figures.shown > 0 {
        let wins = counted(figures.shown, "win");
        add("shown", format!("{wins} with moves shown by the solver"));
    }
    if let Some(legend) = legend(ink) {
        let last = figures.ways.len().saturating_sub(LAST);
        let way = |way: &Option<f64>| height(*way, ink);
        let heights: String = figures.ways[last..].iter().map(way).collect();
        add("last", format!("{heights} {legend}"));
    }
    if !figures.left.is_empty() {
        add("left", "so many cards, so many times:".into());
    }
    for (label, share, count) in spread(&figures.left) {
        add(&label, bar(share, ink) + &count.to_string());
    }
    lines
}

/// The least and the middle of numbers in order.
fn span(sorted: &[u64]) -> Option<(u64, u64)> {
    Some((*sorted.first()?, median(sorted)?))
}

/// A bar of a share from 0 to 1, and the space after it.
fn bar(share: f64, ink: Ink) -> String {
    let (full, empty) = match ink {
        Ink::Blocks => ("█", "░"),
        Ink::Ascii => ("#", "."),
        Ink::Words => return String::new(),
    };
    let filled = ((share * BAR as f64).round() as usize).min(BAR);
    full.repeat(filled) + &empty.repeat(BAR - filled) + " "
}

/// How far a game came, in one character.
fn height(way: Option<f64>, ink: Ink) -> char {
    let steps: &[char] = match ink {
        Ink::Blocks => &['▁', '▂', '▃', '▄', '▅', '▆', '▇'],
        Ink::Ascii | Ink::Words => &['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    };
    match (way, ink) {
        (None, Ink::Blocks) => '█',
        (None, Ink::Ascii | Ink::Words) => 'W',
        (Some(share), _) => {
            let step = (share * steps.len() as f64) as usize;
            steps[step.min(steps.len() - 1)]
        }
    }
}

fn legend(ink: Ink) -> Option<&'static str> {
    match ink {
        Ink::Blocks => Some("(█ won)"),
        Ink::Ascii => Some("(W won)"),
        Ink::Words => None,
    }
}

/// How often how many cards were left, given in order: a label, a share of the most frequent, a count.
fn spread(left: &[u64]) -> Vec<(String, f64, usize)> {
    let Some(&most) = left.last() else {
        return Vec::new();
    };
    let up_to = |most: u64| left.partition_point(|&left| left <= most);
    let counts: Vec<usize> = (0..=most.div_ceil(STEP))
        .map(|step| match step.checked_sub(1) {
            None => up_to(0),
            Some(below) => up_to(step * STEP) - up_to(below * STEP),
        })
        .collect();
    let highest = counts.iter().copied().max().unwrap_or(1).max(1);
    let step = |(step, &count): (usize, &usize)| {
        let (step, share) = (step as u64, count as f64 / highest as f64);
        let label = match step {
            0 => "none".to_owned(),
            _ => format!("{}-{}", (step - 1) * STEP + 1, step * STEP),
        };
        (label, share, count)
    };
    counts.iter().enumerate().map(step).collect()
}

/// How a game compares with the player's others: with a win of the player's own its seconds and
/// its moves. Nothing where there is nothing to compare.
pub fn so_far(others: &Figures, win: Option<(u64, u64)>) -> Option<String> {
    let best = others.seconds.first().zip(others.moves.first());
    let best = best.map(|(&seconds, &moves)| (seconds, moves));
    Some(match (win, best) {
        (None, None) => return None,
        (Some(_), None) => "your first win".into(),
        (Some(win), Some(best)) if win.0 < best.0 && win.1 < best.1 => {
            "your best so far, in time and in moves".into()
        }
        (Some(win), Some(best)) if win.0 < best.0 => {
            format!("your fastest so far; the shortest had {} moves", best.1)
        }
        (Some(win), Some(best)) if win.1 < best.1 => {
            format!("your shortest so far; the fastest took {}", time(best.0))
        }
        (_, Some((seconds, moves))) => {
            format!("best so far: {moves} moves, {}", time(seconds))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Variant};
    use crate::store::results::Results;

    #[test]
    fn a_time_is_told_in_its_two_largest_units() {
        let told = [0, 59, 60, 552, 3599, 3600, 90_061].map(time);
        let expected = [
            "0 s",
            "59 s",
            "1 min 0 s",
            "9 min 12 s",
            "59 min 59 s",
            "1 h 0 min",
            "25 h 1 min",
        ];
        assert_eq!(told, expected);
    }

    fn none() -> Figures {
        let rules = Variant::of(Variant::ALL[0], &[]).expect("the defaults");
        Figures::of(&Results::default(), rules.profile(), &rules.choices(), None)
    }

    #[test]
    fn a_win_is_told_by_what_it_betters() {
        assert_eq!(so_far(&none(), None), None);
        assert_eq!(so_far(&none(), Some((9, 9))), Some("your first win".into()));
        let others = Figures {
            seconds: vec![100, 200],
            moves: vec![50, 60],
            ..none()
        };
        for (win, told) in [
            (None, "best so far: 50 moves, 1 min 40 s"),
            (Some((100, 50)), "best so far: 50 moves, 1 min 40 s"),
            (Some((99, 49)), "your best so far, in time and in moves"),
            (
                Some((99, 50)),
                "your fastest so far; the shortest had 50 moves",
            ),
            (
                Some((100, 49)),
                "your shortest so far; the fastest took 1 min 40 s",
            ),
        ] {
            assert_eq!(so_far(&others, win).as_deref(), Some(told));
        }
    }

    #[test]
    fn plots_show_shares_heights_and_spreads() {
        let figures = Figures {
            played: 4,
            won: 1,
            left: vec![0, 2, 10, 12],
            ways: vec![Some(0.0), Some(0.5), Some(0.99), None],
            ..none()
        };
        let blocks = lines(&figures, Ink::Blocks).join("\n");
        assert!(blocks.contains("▁▄▇█"), "{blocks}");
        assert!(
            blocks.contains("████████░░░░░░░░░░░░░░░░░░░░░░ 25 %"),
            "{blocks}"
        );
        let ascii = lines(&figures, Ink::Ascii).join("\n");
        assert!(ascii.is_ascii() && ascii.contains("059W"), "{ascii}");
        assert!(
            ascii.contains("1-10    ############################## 2"),
            "{ascii}"
        );
        assert!(
            ascii.contains("11-20   ###############............... 1"),
            "{ascii}"
        );
        let words = lines(&figures, Ink::Words);
        assert!(words.contains(&"  won     25 %".into()), "{words:?}");
        assert!(words.contains(&"  1-10    2".into()), "{words:?}");
        assert!(words.iter().all(|line| !line.contains(['#', '█', '▁'])));
    }
}
