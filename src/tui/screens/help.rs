//! Help screen: the keys, the rules of the game and an introduction to it, with search.

mod introduction;
mod line;

use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use strum::VariantArray;

use introduction::ExampleState;
pub use line::HelpLine;
use line::{key_lines, mouse_rows};

use crate::storage::settings::Setting;
use crate::tui::action::{Action, Mode, Target};
use crate::tui::context::Context;
use crate::tui::frame::Frame;
use crate::tui::keymap::{Binding, HelpRow, Use};
pub use crate::tui::screen::HelpPage;
use crate::tui::screen::{PromptKind, Request, Screen, SubmitResult};
use crate::tui::theme::Role;
use crate::tui::widgets::panel;
use crate::tui::widgets::write;
use crate::variant::Variant;

/// Width of the text. The rules are written for it.
const TEXT_WIDTH: u16 = 76;
/// Width from which on the tab of the rules names the game.
const MIN_WIDTH_FOR_GAME_TITLE: u16 = 56;

/// Help screen.
#[derive(Clone, Debug)]
pub struct HelpScreen {
    key_rows: Vec<HelpRow>,
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
    /// Opens the help. It lists the keys of some modes that can be used, and what the mouse does there if it
    /// is used.
    pub fn new(
        rules: Variant,
        modes: &[Mode],
        use_of: impl Fn(&Binding) -> Use,
        page: HelpPage,
        cx: &Context,
    ) -> HelpScreen {
        let mut key_rows = cx.keymap.help_rows(modes, use_of);
        if cx.config.settings().is_on(Setting::Mouse) {
            key_rows.extend(mouse_rows(modes));
        }
        HelpScreen {
            key_rows,
            rules,
            page,
            scroll: 0,
            query: String::new(),
            current_match: None,
            search_start: (HelpPage::Keys, 0),
            example: ExampleState::default(),
        }
    }

    /// Returns the lines of a page.
    pub fn lines(&self, page: HelpPage, cx: &Context) -> Vec<HelpLine> {
        let panel = panel::centered_area(cx.screen_area(), TEXT_WIDTH, 0);
        let width = panel::text_area(panel).width;
        match page {
            HelpPage::Keys => key_lines(&self.key_rows, width),
            HelpPage::Rules => rule_lines(self.rules.info().help, width),
            HelpPage::Introduction => introduction::lines(self.rules.introduction(), width),
        }
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
                let cursor = theme.glyphs().cursor;
                write(buf, text.x - 1, row.y, cursor, theme[Role::PanelStrong]);
            }
        }
    }

    fn use_of(&self, binding: &Binding, cx: &Context) -> Use {
        match binding.action {
            Action::Peek => Use::Hidden,
            Action::NextMatch if self.query.is_empty() => Use::Idle,
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
