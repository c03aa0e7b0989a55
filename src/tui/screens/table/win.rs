//! The picture of a win: the cards of each foundation in a row over the whole window, with the result and
//! the keys below them.

use jiff::{SignedDuration, Timestamp};
use ratatui::layout::{Constraint, Flex, Layout, Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::Widget;

use crate::cards::{Card, Suit};
use crate::game::{CardPosition, Game};
use crate::record::Win;
use crate::rules::PileId;
use crate::session::{GameOverSummary, Session, text};
use crate::stats_text::format_clock;
use crate::tui::action::Target;
use crate::tui::board::animation::elapsed;
use crate::tui::board::card::{draw_face, draw_left_edge, draw_shadow};
use crate::tui::board::layout::{CardLayout, FaceUpCard};
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::grid::{CARD_TEXT_PITCH, CARD_TEXT_WIDTH};
use crate::tui::keymap::Button;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::buttons::{draw_button_rows, wrap_buttons};
use crate::tui::wrap::{display_width, wrap};

/// Milliseconds after which the top cards fly from the foundations to their rows, the rows spread, and a golden
/// column runs through them; and after which all stands still.
const FLIGHT: i64 = 300;
const SPREAD: i64 = FLIGHT + 150;
const GOLD: i64 = SPREAD + 720;
const END: i64 = GOLD + 800;
/// Milliseconds from one frame to the next while the golden column runs.
const GOLD_FRAME: i64 = 33;
/// Milliseconds from one frame to the next before that.
const FLIGHT_FRAME: i64 = 75;
const SPREAD_FRAME: i64 = 60;

/// Limits of the size of a court card, which is two rows lower with two decks, and maximum columns of each other card.
const MAX_HEIGHT: u16 = 9;
const MIN_WIDTH: u16 = 3;
const MAX_WIDTH: u16 = 13;
const MAX_RIBBON: u16 = 6;
/// The number of suits, and in a suit of ranks below the courts, and of courts.
const SUITS: u16 = Suit::ALL.len() as u16;
const RIBBONS: u16 = 10;
const COURTS: u16 = 3;
/// Height of the cards from which on there are pictures and pips.
const LOW_HEIGHT: u16 = 5;
/// Height of the window below the header from which on there are blank rows.
const ROOMY_HEIGHT: u16 = 18;
/// Between two facts about the game.
const FACT_GAP: &str = " · ";

/// The golden column goes on by one card for each so many rows of the window with cards, so that a win takes
/// at most 60 kB. A row with text counts for more.
const ROWS_PER_STEP: u16 = 16;
const TEXT_WEIGHT: u16 = 3;

/// How far the picture of a win has come, until it stands still.
#[derive(Clone, Copy, Debug, Default)]
pub struct WinMotion {
    /// When it started, once the last move has been shown.
    start: Option<Timestamp>,
    now: Timestamp,
}

impl WinMotion {
    /// Lets the motion start or go on; `None` at its end.
    pub(super) fn advanced(self, now: Timestamp) -> Option<WinMotion> {
        let start = self.start.or(Some(now));
        let motion = WinMotion { start, now };
        (motion.elapsed() < END).then_some(motion)
    }

    /// Returns when the next frame is due, once it has started.
    pub(super) fn next_frame_at(self) -> Option<Timestamp> {
        self.start?;
        let frame = match self.elapsed() {
            elapsed @ ..FLIGHT => FLIGHT - elapsed,
            FLIGHT..SPREAD => FLIGHT_FRAME,
            SPREAD..GOLD => SPREAD_FRAME,
            GOLD.. => GOLD_FRAME,
        };
        let frame = SignedDuration::from_millis(frame);
        self.now.checked_add(frame).ok()
    }

    fn elapsed(self) -> i64 {
        elapsed(self.start.unwrap_or(self.now), self.now)
    }
}

/// Draws the picture of a game, with lines of text and the keys that can be used, which need their rows first.
pub fn draw_win(
    motion: Option<WinMotion>,
    game: &Game,
    lines: Vec<Line<'static>>,
    keys: Vec<Button>,
    table: &CardLayout,
    canvas: &mut Canvas<'_>,
) {
    let theme = canvas.theme;
    let elapsed = motion.map_or(i64::MAX, WinMotion::elapsed);
    let mut area = table.area;
    (area.y, area.height) = (area.y + 1, area.height.saturating_sub(1));
    let keys = wrap_buttons(keys, area.width.saturating_sub(2));
    let suits = piles_by_suit(game);
    let decks = suits.iter().map(Vec::len).max().unwrap_or(0) as u16;
    let blank = u16::from(area.height >= ROOMY_HEIGHT);
    let text_height = lines.len() as u16;
    let others = text_height + keys.len() as u16 + 3 * blank;
    let pitch = SuitGrid::pitch(area.height.saturating_sub(others), decks);
    let card_rows = (SUITS * pitch).saturating_sub(blank);
    let heights = [card_rows, text_height, keys.len() as u16];
    let rows = Layout::vertical(heights.map(Constraint::Length));
    let [cards_area, text_area, key_area] = area.layout(&rows.spacing(blank).flex(Flex::Center));
    canvas.add_target(Target::Panel, area);
    if elapsed < FLIGHT {
        return;
    }
    canvas.fill(area, " ", theme[Role::Background]);
    if elapsed >= GOLD {
        Text::from(lines).centered().render(text_area, canvas.buf);
        draw_button_rows(&keys, key_area, [Role::Strong, Role::Dim], canvas);
    }
    let columns = Rect {
        y: cards_area.y,
        height: cards_area.height,
        ..canvas.frame.content
    };
    let Some(grid) = SuitGrid::fit(decks, pitch, columns) else {
        return;
    };
    let rows = (grid.court.height + TEXT_WEIGHT * decks) * SUITS;
    let step = (rows / ROWS_PER_STEP).max(1);
    let part =
        |from: i64, to: i64, of: u16| ((elapsed - from) * i64::from(of) / (to - from)) as u16;
    let gold = (GOLD..END).contains(&elapsed).then(|| {
        let column = part(GOLD, END, RIBBONS);
        RIBBONS - 1 - column / step * step
    });
    for (row, piles) in (0..).zip(&suits) {
        for (deck, (pile, cards)) in (0..).zip(piles) {
            let place = |card: Card| grid.place(row, deck, card);
            let (Some(&top), count) = (cards.last(), cards.len() as u16) else {
                continue;
            };
            let shown = match elapsed {
                ..SPREAD => 0,
                SPREAD..GOLD => part(SPREAD, GOLD, count - 1) / step * step,
                _ => count,
            };
            for &card in &cards[..shown.into()] {
                let (face, area) = (theme[Role::CardFace], place(card));
                let rank = u16::from(card.rank().number());
                if rank > RIBBONS && elapsed >= GOLD {
                    draw_face(FaceUpCard::plain(card), face, area, canvas);
                    if area.height < LOW_HEIGHT {
                        let row = area.inner(Margin::new(0, area.height / 2));
                        let pip = theme.pip(card.suit()).to_string();
                        let style = theme.suit_style(card.suit(), face);
                        canvas.write_centered(row, &pip, style);
                    }
                } else if elapsed >= END {
                    draw_ribbon(card, face, area, canvas);
                    draw_pips(card, face, area, canvas);
                } else if gold == Some(rank - 1) {
                    draw_ribbon(card, theme[Role::SelectedCard], area, canvas);
                } else {
                    draw_ribbon(card, face, area, canvas);
                }
            }
            // The top card goes ahead; without its picture it takes fewer bytes to move.
            if let Some(&next) = cards.get(usize::from(shown)) {
                let (from, mut to) = (table.area_of(CardPosition::new(*pile, 0)), place(next));
                if let Some(from) = from.filter(|_| elapsed < SPREAD) {
                    to.x = between(from.x, to.x, elapsed);
                    to.y = between(from.y, to.y, elapsed);
                }
                draw_ribbon(top, theme[Role::CardFace], to, canvas);
            }
        }
    }
}

/// Where the cards are: a row a suit, with the courts at its end as whole cards, and before them the others, those
/// of the second deck a row lower than those of the first.
struct SuitGrid {
    /// The first court of the first suit.
    court: Rect,
    decks: u16,
    /// Columns of each of the other cards.
    ribbon: u16,
    /// Rows from one suit to the next.
    pitch: u16,
}

impl SuitGrid {
    /// Returns the rows from one suit to the next in an area of this height, where the last one has a blank row too.
    fn pitch(height: u16, decks: u16) -> u16 {
        let max_height = MAX_HEIGHT + 2 - 2 * decks.min(2);
        ((height + 1) / SUITS).min(max_height + 1)
    }

    /// Fits the suits of so many decks into the columns of an area. `None` if it has no room for them.
    fn fit(decks: u16, pitch: u16, area: Rect) -> Option<SuitGrid> {
        let gap = u16::from(pitch > decks);
        let height = pitch.checked_sub(gap).filter(|height| *height >= decks)?;
        let (columns, courts) = (area.width, COURTS * decks);
        let of_width = |ribbon: u16| {
            let room = columns.checked_sub(RIBBONS * ribbon + 1)?;
            let room = room.checked_div(courts)?;
            let width = room.checked_sub(1)?.min(2 * height + 3).min(MAX_WIDTH);
            (width >= MIN_WIDTH).then_some(width)
        };
        let mut ribbons = (CARD_TEXT_WIDTH..=CARD_TEXT_PITCH).rev();
        let width = ribbons.find_map(of_width)?;
        let ribbon = ((columns - 1 - courts * (width + 1)) / RIBBONS).min(MAX_RIBBON);
        // Nothing covers the last ribbon, which is a column wider if it shows more than its text.
        let ribbons = RIBBONS * ribbon + 1;
        let width_of_all = ribbons + courts * (width + 1);
        let block = area.centered_horizontally(Constraint::Length(width_of_all));
        let court = Rect::new(block.x + ribbons + 1, block.y, width, height);
        Some(SuitGrid {
            court,
            decks,
            ribbon,
            pitch,
        })
    }

    /// Returns the cells of a card.
    fn place(&self, suit: u16, deck: u16, card: Card) -> Rect {
        let Rect { x, y, .. } = self.court;
        let y = y + suit * self.pitch;
        let rank = u16::from(card.rank().number()) - 1;
        match rank.checked_sub(RIBBONS) {
            Some(court) => Rect {
                x: x + (deck * COURTS + court) * (self.court.width + 1),
                y,
                ..self.court
            },
            None => {
                let x = x - 2 - (RIBBONS - rank) * self.ribbon;
                let is_last = rank + 1 == RIBBONS && self.ribbon > CARD_TEXT_WIDTH;
                let width = self.ribbon + u16::from(is_last);
                let height = self.court.height + 1 - self.decks;
                Rect::new(x, y + deck, width, height)
            }
        }
    }
}

/// Returns a coordinate on the way from a pile to its row.
fn between(from: u16, to: u16, elapsed: i64) -> u16 {
    let (from, to) = (i64::from(from), i64::from(to));
    (from + (to - from) * (elapsed - FLIGHT) / (SPREAD - FLIGHT)) as u16
}

/// Draws a card of which only the left part is visible.
fn draw_ribbon(card: Card, face: Style, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    canvas.fill(area, " ", face);
    let inset = u16::from(area.width > CARD_TEXT_WIDTH);
    let style = theme.suit_style(card.suit(), face);
    canvas.write(area.x + inset, area.y, &theme.card_text(card), style);
    if inset > 0 {
        // Always in the same color: that takes fewer bytes.
        draw_left_edge(theme[Role::CardFace], area, canvas);
    }
    draw_shadow(area, canvas);
}

/// Draws the left column of a card's pips below its rank, if it is high.
fn draw_pips(card: Card, face: Style, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let count = match card.rank().number() {
        _ if area.height + 1 < LOW_HEIGHT => 0,
        ..=3 => 0,
        4..=5 => 2,
        6..=8 => 3,
        _ => 4.min(area.height - 1),
    };
    let (style, pip) = (theme.suit_style(card.suit(), face), theme.pip(card.suit()));
    for index in 0..count {
        let y = area.y + 1 + (2 * index + 1) * (area.height - 1) / (2 * count);
        canvas.write(area.x + area.width / 2, y, &pip.to_string(), style);
    }
}

/// Returns the piles of a won game with their cards as they lie on the foundations, for each suit. Discards are
/// sorted.
fn piles_by_suit(game: &Game) -> [Vec<(PileId, Vec<Card>)>; Suit::ALL.len()] {
    let table = game.table();
    let layout = game.rules().layout().positions.into_iter();
    let piles = layout.map(|position| position.pile);
    let foundations: Vec<PileId> = piles.filter(|pile| pile.is_foundation()).collect();
    Suit::ALL.map(|suit| {
        let cards_of = |pile| {
            let cards = table.pile(pile).iter().copied();
            cards.filter(|card| card.suit() == suit)
        };
        let piles = foundations.iter();
        let piles = piles.map(|pile| (*pile, cards_of(*pile).collect()));
        let mut piles: Vec<(PileId, Vec<Card>)> = piles.collect();
        piles.retain(|(_, cards)| !cards.is_empty());
        if piles.is_empty() {
            let mut cards: Vec<Card> = cards_of(PileId::DISCARDS).collect();
            cards.sort_by_key(|card| card.rank());
            piles.push((PileId::DISCARDS, cards));
        }
        piles
    })
}

/// Returns the text below the cards: that the game is won, how, and where its record goes. Facts that do not fit are
/// left out.
pub(super) fn text_lines(session: &Session, cx: &Context, max_width: u16) -> Vec<Line<'static>> {
    let theme = cx.theme();
    let played = session.played();
    let Some(summary) = GameOverSummary::new(session, &cx.profile.saves) else {
        return Vec::new();
    };
    let title = match summary.win {
        Some(Win::Solved) => "★  S O L V E D  ★",
        Some(Win::Clean) => "★  C L E A N  W I N  ★",
        _ => WON,
    };
    let time = format_clock(played.header.seconds);
    let comparison = summary.comparison;
    let comparison = comparison.map(|text| text[..1].to_lowercase() + &text[1..]);
    let facts = [time].into_iter().chain(comparison);
    let facts = facts.chain(summary.help).chain(summary.streak);
    let facts = facts.fold(text::moves_text(session), |line, fact| {
        let longer = format!("{line}{FACT_GAP}{fact}");
        let has_room = display_width(&longer) <= max_width;
        if has_room { longer } else { line }
    });
    let record = cx.export_path.as_deref().map(text::record_goes_to);
    let record = record.map_or_else(Vec::new, |text| wrap(&text, max_width.into()));
    let record = record
        .into_iter()
        .map(|line| Line::styled(line, theme[Role::Dim]));
    title_lines(title, facts, theme)
        .into_iter()
        .chain(record)
        .collect()
}

/// Returns the title of the picture, and what there is to say about the game.
pub fn title_lines(title: &'static str, facts: String, theme: &Theme) -> [Line<'static>; 2] {
    let title_style = theme[Role::Accent].add_modifier(Modifier::BOLD);
    [
        Line::styled(title, title_style),
        Line::styled(facts, theme[Role::Text]),
    ]
}

/// The title of a game that is won.
pub const WON: &str = "★  W O N  ★";
