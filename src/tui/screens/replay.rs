//! Replay screen: a game, move by move.

use std::iter;

use jiff::SignedDuration;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;

use crate::describe::{events_brief, pluralize, sentence};
use crate::game::{EventKind, Game, TableEvent};
use crate::proofs::PathProofs;
use crate::record::PlayedGame;
use crate::review::{self, ReviewError, Reviewer, TurningPoint};
use crate::rules::{Move, Status};
use crate::session::{Replay, SearchReply, SearchRequest, text};
use crate::storage::settings::Setting;
use crate::tui::action::{Action, Mode, Target};
use crate::tui::board::BoardView;
use crate::tui::board::cursor::PileCursor;
use crate::tui::board::header::review_position;
use crate::tui::board::scene::BoardScene;
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{Request, Screen};
use crate::tui::screens::table::win;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::track::{
    MIN_ROWS_FOR_TRACK, TRACK_ROWS, draw_curve, draw_track, has_curve,
};
use crate::variant::Variant;

/// Speeds of a replay, in moves a second; it starts at the first.
const SPEEDS: [i32; 3] = [1, 4, 16];
/// Moves that a page is long.
const MOVES_PER_PAGE: isize = 10;

/// Rows of a board from which on the curve of the odds is shown above the track: also a low one, where no message has two
/// lines.
const MIN_ROWS_FOR_CURVE: u16 = 30;
const MIN_ROWS_FOR_LOW_CURVE: u16 = 22;
const CURVE_ROWS: u16 = 5;
const LOW_CURVE_ROWS: u16 = 3;

/// Replay of a game.
#[derive(Clone, Debug)]
pub struct ReplayScreen {
    replay: Replay,
    cursor: PileCursor,
    view: BoardView,
    /// At a turning point, the better move, and the move with why it is one.
    better: Option<Move>,
    judged: Option<(Move, TurningPoint)>,
    speed: usize,
    /// When the next move is due; `None` while the replay is paused.
    next_move_at: Option<SignedDuration>,
    /// Number of moves before the winning line, if the replay shows one.
    solution_start: Option<usize>,
    /// Whether it was said what decided the game, once the review was complete.
    has_shown_decision: bool,
    /// Whether questions are asked whatever the setting says.
    is_practice: bool,
}

impl ReplayScreen {
    /// Opens a replay at the deal. A review that runs is paused.
    pub fn new(played: PlayedGame, mut review: Result<Reviewer, ReviewError>) -> ReplayScreen {
        _ = review.as_mut().map(Reviewer::cancel);
        let replay = Replay::new(played, review);
        ReplayScreen {
            cursor: PileCursor::new(replay.game()),
            replay,
            view: BoardView::default(),
            better: None,
            judged: None,
            speed: 0,
            next_move_at: None,
            solution_start: None,
            has_shown_decision: false,
            is_practice: false,
        }
    }

    /// Opens a running replay of a winning line: the moves that the game has taken back.
    pub fn of_solution(game: Game, now: SignedDuration) -> ReplayScreen {
        let start = game.moves().len();
        let mut screen = ReplayScreen::new(PlayedGame::new(game), Err(ReviewError::InPlay));
        screen.seek(start);
        screen.solution_start = Some(start);
        screen.toggle_playback(now);
        screen
    }

    /// Opens a replay that asks for the moves that the player has not found yet.
    pub fn practice(played: PlayedGame, review: Reviewer) -> ReplayScreen {
        ReplayScreen {
            is_practice: true,
            ..ReplayScreen::new(played, Ok(review))
        }
    }

    /// Asks for a better move than one of the game, if that is asked for and not told yet; else shows both.
    fn open_point(&mut self, number: usize, cx: &mut Context) -> Option<Request> {
        self.jump(number - 1);
        let asks = self.is_practice || cx.config.settings().is_on(Setting::ReviewAsks);
        let is_open = asks && self.review().is_some_and(|review| review.is_open(number));
        let question = self.replay.question().filter(|_| is_open);
        let Some(question) = question else {
            self.show_decision(number);
            return None;
        };
        cx.message = None;
        let today = cx.today().to_string();
        if let Ok(review) = &mut self.replay.review {
            review.practice_mut().asked = today;
        }
        self.save_review(cx);
        Some(Request::Guide(Box::new(question)))
    }

