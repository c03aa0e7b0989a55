//! Results in words and plots, for a terminal of any kind.

use crate::describe::pluralize;
use crate::rules::{GameInfo, GameOptions};
use crate::storage::stats::{Stats, median};

/// The columns of a bar.
const BAR_WIDTH: usize = 30;

/// The most games in a line of the last ones.
const MAX_RECENT_GAMES: usize = 48;

/// The columns of what a line is about.
const LABEL_WIDTH: usize = 8;

/// How many cards the steps of a spread are apart.
const BUCKET_SIZE: u64 = 10;

/// What a plot is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotStyle {
    /// Blocks of all heights.
    Blocks,
    /// Letters and digits alone.
    Ascii,
    /// Words and numbers, without a plot.
    TextOnly,
}

/// A game and what is not usual about its rules: `Moosehide, layout classic`.
pub fn game_title(profile: &GameInfo, choices: &GameOptions) -> String {
    let options = profile.options.iter().zip(choices.iter());
    let unusual = options.filter(|(option, (_, value))| *value != option.default_value());
    unusual.fold(profile.title.to_owned(), |name, (_, (option, value))| {
        format!("{name}, {option} {value}")
    })
}

/// The same in at most so many characters: without room for them the options are told by their
/// values alone, and at last not in full.
pub fn game_title_within(profile: &GameInfo, choices: &GameOptions, room: usize) -> String {
    let fits = |name: &String| name.chars().count() <= room;
    let whole = game_title(profile, choices);
    if fits(&whole) {
        return whole;
    }
    let options = profile.options.iter().zip(choices.iter());
    let unusual = options.filter(|(option, (_, value))| *value != option.default_value());
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
pub fn format_duration(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m} min {s} s"),
        (h, m, _) => format!("{h} h {m} min"),
    }
}

/// Figures in lines, the name of the game first.
pub fn lines(figures: &Stats, ink: PlotStyle) -> Vec<String> {
    let mut lines = vec![game_title(figures.info, &figures.options)];
    let mut add = |label: &str, words: String| lines.push(format!("  {label:LABEL_WIDTH$}{words}"));
    let (played, won) = (figures.played, figures.won);
    add(
        "played",
        format!("{}, {won} won", pluralize(played, "game")),
    );
    let percent = format!("{:.0} %", 100.0 * figures.win_rate());
    add("won", bar(figures.win_rate(), ink) + &percent);
    add(
        "streak",
        format!(
            "{} won in a row, at best {}",
            figures.streak, figures.best_streak
        ),
    );
    if let Some((best, middle)) = best_and_median(&figures.win_seconds) {
        let (best, middle) = (format_duration(best), format_duration(middle));
        add("time", format!("{best} at best, {middle} in the middle"));
    }
    if let Some((best, middle)) = best_and_median(&figures.win_moves) {
        add("moves", format!("{best} at best, {middle} in the middle"));
    }
    if figures.assisted_wins > 0 {
        let wins = pluralize(figures.assisted_wins, "win");
        add("shown", format!("{wins} with moves shown by the solver"));
    }
    if let Some(legend) = legend(ink) {
        let last = figures
            .progress_history
            .len()
            .saturating_sub(MAX_RECENT_GAMES);
        let way = |way: &Option<f64>| progress_char(*way, ink);
        let heights: String = figures.progress_history[last..].iter().map(way).collect();
        add("last", format!("{heights} {legend}"));
    }
    if !figures.cards_left.is_empty() {
        add("left", "so many cards, so many times:".into());
    }
    for (label, share, count) in histogram(&figures.cards_left) {
        add(&label, bar(share, ink) + &count.to_string());
    }
    lines
}

/// The least and the middle of numbers in order.
fn best_and_median(sorted: &[u64]) -> Option<(u64, u64)> {
    Some((*sorted.first()?, median(sorted)?))
}

/// A bar of a share from 0 to 1, and the space after it.
fn bar(share: f64, ink: PlotStyle) -> String {
    let (full, empty) = match ink {
        PlotStyle::Blocks => ("█", "░"),
        PlotStyle::Ascii => ("#", "."),
        PlotStyle::TextOnly => return String::new(),
    };
    let filled = ((share * BAR_WIDTH as f64).round() as usize).min(BAR_WIDTH);
    full.repeat(filled) + &empty.repeat(BAR_WIDTH - filled) + " "
}

