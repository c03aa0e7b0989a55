//! Colors of each role for terminals with many colors, with 16 and with none.

use ratatui::style::{Color, Modifier, Style};

use super::style_role::{ColorDepth, StyleRole};
use crate::storage::settings::Theme;

pub(super) type Rgb = (u8, u8, u8);

/// Text on a background without a text color of its own.
pub(super) const LIGHT_TEXT: Rgb = (0xe8, 0xe6, 0xe0);
pub(super) const DARK_TEXT: Rgb = (0x20, 0x20, 0x24);
/// Text and black suits on cards.
pub(super) const CARD_TEXT: Rgb = (0x1a, 0x1a, 0x1e);
const CARD_BACK: Rgb = (0x20, 0x42, 0x74);
const LIGHT_PANEL: Rgb = (0xd2, 0xce, 0xc4);
const DARK_PANEL: Rgb = (0x2a, 0x2c, 0x33);
const GOLD: Rgb = (0xff, 0xc0, 0x40);

/// Returns a style on a terminal with many colors.
pub(super) fn rgb_style(depth: ColorDepth, theme: Theme, light: bool, role: StyleRole) -> Style {
    let background: Option<Rgb> = match theme {
        Theme::Terminal | Theme::Mono | Theme::Custom => None,
        Theme::Felt => Some((0x12, 0x4a, 0x2c)),
        Theme::Light => Some((0xe4, 0xe2, 0xdc)),
        Theme::HighContrast => Some((0, 0, 0)),
    };
    let on_background = |on_dark: Rgb, on_light: Rgb| Style {
        fg: Some(rgb_to_color(depth, if light { on_light } else { on_dark })),
        bg: background.map(|rgb| rgb_to_color(depth, rgb)),
        ..Style::new()
    };
    let face: Rgb = match theme {
        Theme::HighContrast => (0xff, 0xff, 0xff),
        Theme::Light => (0xff, 0xfd, 0xf8),
        _ => (0xf5, 0xef, 0xe3),
    };
    let colors = |fg: Rgb, bg: Rgb| {
        Style::new()
            .fg(rgb_to_color(depth, fg))
            .bg(rgb_to_color(depth, bg))
    };
    let accent = on_background(GOLD, (0x9a, 0x58, 0x00));
    match role {
        StyleRole::Background => Style {
            bg: accent.bg,
            ..Style::new()
        },
        StyleRole::Text if background.is_none() => Style::new(),
        StyleRole::Strong if background.is_none() => Style::new().add_modifier(Modifier::BOLD),
        StyleRole::Text => on_background(LIGHT_TEXT, DARK_TEXT),
        StyleRole::Strong => {
            on_background((0xff, 0xff, 0xff), (0, 0, 0)).add_modifier(Modifier::BOLD)
        }
        StyleRole::Dim => match theme {
            Theme::Felt => on_background((0x8f, 0xb8, 0xa2), (0, 0, 0)),
            Theme::HighContrast => on_background((0xc8, 0xc8, 0xc8), (0, 0, 0)),
            _ => on_background((0x80, 0x80, 0x84), (0x6c, 0x6a, 0x66)),
        },
        StyleRole::Accent => accent,
        StyleRole::Error => on_background((0xff, 0x8a, 0x70), (0xa8, 0x20, 0x18)),
        StyleRole::Cursor => accent.add_modifier(Modifier::BOLD),
        StyleRole::DropTargetMarker => on_background((0x4a, 0xd0, 0x8c), (0x0a, 0x72, 0x40)),
        StyleRole::HintMarker => on_background((0x6c, 0xb8, 0xff), (0x14, 0x58, 0xb0)),
        StyleRole::CardFace => colors(CARD_TEXT, face),
        StyleRole::CardFaceShaded if theme == Theme::HighContrast => {
            colors(CARD_TEXT, (0xdc, 0xdc, 0xdc))
        }
        StyleRole::CardFaceShaded => colors(CARD_TEXT, (0xdf, 0xd6, 0xc4)),
        StyleRole::CardEdge if theme == Theme::HighContrast => colors((0, 0, 0), face),
        StyleRole::CardEdge => colors((0xb0, 0xa8, 0x98), face),
        StyleRole::SelectedCard => colors(CARD_TEXT, (0xff, 0xe4, 0x9c)),
        StyleRole::MovedCard => colors(CARD_TEXT, (0xd4, 0xe6, 0xf4)),
        StyleRole::HintedCard => colors(CARD_TEXT, (0xe0, 0xd4, 0xff)),
        StyleRole::DropTarget => colors(CARD_TEXT, (0xd2, 0xee, 0xcf)),
        StyleRole::CardBack => colors((0x4a, 0x74, 0xa8), CARD_BACK),
        StyleRole::CardBackText => colors((0xc4, 0xd6, 0xee), CARD_BACK),
        StyleRole::Panel => match light {
            true => colors(DARK_TEXT, LIGHT_PANEL),
            false => colors(LIGHT_TEXT, DARK_PANEL),
        },
        StyleRole::PanelStrong => match light {
            true => colors((0x7a, 0x42, 0x00), LIGHT_PANEL),
            false => colors(GOLD, DARK_PANEL),
        }
        .add_modifier(Modifier::BOLD),
        StyleRole::SelectedEntry => colors(CARD_TEXT, GOLD),
    }
}

