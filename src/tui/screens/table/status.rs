//! The status at the start of the footer.

use super::TableScreen;
use crate::cards::Card;
use crate::tui::services::Services;
use crate::tui::table::state::PendingInput;

/// Maximum number of cards that are named one by one.
const MAX_NAMED_CARDS: usize = 4;

impl TableScreen {
    /// Returns what is selected or which key is awaited; empty if nothing is.
    pub(super) fn status_text(&self, services: &Services) -> String {
        let table = self.state();
        match table.pending_input {
            Some(PendingInput::FoundationChoice(_)) => return "Which foundation?".into(),
            Some(PendingInput::FoundationSuit) => return "Foundation of".into(),
            Some(PendingInput::ReserveNumber(first)) => {
                let first = first.map_or("_".into(), |digit| digit.to_string());
                return format!("Reserve card {first}_");
            }
            None => {}
        }
        let cards = table.selected_cards();
        if cards.is_empty() || table.is_hand_game() || table.is_over() {
            return String::new();
        }
        let names = match cards {
            [first, .., last] if cards.len() > MAX_NAMED_CARDS => {
                format!("{first}..{last} ({} cards)", cards.len())
            }
            _ => {
                let names: Vec<String> = cards.iter().map(Card::to_string).collect();
                names.join(" ")
            }
        };
        let targets = match table.drop_targets().is_empty() {
            true => "nowhere to go".to_owned(),
            false => format!("{} valid target", services.appearance.glyphs().drop_target),
        };
        format!("Selected {names}   {targets}")
    }
}
