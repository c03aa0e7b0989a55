//! The page of keys: what they and the mouse do, grouped by purpose.

use strum::VariantArray;

use super::line::{HelpLine, KEY_COLUMN_WIDTH};
use crate::tui::action::{Action, Mode};
use crate::tui::keymap::{KeyGroup, Keymap};
use crate::tui::wrap::wrap;

/// Returns the heading. In a list of entries the first group is not about cards.
fn heading(group: KeyGroup, has_cards: bool) -> &'static str {
    match group {
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

/// Keys or a movement of the mouse, and what they do.
pub(super) type KeyRow = (KeyGroup, String, &'static str);

/// What the mouse does at a table of piles, at a game played in the hand, and on all other screens.
const TABLE_MOUSE: &[(&str, &str)] = &[
    ("click", "select cards; then where they go"),
    ("drag", "move cards"),
    ("double click", "send home; else to the only legal target"),
    ("right click", "cancel"),
    ("wheel", "select more or fewer cards of a pile"),
    ("click on the stock", "turn or deal its cards"),
    ("click below the table", "press the key that is named there"),
];
const HAND_MOUSE: &[(&str, &str)] = &[
    ("click on the deck", "next step"),
    ("click below the table", "press the key that is named there"),
];
const LIST_MOUSE: &[(&str, &str)] = &[
    ("click", "select; again: change or open"),
    ("wheel", "line up or down"),
    ("click on a key", "press the key"),
];

/// Returns the keys of some modes and what they do, each pair once, and what the mouse does there.
pub(super) fn rows(
    keymap: &Keymap,
    modes: &[Mode],
    applies: impl Fn(Action) -> bool,
    has_mouse: bool,
) -> Vec<KeyRow> {
    let rows = keymap.help_rows(modes, applies).into_iter().map(|row| {
        let keys: Vec<String> = row.keys.iter().map(ToString::to_string).collect();
        (row.group, keys.join(" "), row.help)
    });
    let mouse = if !has_mouse {
        &[]
    } else if modes.contains(&Mode::Table) {
        TABLE_MOUSE
    } else if modes.contains(&Mode::HandGame) {
        HAND_MOUSE
    } else {
        LIST_MOUSE
    };
    let mouse = mouse
        .iter()
        .map(|&(does, text)| (KeyGroup::Mouse, does.to_owned(), text));
    rows.chain(mouse).collect()
}

/// Returns the lines of the page, each group below its heading.
pub(super) fn lines(rows: &[KeyRow], width: u16) -> Vec<HelpLine> {
    let text_width = width.saturating_sub(KEY_COLUMN_WIDTH).max(1);
    let has_cards = rows.iter().any(|(group, ..)| *group == KeyGroup::Undo);
    let mut lines = Vec::new();
    for &group in KeyGroup::VARIANTS {
        let of_group: Vec<&KeyRow> = rows.iter().filter(|row| row.0 == group).collect();
        if of_group.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(HelpLine::Text(String::new()));
        }
        lines.push(HelpLine::Text(heading(group, has_cards).to_owned()));
        for (_, keys, text) in of_group {
            let mut keys = keys.clone();
            for line in wrap(text, text_width.into()) {
                lines.push(HelpLine::Keys(std::mem::take(&mut keys), line));
            }
        }
    }
    lines
}
