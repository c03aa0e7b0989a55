//! Results screen: pages of statistics, finished games and daily deals.

mod calendar;

use ratatui::layout::{Alignment, Margin, Rect};
use strum::VariantArray;

use crate::describe::{game_title, game_title_within, pluralize, sentence};
use crate::record::SaveId;
use crate::session::text;
use crate::stats_text::{self, brief_deal_text, format_clock};
use crate::storage::stats::{GameCounts, Stats};
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{Request, Screen};
use crate::tui::screens::replay::ReplayScreen;
use crate::tui::theme::{Role, Theme, on_face};
use crate::tui::widgets::list::{Column, ListRow, draw_list};
use crate::tui::widgets::panel;
use crate::tui::wrap::display_width;
use crate::variant::Variant;
use calendar::Calendar;

/// Width of the text.
const TEXT_WIDTH: u16 = 76;
/// What a game is that was [taken over](crate::storage::results::GameResult::taken_over).
const TAKEN_OVER: &str = "from a record or a replay, so it does not count";

/// Fewest rows of a page: those of the calendar.
const MIN_PAGE_ROWS: usize = calendar::TALL_ROWS as usize;
/// Rows of a page besides its games: the titles, the grades of one, a blank row, and those about it.
const ROWS_BESIDE_GAMES: usize = 14;
/// Fewest rows of a list with its titles, and the most columns of the titles of games.
const MIN_LIST_ROWS: u16 = 4;
const TITLE_WIDTH: usize = 21;
/// Stands for what cannot be counted yet.
const NONE: &str = "-";

