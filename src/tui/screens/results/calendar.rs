//! Page of the results screen: the daily deals, a month at a time, with the games won on each day.

use std::cmp::Ordering;

use jiff::ToSpan;
use jiff::civil::Date;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::Widget;

use crate::difficulty;
use crate::rules::GameInfo;
use crate::session::{DealSource, text};
use crate::stats_text;
use crate::storage::daily::DailyState;
use crate::tui::action::{Action, Direction, Target};
use crate::tui::context::Context;
use crate::tui::deal_choices::DailyGames;
use crate::tui::frame::Canvas;
use crate::tui::screen::Request;
use crate::tui::theme::{Role, glyphs, on_face};
use crate::tui::widgets::panel;
use crate::tui::wrap::display_width;
use crate::variant::Variant;

/// Rows above the days: the month, the weekdays and their grades.
const HEADER_ROWS: u16 = 3;
/// Rows of the days, of the games of one, and of all with three blank ones.
const MAX_WEEKS: u16 = 6;
const GAME_ROWS: u16 = 3;
const ALL_ROWS: u16 = 18;
/// Rows of all with a blank one between two weeks.
pub(super) const TALL_ROWS: u16 = ALL_ROWS + MAX_WEEKS - 1;
const MIN_WIDTH_FOR_STREAKS: u16 = 44;
/// Columns of a day beside its signs: the cursor, the number, and a blank after each.
const DAY_WIDTH: u16 = 5;
/// Most columns of a game, those before its state, and from how many on there is room for that.
const GAME_WIDTH: u16 = 36;
const STATE_COLUMN: u16 = 18;
const MIN_WIDTH_FOR_STATES: u16 = 28;

/// Says what the signs mean, and which wins count for the streak.
const LEGEND: &str = "✓ won  ★ clean  · solved";
const NOTE: &str = "The streak counts days whose deal you won on that day.";

/// Calendar of the daily deals.
#[derive(Clone, Debug, Default)]
pub(super) struct Calendar {
    pub(super) games: DailyGames,
    /// The selected day, once it is not today.
    selected: Option<Date>,
}

impl Calendar {
    /// Opens the calendar on today, with the game of these rules chosen.
    pub(super) fn new(rules: Option<&Variant>) -> Calendar {
        Calendar {
            games: DailyGames::new(rules),
            ..Calendar::default()
        }
    }

    /// Selects another day, or chooses another game.
    pub(super) fn select(&mut self, action: Action, today: Date) {
        let day = self.day(today);
        let selected = match action {
            Action::Navigate(Direction::Left) => day.saturating_sub(1.day()),
            Action::Navigate(Direction::Right) => day.saturating_add(1.day()),
            Action::Navigate(Direction::Up) => day.saturating_sub(1.week()),
            Action::Navigate(Direction::Down) => day.saturating_add(1.week()),
            Action::PageUp | Action::Wheel(_, Direction::Up) => day.saturating_sub(1.month()),
            Action::PageDown | Action::Wheel(..) => day.saturating_add(1.month()),
            Action::RowEnd => today,
            Action::Digit(digit) => return self.games.choose(usize::from(digit).wrapping_sub(1)),
            Action::Click(Target::Value(_, game)) => return self.games.choose(game),
            Action::Click(Target::Entry(index)) => {
                day.first_of_month().saturating_add((index as i64).days())
            }
            _ => return,
        };
        self.selected = Some(selected.min(today.last_of_month()));
    }

    /// Whether no month can come after the one that is shown.
    pub(super) fn shows_current_month(&self, today: Date) -> bool {
        self.day(today).first_of_month() == today.first_of_month()
    }

    /// Whether the selected day is still to come.
    pub(super) fn is_ahead(&self, today: Date) -> bool {
        self.day(today) > today
    }

    /// Returns the selected day.
    fn day(&self, today: Date) -> Date {
        self.selected.unwrap_or(today)
    }

    /// Deals the daily deal of the selected day.
    pub(super) fn play(&self, cx: &mut Context) -> Option<Request> {
        let today = cx.today();
        let day = self.day(today);
        let source = DealSource::Daily(Some(day));
        if self.is_ahead(today) {
            cx.notify_error(text::day_ahead(cx.date_text(day)));
            return None;
        }
        let rules = self.games.rules()?;
        Some(Request::Deal(source, rules.clone()))
    }

