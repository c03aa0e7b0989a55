//! The totals of a survey, as text or as JSON.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;

use crate::cli::{Failure, file};
use crate::player::PlayerKind;
use crate::solver::Tally;
use crate::survey::{GameDeals, SurveyTotals};

#[derive(Serialize)]
pub(super) struct SurveySummary {
    game: String,
    rules: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<PlayerKind>,
    seeds: [u64; 2],
    #[serde(flatten)]
    deals: Tally,
    low: f64,
    high: f64,
    positions: u64,
    #[serde(serialize_with = "file::serialize_seconds")]
    seconds: f64,
}

impl SurveySummary {
    /// Sums up deals. What a player did not win is lost.
    pub(super) fn new(deals: &GameDeals, seeds: [u64; 2], totals: &SurveyTotals) -> SurveySummary {
        let mut totals = *totals;
        if deals.player.is_some() {
            totals.deals.lost += std::mem::take(&mut totals.deals.unknown);
        }
        let (low, high) = totals.deals.confidence_interval();
        SurveySummary {
            game: deals.game.clone(),
            rules: deals.rules.clone(),
            player: deals.player,
            seeds,
            deals: totals.deals,
            low,
            high,
            positions: totals.positions,
            seconds: totals.seconds,
        }
    }

    pub(super) fn write(&self, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
        if json {
            return file::write_json_line(out, self);
        }
        let rules: Vec<_> = self.rules.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let deals = self.deals.count();
        let [from, to] = self.seeds;
        writeln!(out, "{} {}", self.game, rules.join(" "))?;
        writeln!(out, "{deals} deals of the seeds {from}..{to}")?;
        let Tally { won, lost, unknown } = self.deals;
        let (counts, wins): (&[_], _) = match self.player {
            Some(player) => {
                writeln!(out, "played by the {player} player")?;
                (&[("won", won), ("not won", lost)], "wins")
            }
            None => (
                &[
                    ("winnable", won),
                    ("unwinnable", lost),
                    ("unknown", unknown),
                ],
                "can be won",
            ),
        };
        for &(verdict, count) in counts {
            let share = 100.0 * count as f64 / deals.max(1) as f64;
            writeln!(out, "{verdict:<12}{count:>9}{share:>9.2} %")?;
        }
        let (low, high) = (100.0 * self.low, 100.0 * self.high);
        writeln!(out, "{wins}: {low:.2} to {high:.2} % of all deals (95 %)")?;
        writeln!(out, "0 % {} 100 %", self.plot_interval())?;
        writeln!(
            out,
            "{} positions, {:.1} seconds of searching",
            self.positions, self.seconds
        )?;
        Ok(())
    }

    /// Draws the interval on a line, with a mark at the share of winnable deals.
    fn plot_interval(&self) -> String {
        const WIDTH: usize = 60;
        let at = |share: f64| ((share * WIDTH as f64) as usize).min(WIDTH - 1);
        let deals = self.deals.count();
        let won = at(self.deals.won as f64 / deals.max(1) as f64);
        let mark = |column| match column {
            _ if column == won && deals > 0 => 'o',
            _ if (at(self.low)..=at(self.high)).contains(&column) => '=',
            _ => '-',
        };
        (0..WIDTH).map(mark).collect()
    }
}
