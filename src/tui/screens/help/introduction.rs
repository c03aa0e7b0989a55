//! The page that introduces a game: its goal, what goes on what, its unusual rule with an example, and tips.

use jiff::{SignedDuration, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::widgets::Widget;

use super::HelpLine;
use crate::rules::{ExampleStep, Introduction};
use crate::tui::board::card::draw_face;
use crate::tui::board::layout::FaceUpCard;
use crate::tui::context::Context;
use crate::tui::theme::{Role, Theme, on_face};
use crate::tui::widgets::write;

/// How often the example is shown.
const ROUNDS: usize = 2;
/// How long each step of it is shown.
const STEP_DURATION: SignedDuration = SignedDuration::from_millis(1800);
/// Columns between the first and the last step where the example stands still.
const STILL_GAP: u16 = 5;
const INDENT: u16 = 2;

/// Returns the lines of the page. The example takes empty lines.
pub(super) fn lines(introduction: &Introduction, width: u16) -> Vec<HelpLine> {
    let Introduction {
        goal,
        building,
        rule,
        tips,
        ..
    } = introduction;
    let text_width = usize::from(width.saturating_sub(INDENT));
    let heading = |text: &str| HelpLine::Text(text.to_owned());
    let mut lines = Vec::new();
    for (title, texts) in [
        ("THE GOAL", &[*goal, *building][..]),
        ("WHAT IS SPECIAL", &[*rule]),
    ] {
        lines.push(heading(title));
        let texts = texts.iter();
        lines.extend(texts.flat_map(|text| HelpLine::wrapped(text, text_width, ["  ", "  "])));
        lines.push(heading(""));
    }
    // Its piles, its caption and a blank row.
    let example_rows = match example_size(introduction.example).height {
        0 => 0,
        height => height + 2,
    };
    lines.extend((0..example_rows).map(|_| HelpLine::Example));
    lines.push(heading("TIPS"));
    let tip_width = text_width.saturating_sub(2);
    for tip in tips {
        lines.extend(HelpLine::wrapped(tip, tip_width, ["  - ", "    "]));
    }
    lines
}

/// State of the animated example.
#[derive(Clone, Debug, Default)]
pub(super) struct ExampleState {
    /// The number of steps before the one shown, in all rounds.
    steps: usize,
    /// When the next step is due; `None` if the example stands still.
    pub(super) next_step_at: Option<Timestamp>,
}

impl ExampleState {
    /// Starts the animation unless it has ended, or stops it where it is not wanted.
    pub(super) fn set_running(&mut self, is_running: bool, cx: &Context) {
        if !is_running || !cx.config.is_animation_enabled() {
            *self = ExampleState::default();
        } else if self.steps == 0 && self.next_step_at.is_none() {
            self.next_step_at = cx.now.checked_add(STEP_DURATION).ok();
        }
    }

    /// Goes to the next step if it is due. After the last one the example starts again, or stands still.
    pub(super) fn advance(&mut self, introduction: &Introduction, now: Timestamp) {
        if self.next_step_at.is_some_and(|due| due <= now) {
            self.steps += 1;
            let is_shown = self.steps < ROUNDS * introduction.example.len();
            let next = now.checked_add(STEP_DURATION).ok();
            self.next_step_at = next.filter(|_| is_shown);
        }
    }

    /// Draws the example in its lines, of which `first_row` is the first, if all are visible.
    pub(super) fn draw(
        &self,
        theme: &Theme,
        buf: &mut Buffer,
        introduction: &Introduction,
        text: Rect,
        first_row: u16,
    ) {
        let steps = introduction.example;
        let Size { width, height } = example_size(steps);
        let area = Rect::new(text.x + INDENT, first_row, width, height);
        let ([first, ..], Some(last)) = (steps, steps.last()) else {
            return;
        };
        if area.bottom() >= text.bottom() {
            return;
        }
        let shown = match self.next_step_at {
            Some(_) => &steps[self.steps % steps.len()],
            None => last,
        };
        write(
            buf,
            area.x,
            area.bottom(),
            shown.caption,
            theme[Role::Panel],
        );
        if self.next_step_at.is_some() {
            return draw_step(theme, buf, area, shown);
        }
        draw_step(theme, buf, area, first);
        let (cursor, x) = (theme.glyphs().cursor, area.right() + STILL_GAP / 2);
        write(buf, x, area.y + 1, cursor, theme[Role::PanelStrong]);
        let second = Rect::new(area.right() + STILL_GAP, area.y, width, height);
        draw_step(theme, buf, second, last);
    }
}

/// Size of a card, and columns from one pile to the next.
const CARD_SIZE: Size = Size::new(5, 3);
const PILE_PITCH: u16 = CARD_SIZE.width + 1;

/// Returns the size in which every step of an example fits.
fn example_size(example: &[ExampleStep]) -> Size {
    let piles = example.iter().map(|step| step.piles.len()).max();
    let all_piles = example.iter().flat_map(|step| step.piles);
    let cards = all_piles.map(|pile| pile.split(' ').count()).max();
    let (Some(piles), Some(cards)) = (piles, cards) else {
        return Size::ZERO;
    };
    let width = (piles as u16 * PILE_PITCH).saturating_sub(1);
    Size::new(width, cards as u16 - 1 + CARD_SIZE.height)
}

/// Draws the piles of a step.
fn draw_step(theme: &Theme, buf: &mut Buffer, area: Rect, step: &ExampleStep) {
    let style = theme[Role::CardFace];
    for (index, pile) in (0..).zip(step.piles) {
        let x = area.x + index * PILE_PITCH;
        let whole_card = Rect::from((Position::new(x, area.y), CARD_SIZE));
        let cards: Vec<_> = pile
            .split(' ')
            .filter_map(|card| card.parse().ok())
            .collect();
        if cards.is_empty() {
            theme
                .outline(on_face(theme[Role::Dim], theme[Role::Panel]))
                .render(whole_card, buf);
        }
        for (row, &card) in (0..).zip(&cards) {
            let covered = usize::from(row) + 1 < cards.len();
            let height = if covered { 1 } else { CARD_SIZE.height };
            let cells = Rect::new(x, area.y + row, CARD_SIZE.width, height);
            let plain = FaceUpCard::plain(card);
            draw_face(FaceUpCard { covered, ..plain }, style, theme, cells, buf);
        }
    }
}
