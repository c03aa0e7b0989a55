//! Drawing the menu as it was laid out.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Flex, Layout, Rect, Size};
use ratatui::text::{Line, Text};
use ratatui::widgets::Widget;

use super::layout::{MenuLayout, SOURCE_NAME};
use super::rows::{MenuRow, MenuRows};
use super::saved_games::SavedGamesList;
use super::today::TodayState;
use crate::cards::Suit;
use crate::describe::{self, sentence};
use crate::rules::GameInfo;
use crate::session::{DealSource, text};
use crate::stats_text::{self, brief_deal_text};
use crate::storage::results::Results;
use crate::storage::settings::Deals;
use crate::tui::action::{Action, Mode};
use crate::tui::context::Context;
use crate::tui::theme::Theme;
use crate::tui::widgets::{fill, write, write_centered};
use crate::tui::wrap::wrap;
use crate::variant;

/// The name of the program, a letter on each card.
const TITLE: &str = "LARBOARD";
const SUBTITLE: &str = "Five unusual solitaires";
/// Width and height of a card of the title, and the gap between two.
const CARD_SIZE: Size = Size::new(7, 4);
const CARD_GAP: u16 = 2;
/// Maximum number of lines that describe a game.
const MAX_SUMMARY_LINES: usize = 3;

/// Column of the states of today's deals.
const STATE_COLUMN: u16 = 18;

/// How many games of each kind were played and won, with any options.
#[derive(Clone, Debug, Default)]
pub(super) struct Records {
    /// The number of lines of the results that are counted.
    lines: usize,
    /// Won and played, in the order of the [list of games](variant::games).
    counts: Vec<(usize, usize)>,
}

impl Records {
    /// Counts again if there are other results.
    pub(super) fn update(&mut self, results: &Results) {
        if self.lines == results.line_count() {
            return;
        }
        let all = results.all_stats([]);
        let count = |info: &GameInfo| {
            let of_game = all.iter().filter(|stats| stats.kind.info.id == info.id);
            of_game.fold((0, 0), |(won, played), stats| {
                (won + stats.won, played + stats.played)
            })
        };
        self.counts = variant::games().into_iter().map(count).collect();
        self.lines = results.line_count();
    }

    /// Says how many of the games of an index were won.
    fn of_game(&self, index: usize) -> String {
        match self.counts.get(index) {
            Some((won, played)) if *played > 0 => format!("won {won} of {played}"),
            _ => "not played yet".into(),
        }
    }
}

/// Draws a menu where it was laid out.
pub(super) struct MenuPainter<'a> {
    pub(super) menu: &'a MenuRows,
    pub(super) layout: &'a MenuLayout,
    pub(super) records: &'a Records,
    pub(super) cx: &'a Context,
}

