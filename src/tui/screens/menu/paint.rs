//! Drawing the menu: the title, the list of games, and beside it the saved games, today or the options.

use jiff::ToSpan;
use jiff::civil::Date;
use ratatui::layout::{Alignment, Constraint, Flex, Layout, Margin, Position, Rect, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{Heading, MenuScreen};
use crate::cards::Suit;
use crate::describe::{self, pluralize, sentence};
use crate::difficulty::daily;
use crate::game::Game;
use crate::rules::GameInfo;
use crate::session::{DealSource, text};
use crate::stats_text::{self, brief_deal_text};
use crate::storage::daily::DailyState;
use crate::storage::saves::SavedGame;
use crate::storage::settings::Deals;
use crate::storage::stats::GameCounts;
use crate::tui::action::Target;
use crate::tui::board::{BoardView, MIN_PREVIEW_HEIGHT};
use crate::tui::context::Context;
use crate::tui::frame::{Canvas, TooSmall};
use crate::tui::theme::{Role, Theme, glyphs};
use crate::tui::widgets::list::{Column, ListRow, choice_text, draw_list};
use crate::tui::widgets::panel::entries_around;
use crate::tui::wrap::{display_width, wrap};
use crate::variant;

/// The name of the program, a letter on each card.
const TITLE: &str = "LARBOARD";
const SUBTITLE: &str = "Five unusual solitaires";
/// Width and height of a card of the title, and the gap between two.
const CARD_SIZE: Size = Size::new(7, 3);
const CARD_GAP: u16 = 2;
/// The deal of the preview, which can be won in every game of the menu.
const PREVIEW_SEED: u64 = 66;
/// Widths of the whole menu, of the list of games, and of the gap beside it.
const MAX_WIDTH: u16 = 78;
const GAME_LIST_WIDTH: u16 = 17;
/// The same in a large window, which is at least this wide and has room for the list.
const LARGE_MAX_WIDTH: u16 = 156;
const LARGE_LIST_WIDTH: u16 = 36;
const LARGE_MIN_WIDTH: u16 = 100;
/// Rows of an entry of the list in a large window, and most rows of the menu there.
const LARGE_ENTRY_HEIGHT: u16 = 3;
const LARGE_MAX_HEIGHT: u16 = 44;
/// Rows of a large menu that most previews leave blank below them.
const LARGE_FREE_ROWS: u16 = 8;
const LIST_PANEL_GAP: u16 = 2;
/// Size of the title, which small windows leave out: the cards, a blank row and the line below them.
const TITLE_WIDTH: u16 = (CARD_SIZE.width + CARD_GAP) * TITLE.len() as u16 - CARD_GAP;
const TITLE_HEIGHT: u16 = CARD_SIZE.height + 2;
/// Rows of the name and the description of a game.
const ABOUT_HEIGHT: u16 = 4;
/// Rows of its options.
const OPTIONS_HEIGHT: u16 = 5;
/// Rows of the source: two lines of values and a description.
const SOURCE_HEIGHT: u16 = 4;
/// Most rows of what is beside the list of games besides the preview.
const INFO_HEIGHT: u16 = ABOUT_HEIGHT + OPTIONS_HEIGHT + SOURCE_HEIGHT;
/// First column of a row's values, and of those of a row without a name.
const VALUES_COLUMN: u16 = 16;
const TEXT_COLUMN: u16 = 2;
/// Maximum number of lines that describe a value.
const MAX_DESCRIPTION_LINES: u16 = 2;
/// Columns of the days of a week.
const WEEK_WIDTH: u16 = 14;
/// Columns between two values.
const VALUE_GAP: u16 = 2;
/// Name of the row of the source.
const SOURCE_NAME: &str = "Deal";
/// What the row of the lesson says.
const LESSON: &str = "A small game that is won, step by step, in two minutes";
/// The columns of the saved games.
const SAVED_COLUMNS: &[Column] = &[
    ("game", Alignment::Left, 0),
    ("deal", Alignment::Left, 1),
    ("moves", Alignment::Right, 3),
    ("played", Alignment::Left, 2),
];

/// Most columns of the names of the games.
const NAME_WIDTH: usize = 22;

/// Width from which on there is more than the list of games.
const MIN_WIDTH: u16 = 60;
/// The smallest size of the list, with which settings and a prompt have room as well.
const MIN_LIST_SIZE: Size = Size::new(27, 3);

impl MenuScreen {
    /// Whether there is room for nothing but the list of games.
    pub(super) fn is_list_only(cx: &Context) -> bool {
        let area = cx.screen_area();
        area.width < MIN_WIDTH || area.height <= INFO_HEIGHT
    }

    /// Draws the menu.
    pub(super) fn paint(&mut self, cx: &Context, area: Rect, canvas: &mut Canvas<'_>) {
        if area.width < MIN_LIST_SIZE.width || area.height < MIN_LIST_SIZE.height {
            let (title, size) = ("The menu", MIN_LIST_SIZE);
            canvas.frame.too_small = Some(TooSmall { title, size });
            return;
        }
        let content = area.inner(Margin::new(1, 0));
        canvas.frame.content = content;
        if MenuScreen::is_list_only(cx) {
            self.draw_list(cx, content, 1, canvas);
            return;
        }
        let is_large = is_large(area);
        let width = if is_large {
            LARGE_MAX_WIDTH.min(area.width - 4)
        } else {
            MAX_WIDTH
        };
        let columns = area.centered_horizontally(Constraint::Max(width));
        canvas.frame.content = columns.intersection(content);
        let [title, list, beside] = areas(area, columns, is_large);
        if !title.is_empty() {
            draw_title(title, canvas);
        }
        let entry_height = if is_large { LARGE_ENTRY_HEIGHT } else { 1 };
        self.draw_list(cx, list, entry_height, canvas);
        match self.heading {
            Heading::Continue => self.draw_saved_games(cx, beside, canvas),
            Heading::Today if is_large => {
                self.draw_today_deal(cx, beside, canvas);
                let (x, width) = (list.x + 2, list.width - 2);
                let columns = Rect { x, width, ..list };
                self.draw_today(cx, list, entry_height, columns, canvas);
            }
            Heading::Today => {
                self.draw_today(cx, list, entry_height, beside, canvas);
                let rows = beside.rows().skip(list_height(entry_height).into());
                if let Some(last) = rows.last() {
                    canvas.write_cut(
                        last,
                        &self.streak_text(cx.today()),
                        canvas.theme[Role::Text],
                    );
                }
            }
            Heading::Game(_) => self.draw_options(cx, beside, canvas),
        }
    }

    /// Draws the list of games.
    fn draw_list(&self, cx: &Context, list: Rect, height: u16, canvas: &mut Canvas<'_>) {
        for (index, area) in self.entry_areas(cx, list, height) {
            self.draw_list_entry(cx, index, area, canvas);
        }
    }

    /// Returns the entries of the list and their areas, those around the selected one if there is no room for all.
    fn entry_areas(
        &self,
        cx: &Context,
        list: Rect,
        height: u16,
    ) -> impl Iterator<Item = (usize, Rect)> {
        let headings = self.headings();
        let pitch = height + u16::from(!MenuScreen::is_list_only(cx));
        let selected = headings.iter().position(|other| *other == self.heading);
        let room = usize::from((list.height + pitch - height) / pitch);
        let visible = entries_around(selected.unwrap_or(0), room, headings.len());
        let rows = (list.y..).step_by(pitch.into());
        visible.zip(rows.map(move |y| Rect { y, height, ..list }))
    }

    /// Draws an entry of the list of games: its name, and below it, as far as there is room, what there is to say.
    fn draw_list_entry(&self, cx: &Context, entry: usize, area: Rect, canvas: &mut Canvas<'_>) {
        let (theme, heading) = (canvas.theme, self.headings()[entry]);
        let is_chosen = heading == self.heading;
        let is_selected = is_chosen && self.row.is_none();
        canvas.add_entry(entry, area, is_selected);
        let (name, below) = match (is_selected, is_chosen || area.height > 1) {
            (true, _) => (theme[Role::SelectedEntry], theme[Role::SelectedEntry]),
            (false, true) => (theme[Role::Strong], theme[Role::Dim]),
            (false, false) => (theme[Role::Text], theme[Role::Dim]),
        };
        if is_selected {
            canvas.fill(area, " ", name);
        }
        let styles = [name, below, below].into_iter();
        let lines = self.entry_lines(cx, heading).into_iter().zip(styles);
        for ((line, style), row) in lines.zip(area.rows()) {
            let text = Rect::new(row.x + 2, row.y, row.width.saturating_sub(2), 1);
            canvas.write_cut(text, &line, style);
        }
        if is_selected || is_chosen {
            canvas.write(area.x, area.y, glyphs::CURSOR, name);
        }
    }

    /// Returns the lines of an entry of the list of games, the most important one first.
    fn entry_lines(&self, cx: &Context, heading: Heading) -> [String; 3] {
        let today = cx.today();
        match heading {
            Heading::Today => {
                let count = self.daily.rules_of_all().count();
                let won = self.daily.rules_of_all();
                let won = won.filter(|rules| self.daily.state(rules.info(), today).is_win());
                let won = won.count();
                let streak = match self.daily.deals.streak(today) {
                    0 => String::new(),
                    days => format!(" · streak {days}"),
                };
                let chosen = self.daily.rules().filter(|_| MenuScreen::is_list_only(cx));
                let chosen = chosen.map(|rules| {
                    let state = self.daily.state(rules.info(), today).label();
                    format!("Today: {}, {state}", rules.info().title)
                });
                [
                    chosen.unwrap_or_else(|| "Today".to_owned()),
                    text::day_and_grade(today),
                    format!("{won} of {count} won{streak}"),
                ]
            }
            Heading::Game(index) => {
                let info = variant::games()[index];
                let results = cx.results().counted();
                let of_game = results.filter(|result| result.deal.rule_set.info.id == info.id);
                let mut counts = GameCounts::default();
                of_game.for_each(|result| counts += GameCounts::of(result));
                let mut record = match counts {
                    GameCounts { won, played, .. } if played > 0 => {
                        format!("won {won} of {played}")
                    }
                    GameCounts { solved, .. } if solved > 0 => format!("solved {solved}"),
                    _ if self.saved_games.is_any_of(info) => "in progress".to_owned(),
                    _ => "not played yet".to_owned(),
                };
                let state = self.daily.state(info, today);
                if self.heading == Heading::Today {
                    record.clear();
                } else if state.is_win() {
                    record += &format!(" · today {}", state.sign());
                }
                [info.title, info.brief, &record].map(str::to_owned)
            }
            Heading::Continue => {
                let name = format!("Continue ({})", self.saved_games.deals.len());
                let next = self.saved_games.next_to_play().first();
                let title = next.map(|saved| describe::game_title(&saved.deal.rule_set));
                let deal = next.map(|saved| {
                    let deal = stats_text::deal_name(&saved.deal, saved.daily);
                    let deal = deal.map_or_else(String::new, |deal| format!("{deal} · "));
                    format!("{deal}move {}", saved.moves)
                });
                [name, title.unwrap_or_default(), deal.unwrap_or_default()]
            }
        }
    }

    /// Draws the saved games, above them what can be done with the selected one, and below them its table.
    fn draw_saved_games(&mut self, cx: &Context, area: Rect, canvas: &mut Canvas<'_>) {
        let theme = canvas.theme;
        let has_preview = area.height >= 2 * MIN_PREVIEW_HEIGHT;
        if has_preview {
            self.load_preview(cx);
        }
        let rows = self.saved_games.rows();
        let [title, subtitle, _, list, _, board] = area.layout(&Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Max(rows.len() as u16 + 1),
            Constraint::Length(u16::from(has_preview)),
            Constraint::Min(if has_preview { MIN_PREVIEW_HEIGHT } else { 0 }),
        ]));
        canvas.write_cut(title, "Saved games", theme[Role::Strong]);
        canvas.write_cut(subtitle, &self.subtitle(), theme[Role::Text]);
        let next = self.selected_saves().first();
        let first_entry = self.headings().len();
        let rows = rows.into_iter().enumerate();
        let rows = rows.map(|(index, (deal, attempt))| {
            let games = self.saved_games.games(index);
            let attempt = attempt.map(|attempt| {
                let number = self.saved_games.deals[deal].len() - attempt;
                let latest = if attempt == 0 { ", latest" } else { "" };
                format!("  attempt {number}{latest}")
            });
            let style = match self.row {
                Some(row) if row == index => theme[Role::SelectedEntry],
                None if next == games.first() => theme[Role::Strong],
                _ => theme[Role::Text],
            };
            ListRow {
                entry: first_entry + index,
                cells: self.cells(cx, games, attempt).map(Line::from).into(),
                style,
            }
        });
        let rows: Vec<ListRow> = rows.collect();
        let marked = || rows.iter().position(|row| row.style != theme[Role::Text]);
        let cursor = self.row.or_else(marked);
        let focus = canvas.frame.focus;
        draw_list(SAVED_COLUMNS, &rows, cursor, theme[Role::Dim], list, canvas);
        if self.row.is_none() {
            canvas.frame.focus = focus;
        }
        let preview = self.preview.as_ref().filter(|_| has_preview);
        if let Some(game) = preview.and_then(|(_, game)| game.as_ref()) {
            BoardView::draw_preview(game, board, cx, canvas);
        }
    }

    /// Loads the game of the selected row, unless it was loaded for the last frame.
    fn load_preview(&mut self, cx: &Context) {
        let id = self.selected_saves().first().map(|saved| saved.id.clone());
        if self.preview.as_ref().map(|(id, _)| id) != id.as_ref() {
            self.preview = id.map(|id| {
                let loaded = cx.profile.saves.load_read_only(&id);
                (id, loaded.ok().map(|played| played.game))
            });
        }
    }

    /// Returns the text of a row: of a deal with its games, the one played last first, or of one of them.
    fn cells(&self, cx: &Context, games: &[SavedGame], attempt: Option<String>) -> [String; 4] {
        let saved = &games[0];
        let mut deal = brief_deal_text(&saved.deal, saved.daily);
        let (deals, daily) = (&self.daily.deals, saved.daily);
        let state = daily.map(|day| deals.state(day, &saved.deal.rule_set));
        if let Some(state) = state.filter(|state| state.is_win()) {
            deal += &format!(" {}", state.sign());
        }
        let mut name = describe::game_title_within(&saved.deal.rule_set, NAME_WIDTH);
        match attempt {
            Some(attempt) => name = attempt,
            None if games.len() > 1 => deal += &format!(", {} attempts", games.len()),
            None => {}
        }
        let played = if saved.locked_by_other {
            "other window".to_owned()
        } else {
            cx.time_or_date(saved.last_played)
        };
        [name, deal, saved.moves.to_string(), played]
    }

    /// Returns the line below the heading: the full name of a game with unusual options, for which its row may have
    /// no room, the number of attempts at a deal, or that of games.
    fn subtitle(&self) -> String {
        let selected = self.row.map_or(&[][..], |row| self.saved_games.games(row));
        let titles = selected.first().map(|saved| &saved.deal.rule_set);
        let unusual = titles.filter(|rule_set| rule_set.changed_options().next().is_some());
        match (unusual, selected.len()) {
            (Some(rule_set), _) => describe::game_title(rule_set),
            (None, 2..) => format!("{} attempts at this deal", selected.len()),
            _ => pluralize(self.saved_games.deals.len(), "game"),
        }
    }

    /// Draws today in the rows of the list: how far the player has come with the deal of each game, and this week. In
    /// low entries that stands beside the list, else in their last row.
    fn draw_today(
        &self,
        cx: &Context,
        list: Rect,
        height: u16,
        columns: Rect,
        canvas: &mut Canvas<'_>,
    ) {
        let (theme, headings, today) = (canvas.theme, self.headings(), cx.today());
        let (is_low, has_week) = (height == 1, self.daily.deals.results().next().is_some());
        for (entry, area) in self.entry_areas(cx, list, height) {
            let [row, week] = columns.layout(&Layout::horizontal([
                Constraint::Fill(1),
                Constraint::Length(WEEK_WIDTH),
            ]));
            let (y, x, width) = (area.bottom() - 1, columns.x, columns.width);
            let row = Rect::new(x, y, if is_low { row.width } else { width }, 1);
            let week = Rect { y: area.y, ..week };
            let info = match headings[entry] {
                Heading::Continue => continue,
                Heading::Today => None,
                Heading::Game(index) => Some(variant::games()[index]),
            };
            if has_week {
                // It stands in the selected entry, unless that is low.
                let days = if is_low {
                    [Role::Dim, Role::Accent]
                } else {
                    [Role::SelectedEntry; 2]
                };
                self.week(info, today, days, theme).render(week, canvas.buf);
            }
            let mut games = self.daily.rules_of_all().enumerate();
            let of_entry =
                games.find(|(_, rules)| info.is_some_and(|info| info.id == rules.info().id));
            if let Some((game, rules)) = of_entry {
                let line = self
                    .daily
                    .state_line(rules, today, cx.results(), (theme, Role::Text));
                line.render(row, canvas.buf);
                if self.daily.chosen == game {
                    canvas.write(row.x - 2, row.y, glyphs::CURSOR, theme[Role::Cursor]);
                }
                canvas.add_target(Target::Value(self.selected(), game), row);
            } else if is_low && info.is_none() {
                let [_, day, won] = self.entry_lines(cx, Heading::Today);
                canvas.write_cut(row, &format!("{day} · {won}"), theme[Role::Strong]);
            }
        }
    }

    /// Returns the days of this week, with the role of each and of today, or how far the player has come with the deals of
    /// a game.
    fn week(
        &self,
        info: Option<&GameInfo>,
        today: Date,
        days: [Role; 2],
        theme: &Theme,
    ) -> Line<'static> {
        let monday = i64::from(today.weekday().to_monday_zero_offset());
        let signs = (-monday..7 - monday).flat_map(|offset| {
            let day = today.saturating_add(offset.days());
            let sign = match info.map(|info| self.daily.state(info, day)) {
                Some(DailyState::New) => Span::raw(" "),
                Some(state) => theme.result_sign(state, Role::Text),
                None => {
                    let name = day.strftime("%a").to_string();
                    Span::styled(name[..1].to_owned(), theme[days[usize::from(offset == 0)]])
                }
            };
            [Span::raw(" "), sign]
        });
        Line::from_iter(signs)
    }

    /// Says how long the streak of days is, and how far the player has come with other deals of today.
    fn streak_text(&self, today: Date) -> String {
        let deals = &self.daily.deals;
        let streak = stats_text::daily_streaks(deals, today);
        let streak = streak.map(|streak| format!("Streak {streak}")).into_iter();
        let texts = streak.chain(stats_text::other_daily_deals(deals, today));
        texts.collect::<Vec<_>>().join(" · ")
    }

    /// Draws what else there is to say about today, and the table of the chosen deal.
    fn draw_today_deal(&self, cx: &Context, area: Rect, canvas: &mut Canvas<'_>) {
        let (theme, today) = (canvas.theme, cx.today());
        let rows = [1, 2].map(Constraint::Length).into_iter();
        let rows = Layout::vertical(rows.chain([Constraint::Fill(1)]));
        let [title, streak, board] = area.layout(&rows);
        canvas.write_cut(
            title,
            &sentence(&text::daily_deal(today)),
            theme[Role::Strong],
        );
        canvas.write_cut(streak, &self.streak_text(today), theme[Role::Text]);
        if let Some(rules) = self.daily.rules() {
            let seed = daily::seed(rules, today).unwrap_or(PREVIEW_SEED);
            BoardView::draw_preview(&Game::new(rules.clone(), seed), board, cx, canvas);
        }
    }

    /// Draws the chosen game, its options, where the deal comes from, and below that an example deal if there is room
    /// for it.
    fn draw_options(&self, cx: &Context, panel: Rect, canvas: &mut Canvas<'_>) {
        let theme = canvas.theme;
        let info = self.choices.game_info();
        let [name, summary, mut rows] = panel.layout(&Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(ABOUT_HEIGHT - 1),
            Constraint::Max(OPTIONS_HEIGHT + SOURCE_HEIGHT),
        ]));
        canvas.write(name.x, name.y, info.title, theme[Role::Strong]);
        canvas.write_cut(summary, info.summary, theme[Role::Text]);
        let source_row = self.source_row(cx);
        for row in 0..=source_row {
            // A blank row before the source, if there is room for it.
            let blank = u16::from(row == source_row && rows.height > SOURCE_HEIGHT);
            (rows.y, rows.height) = (rows.y + blank, rows.height - blank);
            let height = self.draw_choice(cx, row, rows, canvas);
            (rows.y, rows.height) = (rows.y + height, rows.height.saturating_sub(height));
        }
        let y = rows.y + 2;
        let height = panel.bottom().saturating_sub(y);
        let board = Rect { y, height, ..panel };
        let rules = self
            .choices
            .rules()
            .filter(|_| height >= MIN_PREVIEW_HEIGHT);
        if let Some(rules) = rules {
            BoardView::draw_preview(&Game::new(rules, PREVIEW_SEED), board, cx, canvas);
            let example = format!("For example, deal {PREVIEW_SEED}:");
            canvas.write(panel.x + TEXT_COLUMN, y - 1, &example, theme[Role::Dim]);
        }
    }

    /// Draws a row: its name, with the cursor if it is selected, its values, and below them the description of the
    /// chosen one; what does not fit is cut. Returns its height.
    fn draw_choice(&self, cx: &Context, row: usize, area: Rect, canvas: &mut Canvas<'_>) -> u16 {
        let theme = canvas.theme;
        let (name, values, chosen, description) = self.choice(cx, row);
        let is_selected = self.row == Some(row);
        let style = match description {
            None => theme[Role::Dim],
            Some(_) if is_selected => theme[Role::Strong],
            Some(_) => theme[Role::Text],
        };
        let column = match name {
            "" => TEXT_COLUMN,
            _ => VALUES_COLUMN,
        };
        let left = area.x + column;
        let mut cell = Position::new(left, area.y);
        let place = |(index, value): (usize, &&str)| {
            let width = display_width(&choice_text(value, chosen == Some(index)));
            if cell.x > left && cell.x + width > area.right() {
                cell = Position::new(left, cell.y + 1);
            }
            let place = cell;
            cell.x += width + VALUE_GAP;
            place
        };
        let cells: Vec<Position> = values.iter().enumerate().map(place).collect();
        let y = cell.y + 1;
        let height = area.bottom().saturating_sub(y).min(MAX_DESCRIPTION_LINES);
        let below = Rect::new(area.x + 2, y, area.width.saturating_sub(2), height);
        let description =
            description.unwrap_or_else(|| "Not used with the options above".to_owned());
        canvas.write_cut(below, &description, theme[Role::Dim]);
        let lines = wrap(&description, below.width.into()).len() as u16;
        let height = y + lines.min(below.height) - area.y;
        let entry = self.headings().len() + row;
        canvas.add_entry(entry, Rect { height, ..area }, is_selected);
        if is_selected {
            canvas.write(area.x, area.y, glyphs::CURSOR, theme[Role::Cursor]);
        }
        canvas.write(area.x + 2, area.y, name, style);
        for (index, cell) in cells.into_iter().enumerate() {
            let value = Target::Value(entry, index);
            draw_value(value, values[index], chosen == Some(index), cell, canvas);
        }
        height
    }

    /// Returns the name of a row, its values, the index of the chosen one, and its description unless it has no meaning
    /// with the others.
    fn choice(
        &self,
        cx: &Context,
        row: usize,
    ) -> (
        &'static str,
        Vec<&'static str>,
        Option<usize>,
        Option<String>,
    ) {
        let choices = &self.choices;
        let Some(index) = row.checked_sub(self.has_lesson(cx).into()) else {
            return ("Learn", Vec::new(), None, Some(LESSON.to_owned()));
        };
        if let Some(option) = choices.rows().get(index) {
            let values = option.values.iter().map(|value| value.name).collect();
            let chosen = choices.relevant_value(index);
            let description = chosen.map(|value| sentence(option.values[value].description));
            return (option.name, values, chosen, description);
        }
        let sources = choices.sources();
        let source = choices.source(cx.config.deal_source());
        let chosen = sources.iter().position(|&other| other == source);
        let values = sources.iter().map(|source| source.as_str()).collect();
        (
            SOURCE_NAME,
            values,
            chosen,
            Some(self.source_description(cx)),
        )
    }

    /// Describes where the deal comes from. Which random deals are dealt is a setting of all games.
    fn source_description(&self, cx: &Context) -> String {
        let choices = &self.choices;
        match choices.source(cx.config.deal_source()) {
            DealSource::Random(Deals::Any) => {
                let rules = choices.rules().filter(|rules| !rules.is_forced());
                let note =
                    rules.and_then(|rules| text::random_deal_note(cx.config.deal_source(), &rules));
                note.unwrap_or("Any random deal, in all games").into()
            }
            DealSource::Random(Deals::Winnable) => {
                "In all games, a random deal that is proven to be winnable".to_owned()
            }
            DealSource::Graded(_) => {
                "A winnable deal of this difficulty, graded in advance".to_owned()
            }
            // From the command line.
            DealSource::Daily(day) => {
                let deal = text::daily_deal(day.unwrap_or_else(|| cx.today()));
                format!("{}, the same for everyone", sentence(&deal))
            }
            DealSource::Seed(seed) => format!("Deal {seed}"),
        }
    }
}

