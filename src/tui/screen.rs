//! The interface of a screen, and what it answers.

use std::fmt::Debug;

use jiff::SignedDuration;
use ratatui::layout::Rect;
use strum::VariantArray;

use super::action::{Action, Mode};
use super::board::BoardView;
use super::context::Context;
use super::frame::Canvas;
use super::keymap::{Binding, Button, Use};
use super::wrap::display_width;
use crate::describe::{game_title_within, pluralize};
use crate::difficulty::daily;
use crate::game::RuleSet;
use crate::review::Reviewer;
use crate::rules::{GameInfo, Move};
use crate::seed;
use crate::session::{DealSource, SearchReply, SearchRequest, Session, text};
use crate::storage::saves::SavedGame;
use crate::variant::Variant;

/// What should happen after a screen has handled something, beyond the screen and what all share.
#[derive(Debug)]
pub enum Request {
    /// Opens a screen above this one.
    Open(Box<dyn Screen>),
    /// Opens a line to type.
    Prompt(PromptKind),
    /// Closes the screen. The program ends with the last one.
    Close,
    /// Closes a replay, with its review for the game at the table, if it is of that.
    CloseReplay(Box<Reviewer>),
    /// Closes the screen and does what a key of the one below does.
    CloseAndAct(Action),
    Quit,
    /// Starts a game that was dealt.
    Start(Box<Session>),
    /// Deals a game, or resumes that of a daily deal.
    Deal(DealSource, Variant),
    Resume(Box<SavedGame>),
    /// Opens a table with a guide above this screen.
    Guide(Box<Session>),
    /// Closes a replay of a winning line and makes its moves so far at the table.
    PlayLine(Vec<Move>),
    /// Counts the moves of a winning line that were shown.
    CountShownMoves(usize),
}

impl Request {
    pub fn open(screen: impl Screen) -> Request {
        Request::Open(Box::new(screen))
    }

    /// Opens the first lesson of a game.
    pub fn learn(info: &'static GameInfo) -> Request {
        Request::Guide(Box::new(Session::lesson(info)))
    }

    /// Starts the deal that a typed line names: by its number, or where it comes from.
    ///
    /// # Errors
    /// If it names none that the game has, or one that is still to come.
    pub fn typed_deal(line: &str, rules: Variant, cx: &Context) -> Result<Request, String> {
        match parse_deal(line, &rules).ok_or(text::NOT_A_DEAL)? {
            DealSource::Daily(Some(day)) if day > cx.today() => {
                Err(text::day_ahead(cx.date_text(day)))
            }
            source => Ok(Request::Deal(source, rules)),
        }
    }
}

/// Parses the number of a deal, or where one comes from: a day, or the name of a grade or of another source.
fn parse_deal(line: &str, rules: &Variant) -> Option<DealSource> {
    let seed = seed::parse(line).map(DealSource::Seed);
    let day = || Some(DealSource::Daily(Some(daily::parse_date(line).ok()?)));
    let named = || DealSource::from_name(&line.to_lowercase());
    let source = seed.or_else(day).or_else(named);
    source.filter(|source| source.is_available_in(rules))
}

/// Says what the player knows of a deal that is typed.
fn known_of_deal(line: &str, rules: &Variant, cx: &Context) -> String {
    let seed = match parse_deal(line, rules) {
        Some(DealSource::Seed(seed)) => seed,
        Some(source) => return format!("{} deal", source.as_str()),
        None => return String::new(),
    };
    let rule_set = RuleSet::new(rules);
    let results = cx.results().finished();
    let of_deal =
        results.filter(|result| result.deal.seed == Some(seed) && result.deal.rule_set == rule_set);
    // The latest win, or else the latest game.
    let Some(result) = of_deal.min_by_key(|result| result.win().is_none()) else {
        return "new to you".to_owned();
    };
    let (outcome, moves) = (result.outcome_label(), pluralize(result.moves, "move"));
    let ended = result.ended.map(|ended| cx.time_or_date(ended));
    format!("{outcome}: {moves}, {}", ended.unwrap_or_default())
}

/// A page of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray)]
pub enum HelpPage {
    Keys,
    Rules,
    /// What a player needs to know first.
    Introduction,
}

/// Purpose of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// A move, in record notation or as piles.
    Move,
    /// A card, a rank or a suit.
    Cards,
    /// A deal.
    Seed,
}

/// Maximum length of a line that is typed, in bytes.
const MAX_PROMPT_LEN: usize = 44;

/// Most columns of the title of a game before a line that is typed.
const MAX_TITLE_WIDTH: usize = 30;

/// A line that is typed at the bottom of the window.
#[derive(Clone, Debug)]
pub(super) struct Prompt {
    pub(super) kind: PromptKind,
    /// The game of the screen.
    rules: Option<Variant>,
    text: String,
}

impl Prompt {
    /// Opens a line on a screen about a game.
    pub(super) fn new(kind: PromptKind, rules: Option<Variant>) -> Prompt {
        let text = String::new();
        Prompt { kind, rules, text }
    }

