//! Results screen: pages of statistics, finished games and daily deals.

mod calendar;
mod finished;
mod stats;

use std::collections::HashMap;
use std::mem;

use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::Widget;
use strum::VariantArray;

use crate::game::RuleSet;
use crate::record::SaveId;
use crate::session::{DealSource, text};
use crate::storage::settings::Deals;
use crate::storage::stats::Stats;
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{Request, Screen};
use crate::tui::screens::replay::ReplayScreen;
use crate::tui::theme::Role;
use crate::tui::widgets::list::{Column, ListRow, draw_list};
use crate::tui::widgets::panel::{self, TEXT_WIDTH, entries_around};
use crate::variant::Variant;
use calendar::Calendar;
use finished::FinishedGame;

/// Width of the text in a wide window, and from how many columns on a window is wide.
const WIDE_TEXT_WIDTH: u16 = 104;
const WIDE_WINDOW: u16 = 112;
/// Rows of a page besides its games: of the statistics of all games and of one, of the last table of a game; and without
/// a game.
const ROWS_OF_STATS: usize = 13;
const ROWS_OF_TABLE: usize = 18;
const ROWS_OF_NONE: usize = 4;
/// Most rows of a page, so that the panel stays in the middle of a high window.
const MAX_ROWS: usize = 40;
/// Fewest rows of a list with its titles, and of a page with a line about all games.
const MIN_LIST_ROWS: u16 = 4;
const MIN_ROWS_FOR_TOTAL: u16 = 12;

/// A page of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, VariantArray)]
pub enum ResultsPage {
    /// Statistics for each game.
    #[default]
    Stats,
    /// Finished games, the last one first.
    Games,
    /// Daily deals that were won.
    Daily,
}

const TITLES: [&str; 3] = ["Results", "Finished games", "Daily deals"];

/// Results screen.
#[derive(Clone, Debug, Default)]
pub struct ResultsScreen {
    stats: Vec<Stats>,
    /// What decided the games that were listed so far.
    decided: HashMap<SaveId, Line<'static>>,
    /// The finished game that was shown last, if it can be read.
    shown: Option<(SaveId, Option<FinishedGame>)>,
    calendar: Calendar,
    page: ResultsPage,
    /// The selected game of the page.
    selected: usize,
}

impl ResultsScreen {
    /// Opens the results on the page of statistics. In the calendar the game is chosen.
    pub fn new(rules: Option<&Variant>, cx: &mut Context) -> ResultsScreen {
        let mut screen = ResultsScreen {
            stats: cx.load_results(),
            calendar: Calendar::new(rules),
            ..ResultsScreen::default()
        };
        let games = &mut screen.calendar.games;
        games.deals = cx.profile.saves.daily_deals();
        if cx.results().counted().len() == 0 {
            let games = games.rules_of_all().map(RuleSet::new);
            screen.stats = games.map(Stats::new).collect();
        }
        screen
    }

    /// Returns how many games a page lists.
    fn entries(&self, page: ResultsPage, cx: &Context) -> usize {
        match page {
            ResultsPage::Stats => self.stats.len(),
            ResultsPage::Games => cx.results().counted().len(),
            ResultsPage::Daily => 0,
        }
    }

    fn panel(&self, cx: &Context) -> Rect {
        let pages = ResultsPage::VARIANTS.iter();
        let rows = pages.map(|page| match page {
            ResultsPage::Stats => self.stats.len() + ROWS_OF_STATS,
            ResultsPage::Games if cx.results().counted().len() == 0 => ROWS_OF_NONE,
            ResultsPage::Games => MAX_ROWS.min(cx.results().counted().len() + ROWS_OF_TABLE),
            ResultsPage::Daily => calendar::ALL_ROWS.into(),
        });
        let (rows, screen): (Vec<usize>, Rect) = (rows.collect(), cx.screen_area());
        let width = match screen.width {
            WIDE_WINDOW.. => WIDE_TEXT_WIDTH,
            _ => TEXT_WIDTH,
        };
        panel::page_area(screen, width, &rows, self.page as usize)
    }

    fn selected_id(&self, cx: &Context) -> Option<SaveId> {
        let game = cx.results().finished().nth(self.selected)?;
        (self.page == ResultsPage::Games).then(|| game.id.clone())
    }

