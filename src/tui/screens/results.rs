//! Results screen: pages of statistics, finished games and daily deals.

mod calendar;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Cell, Row, StatefulWidget, Table, TableState};
use strum::VariantArray;

use crate::describe::{self, CardNotation};
use crate::session::text;
use crate::stats_text::{self, brief_deal_text};
use crate::storage::results::GameResult;
use crate::storage::save_folder::SaveId;
use crate::storage::saves::SavedGame;
use crate::storage::stats::Stats;
use crate::tui::action::{Action, Mode, Target};
use crate::tui::context::Context;
use crate::tui::frame::Frame;
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{Request, Screen};
use crate::tui::screens::replay::ReplayScreen;
use crate::tui::theme::{Role, glyphs};
use crate::tui::widgets::panel;
use crate::tui::widgets::{right_aligned, write};
use crate::variant::Variant;
use calendar::Calendar;

/// Width of the text.
const TEXT_WIDTH: u16 = 76;
/// Rows above the list of games: its headings.
const LIST_HEADER_ROWS: usize = 1;

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
    calendar: Calendar,
    page: ResultsPage,
    /// Lines of statistics above the first visible one.
    scroll: usize,
    pub selected_game: usize,
}

impl ResultsScreen {
    /// Opens the results on the page of statistics. In the calendar the game is chosen.
    pub fn new(rules: Option<&Variant>, cx: &mut Context) -> ResultsScreen {
        let mut screen = ResultsScreen {
            stats: cx.load_results(),
            calendar: Calendar::new(rules),
            ..ResultsScreen::default()
        };
        let saved = cx.saved_games();
        let playing = saved.iter().filter_map(SavedGame::daily_deal);
        screen.calendar.deals = cx.results.daily_deals(playing);
        screen
    }

    /// Returns how many rows the page has.
    fn rows(&self, cx: &Context) -> usize {
        match self.page {
            ResultsPage::Stats => self.stats_lines(cx).len(),
            ResultsPage::Games => LIST_HEADER_ROWS + cx.results.counted().len().max(1),
            ResultsPage::Daily => self.calendar.rows(cx.screen_area().width.min(TEXT_WIDTH)),
        }
    }

    fn panel(&self, cx: &Context) -> Rect {
        panel::centered_area(cx.screen_area(), TEXT_WIDTH, self.rows(cx))
    }

    fn selected_id(&self, cx: &Context) -> Option<SaveId> {
        let game = cx.results.finished().nth(self.selected_game)?;
        (self.page == ResultsPage::Games).then(|| game.id.clone())
    }

