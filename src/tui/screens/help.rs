//! Help screen: the keys, the rules of the game and an introduction to it.

use std::iter;

use jiff::{SignedDuration, Timestamp};
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use strum::VariantArray;

use crate::rules::{ExampleStep, Introduction, PileId};
use crate::storage::settings::Setting;
use crate::tui::action::{Action, Mode, Target};
use crate::tui::board::card::draw_face;
use crate::tui::board::layout::FaceUpCard;
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, HelpRow, KeyGroup, Use};
pub use crate::tui::screen::HelpPage;
use crate::tui::screen::{Request, Screen};
use crate::tui::theme::{Role, Theme, glyphs, on_face};
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
    /// Whether the page of keys shows all, not only the most important ones.
    shows_all_keys: bool,
    rules: Variant,
    page: HelpPage,
    /// Lines above the first visible one.
    scroll: usize,
    example: ExampleState,
}

impl HelpScreen {
    /// Opens the help about a screen: the keys that have a use there, what the mouse does if it is used, and its
    /// game. `None` if it has no game.
    pub fn about(screen: &dyn Screen, page: HelpPage, cx: &Context) -> Option<HelpScreen> {
        let rules = screen.rules()?;
        let modes = match screen.mode() {
            mode @ (Mode::Menu | Mode::Replay | Mode::GameOver | Mode::HandGame) => vec![mode],
            _ => vec![Mode::Table, Mode::Selected],
        };
        let mut key_rows = cx.keymap.help_rows(&modes, |key| screen.use_of(key, cx));
        if cx.config.settings().is_on(Setting::Mouse) {
            let piles = rules.layout().positions;
            let has_stock = piles.iter().any(|pile| pile.pile == PileId::STOCK);
            key_rows.extend(mouse_rows(modes[0], has_stock));
        }
        Some(HelpScreen {
            // Only tables and replays have keys that are the most important ones.
            shows_all_keys: !key_rows
                .iter()
                .any(|row| KeyGroup::MAIN.contains(&row.group)),
            key_rows,
            rules,
            page,
            scroll: 0,
            example: ExampleState::default(),
        })
    }

    /// Returns the lines of a page.
    fn lines(&self, page: HelpPage, cx: &Context) -> Vec<HelpLine> {
        let Size { width, height } = self.text_size(cx);
        let texts = match page {
            HelpPage::Keys if self.shows_all_keys || width < TEXT_WIDTH => {
                return key_lines(&self.key_rows, width, height.max(1).into());
            }
            HelpPage::Keys => return main_key_lines(&self.key_rows),
            HelpPage::Rules => rule_lines(self.rules.info().help, width),
            HelpPage::Introduction => introduction_lines(self.rules.introduction(), width),
        };
        texts.into_iter().map(HelpLine::text).collect()
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
            Action::Tick => {
                let steps = self.rules.introduction().example.len();
                self.example.advance(steps, cx.steady);
            }
            Action::Click(Target::Value(line, piece))
            | Action::DoubleClick(Target::Value(line, piece)) => {
                let lines = self.lines(self.page, cx);
                let action = lines.get(line)?.0.get(piece)?.action;
                return action.map(Request::CloseAndAct);
            }
            Action::Click(Target::Panel) => {}
            Action::Select | Action::Cancel | Action::Close | Action::Help | Action::Click(_) => {
                return Some(Request::Close);
            }
            _ => {}
        }
        None
    }

    fn deadline(&self) -> Option<Timestamp> {
        self.example.next_step_at
    }

    fn draw(&mut self, cx: &Context, _: Rect, canvas: &mut Canvas<'_>) {
        // A larger window may show more of the end.
        self.scroll = self.scroll.min(self.max_scroll(cx));
        let is_running = self.page == HelpPage::Introduction;
        self.example.set_running(is_running, cx);
        let theme = cx.theme();
        theme.dim_cells(canvas.frame.area, canvas.buf);
        let (page, panel) = (self.page as usize, self.panel(cx));
        let titles = self.titles(cx);
        panel::draw_pages(titles.each_ref().map(|title| &**title), page, panel, canvas);
        let (lines, text) = (self.lines(self.page, cx), panel::text_area(panel));
        canvas.frame.focus = Some(text.as_position());
        let styled = lines.iter().map(|line| line.styled(theme));
        panel::draw_text(panel, self.scroll, styled, canvas);
        let example = lines.iter().position(HelpLine::is_example);
        let visible = lines.iter().enumerate().skip(self.scroll);
        for ((index, line), row) in visible.zip(text.rows()) {
            let mut x = row.x;
            for (number, piece) in line.0.iter().enumerate() {
                let width = display_width(&piece.text);
                // A click on what a key does is as good as the key.
                if piece.action.is_some() {
                    canvas.add_target(Target::Value(index, number), Rect { x, width, ..row });
                }
                x += width;
            }
            if example == Some(index) {
                let steps = self.rules.introduction().example;
                self.example.draw(steps, text, row.y, canvas);
            }
        }
    }

    fn use_of(&self, binding: &Binding, cx: &Context) -> Use {
        match binding.action {
            Action::Peek => Use::Hidden,
            Action::PageDown if self.can_show_more_keys(cx) => Use::Ready("more keys"),
            Action::PageDown if self.scroll >= self.max_scroll(cx) => Use::Idle,
            _ => Use::Ready(binding.footer),
        }
    }
}

