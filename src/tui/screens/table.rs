//! Table screen: a game in play.

mod game_over;
mod input;
mod keys;
mod lesson;
pub mod win;

use std::iter;

use jiff::SignedDuration;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Text;
use ratatui::widgets::Widget;

use crate::cards::Card;
use crate::describe::{self, CardNotation, brief_move_text, pile_name, pluralize, sentence};
use crate::game::{CardMove, CardPosition, Game};
use crate::record::GameOutcome;
use crate::record::SaveId;
use crate::rules::{Move, Status};
use crate::session::{
    Answer, Command, CommandOutcome, DealSource, GivenHint, MoveInput, Refusal, SearchReply,
    SearchRequest, Session, Source, Task, Turn, VerdictResponse, cards_that_fit, forced_move,
    is_hand_game, parse_cards, parse_move, text,
};
use crate::stats_text::{share_line, share_picture};
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::board::BoardView;
use crate::tui::board::header::header_parts;
use crate::tui::board::scene::BoardScene;
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, Button, Use};
use crate::tui::screen::{PromptKind, Request, Screen, SubmitResult};
use crate::tui::screens::menu::MenuScreen;
use crate::tui::screens::peek::PeekScreen;
use crate::tui::screens::replay::ReplayScreen;
use crate::tui::theme::Role;
use crate::variant::{self, Variant};
pub use input::TableInput;
use input::no_card_text;
use win::WinMotion;

/// Time between two moves of a game that runs by itself.
const FORCED_MOVE_INTERVAL: SignedDuration = SignedDuration::from_millis(120);

/// Time until it is said that a hint is searched for: one that is found before needs no word.
const HINT_NOTICE_DELAY: SignedDuration = SignedDuration::from_millis(30);

/// Rows from which on the table is drawn above what is said after a loss.
const MIN_TABLE_ROWS: u16 = 16;

/// A game in play.
#[derive(Clone, Debug)]
pub struct TableScreen {
    pub session: Session,
    pub input: TableInput,
    view: BoardView,
    /// The hint whose ends are marked, until the next key.
    hint: Option<Move>,
    /// The cards that the player has looked for, marked while nothing is selected.
    found: Vec<CardPosition>,
    /// What the last turn did, until the next key.
    last_card_moves: Vec<CardMove>,
    /// Whether the player has closed the game-over panel.
    is_panel_closed: bool,
    /// The picture of a win, while it moves.
    win_motion: Option<WinMotion>,
    /// When the next forced move is due, while a game played in the hand runs by itself.
    next_forced_move_at: Option<SignedDuration>,
    /// When to say that a hint is searched for, unless it is found before.
    hint_notice_at: Option<SignedDuration>,
    click_made_move: bool,
    /// What is to be said about the deal.
    pub deal_note: Option<String>,
}

impl TableScreen {
    /// Shows a game as it is.
    pub fn new(session: Session) -> TableScreen {
        TableScreen {
            input: TableInput::new(session.game()),
            session,
            view: BoardView::default(),
            hint: None,
            found: Vec::new(),
            last_card_moves: Vec::new(),
            is_panel_closed: false,
            win_motion: None,
            next_forced_move_at: None,
            hint_notice_at: None,
            click_made_move: false,
            deal_note: None,
        }
    }

    /// Shows a game that starts now: the cards of a new deal are dealt.
    pub fn start(session: Session) -> TableScreen {
        let mut table = TableScreen::new(session);
        if table.is_new() {
            table.view = BoardView::of_deal();
        }
        table
    }

    pub fn game(&self) -> &Game {
        self.session.game()
    }

    /// Whether the game is over, and its end is shown.
    fn is_at_end(&self) -> bool {
        self.session.is_over() && !self.is_panel_closed
    }

    /// Whether the game has no moves yet, not even undone ones.
    pub fn is_new(&self) -> bool {
        self.game().total_moves() == 0
    }

    /// Returns the id of the saved game, if it is saved.
    pub fn saved_id(&self) -> Option<&SaveId> {
        self.session.played().id.as_ref()
    }

    /// Makes the moves of a winning line that the player has looked at.
    pub fn play_line(&mut self, moves: &[Move], cx: &mut Context) {
        let before = self.game().moves().len();
        let outcome = self.session.play_line(moves, cx.now);
        self.show_outcome(outcome, cx);
        if !self.session.is_over() {
            let made = self.game().moves().len() - before;
            cx.notify(text::line_played(made));
        }
        self.view.skip_animation();
    }

