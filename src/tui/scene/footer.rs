//! The keys at the bottom, and what is picked up.

use ratatui::layout::Rect;

use super::game_over::is_game_over_action;
use super::{Hit, ItemKind, Scene};
use crate::cards::Card;
use crate::describe::approx_count;
use crate::tui::action::Action;
use crate::tui::app::{App, Mode, Prompt};
use crate::tui::keymap::Key;
use crate::tui::table_state::{PendingInput, TableState};
use crate::tui::wrap::display_width;

/// Adds the line of keys to a scene, unless a message has its row. While a deal is looked for that
/// can be won, how far that is stands there instead.
pub(super) fn lay_out(app: &App, scene: &mut Scene) {
    if let Some(search) = &app.deal_search {
        scene.status_prefix = format!(
            "Looking for a winnable deal: no. {} · any key cancels · {}",
            search.skipped() + 1,
            approx_count(search.total_positions(), "position")
        );
        return;
    }
    let typing = app.mode() == Mode::Prompt;
    let shared = scene.message_row == scene.footer_row;
    if shared && !typing && app.message.is_some() {
        return;
    }
    if let (
        Mode::Selected | Mode::ChooseFoundation | Mode::AwaitSuit | Mode::AwaitDigit,
        Some(seat),
    ) = (app.mode(), &app.table)
    {
        scene.status_prefix = status_prefix(seat, app);
    }
    let start = match display_width(&scene.status_prefix) {
        // The keys stand clear of the longest line that can be typed, and its cursor.
        _ if shared && typing => AFTER_PROMPT_COLUMN,
        0 => 1,
        lead => 1 + lead + BUTTON_GAP,
    };
    scene.add_buttons(app, start);
}

impl Scene {
    /// The keys of the mode from a column on, as many as there is room for; of those left out the
    /// last are spared.
    fn add_buttons(&mut self, app: &App, start: u16) {
        let mut named: Vec<_> = app
            .keymap
            .bindings(app.footer_mode())
            .filter(|binding| !binding.footer.is_empty() && app.is_enabled(binding.action))
            .filter(|binding| app.mode() != Mode::GameOver || !is_game_over_action(binding.action))
            .filter_map(|binding| Some((*binding.keys.first()?, binding)))
            .map(|(key, binding)| {
                let brief = app.footer_label(binding);
                let width = display_width(&format!("{key} {brief}"));
                (key, brief, binding.action, width)
            })
            .collect();
        let whole = |named: &[(Key, &str, Action, u16)]| -> u16 {
            named.iter().map(|(.., width)| width + BUTTON_GAP).sum()
        };
        let spared = |(_, _, action, _): &(Key, &str, Action, u16)| {
            matches!(action, Action::Help | Action::Close | Action::Cancel)
        };
        let room = self.area.width + BUTTON_GAP;
        let free = |item: &super::SceneItem| item.area.bottom() < self.footer_row;
        let spare = app.mode() == Mode::Menu && self.items.iter().all(free);
        if start + whole(&named) + 1 > room && spare {
            // Where nothing lies above them the keys of the menu take two rows.
            let mut x = start;
            let first = named.iter().take_while(|(.., width)| {
                x += width + BUTTON_GAP;
                x < room
            });
            let rest = named.split_off(first.count());
            self.add_button_row(named, start, self.footer_row - 1);
            named = rest;
        }
        while !named.is_empty() && start + whole(&named) + 1 > room {
            let last = named.iter().rposition(|one| !spared(one));
            named.remove(last.unwrap_or(named.len() - 1));
        }
        self.add_button_row(named, start, self.footer_row);
    }

    fn add_button_row(&mut self, named: Vec<(Key, &'static str, Action, u16)>, start: u16, y: u16) {
        let mut x = start;
        for (key, brief, action, width) in named {
            let area = Rect::new(x, y, width, 1);
            self.add(area, ItemKind::Button(key, brief), Hit::Button(action));
            x += width + BUTTON_GAP;
        }
    }
}

/// The cells between two buttons.
const BUTTON_GAP: u16 = 3;

/// The cells of the words before a typed line.
const PROMPT_WIDTH: u16 = 6;

/// The column after the longest line that can be typed, its cursor and a gap.
const AFTER_PROMPT_COLUMN: u16 = 1 + PROMPT_WIDTH + Prompt::MAX_LEN + 1 + BUTTON_GAP;

/// What is picked up or half typed, in words.
fn status_prefix(seat: &TableState, app: &App) -> String {
    if let Some(PendingInput::FoundationChoice(_)) = seat.pending_input {
        return "home to which?".into();
    }
    if let Some(PendingInput::FoundationSuit) = seat.pending_input {
        return "foundation of".into();
    }
    if let Some(PendingInput::ReserveNumber(tens)) = seat.pending_input {
        let tens = tens.map_or("_".into(), |tens| tens.to_string());
        return format!("reserve card {tens}_");
    }
    let cards = seat.selected_cards();
    if cards.is_empty() || seat.selection.is_none() {
        return String::new();
    }
    let named = match cards {
        [first, .., last] if cards.len() > 4 => {
            format!("{first}..{last} ({} cards)", cards.len())
        }
        _ => cards
            .iter()
            .map(Card::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    };
    let places = match seat.drop_targets().len() {
        0 => "no place takes it".to_owned(),
        _ => format!("{} can take it", app.appearance.glyphs().drop_target),
    };
    format!("picked up {named}   {places}")
}