    /// Shows both moves after a question. It is not asked again.
    fn answer(&mut self, is_found: bool, cx: &mut Context) {
        self.show_decision(self.moves_made() + 1);
        self.replay.note_answer(is_found);
        if is_found {
            self.save_review(cx);
        } else {
            cx.message = None;
        }
    }

    /// Returns the review of the game, if it can be reviewed.
    pub fn review(&self) -> Option<&Reviewer> {
        self.replay.review.as_ref().ok()
    }

    /// Returns the game at the position shown.
    pub fn game(&self) -> &Game {
        self.replay.game()
    }

    /// Returns the number of moves made so far.
    pub fn moves_made(&self) -> usize {
        self.replay.moves_made()
    }

    pub fn speed_label(&self) -> String {
        let moves = pluralize(SPEEDS[self.speed] as usize, "move");
        format!("{moves} a second")
    }

    fn is_running(&self) -> bool {
        self.next_move_at.is_some()
    }

    fn seek(&mut self, moves: usize) {
        if moves.abs_diff(self.moves_made()) > 1 {
            self.view.skip_animation();
        }
        self.replay.seek(moves);
        (self.better, self.judged) = (None, None);
        let game = self.replay.game();
        if let Some(first) = game.last_card_moves().first() {
            self.cursor.move_to(first.to.pile, game);
        }
    }

    /// Pauses at the position after this many moves, or at the last one.
    fn jump(&mut self, moves: usize) {
        self.next_move_at = None;
        self.seek(moves);
    }

    /// Pauses after this many moves more, or fewer.
    fn step(&mut self, moves: isize) {
        self.jump(self.moves_made().saturating_add_signed(moves));
    }

    /// Starts or pauses the replay; at the end it starts again.
    fn toggle_playback(&mut self, now: SignedDuration) {
        if self.next_move_at.take().is_some() {
            return;
        }
        if self.replay.is_at_end() {
            self.seek(0);
        }
        self.next_move_at = Some(now + self.move_interval());
    }

    /// Makes the move that is due.
    fn tick(&mut self, now: SignedDuration) {
        self.view.animation.tick(now);
        if self.next_move_at.is_none_or(|due| due > now) {
            return;
        }
        self.seek(self.moves_made() + 1);
        // A solution is watched by the moves that show a card or send one home.
        while self.solution_start.is_some() && !self.is_notable() {
            self.seek(self.moves_made() + 1);
        }
        let is_over = self.replay.is_at_end();
        self.next_move_at = (!is_over).then(|| now + self.move_interval());
    }

    /// Whether the last move shows a card or sends one home, or no other follows.
    fn is_notable(&self) -> bool {
        let is_progress = |event: &TableEvent| match event.kind {
            EventKind::Moved => event.to.is_foundation(),
            EventKind::Flipped | EventKind::Dealt => true,
            EventKind::Slid | EventKind::TurnedBack => false,
        };
        self.replay.is_at_end() || self.game().last_move_events().iter().any(is_progress)
    }

    fn move_interval(&self) -> SignedDuration {
        SignedDuration::from_secs(1) / SPEEDS[self.speed]
    }

    /// Reports how many moves of a winning line were shown.
    fn report_shown_moves(&self) -> Option<Request> {
        let shown = self.moves_made().saturating_sub(self.solution_start?);
        Some(Request::CountShownMoves(shown))
    }

    /// Says what the last move did, and what it changed if it is a turning point.
    fn notify_move(&self, cx: &mut Context) {
        let asks = cx.config.settings().is_on(Setting::ReviewAsks);
        let text = match self.replay.turning_point_text(asks) {
            Some(judgment) => judgment,
            None => sentence(&events_brief(&self.game().last_move_events())),
        };
        if !text.is_empty() {
            cx.notify(text);
        }
    }

    /// Plays on from the position shown: the game of a winning line at the table, any other as a new
    /// game.
    fn play_from_here(&self, cx: &mut Context) -> Option<Request> {
        if let Some(start) = self.solution_start {
            let moves = self.game().moves().skip(start).collect();
            return Some(Request::PlayLine(moves));
        }
        match self.replay.play_from_here(cx.now) {
            Ok(session) => {
                if !session.is_over() {
                    cx.notify(text::playing_from(self.moves_made()));
                }
                Some(Request::Start(Box::new(session)))
            }
            Err(too_long) => {
                cx.notify_error(too_long.to_string());
                None
            }
        }
    }

    /// Returns the review if it runs or some moves are reviewed: their odds are shown then.
    fn shown_review(&self) -> Option<&Reviewer> {
        self.review()
            .filter(|review| review.is_running() || !review.review.moves.is_empty())
    }