/// Returns how many rows the list takes with entries of a height: the same whether a game can be continued or not.
fn list_height(entry_height: u16) -> u16 {
    (2 + variant::games().len() as u16) * (entry_height + 1) - 1
}

/// Whether each entry of the list has room for what there is to say about it.
fn is_large(area: Rect) -> bool {
    area.width >= LARGE_MIN_WIDTH && area.height > list_height(LARGE_ENTRY_HEIGHT)
}

/// Returns the areas of the title, which is empty without room for it, of the list of games, and beside it.
fn areas(area: Rect, columns: Rect, is_large: bool) -> [Rect; 3] {
    let (list_width, min_height, max_height) = if is_large {
        let min_height = list_height(LARGE_ENTRY_HEIGHT).max(INFO_HEIGHT);
        (LARGE_LIST_WIDTH, min_height, LARGE_MAX_HEIGHT)
    } else {
        let min_height = list_height(1).max(INFO_HEIGHT);
        (GAME_LIST_WIDTH, min_height, min_height + 2)
    };
    let room = area.height.saturating_sub(TITLE_HEIGHT + 3);
    let body_height = room.clamp(min_height, max_height);
    let has_title = area.height >= TITLE_HEIGHT + body_height + 2 && area.width >= TITLE_WIDTH;
    let title_height = if has_title { TITLE_HEIGHT } else { 0 };
    let gap = u16::from(has_title);
    let spare = area.height - title_height - gap - body_height;
    // The piles of a large preview leave rows free below them.
    let free = if is_large { LARGE_FREE_ROWS } else { 0 };
    let above = ((spare + free) / 2).min(spare.saturating_sub(1)).max(1);
    let rows = [above, title_height, gap, body_height].map(Constraint::Length);
    let [_, title, _, body] = columns.layout(&Layout::vertical(rows));
    let [list, beside] = body.layout(
        &Layout::horizontal([Constraint::Length(list_width), Constraint::Fill(1)])
            .spacing(LIST_PANEL_GAP),
    );
    [title, list, beside]
}