/// Wraps the rules. They are written in lines of [`TEXT_WIDTH`] columns; if there are fewer, each
/// paragraph is wrapped again.
fn rule_lines(text: &str, width: u16) -> Vec<String> {
    /// A shorter line ends its paragraph.
    const MIN_FULL_LINE_LEN: usize = 60;
    if width >= TEXT_WIDTH {
        return text.lines().map(str::to_owned).collect();
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
            lines.push(String::new());
        } else {
            lines.extend(wrapped(&paragraph.join(" "), text_width, indents));
        }
    }
    lines
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
#[derive(Clone, Debug, Default)]
struct HelpLine(Vec<Piece>);

/// A part of a line, whether it is about a key that can do nothing now, and what a click on it does, if it does
/// anything.
#[derive(Clone, Debug)]
struct Piece {
    text: String,
    role: Role,
    is_idle: bool,
    action: Option<Action>,
}

impl HelpLine {
    /// Creates a line of text. Headings are in capitals.
    fn text(text: String) -> HelpLine {
        let is_heading = text.chars().all(|c| !c.is_lowercase());
        let role = if is_heading {
            Role::PanelStrong
        } else {
            Role::Panel
        };
        HelpLine(vec![Piece {
            text,
            role,
            is_idle: false,
            action: None,
        }])
    }

    /// Whether the example is drawn over it.
    fn is_example(&self) -> bool {
        matches!(&self.0[..], [only] if only.text == EXAMPLE)
    }

    fn styled(&self, theme: &Theme) -> Line<'_> {
        let pieces = self.0.iter().map(|piece| {
            let style = theme[piece.role];
            let dim = style.add_modifier(Modifier::DIM);
            Span::styled(&*piece.text, if piece.is_idle { dim } else { style })
        });
        pieces.collect()
    }
}

/// Returns the heading of keys that are active in a mode.
fn heading(group: KeyGroup, mode: Mode) -> &'static str {
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
        KeyGroup::Mouse => "MOUSE",
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
fn mouse_rows(mode: Mode, has_stock: bool) -> impl Iterator<Item = HelpRow> {
    let mouse = match mode {
        Mode::Table => TABLE_MOUSE,
        Mode::HandGame => HAND_MOUSE,
        Mode::Replay => REPLAY_MOUSE,
        Mode::GameOver => END_MOUSE,
        _ => LIST_MOUSE,
    };
    let rows = mouse
        .iter()
        .filter(move |row| has_stock || **row != ON_THE_STOCK);
    rows.map(move |(does, help)| HelpRow {
        mode,
        group: KeyGroup::Mouse,
        keys: vec![(*does).to_owned()],
        help,
        action: None,
        is_idle: false,
    })
}

