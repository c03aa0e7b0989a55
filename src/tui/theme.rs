//! Colours as roles, and the glyphs that go with them: never a colour alone.

mod glyphs;
mod palette;

use std::borrow::Cow;

use ratatui::style::{Color, Modifier, Style};

use crate::cards::{Card, Suit};
use crate::describe::CardNotation;
pub use crate::storage::settings::Theme;
use crate::storage::settings::{BoolSetting, Settings};
pub use glyphs::Glyphs;
use glyphs::{ASCII, UNICODE};
use palette::{ansi16_style, mono_style, rgb_style, rgb_to_color};

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorDepth {
    /// Sixteen million.
    TrueColor,
    /// The 256 of most terminals.
    Ansi256,
    /// Sixteen.
    Ansi16,
    /// None, or none wanted.
    Mono,
}

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StyleRole {
    /// The ground of everything.
    Background,
    /// Words on it.
    Text,
    /// Words of less weight, labels, outlines of spaces.
    Dim,
    /// The game's name and what is to be noticed.
    Strong,
    /// Numbers that count, messages of what happened.
    Accent,
    /// Messages of what cannot be.
    Error,
    /// A card's face.
    CardFace,
    /// A card's face in every other strip of a broken fan.
    CardFaceShaded,
    /// A card's upper edge.
    CardEdge,
    /// A face that is picked up.
    SelectedCard,
    /// A face that has just moved.
    MovedCard,
    /// A face that would take what is picked up.
    DropTarget,
    /// A card's back.
    CardBack,
    /// A back's upper edge and what is written on it.
    CardBackText,
    /// The cursor, and the mark of what is picked up.
    Cursor,
    /// The mark of a place that would take what is picked up.
    DropTargetMarker,
    /// The mark of a hint.
    HintMarker,
    /// A panel over the table.
    Panel,
    /// What is to be noticed on a panel.
    PanelStrong,
    /// The entry of a list that the keys are on.
    SelectedEntry,
}

/// Everything about the looks that is a matter of taste or of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// The theme.
    pub theme: Theme,
    /// The colours there are.
    pub color_depth: ColorDepth,
    /// Whether the terminal's own ground is light, as far as it tells.
    pub light_background: bool,
    /// Whether each suit has a colour of its own.
    pub four_colors: bool,
    /// Whether only ASCII is to be shown.
    pub ascii: bool,
}

impl Appearance {
    /// The look that fits a terminal, told by its environment variables.
    pub fn from_env(variable: impl Fn(&str) -> Option<String>) -> Appearance {
        let is = |name: &str, test: fn(&str) -> bool| variable(name).is_some_and(|v| test(&v));
        let term = variable("TERM").unwrap_or_default();
        let depth = if is("NO_COLOR", |v| !v.is_empty()) {
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
            color_depth: depth,
            light_background: is("COLORFGBG", is_light_colorfgbg),
            four_colors: false,
            ascii: CardNotation::detect(&variable) == CardNotation::Letters,
        }
    }

    /// This look, of a terminal, as settings have it.
    #[must_use]
    pub fn with_settings(self, settings: &Settings) -> Appearance {
        Appearance {
            theme: settings.theme,
            four_colors: settings.is_on(BoolSetting::FourColors),
            ascii: self.ascii || settings.is_on(BoolSetting::Ascii),
            ..self
        }
    }

    /// The marks and lines to draw with.
    pub fn glyphs(&self) -> &'static Glyphs {
        if self.ascii { &ASCII } else { &UNICODE }
    }

    /// Whether there are no colours at all.
    pub fn is_mono(&self) -> bool {
        self.color_depth == ColorDepth::Mono || self.theme == Theme::Mono
    }

    /// Whether there are colours enough for grounds of their own.
    pub fn has_extended_colors(&self) -> bool {
        matches!(
            self.color_depth,
            ColorDepth::TrueColor | ColorDepth::Ansi256
        ) && self.theme != Theme::Mono
    }

    /// The style of a role, whole: both colours and attributes.
    pub fn style(&self, role: StyleRole) -> Style {
        match (self.color_depth, self.theme) {
            (ColorDepth::Mono, _) | (_, Theme::Mono) => mono_style(role),
            (ColorDepth::Ansi16, theme) => ansi16_style(theme, self.is_effectively_light(), role),
            (depth, theme) => rgb_style(depth, theme, self.is_effectively_light(), role),
        }
    }

    /// Whether what is written on the ground must be dark.
    fn is_effectively_light(&self) -> bool {
        self.theme == Theme::Light || (self.theme == Theme::Terminal && self.light_background)
    }

    /// The style of a card's rank and suit on a ground of some role.
    pub fn card_style(&self, card: Card, ground: StyleRole) -> Style {
        self.suit_style(card.suit(), ground)
    }

    /// The style of a suit's ink on a ground of some role.
    pub fn suit_style(&self, suit: Suit, ground: StyleRole) -> Style {
        let style = self.style(ground).add_modifier(Modifier::BOLD);
        if self.is_mono() {
            return style;
        }
        let (rich, few) = match (suit, self.four_colors) {
            (Suit::Hearts, _) | (Suit::Diamonds, false) => ((0xc0, 0x1c, 0x2c), Color::Red),
            (Suit::Diamonds, true) => ((0x1c, 0x5a, 0xc8), Color::Blue),
            (Suit::Clubs, true) => ((0x15, 0x77, 0x33), Color::Green),
            (Suit::Spades, _) | (Suit::Clubs, false) => ((0x1a, 0x1a, 0x1e), Color::Black),
        };
        style.fg(match self.color_depth {
            ColorDepth::Ansi16 => few,
            depth => rgb_to_color(depth, rich),
        })
    }

    /// A card as it is written on its face: `10♥`, or `10h`.
    pub fn card_text(&self, card: Card) -> String {
        format!("{}{}", card.rank(), self.pip(card.suit()))
    }

    /// A suit's pip.
    pub fn pip(&self, suit: Suit) -> char {
        if self.ascii {
            suit.letter().to_ascii_lowercase()
        } else {
            suit.symbol()
        }
    }

    /// Words with suits in them, as this terminal can show them.
    pub fn transliterate<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if !self.ascii {
            return Cow::Borrowed(text);
        }
        let letter = |c: char| match c {
            '♣' => 'c',
            '♦' => 'd',
            '♥' => 'h',
            '♠' => 's',
            '·' => '-',
            '…' | '→' => '>',
            c if c.is_ascii() => c,
            _ => '?',
        };
        Cow::Owned(text.chars().map(letter).collect())
    }
}

