//! How many games of each kind were won, for the list of games.

use crate::rules::GameInfo;
use crate::storage::results::Results;
use crate::variant;

/// How many games of each kind were played and won, with any options.
#[derive(Clone, Debug, Default)]
pub(super) struct Records {
    /// The number of lines of the results that are counted.
    lines: usize,
    /// Won and played, in the order of the [list of games](variant::games).
    counts: Vec<(usize, usize)>,
}

impl Records {
    /// Counts again if there are other results.
    pub(super) fn update(&mut self, results: &Results) {
        if self.lines == results.line_count() {
            return;
        }
        let all = results.all_stats([]);
        let count = |info: &GameInfo| {
            let of_game = all.iter().filter(|stats| stats.rule_set.info.id == info.id);
            of_game.fold((0, 0), |(won, played), stats| {
                (won + stats.won, played + stats.played)
            })
        };
        self.counts = variant::games().into_iter().map(count).collect();
        self.lines = results.line_count();
    }

    /// Says how many of the games of an index were won.
    pub(super) fn of_game(&self, index: usize) -> String {
        match self.counts.get(index) {
            Some((won, played)) if *played > 0 => format!("won {won} of {played}"),
            _ => "not played yet".into(),
        }
    }
}
