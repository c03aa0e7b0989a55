//! Color themes: the style of each role and the glyphs that accompany it. Nothing is shown by
//! color alone.

mod contrast;
mod custom;
mod glyphs;
mod palette;
mod style_role;

use std::borrow::Cow;

use ratatui::style::{Color, Modifier, Style};

use crate::cards::{Card, Suit};
use crate::describe::CardNotation;
pub use crate::storage::settings::Theme;
use crate::storage::settings::{BoolSetting, Settings};
pub use custom::CustomColors;
pub use glyphs::Glyphs;
use glyphs::{ASCII, UNICODE};
use palette::{CARD_TEXT, rgb_to_color, theme_style};
pub use style_role::{ColorDepth, StyleRole};

/// Options of the user and properties of the terminal that determine how the screen is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// Color theme.
    pub theme: Theme,
    /// Colors of the player's own theme.
    pub custom_colors: CustomColors,
    /// Number of colors that the terminal can show.
    pub color_depth: ColorDepth,
    /// Whether the terminal reports a light background.
    pub light_background: bool,
    /// Whether each suit has its own color.
    pub four_colors: bool,
    /// Whether to write only ASCII characters.
    pub ascii: bool,
}

impl Appearance {
    /// Detects what the terminal can show from its environment variables.
    pub fn from_env(variable: impl Fn(&str) -> Option<String>) -> Appearance {
        let is = |name: &str, test: fn(&str) -> bool| variable(name).is_some_and(|v| test(&v));
        let term = variable("TERM").unwrap_or_default();
        let color_depth = if is("NO_COLOR", |v| !v.is_empty()) {
            ColorDepth::Mono
        } else if is("COLORTERM", |v| v == "truecolor" || v == "24bit") {
            ColorDepth::TrueColor
        } else if term.contains("256color") || cfg!(windows) {
            ColorDepth::Ansi256
        } else {
            ColorDepth::Ansi16
        };
        Appearance {
            theme: Theme::Terminal,
            custom_colors: CustomColors::NONE,
            color_depth,
            light_background: is("COLORFGBG", is_light_colorfgbg),
            four_colors: false,
            ascii: CardNotation::detect(&variable) == CardNotation::Letters,
        }
    }

    /// Applies the settings to the detected appearance.
    #[must_use]
    pub fn with_settings(self, settings: &Settings) -> Appearance {
        Appearance {
            theme: settings.theme,
            custom_colors: CustomColors::from_settings(&settings.color_overrides).0,
            four_colors: settings.is_on(BoolSetting::FourColors),
            ascii: self.ascii || settings.is_on(BoolSetting::Ascii),
            ..self
        }
    }

    /// Returns the characters to draw with.
    pub fn glyphs(&self) -> &'static Glyphs {
        if self.ascii { &ASCII } else { &UNICODE }
    }

    /// Whether everything is drawn without color.
    pub fn is_mono(&self) -> bool {
        self.color_depth == ColorDepth::Mono || self.theme == Theme::Mono
    }

    /// Returns the complete style of a role: both colors and the attributes.
    pub fn style(&self, role: StyleRole) -> Style {
        let (depth, light) = (self.color_depth, self.light_background);
        match self.theme {
            Theme::Custom if !self.is_mono() => self.custom_colors.style(depth, light, role),
            theme => theme_style(depth, theme, light, role),
        }
    }

    /// Returns the style of a card's rank and suit on the background of a role.
    pub fn card_style(&self, card: Card, background: StyleRole) -> Style {
        self.suit_style(card.suit(), background)
    }

    /// Returns the style of text in a suit's color on the background of a role.
    pub fn suit_style(&self, suit: Suit, background: StyleRole) -> Style {
        let style = self.style(background).add_modifier(Modifier::BOLD);
        if self.is_mono() {
            return style;
        }
        let (rgb, ansi) = match (suit, self.four_colors) {
            (Suit::Hearts, _) | (Suit::Diamonds, false) => ((0xc0, 0x1c, 0x2c), Color::Red),
            (Suit::Diamonds, true) => ((0x1c, 0x5a, 0xc8), Color::Blue),
            (Suit::Clubs, true) => ((0x15, 0x77, 0x33), Color::Green),
            (Suit::Spades, _) | (Suit::Clubs, false) => (CARD_TEXT, Color::Black),
        };
        let style = style.fg(match self.color_depth {
            ColorDepth::Ansi16 => ansi,
            depth => rgb_to_color(depth, rgb),
        });
        match self.theme {
            Theme::Custom => self.custom_colors.with_suit(style, self.color_depth, suit),
            _ => style,
        }
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

    /// Replaces the characters that this terminal cannot show.
    pub fn transliterate<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if !self.ascii {
            return Cow::Borrowed(text);
        }
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
        Cow::Owned(text.chars().map(to_ascii).collect())
    }
}