    /// Handles an action that selects cards, and executes the command to which it leads.
    fn handle_input(&mut self, action: Action, cx: &mut Context) {
        match self.input.handle(action, self.session.game()) {
            Ok(Some(command)) => {
                if !self.execute(command, cx) {
                    self.input.handle_refusal(command, self.session.game());
                }
            }
            Ok(None) => {}
            Err(reason) => cx.notify_error(reason),
        }
    }

    /// Cancels the selection and closes the game-over panel.
    fn clear_input(&mut self) {
        self.is_panel_closed = self.session.is_over();
        self.input.cancel();
    }

    /// Executes a command and shows what it did. Returns whether it was not refused.
    fn execute(&mut self, command: Command, cx: &mut Context) -> bool {
        let outcome = self.session.execute(command, cx.config.settings(), cx.now);
        self.show_outcome(outcome, cx)
    }

    /// Shows what a command did. Returns whether it was not refused.
    fn show_outcome(&mut self, outcome: CommandOutcome, cx: &mut Context) -> bool {
        if let CommandOutcome::Refused(refusal) = outcome {
            self.show_refusal(&refusal, cx);
            return false;
        }
        self.clear_input();
        self.found.clear();
        self.input.cursor.clamp(self.session.game());
        match outcome {
            CommandOutcome::Played(turn) => {
                let played = sentence(&turn.brief());
                let text = match text::also_fits(&turn) {
                    Some(fits) => format!("{fits} · {played}"),
                    None => played,
                };
                self.show_turn(text, &turn, cx);
            }
            CommandOutcome::Redone(turn) => {
                self.show_turn(format!("Redid: {}", turn.brief()), &turn, cx);
            }
            CommandOutcome::PlayedAll(turns) => {
                for turn in &turns {
                    self.show_turn(sentence(&turn.brief()), turn, cx);
                }
            }
            CommandOutcome::Undone(turn) => cx.notify(format!("Undid: {}", turn.brief())),
            CommandOutcome::Continued => cx.notify(text::CONTINUED),
            CommandOutcome::GaveUp => self.is_panel_closed = false,
            CommandOutcome::BackAtWinnable(moves) => {
                cx.notify(text::back_at_winnable(moves, &|action| {
                    self.key_of(action, cx)
                }));
            }
            CommandOutcome::ChooseFoundation(moves) => self.input.choose_foundation(moves),
            CommandOutcome::Hint(given) => self.show_hint(&given, cx),
            CommandOutcome::Tried => self.show_try(cx),
            CommandOutcome::ReadOn | CommandOutcome::Refused(_) => {}
        }
        true
    }

    fn show_refusal(&mut self, refusal: &Refusal, cx: &mut Context) {
        if let Refusal::NothingSafe(Some(_)) = refusal {
            // The key that sends a card home sends the one that is named.
            let moves = self.game().legal_moves();
            if let Some(mv) = moves.into_iter().find(|mv| mv.is_to_foundation()) {
                let game = self.session.game();
                self.input.cursor.move_to_source(mv, game);
            }
        }
        match refusal {
            Refusal::NoHintYet => {
                self.hint_notice_at = Some(cx.steady + HINT_NOTICE_DELAY);
            }
            Refusal::Lost
            | Refusal::NoAdvice
            | Refusal::NothingToGiveUp
            | Refusal::OtherStep(_)
            | Refusal::StartOfLesson => cx.notify(self.refusal_text(refusal, cx)),
            _ => cx.notify_error(self.refusal_text(refusal, cx)),
        }
    }

    /// Shows a text about what a turn did, or the end of the game.
    fn show_turn(&mut self, text: String, turn: &Turn, cx: &mut Context) {
        self.is_panel_closed = false;
        self.last_card_moves.clone_from(&turn.card_moves);
        let cursor = &mut self.input.cursor;
        cursor.follow(turn.mv, &turn.card_moves, self.session.game());
        if self.session.is_over() {
            // The panel says it, and the message row has keys to show.
            cx.message = None;
            let is_won = self.session.outcome() == GameOutcome::Won;
            if is_won && cx.config.is_animation_enabled() {
                self.win_motion = Some(WinMotion::default());
            }
        } else {
            let finish = self.key_of("finish", cx).filter(|_| turn.finish_ready);
            let finish = finish.map(|key| format!("{key} finishes the game"));
            cx.notify(with_hints(text, finish));
        }
    }

