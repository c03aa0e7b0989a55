//! Colors of the built-in themes, and the nearest colors of terminals with few of them.

use std::sync::OnceLock;

use ratatui::style::{Color, Modifier, Style};
use strum::VariantArray;

use super::style_role::{ColorDepth, StyleRole};
use crate::storage::settings::Theme;

pub(super) type Rgb = (u8, u8, u8);

/// Text on a background without a text color of its own.
pub(super) const LIGHT_TEXT: Rgb = (0xe8, 0xe6, 0xe0);
pub(super) const DARK_TEXT: Rgb = (0x20, 0x20, 0x24);
/// Text and black suits on cards.
pub(super) const CARD_TEXT: Rgb = (0x1a, 0x1a, 0x1e);

/// A built-in theme.
struct BuiltinTheme {
    /// For each role its style on terminals with many colors, and that with 16 if it differs.
    file: &'static str,
    /// The same, parsed when the theme is first used.
    styles: OnceLock<[[Style; 2]; StyleRole::VARIANTS.len()]>,
}

static TERMINAL: BuiltinTheme =
    BuiltinTheme::new(include_str!("../../../assets/themes/terminal.txt"));
static TERMINAL_LIGHT: BuiltinTheme =
    BuiltinTheme::new(include_str!("../../../assets/themes/terminal-light.txt"));
static FELT: BuiltinTheme = BuiltinTheme::new(include_str!("../../../assets/themes/felt.txt"));
static LIGHT: BuiltinTheme = BuiltinTheme::new(include_str!("../../../assets/themes/light.txt"));
static HIGH_CONTRAST: BuiltinTheme =
    BuiltinTheme::new(include_str!("../../../assets/themes/high-contrast.txt"));
static MONO: BuiltinTheme = BuiltinTheme::new(include_str!("../../../assets/themes/mono.txt"));

impl BuiltinTheme {
    const fn new(file: &'static str) -> BuiltinTheme {
        let styles = OnceLock::new();
        BuiltinTheme { file, styles }
    }

    fn parse(&self) -> [[Style; 2]; StyleRole::VARIANTS.len()] {
        let mut styles = [[Style::new(); 2]; StyleRole::VARIANTS.len()];
        for line in self.file.lines() {
            let (role, columns) = line.split_once(':').unwrap_or((line, ""));
            let (rgb, ansi16) = columns.split_once('|').unwrap_or((columns, columns));
            if let Ok(role) = role.parse::<StyleRole>() {
                styles[role as usize] = [parse_style(rgb), parse_style(ansi16)];
            }
        }
        styles
    }
}

/// Parses a style: attributes, color and background, as far as there are any, for example
/// `bold black on light-cyan`.
fn parse_style(text: &str) -> Style {
    let mut style = Style::new();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        if word == "on" {
            style.bg = words.next().and_then(|color| color.parse().ok());
        } else if let Some(attribute) = Modifier::from_name(&word.to_uppercase()) {
            style = style.add_modifier(attribute);
        } else {
            style.fg = word.parse().ok();
        }
    }
    style
}

/// Returns the style of a role in a built-in theme, on a terminal whose background may be light. The
/// player's own theme begins with the styles of the terminal theme.
pub(super) fn theme_style(depth: ColorDepth, theme: Theme, light: bool, role: StyleRole) -> Style {
    let theme = match theme {
        _ if depth == ColorDepth::Mono => &MONO,
        Theme::Mono => &MONO,
        Theme::Terminal | Theme::Custom if light => &TERMINAL_LIGHT,
        Theme::Terminal | Theme::Custom => &TERMINAL,
        Theme::Felt => &FELT,
        Theme::Light => &LIGHT,
        Theme::HighContrast => &HIGH_CONTRAST,
    };
    let [many_colors, ansi16] = theme.styles.get_or_init(|| theme.parse())[role as usize];
    let convert = |color| match color {
        Color::Rgb(r, g, b) => rgb_to_color(depth, (r, g, b)),
        color => color,
    };
    match depth {
        ColorDepth::Ansi16 => ansi16,
        _ => Style {
            fg: many_colors.fg.map(convert),
            bg: many_colors.bg.map(convert),
            ..many_colors
        },
    }
}

/// Returns the color nearest to an RGB value at a color depth.
pub(super) fn rgb_to_color(depth: ColorDepth, (r, g, b): Rgb) -> Color {
    match depth {
        ColorDepth::TrueColor => return Color::Rgb(r, g, b),
        ColorDepth::Ansi16 => return nearest_standard_color((r, g, b)),
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

/// Returns the nearest of the 16 standard colors, which terminals show in similar ways.
fn nearest_standard_color((r, g, b): Rgb) -> Color {
    const STANDARD_COLORS: [(Color, Rgb); 16] = [
        (Color::Black, (0, 0, 0)),
        (Color::Red, (205, 0, 0)),
        (Color::Green, (0, 205, 0)),
        (Color::Yellow, (205, 205, 0)),
        (Color::Blue, (0, 0, 238)),
        (Color::Magenta, (205, 0, 205)),
        (Color::Cyan, (0, 205, 205)),
        (Color::Gray, (229, 229, 229)),
        (Color::DarkGray, (127, 127, 127)),
        (Color::LightRed, (255, 0, 0)),
        (Color::LightGreen, (0, 255, 0)),
        (Color::LightYellow, (255, 255, 0)),
        (Color::LightBlue, (92, 92, 255)),
        (Color::LightMagenta, (255, 0, 255)),
        (Color::LightCyan, (0, 255, 255)),
        (Color::White, (255, 255, 255)),
    ];
    let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
    let distance = |(_, (red, green, blue)): &(Color, Rgb)| {
        square(*red, r) + square(*green, g) + square(*blue, b)
    };
    let nearest = STANDARD_COLORS.into_iter().min_by_key(distance);
    nearest.map_or(Color::Reset, |(color, _)| color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_has_a_style_for_each_role_and_no_unknown_word() {
        let themes = [
            &TERMINAL,
            &TERMINAL_LIGHT,
            &FELT,
            &LIGHT,
            &HIGH_CONTRAST,
            &MONO,
        ];
        for file in themes.map(|theme| theme.file) {
            let roles = file.lines().filter_map(|line| line.split(':').next());
            assert!(roles.eq(StyleRole::VARIANTS.iter().map(<&str>::from)));
            for word in file.split_whitespace() {
                let is_attribute = Modifier::from_name(&word.to_uppercase()).is_some();
                let is_color = word.parse::<Color>().is_ok();
                let is_separator = word == "on" || word == "|" || word.ends_with(':');
                assert!(is_attribute || is_color || is_separator, "{word}");
            }
        }
    }
}
