//! The help: what the keys do, out of the keymap, and the game's rules, in its own words.

use std::ops::Range;

use super::app::{App, Mode, Screen};
use super::keymap::Binding;
use super::wrap::wrap;
use crate::rules::GameInfo;

/// A page of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HelpPage {
    /// What the keys do.
    Keys,
    /// The rules of the game.
    Rules,
}

impl HelpPage {
    /// The other one.
    #[must_use]
    pub fn other(self) -> HelpPage {
        match self {
            HelpPage::Keys => HelpPage::Rules,
            HelpPage::Rules => HelpPage::Keys,
        }
    }
}

/// Where the player is in the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// The page shown.
    pub page: HelpPage,
    /// How many lines are above the window.
    pub scroll: usize,
    /// What is looked for; nothing, where it is empty.
    pub query: String,
    /// The line found last: its page, and its place there from 0.
    pub current_match: Option<(HelpPage, usize)>,
}

impl Default for Help {
    fn default() -> Help {
        Help {
            page: HelpPage::Keys,
            scroll: 0,
            query: String::new(),
            current_match: None,
        }
    }
}

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpLine {
    /// Keys, and what they do; without keys the words go on from the line before.
    Keys(String, String),
    /// Words.
    Text(String),
}

impl HelpLine {
    /// Whether a text stands in it, in capitals or not.
    fn contains(&self, sought: &str) -> bool {
        let has = |words: &str| !match_ranges(words, sought).is_empty();
        match self {
            HelpLine::Keys(keys, about) => has(keys) || has(about),
            HelpLine::Text(words) => has(words),
        }
    }
}

/// Where a text stands in words, in capitals or not: the bytes of each place.
pub fn match_ranges(words: &str, sought: &str) -> Vec<Range<usize>> {
    // Only what is ASCII is compared without regard to capitals, so that no byte is moved.
    let (words, sought) = (words.to_ascii_lowercase(), sought.to_ascii_lowercase());
    if sought.is_empty() {
        return Vec::new();
    }
    let places = words.match_indices(&sought);
    places.map(|(at, found)| at..at + found.len()).collect()
}

/// The lines of both pages a text stands in, in order.
pub fn matching_lines(app: &App, sought: &str) -> Vec<(HelpPage, usize)> {
    let on = |page: HelpPage| {
        let lines = lines(app, page).into_iter().enumerate();
        let found = lines.filter(|(_, line)| line.contains(sought));
        found.map(move |(n, _)| (page, n)).collect::<Vec<_>>()
    };
    [on(HelpPage::Keys), on(HelpPage::Rules)].concat()
}

/// The columns and rows of the help, beside those of its text.
const FRAME_SIZE: (u16, u16) = (4, 4);
/// The columns of its text.
const MAX_TEXT_WIDTH: u16 = 76;
/// The columns from which on the rules are called those of a game.
const MIN_WIDTH_FOR_GAME_TITLE: u16 = 56;
/// The columns of the keys, where what they do is told beside them.
pub const KEY_COLUMN_WIDTH: u16 = 21;

/// How many columns and rows of text there is room for in a window.
pub fn text_size((columns, rows): (u16, u16)) -> (u16, u16) {
    let width = columns.saturating_sub(FRAME_SIZE.0).min(MAX_TEXT_WIDTH);
    (width, rows.saturating_sub(FRAME_SIZE.1))
}

/// How many lines can be above the window at most.
pub fn max_scroll(app: &App, page: HelpPage) -> usize {
    let (_, rows) = text_size(app.size);
    lines(app, page).len().saturating_sub(rows.into())
}

/// The game the help is about: the one shown, or the one chosen in the menu.
pub fn game_info(app: &App) -> &'static GameInfo {
    match app.active_table() {
        Some(seat) if app.screen != Screen::Menu => seat.game().rules().info(),
        _ => app.menu.game_info(),
    }
}

