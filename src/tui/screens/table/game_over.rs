//! Game-over panel: how the game ended, the cards of a win, and the keys to use next.

use std::iter;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect, Size};
use ratatui::style::Style;
use ratatui::text::{Line, Text};
use ratatui::widgets::Widget;

use crate::cards::{Card, Rank, Suit};
use crate::escape::escape_text;
use crate::session::{Command, GameOverSummary, Session};
use crate::storage::results::GameOutcome;
use crate::tui::action::{Action, Mode, Target};
use crate::tui::board::BoardView;
use crate::tui::board::card::CardFace;
use crate::tui::board::layout::CardLayout;
use crate::tui::context::Context;
use crate::tui::frame::HitArea;
use crate::tui::grid::{CARD_TEXT_PITCH, CARD_TEXT_WIDTH};
use crate::tui::keymap::Button;
use crate::tui::theme::Theme;
use crate::tui::widgets::panel::{self, Panel};
use crate::tui::widgets::{draw_buttons, fill, place_row, row_width, wrap_buttons};
use crate::tui::wrap::{display_width, wrap};

/// Size of the kings of a win, and columns from one to the next.
const KING_SIZE: Size = Size::new(9, 5);
const KING_PITCH: u16 = 14;
/// Width of the cards of a win, and height of the kings of a deck with the blank row below.
const WIN_CARDS_WIDTH: u16 = 12 * CARD_TEXT_PITCH + CARD_TEXT_WIDTH;
const KINGS_HEIGHT: u16 = KING_SIZE.height + 1;
/// Rows besides text, cards and keys: the border and the blank row before the keys.
const FRAME_ROWS: u16 = 3;
/// Columns besides them.
const FRAME_COLUMNS: u16 = 6;

/// Whether the panel shows the key of an action, so that the footer does not.
pub(super) fn is_panel_action(action: Action) -> bool {
    matches!(
        action,
        Action::NewDeal
            | Action::DealWithChoices
            | Action::Restart
            | Action::Game(Command::Undo | Command::UndoToWinnable)
            | Action::ShowSolution
            | Action::Replay
            | Action::Share
    )
}

/// Layout of the game-over panel.
#[derive(Clone, Debug)]
pub(super) struct GameOverPanel {
    area: Rect,
    /// The cards of a win: all decks, the kings large if there is room for them.
    win_cards: Vec<(Rect, Card)>,
    lines: Vec<(String, Style)>,
    text_area: Rect,
    buttons: Vec<Button>,
    /// Whether all cards are in the panel, so that the table need not be shown.
    hides_table: bool,
}

impl GameOverPanel {
    /// Computes the layout of the panel, with the keys of the actions that `can_use` allows. It is in
    /// the middle of the window, but higher or lower if it covers fewer cards there.
    pub(super) fn compute(
        session: &Session,
        can_use: impl Fn(Action) -> bool,
        cx: &Context,
        table: &CardLayout,
    ) -> GameOverPanel {
        let screen = table.area;
        let max_width = screen.width.saturating_sub(FRAME_COLUMNS);
        let mut lines = text_lines(session, cx, max_width);
        let buttons = cx
            .keymap
            .buttons(Mode::GameOver, |binding| match binding.action {
                action if !is_panel_action(action) || !can_use(action) => None,
                Action::Game(Command::Undo) if session.outcome() == GameOutcome::GivenUp => {
                    Some("continue")
                }
                _ => Some(binding.footer),
            });
        let button_rows = wrap_buttons(buttons, max_width);
        let decks = session.game().rules().info().decks as u16;
        let (deck_height, kings_height) = (4 * decks + 1, KINGS_HEIGHT * decks);
        let is_win = session.outcome() == GameOutcome::Won;
        let fixed_rows = button_rows.len() as u16 + FRAME_ROWS;
        // Whether there is room for cards of this height beside so many lines, below the header.
        let has_room = |lines: usize, cards_height: u16| {
            let height = lines as u16 + fixed_rows + cards_height;
            is_win && screen.width >= WIN_CARDS_WIDTH + FRAME_COLUMNS && height < screen.height
        };
        if is_win && !has_room(lines.len(), deck_height) {
            // The cards of a win need the room of blank lines.
            lines.retain(|(line, _)| !line.is_empty());
        }
        let mut heights = [(deck_height, kings_height), (deck_height, 0)].into_iter();
        let heights = heights.find(|(deck, kings)| has_room(lines.len(), deck + kings));
        let (deck_height, kings_height) = heights.unwrap_or((0, 0));
        let cards_width = if deck_height > 0 { WIN_CARDS_WIDTH } else { 0 };
        let lines_width = lines.iter().map(|(line, _)| display_width(line)).max();
        let buttons_width = button_rows.iter().map(|row| row_width(row)).max();
        let widths = [lines_width, buttons_width, Some(cards_width)];
        let width = widths.into_iter().flatten().max().unwrap_or(0) + FRAME_COLUMNS;
        let height = lines.len() as u16 + fixed_rows + deck_height + kings_height;
        let mut area = screen.centered(Constraint::Length(width), Constraint::Length(height));
        if !is_win {
            area.y = least_covering_row(area, table);
        }
        let cards_x = area.x + (width - cards_width) / 2;
        let mut win_cards = Vec::new();
        let has_kings = kings_height > 0;
        let (last_rank, indent) = if has_kings {
            (12, CARD_TEXT_PITCH / 2)
        } else {
            (13, 0)
        };
        for deck in (0..decks).filter(|_| deck_height > 0) {
            let top = area.y + 1 + kings_height + 4 * deck;
            win_cards.extend(deck_positions(cards_x + indent, top, last_rank));
            if has_kings {
                let top = area.y + 1 + KINGS_HEIGHT * deck;
                win_cards.extend(king_positions(cards_x, top));
            }
        }
        let inner = area.inner(Margin::new(1, 1));
        let [_, text_area, button_area] = inner.layout(&Layout::vertical([
            Constraint::Length(kings_height + deck_height),
            Constraint::Fill(1),
            Constraint::Length(button_rows.len() as u16),
        ]));
        let mut buttons = Vec::new();
        for (row, cells) in button_rows.iter().zip(button_area.rows()) {
            let cells = cells.centered_horizontally(Constraint::Length(row_width(row)));
            buttons.extend(place_row(row, cells.as_position(), screen));
        }
        GameOverPanel {
            area,
            win_cards,
            lines,
            text_area,
            buttons,
            hides_table: is_win,
        }
    }