impl MenuPainter<'_> {
    pub(super) fn draw(&self, buf: &mut Buffer) {
        let theme = self.cx.look.theme();
        if let Some(area) = self.layout.title() {
            draw_title(theme, buf, area);
        }
        if self.menu.is_list_only() {
            // There is no room for more.
        } else if self.menu.is_in_saved_games() {
            let visible = self.layout.rows().filter_map(|(row, _)| match row {
                MenuRow::SavedGame(index) => Some(index),
                _ => None,
            });
            let list = SavedGamesList {
                menu: self.menu,
                visible: visible.collect(),
                cx: self.cx,
            };
            list.render(self.layout.panel(), buf);
        } else if self.menu.selected() == MenuRow::Today {
            self.draw_today(buf);
        } else {
            self.draw_game_info(buf);
        }
        for (row, area) in self.layout.rows() {
            match row {
                MenuRow::Game(_) | MenuRow::Continue | MenuRow::Today => {
                    self.draw_list_entry(row, area, buf);
                }
                MenuRow::SavedGame(_) => {}
                MenuRow::Option(_) | MenuRow::Source => self.draw_choice(row, area, buf),
            }
        }
        for value in self.layout.values() {
            let name = value.name.replace('-', " ");
            let (text, style) = if value.is_chosen {
                (format!("[{name}]"), theme.accent)
            } else {
                (format!(" {name} "), theme.dim)
            };
            write(buf, value.area.x, value.area.y, &text, style);
        }
    }

    /// Draws an entry of the list of games: its name, and below it, as far as there is room, what there is to say.
    fn draw_list_entry(&self, row: MenuRow, area: Rect, buf: &mut Buffer) {
        let theme = self.cx.look.theme();
        let is_chosen = row == self.menu.selected_heading();
        let is_selected = row == self.menu.selected();
        let (name, below) = match (is_selected, is_chosen || area.height > 1) {
            (true, _) => (theme.selected_entry, theme.selected_entry),
            (false, true) => (theme.strong, theme.dim),
            (false, false) => (theme.text, theme.dim),
        };
        if is_selected {
            fill(buf, area, " ", name);
        }
        let styles = [name, below, below].into_iter();
        let lines = self.entry_lines(row).into_iter().zip(styles);
        for ((line, style), row) in lines.zip(area.rows()) {
            write(buf, row.x + 2, row.y, &line, style);
        }
        if is_selected || is_chosen {
            write(buf, area.x, area.y, theme.glyphs().cursor, name);
        }
    }

    /// Returns the lines of an entry of the list of games, the most important one first.
    fn entry_lines(&self, row: MenuRow) -> [String; 3] {
        let (menu, cx) = (self.menu, self.cx);
        let (today, wins) = (cx.today(), cx.results.daily_wins());
        match row {
            MenuRow::Today => {
                let infos = menu.today().infos();
                let count = infos.len();
                let won = infos.filter(|info| wins.is_won(today, info)).count();
                let streak = wins.streaks(today).current;
                let chosen = menu.today().rules().filter(|_| menu.is_list_only());
                let chosen = chosen.map(|rules| {
                    let state = menu.today().state(rules.info(), today, wins).label();
                    format!("Today: {}, {state}", rules.info().title)
                });
                [
                    chosen.unwrap_or_else(|| "Today".to_owned()),
                    text::day_and_grade(today),
                    format!("{won} of {count} won · streak {streak}"),
                ]
            }
            MenuRow::Game(index) => {
                let info = variant::games()[index];
                let today = wins.is_won(today, info).then_some("today ✓");
                let record = self.records.of_game(index);
                let parts: Vec<&str> = [&*record].into_iter().chain(today).collect();
                [info.title, info.brief, &parts.join(" · ")].map(str::to_owned)
            }
            _ => {
                let name = format!("Continue ({})", menu.saved_games().deal_count());
                let next = menu.saved_games().next_to_play().into_iter().next();
                let title = next.map(|saved| describe::game_title(&saved.deal.kind));
                let deal = next.map(|saved| {
                    let deal = brief_deal_text(&saved.deal, saved.daily);
                    format!("{deal} · move {}", saved.moves)
                });
                [name, title.unwrap_or_default(), deal.unwrap_or_default()]
            }
        }
    }

    /// Draws what there is to say about the daily deals of today.
    fn draw_today(&self, buf: &mut Buffer) {
        let (cx, theme, area) = (self.cx, self.cx.look.theme(), self.layout.panel());
        let (today, wins) = (cx.today(), cx.results.daily_wins());
        let deal = sentence(&text::daily_deal(today));
        write(buf, area.x, area.y, &deal, theme.strong);
        let streak = format!("Streak {}", stats_text::daily_streaks(wins, today));
        write(buf, area.x, area.y + 1, &streak, theme.text);
        let games = self.menu.today().infos().zip(self.layout.values());
        for (info, value) in games {
            let state = self.menu.today().state(info, today, wins);
            let style = match state {
                TodayState::Waiting => theme.dim,
                TodayState::Open | TodayState::Won => theme.text,
            };
            write(
                buf,
                area.x + STATE_COLUMN,
                value.area.y,
                state.label(),
                style,
            );
        }
    }

    fn draw_game_info(&self, buf: &mut Buffer) {
        let theme = self.cx.look.theme();
        let info = self.menu.choices().game_info();
        let area = self.layout.panel();
        let title = Line::styled(info.title, theme.strong);
        let lines = wrap(info.summary, area.width.into()).into_iter();
        let summary = lines.map(|line| Line::styled(line, theme.text));
        let text = Text::from_iter([title].into_iter().chain(summary.take(MAX_SUMMARY_LINES)));
        text.render(area, buf);
    }

    /// Draws the name of a row, with the cursor if the row is selected, and below its values the
    /// description of the chosen one; what does not fit is cut.
    fn draw_choice(&self, row: MenuRow, area: Rect, buf: &mut Buffer) {
        let theme = self.cx.look.theme();
        let (name, description) = match row {
            MenuRow::Option(index) => {
                let (option, value) = self.menu.choices().row(index);
                let is_relevant = self.menu.choices().is_row_relevant(index);
                let description = is_relevant.then(|| sentence(option.values[value].description));
                (option.name, description)
            }
            _ => (SOURCE_NAME, Some(self.source_description())),
        };
        let is_selected = self.menu.selected() == row;
        if is_selected {
            write(buf, area.x, area.y, theme.glyphs().cursor, theme.cursor);
        }
        let style = match description {
            None => theme.dim,
            Some(_) if is_selected => theme.strong,
            Some(_) => theme.text,
        };
        write(buf, area.x + 2, area.y, name, style);
        let text = description.unwrap_or_else(|| "Not used with the options above".to_owned());
        let mut values = self.layout.values().iter().map(|value| value.area);
        let last = values.rfind(|values| area.contains(values.as_position()));
        let top = last.map_or(area.y, |values| values.y) + 1;
        let rows = usize::from(area.bottom().saturating_sub(top));
        let width = usize::from(area.width.saturating_sub(2));
        let mut lines = wrap(&text, width);
        if lines.len() > rows {
            lines = wrap(&text, width.saturating_sub(1));
            lines.truncate(rows);
            if let Some(last) = lines.last_mut() {
                last.push('…');
            }
        }
        for (y, line) in (top..).zip(&lines) {
            write(buf, area.x + 2, y, line, theme.dim);
        }
    }

    /// Describes where the deal comes from.
    fn source_description(&self) -> String {
        let (choices, cx) = (self.menu.choices(), self.cx);
        match choices.source(cx.config.deal_source()) {
            DealSource::Random(Deals::Any) => {
                let rules = choices.rules();
                let note =
                    rules.and_then(|rules| text::random_deal_note(cx.config.deal_source(), &rules));
                note.unwrap_or_else(|| "Any random deal".into())
            }
            DealSource::Random(Deals::Winnable) => {
                "A random deal that is proven to be winnable".to_owned()
            }
            DealSource::Graded(_) => {
                "A winnable deal of this difficulty, graded in advance".to_owned()
            }
            DealSource::Daily(day) => {
                let deal = text::daily_deal(day.unwrap_or_else(|| cx.today()));
                format!("{}, the same for everyone", sentence(&deal))
            }
            DealSource::Number => match choices.seed {
                Some(seed) => format!("Deal {seed}: the same number, always the same cards"),
                None => {
                    let hint = cx.key_hint(Mode::Menu, Action::EnterSeed, "enter a deal number");
                    hint.unwrap_or_else(|| "The same number, always the same cards".to_owned())
                }
            },
        }
    }
}

/// Draws the name of the program on cards.
fn draw_title(theme: &Theme, buf: &mut Buffer, area: Rect) {
    let row = Layout::horizontal([Constraint::Length(CARD_SIZE.width); TITLE.len()])
        .spacing(CARD_GAP)
        .flex(Flex::Center);
    let columns: [Rect; TITLE.len()] = area.layout(&row);
    let suits = Suit::ALL.into_iter().rev().cycle();
    for ((column, letter), suit) in columns.into_iter().zip(TITLE.chars()).zip(suits) {
        let height = CARD_SIZE.height;
        let card = Rect { height, ..column };
        fill(buf, card, " ", theme.card_face);
        let style = theme.suit_style(suit, theme.card_face);
        let pip = theme.pip(suit).to_string();
        let letter = letter.to_string();
        write(buf, card.x + 1, card.y, &letter, style);
        write(buf, card.x + card.width / 2, card.y + 1, &pip, style);
        write(buf, card.right() - 2, card.bottom() - 1, &letter, style);
    }
    let last_row = area.rows().next_back().unwrap_or_default();
    write_centered(buf, last_row, SUBTITLE, theme.dim);
}