    /// Plays a typed move; a pile alone becomes the source of a move.
    fn play_typed_move(&mut self, line: &str, cx: &mut Context) {
        let words = line.trim().split_once(' ');
        if let Some((_, name)) = words.filter(|(word, _)| word.eq_ignore_ascii_case("find")) {
            return self.find_cards(name.trim(), cx);
        }
        match parse_move(self.game(), line) {
            Ok(MoveInput::Command(command)) => _ = self.execute(command, cx),
            Ok(MoveInput::Source(Source { pile, count })) => {
                let game = self.session.game();
                let top = game.table().size(pile);
                let selected = match count.and_then(|count| top.checked_sub(count.into())) {
                    Some(at) => self.input.select_movable(CardPosition::new(pile, at), game),
                    None => self.input.select_source(pile, game),
                };
                if let Err(reason) = selected {
                    cx.notify_error(reason);
                }
            }
            Err(_) if line.trim().is_empty() => {}
            Err(unknown) => cx.notify_error(unknown.to_string()),
        }
    }

    /// Marks the cards of a name, a rank or a suit that can be seen, or without a name what fits the card with the cursor,
    /// to which it moves if it is the only one.
    fn find_cards(&mut self, name: &str, cx: &mut Context) {
        let (game, cards) = (self.session.game(), parse_cards(name));
        let table = game.table();
        let found: Vec<CardPosition> = match cards[..] {
            [] if name.is_empty() => cards_that_fit(game, self.input.cursor.position),
            [] => return cx.notify_error("Not a card, rank or suit. Type qh, 7 or s"),
            _ => {
                let places = |card: &Card| describe::visible_positions(table, *card);
                cards.iter().flat_map(places).collect()
            }
        };
        let in_sight = format!("{} in sight", pluralize(found.len(), "card"));
        let text = match cards[..] {
            [] => in_sight + " that fit",
            [card] => describe::places(table, card, CardNotation::Symbols),
            _ => in_sight,
        };
        match found[..] {
            [] => return cx.notify_error(text),
            [first, ..] if cards.len() == 1 => self.input.cursor.position = first,
            _ => {}
        }
        cx.notify(text);
        self.found = found;
    }

    /// Adds what a click does on a table whose cards cannot be selected: at the end it is the same everywhere, and
    /// where two foundations fit it chooses one.
    fn add_clicks(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let choice = self.input.choice();
        if choice.is_some() || self.mode() == Mode::GameOver {
            canvas.add(Action::Cancel, area);
        }
        let moves = choice.into_iter().flatten();
        for (mv, direction) in moves.zip([Direction::Left, Direction::Right]) {
            let pile = mv.target().map(|pile| CardPosition::new(pile, usize::MAX));
            if let Some(area) = pile.and_then(|pile| self.view.layout.area_of(pile)) {
                canvas.add(Action::Navigate(direction), area);
            }
        }
    }

    /// Returns what an action opens or starts.
    fn request(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        let rules = self.game().rules();
        let source = cx.config.source_of_another_deal();
        Some(match action {
            Action::Learn => Request::learn(rules.info()),
            Action::NewDeal => Request::Deal(source, rules.clone()),
            Action::NewOtherDeal => Request::Deal(source.other_kind(), rules.clone()),
            Action::DealWithChoices => {
                let info = rules.info();
                let presets = info.presets.iter();
                let mut games =
                    presets.filter_map(|preset| variant::new(info, &preset.options).ok());
                Request::Deal(source, games.find(|rules| !rules.is_forced())?)
            }
            Action::NextDaily => {
                let (day, rules) = text::next_daily(&self.session, cx.results())?;
                Request::Deal(DealSource::Daily(Some(day)), rules)
            }
            Action::Restart => Request::Start(Box::new(self.session.restart(cx.now))),
            Action::EnterMove => Request::Prompt(PromptKind::Move),
            Action::EnterSeed => Request::Prompt(PromptKind::Seed),
            Action::Find => Request::Prompt(PromptKind::Cards),
            Action::Menu => Request::open(MenuScreen::over_table(&self.session, cx)),
            Action::Replay if self.is_new() => {
                cx.notify_error(text::NO_MOVES_YET);
                return None;
            }
            Action::Replay => {
                let played = self.session.played().clone();
                let review = self.session.review_for_replay();
                Request::open(ReplayScreen::new(played, review))
            }
            Action::Peek => {
                let peek = self.peek();
                return peek.map_err(|reason| cx.notify_error(reason)).ok();
            }
            Action::Close => Request::Quit,
            _ => return None,
        })
    }