    /// Draws the calendar in a panel: a week a row, and the games of the selected day.
    pub(super) fn draw(&self, cx: &Context, panel: Rect, canvas: &mut Canvas<'_>) {
        let (theme, style) = (cx.theme(), cx.theme()[Role::Panel]);
        let (dim, strong) = (on_face(theme[Role::Dim], style), theme[Role::PanelStrong]);
        let (today, text) = (cx.today(), panel::text_area(panel));
        let day = self.day(today);
        let rows = |y, height| Rect::new(text.x, text.y + y, text.width, height).intersection(text);
        // A low window has no blank rows, and the lowest names the day in place of the month.
        let pitch = if text.height < TALL_ROWS { 1 } else { 2 };
        let week_rows = (MAX_WEEKS - 1) * pitch + 1;
        let width = text.width / 7;
        let is_low = text.height < HEADER_ROWS + MAX_WEEKS + 1 + GAME_ROWS;
        let blank = u16::from(text.height >= ALL_ROWS);
        let header_rows = HEADER_ROWS + blank - u16::from(is_low);
        let (header, weeks) = (rows(0, header_rows), rows(header_rows, week_rows));
        let below = header_rows + week_rows + blank;
        let y = if is_low { 0 } else { below };
        let first_game = below + u16::from(!is_low);
        let month = day.strftime("%B %Y").to_string();
        if !is_low {
            canvas.write(header.x, header.y, &month, strong);
        }
        let streaks = stats_text::daily_streaks(&self.games.deals, today);
        if let Some(streaks) = streaks.filter(|_| text.width >= MIN_WIDTH_FOR_STREAKS) {
            let streaks = Line::raw(format!("streak {streaks}")).style(style);
            streaks.right_aligned().render(header, canvas.buf);
        }
        let first = day.first_of_month();
        let first_column = i64::from(first.weekday().to_monday_zero_offset());
        for cell in 0..7 * i64::from(MAX_WEEKS) {
            let other = first.saturating_add((cell - first_column).days());
            let (x, y) = (text.x + cell as u16 % 7 * width, cell as u16 / 7);
            let area = |area: Rect, y| Rect::new(x, area.y + y, width, 1).intersection(area);
            if y == 0 {
                let grade = format!("  {}", difficulty::daily::difficulty(other));
                let weekday = other.strftime("  %a").to_string();
                Line::styled(weekday, style).render(area(header, 1), canvas.buf);
                // Where it does not fit, the day says it.
                if !is_low && display_width(&grade) < width {
                    canvas.write(x, header.y + 2, &grade, dim);
                }
            }
            if other.month() != first.month() {
                continue;
            }
            let style = match other.cmp(&today) {
                _ if other == day => theme[Role::SelectedEntry],
                Ordering::Equal => strong,
                Ordering::Less => style,
                Ordering::Greater => dim,
            };
            let area = area(weeks, y * pitch);
            canvas.add_entry(other.day() as usize - 1, area, other == day);
            let cursor = if other == day { glyphs::CURSOR } else { " " };
            let room = area.width.saturating_sub(DAY_WIDTH);
            let signs = self.signs(other, room.into());
            canvas.fill(area, " ", style);
            let gap = if room > 0 { " " } else { "" };
            let text = format!("{cursor} {:>2}{gap}{signs}", other.day());
            // A narrow column has the number alone.
            let cut = (DAY_WIDTH - 1).saturating_sub(area.width).into();
            let text: String = text.chars().skip(cut).collect();
            Line::styled(text, style).render(area, canvas.buf);
        }
        let ahead = self.is_ahead(today).then(|| "still to come".to_owned());
        let others = stats_text::other_daily_deals(&self.games.deals, day);
        let parts = [text::day_and_grade(day)].into_iter();
        let parts: Vec<String> = parts.chain(ahead).chain(others).collect();
        canvas.write_cut(rows(y, 1), &parts.join(" · "), strong);
        let width = (text.width / 2).min(GAME_WIDTH);
        for (index, game) in self.games.infos().enumerate() {
            let (column, row) = (index as u16 / GAME_ROWS, index as u16 % GAME_ROWS);
            let area = rows(first_game + row, 1);
            let x = area.x + column * width;
            let area = Rect { x, width, ..area }.intersection(area);
            canvas.add_target(Target::Value(0, index), area);
            let number = index + 1;
            let (name, style) = if index == self.games.chosen {
                (format!("[{number} {}]", game.title), strong)
            } else {
                (format!(" {number} {}", game.title), style)
            };
            let state = self.games.state(game, day);
            // Where there is no room for the state, its sign says it.
            let column = match width {
                MIN_WIDTH_FOR_STATES.. => STATE_COLUMN,
                _ => width.saturating_sub(2),
            };
            let [name_area, state_area] = area.layout(&Layout::horizontal([
                Constraint::Length(column),
                Constraint::Fill(1),
            ]));
            canvas.write_cut(name_area, &name, style);
            let state = format!("{:1} {}", state.sign(), state.label());
            Line::styled(state, style).render(state_area, canvas.buf);
        }
        let legend = first_game + GAME_ROWS + u16::from(!is_low);
        canvas.write_cut(rows(legend, 1), LEGEND, dim);
        canvas.write_cut(rows(legend + 1, 1), NOTE, dim);
    }

    /// Returns a sign for each game that was won on a day, the best first; of more than there is room for, the best.
    fn signs(&self, day: Date, width: usize) -> String {
        let best_state = |game: &GameInfo| {
            let results = self.games.deals.of_day(day);
            let results = results.filter(|result| result.rule_set.info.id == game.id);
            results.map(|result| result.state).max()
        };
        let states = self.games.infos().filter_map(best_state);
        let mut wins: Vec<DailyState> = states.filter(|state| state.is_win()).collect();
        wins.sort();
        let is_cut = wins.len() > width;
        let room = if is_cut { width.max(2) - 1 } else { width };
        let signs = wins.into_iter().rev().map(DailyState::sign).take(room);
        signs.chain(is_cut.then_some("…")).collect()
    }
}
