//! Help screen: an introduction to the game, its rules and the keys, with search.

mod introduction;
mod keys;
mod line;

use jiff::Timestamp;
use ratatui::layout::Rect;
use ratatui::widgets::Paragraph;

use introduction::ExampleState;
use keys::KeyRow;
pub use line::HelpLine;

use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::effect::{PromptKind, Request};
use crate::tui::frame::{Frame, Hit};
use crate::tui::layer::{Context, Layer};
use crate::tui::painter::Painter;
use crate::tui::services::Services;
use crate::tui::theme::StyleRole;
use crate::tui::widgets::panel::{self, Scroll};
use crate::tui::wrap::wrap;
use crate::variant::Variant;

/// Width of the text. The rules are written for it.
const TEXT_WIDTH: u16 = 76;
/// Width from which on the tab of the rules names the game.
const MIN_WIDTH_FOR_GAME_TITLE: u16 = 56;
/// A page of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HelpPage {
    /// What a player needs to know first.
    Introduction,
    /// The rules of the game.
    Rules,
    /// What the keys do.
    Keys,
}

impl HelpPage {
    /// All pages, in order.
    pub const ALL: [HelpPage; 3] = [HelpPage::Introduction, HelpPage::Rules, HelpPage::Keys];

    fn next(self) -> HelpPage {
        match self {
            HelpPage::Introduction => HelpPage::Rules,
            HelpPage::Rules => HelpPage::Keys,
            HelpPage::Keys => HelpPage::Introduction,
        }
    }

    fn previous(self) -> HelpPage {
        self.next().next()
    }
}

/// Help screen.
#[derive(Clone, Debug)]
pub struct HelpScreen {
    key_rows: Vec<KeyRow>,
    rules: Variant,
    page: HelpPage,
    /// Lines above the first visible one.
    scroll: usize,
    /// Empty if nothing is searched for.
    query: String,
    /// Page and line of the match that was found last.
    current_match: Option<(HelpPage, usize)>,
    /// Page and line from which a search starts.
    search_start: (HelpPage, usize),
    example: ExampleState,
    window: Rect,
    panel: Rect,
    text_rows: u16,
    /// The lines of each page at the current width.
    lines: [Vec<HelpLine>; 3],
}

