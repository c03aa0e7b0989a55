//! The colours of each role, for terminals of many colours, of sixteen, and of none.

use ratatui::style::{Color, Modifier, Style};

use super::{Depth, Role, Theme};

pub(super) type Rgb = (u8, u8, u8);

pub(super) fn rich(depth: Depth, theme: Theme, light: bool, role: Role) -> Style {
    let ground: Option<Rgb> = match theme {
        Theme::Own | Theme::Mono => None,
        Theme::Felt => Some((0x12, 0x4a, 0x2c)),
        Theme::Light => Some((0xe4, 0xe2, 0xdc)),
        Theme::Contrast => Some((0, 0, 0)),
    };
    let on_ground = |dark: Rgb, bright: Rgb| {
        let style = Style::new().fg(colour(depth, if light { bright } else { dark }));
        match ground {
            Some(rgb) => style.bg(colour(depth, rgb)),
            None => style,
        }
    };
    let paper: Rgb = match theme {
        Theme::Contrast => (0xff, 0xff, 0xff),
        Theme::Light => (0xff, 0xfd, 0xf8),
        _ => (0xf5, 0xef, 0xe3),
    };
    let flat = |fg: Rgb, bg: Rgb| Style::new().fg(colour(depth, fg)).bg(colour(depth, bg));
    let line: Rgb = match theme {
        Theme::Contrast => (0, 0, 0),
        _ => (0xb0, 0xa8, 0x98),
    };
    let dim: (Rgb, Rgb) = match theme {
        Theme::Felt => ((0x8f, 0xb8, 0xa2), (0, 0, 0)),
        Theme::Contrast => ((0xc8, 0xc8, 0xc8), (0, 0, 0)),
        _ => ((0x80, 0x80, 0x84), (0x6c, 0x6a, 0x66)),
    };
    let accent: (Rgb, Rgb) = ((0xff, 0xc0, 0x40), (0x9a, 0x58, 0x00));
    match role {
        Role::Ground => match ground {
            Some(rgb) => Style::new().bg(colour(depth, rgb)),
            None => Style::new(),
        },
        Role::Text if ground.is_none() => Style::new(),
        Role::Strong if ground.is_none() => Style::new().add_modifier(Modifier::BOLD),
        Role::Text => on_ground((0xe8, 0xe6, 0xe0), (0x20, 0x20, 0x24)),
        Role::Strong => on_ground((0xff, 0xff, 0xff), (0, 0, 0)).add_modifier(Modifier::BOLD),
        Role::Dim => on_ground(dim.0, dim.1),
        Role::Accent => on_ground(accent.0, accent.1),
        Role::Refusal => on_ground((0xff, 0x8a, 0x70), (0xa8, 0x20, 0x18)),
        Role::Cursor => on_ground(accent.0, accent.1).add_modifier(Modifier::BOLD),
        Role::Target => on_ground((0x4a, 0xd0, 0x8c), (0x0a, 0x72, 0x40)),
        Role::Hint => on_ground((0x6c, 0xb8, 0xff), (0x14, 0x58, 0xb0)),
        Role::Paper => flat((0x1a, 0x1a, 0x1e), paper),
        Role::Shade if theme == Theme::Contrast => flat((0x1a, 0x1a, 0x1e), (0xdc, 0xdc, 0xdc)),
        Role::Shade => flat((0x1a, 0x1a, 0x1e), (0xdf, 0xd6, 0xc4)),
        Role::Hairline => flat(line, paper),
        Role::Picked => flat((0x1a, 0x1a, 0x1e), (0xff, 0xe4, 0x9c)),
        Role::Moved => flat((0x1a, 0x1a, 0x1e), (0xd4, 0xe6, 0xf4)),
        Role::Welcome => flat((0x1a, 0x1a, 0x1e), (0xd2, 0xee, 0xcf)),
        Role::Back => flat((0x4a, 0x74, 0xa8), (0x20, 0x42, 0x74)),
        Role::BackLine => flat((0xc4, 0xd6, 0xee), (0x20, 0x42, 0x74)),
        Role::Panel => match light {
            true => flat((0x20, 0x20, 0x24), (0xd2, 0xce, 0xc4)),
            false => flat((0xe8, 0xe6, 0xe0), (0x2a, 0x2c, 0x33)),
        },
        Role::PanelStrong => match light {
            true => flat((0x7a, 0x42, 0x00), (0xd2, 0xce, 0xc4)),
            false => flat((0xff, 0xc0, 0x40), (0x2a, 0x2c, 0x33)),
        }
        .add_modifier(Modifier::BOLD),
        Role::Selected => flat((0x1a, 0x1a, 0x1e), (0xff, 0xc0, 0x40)),
    }
}