/// Whether a terminal says so of its ground: `0;15`, the last number being the ground's colour.
fn is_light_colorfgbg(colours: &str) -> bool {
    let ground = colours.rsplit(';').next();
    let ground = ground.and_then(|number| number.parse().ok());
    ground.is_some_and(|number: u8| number == 7 || (9..16).contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(pairs: &[(&str, &str)]) -> Appearance {
        Appearance::from_env(|name| {
            let found = pairs.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_terminal_tells_its_colours_and_its_letters() {
        let rich = look(&[
            ("TERM", "xterm"),
            ("COLORTERM", "truecolor"),
            ("LANG", "C.UTF-8"),
        ]);
        assert_eq!(
            (rich.color_depth, rich.ascii),
            (ColorDepth::TrueColor, false)
        );
        let plain = look(&[("TERM", "linux"), ("LANG", "en_GB.UTF-8")]);
        assert_eq!((plain.color_depth, plain.ascii), (ColorDepth::Ansi16, true));
        let mono = look(&[
            ("NO_COLOR", "1"),
            ("COLORTERM", "truecolor"),
            ("LC_ALL", "C"),
        ]);
        assert_eq!((mono.color_depth, mono.ascii), (ColorDepth::Mono, true));
    }

    #[test]
    fn on_a_ground_that_the_terminal_says_is_light_words_are_dark() {
        for (told, light) in [
            ("0;15", true),
            ("0;default;7", true),
            ("15;0", false),
            ("15;default;8", false),
            ("default;default", false),
            ("", false),
        ] {
            for more in ["truecolor", ""] {
                let look = look(&[("COLORFGBG", told), ("COLORTERM", more)]);
                assert_eq!(look.light_background, light, "{told}");
                let theme = if light {
                    Theme::Light
                } else {
                    Theme::HighContrast
                };
                let other = Appearance { theme, ..look };
                for role in [
                    StyleRole::Accent,
                    StyleRole::Error,
                    StyleRole::DropTargetMarker,
                    StyleRole::HintMarker,
                ] {
                    assert_eq!(
                        look.style(role).fg,
                        other.style(role).fg,
                        "{told}: {role:?}"
                    );
                }
                assert_eq!(
                    look.style(StyleRole::Accent).bg,
                    None,
                    "the ground stays its own"
                );
            }
        }
    }

    #[test]
    fn without_colours_nothing_has_one() {
        let look = Appearance {
            color_depth: ColorDepth::Mono,
            ..look(&[])
        };
        for role in [
            StyleRole::CardFace,
            StyleRole::CardBack,
            StyleRole::DropTargetMarker,
            StyleRole::Accent,
            StyleRole::SelectedCard,
        ] {
            let style = look.style(role);
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
        }
    }

    #[test]
    fn what_is_picked_up_looks_like_nothing_else_in_any_colours() {
        for (depth, theme) in [
            (ColorDepth::TrueColor, Theme::Terminal),
            (ColorDepth::Ansi16, Theme::Felt),
            (ColorDepth::Mono, Theme::Terminal),
        ] {
            let look = Appearance {
                color_depth: depth,
                theme,
                ..look(&[])
            };
            for role in [
                StyleRole::MovedCard,
                StyleRole::CardFace,
                StyleRole::CardFaceShaded,
                StyleRole::DropTarget,
            ] {
                assert_ne!(
                    look.style(role),
                    look.style(StyleRole::SelectedCard),
                    "{role:?}"
                );
            }
        }
    }

    #[test]
    fn ascii_shows_nothing_else() {
        let look = Appearance {
            ascii: true,
            ..look(&[])
        };
        assert_eq!(
            look.transliterate("10♥ does not go on 8♠"),
            "10h does not go on 8s"
        );
        let glyphs = look.glyphs();
        let all = [
            glyphs.card_edge,
            glyphs.cursor,
            glyphs.selected,
            glyphs.drop_target,
            glyphs.slid,
        ];
        assert!(
            all.iter()
                .chain(&glyphs.border)
                .all(|glyph| glyph.is_ascii())
        );
    }
}
