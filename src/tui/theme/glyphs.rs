//! The signs and lines to draw with.

/// The marks and lines to draw with.
#[derive(Debug)]
pub struct Glyphs {
    /// A card's upper edge.
    pub card_edge: &'static str,
    /// A back, where no colour tells it.
    pub card_back: &'static str,
    /// Face-down cards closed up.
    pub collapsed: &'static str,
    /// The cursor.
    pub cursor: &'static str,
    /// What is picked up.
    pub selected: &'static str,
    /// A place that would take it.
    pub drop_target: &'static str,
    /// The cursor on such a place.
    pub cursor_on_target: &'static str,
    /// What has slid left by itself.
    pub slid: &'static str,
    /// A hint.
    pub hint: &'static str,
    /// An outline: top left, across, top right, down, bottom left, bottom right.
    pub border: [&'static str; 6],
    /// An outline of a single line.
    pub horizontal_rule: &'static str,
    /// Upwards and downwards.
    pub arrows: [&'static str; 2],
}

/// For terminals that show them.
pub(super) const UNICODE: Glyphs = Glyphs {
    card_edge: "▔",
    card_back: "░",
    collapsed: "▒",
    cursor: "❯",
    selected: "▶",
    drop_target: "◆",
    cursor_on_target: "◈",
    slid: "◂",
    hint: "★",
    border: ["╭", "─", "╮", "│", "╰", "╯"],
    horizontal_rule: "┄",
    arrows: ["↑", "↓"],
};

/// For all others.
pub(super) const ASCII: Glyphs = Glyphs {
    card_edge: "-",
    card_back: ":",
    collapsed: "#",
    cursor: ">",
    selected: "=",
    drop_target: "+",
    cursor_on_target: "*",
    slid: "<",
    hint: "!",
    border: [".", "-", ".", "|", "'", "'"],
    horizontal_rule: "-",
    arrows: ["^", "v"],
};
