//! Colors of the player's own theme, as the settings file names them, and whether they can be read.

use ratatui::style::{Color, Style};
use thiserror::Error;

use super::palette::ROLES;
use super::palette::{ColorDepth, DARK_TEXT, LIGHT_TEXT, ensure_readable};
use super::{Appearance, Theme, on_face};
use crate::cards::Suit;
use crate::escape::quote;
use crate::storage::settings::{ColorOverride, ConfigError, ThemeName};

/// Colors of the player's own theme. Colors that are not set are those of the terminal theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomColors {
    roles: [Style; ROLES.len()],
    suits: [Option<Color>; Suit::ALL.len()],
}

/// Why the color of a role or suit cannot be set.
#[derive(Debug, Error)]
enum ColorError {
    #[error("unknown color {}; the colors are {}", quote(.0), list_of_roles())]
    UnknownRole(String),
    #[error("the color of {role} cannot be {}; use {forms}", quote(.value))]
    Invalid {
        role: String,
        value: String,
        forms: &'static str,
    },
}

const ONE_COLOR: &str = "\"#rrggbb\"";
const TWO_COLORS: &str = "\"#rrggbb\", \"on #rrggbb\" or \"#rrggbb on #rrggbb\"";

impl CustomColors {
    /// No color is set.
    pub const NONE: CustomColors = CustomColors {
        roles: [Style::new(); ROLES.len()],
        suits: [None; Suit::ALL.len()],
    };

    /// Reads the colors in the settings. Those that cannot be read are ignored and reported.
    pub fn from_settings(settings: &[ColorOverride]) -> (CustomColors, Vec<ConfigError>) {
        let mut colors = CustomColors::NONE;
        let mut errors = Vec::new();
        for setting in settings {
            if let Err(error) = colors.set(&setting.name, &setting.value) {
                errors.push(setting.error(error.to_string()));
            }
        }
        (colors, errors)
    }

    /// Returns the names that colors can be set for.
    pub fn role_names() -> impl Iterator<Item = &'static str> {
        let roles = ROLES.iter().map(|(name, _)| *name);
        roles.chain(Suit::ALL.map(Suit::name))
    }

    /// Sets the colors of a role or a suit.
    fn set(&mut self, name: &str, value: &str) -> Result<(), ColorError> {
        let invalid = |forms| ColorError::Invalid {
            role: name.to_owned(),
            value: value.to_owned(),
            forms,
        };
        if let Some(suit) = Suit::ALL.into_iter().find(|suit| suit.name() == name) {
            let color = parse_rgb(value).ok_or_else(|| invalid(ONE_COLOR))?;
            self.suits[suit.index()] = Some(color);
        } else if name == "background" {
            let color = parse_rgb(value).ok_or_else(|| invalid(ONE_COLOR))?;
            self.roles[0].bg = Some(color);
        } else if let Some(role) = ROLES.iter().position(|(role, _)| *role == name) {
            self.roles[role] = parse_style(value).ok_or_else(|| invalid(TWO_COLORS))?;
        } else {
            return Err(ColorError::UnknownRole(name.to_owned()));
        }
        Ok(())
    }

    /// Whether the background is light, if it is set.
    pub(super) fn has_light_background(&self) -> Option<bool> {
        self.roles[0].bg.map(is_light)
    }

    /// Returns the background of a role: its own, or that of the surface that it is part of.
    fn background_of(&self, role: &str) -> Option<Color> {
        let surface = match role {
            "card-edge" | "card-label" | "card-face-shaded" => "card-face",
            "card-back-text" => "card-back",
            "panel-strong" => "panel",
            role => role,
        };
        let background = |name| {
            let role = ROLES.iter().position(|(role, _)| *role == name)?;
            self.roles[role].bg
        };
        background(role).or_else(|| background(surface))
    }

    /// Changes the colors of a theme to those that are set.
    pub(super) fn apply_to(&self, theme: &mut Theme, depth: ColorDepth) {
        if *self == CustomColors::NONE {
            return;
        }
        for ((role, style), colors) in ROLES.into_iter().zip(self.roles) {
            let style = style(theme);
            let table = self.roles[0].bg.filter(|_| style.bg.is_none());
            if let Some(background) = self.background_of(role).or(table) {
                style.bg = Some(depth.nearest(background));
                if matches!(style.fg, None | Some(Color::Reset)) && role != "background" {
                    let text = if is_light(background) {
                        DARK_TEXT
                    } else {
                        LIGHT_TEXT
                    };
                    style.fg = Some(depth.nearest(text));
                }
            }
            if let Some(text) = colors.fg {
                style.fg = Some(depth.nearest(text));
            }
            *style = ensure_readable(*style);
        }
        for (color, own) in theme.suit_colors.iter_mut().flatten().zip(self.suits) {
            *color = own.map_or(*color, |own| depth.nearest(own));
        }
    }
}