/// Draws a value of a row, which a click chooses.
fn draw_value(value: Target, name: &str, is_chosen: bool, at: Position, canvas: &mut Canvas<'_>) {
    let role = if is_chosen { Role::Accent } else { Role::Dim };
    let text = choice_text(name, is_chosen);
    let end = canvas.write(at.x, at.y, &text, canvas.theme[role]);
    canvas.add_target(value, Rect::new(at.x, at.y, end - at.x, 1));
}

/// Draws the name of the program on cards.
fn draw_title(area: Rect, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let row = Layout::horizontal([Constraint::Length(CARD_SIZE.width); TITLE.len()])
        .spacing(CARD_GAP)
        .flex(Flex::Center);
    let columns: [Rect; TITLE.len()] = area.layout(&row);
    let suits = Suit::ALL.into_iter().rev().cycle();
    for ((column, letter), suit) in columns.into_iter().zip(TITLE.chars()).zip(suits) {
        let card = Rect::from((column.as_position(), CARD_SIZE));
        canvas.fill(card, " ", theme[Role::CardFace]);
        let style = theme.suit_style(suit, theme[Role::CardFace]);
        let pip = theme.pip(suit).to_string();
        let letter = letter.to_string();
        canvas.write(card.x + 1, card.y, &letter, style);
        canvas.write(card.x + card.width / 2, card.y + 1, &pip, style);
        canvas.write(card.right() - 2, card.bottom() - 1, &letter, style);
    }
    let last_row = area.rows().next_back().unwrap_or_default();
    canvas.write_centered(last_row, SUBTITLE, theme[Role::Dim]);
}
