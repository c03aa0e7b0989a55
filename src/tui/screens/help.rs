//! Help screen: the keys, the rules of the game and an introduction to it, with search.

mod introduction;
mod line;

use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use strum::VariantArray;

use introduction::ExampleState;
pub use line::HelpLine;
use line::{KeyRow, key_lines, key_rows};

use crate::tui::action::{Action, Mode, Target};
use crate::tui::context::Context;
use crate::tui::frame::{HitArea, ScreenLayout};
use crate::tui::keymap::{Button, HelpRow, Keymap};
pub use crate::tui::screen::HelpPage;
use crate::tui::screen::{PromptKind, Request, Screen, SubmitResult};
use crate::tui::widgets::panel::{self, Pages};
use crate::tui::widgets::write;
use crate::variant::Variant;

/// Width of the text. The rules are written for it.
const TEXT_WIDTH: u16 = 76;
/// Width from which on the tab of the rules names the game.
const MIN_WIDTH_FOR_GAME_TITLE: u16 = 56;

/// Help screen.
#[derive(Clone, Debug)]
pub struct HelpScreen {
    key_rows: Vec<KeyRow>,
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
    area: Rect,
    panel: Rect,
    /// The lines of each page at the current width.
    lines: [Vec<HelpLine>; 3],
}

impl HelpScreen {
    /// Opens the help on the keys. It lists these keys of some modes, and what the mouse does there if it is
    /// used.
    pub fn new(
        rules: Variant,
        modes: &[Mode],
        keys: Vec<HelpRow>,
        has_mouse: bool,
        page: HelpPage,
    ) -> HelpScreen {
        HelpScreen {
            key_rows: key_rows(keys, modes, has_mouse),
            rules,
            page,
            scroll: 0,
            query: String::new(),
            current_match: None,
            search_start: (HelpPage::Keys, 0),
            example: ExampleState::default(),
            area: Rect::default(),
            panel: Rect::default(),
            lines: Default::default(),
        }
    }