impl HelpScreen {
    /// Opens the help on the introduction. It lists the keys of some modes, as far as `applies` says
    /// that they have a use.
    pub fn new(
        services: &Services,
        modes: &[Mode],
        applies: impl Fn(Action) -> bool,
        rules: Variant,
    ) -> HelpScreen {
        let has_mouse = services.is_mouse_enabled();
        let (columns, rows) = services.size;
        let mut help = HelpScreen {
            key_rows: keys::rows(&services.keymap, modes, applies, has_mouse),
            rules,
            page: HelpPage::Introduction,
            scroll: 0,
            query: String::new(),
            current_match: None,
            search_start: (HelpPage::Introduction, 0),
            example: ExampleState::default(),
            window: Rect::new(0, 0, columns, rows),
            panel: Rect::default(),
            text_rows: 0,
            lines: [Vec::new(), Vec::new(), Vec::new()],
        };
        help.arrange();
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

    fn arrange(&mut self) {
        (self.panel, self.text_rows) = panel::full_height_area(self.window, TEXT_WIDTH);
        let width = panel::text_area(self.panel).width;
        self.lines = [
            introduction::lines(self.rules.introduction(), width),
            rule_lines(self.rules.info().help, width),
            keys::lines(&self.key_rows, width),
        ];
        let spare = self.text_rows.saturating_sub(self.lines[0].len() as u16);
        if self.page == HelpPage::Introduction {
            self.panel.y += spare / 2;
            self.panel.height -= spare;
            self.text_rows -= spare;
        }
        // A larger window may show more of the end.
        self.scroll = self.scroll.min(self.max_scroll(self.page));
    }

    fn titles(&self) -> [String; 3] {
        let is_narrow = panel::text_area(self.panel).width < MIN_WIDTH_FOR_GAME_TITLE;
        let rules = match is_narrow {
            true => "Rules".into(),
            false => format!("Rules of {}", self.rules.info().title),
        };
        ["Introduction".into(), rules, "Keys".into()]
    }

    fn go_to(&mut self, page: HelpPage, scroll: usize) {
        self.page = page;
        self.arrange();
        self.scroll = scroll.min(self.max_scroll(page));
    }

    /// Searches for a text from where the search started. Returns whether there is a match.
    fn find(&mut self, query: &str) -> bool {
        let matches = self.matches(query);
        let next = matches.iter().find(|found| **found >= self.search_start);
        let found = next.or(matches.first()).copied();
        self.current_match = found;
        match found {
            Some((page, line)) => {
                query.clone_into(&mut self.query);
                self.show_line(page, line);
            }
            None => self.query.clear(),
        }
        found.is_some()
    }

    /// Scrolls if a line is not visible.
    fn show_line(&mut self, page: HelpPage, line: usize) {
        let visible = self.scroll..self.scroll + self.text_rows();
        if page != self.page || !visible.contains(&line) {
            self.go_to(page, line.saturating_sub(self.text_rows() / 3));
        }
    }

    /// Says which match was found last, and the keys to use next.
    fn report_match(&self, services: &mut Services) {
        let matches = self.matches(&self.query);
        let current = self.current_match;
        let Some(index) = matches.iter().position(|found| Some(*found) == current) else {
            return;
        };
        let position = format!("Match {} of {}", index + 1, matches.len());
        let keys = [(Action::NextMatch, "next"), (Action::Cancel, "clear")];
        let keys = keys.map(|(action, does)| services.key_hint(Mode::Overlay, action, does));
        let parts = [Some(position)].into_iter().chain(keys).flatten();
        services.notify(parts.collect::<Vec<_>>().join(" · "));
    }

    /// Goes to the next match, after the last one to the first.
    fn go_to_next_match(&mut self) {
        let matches = self.matches(&self.query);
        let next = matches
            .iter()
            .find(|found| Some(**found) > self.current_match);
        if let Some(&(page, line)) = next.or(matches.first()) {
            self.current_match = Some((page, line));
            self.show_line(page, line);
        }
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
            Action::Navigate(Direction::Right) | Action::NextGroup => {
                self.go_to(self.page.next(), 0);
            }
            Action::Navigate(Direction::Left) | Action::PreviousGroup => {
                self.go_to(self.page.previous(), 0);
            }
            Action::Search => {
                self.search_start = (self.page, self.scroll);
                cx.request(Request::OpenPrompt(PromptKind::HelpSearch));
            }
            Action::NextMatch => {
                self.go_to_next_match();
                self.report_match(cx.services);
            }
            Action::Tick => {
                let introduction = self.rules.introduction();
                self.example.advance(introduction, cx.services.now);
            }
            // The first press ends the search, the second closes the help.
            Action::Cancel if !self.query.is_empty() => {
                self.query.clear();
                self.current_match = None;
            }
            Action::Click(Target::Panel) => {}
            Action::Select | Action::Cancel | Action::Close | Action::Help | Action::Click(_) => {
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
        if !self.find(text) {
            return Err("Not found".into());
        }
        self.report_match(cx.services);
        Ok(())
    }

    fn input_changed(&mut self, text: &str) {
        self.find(text);
    }

    fn deadline(&self) -> Option<Timestamp> {
        self.example.next_step_at
    }

    fn lay_out(&mut self, services: &Services, frame: &mut Frame) {
        frame.set_rows(frame.footer_row, frame.footer_row);
        frame.cover_lower_screens();
        if frame.area != self.window {
            // The lines are wrapped anew, so their numbers change.
            self.current_match = None;
            self.search_start = (self.page, 0);
        }
        self.window = frame.area;
        self.arrange();
        frame.focus = Some(panel::text_area(self.panel).as_position());
        let is_running = self.page == HelpPage::Introduction;
        self.example.set_running(is_running, services);
        frame.add_hit(self.panel, Hit::Target(Target::Panel));
        panel::lay_out_tabs(frame, self.panel, &self.titles(), self.page as usize);
    }

    fn render(&self, _services: &Services, _frame: &Frame, painter: &mut Painter<'_>) {
        panel::draw_modal_panel(painter, self.panel, "");
        panel::draw_tabs(painter, self.panel, &self.titles(), self.page as usize);
        let lines = self.lines(self.page);
        let scroll = Scroll::new(self.scroll, self.text_rows(), lines.len());
        let visible = lines.iter().skip(scroll.above).take(scroll.visible);
        let visible = visible.map(|line| line.styled(&self.query, painter.appearance));
        let text = panel::text_area(self.panel);
        painter.render(Paragraph::new(visible.collect::<Vec<_>>()), text);
        let example = lines.iter().position(|line| *line == HelpLine::Example);
        if let Some(row) = example.and_then(|line| line.checked_sub(scroll.above)) {
            let row = text.y + row as u16;
            let introduction = self.rules.introduction();
            self.example.draw(painter, introduction, text, row);
        }
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
