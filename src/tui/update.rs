//! What each action does to the state. Time is a parameter; nothing is drawn here.

mod help;
mod ledger;
mod menu;
mod replay;
mod settings;
mod study;

use jiff::{SignedDuration, Timestamp};

use super::action::{Action, Way};
use super::app::{App, Asks, Line, Message, Mode, Overlay, Screen, Tone};
use super::errand::Errand;
use super::motion::{self, Before, Motion};
use super::play;
use super::scene::Target;
use super::study::Report;
use crate::game::Game;
use crate::record::Sitting;
use crate::seed;
use crate::store::settings::Switch;
use crate::words::passed_over;

/// Does what is asked.
pub fn update(app: &mut App, action: Action, now: Timestamp) {
    // What passed since a stop that came without warning was not spent at the table.
    if action != Action::Resumed {
        app.pass_time(now);
    }
    let before = Before::of(app, action);
    if let Some(seat) = app.shown_mut() {
        match action {
            Action::Tick => seat.motion.tick(now),
            _ => seat.motion = Motion::default(),
        }
    }
    let mut stops = false;
    // What the pointer carries on is told already; and so is what it could not take up.
    let goes_on = match action {
        Action::Tick | Action::Resize(..) | Action::Drag(..) => true,
        Action::Drop(_) => app.seat.as_ref().is_none_or(|seat| seat.dragged.is_none()),
        _ => false,
    };
    if !goes_on {
        app.message = None;
        if let Some(seat) = &mut app.seat {
            seat.running = None;
            seat.happened = Default::default();
            seat.hint = seat.hint.filter(|_| action == Action::Hint);
            // Any key stops a search that is waited for; asking for it again lets it go on.
            let asks = matches!(action, Action::Verdict | Action::Show);
            stops = !asks && seat.inquiry.take().is_some();
            if stops {
                app.tell("the search was stopped");
            }
        }
    }
    if let Some(seat) = app.seat.as_mut().filter(|_| leaves_off(action)) {
        seat.pending = None;
    }
    let sought = app.seeking.take_if(|_| !goes_on);
    if let Some(seeking) = &sought {
        let passed = passed_over(seeking.passed);
        app.tell(format!("the search was stopped; {passed}"));
    }
    match action {
        Action::Resize(columns, rows) => app.size = (columns, rows),
        Action::Quit => app.leaving = true,
        Action::Suspend => app.suspending = true,
        Action::Resumed => {
            app.suspending = false;
            app.since = None;
        }
        // The key that stops the search for a deal does no more; nor is the table left by one that
        // stops a search there.
        _ if sought.is_some() => {}
        Action::Close if stops => {}
        Action::Theme => settings::paint(app, 1),
        Action::Settings => settings::open_or_close(app),
        Action::Results => ledger::open_or_close(app),
        Action::FourColours => settings::turn(app, Switch::FourColours),
        _ => match app.mode() {
            Mode::Typing => typing(app, action, now),
            Mode::Overlay => overlay(app, action),
            Mode::Settings => settings::choose(app, action),
            Mode::Ledger => ledger::read(app, action),
            Mode::Menu => menu::choose(app, action, now),
            Mode::Replay => replay::watch(app, action, now),
            _ => at_table(app, action, now),
        },
    }
    if let Some(seat) = &mut app.seat {
        seat.study.follow(&seat.sitting.game);
    }
    motion::set_out(app, before, now);
    app.since = app.at_table().then_some(now);
}

/// Whether an action has nothing to do with a second key that is awaited, so that the first is
/// forgotten.
fn leaves_off(action: Action) -> bool {
    !matches!(
        action,
        Action::Nothing
            | Action::Tick
            | Action::Resize(..)
            | Action::Resumed
            | Action::Suspend
            | Action::Walk(Way::Left | Way::Right)
            | Action::Digit(_)
            | Action::Suit(_)
            | Action::LetGo
            | Action::Click(_)
    )
}

/// Takes what a search tells, if it is still asked; says whether there is something new to be seen.
pub fn learn(app: &mut App, report: &Report, now: Timestamp) -> bool {
    if app.question() != Some(report.question) {
        return false;
    }
    app.pass_time(now);
    let seen = study::learn(app, report, now);
    motion::set_out(app, None, now);
    app.since = app.at_table().then_some(now);
    seen
}

impl App {
    /// Says what happened.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.message = Some(Message {
            text: text.into(),
            tone: Tone::Told,
        });
    }

    /// Says why something was not done, in a line after others of that kind.
    pub fn refuse(&mut self, text: impl Into<String>) {
        let text = text.into();
        let standing = self.message.take();
        let standing = standing.filter(|message| message.tone == Tone::Refused);
        let lines = standing.map(|message| message.text).into_iter();
        self.message = Some(Message {
            text: lines.chain([text]).collect::<Vec<_>>().join("\n"),
            tone: Tone::Refused,
        });
    }

    /// Whether the player's time runs: at a game that is not over, with nothing over it.
    fn at_table(&self) -> bool {
        let playing = self.seat.as_ref().is_some_and(|seat| seat.ending.is_none());
        !self.suspending
            && playing
            && self.screen == Screen::Table
            && self.panel().is_none()
            && self.mode_beneath() != Mode::Ended
    }

    /// Counts the time since the last action as spent at the table. A clock set back counts
    /// nothing.
    fn pass_time(&mut self, now: Timestamp) {
        let Some((since, seat)) = self.since.zip(self.seat.as_mut()) else {
            return;
        };
        let passed = now.duration_since(since).max(SignedDuration::ZERO);
        seat.millis += i64::try_from(passed.as_millis()).unwrap_or(0);
        let seconds = &mut seat.sitting.seconds;
        *seconds = seconds.saturating_add((seat.millis / 1000) as u64);
        seat.millis %= 1000;
    }
}

