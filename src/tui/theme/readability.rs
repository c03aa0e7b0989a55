//! Whether the texts of a theme can be read on their backgrounds.

use ratatui::style::Style;

use super::appearance::Appearance;
use super::colors::{ColorDepth, contrast};
use super::palette::{ROLES, Theme, on_face};
use crate::cards::Suit;
use crate::storage::settings::ThemeName;

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

#[cfg(test)]
mod tests {
    use ratatui::style::{Color, Modifier};

    use super::super::colors::{STANDARD_COLORS, components};
    use super::super::custom::CustomColors;
    use super::*;

    /// Returns the color that a terminal shows; `own` is its text or background.
    fn shown(color: Option<Color>, own: Color) -> Color {
        let components = color.and_then(components);
        components.map_or(own, |[r, g, b]| Color::Rgb(r, g, b))
    }

    #[test]
    fn all_text_of_the_built_in_themes_is_readable() {
        let rgb = |text: &str| text.parse::<Color>().expect("a color");
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
    fn cards_stand_out_from_the_ground_of_the_light_theme() {
        for color_depth in [ColorDepth::TrueColor, ColorDepth::Ansi256] {
            let theme = Theme::from(&Appearance {
                theme: ThemeName::Light,
                color_depth,
                ..Appearance::from_env(|_| None)
            });
            let [paper, ground] = [theme.card_face, theme.background]
                .map(|style| shown(style.bg, Color::Rgb(255, 255, 255)));
            let contrast = contrast(paper, ground);
            assert!(contrast >= Some(1.5), "{color_depth:?}: {contrast:?}");
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