    /// Does what is due.
    fn tick(&mut self, cx: &mut Context) {
        self.view.animation.tick(cx.steady);
        self.play_due_forced_move(cx);
        let due = |at: &mut SignedDuration| *at <= cx.steady;
        if self.hint_notice_at.take_if(due).is_some() {
            cx.notify(Refusal::NoHintYet.to_string());
        }
    }

    /// Makes the forced move that is due. The game stops at its end and at a choice.
    fn play_due_forced_move(&mut self, cx: &mut Context) {
        let now = cx.steady;
        if self.next_forced_move_at.is_none_or(|due| due > now) {
            return;
        }
        self.next_forced_move_at = None;
        match forced_move(self.game()) {
            Some(mv) => {
                self.execute(Command::Move(mv), cx);
                if !self.session.is_over() {
                    self.next_forced_move_at = Some(now + FORCED_MOVE_INTERVAL);
                }
            }
            None if self.game().status() == Status::Playing => {
                cx.notify(Refusal::ChoiceLeft.to_string());
            }
            None => {}
        }
    }

    /// Whether the player has asked for a hint and none is known yet.
    fn is_awaiting_hint(&self) -> bool {
        self.session.hints.awaited == Some(Answer::Hint) && self.hint.is_none()
    }

    /// Shows a hint: marks both its ends and puts the cursor on it, so that the next Select plays it.
    fn show_hint(&mut self, given: &GivenHint, cx: &mut Context) {
        let game = self.session.game();
        self.hint = Some(given.mv);
        self.input.cursor.move_to_source(given.mv, game);
        if self.session.guide.is_some() {
            // The guide says it.
            let mut after = game.table().clone();
            game.rules().apply(&mut after, given.mv);
            self.view.demonstrated = Some(Box::new(after));
        } else {
            let text = self.hint_text(given, cx);
            cx.notify(text);
        }
    }

    /// Shows the odds of the position as far as they are known, and has them refined.
    fn request_odds(&mut self, cx: &mut Context) {
        match self.session.request_odds() {
            Err(Refusal::Lost) => cx.notify(self.verdict_text(cx)),
            Err(refusal) => cx.notify_error(refusal.to_string()),
            Ok(()) => cx.notify(self.odds_text()),
        }
    }

    /// Shows a hint that was found, if the player still waits for it.
    fn answer_with_hint(&mut self, cx: &mut Context) {
        let is_awaited = self.hint_notice_at.is_some() || cx.message.is_some();
        if self.hint.is_none() && !is_awaited {
            return;
        }
        self.hint_notice_at = None;
        self.execute(Command::Hint, cx);
    }

    /// Shows the verdict on the position, or starts a search for it. With `show_solution` the
    /// winning line is opened as a replay.
    fn analyze(&mut self, show_solution: bool, cx: &mut Context) -> Option<Request> {
        let settings = cx.config.settings();
        match self
            .session
            .request_verdict(show_solution, settings, cx.now)
        {
            VerdictResponse::Won => cx.notify(text::GAME_WON),
            VerdictResponse::Review => {
                if let Some(review) = &self.session.review {
                    cx.notify(cx.review_status(review, Mode::GameOver, Action::Replay));
                }
            }
            VerdictResponse::Searching => {
                self.clear_input();
                self.notify_progress(cx);
            }
            VerdictResponse::Known => {
                self.clear_input();
                return self.present_verdict(show_solution, cx);
            }
        }
        None
    }

    /// Opens the winning line if it is wanted and known; else shows the verdict.
    fn present_verdict(&mut self, show_solution: bool, cx: &mut Context) -> Option<Request> {
        let solution = show_solution.then(|| self.session.solution());
        match solution.transpose().map(Option::flatten) {
            Ok(Some(solution)) => {
                cx.message = None;
                if !self.session.knows_solution(cx.results()) {
                    cx.notify(text::SOLVED_FROM_HERE);
                }
                let replay = ReplayScreen::of_solution(solution, cx.steady);
                return Some(Request::open(replay));
            }
            Ok(None) => cx.notify(self.verdict_text(cx)),
            Err(too_long) => cx.notify_error(too_long.to_string()),
        }
        None
    }

