//! The picture of a win: the cards of each foundation in a row over the whole window, with the result and
//! the keys below them.

use jiff::{SignedDuration, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::Widget;

use crate::cards::{Card, Suit};
use crate::game::{CardPosition, Game};
use crate::record::Win;
use crate::rules::PileId;
use crate::session::{GameOverSummary, Session, text};
use crate::stats_text::format_duration;
use crate::tui::action::Target;
use crate::tui::board::card::{draw_face, draw_left_edge, draw_shadow};
use crate::tui::board::layout::{CardLayout, FaceUpCard};
use crate::tui::context::Context;
use crate::tui::frame::Frame;
use crate::tui::grid::CARD_TEXT_PITCH;
use crate::tui::keymap::Button;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::{draw_buttons, fill, place_rows, wrap_buttons, write};
use crate::tui::wrap::{display_width, wrap};

/// Milliseconds after which the top cards fly from the foundations to their rows, the rows spread, and golden
/// columns run through them; and after which all stands still.
const FLIGHT: i64 = 300;
const SPREAD: i64 = FLIGHT + 150;
const GOLD: i64 = SPREAD + 720;
const END: i64 = GOLD + 800;
/// How often the golden columns run.
const GOLD_RUNS: i64 = 2;
/// Milliseconds from one frame to the next then.
const GOLD_FRAME: i64 = 33;
/// Milliseconds from one frame to the next before that.
const FLIGHT_FRAME: i64 = 75;
const SPREAD_FRAME: i64 = 60;

/// Limits of the size of a whole card, and of the columns from one card to the next.
const MAX_HEIGHT: u16 = 9;
const MIN_WHOLE_HEIGHT: u16 = 3;
const MIN_WIDTH: u16 = 6;
const MAX_WIDTH: u16 = 13;
const MAX_PITCH: u16 = 14;
/// Between two facts about the game.
const FACT_GAP: &str = " · ";

/// The golden column goes on by one card for each so many rows of the window with cards, so that a win takes
/// at most 60 kB. A row with text counts for more.
const ROWS_PER_STEP: usize = 16;
const TEXT_WEIGHT: usize = 3;

/// How far the picture of a win has come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum WinMotion {
    #[default]
    Finished,
    /// It starts once the last move has been shown.
    Due,
    Running {
        start: Timestamp,
        now: Timestamp,
    },
}

/// What the picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WinFrame {
    /// The table as it is.
    Table,
    /// The top cards on the way to their rows, after so many milliseconds.
    Flight(i64),
    /// So many cards of each row below its top card.
    Spread(usize),
    /// A golden column of cards, the first one being on the left.
    Golden(usize),
    Still,
}

impl WinMotion {
    /// Lets the motion start or go on.
    pub(super) fn advance(&mut self, now: Timestamp) {
        *self = match *self {
            WinMotion::Finished => WinMotion::Finished,
            WinMotion::Due => WinMotion::Running { start: now, now },
            WinMotion::Running { start, .. } => WinMotion::Running { start, now },
        };
        if self.elapsed() >= END {
            *self = WinMotion::Finished;
        }
    }

    /// Returns when the next frame is due, as long as there is one.
    pub(super) fn next_frame_at(self) -> Option<Timestamp> {
        let WinMotion::Running { now, .. } = self else {
            return None;
        };
        let frame = match self.elapsed() {
            elapsed @ ..FLIGHT => FLIGHT - elapsed,
            FLIGHT..SPREAD => FLIGHT_FRAME,
            SPREAD..GOLD => SPREAD_FRAME,
            GOLD.. => GOLD_FRAME,
        };
        now.checked_add(SignedDuration::from_millis(frame)).ok()
    }

    fn elapsed(self) -> i64 {
        match self {
            WinMotion::Running { start, now } => {
                let elapsed = now.duration_since(start).as_millis();
                i64::try_from(elapsed).unwrap_or(i64::MAX)
            }
            WinMotion::Due | WinMotion::Finished => i64::MAX,
        }
    }

    /// Returns the frame for rows of this many cards, whose golden column goes on by this many of them.
    fn frame(self, cards: usize, step: usize) -> WinFrame {
        let below_top = cards.saturating_sub(1);
        let part = |time: i64, of: i64| (time * below_top as i64 / of) as usize;
        match self.elapsed() {
            ..FLIGHT => WinFrame::Table,
            elapsed @ FLIGHT..SPREAD => WinFrame::Flight(elapsed - FLIGHT),
            elapsed @ SPREAD..GOLD => {
                let step = step.saturating_sub(1).max(1);
                WinFrame::Spread(part(elapsed - SPREAD, GOLD - SPREAD) / step * step)
            }
            elapsed @ GOLD..END if below_top > 0 => {
                let column = part((elapsed - GOLD) * GOLD_RUNS, END - GOLD) % below_top;
                WinFrame::Golden(below_top - 1 - column / step * step)
            }
            _ => WinFrame::Still,
        }
    }