    /// Returns the rules of the selected game if its first deal can be dealt here: to a player without results.
    fn first_game(&self, cx: &Context) -> Option<&Variant> {
        let is_new = self.page != ResultsPage::Daily && cx.results().counted().len() == 0;
        let mut games = self.calendar.games.rules_of_all().filter(|_| is_new);
        games.nth(self.selected)
    }

    /// Says which key deals the first game, to a player without results.
    fn how_to_begin(&self, cx: &Context) -> Option<String> {
        let rules = self.first_game(cx)?;
        let is_easy = cx.config.deal_source() == DealSource::Random(Deals::Winnable);
        let deals = stats::first_deal(rules, is_easy);
        cx.key_hint(Mode::Results, Action::Select, &deals)
    }

    /// Draws what there is to say about all games, a row for each, and below them what there is to say about the selected
    /// one.
    fn draw_stats(&self, cx: &Context, panel: Rect, canvas: &mut Canvas<'_>) {
        let (theme, area) = (cx.theme(), panel::text_area(panel));
        let is_wide = area.width == WIDE_TEXT_WIDTH;
        let stats = &self.stats[self.selected.min(self.stats.len() - 1)];
        let is_new = self.first_game(cx).is_some();
        let about = if is_new {
            stats::lines_of_none(self.how_to_begin(cx))
        } else {
            stats::lines(stats, cx.results(), is_wide, theme)
        };
        let above = u16::from(area.height >= MIN_ROWS_FOR_TOTAL);
        let [total, _, area] = area.layout(&Layout::vertical([
            Constraint::Length(above),
            Constraint::Length(above),
            Constraint::Fill(1),
        ]));
        let rows = stats::rows(&self.stats, is_wide, theme);
        let below = self.draw_rows(
            stats::COLUMNS,
            rows,
            area,
            about.len() as u16,
            panel,
            canvas,
        );
        canvas.write_cut(total, &stats::total(&self.stats), theme[Role::PanelStrong]);
        Text::from(about).render(below, canvas.buf);
        stats::draw_times(stats, is_wide, below, canvas);
    }

    /// Draws the finished games, and below them the end of the selected one.
    fn draw_finished(&mut self, cx: &Context, panel: Rect, canvas: &mut Canvas<'_>) {
        let (theme, area) = (cx.theme(), panel::text_area(panel));
        let count = self.entries(self.page, cx);
        if count == 0 {
            let texts = [
                text::NO_FINISHED_GAMES.into(),
                self.how_to_begin(cx).unwrap_or_default(),
            ];
            for (text, row) in texts.iter().zip(area.rows().step_by(2)) {
                canvas.write_cut(row, text, theme[Role::Panel]);
            }
            return;
        }
        let below = finished::rows_below(area.height);
        let visible = entries_around(self.selected, area.height.into(), count);
        let rows = finished::rows(visible, &mut self.decided, cx);
        let below = self.draw_rows(finished::COLUMNS, rows, area, below, panel, canvas);
        if let Some(result) = cx.results().finished().nth(self.selected) {
            if self.shown.as_ref().is_none_or(|(id, _)| *id != result.id) {
                let game = cx.profile.finished_game(&result.id).ok();
                self.shown = Some((result.id.clone(), game));
            }
            let shown = self.shown.as_ref().and_then(|(_, game)| game.as_ref());
            finished::draw_end(result, shown, cx, below, canvas);
        }
    }

    /// Draws the rows of a page in an area, with the selected one marked, and returns the area below them, for as many
    /// rows as are needed there.
    fn draw_rows(
        &self,
        columns: &[Column],
        mut rows: Vec<ListRow>,
        area: Rect,
        rows_below: u16,
        panel: Rect,
        canvas: &mut Canvas<'_>,
    ) -> Rect {
        let (theme, count) = (canvas.theme, rows.len());
        let room = area.height.saturating_sub(rows_below + 1);
        let [list, _, below] = area.layout(&Layout::vertical([
            Constraint::Length(room.max(MIN_LIST_ROWS).min(count as u16 + 1)),
            Constraint::Length(1),
            Constraint::Max(rows_below),
        ]));
        let selected = self.selected.min(count - 1);
        let name = columns.iter().position(|(_, _, rank)| *rank == 0);
        let name = &mut rows[selected].cells[name.unwrap_or(0)];
        *name = mem::take(name).style(theme[Role::SelectedEntry]);
        let list = Rect::new(list.x - 1, list.y, list.width + 1, list.height);
        let titles = theme.on_panel(Role::Dim);
        draw_list(columns, &rows, Some(selected), titles, list, canvas);
        let position = format!(" {} of {count} ", selected + 1);
        panel::draw_note(panel, &position, canvas);
        below.inner(Margin::new(1, 0))
    }
}

