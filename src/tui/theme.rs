//! Color themes: the styles and glyphs to draw with. Nothing is shown by color alone.

mod appearance;
mod colors;
mod courts;
mod custom;
mod glyphs;
mod palette;
mod readability;

use crate::storage::settings::ThemeName;
pub use appearance::Appearance;
pub use colors::{ColorDepth, is_light};
pub use courts::CourtColors;
pub use custom::CustomColors;
pub use glyphs::Glyphs;
pub use palette::{Theme, on_face};
pub use readability::contrast_warnings;

impl From<&Appearance> for Theme {
    fn from(appearance: &Appearance) -> Theme {
        let depth = match appearance.theme {
            ThemeName::Mono => ColorDepth::Mono,
            _ => appearance.color_depth,
        };
        let custom = match appearance.theme {
            ThemeName::Custom if depth != ColorDepth::Mono => appearance.custom_colors,
            _ => CustomColors::NONE,
        };
        let light = custom.has_light_background();
        let mut theme = Theme::new(
            appearance.theme,
            light.unwrap_or(appearance.light_background),
            depth,
            appearance.four_colors,
            appearance.ascii,
        );
        custom.apply_to(&mut theme, depth);
        theme
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::{Buffer, Cell};
    use ratatui::style::Color;

    use super::palette::ROLES;
    use super::*;
    use crate::cards::Suit;

    fn appearance(variables: &[(&str, &str)]) -> Appearance {
        Appearance::from_env(|name| {
            let variable = variables.iter().find(|(known, _)| *known == name);
            variable.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn markers_of_the_terminal_theme_have_other_colors_on_a_light_background() {
        for (colorfgbg, light) in [
            ("0;15", true),
            ("0;default;7", true),
            ("15;0", false),
            ("15;default;8", false),
            ("default;default", false),
            ("", false),
        ] {
            for colorterm in ["truecolor", ""] {
                let appearance = appearance(&[("COLORFGBG", colorfgbg), ("COLORTERM", colorterm)]);
                assert_eq!(appearance.light_background, light, "{colorfgbg}");
                let shown = Theme::from(&appearance);
                let other = Theme::from(&Appearance {
                    light_background: !light,
                    ..appearance
                });
                for (style, on_other_background) in [
                    (shown.accent, other.accent),
                    (shown.error, other.error),
                    (shown.drop_target_marker, other.drop_target_marker),
                    (shown.hint_marker, other.hint_marker),
                ] {
                    assert_ne!(style.fg, on_other_background.fg, "{colorfgbg}");
                }
                assert_eq!(
                    shown.accent.bg, None,
                    "the terminal theme must keep the terminal's background"
                );
            }
        }
    }

    #[test]
    fn suits_of_the_own_theme_have_their_colors() {
        let (settings, _) =
            crate::storage::settings::parse("theme = \"custom\"\n[colors]\nclubs = \"#00ff00\"\n");
        let own = Appearance {
            color_depth: ColorDepth::TrueColor,
            ..appearance(&[]).with_settings(&settings)
        };
        let color = |appearance: Appearance, suit| {
            let theme = Theme::from(&appearance);
            theme.suit_style(suit, theme.card_face).fg
        };
        assert_eq!(color(own, Suit::Clubs), Some(Color::Rgb(0, 255, 0)));
        let terminal = Appearance {
            theme: ThemeName::Terminal,
            ..own
        };
        assert_ne!(color(terminal, Suit::Clubs), color(own, Suit::Clubs));
        assert_eq!(color(terminal, Suit::Spades), color(own, Suit::Spades));
        let mono = Appearance {
            color_depth: ColorDepth::Mono,
            ..own
        };
        assert_eq!(color(mono, Suit::Clubs), None);
    }

    #[test]
    fn red_suits_are_hollow_without_color() {
        let shown = |color_depth, ascii| {
            let mut buf = Buffer::with_lines(["A♥ 2♦ 3♣ 4♠ …"]);
            Theme::from(&Appearance {
                color_depth,
                ascii,
                ..appearance(&[])
            })
            .transliterate(&mut buf);
            buf.content.iter().map(Cell::symbol).collect::<String>()
        };
        assert_eq!(shown(ColorDepth::Mono, false), "A♡ 2♢ 3♣ 4♠ …");
        assert_eq!(shown(ColorDepth::Ansi16, false), "A♥ 2♦ 3♣ 4♠ …");
        assert_eq!(shown(ColorDepth::Mono, true), "Ah 2d 3c 4s >");
    }

    #[test]
    fn mono_styles_have_no_colors() {
        let mut theme = Theme::from(&Appearance {
            color_depth: ColorDepth::Mono,
            ..appearance(&[])
        });
        for (role, style) in ROLES {
            let style = *style(&mut theme);
            assert_eq!((style.fg, style.bg), (None, None), "{role}");
        }
    }

    #[test]
    fn marked_cards_differ_from_each_other_with_256_colors() {
        for theme in [
            ThemeName::Terminal,
            ThemeName::Felt,
            ThemeName::Light,
            ThemeName::HighContrast,
        ] {
            let theme = Theme::from(&Appearance {
                color_depth: ColorDepth::Ansi256,
                theme,
                ..appearance(&[])
            });
            let faces = [
                theme.card_face,
                theme.selected_card,
                theme.moved_card,
                theme.hinted_card,
                theme.drop_target,
            ];
            for (n, face) in faces.iter().enumerate() {
                assert!(!faces[..n].contains(face), "{n}");
            }
        }
    }

    #[test]
    fn selected_cards_differ_from_all_others_at_every_color_depth() {
        for (color_depth, theme) in [
            (ColorDepth::TrueColor, ThemeName::Terminal),
            (ColorDepth::Ansi16, ThemeName::Felt),
            (ColorDepth::Mono, ThemeName::Terminal),
        ] {
            let theme = Theme::from(&Appearance {
                color_depth,
                theme,
                ..appearance(&[])
            });
            for other in [
                theme.moved_card,
                theme.card_face,
                theme.card_face_shaded,
                theme.drop_target,
            ] {
                assert_ne!(other, theme.selected_card);
            }
        }
    }
}
