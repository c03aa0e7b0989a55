//! Mouse: turns presses, drags and the wheel into actions.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use jiff::{SignedDuration, Timestamp};
use ratatui::layout::Position;

use super::action::{Action, Direction, Target};
use super::frame::Frame;

/// Two clicks on the same thing within this time are a double click.
const DOUBLE_CLICK_INTERVAL: SignedDuration = SignedDuration::from_millis(400);

/// Earlier mouse events, as far as the meaning of the next one depends on them.
#[derive(Clone, Copy, Debug, Default)]
pub struct MouseState {
    press: Option<MousePress>,
    last_click: Option<(Action, Timestamp)>,
}

/// The left button while it is down.
#[derive(Clone, Copy, Debug)]
struct MousePress {
    /// What it was pressed on. Not a cell, because that may show something else when the button is
    /// released.
    hit: Action,
    /// Whether the pointer has left it since then.
    moved_off: bool,
}

impl MouseState {
    /// Returns the actions of an event in the frame that is shown.
    pub fn handle_event(
        &mut self,
        event: MouseEvent,
        frame: &Frame,
        now: Timestamp,
    ) -> Vec<Action> {
        let mut actions = Vec::new();
        if frame.too_small.is_some() {
            // Nothing can be seen that a click could be meant for.
            return actions;
        }
        let pointer = Position::new(event.column, event.row);
        let hit = frame.hit_test(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.press = Some(MousePress {
                    hit,
                    moved_off: false,
                });
            }
            MouseEventKind::Drag(MouseButton::Left) => {
                actions.extend(self.detect_drag_start(hit, pointer));
                if self.press.is_some_and(|press| press.moved_off) {
                    actions.push(Action::Drag(hit.target(), pointer));
                }
            }
            MouseEventKind::Up(MouseButton::Left) => {
                actions.extend(self.detect_drag_start(hit, pointer));
                match self.press.take() {
                    Some(press) if press.moved_off => actions.push(Action::Drop(hit.target())),
                    Some(_) => actions.push(self.resolve_click(hit, now)),
                    None => {}
                }
            }
            MouseEventKind::Down(MouseButton::Right) => {
                self.press = None;
                actions.push(Action::Cancel);
            }
            MouseEventKind::ScrollUp => actions.extend(wheel_action(hit, Direction::Up)),
            MouseEventKind::ScrollDown => actions.extend(wheel_action(hit, Direction::Down)),
            _ => {}
        }
        actions
    }

    /// Starts a drag once the pointer leaves what the button was pressed on. Small movements on a card
    /// start none.
    fn detect_drag_start(&mut self, hit: Action, pointer: Position) -> Option<Action> {
        let press = self.press.as_mut()?;
        if press.moved_off || press.hit == hit {
            return None;
        }
        press.moved_off = true;
        match press.hit {
            Action::Click(target) => Some(Action::StartDrag(target, pointer)),
            _ => None,
        }
    }

    fn resolve_click(&mut self, hit: Action, now: Timestamp) -> Action {
        let is_double = self.last_click.is_some_and(|(last_hit, at)| {
            // Negative if the clock was set back.
            let elapsed = now.duration_since(at);
            last_hit == hit && (SignedDuration::ZERO..=DOUBLE_CLICK_INTERVAL).contains(&elapsed)
        });
        // A third click counts as a first one.
        self.last_click = (!is_double).then_some((hit, now));
        match hit {
            Action::Click(target @ Target::Card(_)) if is_double => Action::DoubleClick(target),
            hit => hit,
        }
    }
}

fn wheel_action(hit: Action, direction: Direction) -> Option<Action> {
    match hit {
        Action::Click(target) => Some(Action::Wheel(target, direction)),
        _ => None,
    }
}