impl Screen for ResultsScreen {
    fn mode(&self) -> Mode {
        Mode::Results
    }

    fn handle_action(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        let text_rows = usize::from(panel::text_area(self.panel(cx)).height);
        let page_rows = text_rows.saturating_sub(1).max(1);
        let today = cx.today();
        let last = self.entries(self.page, cx).saturating_sub(1);
        let selected = self.selected.min(last);
        match self.page {
            ResultsPage::Daily => self.calendar.select(action, today),
            _ => {
                let moved = panel::scroll_by(action, selected, page_rows, last);
                self.selected = moved.unwrap_or(selected);
            }
        }
        // In the calendar, left and right lead to another day.
        let is_on_page = self.page == ResultsPage::Daily && matches!(action, Action::Navigate(_));
        if let Some(page) = panel::turn_page(self.page, action).filter(|_| !is_on_page) {
            (self.page, self.selected) = (page, 0);
        }
        match action {
            Action::Select | Action::Click(Target::Entry(_)) if self.page == ResultsPage::Daily => {
                return self.calendar.play(cx);
            }
            Action::Select if self.first_game(cx).is_some() => {
                let rules = self.first_game(cx)?.clone();
                return Some(Request::Deal(cx.config.deal_source(), rules));
            }
            Action::Select | Action::Click(Target::Entry(_)) => {
                let id = self.selected_id(cx)?;
                let (played, review) = cx.finished_game(&id)?;
                return Some(Request::open(ReplayScreen::new(played, review)));
            }
            Action::Practice => match cx.profile.next_practice(today) {
                Some((played, review)) => {
                    return Some(Request::open(ReplayScreen::practice(played, review)));
                }
                None => cx.notify(cx.profile.nothing_to_practice(today)),
            },
            Action::Export => {
                if let Some(id) = self.selected_id(cx) {
                    cx.export_finished(&id);
                }
            }
            Action::Click(Target::Panel | Target::Value(..)) => {}
            Action::Cancel | Action::Close | Action::Results | Action::Click(_) => {
                return Some(Request::Close);
            }
            _ => {}
        }
        None
    }

    fn draw(&mut self, cx: &Context, _: Rect, canvas: &mut Canvas<'_>) {
        let (theme, panel) = (cx.theme(), self.panel(cx));
        theme.dim_cells(canvas.frame.area, canvas.buf);
        panel::draw_pages(TITLES, self.page as usize, panel, canvas);
        match self.page {
            ResultsPage::Daily => self.calendar.draw(cx, panel, canvas),
            ResultsPage::Stats => self.draw_stats(cx, panel, canvas),
            ResultsPage::Games => self.draw_finished(cx, panel, canvas),
        }
    }

    /// A game may have been reviewed since.
    fn announce(&mut self, _: &mut Context) -> Option<Request> {
        self.decided.clear();
        self.shown = None;
        None
    }

    fn use_of(&self, binding: &Binding, cx: &Context) -> Use {
        let text_rows = panel::text_area(self.panel(cx)).height;
        let is_scrolled = self.entries(self.page, cx) + 2 > text_rows.into();
        let is_daily = self.page == ResultsPage::Daily;
        match binding.action {
            Action::Select if is_daily && self.calendar.is_ahead(cx.today()) => Use::Idle,
            Action::Select if is_daily => Use::Ready("play"),
            Action::PageDown if is_daily && self.calendar.shows_current_month(cx.today()) => {
                Use::Idle
            }
            Action::PageDown if is_daily => Use::Ready("month on"),
            Action::PageUp if !is_daily => Use::Ready(""),
            Action::Select if self.first_game(cx).is_some() => Use::Ready("first game"),
            Action::Navigate(_) if self.page != ResultsPage::Stats => Use::Ready(""),
            Action::Navigate(Direction::Down) if self.selected + 1 >= self.stats.len() => Use::Idle,
            Action::Select | Action::Export if self.selected_id(cx).is_none() => Use::Idle,
            Action::PageDown if !is_scrolled => Use::Idle,
            Action::Practice if cx.results().finished().all(|game| game.win().is_some()) => {
                Use::Idle
            }
            _ => Use::Ready(binding.footer),
        }
    }
}
