//! Glyphs for markers, edges and borders.

use ratatui::symbols::border;

/// Glyphs for markers, edges and borders.
#[derive(Debug)]
pub struct Glyphs {
    /// The upper edge of a card's back.
    pub card_edge: &'static str,
    /// The back of a card, if there is no color for it.
    pub card_back: &'static str,
    /// Folded face-down cards.
    pub collapsed: &'static str,
    /// The cursor.
    pub cursor: &'static str,
    /// A selected card.
    pub selected: &'static str,
    /// A pile that accepts the selection.
    pub drop_target: &'static str,
    /// The cursor on such a pile.
    pub cursor_on_target: &'static str,
    /// A card that slid to the left.
    pub slid: &'static str,
    /// A hint.
    pub hint: &'static str,
    /// A border: top left, horizontal, top right, vertical, bottom left, bottom right.
    pub border: [&'static str; 6],
    /// The thumb of a scroll bar.
    pub scroll_thumb: &'static str,
    /// Up and down.
    pub arrows: [&'static str; 2],
    /// Pictures of jack, queen and king, line by line; a suit symbol goes in the middle of the last line.
    pub court_pictures: [[&'static str; 3]; 3],
    /// The same for narrow cards.
    pub narrow_court_pictures: [[&'static str; 3]; 3],
    /// Bars of the odds, the lowest first.
    pub bars: [&'static str; 8],
    /// The left edge of the card under the cursor.
    pub cursor_edge: &'static str,
}

impl Glyphs {
    /// Returns the border for ratatui's widgets.
    pub fn border_set(&self) -> border::Set<'static> {
        let [
            top_left,
            horizontal,
            top_right,
            vertical,
            bottom_left,
            bottom_right,
        ] = self.border;
        border::Set {
            top_left,
            top_right,
            bottom_left,
            bottom_right,
            vertical_left: vertical,
            vertical_right: vertical,
            horizontal_top: horizontal,
            horizontal_bottom: horizontal,
        }
    }
}

/// Glyphs for terminals that show Unicode.
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
    scroll_thumb: "┃",
    arrows: ["↑", "↓"],
    court_pictures: [
        ["▄▟▀▀▖", "▐· ·▌", "▟█ █▙"],
        ["▗▚█▞▖", "▐· ·▌", "◢█ █◣"],
        ["▙▟█▙▟", "▐· ·▌", "▟█ █▙"],
    ],
    narrow_court_pictures: [
        ["▄▟▀", "▐¨▌", "▟ ▙"],
        ["▚█▞", "▐¨▌", "◢ ◣"],
        ["▙█▟", "▐¨▌", "▟ ▙"],
    ],
    bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    cursor_edge: "▌",
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
    scroll_thumb: "#",
    arrows: ["^", "v"],
    court_pictures: [
        [" ,-- ", "(o o)", " / \\ "],
        [" vVv ", "(o o)", " / \\ "],
        [" WWW ", "(o o)", " / \\ "],
    ],
    narrow_court_pictures: [
        [",--", "(\")", "/ \\"],
        ["vVv", "(\")", "/ \\"],
        ["WWW", "(\")", "/ \\"],
    ],
    bars: ["_", ".", ":", "-", "=", "+", "*", "#"],
    cursor_edge: "|",
};