    fn label(&self) -> String {
        let title = |rules| game_title_within(&RuleSet::new(rules), MAX_TITLE_WIDTH);
        match (self.kind, &self.rules) {
            (PromptKind::Move, _) => "Move or find".into(),
            (PromptKind::Cards, _) => "Find".into(),
            (PromptKind::Seed, None) => "Deal".into(),
            (PromptKind::Seed, Some(rules)) => format!("Deal of {}", title(rules)),
        }
    }

    /// Returns what is typed.
    pub(super) fn typed(&self) -> &str {
        self.text.trim()
    }

    /// Returns the line with a label before it; of a long one the end, which leaves a column for the cursor.
    pub(super) fn line(&self, width: u16) -> String {
        let (label, text) = (self.label(), &self.text);
        let line = format!("{label}: {text}");
        let excess = usize::from((display_width(&line) + 1).saturating_sub(width));
        let cut = excess.min(1);
        let end: String = text.chars().skip(excess + cut).collect();
        format!("{label}: {}{end}", "…".repeat(cut))
    }

    /// Says what can be typed, as long as nothing is; then what is known of a deal.
    pub(super) fn about(&self, cx: &Context) -> String {
        match (self.kind, &self.rules) {
            (PromptKind::Seed, Some(rules)) if !self.typed().is_empty() => {
                known_of_deal(self.typed(), rules, cx)
            }
            _ if !self.text.is_empty() => String::new(),
            (PromptKind::Move, _) => "such as 3 5, qh kc or find qh".to_owned(),
            (PromptKind::Cards, _) => {
                "7, s or qh; empty: what fits the card under the cursor".to_owned()
            }
            (PromptKind::Seed, _) => format!("66, or hard, or {} for that day", cx.today()),
        }
    }

    /// Changes the line. Returns whether the action is one that does.
    pub(super) fn edit(&mut self, action: Action) -> bool {
        match action {
            Action::InsertChar(c) if self.text.len() < MAX_PROMPT_LEN && !c.is_control() => {
                self.text.push(c);
            }
            Action::Backspace if !self.text.is_empty() => _ = self.text.pop(),
            Action::DeleteWord => {
                let words = self.text.trim_end();
                let last = words.rfind(' ').map_or(0, |space| space + 1);
                self.text.truncate(last);
            }
            Action::DeleteLine => self.text.clear(),
            _ => return false,
        }
        true
    }
}

/// What should happen after a typed line, or why the line is invalid.
pub type SubmitResult = Result<Option<Request>, String>;

/// A screen on the stack. It owns its state from when it is opened until it is closed.
pub trait Screen: Debug + 'static {
    /// Returns the input mode: that of panels without keys of their own, unless the screen has some.
    fn mode(&self) -> Mode {
        Mode::Overlay
    }

    /// Handles an action and answers what should happen next, if anything should.
    fn handle_action(&mut self, action: Action, cx: &mut Context) -> Option<Request>;

    /// Draws the screen in an area, and adds what its cells do to the frame.
    fn draw(&mut self, cx: &Context, area: Rect, canvas: &mut Canvas<'_>);

    /// Returns the board that the screen shows, if it shows one.
    fn board(&self) -> Option<&BoardView> {
        None
    }

    /// Ends the animation of the board that the screen shows, which another screen may cover. Returns whether
    /// there was one.
    fn finish_animation(&mut self, _is_covered: bool) -> bool {
        false
    }

    /// Whether the screen hides those below.
    fn is_opaque(&self) -> bool {
        self.board().is_some()
    }

    /// Stops work that any key ends, such as a search. Called on every screen before the action is
    /// handled. Returns whether a search was stopped.
    fn before_action(&mut self, _action: Action, _cx: &mut Context) -> bool {
        false
    }

    /// Returns when the screen needs the next [`Action::Tick`], if it needs one, in the
    /// time that never goes back.
    fn deadline(&self) -> Option<SignedDuration> {
        None
    }

    /// Returns the search that should run now.
    fn search_request(&self, _cx: &Context) -> Option<SearchRequest> {
        None
    }

    /// Records what a search has found that the screen has requested.
    fn record_search_reply(&mut self, _: &SearchReply, _: &mut Context) -> Option<Request> {
        None
    }

    /// Says what there is to say about the screen, or opens what comes first. Called when it comes to the top, and after
    /// a search.
    fn announce(&mut self, _: &mut Context) -> Option<Request> {
        None
    }

    /// Returns the game that the screen is about, with its options.
    fn rules(&self, _: &Context) -> Option<Variant> {
        None
    }

    /// Handles a line that was entered. After an error, the prompt stays open for a correction.
    ///
    /// # Errors
    /// Message about an invalid line.
    fn submit(&mut self, _: PromptKind, _: &str, _: &mut Context) -> SubmitResult {
        Ok(None)
    }

    /// Returns what the key of a binding does now, for the key row and the help.
    fn use_of(&self, binding: &Binding, _: &Context) -> Use {
        Use::Ready(binding.footer)
    }

    /// Returns the keys of the key row, the most important first.
    fn key_row(&self, cx: &Context) -> Vec<Button> {
        cx.keymap
            .buttons(self.mode(), |binding| self.use_of(binding, cx))
    }
}
