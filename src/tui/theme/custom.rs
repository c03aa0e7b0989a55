//! Colors of the player's own theme, as the settings file names them.

use ratatui::style::{Color, Style};
use strum::{EnumCount, VariantArray};

use super::colors::{Role, is_light};
use crate::cards::Suit;
use crate::escape::quote;
use crate::storage::settings::{ColorOverride, ConfigError};

/// Colors of the player's own theme. Colors that are not set are those of the terminal theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomColors {
    pub(super) roles: [Style; Role::COUNT],
    pub(super) suits: [Option<Color>; Suit::ALL.len()],
}

const ONE_COLOR: &str = "\"#rrggbb\"";
const TWO_COLORS: &str = "\"#rrggbb\", \"on #rrggbb\" or \"#rrggbb on #rrggbb\"";

impl CustomColors {
    /// No color is set.
    pub const NONE: CustomColors = CustomColors {
        roles: [Style::new(); Role::COUNT],
        suits: [None; Suit::ALL.len()],
    };

    /// Reads the colors in the settings. Those that cannot be read are ignored and reported.
    pub fn from_settings(settings: &[ColorOverride]) -> (CustomColors, Vec<ConfigError>) {
        let mut colors = CustomColors::NONE;
        let mut errors = Vec::new();
        for setting in settings {
            if let Err(error) = colors.set(&setting.name, &setting.value) {
                errors.push(setting.error(error));
            }
        }
        (colors, errors)
    }

    /// Returns the names that colors can be set for.
    pub fn role_names() -> impl Iterator<Item = &'static str> {
        let roles = Role::VARIANTS.iter().map(<&str>::from);
        roles.chain(Suit::ALL.map(Suit::name))
    }

    /// Sets the colors of a role or a suit. The error is a message without the line number.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let invalid = |forms| {
            let value = quote(value);
            format!("the color of {name} cannot be {value}; use {forms}")
        };
        let one_color = || parse_rgb(value).ok_or_else(|| invalid(ONE_COLOR));
        if let Some(suit) = Suit::ALL.into_iter().find(|suit| suit.name() == name) {
            self.suits[suit.index()] = Some(one_color()?);
            return Ok(());
        }
        match name.parse() {
            Ok(role @ Role::Background) => self.roles[role as usize].bg = Some(one_color()?),
            Ok(role) => {
                self.roles[role as usize] =
                    parse_style(value).ok_or_else(|| invalid(TWO_COLORS))?;
            }
            Err(_) => {
                let (name, known) = (quote(name), CustomColors::role_names());
                let known = known.collect::<Vec<_>>().join(", ");
                return Err(format!("unknown color {name}; the colors are {known}"));
            }
        }
        Ok(())
    }

    /// Whether the background is light, if it is set.
    pub(super) fn has_light_background(&self) -> Option<bool> {
        self.background_of(Role::Background).map(is_light)
    }

    /// Returns the background of a role: its own, or that of the surface that it is part of.
    pub(super) fn background_of(&self, role: Role) -> Option<Color> {
        let surface = match role {
            Role::CardEdge | Role::CardLabel | Role::CardFaceShaded => Role::CardFace,
            Role::CardBackText => Role::CardBack,
            Role::PanelStrong => Role::Panel,
            role => role,
        };
        let background = |role: Role| self.roles[role as usize].bg;
        background(role).or_else(|| background(surface))
    }
}

/// Parses the colors of a text and its background: `#rrggbb on #rrggbb`, or one of them.
fn parse_style(value: &str) -> Option<Style> {
    let words: Vec<&str> = value.split_whitespace().collect();
    let style = Style::new();
    match words[..] {
        [text] => Some(style.fg(parse_rgb(text)?)),
        ["on", background] => Some(style.bg(parse_rgb(background)?)),
        [text, "on", background] => Some(style.fg(parse_rgb(text)?).bg(parse_rgb(background)?)),
        _ => None,
    }
}

/// Parses a color: `#rrggbb`. The contrast of names and numbers depends on the terminal.
fn parse_rgb(value: &str) -> Option<Color> {
    let color = value.parse().ok();
    color.filter(|color| matches!(color, Color::Rgb(..)))
}

#[cfg(test)]
mod tests {
    use super::super::Theme;
    use super::super::appearance::Appearance;
    use super::super::colors::{ColorDepth, DARK_TEXT, LIGHT_TEXT};
    use super::*;
    use crate::storage::settings::ThemeName;

