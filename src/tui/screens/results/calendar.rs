//! Page of the results screen: the daily deals, a month at a time, with the games won on each day.

use std::cmp::Ordering;

use jiff::ToSpan;
use jiff::civil::Date;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Widget;

use crate::describe::sentence;
use crate::session::{DealSource, text};
use crate::stats_text;
use crate::storage::daily::{DailyDeals, DailyState};
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::context::Context;
use crate::tui::deal_choices::DailyGames;
use crate::tui::frame::Frame;
use crate::tui::screen::Request;
use crate::tui::theme::{Role, glyphs, on_face};
use crate::tui::widgets::{fill, panel, write};
use crate::tui::wrap::{display_width, wrap};
use crate::variant::Variant;

/// Days of the week, from the first column on.
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Rows above the days: the month and the weekdays.
const HEADER_ROWS: u16 = 2;

/// Rows of the days, and those of the text below the games.
const MAX_WEEKS: u16 = 6;
const TEXT_ROWS: usize = 3;

/// Columns of a day before its marks.
const DAY_WIDTH: u16 = 4;

/// Says which wins count for the streak.
const NOTE: &str = "The streak counts days whose deal you won on that day.";

/// Calendar of the daily deals.
#[derive(Clone, Debug, Default)]
pub(super) struct Calendar {
    /// How far the player has come with the daily deals.
    pub(super) deals: DailyDeals,
    games: DailyGames,
    /// The selected day, once it is not today.
    selected: Option<Date>,
}

impl Calendar {
    /// Opens the calendar on today. If these rules have daily deals, their game is chosen.
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

    /// Returns the selected day.
    fn day(&self, today: Date) -> Date {
        self.selected.unwrap_or(today)
    }

    /// Deals the daily deal of the selected day.
    pub(super) fn play(&self, cx: &mut Context) -> Option<Request> {
        let today = cx.today();
        let day = self.day(today);
        let source = DealSource::Daily(Some(day));
        if day > today {
            cx.notify_error(text::day_ahead(day));
            return None;
        }
        let rules = self.games.rules()?;
        Some(Request::Deal(source, rules.clone()))
    }

    /// Returns the names of the games, and where they are: below the days, with as many beside each other as fit.
    fn game_areas(&self, text: Rect) -> Vec<(String, Rect)> {
        let mut y = text.y + HEADER_ROWS + MAX_WEEKS;
        let mut x = text.x;
        let games = self.games.infos().enumerate().map(|(index, game)| {
            let name = format!(" {} {} ", index + 1, game.title);
            let width = display_width(&name);
            if x + width > text.right() {
                (x, y) = (text.x, y + 1);
            }
            let area = Rect::new(x, y, width, 1).intersection(text);
            x += width + 1;
            (name, area)
        });
        games.collect()
    }

    /// Returns the rows of the page in a month of any length.
    pub(super) fn rows(&self, text_width: u16) -> usize {
        let games = self.game_areas(Rect::new(0, 0, text_width, u16::MAX));
        let last_row = games.last().map_or(0, |(_, area)| area.bottom());
        usize::from(last_row) + TEXT_ROWS
    }

