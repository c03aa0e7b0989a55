//! Help screen: the keys, the rules of the game and an introduction to it.

use std::iter;

use ratatui::layout::{Rect, Size};
use ratatui::style::Modifier;
use ratatui::text::Span;
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
use crate::tui::widgets::panel;
use crate::tui::wrap::{display_width, wrap, wrap_cut};
use crate::variant::Variant;

/// Width of the text. The rules are written for it.
const TEXT_WIDTH: u16 = 76;
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

    /// Returns the lines of a page.
    fn lines(&self, page: HelpPage, cx: &Context) -> Vec<HelpLine> {
        let width = self.text_size(cx).width;
        match page {
            HelpPage::Keys if self.shows_all_keys || width < TEXT_WIDTH => self.key_lines(width),
            HelpPage::Keys => self.main_key_lines(),
            HelpPage::Rules => rule_lines(self.rules.info().help, width),
            HelpPage::Introduction => {
                introduction_lines(self.rules.introduction(), &self.key_rows, width)
            }
        }
    }

    /// Returns all keys, the groups below each other in one column, or in two if there is room.
    fn key_lines(&self, width: u16) -> Vec<HelpLine> {
        let count = if width < TEXT_WIDTH { 1 } else { 2 };
        let pitch = (usize::from(width) + GROUP_GAP) / count;
        let widths = [KEY_WIDTH, pitch - GROUP_GAP];
        let groups = KeyGroup::VARIANTS.iter();
        let mut groups: Vec<_> = groups
            .map(|group| {
                self.group_lines(*group, |row| {
                    let names = key_names(&row.keys, KEY_WIDTH);
                    row_lines(&names, row.help, widths, Some(row))
                })
            })
            .collect();
        if !self.mouse_rows.is_empty() {
            let rows = self.mouse_rows.iter();
            let rows = rows.flat_map(|(does, help)| row_lines(does, help, widths, None));
            let mouse = [heading_line("MOUSE")].into_iter().chain(rows);
            groups.insert(KeyGroup::Program as usize, mouse.collect());
        }
        groups.retain(|group| !group.is_empty());
        side_by_side(&columns(groups, count), pitch)
    }

    /// Returns the most important keys, and briefly what they do: rows with a blank one after each.
    fn main_key_lines(&self) -> Vec<HelpLine> {
        let pitch = (usize::from(TEXT_WIDTH) + GROUP_GAP) / KeyGroup::MAIN.len();
        let widths = [MAIN_KEY_WIDTH, pitch - GROUP_GAP];
        let groups = KeyGroup::MAIN.map(|group| {
            let lines = self.group_lines(group, |row| {
                let brief = row.help.split(';').next().unwrap_or_default();
                row_lines(
                    &key_names(&row.keys, MAIN_KEY_WIDTH),
                    brief,
                    widths,
                    Some(row),
                )
            });
            lines
                .into_iter()
                .flat_map(|line| [line, HelpLine::new()])
                .collect()
        });
        side_by_side(&groups, pitch)
    }

    /// Returns the heading of a group and the lines of its rows; nothing without a row.
    fn group_lines(
        &self,
        group: KeyGroup,
        lines_of: impl Fn(&HelpRow) -> Vec<HelpLine>,
    ) -> Vec<HelpLine> {
        let rows = self.key_rows.iter().filter(|row| row.group == group);
        let heading = rows.clone().next();
        let heading = heading.map(|row| heading_line(heading_of(group, row.mode)));
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
        let rows: Vec<usize> = pages.map(|page| self.lines(*page, cx).len()).collect();
        panel::page_area(cx.screen_area(), TEXT_WIDTH, &rows, self.page as usize)
    }

    /// Returns how many lines of the page are visible.
    fn text_rows(&self, cx: &Context) -> usize {
        panel::text_area(self.panel(cx)).height.into()
    }

    /// Returns how many lines of the page can be above the first visible one at most.
    fn max_scroll(&self, cx: &Context) -> usize {
        let lines = self.lines(self.page, cx).len();
        lines.saturating_sub(self.text_rows(cx))
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
            Action::Click(Target::Value(line, piece))
            | Action::DoubleClick(Target::Value(line, piece)) => {
                let lines = self.lines(self.page, cx);
                let action = lines.get(line)?.get(piece)?.action;
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
        let (lines, text) = (self.lines(self.page, cx), panel::text_area(panel));
        canvas.frame.focus = Some(text.as_position());
        let styled = lines.iter();
        let styled = styled.map(|line| line.iter().map(|piece| piece.styled(theme)).collect());
        panel::draw_text(panel, self.scroll, styled, canvas);
        let visible = lines.iter().enumerate().skip(self.scroll);
        for ((index, line), row) in visible.zip(text.rows()) {
            let mut x = row.x;
            for (number, piece) in line.iter().enumerate() {
                let width = display_width(&piece.text);
                // A click on what a key does is as good as the key.
                if piece.action.is_some() {
                    canvas.add_target(Target::Value(index, number), Rect { x, width, ..row });
                }
                x += width;
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
            lines.push(HelpLine::new());
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
        text_line(text.to_owned())
    } else {
        heading_line(text)
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
const GROUP_GAP: usize = 2;

/// A line of the help.
type HelpLine = Vec<Piece>;

/// A part of a line, whether it is about a key that can do nothing now, and what a click on it does, if it does
/// anything.
#[derive(Clone, Debug, Default)]
struct Piece {
    text: String,
    is_strong: bool,
    is_idle: bool,
    action: Option<Action>,
}

impl Piece {
    fn styled(&self, theme: &Theme) -> Span<'_> {
        let style = theme[if self.is_strong {
            Role::PanelStrong
        } else {
            Role::Panel
        }];
        let dim = style.add_modifier(Modifier::DIM);
        Span::styled(&*self.text, if self.is_idle { dim } else { style })
    }
}

fn text_line(text: String) -> HelpLine {
    vec![Piece {
        text,
        ..Piece::default()
    }]
}

fn heading_line(text: &str) -> HelpLine {
    vec![Piece {
        text: text.to_owned(),
        is_strong: true,
        ..Piece::default()
    }]
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
                column.push(HelpLine::new());
            }
            column.extend(group);
        }
    }
    columns
}