    /// Draws the picture, with the keys that can be used. Text and keys need their rows first.
    pub(super) fn draw(
        self,
        session: &Session,
        keys: Vec<Button>,
        cx: &Context,
        table: &CardLayout,
        frame: &mut Frame,
        buf: &mut Buffer,
    ) {
        let theme = cx.theme();
        let below_header = table.area.height.saturating_sub(1);
        let area = Rect::new(0, table.area.y + 1, table.area.width, below_header);
        let max_width = area.width.saturating_sub(2);
        let lines = text_lines(session, cx, max_width.into());
        let button_rows = wrap_buttons(keys, max_width);
        let rows = sorted_cards(session.game());
        let cards = rows.iter().map(|(_, cards)| cards.len()).max().unwrap_or(0);
        let layout = |blank: u16| {
            let [cards_area, _, text_area, _, button_area] = area.layout(&Layout::vertical([
                Constraint::Fill(1),
                Constraint::Length(blank),
                Constraint::Length(lines.len() as u16),
                Constraint::Length(blank),
                Constraint::Length(button_rows.len() as u16),
            ]));
            let grid = RowGrid::fit(rows.len() as u16, cards as u16, cards_area);
            (grid, text_area, button_area)
        };
        // Blank rows only if that does not keep kings from being shown in full, or cards at all.
        let layouts = [layout(1), layout(0)];
        let roomy = [MIN_WHOLE_HEIGHT, 2].into_iter().find_map(|height| {
            let is_high = |grid: &RowGrid| grid.first.height >= height;
            let mut layouts = layouts.into_iter();
            layouts.find(|(grid, ..)| grid.as_ref().is_some_and(is_high))
        });
        let (grid, text_area, button_area) = roomy.unwrap_or(layouts[1]);
        let weight = grid.map_or(0, |grid| {
            (usize::from(grid.first.height) + TEXT_WEIGHT) * rows.len()
        });
        let buttons = place_rows(&button_rows, button_area);
        frame.add_target(Target::Panel, area);
        frame.add_buttons(&buttons);
        let win_frame = self.frame(cards, (weight / ROWS_PER_STEP).max(1));
        if win_frame == WinFrame::Table {
            return;
        }
        fill(buf, area, " ", theme[Role::Background]);
        if let Some(grid) = grid {
            for (row, (pile, cards)) in rows.iter().enumerate() {
                let source = table.area_of(CardPosition::new(*pile, 0)).unwrap_or(area);
                draw_row(row, cards, source, &grid, win_frame, theme, buf);
            }
        }
        if matches!(win_frame, WinFrame::Golden(_) | WinFrame::Still) {
            Text::from(lines).centered().render(text_area, buf);
            draw_buttons(&buttons, theme[Role::Strong], theme[Role::Dim], buf);
        }
    }
}

/// Where the rows of cards are.
#[derive(Clone, Copy, Debug)]
struct RowGrid {
    /// The first row: its whole cards are at most this high.
    first: Rect,
    card_width: u16,
    /// Columns from one card to the next.
    pitch: u16,
    /// Rows from one row of cards to the next.
    row_pitch: u16,
}

impl RowGrid {
    /// Fits so many rows of so many cards into an area. `None` if it has no room for them.
    fn fit(rows: u16, cards: u16, area: Rect) -> Option<RowGrid> {
        let row_pitch = area.height.checked_div(rows)?.min(MAX_HEIGHT + 1);
        let gap = u16::from(row_pitch > 2);
        let height = row_pitch - gap;
        let below_top = cards.checked_sub(1)?;
        let columns = area.width.saturating_sub(2);
        let room = columns.checked_sub(below_top * CARD_TEXT_PITCH)?;
        let card_width = (2 * height + 3).clamp(MIN_WIDTH, MAX_WIDTH).min(room);
        let pitch = (columns - card_width).checked_div(below_top);
        let pitch = pitch.unwrap_or(0).min(MAX_PITCH);
        let block = area.centered(
            Constraint::Length(below_top * pitch + card_width),
            Constraint::Length(rows * row_pitch - gap),
        );
        (height > 0 && card_width >= MIN_WIDTH).then_some(RowGrid {
            first: Rect { height, ..block },
            card_width,
            pitch,
            row_pitch,
        })
    }

    /// Returns the cells of a whole card.
    fn card(&self, row: usize, column: usize) -> Rect {
        Rect {
            x: self.first.x + column as u16 * self.pitch,
            y: self.first.y + row as u16 * self.row_pitch,
            width: self.card_width,
            ..self.first
        }
    }
}

