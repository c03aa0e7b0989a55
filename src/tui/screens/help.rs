//! Help screen: the keys, the rules of the game and an introduction to it, with search.

use std::iter;
use std::ops::Range;

use jiff::{SignedDuration, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use strum::VariantArray;

use crate::rules::{ExampleStep, Introduction};
use crate::storage::settings::Setting;
use crate::tui::action::{Action, Mode, Target};
use crate::tui::board::card::draw_face;
use crate::tui::board::layout::FaceUpCard;
use crate::tui::context::Context;
use crate::tui::frame::Frame;
use crate::tui::keymap::{Binding, HelpRow, KeyGroup, Use};
pub use crate::tui::screen::HelpPage;
use crate::tui::screen::{PromptKind, Request, Screen, SubmitResult};
use crate::tui::theme::{Role, Theme, glyphs, on_face};
use crate::tui::widgets::panel;
use crate::tui::widgets::write;
use crate::tui::wrap::{display_width, wrap};
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
    pub page: HelpPage,
    /// Lines above the first visible one.
    pub scroll: usize,
    /// Empty if nothing is searched for.
    query: String,
    /// Page and line of the match that was found last.
    pub current_match: Option<(HelpPage, usize)>,
    /// Page and line from which a search starts.
    search_start: (HelpPage, usize),
    example: ExampleState,
}

impl HelpScreen {
    /// Opens the help about a screen: the keys that have a use there, what the mouse does if it is used, and its
    /// game. `None` if it has no game.
    pub fn about(screen: &dyn Screen, page: HelpPage, cx: &Context) -> Option<HelpScreen> {
        let rules = screen.rules()?;
        let mode = [screen.mode()];
        let modes = match mode[0] {
            Mode::Menu | Mode::Replay | Mode::GameOver | Mode::HandGame => &mode[..],
            _ => &[Mode::Table, Mode::Selected],
        };
        let mut key_rows = cx.keymap.help_rows(modes, |key| screen.use_of(key, cx));
        if cx.config.settings().is_on(Setting::Mouse) {
            key_rows.extend(mouse_rows(modes));
        }
        Some(HelpScreen {
            // Only tables have keys that are the most important ones.
            shows_all_keys: key_rows.iter().all(|row| row.group != KeyGroup::Main),
            key_rows,
            rules,
            page,
            scroll: 0,
            query: String::new(),
            current_match: None,
            search_start: (HelpPage::Keys, 0),
            example: ExampleState::default(),
        })
    }

    /// Returns the lines of a page.
    pub fn lines(&self, page: HelpPage, cx: &Context) -> Vec<HelpLine> {
        let panel = panel::centered_area(cx.screen_area(), TEXT_WIDTH, 0);
        let width = panel::text_area(panel).width;
        match page {
            HelpPage::Keys if self.shows_all_keys => key_lines(&self.key_rows, width),
            HelpPage::Keys => {
                let mut rows = self.key_rows.clone();
                rows.retain(|row| row.group == KeyGroup::Main);
                key_lines(&rows, width)
            }
            HelpPage::Rules => rule_lines(self.rules.info().help, width),
            HelpPage::Introduction => introduction_lines(self.rules.introduction(), width),
        }
    }

    /// Whether the end of the most important keys is shown, and others follow.
    fn can_show_more_keys(&self, cx: &Context) -> bool {
        let is_at_end = self.scroll >= self.max_scroll(cx);
        self.page == HelpPage::Keys && !self.shows_all_keys && is_at_end
    }

    fn panel(&self, cx: &Context) -> Rect {
        let rows = self.lines(self.page, cx).len();
        panel::centered_area(cx.screen_area(), TEXT_WIDTH, rows)
    }

    /// Returns how many lines of the page are visible.
    pub fn text_rows(&self, cx: &Context) -> usize {
        panel::text_area(self.panel(cx)).height.into()
    }

    /// Returns how many lines of the page can be above the first visible one at most.
    pub fn max_scroll(&self, cx: &Context) -> usize {
        let lines = self.lines(self.page, cx).len();
        lines.saturating_sub(self.text_rows(cx))
    }

    /// Returns page and line of everything that contains a text.
    pub fn matches(&self, query: &str, cx: &Context) -> Vec<(HelpPage, usize)> {
        let mut matches = Vec::new();
        for &page in HelpPage::VARIANTS {
            let lines = self.lines(page, cx).into_iter().enumerate();
            let found = lines.filter(|(_, line)| line.contains(query));
            matches.extend(found.map(|(index, _)| (page, index)));
        }
        matches
    }

