//! Prospects in Single Left in Warfield's style: what matters in Moving Left, with other weights.

use super::{Features, Prospects, Sight};
use crate::rules::{Move, Table, Warfield};

impl Prospects for Warfield {
    fn weights(&self) -> &'static [i32] {
        &include!("../../assets/weights/warfield.in")
    }

    fn features(&self, sight: &Sight<'_>) -> Features {
        self.rules.features(sight)
    }

    fn home_move(&self, table: &Table) -> Option<Move> {
        self.rules.home_move(table)
    }
}
