//! The styles of a theme, the built-in themes, and the nearest colors of terminals with few of them.

use ratatui::style::{Color, Modifier, Style};

use crate::storage::settings::ThemeName;

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

/// The styles to draw with, made once from an [`Appearance`](super::Appearance). Each is complete: both colors and the
/// attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    pub background: Style,
    pub text: Style,
    /// Secondary text, labels and the outlines of empty piles.
    pub dim: Style,
    /// Titles and emphasized text.
    pub strong: Style,
    /// Important numbers and informational messages.
    pub accent: Style,
    pub error: Style,
    pub card_face: Style,
    /// Face of a card in every second strip of a fan.
    pub card_face_shaded: Style,
    /// Upper edge of a face-up card.
    pub card_edge: Style,
    /// Secondary text on a face.
    pub card_label: Style,
    pub selected_card: Style,
    /// Face of a card that has just moved.
    pub moved_card: Style,
    /// Face of a card that a hint names.
    pub hinted_card: Style,
    /// Face of a card on which the selected cards can be dropped.
    pub drop_target: Style,
    pub card_back: Style,
    /// Upper edge of a card's back, and text on it.
    pub card_back_text: Style,
    /// The cursor, and the marker of the selected cards.
    pub cursor: Style,
    pub drop_target_marker: Style,
    pub hint_marker: Style,
    pub panel: Style,
    /// Emphasized text on a panel.
    pub panel_strong: Style,
    pub selected_entry: Style,
    /// The colors of the suits on cards, by index; `None` without color.
    pub(super) suit_colors: Option<[Color; 4]>,
    pub(super) depth: ColorDepth,
    pub ascii: bool,
}

/// Returns one of the styles of a theme.
type StyleOf = fn(&mut Theme) -> &mut Style;

/// The styles by the names that theme files and the settings use.
pub(super) const ROLES: [(&str, StyleOf); 22] = [
    ("background", |theme| &mut theme.background),
    ("text", |theme| &mut theme.text),
    ("dim", |theme| &mut theme.dim),
    ("strong", |theme| &mut theme.strong),
    ("accent", |theme| &mut theme.accent),
    ("error", |theme| &mut theme.error),
    ("card-face", |theme| &mut theme.card_face),
    ("card-face-shaded", |theme| &mut theme.card_face_shaded),
    ("card-edge", |theme| &mut theme.card_edge),
    ("card-label", |theme| &mut theme.card_label),
    ("selected-card", |theme| &mut theme.selected_card),
    ("moved-card", |theme| &mut theme.moved_card),
    ("hinted-card", |theme| &mut theme.hinted_card),
    ("drop-target", |theme| &mut theme.drop_target),
    ("card-back", |theme| &mut theme.card_back),
    ("card-back-text", |theme| &mut theme.card_back_text),
    ("cursor", |theme| &mut theme.cursor),
    ("drop-target-marker", |theme| &mut theme.drop_target_marker),
    ("hint-marker", |theme| &mut theme.hint_marker),
    ("panel", |theme| &mut theme.panel),
    ("panel-strong", |theme| &mut theme.panel_strong),
    ("selected-entry", |theme| &mut theme.selected_entry),
];

// Each line has the style of a role on terminals with many colors, and that with 16 if it differs.
const TERMINAL: &str = include_str!("../../../assets/themes/terminal.txt");
const TERMINAL_LIGHT: &str = include_str!("../../../assets/themes/terminal-light.txt");
const FELT: &str = include_str!("../../../assets/themes/felt.txt");
const LIGHT: &str = include_str!("../../../assets/themes/light.txt");
const HIGH_CONTRAST: &str = include_str!("../../../assets/themes/high-contrast.txt");
const MONO: &str = include_str!("../../../assets/themes/mono.txt");

/// Reads the styles of a built-in theme for a terminal whose background may be light. The player's own
/// theme begins with those of the terminal theme.
pub(super) fn read_styles(theme: &mut Theme, name: ThemeName, light: bool, depth: ColorDepth) {
    let file = match name {
        _ if depth == ColorDepth::Mono => MONO,
        ThemeName::Mono => MONO,
        ThemeName::Terminal | ThemeName::Custom if light => TERMINAL_LIGHT,
        ThemeName::Terminal | ThemeName::Custom => TERMINAL,
        ThemeName::Felt => FELT,
        ThemeName::Light => LIGHT,
        ThemeName::HighContrast => HIGH_CONTRAST,
    };
    for (line, (_, style)) in file.lines().zip(ROLES) {
        let (_, columns) = line.split_once(':').unwrap_or((line, ""));
        let (many_colors, ansi16) = columns.split_once('|').unwrap_or((columns, columns));
        *style(theme) = match depth {
            ColorDepth::Ansi16 => parse_style(ansi16, depth),
            _ => parse_style(many_colors, depth),
        };
    }
}

/// Parses a style: attributes, color and background, as far as there are any, for example
/// `bold black on light-cyan`.
fn parse_style(text: &str, depth: ColorDepth) -> Style {
    let color = |word: &str| Some(depth.nearest(word.parse().ok()?));
    let mut style = Style::new();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        if word == "on" {
            style.bg = words.next().and_then(color);
        } else if let Some(attribute) = Modifier::from_name(&word.to_uppercase()) {
            style = style.add_modifier(attribute);
        } else {
            style.fg = color(word);
        }
    }
    style
}

/// Returns the colors of the suits on cards, by index; `None` without color.
pub(super) fn suit_colors(depth: ColorDepth, four_colors: bool) -> Option<[Color; 4]> {
    const BLACK: (Color, Color) = (Color::Rgb(0x1a, 0x1a, 0x1e), Color::Black);
    const RED: (Color, Color) = (Color::Rgb(0xc0, 0x1c, 0x2c), Color::Red);
    const BLUE: (Color, Color) = (Color::Rgb(0x20, 0x2f, 0xc8), Color::Blue);
    // The standard green is too light for white cards.
    const GREEN: (Color, Color) = (Color::Rgb(0x0f, 0x6b, 0x22), Color::Magenta);
    let colors = if four_colors {
        [GREEN, BLUE, RED, BLACK]
    } else {
        [BLACK, RED, RED, BLACK]
    };
    match depth {
        ColorDepth::Mono => None,
        ColorDepth::Ansi16 => Some(colors.map(|(_, ansi16)| ansi16)),
        _ => Some(colors.map(|(rgb, _)| depth.nearest(rgb))),
    }
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
}

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

fn nearest_standard_color(rgb: [u8; 3]) -> Color {
    let distance = |(_, standard): &(Color, [u8; 3])| {
        let squares = standard
            .iter()
            .zip(rgb)
            .map(|(one, other)| u32::from(one.abs_diff(other)).pow(2));
        squares.sum::<u32>()
    };
    let nearest = STANDARD_COLORS.into_iter().min_by_key(distance);
    nearest.map_or(Color::Reset, |(color, _)| color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_has_a_style_for_each_role_and_no_unknown_word() {
        for file in [TERMINAL, TERMINAL_LIGHT, FELT, LIGHT, HIGH_CONTRAST, MONO] {
            let roles = file.lines().filter_map(|line| line.split(':').next());
            assert!(roles.eq(ROLES.iter().map(|(name, _)| *name)));
            for word in file.split_whitespace() {
                let is_attribute = Modifier::from_name(&word.to_uppercase()).is_some();
                let is_color = word.parse::<Color>().is_ok();
                let is_separator = word == "on" || word == "|" || word.ends_with(':');
                assert!(is_attribute || is_color || is_separator, "{word}");
            }
        }
    }
}