fn list_of_roles() -> String {
    let names: Vec<&str> = CustomColors::role_names().collect();
    names.join(", ")
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

/// Contrast below which text is hard to read.
const MIN_CONTRAST: f64 = 3.0;

/// Roles without text, only with ornament.
const ORNAMENTS: [&str; 3] = ["background", "card-edge", "card-back"];

/// The faces of cards, on which ranks and suits are written.
const CARD_FACES: [&str; 6] = [
    "card-face",
    "card-face-shaded",
    "selected-card",
    "moved-card",
    "hinted-card",
    "drop-target",
];

/// Names the colors of the player's own theme that are hard to read on their background, one per line.
pub fn contrast_warnings(appearance: &Appearance) -> Vec<String> {
    let mut theme = Theme::from(&Appearance {
        theme: ThemeName::Custom,
        color_depth: ColorDepth::TrueColor,
        ..*appearance
    });
    let styles = text_styles(&mut theme).into_iter();
    styles
        .filter_map(|(name, style)| warning(&name, style))
        .collect()
}

/// Returns the styles of text, with a name for each.
fn text_styles(theme: &mut Theme) -> Vec<(String, Style)> {
    let mut styles = Vec::new();
    for (role, style) in ROLES {
        let style = *style(theme);
        if CARD_FACES.contains(&role) {
            let label = on_face(theme.card_label, style);
            styles.push((format!("card-label on {role}"), label));
            styles.extend(Suit::ALL.map(|suit| {
                let name = format!("{} on {role}", suit.name());
                (name, theme.suit_style(suit, style))
            }));
        }
        if !ORNAMENTS.contains(&role) {
            styles.push((role.to_owned(), style));
        }
    }
    styles
}

/// Returns a warning if the text of a style is hard to read.
fn warning(name: &str, style: Style) -> Option<String> {
    let contrast = contrast(style.fg?, style.bg?)?;
    (contrast < MIN_CONTRAST)
        .then(|| format!("{name} is hard to read: contrast {contrast:.1}, below 3"))
}

/// Returns the contrast between two colors: from 1, if they are equal, to 21. `None` if one of them
/// depends on the terminal.
fn contrast(one: Color, other: Color) -> Option<f64> {
    let (one, other) = (luminance(one)?, luminance(other)?);
    Some((one.max(other) + 0.05) / (one.min(other) + 0.05))
}

/// Whether dark text is easier to read on a background than light text.
pub fn is_light(background: Color) -> bool {
    contrast(background, Color::Rgb(0, 0, 0)) > contrast(background, Color::Rgb(255, 255, 255))
}

/// Returns the relative luminance of a color, from 0 to 1.
fn luminance(color: Color) -> Option<f64> {
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
    use ratatui::style::Modifier;

    use super::super::palette::STANDARD_COLORS;
    use super::*;

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
        assert_eq!(own.dim, Style::new().fg(Color::Rgb(0x8f, 0xb8, 0xa2)));
        assert_eq!(own.panel.bg, Some(Color::Rgb(0x10, 0x20, 0x30)));
        assert_eq!(own.panel.fg, terminal.panel.fg);
        let face = Style::new()
            .fg(Color::Rgb(0, 0, 1))
            .bg(Color::Rgb(0xfe, 0xfe, 0xfe));
        assert_eq!(own.card_face, face);
        assert_eq!(own.card_edge.bg, face.bg, "a part of the card");
        assert_eq!(own.panel_strong.bg, own.panel.bg);
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
                let mut theme = theme(ThemeName::Custom, colors, depth);
                for (role, style) in ROLES {
                    let style = *style(&mut theme);
                    assert!(style.bg.is_some(), "{role}");
                    assert!(style.bg != style.fg, "{role}");
                }
                assert_eq!(theme.text.fg, Some(depth.nearest(text)));
            }
        }
    }

    #[test]
    fn colors_that_become_one_of_16_stay_apart() {
        let (colors, _) = colors("panel: #1a1a1e on #101010\ncard-face: #fefefe on #ffffff");
        let theme = theme(ThemeName::Custom, colors, ColorDepth::Ansi16);
        for style in [theme.panel, theme.card_face] {
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

    #[test]
    fn contrasts_are_those_of_the_guidelines() {
        let color = |text| parse_rgb(text).expect("a color");
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

    /// Returns the color that a terminal shows; `own` is its text or background.
    fn shown(color: Option<Color>, own: Color) -> Color {
        let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
        match color {
            None | Some(Color::Reset) => own,
            Some(Color::Indexed(n @ 232..)) => {
                let gray = 8 + 10 * (n - 232);
                Color::Rgb(gray, gray, gray)
            }
            Some(Color::Indexed(n)) => {
                let n = n - 16;
                Color::Rgb(level(n / 36), level(n / 6 % 6), level(n % 6))
            }
            Some(color) => {
                let mut standard = STANDARD_COLORS.into_iter();
                let found = standard.find(|(standard, _)| *standard == color);
                found.map_or(color, |(_, [r, g, b])| Color::Rgb(r, g, b))
            }
        }
    }

    #[test]
    fn all_text_of_the_built_in_themes_is_readable() {
        let rgb = |text: &str| parse_rgb(text).expect("a color");
        let (black, white) = (rgb("#000000"), rgb("#ffffff"));
        let dark = (
            white,
            [black, rgb("#1e1e2e"), rgb("#002b36"), rgb("#282a36")],
        );
        let light = (
            black,
            [white, rgb("#fafafa"), rgb("#fdf6e3"), rgb("#eff1f5")],
        );
        for (theme, (text, backgrounds)) in [
            (ThemeName::Terminal, dark),
            (ThemeName::Terminal, light),
            (ThemeName::Felt, dark),
            (ThemeName::Light, dark),
            (ThemeName::HighContrast, light),
        ] {
            for (color_depth, min) in [
                (ColorDepth::TrueColor, 4.5),
                (ColorDepth::Ansi256, 4.5),
                (ColorDepth::Ansi16, 2.9),
            ] {
                let styles = text_styles(&mut Theme::from(&Appearance {
                    theme,
                    color_depth,
                    four_colors: true,
                    light_background: text == black,
                    ..Appearance::from_env(|_| None)
                }));
                for (name, style) in styles {
                    for background in backgrounds {
                        let background = shown(style.bg, background);
                        let contrast = contrast(shown(style.fg, text), background);
                        assert!(
                            contrast > Some(min),
                            "{theme:?} {color_depth:?} {background:?}: {name} {contrast:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn with_16_colors_bold_text_has_no_color_that_bold_makes_lighter() {
        for theme in [
            ThemeName::Terminal,
            ThemeName::Felt,
            ThemeName::Light,
            ThemeName::HighContrast,
        ] {
            for light_background in [false, true] {
                let styles = text_styles(&mut Theme::from(&Appearance {
                    theme,
                    light_background,
                    ..Appearance::from_env(|_| None)
                }));
                for (name, style) in styles {
                    let is_dark = STANDARD_COLORS[..8]
                        .iter()
                        .any(|(c, _)| style.fg == Some(*c));
                    let is_bold = style.add_modifier.contains(Modifier::BOLD);
                    assert!(!(is_bold && is_dark), "{theme:?}: {name}");
                }
            }
        }
    }

    #[test]
    fn cards_differ_from_the_background_of_the_terminal() {
        for (light_background, background) in [(false, Color::Black), (true, Color::White)] {
            let mut theme = Theme::from(&Appearance {
                light_background,
                ..Appearance::from_env(|_| None)
            });
            for (role, style) in ROLES {
                if CARD_FACES.contains(&role) {
                    assert_ne!(style(&mut theme).bg, Some(background), "{role}");
                }
            }
        }
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
        let warnings = contrast_warnings(&appearance);
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
        for light_background in [false, true] {
            let unset = Appearance {
                custom_colors: CustomColors::NONE,
                light_background,
                ..appearance
            };
            assert_eq!(contrast_warnings(&unset), [""; 0]);
        }
    }
}
