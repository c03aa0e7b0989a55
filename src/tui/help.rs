//! The help: what the keys do, out of the keymap, and the game's rules, in its own words.

use std::ops::Range;

use super::app::{App, Mode, Screen};
use super::keymap::Binding;
use super::wrap::wrap;
use crate::rules::{Profile, Rules};

/// A page of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Page {
    /// What the keys do.
    Keys,
    /// The rules of the game.
    Rules,
}

impl Page {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Page {
        match self {
            Page::Keys => Page::Rules,
            Page::Rules => Page::Keys,
        }
    }
}

/// Where the player is in the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// The page shown.
    pub page: Page,
    /// How many lines are above the window.
    pub scroll: usize,
    /// What is looked for; nothing, where it is empty.
    pub sought: String,
    /// The line found last: its page, and its place there from 0.
    pub found: Option<(Page, usize)>,
}

impl Default for Help {
    fn default() -> Help {
        Help {
            page: Page::Keys,
            scroll: 0,
            sought: String::new(),
            found: None,
        }
    }
}

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Keys, and what they do; without keys the words go on from the line before.
    Keys(String, String),
    /// Words.
    Words(String),
}

impl Line {
    /// Whether a text stands in it, in capitals or not.
    fn has(&self, sought: &str) -> bool {
        let has = |words: &str| !places(words, sought).is_empty();
        match self {
            Line::Keys(keys, about) => has(keys) || has(about),
            Line::Words(words) => has(words),
        }
    }
}

/// Where a text stands in words, in capitals or not: the bytes of each place.
pub fn places(words: &str, sought: &str) -> Vec<Range<usize>> {
    // Only what is ASCII is compared without regard to capitals, so that no byte is moved.
    let (words, sought) = (words.to_ascii_lowercase(), sought.to_ascii_lowercase());
    if sought.is_empty() {
        return Vec::new();
    }
    let places = words.match_indices(&sought);
    places.map(|(at, found)| at..at + found.len()).collect()
}

/// The lines of both pages a text stands in, in order.
pub fn finds(app: &App, sought: &str) -> Vec<(Page, usize)> {
    let on = |page: Page| {
        let lines = lines(app, page).into_iter().enumerate();
        let found = lines.filter(|(_, line)| line.has(sought));
        found.map(move |(n, _)| (page, n)).collect::<Vec<_>>()
    };
    [on(Page::Keys), on(Page::Rules)].concat()
}

/// The columns and rows of the help, beside those of its text.
const FRAME: (u16, u16) = (4, 4);
/// The columns of its text.
const TEXT: u16 = 76;
/// The columns from which on the rules are called those of a game.
const TITLES: u16 = 56;
/// The columns of the keys, where what they do is told beside them.
pub const KEYS: u16 = 21;

/// How many columns and rows of text there is room for in a window.
pub fn room((columns, rows): (u16, u16)) -> (u16, u16) {
    let width = columns.saturating_sub(FRAME.0).min(TEXT);
    (width, rows.saturating_sub(FRAME.1))
}

/// How many lines can be above the window at most.
pub fn last_scroll(app: &App, page: Page) -> usize {
    let (_, rows) = room(app.size);
    lines(app, page).len().saturating_sub(rows.into())
}

/// The game the help is about: the one shown, or the one chosen in the menu.
pub fn profile(app: &App) -> &'static Profile {
    match app.shown() {
        Some(seat) if app.screen != Screen::Menu => seat.game().rules().profile(),
        _ => app.menu.profile(),
    }
}

/// What a page is called.
pub fn title(app: &App, page: Page) -> String {
    match page {
        Page::Keys => "the keys".into(),
        Page::Rules if room(app.size).0 < TITLES => "the rules".into(),
        Page::Rules => format!("the rules of {}", profile(app).title),
    }
}

/// The lines of a page.
pub fn lines(app: &App, page: Page) -> Vec<Line> {
    match page {
        Page::Keys => keys(app),
        Page::Rules => words(profile(app).help, room(app.size).0),
    }
}

/// The keys of the mode the help was asked in; at the table also those with cards picked up.
fn keys(app: &App) -> Vec<Line> {
    let modes: &[Mode] = match app.mode_beneath() {
        Mode::Table | Mode::Held | Mode::Choosing | Mode::Suits | Mode::Digits => {
            &[Mode::Table, Mode::Held]
        }
        Mode::Hand => &[Mode::Hand],
        Mode::Menu => &[Mode::Menu],
        Mode::Replay => &[Mode::Replay],
        _ => &[Mode::Ended],
    };
    let mut rows: Vec<(String, &str)> = Vec::new();
    let mut told: Vec<(&str, &str)> = Vec::new();
    let bindings = modes.iter().flat_map(|&mode| app.keymap.of(mode));
    for binding in bindings.filter(|binding| app.knows(binding.action) && !binding.keys.is_empty())
    {
        let this = (binding.name, binding.about);
        if told.contains(&this) {
            continue;
        }
        told.push(this);
        match rows.last_mut() {
            // Keys that nothing is said of go with those before: piles 2, 3, 4 with pile 1.
            Some((keys, _)) if binding.about.is_empty() => {
                keys.push(' ');
                keys.push_str(&names(binding));
            }
            _ => rows.push((names(binding), binding.about)),
        }
    }
    let mut lines = Vec::new();
    for (mut keys, about) in rows {
        let (columns, _) = room(app.size);
        for words in wrap(about, columns.saturating_sub(KEYS).max(1).into()) {
            lines.push(Line::Keys(std::mem::take(&mut keys), words));
        }
    }
    lines
}

fn names(binding: &Binding) -> String {
    let keys: Vec<String> = binding.keys.iter().map(ToString::to_string).collect();
    keys.join(" ")
}

/// The rules in lines of at most so many columns. They are written in lines of 76; where there are
/// fewer, each paragraph is broken anew.
fn words(text: &str, columns: u16) -> Vec<Line> {
    /// A line of fewer characters ends its paragraph.
    const FULL: usize = 60;
    if columns >= TEXT {
        return text.lines().map(|line| Line::Words(line.into())).collect();
    }
    let goes_on = |line: &&str, next: &&str| {
        line.chars().count() >= FULL && !next.is_empty() && !next.trim_start().starts_with("- ")
    };
    let written: Vec<&str> = text.lines().collect();
    let mut lines = Vec::new();
    for paragraph in written.chunk_by(goes_on) {
        let indent = paragraph[0].len() - paragraph[0].trim_start().len();
        let room = usize::from(columns).saturating_sub(indent + 2).max(1);
        let broken = wrap(&paragraph.join(" "), room);
        if broken.is_empty() {
            lines.push(Line::Words(String::new()));
        }
        let hangs = paragraph[0].trim_start().starts_with("- ");
        for (n, words) in broken.iter().enumerate() {
            let indent = if hangs && n > 0 { indent + 2 } else { indent };
            lines.push(Line::Words(format!("{:indent$}{words}", "")));
        }
    }
    lines
}
