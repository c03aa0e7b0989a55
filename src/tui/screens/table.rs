//! Table screen: a game in play.

mod advice;
mod game_over;
mod play;
mod pointer;
mod select;

use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::cards::Card;
use crate::game::Game;
use crate::proofs::Assessment;
use crate::rules::{Move, PileId, PileKind};
use crate::seed;
use crate::session::{self, Command, SearchRequest, Session, text};
use crate::stats_text::PlotStyle;
use crate::storage::results::GameOutcome;
use crate::storage::save_dir::SaveId;
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::context::Context;
use crate::tui::frame::ScreenLayout;
use crate::tui::keymap::{Button, Keymap};
use crate::tui::screen::{PromptKind, Request, Screen, SubmitResult};
use crate::tui::table::view::{PendingInput, TableView};
use crate::variant;
use game_over::GameOverPanel;

/// Maximum number of cards that are named one by one.
const MAX_NAMED_CARDS: usize = 4;

/// A game in play.
#[derive(Clone, Debug)]
pub struct TableScreen {
    pub view: TableView,
    /// Whether the player has closed the game-over panel.
    pub game_over_dismissed: bool,
    /// When the next forced move is due, while a game played in the hand runs by itself.
    next_forced_move_at: Option<Timestamp>,
    /// The game-over panel, while it is shown.
    panel: Option<GameOverPanel>,
    click_made_move: bool,
    /// What is to be said about the deal.
    pub deal_note: Option<&'static str>,
}

impl TableScreen {
    pub fn new(session: Session) -> TableScreen {
        TableScreen {
            view: TableView::new(session),
            game_over_dismissed: false,
            next_forced_move_at: None,
            panel: None,
            click_made_move: false,
            deal_note: None,
        }
    }

    /// Whether the game has no moves yet, not even undone ones.
    pub fn is_new(&self) -> bool {
        self.game().total_moves() == 0
    }

    pub fn session(&self) -> &Session {
        &self.view.session
    }

    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.view.session
    }

    fn game(&self) -> &Game {
        self.view.game()
    }

    /// Makes the moves of a winning line that the player has looked at.
    pub fn play_line(&mut self, moves: &[Move], cx: &mut Context) {
        let outcome = self.session_mut().play_line(moves, cx.now);
        self.show_outcome(outcome, cx);
        self.view.shown = None;
    }

    /// Returns the help about the game and the keys of the table.
    /// Whether this is the saved game with this id.
    pub fn is_of(&self, id: &SaveId) -> bool {
        self.session().save_state().id() == Some(id)
    }

    pub fn help(&self, keymap: &Keymap) -> Request {
        let modes: &'static [Mode] = match self.mode() {
            Mode::GameOver => &[Mode::GameOver],
            Mode::HandGame => &[Mode::HandGame],
            _ => &[Mode::Table, Mode::Selected],
        };
        Request::OpenHelp {
            rules: self.game().rules().clone(),
            modes,
            keys: keymap.help_rows(modes, |action| self.has_use(action)),
        }
    }

    /// Returns what is selected or which key is awaited; empty if nothing is.
    pub(super) fn status_text(&self, cx: &Context) -> String {
        let table = &self.view;
        match table.pending_input {
            Some(PendingInput::FoundationChoice(_)) => return "Which foundation?".into(),
            Some(PendingInput::FoundationSuit) => return "Which suit?".into(),
            Some(PendingInput::ReserveNumber(first)) => {
                let first = first.map_or("_".into(), |digit| digit.to_string());
                return format!("Reserve card {first}_");
            }
            None => {}
        }
        let cards = table.selected_cards();
        if cards.is_empty() || table.is_hand_game() || table.is_over() {
            return String::new();
        }
        let names = match cards {
            [first, .., last] if cards.len() > MAX_NAMED_CARDS => {
                format!("{first}..{last} ({} cards)", cards.len())
            }
            _ => {
                let names: Vec<String> = cards.iter().map(Card::to_string).collect();
                names.join(" ")
            }
        };
        let targets = if table.drop_targets().is_empty() {
            "nowhere to go".to_owned()
        } else {
            format!("{} valid target", cx.theme.glyphs().drop_target)
        };
        format!("Selected {names}   {targets}")
    }

    /// Whether an action can be used now.
    pub fn can_use(&self, action: Action) -> bool {
        let table = &self.view;
        let advisor = self.session().advisor();
        match action {
            Action::Replay => table.game().moves().len() > 0,
            Action::Game(Command::Undo) => {
                let has_given_up = self.session().outcome() == GameOutcome::GivenUp;
                has_given_up || table.game().moves().len() > 0
            }
            // A selection without targets can only be canceled.
            Action::Select if self.mode() == Mode::Selected => !table.drop_targets().is_empty(),
            Action::MoveHome => table
                .selection
                .is_none_or(|selection| !selection.from.is_foundation()),
            Action::Game(Command::Draw) if !table.is_hand_game() => table.can_draw(),
            Action::Game(Command::Finish) => table.game().autofinish_line().is_some(),
            Action::Game(Command::UndoToWinnable) => {
                matches!(advisor.proofs().assessment(), Assessment::Lost(Some(_)))
            }
            Action::ShowSolution => advisor.revealed_line().is_some(),
            Action::Peek | Action::NextMatch => false,
            Action::DealWithChoices => table.game().rules().is_forced(),
            _ => self.has_use(action),
        }
    }

    /// Whether an action has a use in this game at all.
    fn has_use(&self, action: Action) -> bool {
        let game = self.view.game();
        let piles = game.table().pile_ids();
        match action {
            Action::Game(command) => command.has_use(game),
            Action::SelectWaste => piles.has_kind(PileKind::Waste),
            Action::SelectReserve => piles.has_kind(PileKind::Reserve),
            Action::Digit(0) => piles.contains(PileId::tableau(9)),
            Action::Digit(number) => piles.contains(PileId::tableau(usize::from(number) - 1)),
            Action::SelectFoundation => game.rules().allows_foundation_return(),
            _ => true,
        }
    }
}

