//! Page of the results screen: for each game a bar of clean, won and lost games, and its last ones.

use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Bar, BarChart, Widget};

use super::finished::UNKNOWN;
use crate::describe::{game_title, game_title_within, pluralize};
use crate::stats_text::{self, format_clock};
use crate::storage::results::Results;
use crate::storage::stats::{GameCounts, Stats};
use crate::tui::frame::Canvas;
use crate::tui::theme::glyphs::BARS;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::list::{Column, ListRow, TITLE_WIDTH};
use crate::variant::Variant;

/// The columns of the games.
pub(super) const COLUMNS: &[Column] = &[
    ("game", Alignment::Left, 0),
    ("▆ clean  ▃ help  · lost", Alignment::Left, 3),
    ("won", Alignment::Right, 1),
    ("the last twenty", Alignment::Right, 2),
];
/// Columns of the bar of the game that was played most, also in a wide text, and of a grade.
const BAR_WIDTH: usize = 23;
const WIDE_BAR_WIDTH: usize = 44;
const GRADE_BAR_WIDTH: usize = 16;
/// Columns of what the player has reached in a game, and with its grades.
const RECORDS_WIDTH: u16 = 36;
const GRADES_END: u16 = 76;
/// Width of the label of a line.
const LABEL_WIDTH: usize = 8;
/// Most of the last wins whose times are shown.
const MAX_TIMES: usize = 20;

/// Says how many games there are, how many of them were won, and how long they took.
pub(super) fn total(all: &[Stats]) -> String {
    let (mut counts, mut seconds) = (GameCounts::default(), 0_u64);
    for stats in all {
        counts += stats.counts;
        seconds = seconds.saturating_add(stats.total_seconds);
    }
    let GameCounts { won, clean, .. } = counts;
    let (games, time) = (pluralize(counts.played, "game"), format_clock(seconds));
    let streak = all.iter().map(|stats| stats.best_streak).max();
    match (seconds, streak) {
        (0, _) | (_, None) => " Nothing finished yet.".to_owned(),
        (_, Some(streak)) => format!(
            " {games} in {time}    {won} won, {clean} of them clean    most in a row {streak}"
        ),
    }
}

/// Returns the rows of the games.
pub(super) fn rows(all: &[Stats], is_wide: bool, theme: &Theme) -> Vec<ListRow> {
    let width = if is_wide { WIDE_BAR_WIDTH } else { BAR_WIDTH };
    let most = all.iter().map(|stats| stats.counts.played).max();
    let rows = all.iter().enumerate().map(|(entry, stats)| {
        let signs = stats.recent.iter();
        let signs = signs.map(|state| theme.result_sign(*state, Role::Panel));
        let name = game_title_within(&stats.rule_set, TITLE_WIDTH);
        let bar = bar(stats.counts, most.unwrap_or(0), width, theme);
        ListRow {
            entry,
            cells: vec![
                name.into(),
                bar.into(),
                won_of(stats.counts).into(),
                Line::from_iter(signs),
            ],
            style: theme[Role::Panel],
        }
    });
    rows.collect()
}

/// Says how many games were won of those that were played.
fn won_of(counts: GameCounts) -> String {
    match counts.played {
        0 => UNKNOWN.to_owned(),
        played => format!("{} of {played}", counts.won),
    }
}

/// Says what a player without results deals first.
pub(super) fn first_deal(rules: &Variant, is_easy: bool) -> String {
    let easy = if is_easy { "an easy" } else { "a" };
    format!("deal {easy} first game of {}", rules.info().title)
}

/// Returns the lines for a player without results: what will stand here, and how to begin.
pub(super) fn lines_of_none(begin: Option<String>) -> Vec<Line<'static>> {
    let lines = [
        "Your games will stand here, the latest at the right:",
        "",
        "★ won clean, without help   ✓ won with help   × lost",
        "",
    ];
    let lines = lines.map(Line::from).into_iter();
    lines.chain(begin.map(Line::from)).collect()
}

