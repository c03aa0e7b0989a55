//! Color themes: the styles and glyphs to draw with. Nothing is shown by color alone.

mod appearance;
mod colors;
mod custom;
pub mod glyphs;
mod palette;

pub use appearance::Appearance;
pub use colors::{ColorDepth, Role, is_light};
pub use custom::CustomColors;
pub use palette::{Theme, on_face};

#[cfg(test)]
mod tests {
    use ratatui::buffer::{Buffer, Cell};
    use ratatui::style::{Color, Modifier, Style};
    use strum::VariantArray;

    use super::colors::{STANDARD_COLORS, components, luminance};
    use super::*;
    use crate::cards::Suit;
    use crate::storage::settings::ThemeName;

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
                    (shown[Role::Accent], other[Role::Accent]),
                    (shown[Role::Error], other[Role::Error]),
                    (shown[Role::DropTargetMarker], other[Role::DropTargetMarker]),
                    (shown[Role::HintMarker], other[Role::HintMarker]),
                ] {
                    assert_ne!(style.fg, on_other_background.fg, "{colorfgbg}");
                }
                assert_eq!(
                    shown[Role::Accent].bg,
                    None,
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
            theme.suit_style(suit, theme[Role::CardFace]).fg
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
        assert_eq!(shown(ColorDepth::Mono, true), "Ah 2d 3c 4s .");
    }

    #[test]
    fn mono_styles_have_no_colors() {
        let theme = Theme::from(&Appearance {
            color_depth: ColorDepth::Mono,
            ..appearance(&[])
        });
        for &role in Role::VARIANTS {
            let style = theme[role];
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
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
                theme[Role::CardFace],
                theme[Role::SelectedCard],
                theme[Role::MovedCard],
                theme[Role::HintedCard],
                theme[Role::DropTarget],
            ];
            for (n, face) in faces.iter().enumerate() {
                assert!(!faces[..n].contains(face), "{n}");
            }
        }
    }

    #[test]
    fn selected_and_marked_cards_differ_from_others_at_every_color_depth() {
        for (color_depth, theme) in [
            (ColorDepth::TrueColor, ThemeName::Terminal),
            (ColorDepth::Ansi16, ThemeName::Terminal),
            (ColorDepth::Ansi16, ThemeName::Felt),
            (ColorDepth::Mono, ThemeName::Terminal),
        ] {
            let theme = Theme::from(&Appearance {
                color_depth,
                theme,
                ..appearance(&[])
            });
            for other in [
                theme[Role::MovedCard],
                theme[Role::CardFace],
                theme[Role::CardFaceShaded],
                theme[Role::DropTarget],
            ] {
                assert_ne!(other, theme[Role::SelectedCard]);
            }
            assert_ne!(theme[Role::HintedCard], theme[Role::DropTarget]);
        }
    }

    /// Roles without text, only with ornament.
    const ORNAMENTS: [Role; 3] = [Role::Background, Role::CardEdge, Role::CardBack];

    /// The faces of cards, on which ranks and suits are written.
    const CARD_FACES: [Role; 7] = [
        Role::CardFace,
        Role::CardFaceShaded,
        Role::SelectedCard,
        Role::MovedCard,
        Role::SlidCard,
        Role::HintedCard,
        Role::DropTarget,
    ];

    /// Returns the styles of text, with a name for each.
    fn text_styles(theme: &Theme) -> Vec<(String, Style)> {
        let mut styles = Vec::new();
        for &role in Role::VARIANTS {
            let (style, _) = theme.face(role);
            if CARD_FACES.contains(&role) {
                let label = on_face(theme[Role::CardLabel], style);
                styles.push((format!("label on {role:?}"), label));
                styles.extend(Suit::ALL.map(|suit| {
                    let name = format!("{} on {role:?}", suit.name());
                    (name, theme.suit_style(suit, style))
                }));
            }
            if !ORNAMENTS.contains(&role) {
                styles.push((format!("{role:?}"), style));
            }
        }
        styles
    }

    /// Returns the contrast between two colors: from 1, if they are equal, to 21. `None` if one of them
    /// depends on the terminal.
    pub(super) fn contrast(one: Color, other: Color) -> Option<f64> {
        let (one, other) = (luminance(one)?, luminance(other)?);
        Some((one.max(other) + 0.05) / (one.min(other) + 0.05))
    }

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
                let styles = text_styles(&Theme::from(&Appearance {
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

    /// The 16 colors of the Linux console; the eight bright ones are dark as backgrounds.
    const CONSOLE_COLORS: [(Color, u32); 16] = [
        (Color::Black, 0x000000),
        (Color::Red, 0xaa0000),
        (Color::Green, 0x00aa00),
        (Color::Yellow, 0xaa5500),
        (Color::Blue, 0x0000aa),
        (Color::Magenta, 0xaa00aa),
        (Color::Cyan, 0x00aaaa),
        (Color::Gray, 0xaaaaaa),
        (Color::DarkGray, 0x555555),
        (Color::LightRed, 0xff5555),
        (Color::LightGreen, 0x55ff55),
        (Color::LightYellow, 0xffff55),
        (Color::LightBlue, 0x5555ff),
        (Color::LightMagenta, 0xff55ff),
        (Color::LightCyan, 0x55ffff),
        (Color::White, 0xffffff),
    ];

    #[test]
    fn all_text_is_readable_on_the_linux_console() {
        let shown = |color: Option<Color>, own: usize, is_background: bool| {
            let known = CONSOLE_COLORS.iter().position(|(c, _)| color == Some(*c));
            let number = known.unwrap_or(own) % if is_background { 8 } else { 16 };
            Color::from_u32(CONSOLE_COLORS[number].1)
        };
        for theme in [
            ThemeName::Terminal,
            ThemeName::Felt,
            ThemeName::Light,
            ThemeName::HighContrast,
        ] {
            let console = appearance(&[("TERM", "linux")]);
            let theme_of_console = Theme::from(&Appearance { theme, ..console });
            for (name, style) in text_styles(&theme_of_console) {
                let contrast = contrast(shown(style.fg, 7, false), shown(style.bg, 0, true));
                assert!(contrast > Some(2.9), "{theme:?}: {name} {contrast:?}");
            }
            assert_ne!(
                shown(theme_of_console[Role::CardBack].bg, 0, true),
                shown(theme_of_console[Role::Background].bg, 0, true),
                "{theme:?}: backs are the ground"
            );
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
            let [paper, ground] = [theme[Role::CardFace], theme[Role::Background]]
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
                let styles = text_styles(&Theme::from(&Appearance {
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
            let theme = Theme::from(&Appearance {
                light_background,
                ..Appearance::from_env(|_| None)
            });
            for role in CARD_FACES {
                assert_ne!(theme[role].bg, Some(background), "{role:?}");
            }
        }
    }
}
