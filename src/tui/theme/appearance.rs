//! What a theme is made of: what the terminal can show, and what the player has chosen.

use super::colors::ColorDepth;
use super::custom::CustomColors;
use crate::describe::CardNotation;
use crate::storage::settings::{Setting, Settings, ThemeName};

/// What the terminal can show and what the player has chosen: all that a [`Theme`](super::Theme) is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    pub theme: ThemeName,
    pub custom_colors: CustomColors,
    pub color_depth: ColorDepth,
    pub light_background: bool,
    /// Whether bright backgrounds are shown as dark ones, as on the Linux console.
    pub has_dark_backgrounds: bool,
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
            has_dark_backgrounds: term == "linux",
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
}
