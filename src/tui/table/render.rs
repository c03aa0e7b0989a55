//! Drawing a table, its header and the cards above it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::card::{
    CardBack, CardFace, EmptyPile, FaceDownPile, direction_arrow, draw_foundation_labels,
    draw_reserve_number,
};
use super::layout::{ItemKind, TableItem};
use super::markers::{Markers, has_cursor_edge};
use super::view::TableView;
use crate::cards::{Card, Rank};
use crate::describe::home_word;
use crate::game::CardPosition;
use crate::presentation::Accepts;
use crate::rules::{Move, PileId, PileKind};
use crate::session::text;
use crate::stats_text;
use crate::storage::settings::Setting;
use crate::tui::context::Context;
use crate::tui::theme::Theme;
use crate::tui::widgets::{fill, write, write_centered};
use crate::tui::wrap::display_width;

/// Digits of the number of moves for which the header has room.
const MOVE_NUMBER_DIGITS: usize = 3;

impl TableView {
    /// Draws the table below its header.
    pub fn render(&self, theme: &Theme, buf: &mut Buffer) {
        let markers = Markers::new(self, theme);
        for item in &self.layout.items {
            draw_item(item, &markers, buf);
            markers.draw_marker(item, buf);
        }
        if self.is_hand_game() {
            self.draw_hand_caption(theme, buf);
        }
    }

    /// Returns the parts of the header of a game in play: the seed, the number of moves, the clock, the
    /// verdict and unusual options.
    pub fn header_parts(&self, cx: &Context) -> Vec<(String, Style)> {
        let (theme, session) = (&cx.theme, &self.session);
        let game = self.game();
        let rules = game.rules();
        let mut parts = Vec::new();
        if let Some(error) = session.save_state().error() {
            parts.push((error.label().into(), theme.error));
        }
        if let Some(day) = session.played().header.daily {
            parts.push((text::daily_deal(day), theme.text));
        } else {
            if let Some(seed) = game.seed() {
                parts.push((format!("seed {seed}"), theme.dim));
            }
            if let Some(difficulty) = session.difficulty() {
                parts.push((difficulty.as_str().into(), theme.text));
            }
        }
        parts.push((format!("move {}", game.moves().len()), theme.dim));
        if cx.settings.is_on(Setting::Clock) {
            let seconds = session.played().header.seconds;
            parts.push((stats_text::format_clock(seconds), theme.dim));
        }
        if let Some(verdict) = session.advisor().status_label() {
            parts.push((verdict.into(), theme.text));
        }
        let odds = session.advisor().shown_odds(&cx.settings);
        if let Some(odds) = odds.and_then(text::brief_odds) {
            parts.push((odds, theme.text));
        }
        // Shown during the whole game, so that the options after it stay where they are.
        let redeals_used = game.table().redeals_used();
        let redeals = rules.redeals_left(game.table());
        if let Some(redeals) = redeals.filter(|redeals| redeals + redeals_used > 0) {
            parts.push((format!("redeals left {redeals}"), theme.dim));
        }
        // The first preset is the usual one.
        let mut presets = rules.info().presets.iter().skip(1);
        let preset = presets.find(|preset| rules.options().match_preset(preset));
        parts.extend(preset.map(|preset| (preset.name.into(), theme.dim)));
        let is_named = |name| {
            let mut named = preset.iter().flat_map(|preset| &preset.options);
            named.any(|(other, _)| *other == name)
        };
        let options = rules.options();
        for (option, (name, value)) in rules.info().options.iter().zip(options.iter()) {
            if value != option.default_value() && !is_named(name) {
                parts.push((format!("{name} {value}"), theme.dim));
            }
        }
        parts
    }

    /// Draws the header: the name of the game, some parts and the number of cards that are home. The first
    /// part that does not fit is left out, as are those after it.
    pub fn draw_header(&self, parts: Vec<(String, Style)>, theme: &Theme, buf: &mut Buffer) {
        let (game, content) = (self.game(), self.layout.content);
        let home = format!("{}/{}", game.foundation_cards(), game.deck().len());
        let word = format!("{} ", home_word(game));
        let end = content.right();
        let home_width = display_width(&word) + display_width(&home);
        let title = game.rules().info().title;
        let mut x = write(buf, content.x, 0, title, theme.strong) + 2;
        // Leave room for more digits, so that the same parts fit whatever the number of moves.
        let digits = game.moves().len().to_string().len();
        let reserved = u16::try_from(MOVE_NUMBER_DIGITS.saturating_sub(digits)).unwrap_or(0);
        for (part, style) in parts {
            let fits = |part: &str| x + display_width(part) + reserved + home_width + 2 < end;
            // Text in parentheses is the first to be left out.
            let short = part.split(" (").next().unwrap_or(&part);
            let Some(part) = [&*part, short].into_iter().find(|part| fits(part)) else {
                break;
            };
            x = write(buf, x, 0, part, style) + 3;
        }
        let x = end.saturating_sub(home_width);
        let x = write(buf, x, 0, &word, theme.dim);
        write(buf, x, 0, &home, theme.accent);
    }