    fn titles(&self, cx: &Context) -> [String; 3] {
        let rules = match panel::text_area(self.panel(cx)).width {
            0..MIN_WIDTH_FOR_GAME_TITLE => "Rules".into(),
            _ => format!("Rules of {}", self.rules.info().title),
        };
        ["Keys".into(), rules, "Introduction".into()]
    }

    fn go_to(&mut self, page: HelpPage, scroll: usize, cx: &Context) {
        self.page = page;
        self.scroll = scroll.min(self.max_scroll(cx));
    }

    /// Searches for a text from where the search started. Returns whether there is a match.
    fn find(&mut self, query: &str, cx: &Context) -> bool {
        self.shows_all_keys = true;
        let start = self.search_start;
        let is_found = self.go_to_match(query, cx, |found| found >= start);
        self.query = if is_found {
            query.to_owned()
        } else {
            String::new()
        };
        is_found
    }

    /// Goes to the first match that `is_next` accepts, or else to the first one. Returns whether there
    /// is one.
    fn go_to_match(
        &mut self,
        query: &str,
        cx: &Context,
        is_next: impl Fn((HelpPage, usize)) -> bool,
    ) -> bool {
        let matches = self.matches(query, cx);
        let next = matches.iter().find(|found| is_next(**found));
        self.current_match = next.or(matches.first()).copied();
        let Some((page, line)) = self.current_match else {
            return false;
        };
        let text_rows = self.text_rows(cx);
        let visible = self.scroll..self.scroll + text_rows;
        if page != self.page || !visible.contains(&line) {
            self.go_to(page, line.saturating_sub(text_rows / 3), cx);
        }
        true
    }

    /// Says which match was found last, and the keys to use next.
    fn report_match(&self, cx: &mut Context) {
        let matches = self.matches(&self.query, cx);
        let current = self.current_match;
        let Some(index) = matches.iter().position(|found| Some(*found) == current) else {
            return;
        };
        let position = format!("Match {} of {}", index + 1, matches.len());
        let keys = [(Action::NextMatch, "next"), (Action::Cancel, "clear")];
        let keys = keys.map(|(action, does)| cx.key_hint(Mode::Overlay, action, does));
        let parts = [Some(position)].into_iter().chain(keys).flatten();
        cx.notify(parts.collect::<Vec<_>>().join(" · "));
    }
}

impl Screen for HelpScreen {
    fn handle_action(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        if action == Action::PageDown && self.can_show_more_keys(cx) {
            let shown = self.lines(self.page, cx).len();
            self.shows_all_keys = true;
            self.go_to(self.page, shown + 1, cx);
            return None;
        }
        let page_rows = self.text_rows(cx).saturating_sub(1);
        let max_scroll = self.max_scroll(cx);
        if let Some(scroll) = panel::scroll_by(action, self.scroll, page_rows, max_scroll) {
            self.scroll = scroll;
        }
        if let Some(page) = panel::turn_page(self.page, action) {
            self.go_to(page, 0, cx);
        }
        match action {
            Action::Search => {
                self.search_start = (self.page, self.scroll);
                return Some(Request::prompt(PromptKind::HelpSearch));
            }
            Action::NextMatch => {
                let (query, current) = (self.query.clone(), self.current_match);
                self.go_to_match(&query, cx, |found| Some(found) > current);
                self.report_match(cx);
            }
            Action::Tick => {
                let introduction = self.rules.introduction();
                self.example.advance(introduction, cx.now);
            }
            // The first press ends the search, the second closes the help.
            Action::Cancel if !self.query.is_empty() => {
                self.query.clear();
                self.current_match = None;
            }
            Action::Click(Target::Entry(line)) | Action::DoubleClick(Target::Entry(line)) => {
                let lines = self.lines(self.page, cx);
                return lines.get(line)?.action().map(Request::CloseAndAct);
            }
            Action::Click(Target::Panel) => {}
            Action::Select | Action::Cancel | Action::Close | Action::Help | Action::Click(_) => {
                return Some(Request::Close);
            }
            _ => {}
        }
        None
    }

    fn submit(&mut self, _: PromptKind, text: &str, cx: &mut Context) -> SubmitResult {
        if text.is_empty() {
            return Ok(None);
        }
        if !self.find(text, cx) {
            return Err("Not found".into());
        }
        self.report_match(cx);
        Ok(None)
    }

