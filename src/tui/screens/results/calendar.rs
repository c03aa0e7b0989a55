//! Page of the results screen: the daily deals, a month at a time, with a place for each game of a day. No calendar of
//! ratatui has room for signs in a day.

use std::cmp::Ordering;
use std::iter;

use jiff::ToSpan;
use jiff::civil::Date;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::difficulty;
use crate::session::{DealSource, text};
use crate::stats_text;
use crate::storage::daily::DailyResult;
use crate::tui::action::{Action, Direction, Target};
use crate::tui::context::Context;
use crate::tui::deal_choices::DailyGames;
use crate::tui::frame::Canvas;
use crate::tui::screen::Request;
use crate::tui::theme::{Role, glyphs};
use crate::tui::widgets::panel::{self, entries_around};
use crate::tui::wrap::display_width;
use crate::variant::Variant;

/// Rows of the days, and of all with the games of one and blank rows.
const MAX_WEEKS: u16 = 6;
pub(super) const ALL_ROWS: u16 = 17;
/// Stands beside a week with a win on each day.
const WHOLE_WEEK: &str = "7/7 ◆";
const MIN_WIDTH_FOR_STREAKS: u16 = 44;
/// Columns of a day with the signs of its games, and of the number of days won.
const SIGNS_WIDTH: u16 = 9;
const WON_WIDTH: u16 = 6;
/// Columns of a game before its state.
const STATE_COLUMN: u16 = 18;

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
        let strong = theme[Role::PanelStrong];
        let (today, text) = (cx.today(), panel::text_area(panel));
        let day = self.day(today);
        // A low window has no blank rows, and names the day in place of the month.
        let is_low = text.height < ALL_ROWS;
        let [one, if_high] = [1, u16::from(!is_low)].map(Constraint::Length);
        let (weeks, rest) = (Constraint::Length(MAX_WEEKS), Constraint::Fill(1));
        let rows = [one, if_high, one, if_high, weeks, if_high, if_high, rest];
        let [top, _, names, grades, weeks, _, below, games] = text.layout(&Layout::vertical(rows));
        let streaks = stats_text::daily_streaks(&self.games.deals, today);
        if let Some(streaks) = streaks.filter(|_| text.width >= MIN_WIDTH_FOR_STREAKS) {
            let streaks = Line::styled(format!("streak {streaks}"), style);
            streaks.right_aligned().render(top, canvas.buf);
        }
        if !is_low {
            canvas.write_cut(top, &day.strftime("%B %Y").to_string(), strong);
        }
        self.draw_month(cx, names, grades, weeks, canvas);
        let ahead = (day > today).then(|| "still to come".to_owned());
        let others = stats_text::other_daily_deals(&self.games.deals, day);
        let parts = [text::day_and_grade(day)].into_iter();
        let parts: Vec<String> = parts.chain(ahead).chain(others).collect();
        let row = if is_low { top } else { below };
        canvas.write_cut(row, &format!(" {}", parts.join(" · ")), strong);
        let all = self.games.rules_of_all().enumerate();
        let visible = entries_around(self.games.chosen, games.height.into(), all.clone().count());
        for ((index, rules), area) in all.skip(visible.start).zip(games.rows()) {
            self.draw_game(index, rules, cx, area, canvas);
        }
    }

    /// Draws the days of a month below their names and grades, a week a row.
    fn draw_month(
        &self,
        cx: &Context,
        names: Rect,
        grades: Rect,
        weeks: Rect,
        canvas: &mut Canvas<'_>,
    ) {
        let (theme, day) = (canvas.theme, self.day(cx.today()));
        let has_signs = weeks.width >= 7 * SIGNS_WIDTH + WON_WIDTH;
        let won_width = if has_signs { WON_WIDTH } else { 0 };
        let width = (weeks.width - won_width) / 7;
        let column = |n: u16, row: Rect| Rect {
            x: row.x + n * width,
            width,
            ..row
        };
        let first = day.first_of_month();
        let monday = i64::from(first.weekday().to_monday_zero_offset());
        let monday = first.saturating_sub(monday.days());
        let days_of = |week: i64| {
            let day = move |n: u16| monday.saturating_add((7 * week + i64::from(n)).days());
            (0..7).map(move |n| (n, day(n)))
        };
        for (n, day) in days_of(0) {
            let weekday = day.strftime("  %a").to_string();
            Line::styled(weekday, theme[Role::Panel]).render(column(n, names), canvas.buf);
            let grade = format!("  {}", difficulty::daily::difficulty(day));
            // Where it does not fit, the day says it.
            if display_width(&grade) < width {
                let grade = Line::styled(grade, theme.on_panel(Role::Dim));
                grade.render(column(n, grades), canvas.buf);
            }
        }
        for (week, row) in (0..).zip(weeks.rows()) {
            for (n, day) in days_of(week).filter(|(_, day)| day.month() == first.month()) {
                self.draw_day(day, has_signs, cx, column(n, row), canvas);
            }
            let is_won = |day| self.games.deals.of_day(day).any(DailyResult::is_won);
            if has_signs && days_of(week).all(|(_, day)| is_won(day)) {
                let x = weeks.x + 7 * width;
                canvas.write(x, row.y, WHOLE_WEEK, theme.on_panel(Role::Accent));
            }
        }
    }

    /// Draws a day: its number, and a sign for each game in their order, or where there is no room for the best win.
    fn draw_day(
        &self,
        day: Date,
        has_signs: bool,
        cx: &Context,
        area: Rect,
        canvas: &mut Canvas<'_>,
    ) {
        let (theme, today) = (canvas.theme, cx.today());
        let is_selected = day == self.day(today);
        let style = match day.cmp(&today) {
            _ if is_selected => theme[Role::SelectedEntry],
            Ordering::Equal => theme[Role::PanelStrong],
            Ordering::Less => theme[Role::Panel],
            Ordering::Greater => theme.on_panel(Role::Dim),
        };
        canvas.add_entry(day.day() as usize - 1, area, is_selected);
        let cursor = if is_selected { glyphs::CURSOR } else { " " };
        let number = format!("{cursor}{:>2} ", day.day());
        let games = self.games.rules_of_all();
        let states = games.map(|game| self.games.state(game.info(), day));
        let signs: Vec<Span<'_>> = if self.games.deals.of_day(day).next().is_none() {
            Vec::new()
        } else if has_signs {
            states
                .map(|state| theme.result_sign(state, Role::Panel))
                .collect()
        } else {
            let best = states.max().filter(|state| state.is_win());
            Vec::from_iter(best.map(|state| theme.result_sign(state, Role::Panel)))
        };
        let number = Span::styled(number, style);
        Line::from_iter(iter::once(number).chain(signs)).render(area, canvas.buf);
    }

    /// Draws a game of the selected day: how far the player has come with it, and the facts of the best result.
    fn draw_game(
        &self,
        index: usize,
        rules: &Variant,
        cx: &Context,
        area: Rect,
        canvas: &mut Canvas<'_>,
    ) {
        let theme = canvas.theme;
        canvas.add_target(Target::Value(0, index), area);
        let (cursor, style) = if index == self.games.chosen {
            (glyphs::CURSOR, theme[Role::PanelStrong])
        } else {
            (" ", theme[Role::Panel])
        };
        // Where there is little room for the state, its sign says it.
        let columns = [Constraint::Max(STATE_COLUMN), Constraint::Min(2)];
        let [name, state] = area.layout(&Layout::horizontal(columns));
        let title = format!("{cursor}{} {}", index + 1, rules.info().title);
        canvas.write_cut(name, &title, style);
        let day = self.day(cx.today());
        let line = self
            .games
            .state_line(rules, day, cx.results(), (theme, Role::Panel));
        line.render(state, canvas.buf);
    }
}
