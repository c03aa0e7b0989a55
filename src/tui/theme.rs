//! Color themes: the styles and glyphs to draw with. Nothing is shown by color alone.

mod courts;
mod custom;
mod glyphs;
mod palette;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Block;

use crate::cards::{Card, Suit};
use crate::describe::CardNotation;
use crate::storage::settings::{Setting, Settings, ThemeName};
pub use courts::CourtColors;
pub use custom::{CustomColors, contrast_warnings, is_light};
pub use glyphs::Glyphs;
use glyphs::{ASCII, UNICODE};
pub use palette::{ColorDepth, Theme};
use palette::{ensure_readable, read_styles, suit_colors};

/// What the terminal can show and what the player has chosen: all that a [`Theme`] is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    pub theme: ThemeName,
    pub custom_colors: CustomColors,
    pub color_depth: ColorDepth,
    pub light_background: bool,
    /// Whether each suit has its own color.
    pub four_colors: bool,
    /// Whether to write only ASCII characters.
    pub ascii: bool,
}

/// Parts of the names of terminals that always show 24-bit color, but say so only on their own machine.
const TRUE_COLOR_TERMS: [&str; 6] = ["kitty", "alacritty", "foot", "wezterm", "ghostty", "direct"];

impl Appearance {
    /// Detects what the terminal can show from its environment variables.
    pub fn from_env(variable: impl Fn(&str) -> Option<String>) -> Appearance {
        let is = |name: &str, test: fn(&str) -> bool| variable(name).is_some_and(|v| test(&v));
        let term = variable("TERM").unwrap_or_default();
        let color_depth = if is("NO_COLOR", |v| !v.is_empty()) {
            ColorDepth::Mono
        } else if is("COLORTERM", |v| v == "truecolor" || v == "24bit")
            || TRUE_COLOR_TERMS.iter().any(|name| term.contains(name))
        {
            ColorDepth::TrueColor
        } else if term.contains("256color")
            || (term.starts_with("xterm") && variable("XTERM_VERSION").is_some())
            || variable("TMUX").is_some()
            || cfg!(windows)
        {
            ColorDepth::Ansi256
        } else {
            ColorDepth::Ansi16
        };
        Appearance {
            theme: ThemeName::Terminal,
            custom_colors: CustomColors::NONE,
            color_depth,
            light_background: is("COLORFGBG", is_light_colorfgbg),
            four_colors: false,
            ascii: CardNotation::detect(&variable) == CardNotation::Letters,
        }
    }

    /// Whether the background of the terminal matters.
    pub fn depends_on_background(&self) -> bool {
        self.color_depth != ColorDepth::Mono
            && match self.theme {
                ThemeName::Terminal => true,
                ThemeName::Custom => self.custom_colors.has_light_background().is_none(),
                _ => false,
            }
    }

    /// Applies the settings that are in force to what the terminal can show.
    #[must_use]
    pub fn with_settings(self, settings: &Settings) -> Appearance {
        Appearance {
            theme: settings.choice(),
            custom_colors: CustomColors::from_settings(&settings.color_overrides).0,
            four_colors: settings.is_on(Setting::FourColors),
            ascii: settings.is_on(Setting::Ascii),
            ..self
        }
    }
}

/// Whether a value of `COLORFGBG`, such as `0;15`, names a light background. The last number is the
/// color of the background.
fn is_light_colorfgbg(value: &str) -> bool {
    let background = value.rsplit(';').next();
    let background = background.and_then(|number| number.parse().ok());
    background.is_some_and(|number: u8| number == 7 || (9..16).contains(&number))
}

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
        let mut theme = Theme {
            suit_colors: suit_colors(depth, appearance.four_colors),
            depth,
            ascii: appearance.ascii,
            ..Theme::default()
        };
        let light = light.unwrap_or(appearance.light_background);
        read_styles(&mut theme, appearance.theme, light, depth);
        custom.apply_to(&mut theme, depth);
        theme
    }
}

impl Theme {
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

    /// Returns the colors of a suit's court cards; `None` where a letter stands for the picture.
    pub fn court_colors(&self, suit: Suit) -> Option<CourtColors> {
        CourtColors::new(suit, self.depth).filter(|_| !self.ascii)
    }

    pub fn glyphs(&self) -> &'static Glyphs {
        if self.ascii { &ASCII } else { &UNICODE }
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
        c if c.is_ascii() => c,
        _ => '?',
    };
    text.chars().map(to_ascii).collect()
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Cell;

    use super::palette::ROLES;
    use super::*;

    fn appearance(variables: &[(&str, &str)]) -> Appearance {
        Appearance::from_env(|name| {
            let variable = variables.iter().find(|(known, _)| *known == name);
            variable.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn environment_determines_colors_and_character_set() {
        let true_color = appearance(&[
            ("TERM", "xterm"),
            ("COLORTERM", "truecolor"),
            ("LANG", "C.UTF-8"),
        ]);
        assert_eq!(
            (true_color.color_depth, true_color.ascii),
            (ColorDepth::TrueColor, false)
        );
        let console = appearance(&[("TERM", "linux"), ("LANG", "en_GB.UTF-8")]);
        assert_eq!(
            (console.color_depth, console.ascii),
            (ColorDepth::Ansi16, true)
        );
        for (variables, depth) in [
            (
                &[("TERM", "xterm"), ("XTERM_VERSION", "XTerm(379)")][..],
                ColorDepth::Ansi256,
            ),
            (
                &[("TERM", "screen"), ("TMUX", "/tmp/tmux")],
                ColorDepth::Ansi256,
            ),
            (&[("TERM", "xterm-kitty")], ColorDepth::TrueColor),
            (&[("TERM", "xterm")], ColorDepth::Ansi16),
            (
                &[("TERM", "screen"), ("XTERM_VERSION", "XTerm(379)")],
                ColorDepth::Ansi16,
            ),
        ] {
            assert_eq!(appearance(variables).color_depth, depth, "{variables:?}");
        }
        let mono = appearance(&[
            ("NO_COLOR", "1"),
            ("COLORTERM", "truecolor"),
            ("LC_ALL", "C"),
        ]);
        assert_eq!((mono.color_depth, mono.ascii), (ColorDepth::Mono, true));
    }

    #[test]
    fn text_is_dark_on_a_light_terminal_background() {
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
                let theme = if light {
                    ThemeName::Light
                } else {
                    ThemeName::HighContrast
                };
                let shown = Theme::from(&appearance);
                let other = Theme::from(&Appearance {
                    theme,
                    ..appearance
                });
                for (style, expected) in [
                    (shown.accent, other.accent),
                    (shown.error, other.error),
                    (shown.drop_target_marker, other.drop_target_marker),
                    (shown.hint_marker, other.hint_marker),
                ] {
                    assert_eq!(style.fg, expected.fg, "{colorfgbg}");
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
