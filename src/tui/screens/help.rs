//! Help screen: the keys, the rules of the game and an introduction to it.

use std::iter;

use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use strum::VariantArray;

use crate::rules::{Introduction, PileId};
use crate::session::Command;
use crate::storage::settings::Setting;
use crate::tui::action::{Action, Mode, Target};
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, HelpRow, Key, KeyGroup, Use};
pub use crate::tui::screen::HelpPage;
use crate::tui::screen::{Request, Screen};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::panel::{self, TEXT_WIDTH};
use crate::tui::wrap::{display_width, wrap, wrap_cut};
use crate::variant::Variant;

/// Width from which on the tab of the rules names the game.
const MIN_WIDTH_FOR_GAME_TITLE: u16 = 56;

/// Help screen.
#[derive(Clone, Debug)]
pub struct HelpScreen {
    key_rows: Vec<HelpRow>,
    mouse_rows: Vec<(&'static str, &'static str)>,
    /// Whether the page of keys shows all, not only the most important ones.
    shows_all_keys: bool,
    rules: Variant,
    page: HelpPage,
    /// Lines above the first visible one.
    scroll: usize,
}

impl HelpScreen {
    /// Opens the help about a screen: the keys that have a use there, what the mouse does if it is used, and its
    /// game. `None` if it has no game.
    pub fn about(screen: &dyn Screen, page: HelpPage, cx: &Context) -> Option<HelpScreen> {
        let rules = screen.rules(cx)?;
        let modes = match screen.mode() {
            mode @ (Mode::Menu | Mode::Replay | Mode::GameOver | Mode::HandGame) => vec![mode],
            _ => vec![Mode::Table, Mode::Selected],
        };
        let key_rows = cx.keymap.help_rows(&modes, |key| screen.use_of(key, cx));
        let piles = rules.layout().positions;
        let has_stock = piles.iter().any(|pile| pile.pile == PileId::STOCK);
        let mut mouse_rows = mouse_rows(modes[0], has_stock);
        if !cx.config.settings().is_on(Setting::Mouse) {
            mouse_rows.clear();
        }
        Some(HelpScreen {
            mouse_rows,
            // Only tables and replays have keys that are the most important ones.
            shows_all_keys: !key_rows
                .iter()
                .any(|row| KeyGroup::MAIN.contains(&row.group)),
            key_rows,
            rules,
            page,
            scroll: 0,
        })
    }

    /// Returns the columns of a page, from left to right.
    fn columns(&self, page: HelpPage, cx: &Context) -> Vec<Vec<HelpLine>> {
        let width = self.text_size(cx).width;
        match page {
            HelpPage::Keys if self.shows_all_keys || width < TEXT_WIDTH => self.key_columns(width),
            HelpPage::Keys => self.main_key_columns(),
            HelpPage::Rules => vec![rule_lines(self.rules.info().help, width)],
            HelpPage::Introduction => {
                let about = self.rules.introduction();
                vec![introduction_lines(about, &self.key_rows, width)]
            }
        }
    }

    /// Returns all keys, the groups below each other in one column, or in two if there is room.
    fn key_columns(&self, width: u16) -> Vec<Vec<HelpLine>> {
        let count = if width < TEXT_WIDTH { 1 } else { 2 };
        let widths = [KEY_WIDTH, column_width(width, count)];
        let groups = KeyGroup::VARIANTS.iter().map(|group| {
            self.group_lines(*group, |row| {
                row_lines(
                    &key_names(&row.keys, KEY_WIDTH),
                    row.help,
                    widths,
                    Some(row),
                )
            })
        });
        let mut groups: Vec<_> = groups.collect();
        if !self.mouse_rows.is_empty() {
            let rows = self.mouse_rows.iter();
            let rows = rows.flat_map(|(does, help)| row_lines(does, help, widths, None));
            let mouse = [HelpLine::strong("MOUSE")].into_iter().chain(rows);
            groups.insert(KeyGroup::Program as usize, mouse.collect());
        }
        groups.retain(|group| !group.is_empty());
        columns(groups, count)
    }

