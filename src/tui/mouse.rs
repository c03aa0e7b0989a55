//! What the mouse asks for, by what was shown where it is.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use jiff::{SignedDuration, Timestamp};

use super::action::{Action, Way};
use super::scene::{Hit, Scene};

/// Two presses on the same thing within this are a double click.
const DOUBLE: SignedDuration = SignedDuration::from_millis(400);

/// What the mouse did before, as far as it matters for what it does next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mouse {
    pressed: Option<(Hit, Timestamp)>,
}

impl Mouse {
    /// What a deed of the mouse asks for, the scene being the one last shown.
    pub fn action(&mut self, event: MouseEvent, scene: &Scene, now: Timestamp) -> Option<Action> {
        let hit = scene.hit(event.column, event.row);
        let before = self.pressed;
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let second =
                    before.is_some_and(|(on, at)| on == hit && now.duration_since(at) <= DOUBLE);
                // A third press begins anew.
                self.pressed = (!second).then_some((hit, now));
                Some(hit.action(second))
            }
            MouseEventKind::Down(MouseButton::Right) => Some(Action::LetGo),
            MouseEventKind::ScrollUp => wheel(hit, Way::Up),
            MouseEventKind::ScrollDown => wheel(hit, Way::Down),
            _ => None,
        }
    }
}

fn wheel(hit: Hit, way: Way) -> Option<Action> {
    match hit {
        Hit::On(target) => Some(Action::Wheel(target, way)),
        Hit::Button(_) => None,
    }
}