/// What a page is called.
pub fn page_title(app: &App, page: HelpPage) -> String {
    match page {
        HelpPage::Keys => "the keys".into(),
        HelpPage::Rules if text_size(app.size).0 < MIN_WIDTH_FOR_GAME_TITLE => "the rules".into(),
        HelpPage::Rules => format!("the rules of {}", game_info(app).title),
    }
}

/// The lines of a page.
pub fn lines(app: &App, page: HelpPage) -> Vec<HelpLine> {
    match page {
        HelpPage::Keys => key_lines(app),
        HelpPage::Rules => rule_lines(game_info(app).help, text_size(app.size).0),
    }
}

/// The keys of the mode the help was asked in; at the table also those with cards picked up.
fn key_lines(app: &App) -> Vec<HelpLine> {
    let modes: &[Mode] = match app.base_mode() {
        Mode::Table
        | Mode::Selected
        | Mode::ChooseFoundation
        | Mode::AwaitSuit
        | Mode::AwaitDigit => &[Mode::Table, Mode::Selected],
        Mode::HandGame => &[Mode::HandGame],
        Mode::Menu => &[Mode::Menu],
        Mode::Replay => &[Mode::Replay],
        _ => &[Mode::GameOver],
    };
    let mut rows: Vec<(String, &str)> = Vec::new();
    let mut told: Vec<(&str, &str)> = Vec::new();
    let bindings = modes.iter().flat_map(|&mode| app.keymap.bindings(mode));
    for binding in
        bindings.filter(|binding| app.applies_to_game(binding.action) && !binding.keys.is_empty())
    {
        let this = (binding.name, binding.help);
        if told.contains(&this) {
            continue;
        }
        told.push(this);
        match rows.last_mut() {
            // Keys that nothing is said of go with those before: piles 2, 3, 4 with pile 1.
            Some((keys, _)) if binding.help.is_empty() => {
                keys.push(' ');
                keys.push_str(&key_names(binding));
            }
            _ => rows.push((key_names(binding), binding.help)),
        }
    }
    let mut lines = Vec::new();
    for (mut keys, about) in rows {
        let (columns, _) = text_size(app.size);
        for words in wrap(
            about,
            columns.saturating_sub(KEY_COLUMN_WIDTH).max(1).into(),
        ) {
            lines.push(HelpLine::Keys(std::mem::take(&mut keys), words));
        }
    }
    lines
}

fn key_names(binding: &Binding) -> String {
    let keys: Vec<String> = binding.keys.iter().map(ToString::to_string).collect();
    keys.join(" ")
}

/// The rules in lines of at most so many columns. They are written in lines of 76; where there are
/// fewer, each paragraph is broken anew.
fn rule_lines(text: &str, columns: u16) -> Vec<HelpLine> {
    /// A line of fewer characters ends its paragraph.
    const MIN_FULL_LINE_LEN: usize = 60;
    if columns >= MAX_TEXT_WIDTH {
        return text
            .lines()
            .map(|line| HelpLine::Text(line.into()))
            .collect();
    }
    let goes_on = |line: &&str, next: &&str| {
        line.chars().count() >= MIN_FULL_LINE_LEN
            && !next.is_empty()
            && !next.trim_start().starts_with("- ")
    };
    let written: Vec<&str> = text.lines().collect();
    let mut lines = Vec::new();
    for paragraph in written.chunk_by(goes_on) {
        let indent = paragraph[0].len() - paragraph[0].trim_start().len();
        let room = usize::from(columns).saturating_sub(indent + 2).max(1);
        let broken = wrap(&paragraph.join(" "), room);
        if broken.is_empty() {
            lines.push(HelpLine::Text(String::new()));
        }
        let hangs = paragraph[0].trim_start().starts_with("- ");
        for (n, words) in broken.iter().enumerate() {
            let indent = if hangs && n > 0 { indent + 2 } else { indent };
            lines.push(HelpLine::Text(format!("{:indent$}{words}", "")));
        }
    }
    lines
}