    pub(super) fn hit_areas(&self) -> impl Iterator<Item = HitArea> {
        let panel = HitArea::of_target(Target::Panel, self.area);
        let buttons = self.buttons.iter().map(HitArea::of_button);
        iter::once(panel).chain(buttons)
    }

    pub(super) fn render(&self, board: &BoardView, theme: &Theme, buf: &mut Buffer) {
        if self.hides_table {
            for row in board.layout().area.rows().skip(1) {
                fill(buf, row, " ", theme.background);
            }
        }
        panel::dim(buf);
        Panel { title: "", theme }.render(self.area, buf);
        for &(area, card) in &self.win_cards {
            CardFace::new(card, theme.card_face, theme).render(area, buf);
        }
        let lines = self.lines.iter();
        let lines = lines.map(|(line, style)| Line::styled(line, *style).centered());
        Text::from_iter(lines).render(self.text_area, buf);
        draw_buttons(&self.buttons, theme.panel_strong, theme.panel, buf);
    }
}

/// Returns the text of the panel, wrapped to a width.
fn text_lines(session: &Session, cx: &Context, max_width: u16) -> Vec<(String, Style)> {
    let theme = cx.look.theme();
    let Some(summary) = GameOverSummary::new(session, &cx.results) else {
        return Vec::new();
    };
    let mut lines = vec![
        (summary.headline, theme.panel_strong),
        (String::new(), theme.panel),
    ];
    lines.extend(summary.cards_home.map(|text| (text, theme.panel)));
    let wrapped = |text: &str| {
        let lines = wrap(text, max_width.into()).into_iter();
        lines.map(|line| (line, theme.panel))
    };
    // The numbers of a record can be large enough to need several lines.
    lines.extend(wrapped(&summary.details));
    let comparison = summary.comparison;
    lines.extend(comparison.map(|text| (text, theme.panel_strong)));
    if session.advisor().is_loss_explained(cx.config.settings())
        && let Some(finished) = session.advisor().review()
    {
        let loss = finished.loss_text().filter(|_| !finished.is_at_start());
        let loss = loss.unwrap_or_default();
        if !loss.is_empty() {
            lines.push((String::new(), theme.panel));
        }
        lines.extend(wrapped(&loss).map(|(line, _)| (line, theme.panel_strong)));
        if finished.review().is_complete {
            let status = finished.status();
            let others = status.strip_prefix(&*loss).unwrap_or(&status).trim_start();
            lines.extend(wrapped(others).filter(|(line, _)| !line.is_empty()));
        }
        if finished.can_search_longer() && !finished.is_at_start() {
            let hint = cx.key_hint(Mode::GameOver, Action::Analyze, "search longer");
            lines.extend(hint.map(|text| (text, theme.panel)));
        }
    }
    if let Some(file) = &cx.export_path {
        let file = escape_text(&file.to_string_lossy());
        let text = format!("The record goes to {file} when you quit");
        lines.extend(wrapped(&text));
    }
    lines
}

/// Returns the row of a panel's top with which it covers the fewest cells of cards, as near to its own
/// as possible. The header stays visible if there is room.
fn least_covering_row(panel: Rect, table: &CardLayout) -> u16 {
    let covered = |y: u16| {
        let moved = Rect { y, ..panel };
        let cells = |card: Rect| card.intersection(moved).area();
        table.card_areas().map(cells).sum::<u32>()
    };
    let last = table.area.height.saturating_sub(panel.height);
    let rows = 1..=last;
    let best = rows.min_by_key(|&y| (covered(y), y.abs_diff(panel.y)));
    best.unwrap_or(panel.y)
}

/// Places the cards of a deck up to a rank in four rows of short cards.
fn deck_positions(left: u16, top: u16, last_rank: u8) -> impl Iterator<Item = (Rect, Card)> {
    let ranks = (0..).zip((1..=last_rank).filter_map(Rank::new));
    ranks.flat_map(move |(column, rank)| {
        (0..).zip(Suit::ALL).map(move |(row, suit)| {
            let x = left + column * CARD_TEXT_PITCH;
            let area = Rect::new(x, top + row, CARD_TEXT_WIDTH, 1);
            (area, Card::new(rank, suit))
        })
    })
}

/// Places the kings side by side.
fn king_positions(left: u16, top: u16) -> impl Iterator<Item = (Rect, Card)> {
    (0..).zip(Suit::ALL).map(move |(column, suit)| {
        let x = left + column * KING_PITCH;
        let area = Rect::new(x, top, KING_SIZE.width, KING_SIZE.height);
        (area, Card::new(Rank::KING, suit))
    })
}
