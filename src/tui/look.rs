//! How everything looks: colors, glyphs and the size of the window.

use ratatui::style::Color;

use super::theme::{Appearance, Theme, is_light};
use crate::storage::settings::Settings;

/// What the terminal can show, with the settings that are in force, and the size of its window.
#[derive(Clone, Debug)]
pub struct Look {
    appearance: Appearance,
    /// Made of the appearance.
    theme: Theme,
    /// Columns and rows.
    size: (u16, u16),
}

impl Look {
    pub fn new(appearance: Appearance, size: (u16, u16)) -> Look {
        Look {
            appearance,
            theme: Theme::from(&appearance),
            size,
        }
    }

    pub fn appearance(&self) -> &Appearance {
        &self.appearance
    }

    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// Returns the columns and rows of the window.
    pub fn size(&self) -> (u16, u16) {
        self.size
    }

    pub fn resize(&mut self, size: (u16, u16)) {
        self.size = size;
    }

    pub fn set_appearance(&mut self, appearance: Appearance) {
        *self = Look::new(appearance, self.size);
    }

    pub fn apply_settings(&mut self, settings: &Settings) {
        self.set_appearance(self.appearance.with_settings(settings));
    }

    /// Adapts the colors to the background of the terminal.
    pub fn set_background(&mut self, color: Color) {
        self.set_appearance(Appearance {
            light_background: is_light(color),
            ..self.appearance
        });
    }
}
