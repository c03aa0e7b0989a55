//! Glyphs for markers and edges. Where only ASCII can be shown, a frame is transliterated once it is drawn.

/// Upper edge of a card's back.
pub const CARD_EDGE: &str = "▔";
/// Upper edge of a card that lies on a face, in the row above it.
pub const NEXT_CARD_EDGE: &str = "▁";
/// Left edge of a card that lies on another one.
pub const LEFT_EDGE: &str = "▏";
/// The back of a card and the paper of a selected one, where there is no color for them.
pub const CARD_BACK: &str = "░";
/// Face-down cards collapsed into one row.
pub const COLLAPSED: &str = "▒";
pub const CURSOR: &str = "❯";
/// The left edge of the card under the cursor.
pub const CURSOR_EDGE: &str = "▌";
pub const SELECTED: &str = "▶";
/// A pile that accepts the selection.
pub const DROP_TARGET: &str = "◆";
/// The cursor on such a pile.
pub const CURSOR_ON_TARGET: &str = "◈";
/// A card that slid to the left.
pub const SLID: &str = "◂";
/// Turning points of a game: a move that gave away the win or odds, and luck.
pub const COSTLY_MOVE: &str = "×";
pub const LUCK: &str = "◆";
/// The track of a game: where it could be won, where that is not known, and where it was lost.
pub const WON: &str = "━";
pub const DOUBTFUL: &str = "░";
pub const LOST: &str = "─";
/// The position of a game that the table shows.
pub const HERE: &str = "▲";
pub const SCROLL_THUMB: &str = "┃";
pub const UP: &str = "↑";
pub const DOWN: &str = "↓";
/// Bars of the odds, the lowest first.
pub const BARS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
