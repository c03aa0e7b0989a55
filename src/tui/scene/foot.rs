//! The keys at the bottom, and what is picked up.

use ratatui::layout::Rect;

use super::end::leads_on;
use super::{Hit, Scene, Shape};
use crate::cards::Card;
use crate::tui::action::Action;
use crate::tui::app::{App, Line, Mode};
use crate::tui::keymap::Key;
use crate::tui::seat::{Pending, Seat};
use crate::tui::wrap::width;

/// Adds the line of keys to a scene, unless a message has its row. While a deal is looked for that
/// can be won, how far that is stands there instead.
pub(super) fn lay_out(app: &App, scene: &mut Scene) {
    if let Some(seeking) = &app.seeking {
        scene.lead = seeking.words();
        return;
    }
    let typing = app.mode() == Mode::Typing;
    let shared = scene.message == scene.keys;
    if shared && !typing && app.message.is_some() {
        return;
    }
    if let (Mode::Held | Mode::Choosing | Mode::Suits | Mode::Digits, Some(seat)) =
        (app.mode(), &app.seat)
    {
        scene.lead = lead(seat, app);
    }
    let start = match width(&scene.lead) {
        // The keys stand clear of the longest line that can be typed, and its cursor.
        _ if shared && typing => AFTER_LINE,
        0 => 1,
        lead => 1 + lead + BETWEEN,
    };
    scene.add_buttons(app, start);
}

impl Scene {
    /// The keys of the mode from a column on, as many as there is room for; of those left out the
    /// last are spared.
    fn add_buttons(&mut self, app: &App, start: u16) {
        let mut named: Vec<_> = app
            .keymap
            .of(app.foot())
            .filter(|binding| !binding.brief.is_empty() && app.offers(binding.action))
            .filter(|binding| app.mode() != Mode::Ended || !leads_on(binding.action))
            .filter_map(|binding| Some((*binding.keys.first()?, binding)))
            .map(|(key, binding)| {
                let brief = app.brief(binding);
                let width = width(&format!("{key} {brief}"));
                (key, brief, binding.action, width)
            })
            .collect();
        let whole = |named: &[(Key, &str, Action, u16)]| -> u16 {
            named.iter().map(|(.., width)| width + BETWEEN).sum()
        };
        let spared = |(_, _, action, _): &(Key, &str, Action, u16)| {
            matches!(action, Action::Help | Action::Close | Action::LetGo)
        };
        let room = self.area.width + BETWEEN;
        let free = |item: &super::Item| item.area.bottom() < self.keys;
        let spare = app.mode() == Mode::Menu && self.items.iter().all(free);
        if start + whole(&named) + 1 > room && spare {
            // Where nothing lies above them the keys of the menu take two rows.
            let mut x = start;
            let first = named.iter().take_while(|(.., width)| {
                x += width + BETWEEN;
                x < room
            });
            let rest = named.split_off(first.count());
            self.add_row(named, start, self.keys - 1);
            named = rest;
        }
        while !named.is_empty() && start + whole(&named) + 1 > room {
            let last = named.iter().rposition(|one| !spared(one));
            named.remove(last.unwrap_or(named.len() - 1));
        }
        self.add_row(named, start, self.keys);
    }

    fn add_row(&mut self, named: Vec<(Key, &'static str, Action, u16)>, start: u16, y: u16) {
        let mut x = start;
        for (key, brief, action, width) in named {
            let area = Rect::new(x, y, width, 1);
            self.add(area, Shape::Button(key, brief), Hit::Button(action));
            x += width + BETWEEN;
        }
    }
}

/// The cells between two buttons.
const BETWEEN: u16 = 3;

/// The cells of the words before a typed line.
const PROMPT: u16 = 6;

/// The column after the longest line that can be typed, its cursor and a gap.
const AFTER_LINE: u16 = 1 + PROMPT + Line::LONGEST + 1 + BETWEEN;

/// What is picked up or half typed, in words.
fn lead(seat: &Seat, app: &App) -> String {
    if let Some(Pending::Choice(_)) = seat.pending {
        return "home to which?".into();
    }
    if let Some(Pending::Foundation) = seat.pending {
        return "foundation of".into();
    }
    if let Some(Pending::Reserve(tens)) = seat.pending {
        let tens = tens.map_or("_".into(), |tens| tens.to_string());
        return format!("reserve card {tens}_");
    }
    let cards = seat.held_cards();
    if cards.is_empty() || seat.held.is_none() {
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
    let places = match seat.targets().len() {
        0 => "no place takes it".to_owned(),
        _ => format!("{} can take it", app.look.glyphs().target),
    };
    format!("picked up {named}   {places}")
}
