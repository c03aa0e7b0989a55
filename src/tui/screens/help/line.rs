//! Lines of the help, what a search finds in them, and the page of keys: what they and the mouse do,
//! grouped by purpose.

use std::iter;
use std::ops::Range;

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use strum::VariantArray;

use crate::tui::action::{Action, Mode};
use crate::tui::keymap::{HelpRow, KeyGroup};
use crate::tui::theme::{Role, Theme};
use crate::tui::wrap::{display_width, wrap};

/// Columns of the keys; what they do stands beside them.
pub(super) const KEY_COLUMN_WIDTH: u16 = 27;

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpLine {
    /// Keys and what they do. Without keys, the text continues the line above.
    Keys {
        keys: String,
        text: String,
        /// What a click does, if it does anything.
        action: Option<Action>,
        is_idle: bool,
    },
    Text(String),
    Example,
}

impl HelpLine {
    /// Returns what a click on the line does, if it does anything.
    pub(super) fn action(&self) -> Option<Action> {
        match self {
            HelpLine::Keys { action, .. } => *action,
            _ => None,
        }
    }

    /// Wraps a paragraph to a width, and indents its first line and all others.
    pub(super) fn wrapped(
        text: &str,
        width: usize,
        [first, others]: [&str; 2],
    ) -> impl Iterator<Item = HelpLine> {
        let indents = iter::once(first).chain(iter::repeat(others));
        let lines = wrap(text, width.max(1)).into_iter().zip(indents);
        lines.map(|(line, indent)| HelpLine::Text(format!("{indent}{line}")))
    }

    pub(super) fn contains(&self, query: &str) -> bool {
        let has = |text: &str| !match_ranges(text, query).is_empty();
        match self {
            HelpLine::Keys { keys, text, .. } => has(keys) || has(text),
            HelpLine::Text(text) => has(text),
            HelpLine::Example => false,
        }
    }

    pub(super) fn styled(&self, query: &str, theme: &Theme) -> Line<'_> {
        match self {
            HelpLine::Example => Line::default(),
            HelpLine::Text(text) => {
                let is_heading = text.chars().all(|c| !c.is_lowercase());
                let style = if is_heading {
                    theme[Role::PanelStrong]
                } else {
                    theme[Role::Panel]
                };
                Line::from(highlighted(text, style, query, theme))
            }
            HelpLine::Keys {
                keys,
                text,
                is_idle,
                ..
            } => {
                let mut styles = [theme[Role::PanelStrong], theme[Role::Panel]];
                if *is_idle {
                    styles = styles.map(|style| style.add_modifier(Modifier::DIM));
                }
                let mut spans = highlighted(keys, styles[0], query, theme);
                let width = display_width(keys);
                let column = KEY_COLUMN_WIDTH.max(width + 1);
                spans.push(Span::raw(" ".repeat((column - width).into())));
                spans.extend(highlighted(text, styles[1], query, theme));
                Line::from(spans)
            }
        }
    }
}

/// Splits text into spans, those that match the query highlighted.
fn highlighted<'a>(text: &'a str, style: Style, query: &str, theme: &Theme) -> Vec<Span<'a>> {
    let mut spans = Vec::new();
    let mut start = 0;
    for found in match_ranges(text, query) {
        spans.push(Span::styled(&text[start..found.start], style));
        start = found.end;
        spans.push(Span::styled(&text[found], theme[Role::SelectedEntry]));
    }
    spans.push(Span::styled(&text[start..], style));
    spans
}

/// Returns the byte ranges in which a text contains the query, ignoring ASCII case.
fn match_ranges(text: &str, query: &str) -> Vec<Range<usize>> {
    // Lowercasing ASCII alone moves no byte.
    let (text, query) = (text.to_ascii_lowercase(), query.to_ascii_lowercase());
    if query.is_empty() {
        return Vec::new();
    }
    let matches = text.match_indices(&query);
    matches
        .map(|(start, found)| start..start + found.len())
        .collect()
}

/// Returns the heading. In a list of entries the first group is not about cards.
fn heading(group: KeyGroup, has_cards: bool) -> &'static str {
    match group {
        KeyGroup::Main => "THE MOST IMPORTANT KEYS",
        KeyGroup::Cards if has_cards => "MOVING CARDS",
        KeyGroup::Cards => "CHOOSING",
        KeyGroup::Cursor => "MOVING AROUND",
        KeyGroup::Undo => "UNDO",
        KeyGroup::Solver => "HINTS AND SOLVER",
        KeyGroup::Replay => "REPLAY",
        KeyGroup::Games => "GAMES AND RESULTS",
        KeyGroup::Program => "PROGRAM",
        KeyGroup::Mouse => "MOUSE",
    }
}

/// What the mouse does at a table of piles, at a game played in the hand, and on all other screens.
const TABLE_MOUSE: &[(&str, &str)] = &[
    ("click", "select cards; then where they go"),
    ("drag", "move cards"),
    ("double click", "send home; else to the only legal target"),
    ("right click", "cancel"),
    ("wheel", "select more or fewer cards of a pile"),
    ("click on the stock", "turn or deal its cards"),
    ("click below the table", "press the key that is named there"),
    ("click on a line above", "press the key that is named there"),
];
const HAND_MOUSE: &[(&str, &str)] = &[
    ("click on the deck", "next step"),
    ("click below the table", "press the key that is named there"),
    ("click on a line above", "press the key that is named there"),
];
const LIST_MOUSE: &[(&str, &str)] = &[
    ("click", "select; again: change or open"),
    ("wheel", "line up or down"),
    ("click on a key", "press the key"),
];

/// Returns what the mouse does in some modes.
pub(super) fn mouse_rows(modes: &[Mode]) -> impl Iterator<Item = HelpRow> {
    let mouse = if modes.contains(&Mode::Table) {
        TABLE_MOUSE
    } else if modes.contains(&Mode::HandGame) {
        HAND_MOUSE
    } else {
        LIST_MOUSE
    };
    let mode = modes[0];
    mouse.iter().map(move |(does, help)| HelpRow {
        mode,
        group: KeyGroup::Mouse,
        keys: vec![(*does).to_owned()],
        help,
        action: None,
        is_idle: false,
    })
}

/// Returns the lines of the page, each group below its heading.
pub(super) fn key_lines(rows: &[HelpRow], width: u16) -> Vec<HelpLine> {
    let text_width = width.saturating_sub(KEY_COLUMN_WIDTH).max(1);
    let has_cards = rows.iter().any(|row| row.group == KeyGroup::Undo);
    let mut lines = Vec::new();
    for &group in KeyGroup::VARIANTS {
        let mut of_group = rows.iter().filter(|row| row.group == group).peekable();
        if of_group.peek().is_none() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(HelpLine::Text(String::new()));
        }
        lines.push(HelpLine::Text(heading(group, has_cards).to_owned()));
        for row in of_group {
            let mut keys = row.keys.join(" ");
            for text in wrap(row.help, text_width.into()) {
                lines.push(HelpLine::Keys {
                    keys: std::mem::take(&mut keys),
                    text,
                    action: row.action,
                    is_idle: row.is_idle,
                });
            }
        }
    }
    lines
}