    /// Returns how many lines of text are visible.
    pub fn text_rows(&self) -> usize {
        panel::text_area(self.panel).height.into()
    }

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
        let pages = HelpPage::VARIANTS.iter().copied();
        pages.flat_map(matches_on).collect()
    }

    fn arrange(&mut self) {
        let panel = panel::centered_area(self.area, TEXT_WIDTH, 0);
        let width = panel::text_area(panel).width;
        self.lines = [
            key_lines(&self.key_rows, width),
            rule_lines(self.rules.info().help, width),
            introduction::lines(self.rules.introduction(), width),
        ];
        let rows = self.lines(self.page).len();
        self.panel = panel::centered_area(self.area, TEXT_WIDTH, rows);
        // A larger window may show more of the end.
        self.scroll = self.scroll.min(self.max_scroll(self.page));
    }

    fn titles(&self) -> [String; 3] {
        let rules = match panel::text_area(self.panel).width {
            0..MIN_WIDTH_FOR_GAME_TITLE => "Rules".into(),
            _ => format!("Rules of {}", self.rules.info().title),
        };
        ["Keys".into(), rules, "Introduction".into()]
    }

    fn go_to(&mut self, page: HelpPage, scroll: usize) {
        self.page = page;
        self.arrange();
        self.scroll = scroll.min(self.max_scroll(page));
    }

    /// Searches for a text from where the search started. Returns whether there is a match.
    fn find(&mut self, query: &str) -> bool {
        let start = self.search_start;
        let is_found = self.go_to_match(query, |found| found >= start);
        self.query = if is_found {
            query.to_owned()
        } else {
            String::new()
        };
        is_found
    }

    /// Goes to the first match that `is_next` accepts, or else to the first one. Returns whether there
    /// is one.
    fn go_to_match(&mut self, query: &str, is_next: impl Fn((HelpPage, usize)) -> bool) -> bool {
        let matches = self.matches(query);
        let next = matches.iter().find(|found| is_next(**found));
        self.current_match = next.or(matches.first()).copied();
        let Some((page, line)) = self.current_match else {
            return false;
        };
        let visible = self.scroll..self.scroll + self.text_rows();
        if page != self.page || !visible.contains(&line) {
            self.go_to(page, line.saturating_sub(self.text_rows() / 3));
        }
        true
    }

    /// Says which match was found last, and the keys to use next.
    fn report_match(&self, cx: &mut Context) {
        let matches = self.matches(&self.query);
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
        let page_rows = self.text_rows().saturating_sub(1);
        let max_scroll = self.max_scroll(self.page);
        if let Some(scroll) = panel::scroll_by(action, self.scroll, page_rows, max_scroll) {
            self.scroll = scroll;
        }
        if let Some(page) = panel::turn_page(self.page, action) {
            self.go_to(page, 0);
        }
        match action {
            Action::Search => {
                self.search_start = (self.page, self.scroll);
                return Some(Request::OpenPrompt(PromptKind::HelpSearch, String::new()));
            }
            Action::NextMatch => {
                let (query, current) = (self.query.clone(), self.current_match);
                self.go_to_match(&query, |found| Some(found) > current);
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
                return self
                    .lines(self.page)
                    .get(line)?
                    .action()
                    .map(Request::CloseAndAct);
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
        if !self.find(text) {
            return Err("Not found".into());
        }
        self.report_match(cx);
        Ok(None)
    }

    fn input_changed(&mut self, text: &str) {
        self.find(text);
    }

    fn deadline(&self) -> Option<Timestamp> {
        self.example.next_step_at
    }

    fn lay_out(&mut self, cx: &Context, area: Rect) -> ScreenLayout {
        if area != self.area {
            // The lines are wrapped anew, so their numbers change.
            self.current_match = None;
            self.search_start = (self.page, 0);
        }
        self.area = area;
        self.arrange();
        let is_running = self.page == HelpPage::Introduction;
        self.example.set_running(is_running, cx);
        let mut hit_areas = panel::page_hit_areas(self.panel, &self.titles(), self.page as usize);
        // A click on what a key does is as good as the key.
        let lines = self.lines(self.page).iter().enumerate().skip(self.scroll);
        for ((index, line), area) in lines.zip(panel::text_area(self.panel).rows()) {
            if line.action().is_some() {
                hit_areas.push(HitArea::of_target(Target::Entry(index), area));
            }
        }
        ScreenLayout {
            hit_areas,
            focus: Some(panel::text_area(self.panel).as_position()),
            ..ScreenLayout::default()
        }
    }

    fn render(&self, cx: &Context, buf: &mut Buffer) {
        let theme = cx.look.theme();
        theme.dim_cells(buf.area, buf);
        let pages = Pages {
            titles: &self.titles(),
            selected: self.page as usize,
            theme,
        };
        pages.render(self.panel, buf);
        let (lines, text) = (self.lines(self.page), panel::text_area(self.panel));
        let styled = lines.iter().map(|line| line.styled(&self.query, theme));
        panel::draw_text(theme, buf, self.panel, self.scroll, styled);
        let example = lines.iter().position(|line| *line == HelpLine::Example);
        if let Some(row) = example.and_then(|line| line.checked_sub(self.scroll)) {
            let row = text.y + row as u16;
            let introduction = self.rules.introduction();
            self.example.draw(theme, buf, introduction, text, row);
        }
        if let Some((page, line)) = self.current_match
            && page == self.page
            && let Some(row) = line.checked_sub(self.scroll)
            && row < self.text_rows()
        {
            let (cursor, y) = (theme.glyphs().cursor, text.y + row as u16);
            write(buf, text.x - 1, y, cursor, theme.panel_strong);
        }
    }

    fn buttons(&self, keymap: &Keymap) -> Vec<Button> {
        keymap.buttons(Mode::Overlay, |binding| match binding.action {
            Action::Peek => None,
            Action::NextMatch if self.query.is_empty() => None,
            Action::PageDown if self.max_scroll(self.page) == 0 => None,
            _ => Some(binding.footer),
        })
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