    /// Returns the most important keys, and briefly what they do: rows with a blank one after each.
    fn main_key_columns(&self) -> Vec<Vec<HelpLine>> {
        let widths = [
            MAIN_KEY_WIDTH,
            column_width(TEXT_WIDTH, KeyGroup::MAIN.len()),
        ];
        let columns = KeyGroup::MAIN.map(|group| {
            let lines = self.group_lines(group, |row| {
                let brief = row.help.split(';').next().unwrap_or_default();
                row_lines(
                    &key_names(&row.keys, MAIN_KEY_WIDTH),
                    brief,
                    widths,
                    Some(row),
                )
            });
            let lines = lines.into_iter();
            lines.flat_map(|line| [line, HelpLine::default()]).collect()
        });
        columns.into()
    }

    /// Returns the heading of a group and the lines of its rows; nothing without a row.
    fn group_lines(
        &self,
        group: KeyGroup,
        lines_of: impl Fn(&HelpRow) -> Vec<HelpLine>,
    ) -> Vec<HelpLine> {
        let rows = self.key_rows.iter().filter(|row| row.group == group);
        let heading = rows.clone().next();
        let heading = heading.map(|row| HelpLine::strong(heading_of(group, row.mode)));
        heading.into_iter().chain(rows.flat_map(lines_of)).collect()
    }

    /// Whether the end of the most important keys is shown, and there are others.
    fn can_show_more_keys(&self, cx: &Context) -> bool {
        let are_shown = self.page == HelpPage::Keys && !self.shows_all_keys;
        are_shown && self.text_size(cx).width == TEXT_WIDTH && self.scroll >= self.max_scroll(cx)
    }

    /// Returns the size of the largest text without scrolling.
    fn text_size(&self, cx: &Context) -> Size {
        let largest = panel::centered_area(cx.screen_area(), TEXT_WIDTH, u16::MAX.into());
        panel::text_area(largest).as_size()
    }

    fn panel(&self, cx: &Context) -> Rect {
        let pages = HelpPage::VARIANTS.iter();
        let rows: Vec<usize> = pages.map(|page| self.row_count(*page, cx)).collect();
        panel::page_area(cx.screen_area(), TEXT_WIDTH, &rows, self.page as usize)
    }

    /// Returns how many lines of the page are visible.
    fn text_rows(&self, cx: &Context) -> usize {
        panel::text_area(self.panel(cx)).height.into()
    }

    /// Returns how many lines a page has.
    fn row_count(&self, page: HelpPage, cx: &Context) -> usize {
        let columns = self.columns(page, cx).into_iter();
        columns.map(|column| column.len()).max().unwrap_or(0)
    }

    /// Returns how many lines of the page can be above the first visible one at most.
    fn max_scroll(&self, cx: &Context) -> usize {
        self.row_count(self.page, cx)
            .saturating_sub(self.text_rows(cx))
    }

    fn titles(&self, cx: &Context) -> [String; 3] {
        let rules = match self.text_size(cx).width {
            0..MIN_WIDTH_FOR_GAME_TITLE => "Rules".into(),
            _ => format!("Rules of {}", self.rules.info().title),
        };
        ["Keys".into(), rules, "Introduction".into()]
    }

    fn go_to(&mut self, page: HelpPage, scroll: usize, cx: &Context) {
        self.page = page;
        self.scroll = scroll.min(self.max_scroll(cx));
    }
}

impl Screen for HelpScreen {
    fn handle_action(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        if action == Action::PageDown && self.can_show_more_keys(cx) {
            self.shows_all_keys = true;
            self.go_to(self.page, 0, cx);
            return None;
        }
        let page_rows = self.text_rows(cx);
        let max_scroll = self.max_scroll(cx);
        if let Some(scroll) = panel::scroll_by(action, self.scroll, page_rows, max_scroll) {
            self.scroll = scroll;
        }
        if let Some(page) = panel::turn_page(self.page, action) {
            self.go_to(page, 0, cx);
        }
        match action {
            Action::Click(Target::Value(column, line))
            | Action::DoubleClick(Target::Value(column, line)) => {
                let columns = self.columns(self.page, cx);
                let action = columns.get(column)?.get(line)?.action;
                return action.map(Request::CloseAndAct);
            }
            Action::Click(Target::Panel) => {}
            Action::Learn => return Some(Request::CloseAndAct(action)),
            Action::Select | Action::Cancel | Action::Close | Action::Help | Action::Click(_) => {
                return Some(Request::Close);
            }
            _ => {}
        }
        None
    }

