//! Page of the results screen: the daily deals, a month at a time, with the games won on each day.

use jiff::ToSpan;
use jiff::civil::Date;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Widget;

use crate::describe::sentence;
use crate::rules::GameInfo;
use crate::session::{DealSource, text};
use crate::stats_text;
use crate::storage::daily::DailyWins;
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::context::Context;
use crate::tui::frame::ScreenLayout;
use crate::tui::screen::Request;
use crate::tui::widgets::{fill, panel, write};
use crate::tui::wrap::wrap;
use crate::variant::{self, Variant};

/// Days of the week, from the first column on.
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Rows above the days: the month and the weekdays.
const HEADER_ROWS: u16 = 2;

/// Says which wins count for the streak.
const NOTE: &str = "The streak counts days whose deal you won on that day.";

/// Calendar of the daily deals.
#[derive(Clone, Debug, Default)]
pub(super) struct Calendar {
    /// The game whose deals are played.
    pub(super) rules: Option<Variant>,
    pub(super) wins: DailyWins,
    /// The selected day, once it is not today.
    selected: Option<Date>,
}

impl Calendar {
    /// Selects another day.
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
            Action::Click(Target::Entry(index)) => {
                day.first_of_month().saturating_add((index as i64).days())
            }
            _ => return,
        };
        self.selected = Some(selected.min(today.last_of_month()));
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
        match &self.rules {
            _ if day > today => cx.notify_error(text::day_ahead(day)),
            Some(rules) if source.is_of(rules) => {
                return Some(Request::DealFrom(source, rules.clone()));
            }
            _ => cx.notify_error(text::NO_GRADED_DEALS),
        }
        None
    }

    /// Returns the days of the month shown, and where they are.
    fn day_areas(&self, today: Date, text: Rect) -> Vec<(Date, Rect)> {
        let month = self.day(today).first_of_month();
        let first_column = month.weekday().to_monday_zero_offset() as u16;
        let width = (text.width / WEEKDAYS.len() as u16).max(1);
        let days = (0..month.days_in_month()).map(|n| {
            let cell = first_column + n as u16;
            let (column, row) = (cell % 7, cell / 7);
            let (x, y) = (text.x + column * width, text.y + HEADER_ROWS + row);
            let area = Rect::new(x, y, width, 1).intersection(text);
            (month.saturating_add(n.days()), area)
        });
        days.collect()
    }

    /// Makes the days clickable.
    pub(super) fn lay_out(&self, today: Date, panel: Rect, layout: &mut ScreenLayout) {
        let days = self.day_areas(today, panel::text_area(panel));
        for (index, (day, area)) in days.into_iter().enumerate() {
            layout.add_entry(index, area, day == self.day(today));
        }
    }

    /// Draws the calendar in a panel.
    pub(super) fn render(&self, cx: &Context, panel: Rect, buf: &mut Buffer) {
        let theme = cx.look.theme();
        let (today, text) = (cx.today(), panel::text_area(panel));
        let (day, days) = (self.day(today), self.day_areas(today, text));
        let width = usize::from(text.width);
        let streaks = format!("streak {}", stats_text::daily_streaks(&self.wins, today));
        let title = day.strftime("%B %Y").to_string();
        let gap = width.saturating_sub(title.len() + streaks.len()).max(1);
        let day_width = width / WEEKDAYS.len();
        let weekdays = WEEKDAYS.map(|name| format!(" {name:<0$}", day_width.saturating_sub(1)));
        let mut lines = vec![
            Line::from(vec![
                Span::styled(title, theme.panel_strong),
                Span::raw(format!("{:gap$}{streaks}", "")),
            ]),
            Line::raw(weekdays.concat()),
        ];
        let weeks = days.last().map_or(0, |(_, area)| area.y - text.y) - 1;
        lines.extend((0..=weeks).map(|_| Line::default()));
        let notes = [&*self.day_text(cx, day), NOTE];
        let notes = notes.into_iter().flat_map(|note| wrap(note, width));
        let below = self.legend(day, width).into_iter().chain(notes);
        lines.extend(below.map(Line::raw));
        Text::from(lines).style(theme.panel).render(text, buf);
        for (other, area) in days {
            let is_selected = other == day;
            let style = match (is_selected, other == today) {
                (true, _) => theme.selected_entry,
                (false, true) => theme.panel_strong,
                (false, false) => theme.panel,
            };
            let cursor = if is_selected {
                theme.glyphs().cursor
            } else {
                " "
            };
            let cell = format!("{cursor}{:>2} {}", other.day(), self.letters(other));
            fill(buf, area, " ", style);
            write(buf, area.x, area.y, &cell, style);
        }
    }

    /// Describes the deal of a day, and how to play it or see an earlier month.
    fn day_text(&self, cx: &Context, day: Date) -> String {
        let hint = |action, does: &str| cx.key_hint(Mode::Results, action, does);
        let rules = self.rules.as_ref();
        let playable = rules.filter(|rules| DealSource::Daily(None).is_of(rules));
        let play = playable.and_then(|rules| {
            let play = format!("play {}", rules.info().title);
            hint(Action::Select, &play)
        });
        let deal = sentence(&text::daily_deal(day));
        let parts = [Some(deal), play, hint(Action::PageUp, "earlier month")];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// Returns the letters of the games whose deals of a day were won.
    fn letters(&self, day: Date) -> String {
        let won = lettered_games().filter(|(_, info)| self.wins.is_won(day, info));
        won.map(|(letter, _)| letter).collect()
    }

    /// Says which letter stands for which game, and how many days of the month of a day were won in it.
    fn legend(&self, day: Date, width: usize) -> Vec<String> {
        let in_month = |other: &Date| other.first_of_month() == day.first_of_month();
        let entries = lettered_games().map(|(letter, info)| {
            let days = self.wins.days().filter(in_month);
            let won = days.filter(|day| self.wins.is_won(*day, info)).count();
            // No entry is divided between two lines.
            format!("{letter} {}: {won}", info.title).replace(' ', "\u{a0}")
        });
        let entries = entries.collect::<Vec<_>>().join("   ");
        let lines = textwrap::wrap(&entries, width).into_iter();
        lines.map(|line| line.replace('\u{a0}', " ")).collect()
    }
}

/// Returns the games, each with the letter that stands for it.
fn lettered_games() -> impl Iterator<Item = (char, &'static GameInfo)> {
    ('a'..='z').zip(variant::games())
}
