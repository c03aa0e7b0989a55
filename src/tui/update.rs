//! What each action does to the state. Time is a parameter; nothing is drawn here.

mod analysis;
mod help;
mod menu;
mod replay;
mod results;
mod settings;

use jiff::Timestamp;

use super::action::{Action, Direction};
use super::animation::{self, Animation, FrameSnapshot};
use super::app::{App, Message, MessageLevel, Mode, Overlay, Prompt, PromptKind, Screen};
use super::effect::Effect;
use super::play;
use super::scene::Target;
use crate::seed;
use crate::session::{SearchReply, Session, text};
use crate::storage::settings::BoolSetting;

/// Does what is asked.
pub fn update(app: &mut App, action: Action, now: Timestamp) {
    // What passed since a stop that came without warning was not spent at the table.
    if action != Action::Resumed {
        app.add_elapsed_time(now);
    }
    let before = FrameSnapshot::capture(app, action);
    if let Some(seat) = app.active_table_mut() {
        match action {
            Action::Tick => seat.animation.tick(now),
            _ => seat.animation = Animation::default(),
        }
    }
    let mut stops = false;
    // What the pointer carries on is told already; and so is what it could not take up.
    let goes_on = match action {
        Action::Tick | Action::Resize(..) | Action::Drag(..) => true,
        Action::Drop(_) => app.table.as_ref().is_none_or(|seat| seat.drag.is_none()),
        _ => false,
    };
    if !goes_on {
        app.message = None;
        if let Some(seat) = &mut app.table {
            seat.next_forced_move_at = None;
            seat.last_diff = Default::default();
            seat.hint = None;
            // Any key stops a search that is waited for; asking for it again lets it go on.
            let asks = matches!(action, Action::Analyze | Action::ShowSolution);
            stops = !asks && seat.session.cancel_search();
            if stops {
                app.notify(text::SEARCH_CANCELED);
            }
        }
    }
    if let Some(seat) = app.table.as_mut().filter(|_| clears_pending_input(action)) {
        seat.pending_input = None;
    }
    let sought = app.deal_search.take_if(|_| !goes_on);
    if let Some(seeking) = &sought {
        app.notify(text::deal_search_canceled(seeking.skipped()));
    }
    match action {
        Action::Resize(columns, rows) => app.size = (columns, rows),
        Action::Quit => app.should_quit = true,
        Action::Suspend => app.suspended = true,
        Action::Resumed => app.suspended = false,
        // The key that stops the search for a deal does no more; nor is the table left by one that
        // stops a search there.
        _ if sought.is_some() => {}
        Action::Close if stops => {}
        Action::NextTheme => settings::cycle_theme(app, 1),
        Action::Settings => settings::toggle(app),
        Action::Results => results::toggle(app),
        Action::ToggleFourColors => settings::toggle_setting(app, BoolSetting::FourColors),
        _ => match app.mode() {
            Mode::Prompt => handle_prompt(app, action, now),
            Mode::Overlay => handle_overlay(app, action),
            Mode::Settings => settings::handle_action(app, action),
            Mode::Results => results::handle_action(app, action),
            Mode::Menu => menu::handle_action(app, action, now),
            Mode::Replay => replay::handle_action(app, action, now),
            _ => handle_table(app, action, now),
        },
    }
    animation::start_animation(app, before, now);
    app.restart_clock(now);
}

/// Whether an action has nothing to do with a second key that is awaited, so that the first is
/// forgotten.
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

/// Takes what a search tells, if it is still asked; says whether there is something new to be seen.
pub fn handle_search_reply(app: &mut App, report: &SearchReply, now: Timestamp) -> bool {
    if app.search_request() != Some(report.request) {
        return false;
    }
    app.add_elapsed_time(now);
    let seen = analysis::handle_search_reply(app, report, now);
    animation::start_animation(app, None, now);
    app.restart_clock(now);
    seen
}

impl App {
    /// Says what happened.
    pub fn notify(&mut self, text: impl Into<String>) {
        self.message = Some(Message {
            text: text.into(),
            level: MessageLevel::Info,
        });
    }

    /// Says why something was not done, in a line after others of that kind.
    pub fn notify_error(&mut self, text: impl Into<String>) {
        let text = text.into();
        let standing = self.message.take();
        let standing = standing.filter(|message| message.level == MessageLevel::Error);
        let lines = standing.map(|message| message.text).into_iter();
        self.message = Some(Message {
            text: lines.chain([text]).collect::<Vec<_>>().join("\n"),
            level: MessageLevel::Error,
        });
    }

    /// Whether the game is in front, so that the player's time runs.
    fn is_clock_running(&self) -> bool {
        !self.suspended
            && self.screen == Screen::Table
            && self.top_panel().is_none()
            && self.base_mode() != Mode::GameOver
    }