    fn draw(&mut self, cx: &Context, _: Rect, canvas: &mut Canvas<'_>) {
        // A larger window may show more of the end.
        self.scroll = self.scroll.min(self.max_scroll(cx));
        let theme = cx.theme();
        theme.dim_cells(canvas.frame.area, canvas.buf);
        let (page, panel) = (self.page as usize, self.panel(cx));
        let titles = self.titles(cx);
        panel::draw_pages(titles.each_ref().map(|title| &**title), page, panel, canvas);
        let (columns, text) = (self.columns(self.page, cx), panel::text_area(panel));
        canvas.frame.focus = Some(text.as_position());
        let visible = self.scroll..self.scroll + usize::from(text.height);
        panel::draw_scroll_bar(panel, visible, self.row_count(self.page, cx), canvas);
        let areas = Layout::horizontal(vec![Constraint::Fill(1); columns.len()]);
        let areas = areas.spacing(GROUP_GAP).split(text);
        for (column, (lines, area)) in columns.iter().zip(&*areas).enumerate() {
            let visible = lines.iter().enumerate().skip(self.scroll);
            for ((index, line), row) in visible.zip(area.rows()) {
                line.styled(theme).render(row, canvas.buf);
                // A click on what a key does is as good as the key.
                if line.action.is_some() {
                    canvas.add_target(Target::Value(column, index), row);
                }
            }
        }
    }

    fn use_of(&self, binding: &Binding, cx: &Context) -> Use {
        match binding.action {
            Action::Peek => Use::Hidden,
            Action::Learn if self.page != HelpPage::Introduction => Use::Ready(""),
            Action::PageDown if self.can_show_more_keys(cx) => Use::Ready("more keys"),
            Action::PageDown if self.scroll >= self.max_scroll(cx) => Use::Idle,
            _ => Use::Ready(binding.footer),
        }
    }
}

/// Wraps the rules. They are written in lines of [`TEXT_WIDTH`] columns; if there are fewer, each
/// paragraph is wrapped again.
fn rule_lines(text: &str, width: u16) -> Vec<HelpLine> {
    /// A shorter line ends its paragraph.
    const MIN_FULL_LINE_LEN: usize = 60;
    if width >= TEXT_WIDTH {
        return text.lines().map(rule_line).collect();
    }
    let continues = |line: &&str, next: &&str| {
        line.chars().count() >= MIN_FULL_LINE_LEN
            && !next.is_empty()
            && !next.trim_start().starts_with("- ")
    };
    let written: Vec<&str> = text.lines().collect();
    let mut lines = Vec::new();
    for paragraph in written.chunk_by(continues) {
        let first = paragraph[0];
        let text = first.trim_start();
        let indent = &first[..first.len() - text.len()];
        let hanging = if text.starts_with("- ") { "  " } else { "" };
        let text_width = usize::from(width).saturating_sub(indent.len() + 2);
        let indents = [indent, &format!("{indent}{hanging}")];
        if text.is_empty() {
            lines.push(HelpLine::default());
        } else {
            let text = paragraph.join(" ");
            let wrapped = wrapped(&text, text_width, indents);
            lines.extend(wrapped.map(|line| rule_line(&line)));
        }
    }
    lines
}

/// Returns a line of the rules. Headings are written in capitals.
fn rule_line(text: &str) -> HelpLine {
    if text.chars().any(char::is_lowercase) {
        HelpLine::plain(text.to_owned())
    } else {
        HelpLine::strong(text)
    }
}

/// Wraps a paragraph to a width, and indents its first line and all others.
fn wrapped(text: &str, width: usize, [first, others]: [&str; 2]) -> impl Iterator<Item = String> {
    let indents = iter::once(first).chain(iter::repeat(others));
    let lines = wrap(text, width.max(1)).into_iter().zip(indents);
    lines.map(|(line, indent)| format!("{indent}{line}"))
}