/// Returns a style on a terminal with the 16 standard colors.
pub(super) fn ansi16_style(theme: Theme, light: bool, role: StyleRole) -> Style {
    let background = match theme {
        Theme::Terminal | Theme::Mono | Theme::Custom => None,
        Theme::Felt => Some(Color::Green),
        Theme::Light => Some(Color::Gray),
        Theme::HighContrast => Some(Color::Black),
    };
    let on_background = |fg: Color| {
        // On bright backgrounds, colors that would be hard to read become black.
        let is_hard_to_read = match background {
            Some(Color::Green) => fg != Color::White,
            Some(Color::Gray) => fg == Color::DarkGray,
            _ => false,
        };
        Style {
            fg: Some(if is_hard_to_read { Color::Black } else { fg }),
            bg: background,
            ..Style::new()
        }
    };
    let text = match theme {
        Theme::Terminal | Theme::Mono | Theme::Custom => Color::Reset,
        Theme::Light => Color::Black,
        Theme::Felt | Theme::HighContrast => Color::White,
    };
    let by_background = |on_dark, on_light| if light { on_light } else { on_dark };
    let colors = |fg, bg| Style::new().fg(fg).bg(bg);
    match role {
        StyleRole::Background => Style {
            bg: background,
            ..Style::new()
        },
        StyleRole::Text => on_background(text),
        StyleRole::Strong => on_background(text).add_modifier(Modifier::BOLD),
        StyleRole::Dim => on_background(Color::DarkGray),
        StyleRole::Accent if theme == Theme::Felt => {
            on_background(Color::White).add_modifier(Modifier::BOLD)
        }
        StyleRole::Accent => on_background(by_background(Color::Yellow, Color::Blue)),
        StyleRole::Error => on_background(by_background(Color::LightRed, Color::Red)),
        StyleRole::Cursor => on_background(by_background(Color::LightYellow, Color::Blue))
            .add_modifier(Modifier::BOLD),
        StyleRole::DropTargetMarker => {
            on_background(by_background(Color::LightGreen, Color::Magenta))
                .add_modifier(Modifier::BOLD)
        }
        StyleRole::HintMarker => on_background(by_background(Color::LightCyan, Color::Blue)),
        StyleRole::CardFace => colors(Color::Black, Color::White),
        StyleRole::CardFaceShaded => colors(Color::Black, Color::Gray),
        StyleRole::CardEdge => colors(Color::Gray, Color::White),
        StyleRole::SelectedCard => colors(Color::Black, Color::LightYellow),
        StyleRole::MovedCard => colors(Color::Black, Color::Gray),
        StyleRole::HintedCard => colors(Color::Black, Color::LightMagenta),
        // Red suits are hard to read on green.
        StyleRole::DropTarget => colors(Color::Black, Color::LightCyan),
        StyleRole::CardBack => colors(Color::LightBlue, Color::Blue),
        StyleRole::CardBackText => colors(Color::White, Color::Blue),
        StyleRole::Panel => colors(Color::White, Color::Black),
        StyleRole::PanelStrong => {
            colors(Color::LightYellow, Color::Black).add_modifier(Modifier::BOLD)
        }
        StyleRole::SelectedEntry => colors(Color::Black, Color::LightYellow),
    }
}