/// Returns all keys, the groups below each other in columns, as few pages of so many rows as hold them. The columns are
/// as low as they can be on so many pages.
fn key_lines(rows: &[HelpRow], width: u16, page_rows: usize) -> Vec<HelpLine> {
    let in_row = if width < TEXT_WIDTH { 1 } else { 2 };
    let pitch = (usize::from(width) + GROUP_GAP) / in_row;
    let groups = KeyGroup::VARIANTS.iter().map(|&group| {
        group_rows(rows, group, |row| {
            let widths = [KEY_WIDTH, pitch - GROUP_GAP];
            row_lines(row, row.help, widths)
        })
    });
    let groups: Vec<_> = groups.collect();
    let pages = |height| columns(&groups, height).len().div_ceil(in_row);
    let tallest = groups.iter().map(|group| group.concat().len()).max();
    let mut heights = tallest.unwrap_or(0)..page_rows;
    let low = heights.find(|&height| pages(height) == pages(page_rows));
    let height = low.unwrap_or(page_rows);
    let columns = columns(&groups, height);
    let is_single = columns.len() <= in_row;
    let min_rows = if is_single { height } else { page_rows };
    let pages = columns.chunks(in_row);
    let lines = pages.flat_map(|page| side_by_side(page, pitch, min_rows));
    lines.collect()
}

/// Returns groups below each other in columns of so many rows. A group that fits in no column whole is split, with its
/// heading above each part.
fn columns(groups: &[Vec<Vec<HelpLine>>], height: usize) -> Vec<Vec<HelpLine>> {
    let mut parts: Vec<Vec<HelpLine>> = Vec::new();
    for (heading, rows) in groups.iter().filter_map(|group| group.split_first()) {
        parts.push(heading.clone());
        for row in rows {
            match parts.last_mut() {
                Some(part) if part.len() + row.len() <= height => part.extend_from_slice(row),
                _ => parts.push([&heading[..], row].concat()),
            }
        }
    }
    let mut columns: Vec<Vec<HelpLine>> = Vec::new();
    for part in parts {
        match columns.last_mut() {
            Some(above) if above.len() + 1 + part.len() <= height => {
                above.push(HelpLine::default());
                above.extend(part);
            }
            _ => columns.push(part),
        }
    }
    columns
}

/// Returns the most important keys, and briefly what they do: rows with a blank one after each.
fn main_key_lines(rows: &[HelpRow]) -> Vec<HelpLine> {
    let pitch = (usize::from(TEXT_WIDTH) + GROUP_GAP) / KeyGroup::MAIN.len();
    let groups = KeyGroup::MAIN.map(|group| {
        group_rows(rows, group, |row| {
            let brief = row.help.split(';').next().unwrap_or_default();
            row_lines(row, brief, [MAIN_KEY_WIDTH, pitch - GROUP_GAP])
        })
    });
    let count = groups.iter().map(Vec::len).max().unwrap_or(0);
    let rows = (0..count).map(|index| {
        let row = groups.each_ref();
        let row = row.map(|group| group.get(index).cloned().unwrap_or_default());
        [side_by_side(&row, pitch, 1), vec![HelpLine::default()]].concat()
    });
    rows.flatten().collect()
}

/// Returns the heading of a group and its rows, each as lines; nothing without a row.
fn group_rows(
    rows: &[HelpRow],
    group: KeyGroup,
    lines_of: impl Fn(&HelpRow) -> Vec<HelpLine>,
) -> Vec<Vec<HelpLine>> {
    let rows = rows.iter().filter(|row| row.group == group);
    let heading = rows.clone().next().map(|row| heading(group, row.mode));
    let heading = heading.map(|heading| vec![HelpLine::text(heading.to_owned())]);
    heading.into_iter().chain(rows.map(lines_of)).collect()
}

/// Puts groups of lines side by side, so many columns from one to the next, in so many rows at least.
fn side_by_side(groups: &[Vec<HelpLine>], pitch: usize, min_rows: usize) -> Vec<HelpLine> {
    let mut lines = vec![HelpLine::default(); min_rows];
    for (column, group) in groups.iter().enumerate() {
        lines.resize(lines.len().max(group.len()), HelpLine::default());
        for (line, added) in lines.iter_mut().zip(group) {
            let used = line.0.iter().map(|piece| display_width(&piece.text));
            let used = usize::from(used.sum::<u16>());
            let padding = (column * pitch).saturating_sub(used);
            line.0.extend(HelpLine::text(" ".repeat(padding)).0);
            line.0.extend(added.0.iter().cloned());
        }
    }
    lines
}