    /// Starts the review, or cancels it; if it is complete, shows what decided the game. It runs on the last position,
    /// unless another is looked at.
    fn toggle_review(&mut self, cx: &mut Context) {
        let review = match &mut self.replay.review {
            Ok(review) => review,
            Err(error) => return cx.notify_error(error.to_string()),
        };
        if review.cancel() {
            return cx.notify(text::REVIEW_CANCELED);
        }
        if review.review.is_complete {
            let Some(number) = review::decisive_move(&review.review) else {
                return cx.notify(review.status(None));
            };
            review.told.insert(number);
            return self.show_decision(number);
        }
        review.start();
        self.save_review(cx);
        if self.moves_made() == 0 {
            self.jump(usize::MAX);
        }
    }

    /// Shows the position before a move, and on the table the move and the better one, if one is known.
    fn show_decision(&mut self, number: usize) {
        self.jump(number - 1);
        let Some(review) = self.review() else {
            return;
        };
        let made = &review.review.moves[number - 1];
        let (mv, point) = (made.mv, made.turning_point());
        self.better = review.review.better_move(number);
        self.judged = point.map(|point| (mv, point));
        self.cursor.move_to_source(mv, self.replay.game());
    }

    /// Says what the marked moves did, or how far a review is that runs.
    fn status(&self, theme: &Theme) -> String {
        let Some(review) = self.review() else {
            return String::new();
        };
        match self.judged {
            Some((_, point)) => {
                let number = self.moves_made() + 1;
                let signs = [theme.turning_point_sign(point).0, theme.hint_glyph()].into_iter();
                let rows = review::turning_point_rows(&review.game, &review.review, number);
                let rows = signs.zip(rows).map(|(sign, row)| format!("{sign} {row}"));
                rows.collect::<Vec<_>>().join("\n")
            }
            None if review.is_running() => review.progress(),
            None => String::new(),
        }
    }

    /// Goes to the next turning point of the review, or to the previous one.
    fn go_to_turning_point(&mut self, forward: bool, cx: &mut Context) -> Option<Request> {
        let here = self.moves_made();
        let reviews = self.review().into_iter();
        let points = reviews.flat_map(|review| review.review.turning_points());
        let points: Vec<usize> = points.collect();
        let mut numbers = points.iter().copied();
        let next = if forward {
            numbers.find(|&number| number > here + 1)
        } else {
            numbers.rfind(|&number| number <= here)
        };
        match (next, &self.replay.review) {
            (Some(number), _) => return self.open_point(number, cx),
            // The next game to practice with.
            (None, _) if self.is_practice && forward => {
                return Some(Request::CloseAndAct(Action::Practice));
            }
            (None, Err(error)) => cx.notify_error(error.to_string()),
            (None, Ok(review)) if review.is_running() => {}
            (None, Ok(review)) if !review.review.is_complete => {
                let key = cx.key_hint(Mode::Replay, Action::Review, "review the game");
                cx.notify_error(key.unwrap_or_else(|| "Not reviewed".into()));
            }
            (None, Ok(review)) if points.is_empty() => {
                cx.notify(format!("No turning points. {}", review.status(None)));
            }
            (None, Ok(review)) => {
                let end = if forward { "last" } else { "first" };
                let end = Some(format!("That was the {end} turning point"));
                let texts = end.into_iter().chain(review.found_text());
                cx.notify(texts.collect::<Vec<_>>().join(". "));
            }
        }
        None
    }

    /// Notes that a review is shown, and saves it once it is complete.
    fn save_review(&mut self, cx: &mut Context) {
        if self.shown_review().is_some() {
            cx.profile.note_review(&self.replay.played, cx.now);
        }
        let Replay { played, review } = &mut self.replay;
        if let Ok(review) = review {
            cx.profile.save_review(played.id.as_ref(), review);
        }
    }

