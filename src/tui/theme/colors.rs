//! What has colors, and the colors of terminals: the nearest ones where there are few, and whether text can be read
//! on them.

use ratatui::style::{Color, Style};
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

/// What is drawn in a style of its own. Theme files and the settings name the roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumCount, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Role {
    Background,
    Text,
    /// Secondary text, labels and the outlines of empty piles.
    Dim,
    /// Titles and emphasized text.
    Strong,
    /// Important numbers and informational messages.
    Accent,
    Error,
    CardFace,
    /// Face of a card in every second strip of a fan.
    CardFaceShaded,
    /// Upper edge of a face-up card.
    CardEdge,
    /// Secondary text on a face.
    CardLabel,
    SelectedCard,
    /// Face of a card that has just moved.
    MovedCard,
    /// Face of a card that slid to the left.
    SlidCard,
    /// Face of a card that a hint names.
    HintedCard,
    /// Face of a card on which the selected cards can be dropped.
    DropTarget,
    CardBack,
    /// Upper edge of a card's back, and text on it.
    CardBackText,
    /// The cursor, and the marker of the selected cards.
    Cursor,
    DropTargetMarker,
    HintMarker,
    Panel,
    /// Emphasized text on a panel.
    PanelStrong,
    SelectedEntry,
}

/// Text on a background without a text color of its own.
pub(super) const LIGHT_TEXT: Color = Color::Rgb(0xe8, 0xe6, 0xe0);
pub(super) const DARK_TEXT: Color = Color::Rgb(0x20, 0x20, 0x24);

/// Number of colors that the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorDepth {
    /// 24-bit color.
    TrueColor,
    /// The 256-color palette.
    Ansi256,
    /// The 16 standard colors.
    Ansi16,
    /// No colors, or colors turned off.
    #[default]
    Mono,
}

impl ColorDepth {
    /// Returns the color that is shown for an RGB color: the nearest one. Others are shown as they are.
    pub(super) fn nearest(self, color: Color) -> Color {
        let Color::Rgb(r, g, b) = color else {
            return color;
        };
        match self {
            ColorDepth::TrueColor => return color,
            ColorDepth::Ansi16 => return nearest_standard_color([r, g, b]),
            ColorDepth::Ansi256 | ColorDepth::Mono => {}
        }
        // Nearly gray colors use the 24 grays, all others the 6×6×6 cube.
        let (low, high) = (r.min(g).min(b), r.max(g).max(b));
        if high - low < 20 && (8..250).contains(&high) {
            return Color::Indexed(232 + ((high - 8) / 10).min(23));
        }
        let level = |v: u8| match v {
            0..48 => 0,
            48..115 => 1,
            v => (v - 35) / 40,
        };
        Color::Indexed(16 + 36 * level(r) + 6 * level(g) + level(b))
    }

    /// Returns a color of which only a part is left, the rest being that of the ground. With 256 colors it is
    /// gray: the nearest dark color can be a glaring one. With 16 it is black or dark gray.
    pub(super) fn dimmed(self, color: Color, ground: Color) -> Color {
        let (Some(from), Some(to)) = (components(color), components(ground)) else {
            return color;
        };
        if from == to {
            return color;
        }
        let (part, rest) = DIMMED_PARTS;
        let mix = |n: usize| u16::from(from[n]) * part + u16::from(to[n]) * rest;
        let [r, g, b] = [0, 1, 2].map(|n| mix(n) / (part + rest));
        let gray = (3 * r + 6 * g + b) / 10;
        let [r, g, b] = match self {
            ColorDepth::Ansi256 => [gray; 3],
            // The only dark gray, for paper and backs.
            ColorDepth::Ansi16 if !is_bright(to) => {
                let is_paper = is_bright(from) || color == Color::DarkGray;
                [if is_paper { 127 } else { 0 }; 3]
            }
            _ => [r, g, b],
        };
        self.nearest(Color::Rgb(r as u8, g as u8, b as u8))
    }
}

/// Whether a color is in the lighter half.
fn is_bright([red, green, blue]: [u8; 3]) -> bool {
    3 * u16::from(red) + 6 * u16::from(green) + u16::from(blue) > 10 * 127
}