    /// Shows how far the search for the verdict is, if one runs.
    fn notify_progress(&self, cx: &mut Context) {
        if let Some(search) = self.session.hints.verdict.as_ref() {
            let seconds = search.elapsed(cx.now).as_secs().max(0).unsigned_abs();
            let progress = text::search_progress(search, seconds);
            cx.notify(format!("Searching: {progress}. Any key cancels"));
        }
    }

    /// Requests to show all cards of the pile under the cursor.
    fn peek(&self) -> Result<Request, String> {
        let pile = self.input.cursor.position.pile;
        match PeekScreen::new(self.game(), pile) {
            Some(peek) => Ok(Request::open(peek)),
            None if self.game().table().is_empty(pile) => Err(no_card_text(pile)),
            None => Err(format!("The cards of {} are face down", pile_name(pile))),
        }
    }

    /// Describes a hint; the first one of a new player with a note.
    fn hint_text(&mut self, given: &GivenHint, cx: &Context) -> String {
        let mv = brief_move_text(self.session.game(), given.mv, given.is_ambiguous);
        let (cards, key) = (self.game().cards_to_finish(), self.key_of("finish", cx));
        let finish = key.filter(|_| cards > 0);
        let finish = finish.map(|key| format!("{key} finishes: {}", pluralize(cards, "card")));
        let settings = cx.config.settings();
        let notes = text::hint_notes(&mut self.session, settings, cx.results());
        let text = with_hints(text::hint(given, &mv), finish);
        notes.fold(text, |text, note| format!("{text}\n{note}"))
    }

    /// Says why a command was refused, or that there is no hint, and which key to use next.
    fn refusal_text(&self, refusal: &Refusal, cx: &Context) -> String {
        let refusal = match refusal {
            Refusal::NoAdvice if self.session.is_known_lost() => &Refusal::Lost,
            refusal => refusal,
        };
        let assessment = self.session.assessment();
        text::refusal(refusal, assessment, &|action| self.key_of(action, cx))
    }

    /// Returns the odds of the position, or says that they are not known yet.
    fn odds_text(&mut self) -> String {
        let odds = self.session.tell_odds();
        odds.unwrap_or_else(|| "Looking at deals like this".into())
    }

    /// Returns what is known about the position and which keys to use next.
    fn verdict_text(&self, cx: &Context) -> String {
        let assessment = self.session.assessment();
        text::verdict(assessment, &|action| self.key_of(action, cx))
    }

    /// Returns the first key of an action, if it has one.
    fn key_of(&self, action: &str, cx: &Context) -> Option<String> {
        let mut bindings = cx.keymap.bindings(self.mode());
        let binding = bindings.find(|binding| binding.name == action)?;
        binding.keys.first().map(ToString::to_string)
    }

    /// Does what an action does at any table.
    fn act(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        match action {
            Action::Analyze => return self.analyze(false, cx),
            Action::ShowSolution => return self.analyze(true, cx),
            Action::Odds => self.request_odds(cx),
            Action::Export => cx.export(self.session.played()),
            Action::Share | Action::SharePicture => self.share(action == Action::SharePicture, cx),
            Action::Select if self.is_awaiting_hint() => cx.notify(Refusal::NoHintYet.to_string()),
            Action::Select if self.hint.is_some() => {
                let hint = self.hint.take().map(Command::Move);
                hint.map(|hint| self.execute(hint, cx));
            }
            Action::Cancel if self.input.mode().is_none() && !self.found.is_empty() => {
                self.found.clear();
            }
            // With nothing to cancel: from the table to the game-over panel and back.
            Action::Cancel if self.input.mode().is_none() => {
                self.is_panel_closed = self.session.is_over() && !self.is_panel_closed;
            }
            Action::Cancel => self.input.cancel(),
            Action::NoOp => {
                let game = self.session.game();
                if let Some(text) = self.input.explain_awaited_key(game, &cx.keymap) {
                    cx.notify_error(text);
                }
            }
            Action::Game(Command::PlayForced) => self.next_forced_move_at = Some(cx.steady),
            Action::Game(Command::SafeHome | Command::Finish)
                if self.game().status() == Status::Won =>
            {
                cx.notify(text::GAME_WON);
            }
            Action::Game(command) => {
                if command == Command::Hint {
                    self.clear_input();
                }
                self.execute(command, cx);
            }
            Action::Tick => self.tick(cx),
            // What is under the pointer now is not what the first click was on.
            Action::DoubleClick(target) if self.click_made_move => {
                return self.act(Action::Click(target), cx);
            }
            _ => {
                let before = self.game().moves().len();
                let request = self.request(action, cx);
                if request.is_some() {
                    return request;
                }
                self.handle_input(action, cx);
                let after = self.game().moves().len();
                self.click_made_move = before != after;
            }
        }
        None
    }