    fn stats_lines(&self, cx: &Context) -> Vec<Line<'static>> {
        let theme = cx.theme();
        let notation = if theme.ascii {
            CardNotation::Letters
        } else {
            CardNotation::Symbols
        };
        let text_style = theme[Role::Panel];
        let mut lines: Vec<Line<'static>> = Vec::new();
        for stats in &self.stats {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            let title = lines.len();
            let texts = stats_text::lines(stats, notation).into_iter();
            lines.extend(texts.map(|text| Line::styled(text, text_style)));
            lines[title].style = theme[Role::PanelStrong];
        }
        if let Some(text) = stats_text::unreadable_lines(&cx.results) {
            lines.extend([Line::default(), Line::styled(text, text_style)]);
        }
        if lines.is_empty() {
            lines.push(Line::styled(text::NO_FINISHED_GAMES, text_style));
        }
        lines
    }

    fn draw_games(&self, cx: &Context, panel: Rect, frame: &mut Frame, buf: &mut Buffer) {
        let theme = cx.theme();
        let style = theme[Role::Panel];
        let text = panel::text_area(panel);
        let games: Vec<_> = cx.results.finished().collect();
        if games.is_empty() {
            write(buf, text.x, text.y, text::NO_FINISHED_GAMES, style);
            return;
        }
        let count = games.len();
        let position = format!(" {} of {count} ", (self.selected_game + 1).min(count));
        panel::draw_note(theme, buf, panel, &position);
        let note = if games.iter().any(|game| game.taken_over) {
            "* taken over"
        } else {
            ""
        };
        let headings = ["deal", "moves", "time", "day"].map(|text| right_aligned(text.into()));
        let header = [Cell::new(""), Cell::new("")].into_iter();
        let header = header.chain(shown(text.width, headings));
        let deal = |game: &GameResult| brief_deal_text(&game.deal, game.header.daily);
        let deal_widths = games.iter().map(|game| deal(game).len());
        let deal_width = deal_widths.max().unwrap_or(0).max("deal".len()) as u16;
        let value_widths = shown(text.width, [deal_width, 6, 12, 11]);
        let others = value_widths.clone().map(|width| width + 1).sum::<u16>();
        let title_width = text.width.saturating_sub(OUTCOME_WIDTH + 1 + others);
        let list_rows = usize::from(text.height).saturating_sub(LIST_HEADER_ROWS);
        let visible = panel::entries_around(self.selected_game, list_rows, count);
        let list = text.outer(Margin::new(1, 0)).rows().skip(LIST_HEADER_ROWS);
        for (index, row) in visible.clone().zip(list) {
            frame.add_entry(index, row, index == self.selected_game);
        }
        let rows = games[visible.clone()].iter().map(|game| {
            let mark = if game.taken_over { "*" } else { "" };
            let ended = game.ended.map(|ended| cx.time_or_date(ended));
            let values = [
                deal(game),
                game.moves.to_string(),
                stats_text::format_duration(game.header.seconds),
                ended.unwrap_or_default(),
            ];
            let title = describe::game_title_within(&game.deal.rule_set, title_width.into());
            let outcome = format!("{}{mark}", game.outcome_label());
            let cells = [Cell::new(outcome), Cell::new(title)];
            let values = shown(text.width, values);
            Row::new(cells.into_iter().chain(values.map(right_aligned)))
        });
        let cursor = Line::raw(glyphs::CURSOR);
        let widths = [Constraint::Length(OUTCOME_WIDTH), Constraint::Min(0)].into_iter();
        let widths = widths.chain(value_widths.map(Constraint::Length));
        let table = Table::new(rows, widths)
            .header(Row::new(header))
            .column_spacing(1)
            .style(style)
            .row_highlight_style(theme[Role::SelectedEntry])
            .highlight_symbol(cursor);
        let area = Rect::new(text.x - 1, text.y, text.width + 1, text.height);
        let selected = self.selected_game - visible.start;
        let mut state = TableState::new().with_selected(selected);
        StatefulWidget::render(table, area, buf, &mut state);
        write(buf, text.x, text.y, note, theme[Role::Panel]);
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
        let position = |current: usize, last| match action {
            Action::Click(Target::Entry(entry)) => entry.min(last),
            _ => panel::scroll_by(action, current.min(last), page_rows, last)
                .unwrap_or(current.min(last)),
        };
        match self.page {
            ResultsPage::Stats => {
                let lines = self.stats_lines(cx).len();
                self.scroll = position(self.scroll, lines.saturating_sub(text_rows));
            }
            ResultsPage::Games => {
                let last = cx.results.counted().len().saturating_sub(1);
                self.selected_game = position(self.selected_game, last);
            }
            ResultsPage::Daily => self.calendar.select(action, today),
        }
        // In the calendar, left and right lead to another day.
        let is_on_page = self.page == ResultsPage::Daily && matches!(action, Action::Navigate(_));
        if let Some(page) = panel::turn_page(self.page, action).filter(|_| !is_on_page) {
            self.page = page;
        }
        match action {
            Action::Select | Action::Click(Target::Entry(_)) if self.page == ResultsPage::Daily => {
                return self.calendar.play(cx);
            }
            Action::Select | Action::Click(Target::Entry(_)) => {
                let id = self.selected_id(cx)?;
                let (played, review) = cx.finished_game(&id)?;
                return Some(Request::open(ReplayScreen::new(played, review)));
            }
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

    fn draw(&mut self, cx: &Context, _: Rect, frame: &mut Frame, buf: &mut Buffer) {
        let (theme, panel) = (cx.theme(), self.panel(cx));
        theme.dim_cells(buf.area, buf);
        panel::draw_pages(&TITLES, self.page as usize, theme, panel, frame, buf);
        match self.page {
            ResultsPage::Stats => {
                let lines = self.stats_lines(cx).into_iter();
                panel::draw_text(theme, buf, panel, self.scroll, lines);
            }
            ResultsPage::Games => self.draw_games(cx, panel, frame, buf),
            ResultsPage::Daily => self.calendar.draw(cx, panel, frame, buf),
        }
    }

    fn use_of(&self, binding: &Binding, cx: &Context) -> Use {
        let text_rows = panel::text_area(self.panel(cx)).height;
        let is_scrolled = self.rows(cx) > text_rows.into();
        match binding.action {
            Action::Select if self.page == ResultsPage::Daily => Use::Ready("play"),
            Action::Navigate(_) if self.page == ResultsPage::Daily => Use::Ready("day"),
            Action::Select | Action::Export if self.selected_id(cx).is_none() => Use::Idle,
            Action::PageDown if self.page == ResultsPage::Daily || !is_scrolled => Use::Idle,
            _ => Use::Ready(binding.footer),
        }
    }
}

/// Width of the first column of the list of games: how each ended.
const OUTCOME_WIDTH: u16 = 9;

/// Returns those of the values for deal, moves, time and day whose columns are shown. Narrow panels
/// leave out the less important ones, so that the name of the game has room.
fn shown<T: Clone>(panel_width: u16, values: [T; 4]) -> impl Iterator<Item = T> + Clone {
    let columns = values.into_iter().zip([0, 40, 62, 48]);
    columns.filter_map(move |(value, min_width)| (panel_width >= min_width).then_some(value))
}