    fn before_action(&mut self, action: Action, _: &mut Context) -> bool {
        if let Action::Resize(..) = action {
            // The lines are wrapped anew, so their numbers change.
            self.current_match = None;
            self.search_start = (self.page, 0);
        }
        false
    }

    fn input_changed(&mut self, text: &str, cx: &Context) {
        self.find(text, cx);
    }

    fn deadline(&self) -> Option<Timestamp> {
        self.example.next_step_at
    }

    fn draw(&mut self, cx: &Context, _: Rect, frame: &mut Frame, buf: &mut Buffer) {
        // A larger window may show more of the end.
        self.scroll = self.scroll.min(self.max_scroll(cx));
        let is_running = self.page == HelpPage::Introduction;
        self.example.set_running(is_running, cx);
        let theme = cx.theme();
        theme.dim_cells(buf.area, buf);
        let (page, panel) = (self.page as usize, self.panel(cx));
        panel::draw_pages(&self.titles(cx), page, theme, panel, frame, buf);
        let (lines, text) = (self.lines(self.page, cx), panel::text_area(panel));
        frame.focus = Some(text.as_position());
        let styled = lines.iter().map(|line| line.styled(&self.query, theme));
        panel::draw_text(theme, buf, panel, self.scroll, styled);
        let example = lines.iter().position(|line| *line == HelpLine::Example);
        let visible = lines.iter().enumerate().skip(self.scroll);
        for ((index, line), row) in visible.zip(text.rows()) {
            // A click on what a key does is as good as the key.
            if line.action().is_some() {
                frame.add_target(Target::Entry(index), row);
            }
            if example == Some(index) {
                let introduction = self.rules.introduction();
                self.example.draw(theme, buf, introduction, text, row.y);
            }
            if self.current_match == Some((self.page, index)) {
                let cursor = glyphs::CURSOR;
                write(buf, text.x - 1, row.y, cursor, theme[Role::PanelStrong]);
            }
        }
    }

    fn use_of(&self, binding: &Binding, cx: &Context) -> Use {
        match binding.action {
            Action::Peek => Use::Hidden,
            Action::NextMatch if self.query.is_empty() => Use::Idle,
            Action::PageDown if self.can_show_more_keys(cx) => Use::Ready("more keys"),
            Action::PageDown if self.max_scroll(cx) == 0 => Use::Idle,
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
        let lines = text.lines();
        return lines.map(|line| HelpLine::Text(line.into())).collect();
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
            lines.push(HelpLine::Text(String::new()));
        } else {
            lines.extend(HelpLine::wrapped(&paragraph.join(" "), text_width, indents));
        }
    }
    lines
}

/// Columns of the keys; what they do stands beside them.
const KEY_COLUMN_WIDTH: u16 = 27;

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpLine {
    /// Keys and what they do. Without keys, the text continues the line above.
    Keys {
        keys: String,
        text: String,
        /// What a click does, if it does anything.
        action: Option<Action>,
        is_idle: bool,
    },
    Text(String),
    Example,
}

impl HelpLine {
    /// Returns what a click on the line does, if it does anything.
    fn action(&self) -> Option<Action> {
        match self {
            HelpLine::Keys { action, .. } => *action,
            _ => None,
        }
    }

    /// Wraps a paragraph to a width, and indents its first line and all others.
    fn wrapped(
        text: &str,
        width: usize,
        [first, others]: [&str; 2],
    ) -> impl Iterator<Item = HelpLine> {
        let indents = iter::once(first).chain(iter::repeat(others));
        let lines = wrap(text, width.max(1)).into_iter().zip(indents);
        lines.map(|(line, indent)| HelpLine::Text(format!("{indent}{line}")))
    }

    fn contains(&self, query: &str) -> bool {
        let has = |text: &str| !match_ranges(text, query).is_empty();
        match self {
            HelpLine::Keys { keys, text, .. } => has(keys) || has(text),
            HelpLine::Text(text) => has(text),
            HelpLine::Example => false,
        }
    }

