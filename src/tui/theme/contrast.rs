//! Contrast between two colors, as the Web Content Accessibility Guidelines define it.

use ratatui::style::{Color, Style};
use strum::VariantArray;

use super::palette::Rgb;
use super::{Appearance, ColorDepth, StyleRole, Theme};
use crate::cards::Suit;

/// Contrast below which text is hard to read.
const MIN_CONTRAST: f64 = 3.0;

impl Appearance {
    /// Names the colors of the player's own theme that are hard to read on their background, one per
    /// line.
    pub fn contrast_warnings(&self) -> Vec<String> {
        let shown = Appearance {
            theme: Theme::Custom,
            color_depth: ColorDepth::TrueColor,
            ..*self
        };
        let custom = &self.custom_colors;
        let mut warnings = Vec::new();
        for &role in StyleRole::VARIANTS {
            if role.has_text() && custom.affects(role) {
                warnings.extend(warning(role.into(), shown.style(role)));
            }
        }
        for role in StyleRole::CARD_FACES {
            for suit in Suit::ALL {
                if custom.has_suit(suit) || custom.affects(role) {
                    let name = format!("{} on {}", suit.name(), <&str>::from(role));
                    warnings.extend(warning(&name, shown.suit_style(suit, role)));
                }
            }
        }
        warnings
    }
}

/// Returns a warning if the text of a style is hard to read.
fn warning(name: &str, style: Style) -> Option<String> {
    let (Some(Color::Rgb(r, g, b)), Some(Color::Rgb(red, green, blue))) = (style.fg, style.bg)
    else {
        return None;
    };
    let contrast = contrast((r, g, b), (red, green, blue));
    (contrast < MIN_CONTRAST)
        .then(|| format!("{name} is hard to read: contrast {contrast:.1}, below 3"))
}

/// Returns the contrast between two colors: from 1, if they are equal, to 21.
fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Whether dark text is easier to read on a background than light text.
pub(super) fn is_light(background: Rgb) -> bool {
    contrast(background, (0, 0, 0)) > contrast(background, (0xff, 0xff, 0xff))
}

/// Returns the relative luminance of a color, from 0 to 1.
fn luminance((red, green, blue): Rgb) -> f64 {
    let linear = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::CustomColors;

    #[test]
    fn contrasts_are_those_of_the_guidelines() {
        for (one, other, expected) in [
            ((0, 0, 0), (255, 255, 255), 21.0),
            ((255, 0, 0), (255, 255, 255), 4.0),
            ((0x77, 0x77, 0x77), (255, 255, 255), 4.48),
            ((18, 52, 86), (18, 52, 86), 1.0),
        ] {
            assert!((contrast(one, other) - expected).abs() < 0.01, "{one:?}");
            assert!((contrast(other, one) - expected).abs() < 0.01, "{one:?}");
        }
        assert!(is_light((255, 192, 64)) && !is_light((0x12, 0x4a, 0x2c)));
    }

    #[test]
    fn colors_that_are_hard_to_read_are_named() {
        let (settings, errors) = crate::storage::settings::parse(
            "theme = \"custom\"\n[colors]\ndim = \"#777777 on #888888\"\n\
             background = \"#101010\"\nerror = \"#300000\"\ncard-face = \"on #202020\"\n\
             hearts = \"#ff5555\"\nspades = \"#eeeeee\"\n",
        );
        assert_eq!(errors, []);
        let appearance = Appearance::from_env(|_| None).with_settings(&settings);
        let warnings = appearance.contrast_warnings();
        let named: Vec<&str> = warnings
            .iter()
            .filter_map(|warning| Some(warning.split_once(" is hard to read")?.0))
            .collect();
        for expected in ["dim", "error", "card-face", "clubs on card-face"] {
            assert!(named.contains(&expected), "{expected}: {warnings:?}");
        }
        for readable in [
            "text",
            "hearts on card-face",
            "spades on card-face",
            "panel",
        ] {
            assert!(!named.contains(&readable), "{readable}: {warnings:?}");
        }
        assert!(named.contains(&"spades on drop-target"), "{warnings:?}");
        assert_eq!(warnings[0], "dim is hard to read: contrast 1.3, below 3");
        let unset = Appearance {
            custom_colors: CustomColors::NONE,
            ..appearance
        };
        assert_eq!(unset.contrast_warnings(), [""; 0]);
    }
}
