//! Drawing a table, its header and the cards above it.

use super::card;
use super::markers::Markers;
use super::view::TableView;
use crate::cards::Card;
use crate::describe::progress_word;
use crate::rules::{Move, PileId};
use crate::session::text;
use crate::stats_text;
use crate::storage::settings::BoolSetting;
use crate::tui::painter::Painter;
use crate::tui::services::Services;
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// Digits of the number of moves for which the header has room.
const MOVE_NUMBER_DIGITS: usize = 3;

impl TableView {
    /// Draws the table and its header.
    pub fn render(&self, services: &Services, painter: &mut Painter<'_>) {
        self.draw_header(services, painter);
        let markers = Markers::new(self);
        for item in &self.layout.items {
            card::draw(painter, item, &markers);
        }
        if self.is_hand_game() {
            self.draw_hand_caption(painter);
        }
    }

    /// Draws the name of the game, the seed, the number of moves, the clock, the verdict, unusual options and
    /// the number of cards that are home. The first part that does not fit is left out, as are those after
    /// it.
    fn draw_header(&self, services: &Services, painter: &mut Painter<'_>) {
        let (content, session) = (self.layout.content, &self.session);
        let game = self.game();
        let rules = game.rules();
        let info = rules.info();
        let home = format!("{}/{}", game.foundation_cards(), game.deck().len());
        let word = format!("{} ", progress_word(game));
        let end = content.right();
        let progress_width = display_width(&word) + display_width(&home);
        let mut parts = Vec::new();
        if let Some(error) = session.save_state().error() {
            parts.push((error.label().into(), StyleRole::Error));
        }
        if let Some(seed) = game.seed() {
            parts.push((format!("seed {seed}"), StyleRole::Dim));
        }
        if let Some(difficulty) = session.difficulty() {
            parts.push((difficulty.as_str().into(), StyleRole::Text));
        }
        parts.push((format!("move {}", game.moves().len()), StyleRole::Dim));
        if services.settings.is_on(BoolSetting::Clock) {
            let seconds = session.played().seconds;
            parts.push((stats_text::format_clock(seconds), StyleRole::Dim));
        }
        if let Some(verdict) = session.status_label() {
            parts.push((verdict.into(), StyleRole::Text));
        }
        if let Some(odds) = session.shown_odds(&services.play_options()) {
            parts.push((text::brief_odds(odds), StyleRole::Text));
        }
        // Shown during the whole game, so that the options after it stay where they are.
        let redeals_used = game.table().redeals_used();
        let redeals = rules.redeals_left(game.table());
        if let Some(redeals) = redeals.filter(|redeals| redeals + redeals_used > 0) {
            parts.push((format!("redeals left {redeals}"), StyleRole::Dim));
        }
        let options = rules.options();
        for (option, (name, value)) in info.options.iter().zip(options.iter()) {
            if value != option.default_value() {
                parts.push((format!("{name} {value}"), StyleRole::Dim));
            }
        }
        let mut x = painter.write(content.x, 0, info.title, StyleRole::Strong) + 2;
        // Leave room for more digits, so that the same parts fit whatever the number of moves.
        let digits = game.moves().len().to_string().len();
        let reserved = u16::try_from(MOVE_NUMBER_DIGITS.saturating_sub(digits)).unwrap_or(0);
        for (part, role) in parts {
            let fits = |part: &str| x + display_width(part) + reserved + progress_width + 2 < end;
            // Text in parentheses is the first to be left out.
            let short = part.split(" (").next().unwrap_or(&part);
            let Some(part) = [&*part, short].into_iter().find(|part| fits(part)) else {
                break;
            };
            x = painter.write(x, 0, part, role) + 3;
        }
        let x = end.saturating_sub(progress_width);
        let x = painter.write(x, 0, &word, StyleRole::Dim);
        painter.write(x, 0, &home, StyleRole::Accent);
    }

    /// Draws the cards above the table.
    pub fn render_floating(&self, painter: &mut Painter<'_>) {
        for floating in &self.layout.floating_cards {
            match floating.card {
                Some(card) => card::draw_face(painter, floating.area, card, floating.style),
                None => card::draw_back(painter, floating.area, ""),
            }
        }
        let first = self.layout.floating_cards.first();
        if let (Some(first), Some(drag)) = (first, self.drag) {
            Markers::new(self).draw_drag_marker(painter, first.area, drag.over);
        }
    }

    /// Draws the next step and its reason below the cards in play.
    fn draw_hand_caption(&self, painter: &mut Painter<'_>) {
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
        let layout = &self.layout;
        painter.write_centered(layout.area, layout.caption_row, &text, StyleRole::Dim);
    }
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