    fn styled(&self, query: &str, theme: &Theme) -> Line<'_> {
        match self {
            HelpLine::Example => Line::default(),
            HelpLine::Text(text) => {
                let is_heading = text.chars().all(|c| !c.is_lowercase());
                let style = if is_heading {
                    theme[Role::PanelStrong]
                } else {
                    theme[Role::Panel]
                };
                Line::from(highlighted(text, style, query, theme))
            }
            HelpLine::Keys {
                keys,
                text,
                is_idle,
                ..
            } => {
                let mut styles = [theme[Role::PanelStrong], theme[Role::Panel]];
                if *is_idle {
                    styles = styles.map(|style| style.add_modifier(Modifier::DIM));
                }
                let mut spans = highlighted(keys, styles[0], query, theme);
                let width = display_width(keys);
                let column = KEY_COLUMN_WIDTH.max(width + 1);
                spans.push(Span::raw(" ".repeat((column - width).into())));
                spans.extend(highlighted(text, styles[1], query, theme));
                Line::from(spans)
            }
        }
    }
}

/// Splits text into spans, those that match the query highlighted.
fn highlighted<'a>(text: &'a str, style: Style, query: &str, theme: &Theme) -> Vec<Span<'a>> {
    let mut spans = Vec::new();
    let mut start = 0;
    for found in match_ranges(text, query) {
        spans.push(Span::styled(&text[start..found.start], style));
        start = found.end;
        spans.push(Span::styled(&text[found], theme[Role::SelectedEntry]));
    }
    spans.push(Span::styled(&text[start..], style));
    spans
}

/// Returns the byte ranges in which a text contains the query, ignoring ASCII case.
fn match_ranges(text: &str, query: &str) -> Vec<Range<usize>> {
    // Lowercasing ASCII alone moves no byte.
    let (text, query) = (text.to_ascii_lowercase(), query.to_ascii_lowercase());
    if query.is_empty() {
        return Vec::new();
    }
    let matches = text.match_indices(&query);
    matches
        .map(|(start, found)| start..start + found.len())
        .collect()
}

/// Returns the heading. In a list of entries the first group is not about cards.
fn heading(group: KeyGroup, has_cards: bool) -> &'static str {
    match group {
        KeyGroup::Main => "THE MOST IMPORTANT KEYS",
        KeyGroup::Cards if has_cards => "MOVING CARDS",
        KeyGroup::Cards => "CHOOSING",
        KeyGroup::Cursor => "MOVING AROUND",
        KeyGroup::Undo => "UNDO",
        KeyGroup::Solver => "HINTS AND SOLVER",
        KeyGroup::Replay => "REPLAY",
        KeyGroup::Games => "GAMES AND RESULTS",
        KeyGroup::Program => "PROGRAM",
        KeyGroup::Mouse => "MOUSE",
    }
}

/// What the mouse does at a table of piles, at a game played in the hand, and on all other screens.
const TABLE_MOUSE: &[(&str, &str)] = &[
    ("click", "select cards; then where they go"),
    ("drag", "move cards"),
    ("double click", "send home; else to the only legal target"),
    ("right click", "cancel"),
    ("wheel", "select more or fewer cards of a pile"),
    ("click on the stock", "turn or deal its cards"),
    ("click below the table", "press the key that is named there"),
    ("click on a line above", "press the key that is named there"),
];
const HAND_MOUSE: &[(&str, &str)] = &[
    ("click on the deck", "next step"),
    ("click below the table", "press the key that is named there"),
    ("click on a line above", "press the key that is named there"),
];
const LIST_MOUSE: &[(&str, &str)] = &[
    ("click", "select; again: change or open"),
    ("wheel", "line up or down"),
    ("click on a key", "press the key"),
];

/// Returns what the mouse does in some modes.
fn mouse_rows(modes: &[Mode]) -> impl Iterator<Item = HelpRow> {
    let mouse = if modes.contains(&Mode::Table) {
        TABLE_MOUSE
    } else if modes.contains(&Mode::HandGame) {
        HAND_MOUSE
    } else {
        LIST_MOUSE
    };
    let mode = modes[0];
    mouse.iter().map(move |(does, help)| HelpRow {
        mode,
        group: KeyGroup::Mouse,
        keys: vec![(*does).to_owned()],
        help,
        action: None,
        is_idle: false,
    })
}

/// Returns the lines of the page, each group below its heading.
fn key_lines(rows: &[HelpRow], width: u16) -> Vec<HelpLine> {
    let text_width = width.saturating_sub(KEY_COLUMN_WIDTH).max(1);
    let has_cards = rows.iter().any(|row| row.group == KeyGroup::Undo);
    let mut lines = Vec::new();
    for &group in KeyGroup::VARIANTS {
        let mut of_group = rows.iter().filter(|row| row.group == group).peekable();
        if of_group.peek().is_none() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(HelpLine::Text(String::new()));
        }
        lines.push(HelpLine::Text(heading(group, has_cards).to_owned()));
        for row in of_group {
            let mut keys = row.keys.join(" ");
            for text in wrap(row.help, text_width.into()) {
                lines.push(HelpLine::Keys {
                    keys: std::mem::take(&mut keys),
                    text,
                    action: row.action,
                    is_idle: row.is_idle,
                });
            }
        }
    }
    lines
}