fn overlay(app: &mut App, action: Action) {
    match (action, app.overlays.last()) {
        (_, Some(Overlay::Help)) => help::read(app, action),
        (Action::Peek, Some(&Overlay::Peek(place))) => {
            let seat = app.seat.as_ref();
            let next = seat.and_then(|seat| seat.peeked_after(place));
            app.overlays.pop();
            app.overlays.extend(next.map(Overlay::Peek));
        }
        (Action::LetGo | Action::Close | Action::Help | Action::Click(_), _) => {
            app.overlays.pop();
        }
        _ => {}
    }
}

fn at_table(app: &mut App, action: Action, now: Timestamp) {
    match action {
        // What lies under the words about the end is not in play; a click on it brings it up.
        Action::Click(Target::Panel) => {}
        Action::Click(_) if app.mode() == Mode::Ended => play::play(app, Action::LetGo, now),
        Action::DoubleClick(_) | Action::Grab(..) | Action::Wheel(..)
            if app.mode() == Mode::Ended => {}
        Action::Help => help::open(app),
        Action::Menu => menu::open(app),
        Action::Replay => replay::open(app),
        Action::Export => app.errand = Some(Errand::Export),
        Action::Close => app.leaving = true,
        Action::TypeMove => ask(app, Asks::Move),
        Action::TypeSeed => ask(app, Asks::Seed),
        Action::New => {
            if let Some(rules) = app.seat.as_ref().map(|seat| seat.game().rules().clone()) {
                app.deal_by_chance(rules, now);
            }
        }
        Action::Again => deal(app, Deal::Again, now),
        Action::Verdict => study::verdict(app, now),
        Action::Show => study::show(app, now),
        Action::BackToWin => study::back_to_win(app),
        _ => play::play(app, action, now),
    }
}

fn ask(app: &mut App, asks: Asks) {
    let text = String::new();
    app.overlays.push(Overlay::Line(Line { asks, text }));
}

/// Which cards to deal.
#[derive(Clone, Copy)]
enum Deal {
    /// Those of a seed.
    Seed(u64),
    /// Those of the game on the table.
    Again,
}

/// Deals the game on the table anew; the sitting before can be gone back to.
fn deal(app: &mut App, which: Deal, now: Timestamp) {
    let Some(game) = app.seat.as_ref().map(|seat| &seat.sitting.game) else {
        return;
    };
    let rules = game.rules().clone();
    let game = match which {
        Deal::Seed(seed) => Game::new(rules, seed),
        Deal::Again => Game::from_deck(rules, game.seed(), game.deck()),
    };
    let mut sitting = Sitting::new(game);
    sitting.started = Some(now);
    app.sit_down(sitting);
}

fn typing(app: &mut App, action: Action, now: Timestamp) {
    let Some(Overlay::Line(line)) = app.overlays.last_mut() else {
        return;
    };
    match action {
        Action::Type(c) if line.text.len() < Line::LONGEST.into() && !c.is_control() => {
            line.text.push(c);
        }
        Action::Erase if !line.text.is_empty() => {
            line.text.pop();
        }
        Action::Press => {
            let Line { asks, text } = line.clone();
            answer(app, asks, text.trim(), now);
        }
        Action::Erase | Action::LetGo | Action::Close | Action::Click(_) => {
            app.overlays.pop();
        }
        _ => {}
    }
}

/// Takes a line that was typed. What is no answer leaves the line as it is, to be mended.
fn answer(app: &mut App, asks: Asks, text: &str, now: Timestamp) {
    match asks {
        Asks::Move => {
            app.overlays.pop();
            play::typed(app, text, now);
        }
        Asks::Seed => match seed::typed(text) {
            Some(seed) => {
                app.overlays.pop();
                if app.screen == Screen::Menu {
                    app.menu.take_seed(seed);
                } else {
                    deal(app, Deal::Seed(seed), now);
                }
            }
            None => app.refuse("not a number below 2^64"),
        },
        Asks::Number => match (text.parse(), &mut app.replay) {
            (Ok(number), Some(_)) => {
                app.overlays.pop();
                replay::jump(app, number);
            }
            _ => app.refuse("not a number"),
        },
        Asks::Words => {
            let line = app.overlays.pop();
            if !text.is_empty() && !help::find(app, text) {
                app.overlays.extend(line);
                app.refuse("neither in the keys nor in the rules");
            }
        }
    }
}
