//! What the mouse asks for, by what was shown where it is.

use arrayvec::ArrayVec;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use jiff::{SignedDuration, Timestamp};
use ratatui::layout::Position;

use super::action::{Action, Way};
use super::scene::{Hit, Scene, Target};

/// Two clicks on the same thing within this are a double click.
const DOUBLE: SignedDuration = SignedDuration::from_millis(400);

/// What the mouse did before, as far as it matters for what it does next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mouse {
    pressed: Option<Press>,
    clicked: Option<(Hit, Timestamp)>,
}

/// The left button, while it is down.
#[derive(Clone, Copy, Debug)]
struct Press {
    /// What it was pressed on: never a cell, which may show something else by the time it is let go.
    on: Hit,
    /// Whether the pointer has left that since.
    left: bool,
}

/// What one deed of the mouse asks for, in order.
pub type Asked = ArrayVec<Action, 2>;

impl Mouse {
    /// What a deed of the mouse asks for, the scene being the one last shown.
    pub fn asks(&mut self, event: MouseEvent, scene: &Scene, now: Timestamp) -> Asked {
        let mut asked = Asked::new();
        let pointer = Position::new(event.column, event.row);
        let hit = scene.hit(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let (on, left) = (hit, false);
                self.pressed = Some(Press { on, left });
            }
            MouseEventKind::Drag(MouseButton::Left) => {
                asked.extend(self.leaves(hit, pointer));
                if self.pressed.is_some_and(|press| press.left) {
                    asked.push(Action::Drag(hit.target(), pointer));
                }
            }
            MouseEventKind::Up(MouseButton::Left) => {
                asked.extend(self.leaves(hit, pointer));
                match self.pressed.take() {
                    Some(Press { left: true, .. }) => asked.push(Action::Drop(hit.target())),
                    Some(_) => asked.push(self.click(hit, now)),
                    None => {}
                }
            }
            MouseEventKind::Down(MouseButton::Right) => {
                self.pressed = None;
                asked.push(Action::LetGo);
            }
            MouseEventKind::ScrollUp => asked.extend(wheel(hit, Way::Up)),
            MouseEventKind::ScrollDown => asked.extend(wheel(hit, Way::Down)),
            _ => {}
        }
        asked
    }

    /// Notices that the pointer has left what it was pressed on. A hand that shakes a little on a
    /// card has not.
    fn leaves(&mut self, hit: Hit, pointer: Position) -> Option<Action> {
        let press = self.pressed.as_mut()?;
        if press.left || press.on == hit {
            return None;
        }
        press.left = true;
        match press.on {
            Hit::On(target) => Some(Action::Grab(target, pointer)),
            Hit::Button(_) => None,
        }
    }

    fn click(&mut self, hit: Hit, now: Timestamp) -> Action {
        let soon = |at: Timestamp| now.duration_since(at) <= DOUBLE;
        let second = (self.clicked).is_some_and(|(on, at)| on == hit && soon(at));
        // A third click begins anew.
        self.clicked = (!second).then_some((hit, now));
        hit.action(second)
    }
}

impl Hit {
    /// The thing on the table; what stands for an action is none.
    fn target(self) -> Target {
        match self {
            Hit::On(target) => target,
            Hit::Button(_) => Target::Felt,
        }
    }
}

fn wheel(hit: Hit, way: Way) -> Option<Action> {
    match hit {
        Hit::On(target) => Some(Action::Wheel(target, way)),
        Hit::Button(_) => None,
    }
}
