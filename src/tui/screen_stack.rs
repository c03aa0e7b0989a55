//! The stack of screens.

use super::layer::Layer;

/// The open screens. There is always at least one; the last one is on top and receives key input.
#[derive(Clone, Debug)]
pub struct ScreenStack {
    bottom: Box<dyn Layer>,
    above: Vec<Box<dyn Layer>>,
}

impl ScreenStack {
    /// Creates a stack with one screen.
    pub fn new(bottom: impl Layer) -> ScreenStack {
        ScreenStack {
            bottom: Box::new(bottom),
            above: Vec::new(),
        }
    }

    /// Returns the screen that receives key input.
    pub fn top(&self) -> &dyn Layer {
        &**self.above.last().unwrap_or(&self.bottom)
    }

    /// Returns the screen that receives key input, mutably.
    pub fn top_mut(&mut self) -> &mut dyn Layer {
        &mut **self.above.last_mut().unwrap_or(&mut self.bottom)
    }

    /// Opens a screen on top of the others.
    pub fn push(&mut self, screen: impl Layer) {
        self.above.push(Box::new(screen));
    }

    /// Closes the top screen and returns it; `None` if it is the only one.
    pub fn pop(&mut self) -> Option<Box<dyn Layer>> {
        self.above.pop()
    }

    /// Closes all screens and opens another one; returns those that were closed.
    pub fn replace_all(&mut self, screen: impl Layer) -> Vec<Box<dyn Layer>> {
        let mut closed = vec![std::mem::replace(&mut self.bottom, Box::new(screen))];
        closed.append(&mut self.above);
        closed
    }

    /// Returns the topmost screen of a type, even if others cover it.
    pub fn find<T: Layer>(&self) -> Option<&T> {
        self.iter().rev().find_map(|screen| screen.downcast_ref())
    }

    /// Returns the topmost screen of a type, mutably.
    pub fn find_mut<T: Layer>(&mut self) -> Option<&mut T> {
        let mut screens = self.iter_mut().rev();
        screens.find_map(|screen| screen.downcast_mut())
    }

    /// Returns all screens, the lowest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &dyn Layer> {
        let screens = std::iter::once(&self.bottom).chain(&self.above);
        screens.map(|screen| &**screen)
    }

    /// Returns all screens, the lowest first, mutably.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut dyn Layer> {
        let screens = std::iter::once(&mut self.bottom).chain(&mut self.above);
        screens.map(|screen| &mut **screen)
    }

    /// Returns the screens that are visible: those from the topmost opaque one up.
    pub fn visible(&self) -> impl Iterator<Item = &dyn Layer> {
        self.iter().skip(self.first_visible())
    }

    /// Returns the visible screens, mutably.
    pub fn visible_mut(&mut self) -> impl Iterator<Item = &mut dyn Layer> {
        let first = self.first_visible();
        self.iter_mut().skip(first)
    }

    fn first_visible(&self) -> usize {
        let opaque = self.above.iter().rposition(|screen| screen.is_opaque());
        opaque.map_or(0, |index| index + 1)
    }
}