    /// Copies the line about a finished game, and a picture of it if that is wanted.
    fn share(&self, has_picture: bool, cx: &mut Context) {
        let Some(result) = self.session.result(cx.results(), cx.now) else {
            return cx.notify(text::NOT_OVER);
        };
        let notation = CardNotation::Symbols;
        let mut text = share_line(&result, cx.results().daily_deals(), notation);
        if has_picture {
            text = format!("{text}\n{}", share_picture(self.session.played(), notation));
        }
        cx.copy(text);
    }
}

/// Adds what to do next to a message.
fn with_hints(text: String, hints: impl IntoIterator<Item = String>) -> String {
    let texts = iter::once(text).chain(hints);
    texts.collect::<Vec<_>>().join(". ")
}

impl Screen for TableScreen {
    fn mode(&self) -> Mode {
        if self.is_at_end() {
            return match self.session.guide {
                Some(_) => Mode::Overlay,
                None => Mode::GameOver,
            };
        }
        match self.input.mode() {
            None | Some(Mode::Selected) if is_hand_game(self.game()) => Mode::HandGame,
            mode => mode.unwrap_or(Mode::Table),
        }
    }

    fn handle_action(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        let request = self.handle_in_lesson(action, cx);
        let request = request.unwrap_or_else(|| self.act(action, cx));
        request.or_else(|| self.answer())
    }

    fn before_action(&mut self, action: Action, cx: &mut Context) -> bool {
        self.input.before_action(action);
        if action != Action::Tick {
            self.win_motion = None;
        }
        if action.is_passive() {
            return false;
        }
        self.next_forced_move_at = None;
        self.hint_notice_at = None;
        self.last_card_moves.clear();
        if action != Action::Select {
            self.hint = None;
        }
        // The same request again lets the search go on.
        let is_request = match action {
            Action::Analyze | Action::ShowSolution | Action::Game(Command::Hint) | Action::Odds => {
                true
            }
            // Without a hint there is nothing to play yet.
            Action::Select => self.is_awaiting_hint(),
            _ => false,
        };
        let is_canceled = !is_request && self.session.cancel_search();
        if is_canceled {
            cx.notify(text::SEARCH_CANCELED);
        }
        is_canceled
    }

    fn record_search_reply(&mut self, reply: &SearchReply, cx: &mut Context) -> Option<Request> {
        if matches!(reply.request.task, Task::Deal) {
            return None;
        }
        match self.session.record(reply)? {
            Answer::Progress => self.notify_progress(cx),
            Answer::Hint => self.answer_with_hint(cx),
            Answer::Odds => cx.notify(self.odds_text()),
            Answer::Verdict { show_solution } => return self.present_verdict(show_solution, cx),
            Answer::Tried => {
                self.show_try(cx);
                return self.answer();
            }
        }
        None
    }

    /// Says where the deal comes from, and that the game is lost.
    fn announce(&mut self, cx: &mut Context) -> Option<Request> {
        if let Some(text) = self.deal_note.take() {
            cx.notify(text);
        }
        // An error stays until the next key; the header says the same.
        if self.session.announce_loss() && !cx.has_error_message() {
            cx.notify(self.verdict_text(cx));
        }
        None
    }

    fn rules(&self, _: &Context) -> Option<Variant> {
        Some(self.game().rules().clone())
    }

    fn submit(&mut self, kind: PromptKind, line: &str, cx: &mut Context) -> SubmitResult {
        if kind == PromptKind::Seed {
            return Request::typed_deal(line, self.game().rules().clone(), cx).map(Some);
        }
        match kind {
            PromptKind::Cards => self.find_cards(line.trim(), cx),
            _ => self.play_typed_move(line, cx),
        }
        Ok(None)
    }

