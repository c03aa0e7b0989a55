//! The stack of open screens.

use super::screens::AnyScreen;

/// The open screens. There is always at least one; the last one is on top and receives key input.
#[derive(Debug)]
pub struct ScreenStack {
    bottom: AnyScreen,
    above: Vec<AnyScreen>,
}

impl ScreenStack {
    pub fn new(bottom: AnyScreen) -> ScreenStack {
        let above = Vec::new();
        ScreenStack { bottom, above }
    }

    /// Returns the screen that receives key input.
    pub fn top(&self) -> &AnyScreen {
        self.above.last().unwrap_or(&self.bottom)
    }

    /// Returns the screen that receives key input, mutably.
    pub fn top_mut(&mut self) -> &mut AnyScreen {
        self.above.last_mut().unwrap_or(&mut self.bottom)
    }

    /// Returns the screen below the one that receives key input, if there is one.
    pub fn below_top_mut(&mut self) -> Option<&mut AnyScreen> {
        self.iter_mut().nth_back(1)
    }

    /// Opens a screen on top of the others.
    pub fn push(&mut self, screen: AnyScreen) {
        self.above.push(screen);
    }

    /// Closes the top screen and returns it; `None` if it is the only one.
    pub fn pop(&mut self) -> Option<AnyScreen> {
        self.above.pop()
    }

    /// Closes all screens and opens another one; returns those that were closed.
    pub fn replace_all(&mut self, screen: AnyScreen) -> Vec<AnyScreen> {
        let mut closed = vec![std::mem::replace(&mut self.bottom, screen)];
        closed.append(&mut self.above);
        closed
    }

    /// Returns the topmost screen of a kind, even if others cover it: `find(AnyScreen::try_as_menu_ref)`.
    pub fn find<T>(&self, kind: fn(&AnyScreen) -> Option<&Box<T>>) -> Option<&T> {
        self.iter().rev().find_map(kind).map(Box::as_ref)
    }

    /// Returns the topmost screen of a kind, mutably.
    pub fn find_mut<T>(
        &mut self,
        kind: fn(&mut AnyScreen) -> Option<&mut Box<T>>,
    ) -> Option<&mut T> {
        self.iter_mut().rev().find_map(kind).map(Box::as_mut)
    }

    /// Returns all screens, the lowest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &AnyScreen> {
        std::iter::once(&self.bottom).chain(&self.above)
    }

    /// Returns all screens, the lowest first, mutably.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut AnyScreen> {
        std::iter::once(&mut self.bottom).chain(&mut self.above)
    }

    /// Returns the screens that are visible: those from the topmost opaque one up.
    pub fn visible(&self) -> impl Iterator<Item = &AnyScreen> {
        self.iter().skip(self.first_visible())
    }

    /// Returns the visible screens, mutably.
    pub fn visible_mut(&mut self) -> impl Iterator<Item = &mut AnyScreen> {
        let first = self.first_visible();
        self.iter_mut().skip(first)
    }

    fn first_visible(&self) -> usize {
        let opaque = self.above.iter().rposition(|screen| screen.is_opaque());
        opaque.map_or(0, |index| index + 1)
    }
}