    fn colors(lines: &str) -> (CustomColors, Vec<String>) {
        let settings: Vec<ColorOverride> = lines
            .lines()
            .enumerate()
            .map(|(n, line)| {
                let (role, colors) = line.split_once(": ").expect("a role and its colors");
                ColorOverride {
                    name: role.into(),
                    value: colors.into(),
                    line: n + 1,
                }
            })
            .collect();
        let (colors, errors) = CustomColors::from_settings(&settings);
        (colors, errors.iter().map(ToString::to_string).collect())
    }

    fn theme(name: ThemeName, custom_colors: CustomColors, color_depth: ColorDepth) -> Theme {
        Theme::from(&Appearance {
            theme: name,
            custom_colors,
            color_depth,
            ..Appearance::from_env(|_| None)
        })
    }

    #[test]
    fn colors_are_set_for_text_background_or_both() {
        let (colors, errors) = colors(
            "dim: #8fb8a2\npanel: on #102030\ncard-face: #000001 on #Fefefe\nclubs: #00ff00",
        );
        assert_eq!(errors, [""; 0]);
        let own = theme(ThemeName::Custom, colors, ColorDepth::TrueColor);
        let terminal = theme(ThemeName::Terminal, colors, ColorDepth::TrueColor);
        assert_eq!(
            own[Role::Dim],
            Style::new().fg(Color::Rgb(0x8f, 0xb8, 0xa2))
        );
        assert_eq!(own[Role::Panel].bg, Some(Color::Rgb(0x10, 0x20, 0x30)));
        assert_eq!(own[Role::Panel].fg, terminal[Role::Panel].fg);
        let face = Style::new()
            .fg(Color::Rgb(0, 0, 1))
            .bg(Color::Rgb(0xfe, 0xfe, 0xfe));
        assert_eq!(own[Role::CardFace], face);
        assert_eq!(own[Role::CardEdge].bg, face.bg, "a part of the card");
        assert_eq!(own[Role::PanelStrong].bg, own[Role::Panel].bg);
        let suit = |suit| own.suit_style(suit, face) != terminal.suit_style(suit, face);
        assert!(suit(Suit::Clubs) && !suit(Suit::Spades));
    }

    #[test]
    fn without_a_color_the_theme_is_that_of_the_terminal() {
        for depth in [
            ColorDepth::TrueColor,
            ColorDepth::Ansi256,
            ColorDepth::Ansi16,
        ] {
            let own = theme(ThemeName::Custom, CustomColors::NONE, depth);
            let terminal = theme(ThemeName::Terminal, CustomColors::NONE, depth);
            assert_eq!(own, terminal);
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
                let theme = theme(ThemeName::Custom, colors, depth);
                for &role in Role::VARIANTS {
                    let style = theme[role];
                    assert!(style.bg.is_some(), "{role:?}");
                    assert!(style.bg != style.fg, "{role:?}");
                }
                assert_eq!(theme[Role::Text].fg, Some(depth.nearest(text)));
            }
        }
    }

    #[test]
    fn colors_that_become_one_of_16_stay_apart() {
        let (colors, _) = colors("panel: #1a1a1e on #101010\ncard-face: #fefefe on #ffffff");
        let theme = theme(ThemeName::Custom, colors, ColorDepth::Ansi16);
        for style in [theme[Role::Panel], theme[Role::CardFace]] {
            assert_ne!(style.fg, style.bg);
        }
    }

    #[test]
    fn an_error_names_the_role_and_what_can_be_used() {
        let (colors, errors) = colors(
            "dim: pink\nbackground: #000000 on #ffffff\nhearts: on #ff0000\ndimm: #ffffff\n\
             panel: #fffff\ntext: red\nstrong: on \nerror: #ffffff on",
        );
        assert_eq!(colors, CustomColors::NONE);
        let expected = [
            "line 1: the color of dim cannot be \"pink\"; use \"#rrggbb\", \"on #rrggbb\" or ",
            "line 2: the color of background cannot be \"#000000 on #ffffff\"; use \"#rrggbb\"",
            "line 3: the color of hearts cannot be \"on #ff0000\"; use \"#rrggbb\"",
            "line 4: unknown color \"dimm\"; the colors are background, text, dim, ",
            "line 5: the color of panel cannot be \"#fffff\"; use ",
            "line 6: the color of text cannot be \"red\"; use ",
            "line 7: the color of strong cannot be \"on \"; use ",
            "line 8: the color of error cannot be \"#ffffff on\"; use ",
        ];
        assert_eq!(errors.len(), expected.len());
        for (error, expected) in errors.iter().zip(expected) {
            assert!(error.contains(expected), "{error}");
        }
    }
}
