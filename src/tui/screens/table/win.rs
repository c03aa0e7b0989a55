//! The picture of a win: the cards of each foundation in a row over the whole window, with the result
//! below them.

use jiff::SignedDuration;
use ratatui::layout::{Constraint, Flex, Layout, Margin, Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::Widget;

use crate::cards::{Card, Rank, Suit};
use crate::game::{CardPosition, Game};
use crate::record::Win;
use crate::rules::{PileId, Table};
use crate::session::{GameOverSummary, Session, text};
use crate::stats_text::format_clock;
use crate::tui::action::Target;
use crate::tui::board::BoardView;
use crate::tui::board::animation::{between, elapsed};
use crate::tui::board::card::{draw_face, draw_left_edge, draw_pips, draw_shadow};
use crate::tui::board::layout::{CardLayout, FaceUpCard, text_inset};
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::grid::{CARD_TEXT_WIDTH, PICTURE_HEIGHT, min_margin, odd_card_height};
use crate::tui::theme::{Role, Theme, glyphs, on_face};
use crate::tui::wrap::wrap;

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

/// Limits of the size of a whole card; two decks, which take more bytes, are two rows lower.
const MAX_HEIGHT: u16 = 12;
const MIN_WIDTH: u16 = 3;
const MAX_WIDTH: u16 = 17;
/// Width of a low card, if there is room for it.
const LOW_WIDTH: u16 = 7;
/// The number of suits, and in a suit of cards that the next one covers in part, and of whole ones: ten and courts.
const SUITS: u16 = Suit::ALL.len() as u16;
const RIBBONS: u16 = 9;
const WHOLE: u16 = 4;
/// The highest rank that the golden column runs through.
const GOLDEN: u16 = RIBBONS + 1;
/// Between two facts about the game.
const FACT_GAP: &str = " · ";

/// The golden column goes on by one card for each so many rows of the window with cards, so that a win takes
/// at most 60 kB. A row with text counts for more.
const ROWS_PER_STEP: u16 = 16;
const TEXT_WEIGHT: u16 = 3;
/// Below a table, a suit has one row for each so many of the table, and these at least.
const ROWS_PER_PITCH: u16 = 12;
const MIN_PITCH: u16 = 2;

/// How far the picture of a win has come, until it stands still.
#[derive(Clone, Copy, Debug, Default)]
pub struct WinMotion {
    /// When it started, once the last move has been shown.
    start: Option<SignedDuration>,
    now: SignedDuration,
}

impl WinMotion {
    /// Lets the motion start or go on; `None` at its end.
    pub(super) fn advanced(self, now: SignedDuration) -> Option<WinMotion> {
        let start = self.start.or(Some(now));
        let motion = WinMotion { start, now };
        (motion.elapsed() < END).then_some(motion)
    }

    /// Returns when the next frame is due, once it has started.
    pub(super) fn next_frame_at(self) -> Option<SignedDuration> {
        self.start?;
        let frame = match self.elapsed() {
            elapsed @ ..FLIGHT => FLIGHT - elapsed,
            FLIGHT..SPREAD => FLIGHT_FRAME,
            SPREAD..GOLD => SPREAD_FRAME,
            GOLD.. => GOLD_FRAME,
        };
        Some(self.now + SignedDuration::from_millis(frame))
    }

    fn elapsed(self) -> i64 {
        elapsed(self.start.unwrap_or(self.now), self.now)
    }
}

/// Draws the picture of a game, with lines of text, which need their rows first.
pub fn draw_win(
    motion: Option<WinMotion>,
    game: &Game,
    lines: Vec<Line<'static>>,
    table: &CardLayout,
    canvas: &mut Canvas<'_>,
) {
    let theme = canvas.theme;
    let elapsed = motion.map_or(i64::MAX, WinMotion::elapsed);
    let mut area = table.area;
    (area.y, area.height) = (area.y + 1, area.height.saturating_sub(1));
    let suits = piles_by_suit(game, game.table());
    let decks = suits.iter().map(Vec::len).max().unwrap_or(0) as u16;
    let text_height = lines.len() as u16;
    let max_height = MAX_HEIGHT - 2 * u16::from(decks > 1);
    let pitch = |blank: u16| {
        let rows = area.height.saturating_sub(text_height + 2 * blank) + 1;
        (rows / SUITS).min(max_height + 1)
    };
    // Blank rows around the text only where the cards keep a row for their pips.
    let blank = u16::from(pitch(1) > decks + 1);
    let pitch = pitch(blank);
    let card_rows = (SUITS * pitch).saturating_sub(blank);
    let heights = [card_rows, text_height];
    let rows = Layout::vertical(heights.map(Constraint::Length));
    let [cards_area, text_area] = area.layout(&rows.spacing(blank).flex(Flex::Center));
    canvas.add_target(Target::Panel, area);
    if elapsed < FLIGHT {
        return;
    }
    canvas.fill(area, " ", theme[Role::Background]);
    if elapsed >= GOLD {
        Text::from(lines).centered().render(text_area, canvas.buf);
    }
    let columns = cards_area.inner(Margin::new(min_margin(area.width), 0));
    if let Some(grid) = SuitGrid::fit(decks, pitch, columns) {
        canvas.frame.content = canvas.frame.content.union(grid.block);
        draw_suits(&suits, &grid, decks, elapsed, table, canvas);
    }
}

/// Draws the cards that are home as they lie in the picture of a win, once no pile hides a card and there is room for them
/// below the table.
pub fn draw_cards_home(game: &Game, board: &BoardView, area: Rect, canvas: &mut Canvas<'_>) {
    let (layout, table) = (&board.layout, board.shown_table(game));
    let has_hidden = table
        .pile_ids()
        .iter()
        .any(|pile| pile.is_tableau() && table.face_down(pile) > 0);
    if has_hidden {
        return;
    }
    let suits = piles_by_suit(game, table);
    if suits.iter().flatten().all(|(_, cards)| cards.is_empty()) {
        return;
    }
    let decks = game.rules().info().decks as u16;
    // From the height of the window, so that nothing changes its place.
    let pitch = (area.height / ROWS_PER_PITCH).max(MIN_PITCH);
    let height = Constraint::Length(SUITS * pitch);
    let [below] = area.layout(&Layout::vertical([height]).flex(Flex::End));
    let columns = below.inner(Margin::new(min_margin(area.width), 0));
    let grid = SuitGrid::fit(decks, pitch, columns);
    let Some(grid) = grid.filter(|_| layout.bottom() < below.y) else {
        return;
    };
    for (row, suit) in (0..).zip(Suit::ALL) {
        for rank in (1..).map_while(Rank::new) {
            let Rect { x, y, .. } = grid.place(row, 0, Card::new(rank, suit));
            canvas.write(x + 1, y, "·", canvas.theme[Role::Dim]);
        }
    }
    draw_suits(&suits, &grid, decks, END, layout, canvas);
}

/// Draws the cards after so many milliseconds: those on top fly from the table, the others spread, and a golden column
/// runs through them.
fn draw_suits(
    suits: &[Vec<(PileId, Vec<Card>)>],
    grid: &SuitGrid,
    decks: u16,
    elapsed: i64,
    table: &CardLayout,
    canvas: &mut Canvas<'_>,
) {
    let theme = canvas.theme;
    let rows = (grid.first.height + TEXT_WEIGHT * decks) * SUITS;
    let step = (rows / ROWS_PER_STEP).max(1);
    let part =
        |from: i64, to: i64, of: u16| ((elapsed - from) * i64::from(of) / (to - from)) as u16;
    // The golden column leaves the pips behind.
    let golden = match elapsed {
        ..GOLD => GOLDEN,
        GOLD..END => GOLDEN - part(GOLD, END, GOLDEN) / step * step,
        END.. => 0,
    };
    for (row, piles) in (0..).zip(suits) {
        for (deck, (pile, cards)) in (0..).zip(piles) {
            let Some((&top, others)) = cards.split_last() else {
                continue;
            };
            let target = grid.place(row, deck, top);
            if elapsed < SPREAD {
                let from = table.area_of(CardPosition::new(*pile, 0));
                let from = from.unwrap_or(target);
                let (flown, flight) = (elapsed - FLIGHT, SPREAD - FLIGHT);
                let x = between(from.x, target.x, flown, flight);
                let y = between(from.y, target.y, flown, flight);
                draw_ribbon(top, theme[Role::CardFace], Rect { x, y, ..target }, canvas);
                continue;
            }
            let shown = match (elapsed, others.len() as u16) {
                (..GOLD, count) => part(SPREAD, GOLD, count) / step * step,
                (_, count) => count,
            };
            for &card in others[..shown.into()].iter().chain([&top]) {
                let rank = u16::from(card.rank().number());
                let area = grid.place(row, deck, card);
                let is_golden = rank == golden && elapsed >= GOLD;
                let face = theme[if is_golden {
                    Role::SelectedCard
                } else {
                    Role::CardFace
                }];
                if usize::from(deck) + 1 < piles.len() {
                    draw_covered(card, face, area, canvas);
                } else if rank > golden {
                    draw_at_rest(card, area, grid.first.width, canvas);
                } else {
                    draw_ribbon(card, face, area, canvas);
                }
            }
        }
    }
}

/// Where the cards are: a row a suit, with whole cards at its end, and before them the others, each covered in part by
/// the next one. Those of the second deck lie on those of the first, a row lower.
struct SuitGrid {
    /// The cells of all.
    block: Rect,
    /// The first whole card of the first suit.
    first: Rect,
    /// Columns of each of the other cards.
    ribbon: u16,
    /// Rows from one suit to the next.
    pitch: u16,
}

impl SuitGrid {
    /// Fits the suits of so many decks into the columns of an area. `None` if it has no room for them.
    fn fit(decks: u16, pitch: u16, area: Rect) -> Option<SuitGrid> {
        let gap = u16::from(pitch > decks);
        let height = (pitch + 1).checked_sub(gap + decks);
        let height = height.filter(|height| *height > 0)?;
        let of_width = |width: u16| {
            let room = area.width.checked_sub(WHOLE * (width + 1) - 1)?;
            // It shows the pips in the middle of a card.
            let ribbon = (room / RIBBONS).min(width.max(6) - 2);
            (ribbon >= CARD_TEXT_WIDTH.max(width / 2 + 2)).then_some((width, ribbon))
        };
        // At most as wide as a playing card of this height, and then odd, so that pictures are in the middle.
        let max_width = ((3 * height / 2) | 1).clamp(LOW_WIDTH, MAX_WIDTH);
        let mut widths = (MIN_WIDTH..=max_width).rev();
        let (width, ribbon) = widths.find_map(of_width)?;
        let block = Constraint::Length(RIBBONS * ribbon + WHOLE * (width + 1) - 1);
        let block = area.centered_horizontally(block);
        let Rect { x, y, .. } = block;
        Some(SuitGrid {
            block,
            first: Rect::new(x + RIBBONS * ribbon, y, width, odd_card_height(height)),
            ribbon,
            pitch,
        })
    }

    /// Returns the cells of a card.
    fn place(&self, suit: u16, deck: u16, card: Card) -> Rect {
        let Rect { x, y, width, .. } = self.first;
        let y = y + suit * self.pitch + deck;
        let rank = u16::from(card.rank().number()) - 1;
        let (x, width) = match rank.checked_sub(RIBBONS) {
            Some(whole) => (x + whole * (width + 1), width),
            None => (x - (RIBBONS - rank) * self.ribbon, self.ribbon),
        };
        Rect {
            x,
            y,
            width,
            ..self.first
        }
    }
}

/// Draws a card without pips or picture, as if another one covered its lower right part.
fn draw_ribbon(card: Card, face: Style, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    canvas.fill(area, " ", face);
    let rank = u16::from(card.rank().number());
    let inset = match rank {
        ..=RIBBONS => u16::from(area.width > CARD_TEXT_WIDTH),
        _ => text_inset(area),
    };
    let style = theme.suit_style(card.suit(), face);
    canvas.write(area.x + inset, area.y, &theme.card_text(card), style);
    if inset > 0 && rank <= GOLDEN {
        // Always in the same color: that takes fewer bytes.
        draw_left_edge(theme[Role::CardFace], area, canvas);
    }
    draw_shadow(area, canvas);
}

/// Draws the first row of a card that a card of the other deck covers.
fn draw_covered(card: Card, face: Style, area: Rect, canvas: &mut Canvas<'_>) {
    let row = Rect { height: 1, ..area };
    draw_ribbon(card, face, row, canvas);
    let edge = on_face(canvas.theme[Role::CardEdge], face);
    let is_blank = |cell: &Position| canvas.buf[*cell].symbol() == " ";
    let row = row.intersection(canvas.buf.area);
    let blanks: Vec<Position> = row.positions().filter(is_blank).collect();
    for Position { x, y } in blanks {
        canvas.write(x, y, glyphs::NEXT_CARD_EDGE, edge);
    }
}

/// Draws the visible part of a card `width` columns wide, with its pips or its picture.
fn draw_at_rest(card: Card, area: Rect, width: u16, canvas: &mut Canvas<'_>) {
    let face = canvas.theme[Role::CardFace];
    let rank = u16::from(card.rank().number());
    let (is_whole, is_low) = (rank > RIBBONS, area.height < PICTURE_HEIGHT);
    if is_whole {
        draw_face(FaceUpCard::plain(card), face, area, canvas);
    } else {
        draw_ribbon(card, face, area, canvas);
    }
    if rank == GOLDEN && area.width >= LOW_WIDTH {
        draw_left_edge(face, area, canvas);
    }
    if is_low || !is_whole {
        draw_pips(card, face, width, area, canvas);
    }
}

/// Returns the foundations of a game with their cards as they lie, for each suit. Discards are sorted.
fn piles_by_suit(game: &Game, table: &Table) -> [Vec<(PileId, Vec<Card>)>; Suit::ALL.len()] {
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

/// Returns the text below the cards: that the game is won, how, and where its record goes.
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
    let facts = [time].into_iter().chain(summary.help);
    let facts = facts.chain(comparison).chain(summary.streak);
    let facts: Vec<String> = [text::moves_text(session)]
        .into_iter()
        .chain(facts)
        .collect();
    let facts = wrap(&facts.join(FACT_GAP), max_width.into());
    let record = cx.record_notice();
    let record = wrap(&record.unwrap_or_default(), max_width.into());
    let mut lines = title_lines(title, facts, theme);
    lines.extend(styled(record, theme[Role::Dim]));
    lines
}

/// Returns the title of the picture, and what there is to say about the game.
pub fn title_lines(title: &'static str, facts: Vec<String>, theme: &Theme) -> Vec<Line<'static>> {
    let title_style = theme[Role::Accent].add_modifier(Modifier::BOLD);
    let title = Line::styled(title, title_style);
    let facts = styled(facts, theme[Role::Text]);
    std::iter::once(title).chain(facts).collect()
}

fn styled(lines: Vec<String>, style: Style) -> impl Iterator<Item = Line<'static>> {
    let lines = lines.into_iter();
    lines.map(move |line| Line::styled(line, style))
}

/// The title of a game that is won.
pub const WON: &str = "★  W O N  ★";
