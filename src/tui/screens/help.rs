//! Help screen: the keys, the rules of the game and an introduction to it.

use std::iter;

use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use strum::VariantArray;

use crate::rules::Introduction;
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
    mouse_rows: &'static [(&'static str, &'static str)],
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
        let has_mouse = cx.config.settings().is_on(Setting::Mouse);
        Some(HelpScreen {
            mouse_rows: if has_mouse { mouse_rows(modes[0]) } else { &[] },
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
            HelpPage::Keys => self.key_columns(width),
            HelpPage::Rules => vec![rule_lines(self.rules.info().help, width)],
            HelpPage::Introduction => vec![introduction_lines(self.rules.introduction(), width)],
        }
    }

    /// Returns the keys and briefly what they do, in three columns, or in one where there is no room for that.
    fn key_columns(&self, width: u16) -> Vec<Vec<HelpLine>> {
        let is_narrow = width < TEXT_WIDTH;
        let width = if is_narrow { width } else { COLUMN_WIDTH };
        let mut columns =
            COLUMNS.map(|groups| groups.map(|group| self.group_lines(group, width)).to_vec());
        if !self.mouse_rows.is_empty() {
            let rows = self.mouse_rows.iter();
            let rows = rows.flat_map(|(name, does)| row_lines(name, does, width, None));
            let mouse = iter::once(HelpLine::strong("MOUSE")).chain(rows);
            columns[1].push(mouse.collect());
        }
        let columns = columns.map(|mut groups| {
            groups.retain(|group| !group.is_empty());
            groups.join(&HelpLine::default())
        });
        if is_narrow {
            vec![columns.join(&HelpLine::default())]
        } else {
            columns.into()
        }
    }

    /// Returns the heading of a group and the lines of its rows; nothing without a row.
    fn group_lines(&self, group: KeyGroup, width: u16) -> Vec<HelpLine> {
        let rows = self.key_rows.iter().filter(|row| row.group == group);
        let heading = rows.clone().next().map(|row| heading_of(group, row.mode));
        let rows = rows
            .flat_map(|row| row_lines(&key_names(&row.keys), brief(row.help), width, Some(row)));
        heading
            .map(HelpLine::strong)
            .into_iter()
            .chain(rows)
            .collect()
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
}

impl Screen for HelpScreen {
    fn handle_action(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        let page_rows = self.text_rows(cx).saturating_sub(1).max(1);
        let max_scroll = self.max_scroll(cx);
        if let Some(scroll) = panel::scroll_by(action, self.scroll, page_rows, max_scroll) {
            self.scroll = scroll;
        }
        if let Some(page) = panel::turn_page(self.page, action) {
            (self.page, self.scroll) = (page, 0);
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

/// Columns of the keys; what they do stands beside them.
const KEY_WIDTH: usize = 7;
/// Columns between groups that stand side by side, and of each of these.
const GROUP_GAP: u16 = 2;
const COLUMN_WIDTH: u16 = (TEXT_WIDTH + GROUP_GAP) / COLUMNS.len() as u16 - GROUP_GAP;
/// The groups of each column. What the mouse does follows those of the second.
const COLUMNS: [[KeyGroup; 2]; 3] = [
    [KeyGroup::Move, KeyGroup::Home],
    [KeyGroup::Undo, KeyGroup::Ask],
    [KeyGroup::Games, KeyGroup::Program],
];

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

/// Returns the heading of keys that are active in a mode.
fn heading_of(group: KeyGroup, mode: Mode) -> &'static str {
    match (group, mode) {
        (KeyGroup::Move, Mode::Table) => "MOVING CARDS",
        (KeyGroup::Move, Mode::HandGame) => "PLAYING",
        (KeyGroup::Move, Mode::Replay) => "THROUGH THE GAME",
        (KeyGroup::Move, _) => "CHOOSING",
        (KeyGroup::Home, Mode::Replay) => "PLAYING",
        (KeyGroup::Home, _) => "HOME",
        (KeyGroup::Undo, _) => "BACK",
        (KeyGroup::Ask, Mode::Replay) => "REVIEW",
        (KeyGroup::Ask, _) => "HINTS",
        (KeyGroup::Games, _) => "GAMES",
        (KeyGroup::Program, _) => "PROGRAM",
    }
}

/// Returns what the mouse does in a mode.
fn mouse_rows(mode: Mode) -> &'static [(&'static str, &'static str)] {
    match mode {
        Mode::Table => &[
            ("click", "select, then move"),
            ("drag", "move cards"),
            ("double", "send home"),
            ("right", "cancel"),
            ("wheel", "more or fewer"),
        ],
        Mode::HandGame => &[("deck", "next step"), ON_A_KEY],
        Mode::Replay => &[
            ("wheel", "a move on or back"),
            ("track", "go to that move"),
            ON_A_KEY,
        ],
        _ => &[ON_A_KEY],
    }
}

const ON_A_KEY: (&str, &str) = ("keys", "can be clicked");

/// Returns what a help text says in brief; the manual has the rest.
fn brief(help: &'static str) -> &'static str {
    help.split(';').next().unwrap_or_default()
}

/// Returns keys or a movement of the mouse, and what it does, in so many columns.
fn row_lines(name: &str, help: &str, width: u16, row: Option<&HelpRow>) -> Vec<HelpLine> {
    let name = wrap_cut(name, KEY_WIDTH - 1, 1).concat();
    let help = wrap(help, usize::from(width).saturating_sub(KEY_WIDTH).max(1));
    let names = iter::once(name).chain(iter::repeat(String::new()));
    let lines = names.zip(help).map(|(name, plain)| HelpLine {
        strong: format!("{name:KEY_WIDTH$}"),
        plain,
        is_idle: row.is_some_and(|row| row.is_idle),
        action: row.and_then(|row| row.action),
    });
    lines.collect()
}

/// Names the keys of a row, as many as there is room for: four arrows as one word, without the vi letters beside
/// arrows; many letters or digits as `1 to 0`.
fn key_names(keys: &[Key]) -> String {
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
        if !names.is_empty() && usize::from(display_width(&longer)) >= KEY_WIDTH {
            break;
        }
        names = longer.trim_start().to_owned();
    }
    names
}

/// Returns the lines of the page: what the game is about.
fn introduction_lines(about: &Introduction, width: u16) -> Vec<HelpLine> {
    let texts = [about.goal, about.building, about.rule].into_iter();
    let lines = texts.flat_map(|text| wrapped(text, width.into(), ["", "  "]));
    lines.map(HelpLine::plain).collect()
}