/// Returns the lines about a game: its title, what was reached beside its grades, and what else there is to say.
pub(super) fn lines(
    stats: &Stats,
    results: &Results,
    is_wide: bool,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let labeled = |(label, text): (&'static str, String)| {
        let label = Span::styled(format!("{label:LABEL_WIDTH$}"), theme.on_panel(Role::Dim));
        Line::from(vec![label, text.into()])
    };
    // The chart of the times is drawn after its label.
    let has_times = !stats.win_seconds.is_empty() && !is_wide;
    let times = has_times.then(|| ("times", String::new()));
    let records = stats_text::records(stats).into_iter().chain(times);
    let mut lines: Vec<Line<'_>> = records.map(labeled).collect();
    let graded = stats
        .graded
        .iter()
        .map(|(grade, counts)| (grade.as_str(), *counts));
    let mut others = stats.counts;
    stats.graded.values().for_each(|counts| others -= *counts);
    let others = (!stats.graded.is_empty() && others.played > 0).then_some(("any", others));
    let column = if lines.is_empty() { 0 } else { RECORDS_WIDTH };
    for (row, (grade, counts)) in graded.chain(others).enumerate() {
        if row == lines.len() {
            lines.push(Line::default());
        }
        let line = &mut lines[row];
        let pad = usize::from(column).saturating_sub(line.width());
        let label = format!("{:pad$}{grade:LABEL_WIDTH$}", "");
        line.push_span(Span::styled(label, theme.on_panel(Role::Dim)));
        line.spans
            .extend(bar(counts, counts.played, GRADE_BAR_WIDTH, theme));
        line.push_span(format!("  {}", won_of(counts)));
    }
    let title = Line::styled(game_title(&stats.rule_set), theme[Role::PanelStrong]);
    let others = stats_text::other_games(stats).into_iter().map(labeled);
    let unreadable = stats_text::unreadable_lines(results).map(Line::from);
    [title]
        .into_iter()
        .chain(lines)
        .chain(others)
        .chain(unreadable)
        .collect()
}

/// Returns the bar of some games, which is as wide as `width` for `most` of them: clean, won with help and lost. No
/// chart of ratatui stacks bars.
fn bar(counts: GameCounts, most: usize, width: usize, theme: &Theme) -> Vec<Span<'static>> {
    let end = |games: usize| (games * width).div_ceil(most.max(1));
    let clean = end(counts.clean.min(counts.won));
    let (won, played) = (end(counts.won), end(counts.played));
    vec![
        Span::styled(BARS[5].repeat(clean), theme.on_panel(Role::Accent)),
        Span::styled(BARS[2].repeat(won - clean), theme.on_panel(Role::Panel)),
        Span::styled("·".repeat(played - won), theme.on_panel(Role::Dim)),
    ]
}

/// Draws the times of the last wins: after their label, or in a wide text as a chart beside the grades.
pub(super) fn draw_times(stats: &Stats, is_wide: bool, below: Rect, canvas: &mut Canvas<'_>) {
    let times = &stats.win_seconds;
    let times = &times[times.len().saturating_sub(MAX_TIMES)..];
    let rows = stats_text::records(stats).len() as u16 + 1;
    let (x, y, height) = if is_wide {
        (GRADES_END, 1, rows)
    } else {
        (LABEL_WIDTH as u16, rows, 1)
    };
    let area = Rect::new(below.x + x, below.y + y, MAX_TIMES as u16, height);
    if is_wide && !times.is_empty() {
        let title = canvas.theme[Role::PanelStrong];
        canvas.write(area.x, below.y, "time of the last wins", title);
    }
    let bars = times.iter().map(|time| Bar::new(*time).text_value(""));
    let chart = BarChart::vertical(Vec::from_iter(bars)).bar_gap(0);
    let chart = chart.bar_style(canvas.theme.on_panel(Role::Accent));
    chart.render(area.intersection(below), canvas.buf);
}
