//! Colors of each role for terminals with many colors, with 16 and with none.

use ratatui::style::{Color, Modifier, Style};

use super::style_role::{ColorDepth, StyleRole};
use crate::storage::settings::Theme;

pub(super) type Rgb = (u8, u8, u8);

pub(super) fn rgb_style(depth: ColorDepth, theme: Theme, light: bool, role: StyleRole) -> Style {
    let background: Option<Rgb> = match theme {
        Theme::Terminal | Theme::Mono | Theme::Custom => None,
        Theme::Felt => Some((0x12, 0x4a, 0x2c)),
        Theme::Light => Some((0xe4, 0xe2, 0xdc)),
        Theme::HighContrast => Some((0, 0, 0)),
    };
    let on_background = |on_dark: Rgb, on_light: Rgb| {
        let fg = if light { on_light } else { on_dark };
        let style = Style::new().fg(rgb_to_color(depth, fg));
        match background {
            Some(rgb) => style.bg(rgb_to_color(depth, rgb)),
            None => style,
        }
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
    let edge: Rgb = match theme {
        Theme::HighContrast => (0, 0, 0),
        _ => (0xb0, 0xa8, 0x98),
    };
    let dim: (Rgb, Rgb) = match theme {
        Theme::Felt => ((0x8f, 0xb8, 0xa2), (0, 0, 0)),
        Theme::HighContrast => ((0xc8, 0xc8, 0xc8), (0, 0, 0)),
        _ => ((0x80, 0x80, 0x84), (0x6c, 0x6a, 0x66)),
    };
    let accent: (Rgb, Rgb) = ((0xff, 0xc0, 0x40), (0x9a, 0x58, 0x00));
    match role {
        StyleRole::Background => match background {
            Some(rgb) => Style::new().bg(rgb_to_color(depth, rgb)),
            None => Style::new(),
        },
        StyleRole::Text if background.is_none() => Style::new(),
        StyleRole::Strong if background.is_none() => Style::new().add_modifier(Modifier::BOLD),
        StyleRole::Text => on_background((0xe8, 0xe6, 0xe0), (0x20, 0x20, 0x24)),
        StyleRole::Strong => {
            on_background((0xff, 0xff, 0xff), (0, 0, 0)).add_modifier(Modifier::BOLD)
        }
        StyleRole::Dim => on_background(dim.0, dim.1),
        StyleRole::Accent => on_background(accent.0, accent.1),
        StyleRole::Error => on_background((0xff, 0x8a, 0x70), (0xa8, 0x20, 0x18)),
        StyleRole::Cursor => on_background(accent.0, accent.1).add_modifier(Modifier::BOLD),
        StyleRole::DropTargetMarker => on_background((0x4a, 0xd0, 0x8c), (0x0a, 0x72, 0x40)),
        StyleRole::HintMarker => on_background((0x6c, 0xb8, 0xff), (0x14, 0x58, 0xb0)),
        StyleRole::CardFace => colors((0x1a, 0x1a, 0x1e), face),
        StyleRole::CardFaceShaded if theme == Theme::HighContrast => {
            colors((0x1a, 0x1a, 0x1e), (0xdc, 0xdc, 0xdc))
        }
        StyleRole::CardFaceShaded => colors((0x1a, 0x1a, 0x1e), (0xdf, 0xd6, 0xc4)),
        StyleRole::CardEdge => colors(edge, face),
        StyleRole::SelectedCard => colors((0x1a, 0x1a, 0x1e), (0xff, 0xe4, 0x9c)),
        StyleRole::MovedCard => colors((0x1a, 0x1a, 0x1e), (0xd4, 0xe6, 0xf4)),
        StyleRole::HintedCard => colors((0x1a, 0x1a, 0x1e), (0xe0, 0xd4, 0xff)),
        StyleRole::DropTarget => colors((0x1a, 0x1a, 0x1e), (0xd2, 0xee, 0xcf)),
        StyleRole::CardBack => colors((0x4a, 0x74, 0xa8), (0x20, 0x42, 0x74)),
        StyleRole::CardBackText => colors((0xc4, 0xd6, 0xee), (0x20, 0x42, 0x74)),
        StyleRole::Panel => match light {
            true => colors((0x20, 0x20, 0x24), (0xd2, 0xce, 0xc4)),
            false => colors((0xe8, 0xe6, 0xe0), (0x2a, 0x2c, 0x33)),
        },
        StyleRole::PanelStrong => match light {
            true => colors((0x7a, 0x42, 0x00), (0xd2, 0xce, 0xc4)),
            false => colors((0xff, 0xc0, 0x40), (0x2a, 0x2c, 0x33)),
        }
        .add_modifier(Modifier::BOLD),
        StyleRole::SelectedEntry => colors((0x1a, 0x1a, 0x1e), (0xff, 0xc0, 0x40)),
    }
}

pub(super) fn ansi16_style(theme: Theme, light: bool, role: StyleRole) -> Style {
    let background = match theme {
        Theme::Terminal | Theme::Mono | Theme::Custom => None,
        Theme::Felt => Some(Color::Green),
        Theme::Light => Some(Color::Gray),
        Theme::HighContrast => Some(Color::Black),
    };
    let on_background = |fg: Color| match background {
        // On these bright backgrounds, colors that would be hard to read become black.
        Some(Color::Green) if !matches!(fg, Color::White) => {
            Style::new().fg(Color::Black).bg(Color::Green)
        }
        Some(Color::Gray) if fg == Color::DarkGray => Style::new().fg(Color::Black).bg(Color::Gray),
        Some(bg) => Style::new().fg(fg).bg(bg),
        None => Style::new().fg(fg),
    };
    let text = match theme {
        Theme::Terminal | Theme::Mono | Theme::Custom => Color::Reset,
        Theme::Light => Color::Black,
        Theme::Felt | Theme::HighContrast => Color::White,
    };
    let by_background = |on_dark, on_light| if light { on_light } else { on_dark };
    let colors = |fg, bg| Style::new().fg(fg).bg(bg);
    match role {
        StyleRole::Background => background.map_or(Style::new(), |bg| Style::new().bg(bg)),
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
