//! Page of the results screen: the finished games, what decided each, and the last table of the selected one.

use std::collections::HashMap;
use std::iter;
use std::ops::Range;

use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::text::Line;

use crate::cards::Card;
use crate::describe::{game_title, game_title_within, home_word, sentence};
use crate::game::Game;
use crate::record::{PlayedGame, SaveId};
use crate::review::{self, LossReason, ReviewError, Reviewer};
use crate::rules::PileKind;
use crate::stats_text::{self, format_clock};
use crate::storage::daily::DailyState;
use crate::storage::results::GameResult;
use crate::tui::action::{Action, Mode};
use crate::tui::board::BoardView;
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::theme::Role;
use crate::tui::widgets::list::{Column, ListRow, TITLE_WIDTH};
use crate::tui::widgets::track::draw_track;
use crate::tui::wrap::display_width;

/// The columns of the finished games.
pub(super) const COLUMNS: &[Column] = &[
    ("", Alignment::Left, 1),
    ("ended", Alignment::Left, 4),
    ("game", Alignment::Left, 0),
    ("deal", Alignment::Left, 6),
    ("moves", Alignment::Right, 5),
    ("time", Alignment::Right, 2),
    ("what decided it", Alignment::Left, 3),
];
/// What a game is that was [taken over](crate::storage::results::GameResult::taken_over).
const TAKEN_OVER: &str = "from a record or a replay, so it does not count";
/// Stands for what is not known.
pub(super) const UNKNOWN: &str = "–";
/// Rows of a page from which on the last cards of a game are shown, and from which on its whole table.
const MIN_ROWS_FOR_CARDS: u16 = 16;
const MIN_ROWS_FOR_TABLE: u16 = 28;
/// Rows of the last cards with the track, and of the two lines about a game where there is no room for them.
const CARDS_ROWS: u16 = 7;
const ABOUT_ROWS: u16 = 2;
/// Columns of a card, most cards of a pile, and fewest columns of the words beside all cards.
const CARD_WIDTH: u16 = 4;
const MAX_CARDS: usize = 3;
const MIN_WORDS_WIDTH: u16 = 24;

/// A finished game with its review, or why there is none.
pub(super) type FinishedGame = (PlayedGame, Result<Reviewer, ReviewError>);

/// Returns how many rows of a page are below the list.
pub(super) fn rows_below(rows: u16) -> u16 {
    match rows {
        MIN_ROWS_FOR_TABLE.. => rows * 3 / 5,
        MIN_ROWS_FOR_CARDS.. => CARDS_ROWS,
        _ => ABOUT_ROWS,
    }
}

/// Returns the rows of the games. What decided those that are visible is looked up once.
pub(super) fn rows(
    visible: Range<usize>,
    known: &mut HashMap<SaveId, Line<'static>>,
    cx: &Context,
) -> Vec<ListRow> {
    let (theme, zone) = (cx.theme(), (cx.time_zone)());
    let rows = cx.results().finished().enumerate().map(|(entry, result)| {
        let ended = result.ended.map(|ended| zone.to_datetime(ended));
        let ended = ended.map(|ended| ended.strftime("%-d %b").to_string());
        let name = game_title_within(&result.deal.rule_set, TITLE_WIDTH);
        let deal = match (result.header.daily, result.deal.seed) {
            (Some(_), _) => "daily".to_owned(),
            (None, Some(seed)) => seed.to_string(),
            (None, None) => UNKNOWN.to_owned(),
        };
        let decided = visible.contains(&entry).then(|| {
            let known = known.entry(result.id.clone());
            known.or_insert_with(|| decided(result, cx)).clone()
        });
        let cells = vec![
            theme
                .result_sign(DailyState::of(result), Role::Panel)
                .into(),
            ended.unwrap_or_default().into(),
            name.into(),
            deal.into(),
            result.moves.to_string().into(),
            format_clock(result.header.seconds).into(),
            decided.unwrap_or_default(),
        ];
        let style = theme[Role::Panel];
        ListRow {
            entry,
            cells,
            style,
        }
    });
    rows.collect()
}

/// Says what decided a game: of a win, what help there was, of a loss, what its review says.
fn decided(result: &GameResult, cx: &Context) -> Line<'static> {
    let review = cx.profile.small_files.review(&result.id);
    let help: Vec<String> = stats_text::help_texts(result).collect();
    let (text, role) = match review {
        _ if result.win().is_some() && help.is_empty() => ("without a mistake".into(), Role::Panel),
        _ if result.win().is_some() => (help.join(", "), Role::Panel),
        None => (UNKNOWN.to_owned(), Role::Dim),
        Some((review, _)) => match review.loss_reason() {
            LossReason::GivenUp => {
                let text = format!("given up, {}", review::decision_text(&review));
                (text, Role::Panel)
            }
            LossReason::Mistake => (review::decision_text(&review), Role::Error),
            _ => (review::decision_text(&review), Role::Panel),
        },
    };
    Line::styled(text, cx.theme().on_panel(role))
}

