//! The styles of a theme, and the built-in themes.

use std::ops::{Index, IndexMut};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Block;
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

use super::colors::{ColorDepth, ensure_readable};
use super::glyphs::{ASCII, Glyphs, UNICODE};
use crate::cards::{Card, Suit};
use crate::storage::settings::ThemeName;

/// Text on a background without a text color of its own.
pub(super) const LIGHT_TEXT: Color = Color::Rgb(0xe8, 0xe6, 0xe0);
pub(super) const DARK_TEXT: Color = Color::Rgb(0x20, 0x20, 0x24);

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

/// The styles to draw with, made once from an [`Appearance`](super::Appearance). Each is complete: both colors and the
/// attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// In the order of the roles.
    styles: [Style; Role::COUNT],
    /// The colors of the suits on cards, by index; `None` without color.
    suit_colors: Option<[Color; 4]>,
    pub(super) depth: ColorDepth,
    /// Whether the background of the terminal is light.
    light: bool,
    pub ascii: bool,
}

impl Index<Role> for Theme {
    type Output = Style;

    fn index(&self, role: Role) -> &Style {
        &self.styles[role as usize]
    }
}

impl IndexMut<Role> for Theme {
    fn index_mut(&mut self, role: Role) -> &mut Style {
        &mut self.styles[role as usize]
    }
}

// Each line has the style of a role on terminals with many colors, and that with 16 if it differs.
const TERMINAL: &str = include_str!("../../../assets/themes/terminal.txt");
const TERMINAL_LIGHT: &str = include_str!("../../../assets/themes/terminal-light.txt");
const FELT: &str = include_str!("../../../assets/themes/felt.txt");
const LIGHT: &str = include_str!("../../../assets/themes/light.txt");
const HIGH_CONTRAST: &str = include_str!("../../../assets/themes/high-contrast.txt");
const MONO: &str = include_str!("../../../assets/themes/mono.txt");

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

impl Theme {
    /// Reads a built-in theme for a terminal whose background may be light. Each suit has its own color with
    /// `four_colors`.
    pub(super) fn new(
        name: ThemeName,
        light: bool,
        depth: ColorDepth,
        four_colors: bool,
        ascii: bool,
    ) -> Theme {
        let mut theme = Theme {
            suit_colors: suit_colors(depth, four_colors),
            depth,
            light,
            ascii,
            ..Theme::default()
        };
        theme.read_styles(name, light);
        theme
    }

    /// Reads the styles of a built-in theme for a terminal whose background may be light. The player's own
    /// theme begins with those of the terminal theme.
    fn read_styles(&mut self, name: ThemeName, light: bool) {
        let depth = self.depth;
        let file = match name {
            _ if depth == ColorDepth::Mono => MONO,
            ThemeName::Mono => MONO,
            ThemeName::Terminal | ThemeName::Custom if light => TERMINAL_LIGHT,
            ThemeName::Terminal | ThemeName::Custom => TERMINAL,
            ThemeName::Felt => FELT,
            ThemeName::Light => LIGHT,
            ThemeName::HighContrast => HIGH_CONTRAST,
        };
        for (line, style) in file.lines().zip(&mut self.styles) {
            let (_, columns) = line.split_once(':').unwrap_or((line, ""));
            let (many_colors, ansi16) = columns.split_once('|').unwrap_or((columns, columns));
            *style = match depth {
                ColorDepth::Ansi16 => parse_style(ansi16, depth),
                _ => parse_style(many_colors, depth),
            };
        }
    }

    /// Changes the colors of the suits that are given, unless the theme is without color.
    pub(super) fn replace_suit_colors(&mut self, colors: [Option<Color>; 4]) {
        for (color, own) in self.suit_colors.iter_mut().flatten().zip(colors) {
            *color = own.unwrap_or(*color);
        }
    }

    /// Whether everything is drawn without color.
    pub fn is_mono(&self) -> bool {
        self.suit_colors.is_none()
    }

    /// Returns the style of text in a suit's color on a face.
    pub fn suit_style(&self, suit: Suit, face: Style) -> Style {
        let style = match self.suit_colors {
            Some(colors) => ensure_readable(face.fg(colors[suit.index()])),
            None => face,
        };
        match style.fg {
            None | Some(Color::Rgb(..) | Color::Indexed(_)) => style.add_modifier(Modifier::BOLD),
            // Some terminals show bold text in a lighter standard color.
            Some(_) => style,
        }
    }