/// The columns of the games, and of the finished games.
const STATS_COLUMNS: &[Column] = &[
    ("game", Alignment::Left, 0),
    ("played", Alignment::Right, 1),
    ("won", Alignment::Right, 2),
    ("clean", Alignment::Right, 3),
    ("lost", Alignment::Right, 4),
    ("solved", Alignment::Right, 7),
    ("best", Alignment::Right, 6),
    ("streak", Alignment::Right, 5),
];
const GAME_COLUMNS: &[Column] = &[
    ("ended", Alignment::Left, 1),
    ("game", Alignment::Left, 0),
    ("deal", Alignment::Left, 2),
    ("moves", Alignment::Right, 4),
    ("time", Alignment::Right, 5),
    ("day", Alignment::Left, 3),
];

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
        screen.calendar.games.deals = cx.profile.saves.daily_deals();
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
        let rows = pages.map(|page| MIN_PAGE_ROWS.max(self.entries(*page, cx) + ROWS_BESIDE_GAMES));
        let rows: Vec<usize> = rows.collect();
        panel::page_area(cx.screen_area(), TEXT_WIDTH, &rows, self.page as usize)
    }

    fn selected_id(&self, cx: &Context) -> Option<SaveId> {
        let game = cx.results().finished().nth(self.selected)?;
        (self.page == ResultsPage::Games).then(|| game.id.clone())
    }

    /// Returns the list of games, below the selected one its grades.
    fn stats_rows(&self, theme: &Theme) -> Vec<ListRow> {
        let mut rows = Vec::new();
        for (entry, stats) in self.stats.iter().enumerate() {
            // Where no game has ended, there is nothing to count yet.
            let has_ended = stats.counts != GameCounts::default();
            let number = |n: usize| {
                if has_ended {
                    n.to_string()
                } else {
                    NONE.into()
                }
            };
            let role = if has_ended { Role::Panel } else { Role::Dim };
            let mut row = |name: String, counts: GameCounts, [best, streak]: [String; 2]| {
                let lost = counts.played - counts.won;
                let others = [counts.won, counts.clean, lost, counts.solved].map(number);
                let cells = [name, counts.played.to_string()].into_iter().chain(others);
                rows.push(ListRow {
                    entry,
                    cells: cells.chain([best, streak]).collect(),
                    style: on_face(theme[role], theme[Role::Panel]),
                });
            };
            let win = stats.best_moves;
            let win = win.map(|moves| pluralize(moves as usize, "move"));
            let left = stats.cards_left.iter().min();
            let left = left.map(|left| format!("{left} left"));
            let best = win.or(left).unwrap_or_else(|| NONE.into());
            let name = game_title_within(&stats.rule_set, TITLE_WIDTH);
            row(name, stats.counts, [best, number(stats.streak)]);
            if entry != self.selected || stats.graded.is_empty() {
                continue;
            }
            let mut others = stats.counts;
            for (grade, counts) in &stats.graded {
                row(format!("  {grade}"), *counts, Default::default());
                others -= *counts;
            }
            if others != GameCounts::default() {
                row("  not graded".to_owned(), others, Default::default());
            }
        }
        rows
    }

    /// Returns the list of finished games.
    fn game_rows(&self, cx: &Context) -> Vec<ListRow> {
        let zone = (cx.time_zone)();
        let day = |ended| cx.date_text(zone.to_datetime(ended).date());
        let rows = cx.results().finished().enumerate().map(|(entry, game)| {
            let cells = vec![
                if game.taken_over {
                    "taken over"
                } else {
                    game.outcome_label()
                }
                .to_owned(),
                game_title_within(&game.deal.rule_set, TITLE_WIDTH),
                brief_deal_text(&game.deal, game.header.daily),
                game.moves.to_string(),
                format_clock(game.header.seconds),
                game.ended.map_or_else(String::new, day),
            ];
            let style = cx.theme()[Role::Panel];
            ListRow {
                entry,
                cells,
                style,
            }
        });
        rows.collect()
    }

    /// Returns the lines about the selected game.
    fn about(&self, cx: &Context) -> Vec<String> {
        let (stats, game) = match self.page {
            ResultsPage::Stats => (self.stats.get(self.selected), None),
            _ => (None, cx.results().finished().nth(self.selected)),
        };
        let facts = stats.map(stats_text::facts).unwrap_or_default().into_iter();
        let facts = facts.map(|(label, text)| format!("{label:8}{text}"));
        let game = game.into_iter().flat_map(|game| {
            let title = game_title(&game.deal.rule_set);
            // The row has the whole title, unless it is long.
            let title = Some(title).filter(|title| usize::from(display_width(title)) > TITLE_WIDTH);
            let help: Vec<String> = stats_text::help_texts(game).collect();
            let help = match &help[..] {
                [] => "Played without undos, hints or other help".to_owned(),
                help => sentence(&help.join(", ")),
            };
            let parts: Vec<String> = title.into_iter().chain([help]).collect();
            let outcome = sentence(&stats_text::outcome_text(game));
            let taken_over = game.taken_over.then(|| format!("{outcome}: {TAKEN_OVER}"));
            [parts.join(" · ")].into_iter().chain(taken_over)
        });
        let unreadable = stats_text::unreadable_lines(cx.results());
        facts.chain(game).chain(unreadable).collect()
    }

    /// Draws a list, and below it what there is to say about its selected game.
    fn draw_games(&self, cx: &Context, panel: Rect, canvas: &mut Canvas<'_>) {
        let (theme, count) = (cx.theme(), self.entries(self.page, cx));
        let (style, text) = (theme[Role::Panel], panel::text_area(panel));
        let (columns, mut rows) = match self.page {
            ResultsPage::Stats => (STATS_COLUMNS, self.stats_rows(theme)),
            _ => (GAME_COLUMNS, self.game_rows(cx)),
        };
        if count == 0 {
            return canvas.write_cut(text, text::NO_FINISHED_GAMES, style);
        }
        let selected = self.selected.min(count - 1);
        rows[selected].style = theme[Role::SelectedEntry];
        let about = self.about(cx);
        let (rows_above, rows_below) = (rows.len() as u16 + 1, about.len() as u16 + 1);
        let room = text.height.saturating_sub(rows_below);
        let height = room.max(MIN_LIST_ROWS).min(rows_above).min(text.height);
        let list = Rect::new(text.x - 1, text.y, text.width + 1, height);
        let y = list.bottom() + 1;
        let below = Rect { y, ..text }.intersection(text);
        let titles = on_face(theme[Role::Dim], style);
        draw_list(columns, &rows, Some(selected), titles, list, canvas);
        for (row, line) in below.inner(Margin::new(1, 0)).rows().zip(&about) {
            canvas.write_cut(row, line, style);
        }
        let position = format!(" {} of {count} ", selected + 1);
        panel::draw_note(panel, &position, canvas);
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

    fn draw(&mut self, cx: &Context, _: Rect, canvas: &mut Canvas<'_>) {
        let (theme, panel) = (cx.theme(), self.panel(cx));
        theme.dim_cells(canvas.frame.area, canvas.buf);
        panel::draw_pages(TITLES, self.page as usize, panel, canvas);
        match self.page {
            ResultsPage::Daily => self.calendar.draw(cx, panel, canvas),
            _ => self.draw_games(cx, panel, canvas),
        }
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
            Action::Navigate(_) if self.page != ResultsPage::Stats => Use::Ready(""),
            Action::Navigate(Direction::Down) if self.selected + 1 >= self.stats.len() => Use::Idle,
            Action::Select | Action::Export if self.selected_id(cx).is_none() => Use::Idle,
            Action::PageDown if !is_scrolled => Use::Idle,
            _ => Use::Ready(binding.footer),
        }
    }
}
