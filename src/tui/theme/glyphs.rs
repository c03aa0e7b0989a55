//! Glyphs for markers, edges and borders.

use ratatui::symbols::border;

/// Glyphs for markers, edges and borders.
#[derive(Debug)]
pub struct Glyphs {
    /// Upper edge of a card's back.
    pub card_edge: &'static str,
    /// Upper edge of a card that lies on a face, in the row above it.
    pub next_card_edge: &'static str,
    /// Left edge of a card that lies on another one.
    pub left_edge: &'static str,
    /// Back of a card, if there is no color for it.
    pub card_back: &'static str,
    /// Pattern of the back of a whole card.
    pub lattice: &'static str,
    /// Face-down cards collapsed into one row.
    pub collapsed: &'static str,
    pub cursor: &'static str,
    pub selected: &'static str,
    /// A pile that accepts the selection.
    pub drop_target: &'static str,
    /// The cursor on such a pile.
    pub cursor_on_target: &'static str,
    /// A card that slid to the left.
    pub slid: &'static str,
    pub hint: &'static str,
    /// The border of a panel or an empty pile.
    pub border: border::Set<'static>,
    pub scroll_thumb: &'static str,
    pub up: &'static str,
    pub down: &'static str,
    /// Bars of the odds, the lowest first.
    pub bars: [&'static str; 8],
    /// The left edge of the card under the cursor.
    pub cursor_edge: &'static str,
}

/// Glyphs for terminals that show Unicode.
pub(super) const UNICODE: Glyphs = Glyphs {
    card_edge: "▔",
    next_card_edge: "▁",
    left_edge: "▏",
    card_back: "░",
    lattice: "◆",
    collapsed: "▒",
    cursor: "❯",
    selected: "▶",
    drop_target: "◆",
    cursor_on_target: "◈",
    slid: "◂",
    hint: "★",
    border: border::ROUNDED,
    scroll_thumb: "┃",
    up: "↑",
    down: "↓",
    bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    cursor_edge: "▌",
};

/// Glyphs for all other terminals.
pub(super) const ASCII: Glyphs = Glyphs {
    card_edge: "-",
    next_card_edge: "_",
    left_edge: "|",
    card_back: ":",
    lattice: ":",
    collapsed: "#",
    cursor: ">",
    selected: "=",
    drop_target: "+",
    cursor_on_target: "*",
    slid: "<",
    hint: "!",
    border: border::Set {
        top_left: ".",
        top_right: ".",
        bottom_left: "'",
        bottom_right: "'",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    },
    scroll_thumb: "#",
    up: "^",
    down: "v",
    bars: ["_", ".", ":", "-", "=", "+", "*", "#"],
    cursor_edge: "|",
};