/// Draws a row of cards, each below the next one.
fn draw_row(
    row: usize,
    cards: &[Card],
    source: Rect,
    grid: &RowGrid,
    win_frame: WinFrame,
    theme: &Theme,
    buf: &mut Buffer,
) {
    let Some((&top, below)) = cards.split_last() else {
        return;
    };
    let shown = match win_frame {
        WinFrame::Table | WinFrame::Flight(_) => 0,
        WinFrame::Spread(shown) => shown.min(below.len()),
        WinFrame::Golden(_) | WinFrame::Still => below.len(),
    };
    for (column, &card) in below.iter().enumerate().take(shown) {
        let face = if win_frame == WinFrame::Golden(column) {
            theme[Role::SelectedCard]
        } else {
            theme[Role::CardFace]
        };
        let area = Rect {
            width: grid.pitch,
            ..grid.card(row, column)
        };
        draw_covered_card(card, face, theme, area, buf);
        if column > 0 {
            // Always in the same color: that takes fewer bytes.
            draw_left_edge(theme[Role::CardFace], theme, area, buf);
        }
    }
    let mut area = grid.card(row, shown);
    match win_frame {
        WinFrame::Golden(_) | WinFrame::Still => {
            let style = theme[Role::CardFace];
            draw_face(FaceUpCard::plain(top), style, theme, area, buf);
            draw_left_edge(style, theme, area, buf);
        }
        WinFrame::Flight(elapsed) => {
            area.x = between(source.x, area.x, elapsed);
            area.y = between(source.y, area.y, elapsed);
            draw_covered_card(top, theme[Role::CardFace], theme, area, buf);
        }
        // Without its picture it takes fewer bytes to move.
        _ => draw_covered_card(top, theme[Role::CardFace], theme, area, buf),
    }
}

/// Returns a coordinate on the way from a pile to its row.
fn between(from: u16, to: u16, elapsed: i64) -> u16 {
    let (from, to) = (i64::from(from), i64::from(to));
    (from + (to - from) * elapsed / (SPREAD - FLIGHT)) as u16
}

/// Draws a card of which only the left part is visible.
fn draw_covered_card(card: Card, face: Style, theme: &Theme, area: Rect, buf: &mut Buffer) {
    fill(buf, area, " ", face);
    let text = theme.card_text(card);
    let style = theme.suit_style(card.suit(), face);
    write(buf, area.x + 1, area.y, &text, style);
    draw_shadow(theme, area, buf);
}

/// Returns the piles of a won game with their cards, as they lie on the foundations. Discards are sorted
/// by suit.
fn sorted_cards(game: &Game) -> Vec<(PileId, Vec<Card>)> {
    let table = game.table();
    let piles = game.rules().layout().positions.into_iter();
    let foundations = piles.filter(|position| position.pile.is_foundation());
    let rows: Vec<(PileId, Vec<Card>)> = foundations
        .map(|position| (position.pile, table.pile(position.pile).to_vec()))
        .collect();
    if !rows.is_empty() {
        return rows;
    }
    let suit = |suit| {
        let discards = table.pile(PileId::DISCARDS).iter().copied();
        let mut cards: Vec<Card> = discards.filter(|card| card.suit() == suit).collect();
        cards.sort_by_key(|card| card.rank());
        (PileId::DISCARDS, cards)
    };
    Suit::ALL.map(suit).into()
}

/// Returns the text below the cards: that the game is won, how, and where its record goes.
fn text_lines(session: &Session, cx: &Context, max_width: usize) -> Vec<Line<'static>> {
    let theme = cx.theme();
    let played = session.played();
    let title = match played.win() {
        Some(Win::Solved) => "★  S O L V E D  ★",
        Some(Win::Clean) => "★  C L E A N  W I N  ★",
        _ => "★  W O N  ★",
    };
    let Some(summary) = GameOverSummary::new(session, &cx.results) else {
        return Vec::new();
    };
    let comparison = summary.comparison;
    let mut facts = vec![
        text::moves_text(session),
        format_duration(played.header.seconds),
    ];
    facts.extend(summary.help);
    facts.extend(summary.streak);
    facts.extend(comparison.map(|text| text[..1].to_lowercase() + &text[1..]));
    let mut text: Vec<String> = Vec::new();
    for fact in facts {
        let fits = |line: &&mut String| {
            usize::from(display_width(line) + display_width(&fact)) + FACT_GAP.len() <= max_width
        };
        match text.last_mut().filter(fits) {
            Some(line) => *line += &format!("{FACT_GAP}{fact}"),
            None => text.push(fact),
        }
    }
    let record = cx.export_path.as_deref().map(text::record_goes_to);
    let title_style = theme[Role::Accent].add_modifier(Modifier::BOLD);
    let mut lines = vec![Line::styled(title, title_style)];
    let text = text.into_iter().map(|line| (line, theme[Role::Text]));
    let record = record.map(|line| (line, theme[Role::Dim]));
    for (text, style) in text.chain(record) {
        let wrapped = wrap(&text, max_width).into_iter();
        lines.extend(wrapped.map(|line| Line::styled(line, style)));
    }
    lines
}
