//! The styles of a theme, and the built-in themes.

use std::ops::Index;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::Span;
use ratatui::widgets::Block;
use strum::{EnumCount, VariantArray};

use super::appearance::Appearance;
use super::colors::{ColorDepth, DARK_TEXT, LIGHT_TEXT, Role, ensure_readable, is_light};
use super::custom::CustomColors;
use super::glyphs;
use crate::cards::{Card, Suit};
use crate::review::TurningPoint;
use crate::storage::daily::DailyState;
use crate::storage::settings::ThemeName;

/// The styles to draw with, made once from an [`Appearance`](super::Appearance). Each is complete: both colors and the
/// attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// In the order of the roles.
    styles: [Style; Role::COUNT],
    /// The colors of the suits on cards, by index; `None` without color.
    suit_colors: Option<[Color; 4]>,
    depth: ColorDepth,
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

impl From<&Appearance> for Theme {
    /// Reads the built-in theme, and changes the colors that the player has set.
    fn from(appearance: &Appearance) -> Theme {
        let custom = Some(appearance.custom_colors);
        let custom = custom.filter(|_| appearance.theme == ThemeName::Custom);
        let light = custom.and_then(|custom| custom.has_light_background());
        let light = light.unwrap_or(appearance.light_background);
        let (depth, file) = match (appearance.color_depth, appearance.theme) {
            (ColorDepth::Mono, _) | (_, ThemeName::Mono) => (ColorDepth::Mono, MONO),
            (depth, ThemeName::Felt) => (depth, FELT),
            (depth, ThemeName::Light) => (depth, LIGHT),
            (depth, ThemeName::HighContrast) => (depth, HIGH_CONTRAST),
            // The player's own theme begins with the styles of the terminal theme.
            (depth, _) if light => (depth, TERMINAL_LIGHT),
            (depth, _) => (depth, TERMINAL),
        };
        let mut theme = Theme {
            suit_colors: suit_colors(depth, appearance.four_colors),
            depth,
            light,
            ascii: appearance.ascii,
            ..Theme::default()
        };
        for (line, style) in file.lines().zip(&mut theme.styles) {
            let (_, columns) = line.split_once(':').unwrap_or((line, ""));
            let (many_colors, ansi16) = columns.split_once('|').unwrap_or((columns, columns));
            *style = match depth {
                ColorDepth::Ansi16 => parse_style(ansi16, depth),
                _ => parse_style(many_colors, depth),
            };
            if appearance.has_dark_backgrounds {
                match (style.fg, style.bg) {
                    // It would be black, as the ground is.
                    (_, Some(Color::DarkGray)) => style.bg = Some(Color::Blue),
                    // It can hardly be read on the ground.
                    (Some(Color::DarkGray), None) if !light => style.fg = Some(Color::Gray),
                    _ => {}
                }
            }
        }
        if let Some(custom) = custom.filter(|_| depth != ColorDepth::Mono) {
            theme.set_colors(&custom);
        }
        theme
    }
}

impl Theme {
    /// Returns the style of a face in a state, and the background of its first and last column. Where there are 16
    /// colors, red suits are readable on white and gray alone: the paper stays, and the two columns show the state.
    pub fn face(&self, state: Role) -> (Style, Option<Color>) {
        match state {
            Role::SelectedCard | Role::HintedCard | Role::DropTarget
                if self.depth == ColorDepth::Ansi16 =>
            {
                (self[Role::CardFace], self[state].bg)
            }
            _ => (self[state], None),
        }
    }