/// Returns the keys, as many as there is room for, and what they do, in so many columns for the keys and for both.
fn row_lines(row: &HelpRow, help: &str, widths: [usize; 2]) -> Vec<HelpLine> {
    let [key_width, width] = widths;
    let mut keys = String::new();
    for name in key_names(row) {
        let longer = format!("{keys} {name}");
        if !keys.is_empty() && usize::from(display_width(&longer)) >= key_width {
            break;
        }
        keys = longer.trim_start().to_owned();
    }
    let keys = wrap_cut(&keys, key_width - 1, 1).concat();
    let help = wrap(help, width.saturating_sub(key_width).max(1));
    let keys = iter::once(keys).chain(iter::repeat(String::new()));
    let lines = keys.zip(help).map(|(keys, text)| {
        let keys = format!("{keys:key_width$}");
        let pieces = [(keys, Role::PanelStrong), (text, Role::Panel)];
        let pieces = pieces.map(|(text, role)| Piece {
            text,
            role,
            is_idle: row.is_idle,
            action: row.action,
        });
        HelpLine(pieces.into())
    });
    lines.collect()
}

/// Names the keys of a row: four arrows as one word, without the vi letters beside arrows; many letters or digits as
/// `1 to 0`.
fn key_names(row: &HelpRow) -> Vec<String> {
    const ARROWS: [&str; 4] = ["left", "right", "up", "down"];
    let is_letter = |key: &String| matches!(key.as_bytes(), [c] if c.is_ascii_alphanumeric());
    let (mut letters, mut others): (Vec<_>, Vec<_>) = row.keys.iter().cloned().partition(is_letter);
    let arrows = others.iter().filter(|key| ARROWS.contains(&&***key));
    let count = arrows.count();
    if count > 0 {
        letters.retain(|key| !["h", "j", "k", "l"].contains(&&**key));
    }
    if count == ARROWS.len() {
        others = vec!["arrows".to_owned()];
    }
    if let [first, _, _, _, _, .., last] = &letters[..] {
        letters = vec![format!("{first} to {last}")];
    }
    let is_letter_first = row.keys.first().is_some_and(is_letter);
    let [first, last] = if is_letter_first {
        [letters, others]
    } else {
        [others, letters]
    };
    [first, last].concat()
}

/// How often the example is shown.
const ROUNDS: usize = 2;
/// How long each step of it is shown.
const STEP_DURATION: SignedDuration = SignedDuration::from_millis(1800);
/// Columns between the first and the last step where the example stands still.
const STILL_GAP: u16 = 5;
const INDENT: u16 = 2;

/// A line over which the example is drawn.
const EXAMPLE: &str = " ";

/// Returns the lines of the page. The example takes [empty lines](EXAMPLE).
fn introduction_lines(about: &Introduction, width: u16) -> Vec<String> {
    let text_width = usize::from(width.saturating_sub(INDENT));
    let mut lines = Vec::new();
    for (title, texts) in [
        ("THE GOAL", &[about.goal, about.building][..]),
        ("WHAT IS SPECIAL", &[about.rule]),
    ] {
        lines.push(title.to_owned());
        let texts = texts.iter();
        lines.extend(texts.flat_map(|text| wrapped(text, text_width, ["  ", "  "])));
        lines.push(String::new());
    }
    // Its piles, its caption and a blank row.
    let example_rows = match example_size(about.example).height {
        0 => 0,
        height => height + 2,
    };
    lines.extend((0..example_rows).map(|_| EXAMPLE.to_owned()));
    lines.push("TIPS".to_owned());
    let tip_width = text_width.saturating_sub(2);
    for tip in about.tips {
        lines.extend(wrapped(tip, tip_width, ["  - ", "    "]));
    }
    lines
}

/// State of the animated example.
#[derive(Clone, Debug, Default)]
struct ExampleState {
    /// The number of steps before the one shown, in all rounds.
    steps: usize,
    /// When the next step is due; `None` if the example stands still.
    next_step_at: Option<Timestamp>,
}

