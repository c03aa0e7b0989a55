//! Help screen: the keys and the rules of the game, with search.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::rules::GameInfo;
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::effect::{PromptKind, Request};
use crate::tui::frame::{Frame, Hit};
use crate::tui::keymap::{Binding, Keymap};
use crate::tui::layer::{Context, Layer};
use crate::tui::painter::Painter;
use crate::tui::services::Services;
use crate::tui::theme::{Appearance, StyleRole};
use crate::tui::widgets::panel::{self, Scroll};
use crate::tui::wrap::{display_width, wrap};

/// Width of the text. The rules are written for it.
const TEXT_WIDTH: u16 = 76;
/// Width from which on the tab of the rules names the game.
const MIN_WIDTH_FOR_GAME_TITLE: u16 = 56;
/// Columns of the keys; what they do stands beside them.
const KEY_COLUMN_WIDTH: u16 = 21;

/// A page of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HelpPage {
    /// What the keys do.
    Keys,
    /// The rules of the game.
    Rules,
}

impl HelpPage {
    /// Both pages, in order.
    pub const ALL: [HelpPage; 2] = [HelpPage::Keys, HelpPage::Rules];

    fn other(self) -> HelpPage {
        match self {
            HelpPage::Keys => HelpPage::Rules,
            HelpPage::Rules => HelpPage::Keys,
        }
    }
}

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpLine {
    /// Keys and what they do. Without keys, the text continues the line above.
    Keys(String, String),
    /// Text.
    Text(String),
}

impl HelpLine {
    fn contains(&self, query: &str) -> bool {
        let has = |text: &str| !match_ranges(text, query).is_empty();
        match self {
            HelpLine::Keys(keys, text) => has(keys) || has(text),
            HelpLine::Text(text) => has(text),
        }
    }

    fn styled(&self, query: &str, appearance: Appearance) -> Line<'_> {
        match self {
            HelpLine::Text(text) => {
                let is_heading = text.chars().all(|c| !c.is_lowercase());
                let role = if is_heading {
                    StyleRole::PanelStrong
                } else {
                    StyleRole::Panel
                };
                Line::from(highlighted(text, role, query, appearance))
            }
            HelpLine::Keys(keys, text) => {
                let mut spans = highlighted(keys, StyleRole::PanelStrong, query, appearance);
                let width = display_width(keys);
                let column = KEY_COLUMN_WIDTH.max(width + 1);
                spans.push(Span::raw(" ".repeat((column - width).into())));
                spans.extend(highlighted(text, StyleRole::Panel, query, appearance));
                Line::from(spans)
            }
        }
    }
}