/// How much of a dimmed color is left, and how much of the ground is mixed in.
const DIMMED_PARTS: (u16, u16) = (2, 3);

/// The 16 standard colors as xterm shows them; other terminals show similar ones.
pub(super) const STANDARD_COLORS: [(Color, [u8; 3]); 16] = [
    (Color::Black, [0, 0, 0]),
    (Color::Red, [205, 0, 0]),
    (Color::Green, [0, 205, 0]),
    (Color::Yellow, [205, 205, 0]),
    (Color::Blue, [0, 0, 238]),
    (Color::Magenta, [205, 0, 205]),
    (Color::Cyan, [0, 205, 205]),
    (Color::Gray, [229, 229, 229]),
    (Color::DarkGray, [127, 127, 127]),
    (Color::LightRed, [255, 0, 0]),
    (Color::LightGreen, [0, 255, 0]),
    (Color::LightYellow, [255, 255, 0]),
    (Color::LightBlue, [92, 92, 255]),
    (Color::LightMagenta, [255, 0, 255]),
    (Color::LightCyan, [0, 255, 255]),
    (Color::White, [255, 255, 255]),
];

/// Returns the red, green and blue of a color, as xterm shows it; `None` if it is the terminal's own.
pub(super) fn components(color: Color) -> Option<[u8; 3]> {
    let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
    match color {
        Color::Rgb(r, g, b) => Some([r, g, b]),
        Color::Indexed(n @ 232..) => Some([8 + 10 * (n - 232); 3]),
        Color::Indexed(n @ 16..) => {
            let n = n - 16;
            Some([n / 36, n / 6 % 6, n % 6].map(level))
        }
        _ => {
            let mut standard = STANDARD_COLORS.into_iter();
            let found = standard.find(|(standard, _)| *standard == color);
            found.map(|(_, components)| components)
        }
    }
}

fn nearest_standard_color(rgb: [u8; 3]) -> Color {
    let distance = |(_, standard): &(Color, [u8; 3])| {
        let pairs = standard.iter().zip(rgb);
        let squares = pairs.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2));
        squares.sum::<u32>()
    };
    let nearest = STANDARD_COLORS.into_iter().min_by_key(distance);
    nearest.map_or(Color::Reset, |(color, _)| color)
}

/// Changes the color of text that has become that of its background, because the terminal has few
/// colors.
pub(super) fn ensure_readable(style: Style) -> Style {
    match style.bg {
        Some(background) if style.fg == Some(background) => style.fg(match background {
            Color::Black | Color::Blue | Color::Red | Color::Magenta | Color::DarkGray => {
                Color::White
            }
            _ => Color::Black,
        }),
        _ => style,
    }
}

/// The luminance from which black and white differ equally, by the contrast of the WCAG guidelines.
const EVEN_LUMINANCE: f64 = 0.179;

/// Whether dark text is easier to read on a background than light text.
pub fn is_light(background: Color) -> bool {
    luminance(background).is_some_and(|luminance| luminance > EVEN_LUMINANCE)
}

/// Returns the relative luminance of a color, from 0 to 1.
pub(super) fn luminance(color: Color) -> Option<f64> {
    let Color::Rgb(red, green, blue) = color else {
        return None;
    };
    let linear = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    Some(0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue))
}

#[cfg(test)]
mod tests {
    use super::super::tests::contrast;
    use super::*;

    #[test]
    fn contrasts_are_those_of_the_guidelines() {
        let color = |text: &str| text.parse::<Color>().expect("a color");
        for (one, other, expected) in [
            ("#000000", "#ffffff", 21.0),
            ("#ff0000", "#ffffff", 4.0),
            ("#777777", "#ffffff", 4.48),
            ("#123456", "#123456", 1.0),
        ] {
            let (one, other) = (color(one), color(other));
            for contrast in [contrast(one, other), contrast(other, one)] {
                assert!(contrast.is_some_and(|contrast| (contrast - expected).abs() < 0.01));
            }
        }
        assert!(is_light(color("#ffc040")) && !is_light(color("#124a2c")));
        assert_eq!(contrast(Color::Red, Color::Black), None);
    }
}