/// Draws the last position of a game, the words about it and its track, as far as there is room.
pub(super) fn draw_end(
    result: &GameResult,
    game: Option<&FinishedGame>,
    cx: &Context,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let style = canvas.theme[Role::Panel];
    let facts = facts(result);
    let Some((played, review)) = game.filter(|_| area.height > ABOUT_ROWS) else {
        return canvas.write_cut(area, &facts, style);
    };
    let review = review.as_ref().ok();
    let review = review.filter(|review| review.review.is_complete);
    let status = review.map(|review| cx.review_status(review, Mode::Results, Action::Select));
    let has_table = area.height > CARDS_ROWS;
    let [table, _, mut words, _, track] = area.layout(&Layout::vertical([
        Constraint::Fill(1),
        Constraint::Length(u16::from(has_table)),
        Constraint::Length(if has_table { 2 } else { 0 }),
        Constraint::Length(1),
        Constraint::Length(1),
    ]));
    let text = if has_table {
        BoardView::draw_preview(&played.game, table, cx, canvas);
        iter::once(facts)
            .chain(status)
            .collect::<Vec<_>>()
            .join(". ")
    } else {
        let width = draw_last_cards(&played.game, table, canvas);
        let (x, width) = (table.x + width, table.width.saturating_sub(width));
        words = Rect { x, width, ..table };
        status.unwrap_or(facts)
    };
    canvas.write_cut(words, &text, style);
    if let Some(review) = review {
        let moves = review.game.moves().len();
        draw_track(review.review.proofs, moves, None, track, canvas);
    }
}

/// Says of a game which deal it is, how it ended, and with what help.
fn facts(result: &GameResult) -> String {
    let title = game_title(&result.deal.rule_set);
    // The row has the whole title, unless it is long.
    let title = Some(title).filter(|title| usize::from(display_width(title)) > TITLE_WIDTH);
    let daily = result.header.daily.map(stats_text::daily_name);
    let outcome = Some(stats_text::outcome_text(result));
    let taken_over = result.taken_over.then(|| TAKEN_OVER.to_owned());
    let help = stats_text::help_texts(result);
    let parts = [title, daily, outcome, taken_over].into_iter().flatten();
    sentence(&parts.chain(help).collect::<Vec<_>>().join(", "))
}

/// Writes the last cards of each pile on strips of paper, below those of the foundations. Backs are left out.
/// Returns how many columns they take.
fn draw_last_cards(game: &Game, area: Rect, canvas: &mut Canvas<'_>) -> u16 {
    let (theme, table) = (canvas.theme, game.table());
    let (mut home, mut columns, mut reserve) = (Vec::new(), Vec::new(), Vec::new());
    for pile in table.pile_ids().iter() {
        let cards = table.face_up(pile);
        match pile.kind() {
            PileKind::Foundation => home.extend(table.top(pile)),
            PileKind::Stock | PileKind::Discards => {}
            PileKind::Tableau | PileKind::Waste => {
                columns.push(&cards[cards.len().saturating_sub(MAX_CARDS)..]);
            }
            PileKind::Hand => columns.extend(cards.chunks(1)),
            PileKind::Reserve => reserve.extend_from_slice(cards),
        }
    }
    columns.extend(reserve.chunks(MAX_CARDS));
    let room = area.width.saturating_sub(MIN_WORDS_WIDTH) / CARD_WIDTH;
    let hidden = columns.len().saturating_sub(room.into());
    let mut write = |(column, y): (usize, u16), card: Card| {
        let style = theme.suit_style(card.suit(), theme[Role::CardFace]);
        let x = area.x + column as u16 * CARD_WIDTH;
        canvas.write(x, y, &format!("{:>3}", theme.card_text(card)), style) + 1
    };
    let mut end = area.x;
    for (column, cards) in columns[hidden..].iter().enumerate() {
        for (y, card) in (area.y + 2..area.bottom()).zip(*cards) {
            end = write((column, y), *card).max(end);
        }
    }
    let home = home.iter().take((area.width / CARD_WIDTH).into());
    let x = home
        .enumerate()
        .fold(area.x, |_, (column, card)| write((column, area.y), *card));
    let (count, deck) = (game.rules().cards_home(table), game.deck().len());
    let count = format!("{count} of {deck} {}", home_word(game));
    let (width, height) = (area.right().saturating_sub(x), 1);
    let row = Rect {
        x,
        width,
        height,
        ..area
    };
    canvas.write_cut(row, &count, theme.on_panel(Role::Dim));
    end.max(x + display_width(&count)) + 2 - area.x
}
