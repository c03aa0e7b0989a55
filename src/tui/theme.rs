//! Colours as roles, and the glyphs that go with them: never a colour alone.

use ratatui::style::{Color, Modifier, Style};

use crate::cards::{Card, Suit};

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Sixteen million.
    True,
    /// The 256 of most terminals.
    Indexed,
    /// Sixteen.
    Sixteen,
    /// None, or none wanted.
    Mono,
}

/// The themes, in the order `t` goes through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// The terminal's own background.
    Own,
    /// Green felt.
    Felt,
    /// Dark on light.
    Light,
    /// Black, white and bright colours.
    Contrast,
    /// No colours at all.
    Mono,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 5] = [
        Theme::Own,
        Theme::Felt,
        Theme::Light,
        Theme::Contrast,
        Theme::Mono,
    ];

    /// The name in settings and messages.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Own => "the terminal's own",
            Theme::Felt => "green felt",
            Theme::Light => "light",
            Theme::Contrast => "high contrast",
            Theme::Mono => "mono",
        }
    }

    /// The theme after this one.
    #[must_use]
    pub fn next(self) -> Theme {
        Theme::ALL[(self as usize + 1) % Theme::ALL.len()]
    }
}

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The ground of everything.
    Ground,
    /// Words on it.
    Text,
    /// Words of less weight, labels, outlines of spaces.
    Dim,
    /// The game's name and what is to be noticed.
    Strong,
    /// Numbers that count, messages of what happened.
    Accent,
    /// Messages of what cannot be.
    Refusal,
    /// A card's face.
    Paper,
    /// A card's face in every other strip of a broken fan.
    Shade,
    /// A card's upper edge.
    Hairline,
    /// A face that is picked up.
    Picked,
    /// A face that has just moved.
    Moved,
    /// A face that would take what is picked up.
    Welcome,
    /// A card's back.
    Back,
    /// A back's upper edge and what is written on it.
    BackLine,
    /// The cursor, and the mark of what is picked up.
    Cursor,
    /// The mark of a place that would take what is picked up.
    Target,
    /// The mark of a hint.
    Hint,
    /// A panel over the table.
    Panel,
    /// What is to be noticed on a panel.
    PanelStrong,
    /// The entry of a list that the keys are on.
    Selected,
}

/// Everything about the looks that is a matter of taste or of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The theme.
    pub theme: Theme,
    /// The colours there are.
    pub depth: Depth,
    /// Whether each suit has a colour of its own.
    pub four_colours: bool,
    /// Whether only ASCII is to be shown.
    pub ascii: bool,
}