impl Screen for TableScreen {
    fn mode(&self) -> Mode {
        let table = &self.view;
        match (&table.pending_input, table.selection) {
            _ if table.is_over() && !self.game_over_dismissed => Mode::GameOver,
            (Some(PendingInput::FoundationChoice(_)), _) => Mode::ChooseFoundation,
            (Some(PendingInput::FoundationSuit), _) => Mode::AwaitSuit,
            (Some(PendingInput::ReserveNumber(_)), _) => Mode::AwaitDigit,
            _ if table.is_hand_game() => Mode::HandGame,
            (None, Some(_)) => Mode::Selected,
            (None, None) => Mode::Table,
        }
    }

    fn handle_action(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        let is_at_end = self.mode() == Mode::GameOver;
        match action {
            Action::Click(Target::Panel) => {}
            // The table below the game-over panel is not in play: a click there shows it.
            Action::Click(_) if is_at_end => return self.play(Action::Cancel, cx),
            Action::DoubleClick(_) | Action::StartDrag(..) | Action::Wheel(..) if is_at_end => {}
            Action::Analyze => return self.analyze(false, cx),
            Action::ShowSolution => return self.analyze(true, cx),
            Action::Replay if self.is_new() => cx.notify_error(text::NO_MOVES_YET),
            Action::Help => return Some(self.help(&cx.keymap)),
            Action::Menu => return Some(Request::OpenMenu),
            Action::Replay => {
                let played = self.session().played().clone();
                let review = self.session().advisor().review_for_replay();
                return Some(Request::OpenReplay(Box::new((played, review))));
            }
            Action::Export => return Some(Request::Export),
            Action::Share => match self.session().share_line(PlotStyle::Blocks, cx.now) {
                Some(line) => return Some(Request::Copy(line)),
                None => cx.notify_error(text::NOT_OVER),
            },
            Action::Close => return Some(Request::Quit),
            Action::EnterMove => return Some(Request::OpenPrompt(PromptKind::Move, String::new())),
            Action::EnterSeed => return Some(Request::OpenPrompt(PromptKind::Seed, String::new())),
            Action::NewDeal | Action::NewOtherDeal => {
                let rules = self.game().rules().clone();
                let source = cx.source_of_another_deal();
                return Some(match action {
                    Action::NewDeal => Request::DealFrom(source, rules),
                    _ => Request::DealFrom(source.other_kind(), rules),
                });
            }
            Action::DealWithChoices => {
                let info = self.game().rules().info();
                let presets = info.presets.iter();
                let mut games =
                    presets.filter_map(|preset| variant::new(info, &preset.options).ok());
                let rules = games.find(|rules| !rules.is_forced())?;
                return Some(Request::DealFrom(cx.source_of_another_deal(), rules));
            }
            Action::Restart => {
                let session = self.session().restart(cx.now);
                return Some(Request::Start(Box::new(session)));
            }
            _ => return self.play(action, cx),
        }
        None
    }