/// Puts groups of lines side by side, so many columns from one to the next.
fn side_by_side(groups: &[Vec<HelpLine>], pitch: usize) -> Vec<HelpLine> {
    let mut lines: Vec<HelpLine> = Vec::new();
    for (column, group) in groups.iter().enumerate() {
        lines.resize(lines.len().max(group.len()), HelpLine::new());
        for (line, added) in lines.iter_mut().zip(group) {
            let used = line.iter().map(|piece| display_width(&piece.text));
            let used = usize::from(used.sum::<u16>());
            line.extend(text_line(" ".repeat((column * pitch).saturating_sub(used))));
            line.extend(added.iter().cloned());
        }
    }
    lines
}

/// Returns keys or a movement of the mouse, and what it does, in so many columns for the first and for both.
fn row_lines(name: &str, help: &str, widths: [usize; 2], row: Option<&HelpRow>) -> Vec<HelpLine> {
    let [name_width, width] = widths;
    let name = wrap_cut(name, name_width - 1, 1).concat();
    let help = wrap(help, width.saturating_sub(name_width).max(1));
    let names = iter::once(name).chain(iter::repeat(String::new()));
    let lines = names.zip(help).map(|(name, text)| {
        let pieces = [(format!("{name:name_width$}"), true), (text, false)];
        let pieces = pieces.map(|(text, is_strong)| Piece {
            text,
            is_strong,
            is_idle: row.is_some_and(|row| row.is_idle),
            action: row.and_then(|row| row.action),
        });
        pieces.into()
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
    lines.map(text_line).collect()
}