/// Returns a style without colors: card faces are reversed, the rest differs by attributes.
pub(super) fn mono_style(role: StyleRole) -> Style {
    match role {
        StyleRole::Background | StyleRole::Text | StyleRole::Panel | StyleRole::CardBack => {
            Style::new()
        }
        StyleRole::Dim | StyleRole::CardBackText => Style::new().add_modifier(Modifier::DIM),
        StyleRole::Strong
        | StyleRole::Accent
        | StyleRole::Error
        | StyleRole::Cursor
        | StyleRole::DropTargetMarker
        | StyleRole::HintMarker
        | StyleRole::PanelStrong => Style::new().add_modifier(Modifier::BOLD),
        StyleRole::CardFace
        | StyleRole::CardFaceShaded
        | StyleRole::CardEdge
        | StyleRole::DropTarget
        | StyleRole::SelectedEntry => Style::new().add_modifier(Modifier::REVERSED),
        StyleRole::SelectedCard => {
            Style::new().add_modifier(Modifier::REVERSED.union(Modifier::UNDERLINED))
        }
        StyleRole::MovedCard | StyleRole::HintedCard => {
            Style::new().add_modifier(Modifier::REVERSED.union(Modifier::ITALIC))
        }
    }
}

/// Returns the color nearest to an RGB value at a color depth.
pub(super) fn rgb_to_color(depth: ColorDepth, (r, g, b): Rgb) -> Color {
    match depth {
        ColorDepth::TrueColor => return Color::Rgb(r, g, b),
        ColorDepth::Ansi16 => return nearest_standard_color((r, g, b)),
        ColorDepth::Ansi256 | ColorDepth::Mono => {}
    }
    // Nearly gray colors use the 24 grays, all others the 6×6×6 cube.
    let (low, high) = (r.min(g).min(b), r.max(g).max(b));
    if high - low < 20 && (8..250).contains(&high) {
        return Color::Indexed(232 + ((high - 8) / 10).min(23));
    }
    let level = |v: u8| match v {
        0..48 => 0,
        48..115 => 1,
        v => (v - 35) / 40,
    };
    Color::Indexed(16 + 36 * level(r) + 6 * level(g) + level(b))
}

/// Returns the nearest of the 16 standard colors, which terminals show in similar ways.
fn nearest_standard_color((r, g, b): Rgb) -> Color {
    const STANDARD_COLORS: [(Color, Rgb); 16] = [
        (Color::Black, (0, 0, 0)),
        (Color::Red, (205, 0, 0)),
        (Color::Green, (0, 205, 0)),
        (Color::Yellow, (205, 205, 0)),
        (Color::Blue, (0, 0, 238)),
        (Color::Magenta, (205, 0, 205)),
        (Color::Cyan, (0, 205, 205)),
        (Color::Gray, (229, 229, 229)),
        (Color::DarkGray, (127, 127, 127)),
        (Color::LightRed, (255, 0, 0)),
        (Color::LightGreen, (0, 255, 0)),
        (Color::LightYellow, (255, 255, 0)),
        (Color::LightBlue, (92, 92, 255)),
        (Color::LightMagenta, (255, 0, 255)),
        (Color::LightCyan, (0, 255, 255)),
        (Color::White, (255, 255, 255)),
    ];
    let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
    let distance = |(_, (red, green, blue)): &(Color, Rgb)| {
        square(*red, r) + square(*green, g) + square(*blue, b)
    };
    let nearest = STANDARD_COLORS.into_iter().min_by_key(distance);
    nearest.map_or(Color::Reset, |(color, _)| color)
}