impl Look {
    /// The look that fits a terminal, told by its environment variables.
    pub fn of_terminal(variable: impl Fn(&str) -> Option<String>) -> Look {
        let is = |name: &str, test: fn(&str) -> bool| variable(name).is_some_and(|v| test(&v));
        let term = variable("TERM").unwrap_or_default();
        let depth = if is("NO_COLOR", |v| !v.is_empty()) {
            Depth::Mono
        } else if is("COLORTERM", |v| v == "truecolor" || v == "24bit") {
            Depth::True
        } else if term.contains("256color") || cfg!(windows) {
            Depth::Indexed
        } else {
            Depth::Sixteen
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|v| !v.is_empty()))
            .unwrap_or_default()
            .to_ascii_lowercase();
        let utf8 = locale.contains("utf-8") || locale.contains("utf8");
        Look {
            theme: Theme::Own,
            depth,
            four_colours: false,
            ascii: term == "linux" || (!utf8 && !cfg!(windows)),
        }
    }

    /// The marks and lines to draw with.
    pub fn glyphs(&self) -> &'static Glyphs {
        if self.ascii { &ASCII } else { &UNICODE }
    }

    /// Whether there are colours enough for grounds of their own.
    pub fn is_rich(&self) -> bool {
        matches!(self.depth, Depth::True | Depth::Indexed) && self.theme != Theme::Mono
    }

    /// The style of a role, whole: both colours and attributes.
    pub fn style(&self, role: Role) -> Style {
        match (self.depth, self.theme) {
            (Depth::Mono, _) | (_, Theme::Mono) => mono(role),
            (Depth::Sixteen, theme) => sixteen(theme, role),
            (depth, theme) => rich(depth, theme, role),
        }
    }

    /// The style of a card's rank and suit on a ground of some role.
    pub fn ink(&self, card: Card, ground: Role) -> Style {
        self.suit_ink(card.suit(), ground)
    }

    /// The style of a suit's ink on a ground of some role.
    pub fn suit_ink(&self, suit: Suit, ground: Role) -> Style {
        let style = self.style(ground).add_modifier(Modifier::BOLD);
        if self.depth == Depth::Mono || self.theme == Theme::Mono {
            return style;
        }
        let (rich, few) = match (suit, self.four_colours) {
            (Suit::Hearts, _) | (Suit::Diamonds, false) => ((0xc0, 0x1c, 0x2c), Color::Red),
            (Suit::Diamonds, true) => ((0x1c, 0x5a, 0xc8), Color::Blue),
            (Suit::Clubs, true) => ((0x15, 0x77, 0x33), Color::Green),
            (Suit::Spades, _) | (Suit::Clubs, false) => ((0x1a, 0x1a, 0x1e), Color::Black),
        };
        style.fg(match self.depth {
            Depth::Sixteen => few,
            depth => colour(depth, rich),
        })
    }

    /// A card as it is written on its face: `10♥`, or `10h`.
    pub fn face(&self, card: Card) -> String {
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
    pub fn words(&self, text: &str) -> String {
        if !self.ascii {
            return text.to_owned();
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
        text.chars().map(letter).collect()
    }
}

/// The marks and lines to draw with.
#[derive(Debug)]
pub struct Glyphs {
    /// A card's upper edge.
    pub hairline: &'static str,
    /// A back, where no colour tells it.
    pub back: &'static str,
    /// Face-down cards closed up.
    pub closed: &'static str,
    /// The cursor.
    pub cursor: &'static str,
    /// What is picked up.
    pub picked: &'static str,
    /// A place that would take it.
    pub target: &'static str,
    /// The cursor on such a place.
    pub on_target: &'static str,
    /// What has slid left by itself.
    pub slid: &'static str,
    /// A hint.
    pub hint: &'static str,
    /// An outline: top left, across, top right, down, bottom left, bottom right.
    pub outline: [&'static str; 6],
    /// An outline of a single line.
    pub rule: &'static str,
    /// Upwards and downwards.
    pub arrows: [&'static str; 2],
}

const UNICODE: Glyphs = Glyphs {
    hairline: "▔",
    back: "░",
    closed: "▒",
    cursor: "❯",
    picked: "▶",
    target: "◆",
    on_target: "◈",
    slid: "◂",
    hint: "★",
    outline: ["╭", "─", "╮", "│", "╰", "╯"],
    rule: "┄",
    arrows: ["↑", "↓"],
};

const ASCII: Glyphs = Glyphs {
    hairline: "-",
    back: ":",
    closed: "#",
    cursor: ">",
    picked: "=",
    target: "+",
    on_target: "*",
    slid: "<",
    hint: "!",
    outline: [".", "-", ".", "|", "'", "'"],
    rule: "-",
    arrows: ["^", "v"],
};

type Rgb = (u8, u8, u8);

fn rich(depth: Depth, theme: Theme, role: Role) -> Style {
    let ground: Option<Rgb> = match theme {
        Theme::Own | Theme::Mono => None,
        Theme::Felt => Some((0x12, 0x4a, 0x2c)),
        Theme::Light => Some((0xe4, 0xe2, 0xdc)),
        Theme::Contrast => Some((0, 0, 0)),
    };
    let light = theme == Theme::Light;
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
        Role::Panel => match theme {
            Theme::Light => flat((0x20, 0x20, 0x24), (0xf8, 0xf6, 0xf0)),
            _ => flat((0xe8, 0xe6, 0xe0), (0x2a, 0x2c, 0x33)),
        },
        Role::PanelStrong => match theme {
            Theme::Light => flat((0x9a, 0x58, 0x00), (0xf8, 0xf6, 0xf0)),
            _ => flat((0xff, 0xc0, 0x40), (0x2a, 0x2c, 0x33)),
        }
        .add_modifier(Modifier::BOLD),
        Role::Selected => flat((0x1a, 0x1a, 0x1e), (0xff, 0xc0, 0x40)),
    }
}

fn sixteen(theme: Theme, role: Role) -> Style {
    let ground = match theme {
        Theme::Own | Theme::Mono => None,
        Theme::Felt => Some(Color::Green),
        Theme::Light => Some(Color::Gray),
        Theme::Contrast => Some(Color::Black),
    };
    let on_ground = |fg: Color| match ground {
        Some(Color::Green | Color::Gray) => {
            let fg = if fg == Color::DarkGray {
                Color::Black
            } else {
                fg
            };
            Style::new().fg(fg).bg(ground.unwrap_or_default())
        }
        Some(bg) => Style::new().fg(fg).bg(bg),
        None => Style::new().fg(fg),
    };
    let text = match theme {
        Theme::Own | Theme::Mono => Color::Reset,
        Theme::Light => Color::Black,
        Theme::Felt | Theme::Contrast => Color::White,
    };
    let bright = |dark, light| if theme == Theme::Light { light } else { dark };
    let flat = |fg, bg| Style::new().fg(fg).bg(bg);
    match role {
        Role::Ground => ground.map_or(Style::new(), |bg| Style::new().bg(bg)),
        Role::Text => on_ground(text),
        Role::Strong => on_ground(text).add_modifier(Modifier::BOLD),
        Role::Dim => on_ground(Color::DarkGray),
        Role::Accent => on_ground(bright(Color::Yellow, Color::Blue)),
        Role::Refusal => on_ground(bright(Color::LightRed, Color::Red)),
        Role::Cursor => {
            on_ground(bright(Color::LightYellow, Color::Blue)).add_modifier(Modifier::BOLD)
        }
        Role::Target => on_ground(bright(Color::LightGreen, Color::Magenta)),
        Role::Hint => on_ground(bright(Color::LightCyan, Color::Blue)),
        Role::Paper => flat(Color::Black, Color::White),
        Role::Shade => flat(Color::Black, Color::Gray),
        Role::Hairline => flat(Color::Gray, Color::White),
        Role::Picked => flat(Color::Black, Color::LightYellow),
        Role::Moved => flat(Color::Black, Color::LightCyan),
        Role::Welcome => flat(Color::Black, Color::LightGreen),
        Role::Back => flat(Color::LightBlue, Color::Blue),
        Role::BackLine => flat(Color::White, Color::Blue),
        Role::Panel => flat(Color::White, Color::Black),
        Role::PanelStrong => flat(Color::LightYellow, Color::Black).add_modifier(Modifier::BOLD),
        Role::Selected => flat(Color::Black, Color::LightYellow),
    }
}

/// Without colours a face is reversed, and the rest is told by shapes and weights.
fn mono(role: Role) -> Style {
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
        Role::Picked | Role::Moved => {
            Style::new().add_modifier(Modifier::REVERSED.union(Modifier::UNDERLINED))
        }
    }
}

fn colour(depth: Depth, (r, g, b): Rgb) -> Color {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn look(pairs: &[(&str, &str)]) -> Look {
        Look::of_terminal(|name| {
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
        assert_eq!((rich.depth, rich.ascii), (Depth::True, false));
        let plain = look(&[("TERM", "linux"), ("LANG", "en_GB.UTF-8")]);
        assert_eq!((plain.depth, plain.ascii), (Depth::Sixteen, true));
        let mono = look(&[
            ("NO_COLOR", "1"),
            ("COLORTERM", "truecolor"),
            ("LC_ALL", "C"),
        ]);
        assert_eq!((mono.depth, mono.ascii), (Depth::Mono, true));
    }

    #[test]
    fn without_colours_nothing_has_one() {
        let look = Look {
            depth: Depth::Mono,
            ..look(&[])
        };
        for role in [
            Role::Paper,
            Role::Back,
            Role::Target,
            Role::Accent,
            Role::Picked,
        ] {
            let style = look.style(role);
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
        }
    }

    #[test]
    fn ascii_shows_nothing_else() {
        let look = Look {
            ascii: true,
            ..look(&[])
        };
        assert_eq!(look.words("10♥ does not go on 8♠"), "10h does not go on 8s");
        let glyphs = look.glyphs();
        let all = [
            glyphs.hairline,
            glyphs.cursor,
            glyphs.picked,
            glyphs.target,
            glyphs.slid,
        ];
        assert!(
            all.iter()
                .chain(&glyphs.outline)
                .all(|glyph| glyph.is_ascii())
        );
    }
}
