//! The signs and lines to draw with.

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

/// For terminals that show them.
pub(super) const UNICODE: Glyphs = Glyphs {
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

/// For all others.
pub(super) const ASCII: Glyphs = Glyphs {
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