/// How far a game came, in one character.
fn progress_char(way: Option<f64>, ink: PlotStyle) -> char {
    let steps: &[char] = match ink {
        PlotStyle::Blocks => &['▁', '▂', '▃', '▄', '▅', '▆', '▇'],
        PlotStyle::Ascii | PlotStyle::TextOnly => {
            &['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
        }
    };
    match (way, ink) {
        (None, PlotStyle::Blocks) => '█',
        (None, PlotStyle::Ascii | PlotStyle::TextOnly) => 'W',
        (Some(share), _) => {
            let step = (share * steps.len() as f64) as usize;
            steps[step.min(steps.len() - 1)]
        }
    }
}

fn legend(ink: PlotStyle) -> Option<&'static str> {
    match ink {
        PlotStyle::Blocks => Some("(█ won)"),
        PlotStyle::Ascii => Some("(W won)"),
        PlotStyle::TextOnly => None,
    }
}

/// How often how many cards were left, given in order: a label, a share of the most frequent, a count.
fn histogram(left: &[u64]) -> Vec<(String, f64, usize)> {
    let Some(&most) = left.last() else {
        return Vec::new();
    };
    let up_to = |most: u64| left.partition_point(|&left| left <= most);
    let counts: Vec<usize> = (0..=most.div_ceil(BUCKET_SIZE))
        .map(|step| match step.checked_sub(1) {
            None => up_to(0),
            Some(below) => up_to(step * BUCKET_SIZE) - up_to(below * BUCKET_SIZE),
        })
        .collect();
    let highest = counts.iter().copied().max().unwrap_or(1).max(1);
    let step = |(step, &count): (usize, &usize)| {
        let (step, share) = (step as u64, count as f64 / highest as f64);
        let label = match step {
            0 => "none".to_owned(),
            _ => format!("{}-{}", (step - 1) * BUCKET_SIZE + 1, step * BUCKET_SIZE),
        };
        (label, share, count)
    };
    counts.iter().enumerate().map(step).collect()
}

/// How a game compares with the player's others: with a win of the player's own its seconds and
/// its moves. Nothing where there is nothing to compare.
pub fn comparison(others: &Stats, win: Option<(u64, u64)>) -> Option<String> {
    let best = others.win_seconds.first().zip(others.win_moves.first());
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
            format!(
                "your shortest so far; the fastest took {}",
                format_duration(best.0)
            )
        }
        (_, Some((seconds, moves))) => {
            format!("best so far: {moves} moves, {}", format_duration(seconds))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::results::Results;
    use crate::variant::test_variant;

    #[test]
    fn a_time_is_told_in_its_two_largest_units() {
        let told = [0, 59, 60, 552, 3599, 3600, 90_061].map(format_duration);
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

    fn empty_stats() -> Stats {
        let rules = test_variant("moving-left", &[]);
        Stats::for_game(&Results::default(), rules.info(), &rules.options(), None)
    }

    #[test]
    fn a_win_is_told_by_what_it_betters() {
        assert_eq!(comparison(&empty_stats(), None), None);
        assert_eq!(
            comparison(&empty_stats(), Some((9, 9))),
            Some("your first win".into())
        );
        let others = Stats {
            win_seconds: vec![100, 200],
            win_moves: vec![50, 60],
            ..empty_stats()
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
            assert_eq!(comparison(&others, win).as_deref(), Some(told));
        }
    }

    #[test]
    fn plots_show_shares_heights_and_spreads() {
        let figures = Stats {
            played: 4,
            won: 1,
            cards_left: vec![0, 2, 10, 12],
            progress_history: vec![Some(0.0), Some(0.5), Some(0.99), None],
            ..empty_stats()
        };
        let blocks = lines(&figures, PlotStyle::Blocks).join("\n");
        assert!(blocks.contains("▁▄▇█"), "{blocks}");
        assert!(
            blocks.contains("████████░░░░░░░░░░░░░░░░░░░░░░ 25 %"),
            "{blocks}"
        );
        let ascii = lines(&figures, PlotStyle::Ascii).join("\n");
        assert!(ascii.is_ascii() && ascii.contains("059W"), "{ascii}");
        assert!(
            ascii.contains("1-10    ############################## 2"),
            "{ascii}"
        );
        assert!(
            ascii.contains("11-20   ###############............... 1"),
            "{ascii}"
        );
        let words = lines(&figures, PlotStyle::TextOnly);
        assert!(words.contains(&"  won     25 %".into()), "{words:?}");
        assert!(words.contains(&"  1-10    2".into()), "{words:?}");
        assert!(words.iter().all(|line| !line.contains(['#', '█', '▁'])));
    }
}
