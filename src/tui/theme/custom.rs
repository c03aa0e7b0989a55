//! Colors of the player's own theme, as the settings file names them.

use ratatui::style::{Color, Style};
use strum::VariantArray;

use super::contrast::is_light;
use super::palette::{DARK_TEXT, LIGHT_TEXT, Rgb, rgb_to_color, theme_style};
use super::style_role::{ColorDepth, StyleRole};
use crate::cards::Suit;
use crate::escape::quote;
use crate::storage::settings::{ColorOverride, ConfigError, Theme};

/// Colors of the player's own theme. Colors that are not set are those of the terminal theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomColors {
    roles: [RoleColors; StyleRole::VARIANTS.len()],
    suits: [Option<Rgb>; Suit::ALL.len()],
}

/// Colors of a role, as far as they are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RoleColors {
    text: Option<Rgb>,
    background: Option<Rgb>,
}

impl CustomColors {
    /// No color is set.
    pub const NONE: CustomColors = CustomColors {
        roles: [RoleColors {
            text: None,
            background: None,
        }; StyleRole::VARIANTS.len()],
        suits: [None; Suit::ALL.len()],
    };

    /// Reads the colors in the settings. Those that cannot be read are ignored and reported.
    pub fn from_settings(settings: &[ColorOverride]) -> (CustomColors, Vec<ConfigError>) {
        let mut colors = CustomColors::NONE;
        let mut errors = Vec::new();
        for setting in settings {
            if let Err(message) = colors.set(&setting.role, &setting.colors) {
                errors.push(ConfigError {
                    line: Some(setting.line),
                    message,
                });
            }
        }
        (colors, errors)
    }

    /// Returns the names that colors can be set for.
    pub fn role_names() -> impl Iterator<Item = &'static str> {
        let roles = StyleRole::VARIANTS.iter().map(Into::into);
        roles.chain(Suit::ALL.map(Suit::name))
    }

    /// Sets the colors of a role or a suit. The error is a message without the line number.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let invalid = |forms: &str| {
            let value = quote(value);
            format!("the color of {name} cannot be {value}; use {forms}")
        };
        if let Some(suit) = Suit::ALL.into_iter().find(|suit| suit.name() == name) {
            let color = parse_rgb(value).ok_or_else(|| invalid("\"#rrggbb\""))?;
            self.suits[suit.index()] = Some(color);
            return Ok(());
        }
        let Ok(role) = name.parse::<StyleRole>() else {
            let names: Vec<&str> = CustomColors::role_names().collect();
            let (name, names) = (quote(name), names.join(", "));
            return Err(format!("unknown color {name}; the colors are {names}"));
        };
        let colors = match role {
            StyleRole::Background => parse_rgb(value).map(|background| RoleColors {
                text: None,
                background: Some(background),
            }),
            _ => parse_role_colors(value),
        };
        let forms = match role {
            StyleRole::Background => "\"#rrggbb\"",
            _ => "\"#rrggbb\", \"on #rrggbb\" or \"#rrggbb on #rrggbb\"",
        };
        self.roles[role as usize] = colors.ok_or_else(|| invalid(forms))?;
        Ok(())
    }

    fn background(&self) -> Option<Rgb> {
        self.roles[StyleRole::Background as usize].background
    }

    /// Returns the background of a role: its own, or that of the surface that it is part of.
    fn background_of(&self, role: StyleRole) -> Option<Rgb> {
        let surface = match role {
            StyleRole::CardEdge | StyleRole::CardFaceShaded => StyleRole::CardFace,
            StyleRole::CardBackText => StyleRole::CardBack,
            StyleRole::PanelStrong => StyleRole::Panel,
            role => role,
        };
        let own = self.roles[role as usize].background;
        own.or(self.roles[surface as usize].background)
    }

    /// Returns the style of a role on a terminal with colors, whose own background may be light.
    pub(super) fn style(&self, depth: ColorDepth, light: bool, role: StyleRole) -> Style {
        let light = self.background().map_or(light, is_light);
        let mut style = theme_style(depth, Theme::Terminal, light, role);
        let background = self.background().filter(|_| style.bg.is_none());
        if let Some(background) = self.background_of(role).or(background) {
            style.bg = Some(rgb_to_color(depth, background));
            if matches!(style.fg, None | Some(Color::Reset)) && role != StyleRole::Background {
                let text = if is_light(background) {
                    DARK_TEXT
                } else {
                    LIGHT_TEXT
                };
                style.fg = Some(rgb_to_color(depth, text));
            }
        }
        if let Some(text) = self.roles[role as usize].text {
            style.fg = Some(rgb_to_color(depth, text));
        }
        ensure_readable(style)
    }

    /// Changes a style of text to the color of a suit, if the player has set one.
    pub(super) fn with_suit(&self, style: Style, depth: ColorDepth, suit: Suit) -> Style {
        match self.suits[suit.index()] {
            Some(color) => ensure_readable(style.fg(rgb_to_color(depth, color))),
            None => ensure_readable(style),
        }
    }

    /// Whether the player has set the color or the background of text in a role. A role without a
    /// background is on that of the table.
    pub(super) fn affects(&self, role: StyleRole) -> bool {
        let own_background = theme_style(ColorDepth::TrueColor, Theme::Terminal, false, role).bg;
        let on_background = own_background.is_none() && self.background().is_some();
        self.roles[role as usize].text.is_some()
            || self.background_of(role).is_some()
            || on_background
    }

    /// Whether the player has set the color of a suit.
    pub(super) fn has_suit(&self, suit: Suit) -> bool {
        self.suits[suit.index()].is_some()
    }
}