/// How often the example is shown.
const ROUNDS: usize = 2;
/// How long each step of it is shown.
const STEP_DURATION: SignedDuration = SignedDuration::from_millis(1800);
/// Columns between the first and the last step where the example stands still.
const STILL_GAP: u16 = 5;
const INDENT: u16 = 2;

/// Returns the lines of the page. The example takes empty lines.
fn introduction_lines(introduction: &Introduction, width: u16) -> Vec<HelpLine> {
    let Introduction {
        goal,
        building,
        rule,
        tips,
        ..
    } = introduction;
    let text_width = usize::from(width.saturating_sub(INDENT));
    let heading = |text: &str| HelpLine::Text(text.to_owned());
    let mut lines = Vec::new();
    for (title, texts) in [
        ("THE GOAL", &[*goal, *building][..]),
        ("WHAT IS SPECIAL", &[*rule]),
    ] {
        lines.push(heading(title));
        let texts = texts.iter();
        lines.extend(texts.flat_map(|text| HelpLine::wrapped(text, text_width, ["  ", "  "])));
        lines.push(heading(""));
    }
    // Its piles, its caption and a blank row.
    let example_rows = match example_size(introduction.example).height {
        0 => 0,
        height => height + 2,
    };
    lines.extend((0..example_rows).map(|_| HelpLine::Example));
    lines.push(heading("TIPS"));
    let tip_width = text_width.saturating_sub(2);
    for tip in tips {
        lines.extend(HelpLine::wrapped(tip, tip_width, ["  - ", "    "]));
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
            self.next_step_at = cx.now.checked_add(STEP_DURATION).ok();
        }
    }

    /// Goes to the next step if it is due. After the last one the example starts again, or stands still.
    fn advance(&mut self, introduction: &Introduction, now: Timestamp) {
        if self.next_step_at.is_some_and(|due| due <= now) {
            self.steps += 1;
            let is_shown = self.steps < ROUNDS * introduction.example.len();
            let next = now.checked_add(STEP_DURATION).ok();
            self.next_step_at = next.filter(|_| is_shown);
        }
    }

    /// Draws the example in its lines, of which `first_row` is the first, if all are visible.
    fn draw(
        &self,
        theme: &Theme,
        buf: &mut Buffer,
        introduction: &Introduction,
        text: Rect,
        first_row: u16,
    ) {
        let steps = introduction.example;
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
        let style = theme[Role::Panel];
        write(buf, area.x, area.bottom(), shown.caption, style);
        if self.next_step_at.is_some() {
            return draw_step(theme, buf, area, shown);
        }
        draw_step(theme, buf, area, first);
        let (cursor, x) = (glyphs::CURSOR, area.right() + STILL_GAP / 2);
        write(buf, x, area.y + 1, cursor, theme[Role::PanelStrong]);
        let second = Rect::new(area.right() + STILL_GAP, area.y, width, height);
        draw_step(theme, buf, second, last);
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
fn draw_step(theme: &Theme, buf: &mut Buffer, area: Rect, step: &ExampleStep) {
    let style = theme[Role::CardFace];
    for (index, pile) in (0..).zip(step.piles) {
        let x = area.x + index * PILE_PITCH;
        let whole_card = Rect::from((Position::new(x, area.y), CARD_SIZE));
        let cards: Vec<_> = pile
            .split(' ')
            .filter_map(|card| card.parse().ok())
            .collect();
        if cards.is_empty() {
            theme
                .outline(on_face(theme[Role::Dim], theme[Role::Panel]))
                .render(whole_card, buf);
        }
        for (row, &card) in (0..).zip(&cards) {
            let covered = usize::from(row) + 1 < cards.len();
            let height = if covered { 1 } else { CARD_SIZE.height };
            let cells = Rect::new(x, area.y + row, CARD_SIZE.width, height);
            let plain = FaceUpCard::plain(card);
            draw_face(FaceUpCard { covered, ..plain }, style, theme, cells, buf);
        }
    }
}
