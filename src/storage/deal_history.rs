//! What earlier games have made of each deal: whether the solver showed moves of it, and who won it first.

use std::collections::HashMap;

use super::game_result::GameResult;
use super::save_dir::SaveId;
use crate::game::DealName;
use crate::rules::GameOptions;

/// What the games of a deal say about those after them.
#[derive(Clone, Debug, Default)]
struct PlayedDeal {
    /// The number of moves that the solver showed in one game.
    shown: u32,
    /// The first game that the player won alone.
    won_by: Option<SaveId>,
}

/// The deals that were played, as far as they come from a seed: others have no name.
#[derive(Clone, Debug, Default)]
pub(super) struct DealHistory(HashMap<(&'static str, GameOptions, u64), PlayedDeal>);

impl DealHistory {
    /// Adds the result of a game that comes after all others, as it is judged by them.
    pub(super) fn add(&mut self, result: &mut GameResult) {
        self.judge(result);
        let Some(key) = key(&result.deal) else {
            return;
        };
        let deal = self.0.entry(key).or_default();
        deal.shown = deal.shown.max(result.header.shown);
        if result.is_own_win() && deal.won_by.is_none() {
            deal.won_by = Some(result.id.clone());
        }
    }

    /// Judges a win by the games before: the moves that the solver showed belong to the deal, and a deal is won
    /// once.
    pub(super) fn judge(&self, result: &mut GameResult) {
        let Some(deal) = self.deal(&result.deal).filter(|_| result.is_own_win()) else {
            return;
        };
        result.header.shown = deal.shown;
        result.is_won_again = self.is_won_by_another_game(&result.deal, Some(&result.id));
    }

    /// Whether the first game of a deal that the player won alone is another one.
    pub(super) fn is_won_by_another_game(&self, deal: &DealName, id: Option<&SaveId>) -> bool {
        let first = self.deal(deal).and_then(|deal| deal.won_by.as_ref());
        first.is_some_and(|first| Some(first) != id)
    }

    /// Returns how many moves of a deal the solver showed in one game.
    pub(super) fn shown_moves(&self, deal: &DealName) -> u32 {
        self.deal(deal).map_or(0, |deal| deal.shown)
    }

    fn deal(&self, deal: &DealName) -> Option<&PlayedDeal> {
        self.0.get(&key(deal)?)
    }
}

fn key(deal: &DealName) -> Option<(&'static str, GameOptions, u64)> {
    Some((deal.kind.info.id, deal.kind.options.clone(), deal.seed?))
}