    /// Draws the calendar in a panel.
    pub(super) fn draw(&self, cx: &Context, panel: Rect, frame: &mut Frame, buf: &mut Buffer) {
        let theme = cx.theme();
        let (today, text) = (cx.today(), panel::text_area(panel));
        let day = self.day(today);
        let width = usize::from(text.width);
        let streaks = stats_text::daily_streaks(&self.deals, today);
        let streaks = streaks.map_or(String::new(), |streaks| format!("streak {streaks}"));
        let title = day.strftime("%B %Y").to_string();
        let gap = width.saturating_sub(title.len() + streaks.len()).max(1);
        let day_width = (text.width / WEEKDAYS.len() as u16).max(1);
        let weekdays = WEEKDAYS.map(|name| format!(" {name:<0$}", usize::from(day_width - 1)));
        let lines = vec![
            Line::from(vec![
                Span::styled(title, theme[Role::PanelStrong]),
                Span::raw(format!("{:gap$}{streaks}", "")),
            ]),
            Line::raw(weekdays.concat()),
        ];
        Text::from(lines)
            .style(theme[Role::Panel])
            .render(text, buf);
        let games = self.game_areas(text);
        for (index, (name, area)) in games.iter().enumerate() {
            frame.add_target(Target::Value(0, index), *area);
            let (cells, style) = if index == self.games.chosen {
                (format!("[{}]", name.trim()), theme[Role::PanelStrong])
            } else {
                (name.clone(), theme[Role::Panel])
            };
            write(buf, area.x, area.y, &cells, style);
        }
        let last_row = games.last().map_or(text.y, |(_, area)| area.y);
        let below = text.rows().skip_while(|row| row.y <= last_row);
        let notes = [&*self.day_text(cx, day), NOTE];
        let notes = notes.into_iter().flat_map(|note| wrap(note, width));
        for (note, row) in notes.zip(below) {
            write(buf, row.x, row.y, &note, theme[Role::Panel]);
        }
        let month = day.first_of_month();
        let first_cell = month.weekday().to_monday_zero_offset() as u16;
        for (index, cell) in (0..month.days_in_month()).zip(first_cell..) {
            let other = month.saturating_add(index.days());
            let (x, y) = (cell % 7 * day_width, HEADER_ROWS + cell / 7);
            let area = Rect::new(text.x + x, text.y + y, day_width, 1).intersection(text);
            let is_selected = other == day;
            frame.add_entry(index as usize, area, is_selected);
            let style = match (is_selected, other.cmp(&today)) {
                (true, _) => theme[Role::SelectedEntry],
                (false, Ordering::Equal) => theme[Role::PanelStrong],
                (false, Ordering::Less) => theme[Role::Panel],
                (false, Ordering::Greater) => on_face(theme[Role::Dim], theme[Role::Panel]),
            };
            let cursor = if is_selected { glyphs::CURSOR } else { " " };
            let width = area.width.saturating_sub(DAY_WIDTH).into();
            let marks = self.marks(other, width);
            let cell = format!("{cursor}{:>2} {marks}", other.day());
            fill(buf, area, " ", style);
            write(buf, area.x, area.y, &cell, style);
        }
    }

    /// Describes the deal of a day, and how to play it or see an earlier month.
    fn day_text(&self, cx: &Context, day: Date) -> String {
        let earlier = cx.key_hint(Mode::Results, Action::PageUp, "earlier month");
        let parts = if day > cx.today() {
            [Some(text::day_ahead(day)), None, None, earlier]
        } else {
            let game = self.games.rules().map(|game| game.info());
            let play = game.and_then(|game| {
                let play = format!("play {}", game.title);
                cx.key_hint(Mode::Results, Action::Select, &play)
            });
            let state = game.map(|game| self.games.state(game, day, &self.deals));
            let state = state.filter(|state| *state != DailyState::New);
            let state = state.map(|state| state.label().to_owned());
            [Some(sentence(&text::daily_deal(day))), state, play, earlier]
        };
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// Returns the signs of a day, each game in its place; without room for all, that of the chosen game.
    fn marks(&self, day: Date, width: usize) -> String {
        let all = self.games.infos();
        let has_room = all.len() <= width;
        let shown = all.enumerate();
        let shown = shown.filter(|(n, _)| has_room || *n == self.games.chosen);
        let signs = shown.map(|(_, game)| self.games.state(game, day, &self.deals).sign());
        let signs: Vec<&str> = signs.collect();
        if signs.iter().all(|sign| sign.is_empty()) {
            return String::new();
        }
        let signs = signs.iter().map(|sign| sign.chars().next().unwrap_or('_'));
        signs.collect()
    }
}