    /// Returns the parts of the header: the position, and the speed or the state of the game.
    fn header_parts(&self, theme: &Theme) -> Vec<(String, Style)> {
        let name = match self.solution_start {
            Some(_) => "solution",
            None if self.is_practice => "practice",
            None => "replay",
        };
        let (made, total) = (self.moves_made(), self.game().total_moves());
        if self.judged.is_some() {
            let reviews = self.review().filter(|review| review.is_running());
            let progress = reviews.map(|review| (review.progress(), theme[Role::Dim]));
            let position = (review_position(self.game()), theme[Role::Text]);
            return iter::once(position).chain(progress).collect();
        }
        let position = format!("{name}: move {made} of {total}");
        let status = match self.game().status() {
            _ if self.is_running() => (self.speed_label(), theme[Role::Dim]),
            Status::Won => ("won".into(), theme[Role::Accent]),
            Status::Lost => ("no moves left".into(), theme[Role::Accent]),
            Status::Playing => ("paused".into(), theme[Role::Dim]),
        };
        vec![(position, theme[Role::Text]), status]
    }
}

/// Returns the rows below a board of so many: a blank one, those of the curve, of the track, and one for a message of two
/// lines. Low windows have none, nor has a review that has found nothing.
fn strip_rows(review: &Reviewer, rows: u16) -> [u16; 4] {
    let is_known = review.review.proofs != PathProofs::default();
    if rows < MIN_ROWS_FOR_TRACK || !(is_known || review.is_running()) {
        return [0; 4];
    }
    let is_told = review.review.turning_points().next().is_some();
    let curve = match rows {
        MIN_ROWS_FOR_CURVE.. => CURVE_ROWS,
        MIN_ROWS_FOR_LOW_CURVE.. if !is_told => LOW_CURVE_ROWS,
        _ => 0,
    };
    let curve = if has_curve(&review.review) { curve } else { 0 };
    [1, curve, TRACK_ROWS, u16::from(is_told)]
}

impl Screen for ReplayScreen {
    fn mode(&self) -> Mode {
        Mode::Replay
    }

    fn handle_action(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        let before = self.moves_made();
        match action {
            Action::Tick => self.tick(cx.steady),
            Action::Faster => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Action::Slower => self.speed = self.speed.saturating_sub(1),
            Action::TogglePlayback if self.judged.is_some() => {
                return self.go_to_turning_point(true, cx);
            }
            Action::TogglePlayback => self.toggle_playback(cx.steady),
            Action::Cancel if self.judged.is_some() => self.seek(before),
            Action::PlayFromHere => return self.play_from_here(cx),
            Action::Navigate(direction) | Action::Wheel(_, direction) => {
                self.step(if direction.is_backward() { -1 } else { 1 });
            }
            Action::Review => {
                self.toggle_review(cx);
                return None;
            }
            Action::NextTurningPoint | Action::PreviousTurningPoint => {
                return self.go_to_turning_point(action == Action::NextTurningPoint, cx);
            }
            Action::Answered(is_found) => {
                self.answer(is_found, cx);
                return None;
            }
            Action::NewDeal => {
                let next =
                    cx.key_hint(Mode::Replay, Action::NextTurningPoint, "next turning point");
                let next = next.unwrap_or_default();
                cx.notify(format!("New games begin at the table. {next}"));
                return None;
            }
            Action::Click(Target::Entry(position)) => self.jump(position),
            Action::PageUp => self.step(-MOVES_PER_PAGE),
            Action::PageDown => self.step(MOVES_PER_PAGE),
            Action::RowStart => self.jump(0),
            Action::RowEnd => self.jump(usize::MAX),
            Action::Cancel | Action::Close => {
                let review = self.review().cloned().map(Box::new);
                return Some(review.map_or(Request::Close, Request::CloseReplay));
            }
            _ => return None,
        }
        match action {
            Action::Faster | Action::Slower => cx.notify(self.speed_label()),
            Action::Tick if self.moves_made() == before => {}
            _ => self.notify_move(cx),
        }
        self.report_shown_moves()
    }

    fn before_action(&mut self, action: Action, _cx: &mut Context) -> bool {
        // Other screens are opened over a replay that stands still.
        if matches!(action, Action::Settings | Action::Help) {
            self.next_move_at = None;
        }
        false
    }

