//! Page of the results screen: which daily deals were won, a month at a time.

use jiff::ToSpan;
use jiff::civil::Date;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Widget;

use crate::rules::GameInfo;
use crate::stats_text;
use crate::storage::daily::DailyWins;
use crate::tui::action::{Action, Direction, Mode};
use crate::tui::services::Services;
use crate::tui::widgets::panel::{self, Scroll};
use crate::tui::wrap::{display_width, wrap};
use crate::variant;

/// Days of the week, from the first column on.
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Width of a day from which on there is a blank between its number and the games.
const SPACED_DAY_WIDTH: usize = 9;

/// Columns between two entries of the legend.
const LEGEND_GAP: usize = 3;

/// Action that shows the month before.
const EARLIER_MONTH: Action = Action::Navigate(Direction::Up);

/// Says which wins the calendar shows.
const NOTE: &str = "A day counts if you won its deal on that day.";

/// Calendar of the daily deals that were won.
#[derive(Clone, Debug, Default)]
pub(super) struct Calendar {
    wins: DailyWins,
    /// How many months the one shown is before the last.
    months_back: usize,
}

impl Calendar {
    pub(super) fn set_wins(&mut self, wins: DailyWins) {
        self.wins = wins;
    }

    /// Returns the index of the month shown and of the last one. The first is the earliest with a win.
    pub(super) fn position(&self, today: Date) -> (usize, usize) {
        let last = self.months(today);
        (last.saturating_sub(self.months_back), last)
    }

    /// Shows the month with an index.
    pub(super) fn go_to(&mut self, month: usize, today: Date) {
        self.months_back = self.months(today).saturating_sub(month);
    }

    /// Returns the first day of the earliest month with a win, at the latest that of the current month.
    fn first_month(&self, today: Date) -> Date {
        let first = self.wins.days().next().map_or(today, |(day, _)| day);
        first.min(today).first_of_month()
    }

    /// Returns the number of months before the current one.
    fn months(&self, today: Date) -> usize {
        let number = |day: Date| 12 * i32::from(day.year()) + i32::from(day.month());
        usize::try_from(number(today) - number(self.first_month(today))).unwrap_or(0)
    }

    /// Returns the first day of the month shown.
    fn month(&self, today: Date) -> Date {
        let (index, _) = self.position(today);
        let months = i64::try_from(index).unwrap_or(i64::MAX);
        let span = jiff::Span::new().try_months(months).unwrap_or(0.months());
        self.first_month(today).saturating_add(span)
    }

    /// Draws the calendar in a panel.
    pub(super) fn render(&self, services: &Services, panel: Rect, buf: &mut Buffer) {
        let theme = &services.theme;
        let (today, text) = (services.today(), panel::text_area(panel));
        let width = usize::from(text.width);
        let month = self.month(today);
        let style = theme.panel;
        let strong = theme.panel_strong;
        let streaks = format!("streak {}", stats_text::daily_streaks(&self.wins, today));
        let title = month.strftime("%B %Y").to_string();
        let gap = width.saturating_sub(title.len() + streaks.len()).max(1);
        let mut lines = vec![Line::from(vec![
            Span::styled(title, strong),
            Span::styled(format!("{:gap$}{streaks}", ""), style),
        ])];
        let day_width = (width / WEEKDAYS.len()).max(1);
        let blank = match day_width {
            0..SPACED_DAY_WIDTH => "",
            _ => " ",
        };
        let weekdays = WEEKDAYS.map(|name| format!(" {name:<0$}", day_width - 1));
        lines.push(Line::styled(weekdays.concat(), style));
        let mut week = Line::from(vec![Span::styled(
            " ".repeat(day_width * usize::from(month.weekday().to_monday_zero_offset() as u8)),
            style,
        )]);
        let days = (1..=month.days_in_month()).filter_map(|day| month.with().day(day).build().ok());
        for day in days {
            let (style, cursor) = if day == today {
                (strong, theme.glyphs().cursor)
            } else {
                (style, " ")
            };
            let cell = format!("{cursor}{:>2}{blank}{}", day.day(), self.letters(day));
            let padding = day_width.saturating_sub(display_width(&cell).into());
            week.push_span(Span::styled(format!("{cell}{:padding$}", ""), style));
            if day.weekday() == jiff::civil::Weekday::Sunday {
                lines.push(std::mem::take(&mut week));
            }
        }
        lines.push(week);
        lines.push(Line::default());
        lines.extend(self.legend(month, width).into_iter().map(Line::raw));
        lines.extend(wrap(NOTE, width).into_iter().map(Line::raw));
        let (index, last) = self.position(today);
        let hint = services.key_hint(Mode::Results, EARLIER_MONTH, "earlier month");
        lines.extend(hint.filter(|_| index > 0).map(Line::raw));
        Text::from(lines).style(style).render(text, buf);
        panel::draw_scroll(theme, buf, panel, Scroll::new(index, 1, last + 1));
    }

    /// Returns the letters of the games whose deals of a day were won.
    fn letters(&self, day: Date) -> String {
        let won = lettered_games().filter(|(_, info)| self.wins.is_won(day, info));
        won.map(|(letter, _)| letter).collect()
    }

    /// Says which letter stands for which game, and how many days of a month were won in it.
    fn legend(&self, month: Date, width: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (letter, info) in lettered_games() {
            let in_month = |day: &Date| day.first_of_month() == month;
            let days = self.wins.days().map(|(day, _)| day).filter(in_month);
            let won = days.filter(|day| self.wins.is_won(*day, info)).count();
            let entry = format!("{letter} {}: {won}", info.title);
            match lines.last_mut() {
                Some(line) if line.len() + LEGEND_GAP + entry.len() <= width => {
                    line.push_str(&" ".repeat(LEGEND_GAP));
                    line.push_str(&entry);
                }
                _ => lines.push(entry),
            }
        }
        lines
    }
}

/// Returns the games, each with the letter that stands for it.
fn lettered_games() -> impl Iterator<Item = (char, &'static GameInfo)> {
    ('a'..='z').zip(variant::games())
}
