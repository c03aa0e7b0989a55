//! Summaries of surveys.

use std::io::Write;

use larboard::cli::{Failure, file};
use larboard::solver::Tally;
use serde::Serialize;
use serde_json::json;

use crate::survey::SurveyTotals;
use crate::survey_file::SurveySubject;

/// The totals of a survey, as text or as JSON.
#[derive(Serialize)]
pub(crate) struct SurveySummary<'a> {
    #[serde(flatten)]
    subject: &'a SurveySubject,
    seeds: [u64; 2],
    #[serde(flatten)]
    deals: Tally,
    low: f64,
    high: f64,
    positions: u64,
    seconds: f64,
}

impl SurveySummary<'_> {
    /// Sums up deals. What a player did not win is lost, also in older files, which call it unknown.
    pub(crate) fn new(
        subject: &SurveySubject,
        seeds: [u64; 2],
        mut totals: SurveyTotals,
    ) -> SurveySummary<'_> {
        if subject.player.is_some() {
            totals.deals.lost += std::mem::take(&mut totals.deals.unknown);
        }
        let (low, high) = totals.deals.confidence_interval();
        SurveySummary {
            subject,
            seeds,
            deals: totals.deals,
            low,
            high,
            positions: totals.positions,
            seconds: file::to_milliseconds(totals.seconds),
        }
    }

    /// Writes the summary, as a text or as JSON.
    pub(crate) fn write(&self, is_json: bool, out: &mut dyn Write) -> Result<(), Failure> {
        if is_json {
            return file::write_json_line(out, json!(self));
        }
        let SurveySubject {
            game,
            rules,
            player,
        } = self.subject;
        let rules: Vec<_> = rules.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let deals = self.deals.count();
        let [from, to] = self.seeds;
        writeln!(out, "{game} {}", rules.join(" "))?;
        writeln!(out, "{deals} deals of the seeds {from}..{to}")?;
        let Tally { won, lost, unknown } = self.deals;
        let (counts, wins): (&[_], _) = match player {
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