    pub fn glyphs(&self) -> &'static Glyphs {
        if self.ascii { &ASCII } else { &UNICODE }
    }

    /// Returns the style of the edges that set cards apart from a light background of the terminal's own, which
    /// no paper can be much darker than.
    pub fn shadow(&self) -> Option<Style> {
        let is_needed = self.light && self[Role::Background].bg.is_none() && !self.ascii;
        let color = self[Role::CardEdge].fg.filter(|_| is_needed)?;
        Some(Style::new().fg(color))
    }

    /// Returns a frame of rounded lines.
    pub fn outline(&self, style: Style) -> Block<'static> {
        Block::bordered()
            .border_set(self.glyphs().border)
            .border_style(style)
    }

    /// Returns the text on a card's face: `10♥`, or `10h` in ASCII.
    pub fn card_text(&self, card: Card) -> String {
        format!("{}{}", card.rank(), self.pip(card.suit()))
    }

    /// Returns the symbol of a suit, or its lower-case letter in ASCII.
    pub fn pip(&self, suit: Suit) -> char {
        if self.ascii {
            suit.letter().to_ascii_lowercase()
        } else {
            suit.symbol()
        }
    }

    /// Dims cells that are drawn: their text, and the paper and the backs of cards.
    pub fn dim_cells(&self, area: Rect, buf: &mut Buffer) {
        let terminal = if self.light {
            Color::White
        } else {
            Color::Black
        };
        let ground = self[Role::Background].bg.unwrap_or(terminal);
        for position in area.intersection(buf.area).positions() {
            let cell = &mut buf[position];
            cell.modifier.insert(Modifier::DIM);
            if self.is_mono() {
                cell.modifier.remove(Modifier::REVERSED);
                continue;
            }
            let text = match cell.fg {
                Color::Reset => self[Role::Dim].fg.unwrap_or(Color::Reset),
                color => color,
            };
            cell.fg = self.depth.dimmed(text, ground);
            cell.bg = self.depth.dimmed(cell.bg, ground);
            if cell.fg == cell.bg {
                cell.fg = Color::Black;
            }
        }
    }

    /// Replaces the characters that this terminal cannot show; without color, red suits become hollow.
    pub fn transliterate(&self, buf: &mut Buffer) {
        for cell in &mut buf.content {
            let shown = match cell.symbol() {
                symbol if symbol.is_ascii() => continue,
                symbol if self.ascii => to_ascii(symbol),
                "♥" if self.is_mono() => "♡".into(),
                "♦" if self.is_mono() => "♢".into(),
                _ => continue,
            };
            cell.set_symbol(&shown);
        }
    }
}

/// Returns the colors of the suits on cards, by index; `None` without color.
fn suit_colors(depth: ColorDepth, four_colors: bool) -> Option<[Color; 4]> {
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

/// Returns a style for something on a face, which may be tinted.
pub fn on_face(style: Style, face: Style) -> Style {
    face.patch(Style { bg: None, ..style })
}

fn to_ascii(text: &str) -> String {
    let to_ascii = |c: char| match c {
        '♣' => 'c',
        '♦' => 'd',
        '♥' => 'h',
        '♠' => 's',
        '·' => '-',
        '…' | '→' => '>',
        '←' => '<',
        '★' => '*',
        '✓' | '◆' => '+',
        '●' => 'o',
        '▲' => '^',
        '■' => '#',
        c if c.is_ascii() => c,
        _ => '?',
    };
    text.chars().map(to_ascii).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_has_a_style_for_each_role_and_no_unknown_word() {
        for file in [TERMINAL, TERMINAL_LIGHT, FELT, LIGHT, HIGH_CONTRAST, MONO] {
            let roles = file.lines().filter_map(|line| line.split(':').next());
            assert!(roles.eq(Role::VARIANTS.iter().map(<&str>::from)));
            for word in file.split_whitespace() {
                let is_attribute = Modifier::from_name(&word.to_uppercase()).is_some();
                let is_color = word.parse::<Color>().is_ok();
                let is_separator = word == "on" || word == "|" || word.ends_with(':');
                assert!(is_attribute || is_color || is_separator, "{word}");
            }
        }
    }

    #[test]
    fn ascii_mode_writes_only_ascii() {
        assert_eq!(to_ascii("10♥ does not go on 8♠"), "10h does not go on 8s");
        let theme = Theme {
            ascii: true,
            ..Theme::default()
        };
        let glyphs = format!("{:?}", theme.glyphs());
        // `Debug` escapes what it does not print.
        let has_escapes = glyphs.contains("\\u");
        assert!(glyphs.is_ascii() && !has_escapes, "{glyphs}");
    }
}