    fn draw(&mut self, cx: &Context, area: Rect, canvas: &mut Canvas<'_>) {
        let theme = cx.theme();
        let rows = self
            .shown_review()
            .map_or([0; 4], |review| strip_rows(review, area.height));
        let [blank, curve, track, told] = rows.map(Constraint::Length);
        let rows = Layout::vertical([Constraint::Fill(1), blank, curve, track, told]);
        let [table, _, curve, track, _] = area.layout(&rows);
        let game = self.replay.game();
        // A decision marks the moves that could be made.
        let last_card_moves = match self.judged {
            Some(_) => Vec::new(),
            None => game.last_card_moves(),
        };
        let scene = BoardScene {
            hint: self.better,
            judged: self.judged,
            last_card_moves: &last_card_moves,
            ..BoardScene::new(game, self.cursor.position)
        };
        self.view.lay_out(&scene, cx, table, &mut canvas.frame);
        self.view.draw(&scene, canvas);
        let is_at_rest = !self.view.animation.is_running() && canvas.frame.too_small.is_none();
        if self.game().status() == Status::Won && is_at_rest {
            let facts = pluralize(self.game().total_moves(), "move");
            let lines = win::title_lines(win::WON, vec![facts], theme);
            let layout = &self.view.layout;
            win::draw_win(None, self.game(), lines, layout, canvas);
        }
        let parts = self.header_parts(theme);
        self.view.draw_header(self.game(), parts, canvas);
        canvas.frame.status = self.status(theme);
        if let Some(review) = self.shown_review() {
            let Rect { x, width, .. } = canvas.frame.content;
            let columns = |row: Rect| Rect { x, width, ..row };
            if !curve.is_empty() {
                draw_curve(&review.review, columns(curve), canvas);
            }
            let (proofs, moves) = (review.review.proofs, review.game.moves().len());
            let shown = Some(self.moves_made());
            draw_track(proofs, moves, shown, columns(track), canvas);
        }
    }

    fn board(&self) -> Option<&BoardView> {
        Some(&self.view)
    }

    fn finish_animation(&mut self, is_covered: bool) -> bool {
        let table = self.replay.game().table();
        self.view.finish_animation(table, is_covered)
    }

    fn use_of(&self, binding: &Binding, _: &Context) -> Use {
        let review = self.review().map(|review| &review.review);
        let mut turning_points = review.iter().flat_map(|review| review.turning_points());
        match binding.action {
            // It goes to the next point, too.
            Action::TogglePlayback if self.judged.is_some() => Use::Ready(""),
            Action::Cancel if self.judged.is_some() => Use::Ready("to the replay"),
            Action::TogglePlayback if self.is_running() => Use::Ready("pause"),
            Action::Review if review.is_none_or(|review| review.is_complete) => Use::Ready(""),
            Action::Review if self.review().is_some_and(Reviewer::is_running) => {
                Use::Ready("cancel")
            }
            Action::NextTurningPoint if turning_points.next().is_none() => Use::Idle,
            Action::PreviousTurningPoint
                if turning_points.all(|number| number > self.moves_made()) =>
            {
                Use::Idle
            }
            Action::NewDeal => Use::Hidden,
            _ => Use::Ready(binding.footer),
        }
    }

    fn deadline(&self) -> Option<SignedDuration> {
        let next_frame = self.view.animation.next_frame_at();
        self.next_move_at.into_iter().chain(next_frame).min()
    }

    fn record_search_reply(&mut self, reply: &SearchReply, cx: &mut Context) -> Option<Request> {
        if let Ok(review) = &mut self.replay.review {
            reply.record_in(review);
        }
        if self.judged.is_some() {
            // The odds may name another better move than the proof did.
            let number = self.moves_made() + 1;
            self.better = self
                .review()
                .and_then(|review| review.review.better_move(number));
        }
        self.save_review(cx);
        None
    }

    /// Opens a game at the decision that lost it as soon as that is judged, else once the review is complete at its end,
    /// also if that is the deal.
    fn announce(&mut self, cx: &mut Context) -> Option<Request> {
        self.save_review(cx);
        let review = self.review().filter(|_| !self.has_shown_decision)?;
        if !review.is_decided() {
            return None;
        }
        let asked = review.open_questions().next();
        let decisive = review::decisive_move(&review.review);
        let decisive = asked.filter(|_| self.is_practice).or(decisive);
        let asks = cx.config.settings().is_on(Setting::ReviewAsks);
        cx.notify(review.status(review.decisive_question().filter(|_| asks)));
        self.has_shown_decision = true;
        if self.moves_made() == 0 || self.replay.is_at_end() {
            if let Some(number) = decisive {
                cx.message = None;
                return self.open_point(number, cx);
            }
            self.jump(usize::MAX);
        }
        None
    }

    fn rules(&self, _: &Context) -> Option<Variant> {
        Some(self.game().rules().clone())
    }

    fn search_request(&self, _cx: &Context) -> Option<SearchRequest> {
        SearchRequest::of_review(self.review()?)
    }
}
