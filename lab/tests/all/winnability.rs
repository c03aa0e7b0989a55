//! How many deals can be won: the deals in `assets/winnable` are whole and true, and the table and the
//! plots made from them are current. Of games that are not searched the folder has only the counts.

mod plots;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lab::survey::{DealResult, Outcome, survey};
use lab::survey_file::{Deals, SurveySubject};
use lab::winnable;
use larboard::difficulty::{file_name, game_label};
use larboard::rules::shuffled_deck;
use larboard::solver::{Budget, CancelToken, SOLVE_WIDTH, Tally};
use larboard::variant::Variant;
use rand::seq::IndexedRandom;
use serde::Deserialize;

use crate::kept_files;

/// The counts of the games that are not searched, as `lab survey --json` writes them.
const COUNTED: &str = "single-left-counted.jsonl";

/// A line of that file.
#[derive(Deserialize)]
struct CountedSurvey {
    #[serde(flatten)]
    subject: SurveySubject,
    seeds: [u64; 2],
    #[serde(flatten)]
    deals: Tally,
}

/// The deals of a game with its options, from seed 1 on.
struct Survey {
    subject: SurveySubject,
    tally: Tally,
    /// The numbers of positions after which deals were decided, in ascending order.
    decided: Vec<u64>,
    /// The numbers of positions after which deals were given up, in ascending order.
    given_up: Vec<u64>,
}

impl Survey {
    fn new(subject: SurveySubject, deals: impl Iterator<Item = (Outcome, u64)>) -> Survey {
        let (mut tally, mut decided, mut given_up) = (Tally::default(), Vec::new(), Vec::new());
        for (verdict, positions) in deals {
            verdict.count_in(&mut tally);
            match verdict {
                Outcome::Won | Outcome::Lost => decided.push(positions),
                Outcome::Unknown => given_up.push(positions),
            }
        }
        decided.sort_unstable();
        given_up.sort_unstable();
        Survey {
            subject,
            tally,
            decided,
            given_up,
        }
    }

    /// Whether the deals were given up after more than a million positions.
    fn is_large(&self) -> bool {
        self.given_up.first() > Some(&1_000_000)
    }

    /// Returns the bounds of the share of winnable deals.
    fn share(&self) -> String {
        let (low, high) = self.tally.confidence_interval();
        format!("{:.2} to {:.2} %", 100.0 * low, 100.0 * high)
    }

    /// Returns the number of positions within which a percentage of the deals is decided.
    fn quantile(&self, percent: u64) -> String {
        let rank = (self.tally.count() * percent).div_ceil(100).max(1) as usize;
        match (self.decided.get(rank - 1), self.given_up.first()) {
            (Some(&positions), limit) if limit.is_none_or(|&limit| positions <= limit) => {
                short(positions)
            }
            (_, Some(&limit)) => format!("over {}", short(limit)),
            (_, None) => "–".to_owned(),
        }
    }

    /// Returns the numbers of positions after which the search gave deals up.
    fn limit(&self) -> String {
        match &self.given_up[..] {
            [] => "–".to_owned(),
            [first, .., last] if first != last => format!("{} to {}", short(*first), short(*last)),
            [limit, ..] => short(*limit),
        }
    }

    fn row(&self) -> String {
        let Tally { won, lost, unknown } = self.tally;
        format!(
            "| `{}` | 1 to {} | {} | {} | {} | {} | {} | {} | {} |\n",
            label(&self.subject),
            grouped(self.tally.count()),
            grouped(won),
            grouped(lost),
            grouped(unknown),
            self.share(),
            self.limit(),
            self.quantile(50),
            self.quantile(99),
        )
    }
}

/// Returns the name of a game with its options that are not defaults.
fn label(subject: &SurveySubject) -> String {
    game_label(&rules_of(subject))
}