/// Whether a value of `COLORFGBG`, such as `0;15`, names a light background. The last number is the
/// color of the background.
fn is_light_colorfgbg(value: &str) -> bool {
    let background = value.rsplit(';').next();
    let background = background.and_then(|number| number.parse().ok());
    background.is_some_and(|number: u8| number == 7 || (9..16).contains(&number))
}

#[cfg(test)]
mod tests {
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
                    Theme::Light
                } else {
                    Theme::HighContrast
                };
                let other = Appearance {
                    theme,
                    ..appearance
                };
                for role in [
                    StyleRole::Accent,
                    StyleRole::Error,
                    StyleRole::DropTargetMarker,
                    StyleRole::HintMarker,
                ] {
                    assert_eq!(
                        appearance.style(role).fg,
                        other.style(role).fg,
                        "{colorfgbg}: {role:?}"
                    );
                }
                assert_eq!(
                    appearance.style(StyleRole::Accent).bg,
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
        let color =
            |appearance: Appearance, suit| appearance.suit_style(suit, StyleRole::CardFace).fg;
        assert_eq!(color(own, Suit::Clubs), Some(Color::Rgb(0, 255, 0)));
        let terminal = Appearance {
            theme: Theme::Terminal,
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
    fn mono_styles_have_no_colors() {
        let appearance = Appearance {
            color_depth: ColorDepth::Mono,
            ..appearance(&[])
        };
        for role in [
            StyleRole::CardFace,
            StyleRole::CardBack,
            StyleRole::DropTargetMarker,
            StyleRole::Accent,
            StyleRole::SelectedCard,
        ] {
            let style = appearance.style(role);
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
        }
    }

    #[test]
    fn selected_cards_differ_from_all_others_at_every_color_depth() {
        for (color_depth, theme) in [
            (ColorDepth::TrueColor, Theme::Terminal),
            (ColorDepth::Ansi16, Theme::Felt),
            (ColorDepth::Mono, Theme::Terminal),
        ] {
            let appearance = Appearance {
                color_depth,
                theme,
                ..appearance(&[])
            };
            for role in [
                StyleRole::MovedCard,
                StyleRole::CardFace,
                StyleRole::CardFaceShaded,
                StyleRole::DropTarget,
            ] {
                assert_ne!(
                    appearance.style(role),
                    appearance.style(StyleRole::SelectedCard),
                    "{role:?}"
                );
            }
        }
    }

    #[test]
    fn ascii_mode_writes_only_ascii() {
        let appearance = Appearance {
            ascii: true,
            ..appearance(&[])
        };
        assert_eq!(
            appearance.transliterate("10♥ does not go on 8♠"),
            "10h does not go on 8s"
        );
        let glyphs = format!("{:?}", appearance.glyphs());
        // `Debug` escapes what it does not print.
        let has_escapes = glyphs.contains("\\u");
        assert!(glyphs.is_ascii() && !has_escapes, "{glyphs}");
    }
}