    /// Changes colors to those that the player has set.
    fn set_colors(&mut self, custom: &CustomColors) {
        let depth = self.depth;
        for (style, &role) in self.styles.iter_mut().zip(Role::VARIANTS) {
            let table = custom.background_of(Role::Background);
            let table = table.filter(|_| style.bg.is_none());
            if let Some(background) = custom.background_of(role).or(table) {
                style.bg = Some(depth.nearest(background));
                if matches!(style.fg, None | Some(Color::Reset)) && role != Role::Background {
                    let is_light = is_light(background);
                    let text = if is_light { DARK_TEXT } else { LIGHT_TEXT };
                    style.fg = Some(depth.nearest(text));
                }
            }
            if let Some(text) = custom.roles[role as usize].fg {
                style.fg = Some(depth.nearest(text));
            }
            *style = ensure_readable(*style);
        }
        for (color, own) in self.suit_colors.iter_mut().flatten().zip(custom.suits) {
            *color = own.map_or(*color, |own| depth.nearest(own));
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

    /// Returns the marker of a hint.
    pub fn hint_glyph(&self) -> &'static str {
        if self.ascii { "!" } else { "★" }
    }

    /// Returns the sign of a turning point.
    pub fn turning_point_sign(&self, point: TurningPoint) -> (&'static str, Style) {
        match point {
            TurningPoint::Luck => (glyphs::LUCK, self[Role::Accent]),
            TurningPoint::Costly => (glyphs::COSTLY_MOVE, self[Role::Error]),
        }
    }

    /// Returns the style of a role on a panel.
    pub fn on_panel(&self, role: Role) -> Style {
        on_face(self[role], self[Role::Panel])
    }

    /// Returns the sign of how a game ended, on a ground of this role.
    pub fn result_sign(&self, state: DailyState, ground: Role) -> Span<'static> {
        let role = match state {
            DailyState::Clean => Role::Accent,
            state if state.is_win() => ground,
            _ => Role::Dim,
        };
        Span::styled(state.sign(), on_face(self[role], self[ground]))
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
        let block = Block::bordered().border_set(border::ROUNDED);
        block.border_style(style)
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

    /// Returns the color of a pixel of a court card, which is a letter: gold, ink, brown hair, skin, blue, and the
    /// robe in the color of the suit. `None` for the paper of the card.
    pub fn court_color(&self, suit: Suit, pixel: u8) -> Option<Color> {
        let (rgb, standard) = match pixel {
            b'G' => (Color::Rgb(0xd9, 0xa2, 0x1b), Color::Yellow),
            b'K' => (Color::Rgb(0x1a, 0x1a, 0x1e), Color::Black),
            b'H' => (Color::Rgb(0x9a, 0x5a, 0x1e), Color::DarkGray),
            // The standard colors have none for skin: a shade of the paper.
            b'S' => (Color::Rgb(0xf0, 0xcf, 0xa8), Color::Gray),
            b'B' => (Color::Rgb(0x2f, 0x5e, 0xa8), Color::Blue),
            b'R' if suit.is_red() => (Color::Rgb(0xc0, 0x1c, 0x28), Color::Red),
            b'R' => (Color::Rgb(0x2b, 0x2f, 0x38), Color::Black),
            _ => return None,
        };
        Some(match self.depth {
            ColorDepth::Ansi16 => standard,
            depth => depth.nearest(rgb),
        })
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
            if self.is_mono() {
                // A card stays a card.
                cell.modifier = cell.modifier & Modifier::REVERSED | Modifier::DIM;
                continue;
            }
            let is_picture = matches!(cell.symbol(), "▀" | "▄");
            let dimmed = |color| match color {
                // With 16 colors, a picture would be a black shape: it becomes paper.
                _ if is_picture && self.depth == ColorDepth::Ansi16 => Color::DarkGray,
                color => self.depth.dimmed(color, ground),
            };
            let is_back = cell.bg == Color::DarkGray && self.depth == ColorDepth::Ansi16;
            if is_back && matches!(cell.symbol(), " " | glyphs::CARD_EDGE) {
                // Backs and paper are dimmed to one color.
                cell.set_symbol(glyphs::CARD_BACK).set_fg(Color::Black);
            }
            // Both halves of a half block may have one color.
            let is_text = cell.fg != cell.bg && !is_picture;
            let text = match cell.fg {
                Color::Reset => self[Role::Dim].fg.unwrap_or(Color::Reset),
                color => color,
            };
            (cell.fg, cell.bg) = (dimmed(text), dimmed(cell.bg));
            if is_text && cell.fg == cell.bg {
                cell.fg = Color::Black;
            } else if cell.fg == Color::Black && cell.bg == Color::Reset && !self.light {
                // With 16 colors: text that the ground would hide.
                cell.fg = Color::DarkGray;
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
        '·' | '–' => '-',
        '…' => '.',
        '→' | '❯' | '▸' => '>',
        '←' | '◂' => '<',
        '★' | '◈' | '▇' => '*',
        '✓' | '◆' => '+',
        '▆' => '%',
        '×' => 'x',
        '●' | '○' => 'o',
        '▲' | '↑' => '^',
        '■' | '▒' | '┃' | '█' => '#',
        '↓' => 'v',
        '▶' | '▅' | '━' => '=',
        '▏' | '▌' | '│' => '|',
        '░' | '▃' => ':',
        '▔' | '─' | '▄' => '-',
        '▁' => '_',
        '▂' | '╭' | '╮' => '.',
        '╰' | '╯' => '\'',
        c if c.is_ascii() => c,
        _ => '?',
    };
    text.chars().map(to_ascii).collect()
}

#[cfg(test)]
mod tests {
    use super::super::glyphs::BARS;
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
    fn dimmed_courts_are_paper_where_there_are_16_colors_and_dimmed_cards_stay_cards_without_any() {
        let dimmed = |color_depth, symbol, style: Style| {
            let theme = Theme::from(&Appearance {
                color_depth,
                ..Appearance::from_env(|_| None)
            });
            let mut buf = Buffer::with_lines([symbol]);
            buf.set_style(buf.area, style);
            theme.dim_cells(buf.area, &mut buf);
            buf.content[0].clone()
        };
        let crown = Style::new().fg(Color::Yellow).bg(Color::White);
        let cell = dimmed(ColorDepth::Ansi16, "▀", crown);
        assert_eq!((cell.fg, cell.bg), (Color::DarkGray, Color::DarkGray));
        let paper = Style::new().add_modifier(Modifier::REVERSED);
        let rank = paper.add_modifier(Modifier::BOLD);
        for style in [paper, rank] {
            let cell = dimmed(ColorDepth::Mono, "9", style);
            assert_eq!(cell.modifier, Modifier::DIM | Modifier::REVERSED);
        }
    }

    #[test]
    fn ascii_mode_writes_only_ascii() {
        assert_eq!(to_ascii("10♥ does not go on 8♠"), "10h does not go on 8s");
        let borders = "╭─╮│╰╯";
        assert_eq!(to_ascii(borders), ".-.|''");
        let glyphs = "▔▁▏░▒❯▌▶◆◈◂┃↑↓";
        assert_eq!(to_ascii(glyphs), "-_|:#>|=+*<#^v");
        assert_eq!(to_ascii(&BARS.concat()), "_.:-=%*#");
    }
}