    /// Draws the cards above the table.
    pub fn render_floating(&self, theme: &Theme, buf: &mut Buffer) {
        for floating in &self.layout.floating_cards {
            let change = floating
                .position
                .and_then(|at| self.last_diff.change_at(at));
            let style = match (self.drag, change) {
                (Some(_), _) => theme.selected_card,
                (None, Some(_)) => theme.moved_card,
                (None, None) => theme.card_face,
            };
            match floating.card {
                Some(card) => CardFace::new(card, style, theme).render(floating.area, buf),
                None => CardBack { text: "", theme }.render(floating.area, buf),
            }
        }
        let first = self.layout.floating_cards.first();
        if let (Some(first), Some(drag)) = (first, self.drag) {
            Markers::new(self, theme).draw_drag_marker(first.area, drag.over, buf);
        }
    }

    /// Draws the next step and its reason below the cards in play.
    fn draw_hand_caption(&self, theme: &Theme, buf: &mut Buffer) {
        let hand = self.game().table().pile(PileId::HAND);
        let window = self.board_layout.window.unwrap_or(0);
        let in_play = &hand[hand.len().saturating_sub(window)..];
        let (Some(&first), Some(&last)) = (in_play.first(), in_play.last()) else {
            return;
        };
        let text = match self.game().legal_moves()[..] {
            [] => "No moves left".to_owned(),
            [mv] => describe_move(mv, first, last, in_play.len()),
            [mv, ..] => format!("{}, or draw", describe_move(mv, first, last, in_play.len())),
        };
        let Rect { x, width, .. } = self.layout.area;
        let caption = Rect::new(x, self.layout.caption_row, width, 1);
        write_centered(buf, caption, &text, theme.dim);
    }
}

fn draw_item(item: &TableItem, markers: &Markers<'_>, buf: &mut Buffer) {
    let (area, theme) = (item.area, markers.theme);
    match item.kind {
        ItemKind::FaceUp {
            card,
            position,
            shaded,
            covered,
        } => {
            let style = markers.face_style(position, shaded);
            let face = CardFace::new(card, style, theme);
            CardFace { covered, ..face }.render(area, buf);
            let CardPosition { pile, .. } = position;
            let game = markers.table.game();
            let foundation = game.rules().foundation_count(game.table(), pile);
            if let Some(foundation) = foundation {
                draw_foundation_labels(&foundation, style, theme, area, buf);
            }
            if pile.kind() == PileKind::Reserve {
                draw_reserve_number(pile.number() + 1, style, theme, area, buf);
            }
        }
        ItemKind::FaceDown => CardBack { text: "", theme }.render(area, buf),
        ItemKind::Collapsed(count) => {
            let text = &format!("{}{count}", theme.glyphs().collapsed);
            CardBack { text, theme }.render(area, buf);
        }
        ItemKind::Hidden(count) => {
            fill(buf, area, " ", theme.background);
            write(buf, area.x, area.y, &format!("+{count}"), theme.accent);
        }
        ItemKind::FaceDownPile(count) => FaceDownPile { count, theme }.render(area, buf),
        ItemKind::EmptyPile(pile) => {
            let game = markers.table.game();
            let text = match game.rules().accepts(game.table(), pile) {
                Accepts::Card(card) if card.rank() == Rank::ACE => {
                    theme.pip(card.suit()).to_string()
                }
                Accepts::Card(card) => theme.card_text(card),
                Accepts::Rank(rank) => rank.label().to_owned(),
                Accepts::Any | Accepts::Nothing => String::new(),
            };
            let empty = EmptyPile {
                text: &text,
                outline: markers.outline_style(pile),
                theme,
            };
            empty.render(area, buf);
        }
        ItemKind::PileLabel(pile) => draw_pile_label(pile, markers, area, buf),
        ItemKind::FanArea => {}
    }
}

/// Draws the number of a pile, as on the key that moves from it, and the direction in which it is built
/// if the piles differ in that.
fn draw_pile_label(pile: PileId, markers: &Markers<'_>, area: Rect, buf: &mut Buffer) {
    let theme = markers.theme;
    // The key 0 is right of 9: it is the tenth pile.
    let number = (pile.number() + 1) % 10;
    let direction = markers.table.game().rules().build_direction(pile);
    let arrow = direction.map_or("", |direction| direction_arrow(direction, theme.glyphs()));
    let style = if markers.is_cursor_in(pile) && !has_cursor_edge(area) {
        theme.cursor
    } else if markers.accepts_selection(pile) {
        theme.drop_target_marker
    } else {
        theme.dim
    };
    write_centered(buf, area, &format!("{number}{arrow}"), style);
}

fn describe_move(mv: Move, first: Card, last: Card, count: usize) -> String {
    match mv {
        Move::DiscardAll => format!("{first} and {last}, same rank: discard all {count}"),
        Move::DiscardMiddle => format!("{first} and {last}, same suit: discard the two between"),
        Move::Draw => format!("{first} and {last} don't match: draw"),
        Move::Redeal => "Turn the discards over to redeal".into(),
        Move::Deal | Move::Transfer { .. } => mv.to_string(),
    }
}