/// Columns of the keys of a group, and of the most important ones; what they do stands beside them.
const KEY_WIDTH: usize = 13;
const MAIN_KEY_WIDTH: usize = 7;
/// Columns between groups that stand side by side.
const GROUP_GAP: u16 = 2;

/// A line of a column: keys or a heading, what they do, whether they can do nothing now, and what a click on it does,
/// if it does anything.
#[derive(Clone, Debug, Default)]
struct HelpLine {
    strong: String,
    plain: String,
    is_idle: bool,
    action: Option<Action>,
}

impl HelpLine {
    fn strong(text: &str) -> HelpLine {
        HelpLine {
            strong: text.to_owned(),
            ..HelpLine::default()
        }
    }

    fn plain(plain: String) -> HelpLine {
        HelpLine {
            plain,
            ..HelpLine::default()
        }
    }

    fn styled(&self, theme: &Theme) -> Line<'_> {
        let strong = Span::styled(&*self.strong, theme[Role::PanelStrong]);
        let line = Line::from(vec![strong, Span::styled(&*self.plain, theme[Role::Panel])]);
        if self.is_idle { line.dim() } else { line }
    }
}

/// Returns the width of each of so many columns.
fn column_width(width: u16, count: usize) -> usize {
    (usize::from(width + GROUP_GAP)) / count - usize::from(GROUP_GAP)
}

/// Returns the heading of keys that are active in a mode.
fn heading_of(group: KeyGroup, mode: Mode) -> &'static str {
    match group {
        KeyGroup::Move if mode == Mode::HandGame => "PLAYING",
        KeyGroup::Move if mode == Mode::Replay => "THROUGH THE GAME",
        KeyGroup::Move => "MOVING CARDS",
        KeyGroup::Home if mode == Mode::HandGame => "TAKING BACK",
        KeyGroup::Home if mode == Mode::Replay => "PLAYING",
        KeyGroup::Home => "HOME AND BACK",
        KeyGroup::Ask if mode == Mode::Replay => "REVIEW",
        KeyGroup::Ask => "HINTS AND GAMES",
        KeyGroup::Cards if matches!(mode, Mode::Table | Mode::HandGame) => "OTHER PILES",
        KeyGroup::Cards => "CHOOSING",
        KeyGroup::Cursor => "MOVING AROUND",
        KeyGroup::Undo => "UNDO",
        KeyGroup::Solver => "SOLVER",
        KeyGroup::Games => "GAMES AND RESULTS",
        KeyGroup::Program => "PROGRAM",
    }
}

/// What the mouse does at a table of piles, at a game played in the hand, in a replay, at the end of a game, and on all
/// other screens.
const TABLE_MOUSE: &[(&str, &str)] = &[
    ("click", "select; then the target"),
    ("drag", "move cards"),
    ("double click", "send home; else move it"),
    ("right click", "cancel"),
    ("wheel", "select more or fewer"),
    ON_THE_STOCK,
    ON_A_KEY,
];
const HAND_MOUSE: &[(&str, &str)] = &[("on the deck", "next step"), ON_A_KEY];
const REPLAY_MOUSE: &[(&str, &str)] = &[
    ("wheel", "previous or next move"),
    ("on the curve", "go to that move"),
    ON_A_KEY,
];
const END_MOUSE: &[(&str, &str)] = &[("on the table", "show it without the result"), ON_A_KEY];
const LIST_MOUSE: &[(&str, &str)] = &[
    ("click", "select; again: use it"),
    ("wheel", "line up or down"),
    ON_A_KEY,
];
const ON_THE_STOCK: (&str, &str) = ("on the stock", "turn or deal its cards");
const ON_A_KEY: (&str, &str) = ("on a key", "press it; here as well");

/// Returns what the mouse does in a mode, in a game with a stock or without one.
fn mouse_rows(mode: Mode, has_stock: bool) -> Vec<(&'static str, &'static str)> {
    let mouse = match mode {
        Mode::Table => TABLE_MOUSE,
        Mode::HandGame => HAND_MOUSE,
        Mode::Replay => REPLAY_MOUSE,
        Mode::GameOver => END_MOUSE,
        _ => LIST_MOUSE,
    };
    let mut rows = mouse.to_vec();
    rows.retain(|row| has_stock || *row != ON_THE_STOCK);
    rows
}