    fn draw(&mut self, cx: &Context, area: Rect, canvas: &mut Canvas<'_>) {
        let guide_status = self.guide_status(area);
        let guide_lines = self.guide_lines(area);
        let guide_areas = self.guide_areas(area, guide_lines.len() as u16);
        let [area, ..] = guide_areas;
        let scene = BoardScene {
            hint: self.hint.or(self.told_move()),
            found: &self.found,
            last_card_moves: &self.last_card_moves,
            ..self.input.scene(self.session.game())
        };
        self.view.lay_out(&scene, cx, area, &mut canvas.frame);
        // It appears once the last move has been shown.
        let is_over = self.is_at_end() && !self.view.animation.is_running();
        let is_over = is_over && canvas.frame.too_small.is_none();
        let is_lost = is_over && self.session.outcome() != GameOutcome::Won;
        let text = canvas.frame.content;
        let lost = is_lost.then(|| game_over::lines(&self.session, cx, text.width));
        let lost = lost.unwrap_or_default();
        let rows = [Constraint::Fill(1), Constraint::Length(lost.len() as u16)];
        let [above, below] = area.layout(&Layout::vertical(rows));
        let is_covered = {
            let mut cards = self.view.layout.card_areas();
            cards.any(|card| card.intersects(below))
        };
        if is_covered && above.height >= MIN_TABLE_ROWS {
            self.view.lay_out(&scene, cx, above, &mut canvas.frame);
        }
        // Few cards speak in a lesson; the picture of a win has them once it stands.
        let is_playing = !is_over || self.win_motion.is_some() && !is_lost;
        if is_playing && self.session.guide.is_none() {
            win::draw_cards_home(self.game(), &self.view, area, canvas);
        }
        self.view.draw(&scene, canvas);
        self.draw_guide(guide_lines, guide_areas, canvas);
        self.add_clicks(area, canvas);
        canvas.frame.status = match self.mode() {
            Mode::GameOver | Mode::HandGame => String::new(),
            Mode::Selected if self.session.is_over() => String::new(),
            _ => self.input.status(&scene),
        };
        if is_over && !is_lost {
            self.win_motion = self
                .win_motion
                .and_then(|motion| motion.advanced(cx.steady));
            let (session, table) = (&self.session, &self.view.layout);
            let max_width = area.width.saturating_sub(2);
            let lines = self.end_of_lesson(cx, max_width);
            let lines = lines.unwrap_or_else(|| win::text_lines(session, cx, max_width));
            let motion = self.win_motion;
            win::draw_win(motion, session.game(), lines, table, canvas);
        }
        if let Some(say) = guide_status {
            canvas.frame.status = say;
        }
        let parts = header_parts(&self.session, cx);
        self.view.draw_header(self.game(), parts, canvas);
        if !lost.is_empty() {
            canvas.add_target(Target::Panel, below);
            canvas.fill(below, " ", canvas.theme[Role::Background]);
            Text::from(lost).render(below.intersection(text), canvas.buf);
        }
    }

    fn board(&self) -> Option<&BoardView> {
        Some(&self.view)
    }

    fn finish_animation(&mut self, is_covered: bool) -> bool {
        let table = self.session.game().table();
        self.view.finish_animation(table, is_covered)
    }

    fn deadline(&self) -> Option<SignedDuration> {
        let next_frame = self.win_motion.and_then(WinMotion::next_frame_at);
        let animation = self.view.animation.next_frame_at();
        let times = [
            self.next_forced_move_at,
            self.hint_notice_at,
            next_frame,
            animation,
        ];
        times.into_iter().flatten().min()
    }

    fn search_request(&self, cx: &Context) -> Option<SearchRequest> {
        let is_at_end = self.mode() == Mode::GameOver;
        self.session.search_request(cx.config.settings(), is_at_end)
    }

    fn use_of(&self, binding: &Binding, cx: &Context) -> Use {
        let in_lesson = self.use_in_lesson(binding);
        in_lesson.unwrap_or_else(|| self.action_use(binding, cx))
    }

    fn key_row(&self, cx: &Context) -> Vec<Button> {
        self.row_keys(cx)
    }
}
