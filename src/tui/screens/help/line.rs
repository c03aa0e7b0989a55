//! Lines of the help, and what a search finds in them.

use std::iter;
use std::ops::Range;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::tui::theme::Theme;
use crate::tui::wrap::{display_width, wrap};

/// Columns of the keys; what they do stands beside them.
pub(super) const KEY_COLUMN_WIDTH: u16 = 21;

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpLine {
    /// Keys and what they do. Without keys, the text continues the line above.
    Keys(String, String),
    /// Text.
    Text(String),
    /// Part of the example.
    Example,
}

impl HelpLine {
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
            HelpLine::Keys(keys, text) => has(keys) || has(text),
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
                    theme.panel_strong
                } else {
                    theme.panel
                };
                Line::from(highlighted(text, style, query, theme))
            }
            HelpLine::Keys(names, text) => {
                let mut spans = highlighted(names, theme.panel_strong, query, theme);
                let width = display_width(names);
                let column = KEY_COLUMN_WIDTH.max(width + 1);
                spans.push(Span::raw(" ".repeat((column - width).into())));
                spans.extend(highlighted(text, theme.panel, query, theme));
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
        spans.push(Span::styled(&text[found], theme.selected_entry));
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