    /// Counts the time since the last action as played.
    fn add_elapsed_time(&mut self, now: Timestamp) {
        if let Some(table) = &mut self.table {
            table.session.advance_clock(now);
        }
    }

    /// Lets the clock of the game run from now on if the game is in front.
    fn restart_clock(&mut self, now: Timestamp) {
        let running = self.is_clock_running();
        if let Some(table) = &mut self.table {
            table.session.set_clock_running(running, now);
        }
    }
}

fn handle_overlay(app: &mut App, action: Action) {
    match (action, app.overlays.last()) {
        (_, Some(Overlay::Help)) => help::handle_action(app, action),
        (Action::Peek, Some(&Overlay::Peek(place))) => {
            let seat = app.table.as_ref();
            let next = seat.and_then(|seat| seat.next_peek_pile(place));
            app.overlays.pop();
            app.overlays.extend(next.map(Overlay::Peek));
        }
        (Action::Cancel | Action::Close | Action::Help | Action::Click(_), _) => {
            app.overlays.pop();
        }
        _ => {}
    }
}

fn handle_table(app: &mut App, action: Action, now: Timestamp) {
    match action {
        // What lies under the words about the end is not in play; a click on it brings it up.
        Action::Click(Target::Panel) => {}
        Action::Click(_) if app.mode() == Mode::GameOver => {
            play::handle_action(app, Action::Cancel, now);
        }
        Action::DoubleClick(_) | Action::StartDrag(..) | Action::Wheel(..)
            if app.mode() == Mode::GameOver => {}
        Action::Help => help::open(app),
        Action::Menu => menu::open(app),
        Action::Replay => replay::open(app),
        Action::Export => app.pending_effect = Some(Effect::Export),
        Action::Close => app.should_quit = true,
        Action::EnterMove => open_prompt(app, PromptKind::Move),
        Action::EnterSeed => open_prompt(app, PromptKind::Seed),
        Action::NewDeal => {
            if let Some(rules) = app.table.as_ref().map(|seat| seat.game().rules().clone()) {
                app.deal_random(rules, now);
            }
        }
        Action::Restart => deal(app, DealRequest::Restart, now),
        Action::Analyze => analysis::analyze(app, false, now),
        Action::ShowSolution => analysis::analyze(app, true, now),
        _ => play::handle_action(app, action, now),
    }
}

fn open_prompt(app: &mut App, asks: PromptKind) {
    let text = String::new();
    app.overlays
        .push(Overlay::Prompt(Prompt { kind: asks, text }));
}

/// Which cards to deal.
#[derive(Clone, Copy)]
enum DealRequest {
    /// Those of a seed.
    Seed(u64),
    /// Those of the game on the table.
    Restart,
}

/// Deals the game on the table anew; the sitting before can be gone back to.
fn deal(app: &mut App, which: DealRequest, now: Timestamp) {
    let Some(table) = &app.table else { return };
    let session = match which {
        DealRequest::Seed(seed) => Session::deal(table.game().rules().clone(), seed, now),
        DealRequest::Restart => table.session.restart(now),
    };
    app.start_session(session);
}

fn handle_prompt(app: &mut App, action: Action, now: Timestamp) {
    let Some(Overlay::Prompt(line)) = app.overlays.last_mut() else {
        return;
    };
    match action {
        Action::InsertChar(c) if line.text.len() < Prompt::MAX_LEN.into() && !c.is_control() => {
            line.text.push(c);
        }
        Action::Backspace if !line.text.is_empty() => {
            line.text.pop();
        }
        Action::Select => {
            let Prompt { kind: asks, text } = line.clone();
            submit_prompt(app, asks, text.trim(), now);
        }
        Action::Backspace | Action::Cancel | Action::Close | Action::Click(_) => {
            app.overlays.pop();
        }
        _ => {}
    }
}

/// Takes a line that was typed. What is no answer leaves the line as it is, to be mended.
fn submit_prompt(app: &mut App, asks: PromptKind, text: &str, now: Timestamp) {
    match asks {
        PromptKind::Move => {
            app.overlays.pop();
            play::play_typed_move(app, text, now);
        }
        PromptKind::Seed => match seed::parse(text) {
            Some(seed) => {
                app.overlays.pop();
                if app.screen == Screen::Menu {
                    app.menu.set_seed(seed);
                } else {
                    deal(app, DealRequest::Seed(seed), now);
                }
            }
            None => app.notify_error("not a number below 2^64"),
        },
        PromptKind::MoveNumber => match (text.parse(), &mut app.replay) {
            (Ok(number), Some(_)) => {
                app.overlays.pop();
                replay::jump(app, number);
            }
            _ => app.notify_error("not a number"),
        },
        PromptKind::HelpSearch => {
            let line = app.overlays.pop();
            if !text.is_empty() && !help::search(app, text) {
                app.overlays.extend(line);
                app.notify_error("neither in the keys nor in the rules");
            }
        }
    }
}
