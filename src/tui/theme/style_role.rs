//! Purposes of styles, and how many colors there are for them.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// Number of colors that the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorDepth {
    /// 24-bit color.
    TrueColor,
    /// The 256-color palette.
    Ansi256,
    /// The 16 standard colors.
    Ansi16,
    /// No colors, or colors turned off.
    Mono,
}

/// Purpose of a style. The settings file names it in kebab case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum StyleRole {
    /// Screen background.
    Background,
    /// Normal text.
    Text,
    /// Secondary text, labels and the outlines of empty piles.
    Dim,
    /// Titles and emphasized text.
    Strong,
    /// Important numbers and informational messages.
    Accent,
    /// Error messages.
    Error,
    /// Face of a card.
    CardFace,
    /// Face of a card in every second strip of a fan.
    CardFaceShaded,
    /// Upper edge of a face-up card.
    CardEdge,
    /// Face of a selected card.
    SelectedCard,
    /// Face of a card that has just moved.
    MovedCard,
    /// Face of a card that a hint names.
    HintedCard,
    /// Face of a card on which the selected cards can be dropped.
    DropTarget,
    /// Back of a card.
    CardBack,
    /// Upper edge of a card's back, and text on it.
    CardBackText,
    /// The cursor, and the marker of the selected cards.
    Cursor,
    /// Marker of a pile on which the selected cards can be dropped.
    DropTargetMarker,
    /// Marker of a hint.
    HintMarker,
    /// Panel on top of the table.
    Panel,
    /// Emphasized text on a panel.
    PanelStrong,
    /// Selected entry of a list.
    SelectedEntry,
}

impl StyleRole {
    /// The faces of cards, on which ranks and suits are written.
    pub(super) const CARD_FACES: [StyleRole; 6] = [
        StyleRole::CardFace,
        StyleRole::CardFaceShaded,
        StyleRole::SelectedCard,
        StyleRole::MovedCard,
        StyleRole::HintedCard,
        StyleRole::DropTarget,
    ];

    /// Whether there is text in the role, and not only ornament.
    pub(super) fn has_text(self) -> bool {
        !matches!(
            self,
            StyleRole::Background | StyleRole::CardEdge | StyleRole::CardBack
        )
    }
}
