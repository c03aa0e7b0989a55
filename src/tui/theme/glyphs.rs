//! Characters to draw with, in Unicode and in ASCII.

/// Characters to draw with.
#[derive(Debug)]
pub struct Glyphs {
    /// Upper edge of a card.
    pub card_edge: &'static str,
    /// Back of a card, where there is no color to show it.
    pub card_back: &'static str,
    /// Face-down cards collapsed into one row.
    pub collapsed: &'static str,
    /// Cursor.
    pub cursor: &'static str,
    /// Selected cards.
    pub selected: &'static str,
    /// Pile on which the selected cards can be dropped.
    pub drop_target: &'static str,
    /// Cursor on a drop target.
    pub cursor_on_target: &'static str,
    /// Cards that have slid to the left.
    pub slid: &'static str,
    /// Hint.
    pub hint: &'static str,
    /// Border: top left, horizontal, top right, vertical, bottom left, bottom right.
    pub border: [&'static str; 6],
    /// Horizontal line of an empty pile that is one row high.
    pub horizontal_rule: &'static str,
    /// Arrows up and down.
    pub arrows: [&'static str; 2],
}

/// Glyphs for terminals that can show Unicode.
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

/// Glyphs for all other terminals.
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
