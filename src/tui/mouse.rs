//! What the mouse asks for, by what was shown where it is.

use arrayvec::ArrayVec;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use jiff::{SignedDuration, Timestamp};
use ratatui::layout::Position;

use super::action::{Action, Direction};
use super::scene::{Hit, Scene, Target};

/// Two clicks on the same thing within this are a double click.
const DOUBLE_CLICK_INTERVAL: SignedDuration = SignedDuration::from_millis(400);

/// What the mouse did before, as far as it matters for what it does next.
#[derive(Clone, Copy, Debug, Default)]
pub struct MouseState {
    press: Option<MousePress>,
    last_click: Option<(Hit, Timestamp)>,
}

/// The left button, while it is down.
#[derive(Clone, Copy, Debug)]
struct MousePress {
    /// What it was pressed on: never a cell, which may show something else by the time it is let go.
    hit: Hit,
    /// Whether the pointer has left that since.
    moved_off: bool,
}

/// What one deed of the mouse asks for, in order.
pub type MouseActions = ArrayVec<Action, 2>;

impl MouseState {
    /// What a deed of the mouse asks for, the scene being the one last shown.
    pub fn handle_event(
        &mut self,
        event: MouseEvent,
        scene: &Scene,
        now: Timestamp,
    ) -> MouseActions {
        let mut asked = MouseActions::new();
        let pointer = Position::new(event.column, event.row);
        let hit = scene.hit_test(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let (on, left) = (hit, false);
                self.press = Some(MousePress {
                    hit: on,
                    moved_off: left,
                });
            }
            MouseEventKind::Drag(MouseButton::Left) => {
                asked.extend(self.detect_drag_start(hit, pointer));
                if self.press.is_some_and(|press| press.moved_off) {
                    asked.push(Action::Drag(hit.target(), pointer));
                }
            }
            MouseEventKind::Up(MouseButton::Left) => {
                asked.extend(self.detect_drag_start(hit, pointer));
                match self.press.take() {
                    Some(MousePress {
                        moved_off: true, ..
                    }) => asked.push(Action::Drop(hit.target())),
                    Some(_) => asked.push(self.resolve_click(hit, now)),
                    None => {}
                }
            }
            MouseEventKind::Down(MouseButton::Right) => {
                self.press = None;
                asked.push(Action::Cancel);
            }
            MouseEventKind::ScrollUp => asked.extend(wheel_action(hit, Direction::Up)),
            MouseEventKind::ScrollDown => asked.extend(wheel_action(hit, Direction::Down)),
            _ => {}
        }
        asked
    }

    /// Notices that the pointer has left what it was pressed on. A hand that shakes a little on a
    /// card has not.
    fn detect_drag_start(&mut self, hit: Hit, pointer: Position) -> Option<Action> {
        let press = self.press.as_mut()?;
        if press.moved_off || press.hit == hit {
            return None;
        }
        press.moved_off = true;
        match press.hit {
            Hit::Target(target) => Some(Action::StartDrag(target, pointer)),
            Hit::Button(_) => None,
        }
    }

    fn resolve_click(&mut self, hit: Hit, now: Timestamp) -> Action {
        let soon = |at: Timestamp| now.duration_since(at) <= DOUBLE_CLICK_INTERVAL;
        let second = (self.last_click).is_some_and(|(on, at)| on == hit && soon(at));
        // A third click begins anew.
        self.last_click = (!second).then_some((hit, now));
        hit.action(second)
    }
}

impl Hit {
    /// The thing on the table; what stands for an action is none.
    fn target(self) -> Target {
        match self {
            Hit::Target(target) => target,
            Hit::Button(_) => Target::Background,
        }
    }
}

fn wheel_action(hit: Hit, way: Direction) -> Option<Action> {
    match hit {
        Hit::Target(target) => Some(Action::Wheel(target, way)),
        Hit::Button(_) => None,
    }
}