/// Formats a number with commas between its groups of three digits.
fn grouped(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

/// Formats a number of positions with two or three digits, in thousands (k) or millions (M).
fn short(positions: u64) -> String {
    let (count, unit) = match positions {
        0..1000 => return positions.to_string(),
        1000..1_000_000 => (positions as f64 / 1e3, "k"),
        _ => (positions as f64 / 1e6, "M"),
    };
    let decimals = usize::from(count < 10.0);
    let count = format!("{count:.decimals$}");
    format!("{} {unit}", count.trim_end_matches(".0"))
}

fn surveys() -> Vec<Survey> {
    let searched = known_deals().into_iter().map(|(subject, deals)| {
        let deals = deals.values().map(|deal| (deal.verdict, deal.positions));
        Survey::new(subject, deals)
    });
    let counted = counted_surveys().into_iter().map(|survey| Survey {
        subject: survey.subject,
        tally: survey.deals,
        decided: Vec::new(),
        given_up: Vec::new(),
    });
    let mut surveys: Vec<Survey> = searched.chain(counted).collect();
    surveys.sort_by(|a, b| a.subject.cmp(&b.subject));
    surveys
}

fn counted_surveys() -> Vec<CountedSurvey> {
    let text = kept_files::read(&format!("assets/winnable/{COUNTED}"));
    let surveys = text.lines().map(serde_json::from_str);
    surveys.collect::<Result<_, _>>().expect("lines of surveys")
}

/// Returns the deals of the games that are searched.
fn known_deals() -> Vec<(SurveySubject, Deals)> {
    let deals = winnable::read_folder(Path::new(winnable::FOLDER));
    deals.expect("whole files").into_iter().collect()
}

/// Asserts that the table of a document whose first line begins with `heading` has these rows, or
/// writes them.
fn assert_rows_are_current(document: &str, heading: &str, rows: &str) {
    let text = kept_files::read(document);
    let table = text.find(heading).expect("a table");
    let lines: Vec<_> = text[table..].split_inclusive('\n').collect();
    let is_row = |line: &&str| line.starts_with('|');
    let end = lines
        .iter()
        .position(|line| !is_row(line))
        .unwrap_or(lines.len());
    let [head, after] = [lines[..2].concat(), lines[end..].concat()];
    let text = [&text[..table], &head, rows, &after].concat();
    kept_files::assert_current(document, &text);
}

#[test]
fn table_and_plots_agree_with_the_deals() {
    let surveys = surveys();
    let rows: String = surveys.iter().map(Survey::row).collect();
    assert_rows_are_current("docs/winnability.md", "| game |", &rows);
    kept_files::assert_current("assets/pictures/winnable.svg", &plots::shares(&surveys));
    kept_files::assert_current("assets/pictures/decided.svg", &plots::decided(&surveys));
}

#[test]
fn every_line_of_the_deals_is_whole() {
    let mut names = BTreeSet::from([COUNTED.to_owned()]);
    for (subject, deals) in known_deals() {
        let name = file_name(&rules_of(&subject));
        let text = winnable::to_text(&subject, &deals).expect("consecutive seeds");
        assert_eq!(
            kept_files::read(&format!("assets/winnable/{name}")),
            text,
            "{name}"
        );
        assert!(text.len() <= 16 * deals.len(), "{name}");
        names.insert(name);
    }
    let files = fs::read_dir(winnable::FOLDER).expect("a folder");
    let files = files.map(|file| {
        file.expect("a file")
            .file_name()
            .into_string()
            .expect("text")
    });
    assert_eq!(files.collect::<BTreeSet<_>>(), names);
}

fn rules_of(subject: &SurveySubject) -> Variant {
    subject.variant().expect("a game with its options")
}

fn budget(positions: u64) -> Budget {
    Budget {
        positions: Some(positions),
        time: None,
        memory: 1 << 30,
    }
}

/// Solves a random sample of the deals of each game again, among those decided within a number of
/// positions.
fn solve_sample_again(sample: usize, limit: u64) {
    for (subject, deals) in known_deals() {
        let rules = rules_of(&subject);
        let deals: Vec<DealResult> = deals
            .into_values()
            .filter(|deal| deal.verdict != Outcome::Unknown && deal.positions <= limit)
            .collect();
        for known in deals.sample(&mut rand::rng(), sample) {
            let table = rules.deal(&shuffled_deck(known.seed, rules.info().decks));
            let cancel = CancelToken::default();
            let found = rules.probe(&table, SOLVE_WIDTH, &budget(2 * limit), &cancel);
            let found: Outcome = found.verdict.into();
            let agrees = [known.verdict, Outcome::Unknown].contains(&found);
            assert!(agrees, "{subject:?}: {known:?}, but now {found}");
        }
    }
}

#[test]
fn a_random_sample_solved_again_contradicts_no_deal() {
    solve_sample_again(1, 400_000);
}

#[test]
#[ignore = "takes minutes: thousands of deals"]
fn a_large_random_sample_solved_again_contradicts_no_deal() {
    solve_sample_again(100, 3_000_000);
}

#[test]
#[ignore = "takes minutes in a release build: 2,400 deals, 30 million positions each"]
fn the_solver_decides_as_many_deals_as_documented() {
    let large = surveys().into_iter().filter(Survey::is_large);
    let ranges = large.flat_map(|survey| {
        [
            (survey.subject.clone(), 1..201),
            (survey.subject, 20_001..20_201),
        ]
    });
    let rows = ranges.map(|(subject, seeds)| {
        let (mut tally, mut unknown) = (Tally::default(), BTreeSet::new());
        let add = |deal: DealResult| {
            deal.verdict.count_in(&mut tally);
            if deal.verdict == Outcome::Unknown {
                unknown.insert(deal.seed);
            }
        };
        let (cancel, budget) = (CancelToken::default(), budget(30_000_000));
        let started = survey(
            &rules_of(&subject),
            None,
            seeds.clone(),
            &budget,
            2,
            &cancel,
            add,
        );
        started.expect("two threads");
        let unknown: Vec<_> = unknown.iter().map(u64::to_string).collect();
        let label = label(&subject);
        let Tally { won, lost, .. } = tally;
        format!(
            "| `{label}` | {} to {} | {won} | {lost} | {} | {} |\n",
            seeds.start,
            seeds.end - 1,
            unknown.len(),
            unknown.join(", ")
        )
    });
    let rows: String = rows.collect();
    assert_rows_are_current("docs/solver.md", "| game | deals | won |", &rows);
}

#[test]
#[ignore = "takes minutes in a debug build: five million games"]
fn games_that_are_not_searched_are_won_as_often_as_counted() {
    for counted in counted_surveys() {
        let rules = rules_of(&counted.subject);
        let [first, end] = counted.seeds;
        let (cancel, mut deals) = (CancelToken::default(), Tally::default());
        let add = |deal: DealResult| deal.verdict.count_in(&mut deals);
        let started = survey(&rules, None, first..end, &budget(1), 2, &cancel, add);
        started.expect("two threads");
        assert_eq!(deals, counted.deals, "{:?}", counted.subject);
    }
}

/// A line of a survey of Moosehide.
fn line(seed: u64, verdict: &str, positions: u64) -> String {
    format!(
        r#"{{"game":"moosehide","rules":{{"layout":"classic"}},"seed":{seed},"verdict":"{verdict}","positions":{positions},"seconds":0.1}}"#
    ) + "\n"
}

#[test]
fn an_import_adds_deals_and_never_forgets_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("survey.jsonl");
    let import = |text: &str| {
        fs::write(&file, text).expect("a file");
        let imported = winnable::import(folder.path(), std::slice::from_ref(&file));
        imported.map_err(|error| {
            let path = format!("{}: ", file.display());
            error.message().replace(&path, "")
        })
    };
    let known = || {
        let path: PathBuf = folder.path().join("moosehide-layout-classic.txt");
        fs::read_to_string(path).expect("the deals")
    };
    let first = [line(2, "unknown", 50), line(1, "winnable", 30)].concat();
    assert_eq!(import(&first), Ok(()));
    assert_eq!(known(), "w 30\n? 50\n");
    let second = [
        line(3, "unwinnable", 7),
        line(2, "won", 90),
        line(1, "unknown", 500),
    ];
    assert_eq!(import(&second.concat()), Ok(()));
    assert_eq!(known(), "w 30\nw 90\nl 7\n");
    let (next, torn) = (line(4, "lost", 8), &line(5, "won", 9)[..70]);
    let other_rules = line(5, "won", 9).replace("classic", "round");
    let played = line(1, "won", 9).replace(r#""seed""#, r#""player":"fair","seed""#);
    for (bad, message) in [
        (torn, "line 2 is torn"),
        (&format!("{torn}\n"), "line 2: not a deal of a survey"),
        (&other_rules, "line 2: not a deal of a survey"),
        (&line(1, "lost", 9), "line 2: seed 1 is lost, but"),
        (&line(6, "won", 9), "the deal of seed 5 is missing"),
        (&played, "played by the fair player"),
    ] {
        let error = import(&format!("{next}{bad}")).expect_err(message);
        assert!(error.contains(message), "{error}");
        assert_eq!(known(), "w 30\nw 90\nl 7\n", "{message}");
    }
    fs::write(
        folder.path().join("moosehide-layout-classic.txt"),
        "w 30\nw 9",
    )
    .expect("a file");
    let error = import(&next).expect_err("a torn file");
    assert!(error.contains("is torn"), "{error}");
    assert_eq!(known(), "w 30\nw 9");
}