impl ExampleState {
    /// Starts the animation unless it has ended, or stops it where it is not wanted.
    fn set_running(&mut self, is_running: bool, cx: &Context) {
        if !is_running || !cx.config.is_animation_enabled() {
            *self = ExampleState::default();
        } else if self.steps == 0 && self.next_step_at.is_none() {
            self.next_step_at = cx.steady.checked_add(STEP_DURATION).ok();
        }
    }

    /// Goes to the next step if it is due. After the last one the example starts again, or stands still.
    fn advance(&mut self, steps: usize, now: Timestamp) {
        if self.next_step_at.is_some_and(|due| due <= now) {
            self.steps += 1;
            let is_shown = self.steps < ROUNDS * steps;
            let next = now.checked_add(STEP_DURATION).ok();
            self.next_step_at = next.filter(|_| is_shown);
        }
    }

    /// Draws the example in its lines, of which `first_row` is the first, if all are visible.
    fn draw(&self, steps: &[ExampleStep], text: Rect, first_row: u16, canvas: &mut Canvas<'_>) {
        let Size { width, height } = example_size(steps);
        let area = Rect::new(text.x + INDENT, first_row, width, height);
        let ([first, ..], Some(last)) = (steps, steps.last()) else {
            return;
        };
        if area.bottom() >= text.bottom() {
            return;
        }
        let shown = match self.next_step_at {
            Some(_) => &steps[self.steps % steps.len()],
            None => last,
        };
        let (style, y) = (canvas.theme[Role::Panel], area.bottom());
        let caption = Rect::new(area.x, y, text.right() - area.x, 1);
        canvas.write_cut(caption, shown.caption, style);
        let second = Rect::new(area.right() + STILL_GAP, area.y, width, height);
        let has_room = |area: Rect| area.right() <= text.right();
        if self.next_step_at.is_none() && has_room(second) {
            draw_step(area, first, canvas);
            let (cursor, x) = (glyphs::CURSOR, area.right() + STILL_GAP / 2);
            canvas.write(x, area.y + 1, cursor, canvas.theme[Role::PanelStrong]);
            draw_step(second, last, canvas);
        } else if has_room(area) {
            draw_step(area, shown, canvas);
        }
    }
}

/// Size of a card, and columns from one pile to the next.
const CARD_SIZE: Size = Size::new(5, 3);
const PILE_PITCH: u16 = CARD_SIZE.width + 1;

/// Returns the size in which every step of an example fits.
fn example_size(example: &[ExampleStep]) -> Size {
    let piles = example.iter().map(|step| step.piles.len()).max();
    let all_piles = example.iter().flat_map(|step| step.piles);
    let cards = all_piles.map(|pile| pile.split(' ').count()).max();
    let (Some(piles), Some(cards)) = (piles, cards) else {
        return Size::ZERO;
    };
    let width = (piles as u16 * PILE_PITCH).saturating_sub(1);
    Size::new(width, cards as u16 - 1 + CARD_SIZE.height)
}

/// Draws the piles of a step.
fn draw_step(area: Rect, step: &ExampleStep, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let style = theme[Role::CardFace];
    for (index, pile) in (0..).zip(step.piles) {
        let x = area.x + index * PILE_PITCH;
        let whole_card = Rect::from((Position::new(x, area.y), CARD_SIZE));
        let cards = pile.split(' ').filter_map(|card| card.parse().ok());
        let cards: Vec<_> = cards.collect();
        if cards.is_empty() {
            let outline = on_face(theme[Role::Dim], theme[Role::Panel]);
            theme.outline(outline).render(whole_card, canvas.buf);
        }
        for (row, &card) in (0..).zip(&cards) {
            let covered = usize::from(row) + 1 < cards.len();
            let height = if covered { 1 } else { CARD_SIZE.height };
            let cells = Rect::new(x, area.y + row, CARD_SIZE.width, height);
            let plain = FaceUpCard::plain(card);
            draw_face(FaceUpCard { covered, ..plain }, style, cells, canvas);
        }
    }
}