    fn before_action(&mut self, action: Action, cx: &mut Context) -> bool {
        if clears_pending_input(action) {
            self.view.pending_input = None;
        }
        if action.is_passive() {
            return false;
        }
        self.next_forced_move_at = None;
        self.view.last_diff = Default::default();
        if action != Action::Select {
            self.view.hint = None;
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
        let is_canceled = !is_request && self.session_mut().advisor_mut().cancel_search();
        if is_canceled {
            cx.notify(text::SEARCH_CANCELED);
        }
        is_canceled
    }

    fn submit(&mut self, kind: PromptKind, line: &str, cx: &mut Context) -> SubmitResult {
        if kind == PromptKind::Seed {
            let seed = seed::parse(line).ok_or(text::NOT_A_NUMBER)?;
            return Ok(Some(Request::Deal(self.game().rules().clone(), seed)));
        }
        self.play_typed_move(line, cx);
        Ok(None)
    }

    fn lay_out(&mut self, cx: &Context, area: Rect) -> ScreenLayout {
        let is_animated = self.view.lay_out(cx, area);
        let mut layout = self.view.screen_layout();
        layout.status = self.status_text(cx);
        self.panel = None;
        if self.mode() == Mode::GameOver && layout.too_small.is_none() {
            let panel = GameOverPanel::compute(
                self.session(),
                |action| self.can_use(action),
                cx,
                &self.view.layout,
            );
            if is_animated {
                let cards = self.view.session.game().table();
                let (layout, animation) = (&self.view.layout, &mut self.view.animation);
                animation.add_win(cards, layout, panel.win_cards(), cx.now);
            }
            // The panel appears once the last move has been shown.
            if !self.view.animation.has_table_cards() {
                layout.hit_areas.extend(panel.hit_areas());
                self.panel = Some(panel);
            }
        }
        layout
    }

    fn render(&self, cx: &Context, buf: &mut Buffer) {
        let theme = &cx.theme;
        self.view
            .draw_header(self.view.header_parts(cx), theme, buf);
        self.view.render(theme, buf);
        if let Some(panel) = &self.panel {
            panel.render(&self.view, theme, buf);
        }
    }

    fn table_view(&self) -> Option<&TableView> {
        Some(&self.view)
    }

    fn table_view_mut(&mut self) -> Option<&mut TableView> {
        Some(&mut self.view)
    }

    fn pauses_clock(&self) -> bool {
        false
    }

    fn deadline(&self) -> Option<Timestamp> {
        self.next_forced_move_at
    }

    fn search_request(&self, cx: &Context) -> Option<SearchRequest> {
        let is_at_end = self.mode() == Mode::GameOver;
        let advisor = self.session().advisor();
        advisor.search_request(&cx.settings, is_at_end)
    }

    fn buttons(&self, keymap: &Keymap) -> Vec<Button> {
        let mode = self.mode();
        let is_over_at_table = matches!(mode, Mode::Table | Mode::HandGame) && self.view.is_over();
        let shown_mode = if is_over_at_table {
            Mode::GameOver
        } else {
            mode
        };
        let has_hint = mode == shown_mode && self.view.hint.is_some();
        let mut buttons = keymap.buttons(shown_mode, |binding| match binding.action {
            action if !self.can_use(action) => None,
            Action::Select if has_hint => Some("play it"),
            Action::Game(Command::Hint) if has_hint => Some("next"),
            Action::Cancel if !has_hint && matches!(shown_mode, Mode::Table | Mode::HandGame) => {
                None
            }
            // The panel shows the keys of these actions itself.
            action if mode == Mode::GameOver && game_over::is_panel_action(action) => None,
            Action::Game(Command::Draw) if self.game().is_stock_dealt_to_tableau() => Some("deal"),
            Action::Game(Command::Draw) => match session::forced_move(self.game()) {
                Some(Move::DiscardMiddle | Move::DiscardAll) => Some("discard"),
                Some(Move::Redeal) => Some("redeal"),
                _ => Some(binding.footer),
            },
            // Shorter than on the panel: here they share one row.
            Action::Cancel if is_over_at_table => Some("result"),
            Action::Game(Command::Undo) if is_over_at_table => Some("undo"),
            Action::NewDeal if is_over_at_table => Some("new game"),
            Action::Restart if is_over_at_table => Some("restart"),
            Action::DealWithChoices if is_over_at_table => None,
            _ => Some(binding.footer),
        });
        if has_hint {
            buttons.sort_by_key(|button| match button.action {
                Action::Select => 0,
                Action::Game(Command::Hint) => 1,
                Action::Cancel => 2,
                _ => 3,
            });
        }
        buttons
    }
}

/// Whether an action cancels a command that awaits its next key.
fn clears_pending_input(action: Action) -> bool {
    !matches!(
        action,
        Action::NoOp
            | Action::Tick
            | Action::Resize(..)
            | Action::Resumed
            | Action::Suspend
            | Action::Navigate(Direction::Left | Direction::Right)
            | Action::Digit(_)
            | Action::Suit(_)
            | Action::Cancel
            | Action::Click(_)
    )
}