/// Changes the color of text that has become that of its background, because the terminal has few
/// colors.
fn ensure_readable(style: Style) -> Style {
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

/// Parses the colors of a text and its background: `#rrggbb on #rrggbb`, or one of them.
fn parse_role_colors(value: &str) -> Option<RoleColors> {
    let (text, background) = match value.split_once("on ") {
        Some((text, background)) => (text.trim(), Some(background.trim())),
        None => (value, None),
    };
    let text = match (text, background) {
        ("", Some(_)) => None,
        _ => Some(parse_rgb(text)?),
    };
    let background = match background {
        Some(background) => Some(parse_rgb(background)?),
        None => None,
    };
    Some(RoleColors { text, background })
}

/// Parses a color: `#rrggbb`.
fn parse_rgb(value: &str) -> Option<Rgb> {
    let digits = value.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let is_hex = digits.chars().all(|c| c.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some((red, green, blue))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colors(lines: &str) -> (CustomColors, Vec<String>) {
        let settings: Vec<ColorOverride> = lines
            .lines()
            .enumerate()
            .map(|(n, line)| {
                let (role, colors) = line.split_once(": ").expect("a role and its colors");
                ColorOverride {
                    role: role.into(),
                    colors: colors.into(),
                    line: n + 1,
                }
            })
            .collect();
        let (colors, errors) = CustomColors::from_settings(&settings);
        (colors, errors.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn colors_are_set_for_text_background_or_both() {
        let (colors, errors) = colors(
            "dim: #8fb8a2\npanel: on #102030\ncard-face: #000001 on #Fefefe\nclubs: #00ff00",
        );
        assert_eq!(errors, [""; 0]);
        let style = |role| colors.style(ColorDepth::TrueColor, false, role);
        assert_eq!(
            style(StyleRole::Dim),
            Style::new().fg(Color::Rgb(0x8f, 0xb8, 0xa2))
        );
        let panel = style(StyleRole::Panel);
        assert_eq!(panel.bg, Some(Color::Rgb(0x10, 0x20, 0x30)));
        let terminal = theme_style(
            ColorDepth::TrueColor,
            Theme::Terminal,
            false,
            StyleRole::Panel,
        );
        assert_eq!(panel.fg, terminal.fg);
        let face = Style::new()
            .fg(Color::Rgb(0, 0, 1))
            .bg(Color::Rgb(0xfe, 0xfe, 0xfe));
        assert_eq!(style(StyleRole::CardFace), face);
        let edge = style(StyleRole::CardEdge);
        assert_eq!(edge.bg, face.bg, "a part of the card");
        assert_eq!(style(StyleRole::PanelStrong).bg, panel.bg);
        assert!(colors.has_suit(Suit::Clubs) && !colors.has_suit(Suit::Spades));
    }

    #[test]
    fn without_a_color_the_theme_is_that_of_the_terminal() {
        for role in StyleRole::VARIANTS {
            for light in [false, true] {
                for depth in [
                    ColorDepth::TrueColor,
                    ColorDepth::Ansi256,
                    ColorDepth::Ansi16,
                ] {
                    let style = CustomColors::NONE.style(depth, light, *role);
                    assert_eq!(style, theme_style(depth, Theme::Terminal, light, *role));
                }
            }
        }
    }

    #[test]
    fn the_background_is_behind_all_that_has_none_and_its_text_is_visible() {
        for (background, text) in [("#101820", LIGHT_TEXT), ("#f8f4e8", DARK_TEXT)] {
            let (colors, errors) = colors(&format!("background: {background}"));
            assert_eq!(errors, [""; 0]);
            for depth in [
                ColorDepth::TrueColor,
                ColorDepth::Ansi256,
                ColorDepth::Ansi16,
            ] {
                for role in StyleRole::VARIANTS {
                    let style = colors.style(depth, false, *role);
                    assert!(style.bg.is_some(), "{role:?}");
                    assert!(style.bg != style.fg, "{role:?}");
                }
                let style = colors.style(depth, false, StyleRole::Text);
                assert_eq!(style.fg, Some(rgb_to_color(depth, text)));
            }
        }
    }

    #[test]
    fn colors_that_become_one_of_16_stay_apart() {
        let (colors, _) = colors("panel: #1a1a1e on #101010\ncard-face: #fefefe on #ffffff");
        for role in [StyleRole::Panel, StyleRole::CardFace] {
            let style = colors.style(ColorDepth::Ansi16, false, role);
            assert_ne!(style.fg, style.bg, "{role:?}");
        }
    }

    #[test]
    fn an_error_names_the_role_and_what_can_be_used() {
        let (colors, errors) = colors(
            "dim: pink\nbackground: #000000 on #ffffff\nhearts: on #ff0000\ndimm: #ffffff\n\
             panel: #fffff\ntext: #+fffff\nstrong: on \nerror: #ffffff on",
        );
        assert_eq!(colors, CustomColors::NONE);
        let expected = [
            "line 1: the color of dim cannot be \"pink\"; use \"#rrggbb\", \"on #rrggbb\" or ",
            "line 2: the color of background cannot be \"#000000 on #ffffff\"; use \"#rrggbb\"",
            "line 3: the color of hearts cannot be \"on #ff0000\"; use \"#rrggbb\"",
            "line 4: unknown color \"dimm\"; the colors are background, text, dim, ",
            "line 5: the color of panel cannot be \"#fffff\"; use ",
            "line 6: the color of text cannot be \"#+fffff\"; use ",
            "line 7: the color of strong cannot be \"on \"; use ",
            "line 8: the color of error cannot be \"#ffffff on\"; use ",
        ];
        assert_eq!(errors.len(), expected.len());
        for (error, expected) in errors.iter().zip(expected) {
            assert!(error.contains(expected), "{error}");
        }
    }
}