pub(super) fn sixteen(theme: Theme, light: bool, role: Role) -> Style {
    let ground = match theme {
        Theme::Own | Theme::Mono => None,
        Theme::Felt => Some(Color::Green),
        Theme::Light => Some(Color::Gray),
        Theme::Contrast => Some(Color::Black),
    };
    let on_ground = |fg: Color| match ground {
        // On a bright ground only black and white are read well.
        Some(Color::Green) if !matches!(fg, Color::White) => {
            Style::new().fg(Color::Black).bg(Color::Green)
        }
        Some(Color::Gray) if fg == Color::DarkGray => Style::new().fg(Color::Black).bg(Color::Gray),
        Some(bg) => Style::new().fg(fg).bg(bg),
        None => Style::new().fg(fg),
    };
    let text = match theme {
        Theme::Own | Theme::Mono => Color::Reset,
        Theme::Light => Color::Black,
        Theme::Felt | Theme::Contrast => Color::White,
    };
    let bright = |on_dark, on_light| if light { on_light } else { on_dark };
    let flat = |fg, bg| Style::new().fg(fg).bg(bg);
    match role {
        Role::Ground => ground.map_or(Style::new(), |bg| Style::new().bg(bg)),
        Role::Text => on_ground(text),
        Role::Strong => on_ground(text).add_modifier(Modifier::BOLD),
        Role::Dim => on_ground(Color::DarkGray),
        Role::Accent if theme == Theme::Felt => {
            on_ground(Color::White).add_modifier(Modifier::BOLD)
        }
        Role::Accent => on_ground(bright(Color::Yellow, Color::Blue)),
        Role::Refusal => on_ground(bright(Color::LightRed, Color::Red)),
        Role::Cursor => {
            on_ground(bright(Color::LightYellow, Color::Blue)).add_modifier(Modifier::BOLD)
        }
        Role::Target => {
            on_ground(bright(Color::LightGreen, Color::Magenta)).add_modifier(Modifier::BOLD)
        }
        Role::Hint => on_ground(bright(Color::LightCyan, Color::Blue)),
        Role::Paper => flat(Color::Black, Color::White),
        Role::Shade => flat(Color::Black, Color::Gray),
        Role::Hairline => flat(Color::Gray, Color::White),
        Role::Picked => flat(Color::Black, Color::LightYellow),
        Role::Moved => flat(Color::Black, Color::LightCyan),
        // On felt green would look like a hole.
        Role::Welcome if theme == Theme::Felt => flat(Color::Black, Color::LightCyan),
        Role::Welcome => flat(Color::Black, Color::LightGreen),
        Role::Back => flat(Color::LightBlue, Color::Blue),
        Role::BackLine => flat(Color::White, Color::Blue),
        Role::Panel => flat(Color::White, Color::Black),
        Role::PanelStrong => flat(Color::LightYellow, Color::Black).add_modifier(Modifier::BOLD),
        Role::Selected => flat(Color::Black, Color::LightYellow),
    }
}

/// Without colours a face is reversed, and the rest is told by shapes and weights.
pub(super) fn mono(role: Role) -> Style {
    match role {
        Role::Ground | Role::Text | Role::Panel | Role::Back => Style::new(),
        Role::Dim | Role::BackLine => Style::new().add_modifier(Modifier::DIM),
        Role::Strong
        | Role::Accent
        | Role::Refusal
        | Role::Cursor
        | Role::Target
        | Role::Hint
        | Role::PanelStrong => Style::new().add_modifier(Modifier::BOLD),
        Role::Paper | Role::Shade | Role::Hairline | Role::Welcome | Role::Selected => {
            Style::new().add_modifier(Modifier::REVERSED)
        }
        Role::Picked => Style::new().add_modifier(Modifier::REVERSED.union(Modifier::UNDERLINED)),
        Role::Moved => Style::new().add_modifier(Modifier::REVERSED.union(Modifier::ITALIC)),
    }
}

pub(super) fn colour(depth: Depth, (r, g, b): Rgb) -> Color {
    if depth == Depth::True {
        return Color::Rgb(r, g, b);
    }
    // The 6×6×6 cube, or the 24 greys where the colour is nearly one.
    let (low, high) = (r.min(g).min(b), r.max(g).max(b));
    if high - low < 20 && (8..250).contains(&high) {
        return Color::Indexed(232 + ((high - 8) / 10).min(23));
    }
    let step = |v: u8| match v {
        0..48 => 0,
        48..115 => 1,
        v => (v - 35) / 40,
    };
    Color::Indexed(16 + 36 * step(r) + 6 * step(g) + step(b))
}