/// Puts groups of lines below each other in columns of about the same height.
fn columns(groups: Vec<Vec<HelpLine>>, count: usize) -> Vec<Vec<HelpLine>> {
    let all: usize = groups.iter().map(|group| group.len() + 1).sum();
    let mut columns = vec![Vec::new()];
    for group in groups {
        let is_full = |column: &Vec<HelpLine>| 2 * column.len() + group.len() > 2 * all / count;
        if columns.len() < count && columns.last().is_some_and(is_full) {
            columns.push(Vec::new());
        }
        if let Some(column) = columns.last_mut() {
            if !column.is_empty() {
                column.push(HelpLine::default());
            }
            column.extend(group);
        }
    }
    columns
}

/// Returns keys or a movement of the mouse, and what it does, in so many columns for the first and for both.
fn row_lines(name: &str, help: &str, widths: [usize; 2], row: Option<&HelpRow>) -> Vec<HelpLine> {
    let [name_width, width] = widths;
    let name = wrap_cut(name, name_width - 1, 1).concat();
    let help = wrap(help, width.saturating_sub(name_width).max(1));
    let names = iter::once(name).chain(iter::repeat(String::new()));
    let lines = names.zip(help).map(|(name, plain)| HelpLine {
        strong: format!("{name:name_width$}"),
        plain,
        is_idle: row.is_some_and(|row| row.is_idle),
        action: row.and_then(|row| row.action),
    });
    lines.collect()
}

/// Names the keys of a row, as many as fit in so many columns: four arrows as one word, without the vi letters beside
/// arrows; many letters or digits as `1 to 0`.
fn key_names(keys: &[Key], width: usize) -> String {
    let is_letter = |key: &Key| key.typed_char().is_some_and(|c| c.is_ascii_alphanumeric());
    let (mut letters, others): (Vec<Key>, Vec<Key>) = keys.iter().partition(|key| is_letter(key));
    let arrows = others.iter().filter(|key| key.is_arrow()).count();
    if arrows > 0 {
        let is_vi = |key: &Key| key.typed_char().is_some_and(|c| "hjkl".contains(c));
        letters.retain(|key| !is_vi(key));
    }
    let mut others: Vec<String> = others.iter().map(Key::to_string).collect();
    if arrows == 4 {
        others = vec!["arrows".to_owned()];
    }
    let letters = match &letters[..] {
        [first, _, _, _, _, .., last] => vec![format!("{first} to {last}")],
        letters => letters.iter().map(Key::to_string).collect(),
    };
    let [first, last] = if keys.first().is_some_and(is_letter) {
        [letters, others]
    } else {
        [others, letters]
    };
    let mut names = String::new();
    for name in [first, last].concat() {
        let longer = format!("{names} {name}");
        if !names.is_empty() && usize::from(display_width(&longer)) >= width {
            break;
        }
        names = longer.trim_start().to_owned();
    }
    names
}

/// The keys that an introduction names, as far as the game has a use for them.
const INTRODUCED: [Action; 8] = [
    Action::Game(Command::Draw),
    Action::Select,
    Action::SelectReserve,
    Action::SelectFoundation,
    Action::MoveHome,
    Action::Game(Command::PlayForced),
    Action::Game(Command::Undo),
    Action::Game(Command::Hint),
];

/// Returns the lines of the page: what the game is about, and the keys that play it.
fn introduction_lines(about: &Introduction, keys: &[HelpRow], width: u16) -> Vec<HelpLine> {
    let is_named = |row: &&HelpRow| INTRODUCED.iter().any(|key| row.action == Some(*key));
    let brief = |row: &HelpRow| {
        let does = row.help.split(';').next().unwrap_or_default();
        Some(format!("{} {does}", row.keys.first()?))
    };
    let keys: Vec<String> = keys.iter().filter(is_named).filter_map(brief).collect();
    let texts = [about.goal, about.building, about.rule, &keys.join(" · ")];
    let lines = texts
        .iter()
        .flat_map(|text| wrapped(text, width.into(), ["", "  "]));
    lines.map(HelpLine::plain).collect()
}