/// Splits text into spans, those that match the query highlighted.
fn highlighted<'a>(
    text: &'a str,
    role: StyleRole,
    query: &str,
    appearance: Appearance,
) -> Vec<Span<'a>> {
    let style = appearance.style(role);
    let mut spans = Vec::new();
    let mut start = 0;
    for found in match_ranges(text, query) {
        spans.push(Span::styled(&text[start..found.start], style));
        start = found.end;
        spans.push(Span::styled(
            &text[found],
            appearance.style(StyleRole::SelectedEntry),
        ));
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

/// Help screen.
#[derive(Clone, Debug)]
pub struct HelpScreen {
    /// Keys and what they do.
    bindings: Vec<(String, &'static str)>,
    info: &'static GameInfo,
    page: HelpPage,
    /// Lines above the first visible one.
    scroll: usize,
    /// Empty if nothing is searched for.
    query: String,
    /// Page and line of the match that was found last.
    current_match: Option<(HelpPage, usize)>,
    panel: Rect,
    text_rows: u16,
    /// The lines of both pages at the present width.
    lines: [Vec<HelpLine>; 2],
}

impl HelpScreen {
    /// Opens the help on the page of keys: those of some modes, as far as `applies` says that they
    /// have a use.
    pub fn new(
        keymap: &Keymap,
        modes: &[Mode],
        applies: impl Fn(Action) -> bool,
        info: &'static GameInfo,
        size: (u16, u16),
    ) -> HelpScreen {
        let mut help = HelpScreen {
            bindings: binding_rows(keymap, modes, applies),
            info,
            page: HelpPage::Keys,
            scroll: 0,
            query: String::new(),
            current_match: None,
            panel: Rect::default(),
            text_rows: 0,
            lines: [Vec::new(), Vec::new()],
        };
        help.arrange(Rect::new(0, 0, size.0, size.1));
        help
    }

    /// Returns the page shown.
    pub fn page(&self) -> HelpPage {
        self.page
    }

    /// Returns how many lines are above the first visible one.
    pub fn scroll(&self) -> usize {
        self.scroll
    }

    /// Returns how many lines of text are visible.
    pub fn text_rows(&self) -> usize {
        self.text_rows.into()
    }

    /// Returns page and line of the match that was found last.
    pub fn current_match(&self) -> Option<(HelpPage, usize)> {
        self.current_match
    }

    /// Returns the lines of a page.
    pub fn lines(&self, page: HelpPage) -> &[HelpLine] {
        &self.lines[page as usize]
    }

    /// Returns how many lines can be above the first visible one at most.
    pub fn max_scroll(&self, page: HelpPage) -> usize {
        self.lines(page).len().saturating_sub(self.text_rows())
    }

    /// Returns page and line of everything that contains a text.
    pub fn matches(&self, query: &str) -> Vec<(HelpPage, usize)> {
        let matches_on = |page: HelpPage| {
            let lines = self.lines(page).iter().enumerate();
            let found = lines.filter(|(_, line)| line.contains(query));
            found.map(move |(index, _)| (page, index))
        };
        HelpPage::ALL.into_iter().flat_map(matches_on).collect()
    }

    fn arrange(&mut self, window: Rect) {
        (self.panel, self.text_rows) = panel::full_height_area(window, TEXT_WIDTH);
        let width = panel::text_area(self.panel).width;
        self.lines = [
            key_lines(&self.bindings, width),
            rule_lines(self.info.help, width),
        ];
        // A larger window may show more of the end.
        self.scroll = self.scroll.min(self.max_scroll(self.page));
    }

    fn titles(&self) -> [String; 2] {
        let is_narrow = panel::text_area(self.panel).width < MIN_WIDTH_FOR_GAME_TITLE;
        let rules = match is_narrow {
            true => "Rules".into(),
            false => format!("Rules of {}", self.info.title),
        };
        ["Keys".into(), rules]
    }

    fn go_to(&mut self, page: HelpPage, scroll: usize) {
        self.page = page;
        self.scroll = scroll.min(self.max_scroll(page));
    }

    /// Goes to the next match, after the last one to the first, and says which it is.
    fn go_to_next_match(&mut self, services: &mut Services) {
        let matches = self.matches(&self.query);
        let is_next = |found: &(HelpPage, usize)| match self.current_match {
            Some(current) => *found > current,
            None => *found >= (self.page, self.scroll),
        };
        let index = matches.iter().position(is_next).unwrap_or(0);
        let Some(&(page, line)) = matches.get(index) else {
            return;
        };
        let visible = self.scroll..self.scroll + self.text_rows();
        if page != self.page || !visible.contains(&line) {
            self.go_to(page, line.saturating_sub(self.text_rows() / 3));
        }
        self.current_match = Some((page, line));
        let position = format!("Match {} of {}", index + 1, matches.len());
        let keys = [(Action::NextMatch, "next"), (Action::Cancel, "clear")];
        let keys = keys.map(|(action, does)| services.key_hint(Mode::Overlay, action, does));
        let parts = [Some(position)].into_iter().chain(keys).flatten();
        services.notify(parts.collect::<Vec<_>>().join(" · "));
    }
}

impl Layer for HelpScreen {
    fn mode(&self) -> Mode {
        Mode::Overlay
    }

    fn handle_action(&mut self, action: Action, cx: &mut Context<'_>) {
        let page_rows = self.text_rows().saturating_sub(1);
        let max_scroll = self.max_scroll(self.page);
        if let Some(scroll) = panel::scroll_by(action, self.scroll, page_rows, max_scroll) {
            self.scroll = scroll;
        }
        match action {
            Action::Navigate(Direction::Left | Direction::Right)
            | Action::NextGroup
            | Action::PreviousGroup => self.go_to(self.page.other(), 0),
            Action::Search => cx.request(Request::OpenPrompt(PromptKind::HelpSearch)),
            Action::NextMatch => self.go_to_next_match(cx.services),
            // The first press ends the search, the second closes the help.
            Action::Cancel if !self.query.is_empty() => {
                self.query.clear();
                self.current_match = None;
            }
            Action::Click(Target::Panel) => {}
            Action::Cancel | Action::Close | Action::Help | Action::Click(_) => {
                cx.request(Request::Close);
            }
            _ => {}
        }
    }

    fn submit(
        &mut self,
        _kind: PromptKind,
        text: &str,
        cx: &mut Context<'_>,
    ) -> Result<(), String> {
        if text.is_empty() {
            return Ok(());
        }
        if self.matches(text).is_empty() {
            return Err("Not found".into());
        }
        text.clone_into(&mut self.query);
        self.current_match = None;
        self.go_to_next_match(cx.services);
        Ok(())
    }

    fn lay_out(&mut self, _services: &Services, frame: &mut Frame) {
        frame.set_rows(frame.footer_row, frame.footer_row);
        frame.cover_lower_screens();
        self.arrange(frame.area);
        frame.focus = Some(panel::text_area(self.panel).as_position());
        frame.add_hit(self.panel, Hit::Target(Target::Panel));
        panel::lay_out_tabs(frame, self.panel, &self.titles(), self.page as usize);
    }

    fn render(&self, _services: &Services, _frame: &Frame, painter: &mut Painter<'_>) {
        panel::draw_panel(painter, self.panel, "");
        panel::draw_tabs(painter, self.panel, &self.titles(), self.page as usize);
        let lines = self.lines(self.page);
        let scroll = Scroll::new(self.scroll, self.text_rows(), lines.len());
        let visible = lines.iter().skip(scroll.above).take(scroll.visible);
        let visible = visible.map(|line| line.styled(&self.query, painter.appearance));
        let text = panel::text_area(self.panel);
        painter.render(Paragraph::new(visible.collect::<Vec<_>>()), text);
        if let Some((page, line)) = self.current_match
            && page == self.page
            && let Some(row) = line.checked_sub(scroll.above)
            && row < scroll.visible
        {
            let cursor = painter.glyphs().cursor;
            painter.write(
                text.x - 1,
                text.y + row as u16,
                cursor,
                StyleRole::PanelStrong,
            );
        }
        panel::draw_scroll(painter, self.panel, scroll);
    }

    fn is_enabled(&self, action: Action, _services: &Services) -> bool {
        match action {
            Action::Peek => false,
            Action::NextMatch => !self.query.is_empty(),
            _ => true,
        }
    }
}

/// Returns the keys of some modes and what they do, each pair once.
fn binding_rows(
    keymap: &Keymap,
    modes: &[Mode],
    applies: impl Fn(Action) -> bool,
) -> Vec<(String, &'static str)> {
    let mut rows: Vec<(String, &str)> = Vec::new();
    let mut listed: Vec<(&str, &str)> = Vec::new();
    let bindings = modes.iter().flat_map(|&mode| keymap.bindings(mode));
    for binding in bindings.filter(|binding| applies(binding.action) && !binding.keys.is_empty()) {
        let entry = (binding.name, binding.help);
        if listed.contains(&entry) {
            continue;
        }
        listed.push(entry);
        match rows.last_mut() {
            // Keys without a help text belong to those above: piles 2, 3, 4 to pile 1.
            Some((keys, _)) if binding.help.is_empty() => {
                keys.push(' ');
                keys.push_str(&key_names(binding));
            }
            _ => rows.push((key_names(binding), binding.help)),
        }
    }
    rows
}

fn key_names(binding: &Binding) -> String {
    let keys: Vec<String> = binding.keys.iter().map(ToString::to_string).collect();
    keys.join(" ")
}

fn key_lines(bindings: &[(String, &'static str)], width: u16) -> Vec<HelpLine> {
    let text_width = width.saturating_sub(KEY_COLUMN_WIDTH).max(1);
    let mut lines = Vec::new();
    for (keys, text) in bindings {
        let mut keys = keys.clone();
        for line in wrap(text, text_width.into()) {
            lines.push(HelpLine::Keys(std::mem::take(&mut keys), line));
        }
    }
    lines
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
        let indent = first.len() - first.trim_start().len();
        let text_width = usize::from(width).saturating_sub(indent + 2).max(1);
        let wrapped = wrap(&paragraph.join(" "), text_width);
        if wrapped.is_empty() {
            lines.push(HelpLine::Text(String::new()));
        }
        let is_list_item = first.trim_start().starts_with("- ");
        for (index, line) in wrapped.iter().enumerate() {
            let hanging = if is_list_item && index > 0 { 2 } else { 0 };
            let indent = indent + hanging;
            lines.push(HelpLine::Text(format!("{:indent$}{line}", "")));
        }
    }
    lines
}
