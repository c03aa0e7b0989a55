//! Outcomes in words, the same for both user interfaces. Each adds the keys or commands to use next.

use std::fmt::Display;
use std::path::Path;

use jiff::Timestamp;
use jiff::civil::Date;

use super::command::{GivenHint, Refusal, Turn};
use super::deals::DealSource;
use super::guide::Guide;
use super::play::Session;
use super::search::PendingVerdict;
use crate::describe::{approx_count, home_word, pluralize, position_text, sentence};
use crate::difficulty::daily;
use crate::escape::escape_path;
use crate::game::{Game, RuleSet};
use crate::proofs::Assessment;
use crate::record::{GameOutcome, PlayedGame, Win};
use crate::rules::Status;
use crate::solver::{MIN_DECIDED, Tally};
use crate::stats_text::{self, daily_name, deal_title, format_clock};
use crate::storage::StorageError;
use crate::storage::daily::DailyState;
use crate::storage::results::{GameResult, Help, Results};
use crate::storage::saves::{SavedGame, Saves};
use crate::storage::settings::{HintKind, Settings};
use crate::storage::stats::Stats;
use crate::variant::Variant;

/// Returns the key or the word of a user interface for an action of the keys, if it has one.
pub type KeyOf<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Adds to a text what to do next, and what that does: `Nothing to undo. m: other games`.
fn with_steps(text: impl Into<String>, key_of: KeyOf<'_>, steps: &[(&str, &str)]) -> String {
    let steps = steps.iter();
    let steps = steps.filter_map(|(action, does)| Some(format!("{}: {does}", key_of(action)?)));
    let steps: Vec<String> = steps.collect();
    match &*steps {
        [] => text.into(),
        steps => format!("{}. {}", text.into(), steps.join(", ")),
    }
}

/// Says what is known about a position, and what to do next.
pub fn verdict(assessment: Assessment, key_of: KeyOf<'_>) -> String {
    let unknown = "Not known whether this can be won";
    match assessment {
        Assessment::LostDeal => {
            let steps = [("new-deal", "another deal")];
            with_steps("This deal cannot be won", key_of, &steps)
        }
        Assessment::Lost(winnable) => {
            let back = winnable.map(|moves| format!("back to {}", position_text(moves)));
            let step = match &back {
                Some(back) => ("undo-to-winnable", &**back),
                None => ("undo", "one move back"),
            };
            with_steps("No win is left from here", key_of, &[step]) + ", or play on."
        }
        Assessment::Winnable(moves) => {
            let text = format!("Winnable in {} or fewer", pluralize(moves, "move"));
            let steps = [("hint", "next move"), ("show-solution", "all moves")];
            with_steps(text, key_of, &steps)
        }
        Assessment::NotYetKnown => with_steps(unknown, key_of, &[("analyze", "search longer")]),
        Assessment::Inconclusive => format!("{unknown}, even after the longest search"),
    }
}

/// Says why a command was refused at a position, and what to do next.
pub fn refusal(refusal: &Refusal, assessment: Assessment, key_of: KeyOf<'_>) -> String {
    let steps: &[(&str, &str)] = match refusal {
        Refusal::Lost => return verdict(assessment, key_of),
        Refusal::NoAdvice => &[("analyze", "ask the solver")],
        Refusal::NothingToUndo => &[("menu", "other games")],
        _ => &[],
    };
    with_steps(refusal.to_string(), key_of, steps)
}

/// Says how far a search is: `1.2 million positions, 3 of 10 s`.
pub fn search_progress(search: &PendingVerdict, seconds: u64) -> String {
    let positions = approx_count(search.positions, "position");
    let most = search.budget.time_limit().as_secs();
    format!("{positions}, {seconds} of {most} s")
}

/// Names what could not be read: the first, and how many more there are. `None` if all was read.
pub fn warnings(warnings: &[StorageError]) -> Option<String> {
    match warnings {
        [] => None,
        [only] => Some(only.to_string()),
        [first, more @ ..] => Some(format!("{first} (and {} more)", more.len())),
    }
}

/// Says that a game could not be saved, or is saved again.
pub fn save_notice(session: &Session) -> String {
    let error = session.save_state.error.as_ref();
    error.map_or_else(|| "The game is saved again".into(), ToString::to_string)
}

/// Says where a game was exported to.
pub fn exported(path: &Path) -> String {
    format!("Exported to {}", escape_path(path))
}

pub fn not_exported(error: &StorageError) -> String {
    format!("Not exported: {error}")
}

/// Says why there is nothing to practice: because of what was asked today, or of what was never reviewed.
pub(super) const PRACTICED_TODAY: &str =
    "No more practice today. What you did not find comes back tomorrow";
pub(super) const NOTHING_TO_PRACTICE: &str = "Nothing to practice now. Review a lost game";

/// Says that the results and the list of finished games are empty.
pub const NO_FINISHED_GAMES: &str =
    "No finished games yet: they will stand here, with what decided each";

pub const NO_MOVES_YET: &str = "No move has been made yet";

pub const NOT_A_DEAL: &str =
    "Type a number of up to 20 digits, a grade such as hard, or a day such as 2026-11-23";

/// Says why there is no line to share.
pub const NOT_OVER: &str = "The game can be shared once it is over";

/// Says that a game needs no verdict, because it is won.
pub const GAME_WON: &str = "The game is won";

/// Says that a game plays itself, or that a deal is any random one, because the game has none from the source that was
/// wanted.
pub fn random_deal_note(source: DealSource, rules: &Variant) -> Option<&'static str> {
    if rules.is_forced() && !matches!(source, DealSource::Seed(_)) {
        return Some("This game plays itself: x. To choose the discards, start it from the menu");
    }
    let text = "Deals with these options can hardly ever be won: dealt at random";
    (!source.is_available_in(rules)).then_some(text)
}

pub const NO_GRADED_DEALS: &str = "There are no daily and no graded deals with these options";

/// Says that the deal of a day cannot be played yet.
pub fn day_ahead(day: impl Display) -> String {
    format!("The deal of {day} is still to come")
}

/// Names a day and the difficulty of its deals: `Mon 23 Nov · easy`.
pub fn day_and_grade(day: Date) -> String {
    let difficulty = daily::difficulty(day).as_str();
    format!("{} · {difficulty}", day.strftime("%a %-d %b"))
}

/// Names a daily deal: `daily Mon 23 Nov · easy`.
pub fn daily_deal(day: Date) -> String {
    format!("daily {}", day_and_grade(day))
}

/// Asks whether saved games of a deal should be removed.
pub fn forget_question(saved: &SavedGame, count: usize) -> String {
    let name = deal_title(&saved.deal, saved.daily);
    let moves = pluralize(saved.moves, "move");
    match count {
        1 => format!("Remove {name}, {moves}, for good?"),
        count => format!("Remove all {count} attempts at {name} for good?"),
    }
}

/// Says how many saved games were removed, and why others were not.
pub fn forgotten(count: usize, kept: Option<&StorageError>) -> String {
    let removed = format!("{} removed", pluralize(count, "saved game"));
    match (count, kept) {
        (0, Some(kept)) => kept.to_string(),
        (_, Some(kept)) => format!("{removed}. {kept}"),
        (_, None) => removed,
    }
}

/// Returns the day of a daily deal that is over, and the rules of the game of that day to play next.
pub fn next_daily(session: &Session, results: &Results) -> Option<(Date, Variant)> {
    let day = session.played().header.daily;
    let day = day.filter(|_| session.is_over())?;
    let rules = RuleSet::new(session.game().rules());
    let next = results.daily_deals().next_game(day, &rules)?;
    Some((day, next))
}

/// Says how the player has won a daily deal before.
pub fn daily_won(state: DailyState) -> Option<&'static str> {
    match state {
        DailyState::Clean => Some("You have won this deal clean"),
        DailyState::Won => Some("You have won this deal"),
        DailyState::Solved => Some("You have solved this deal"),
        _ => None,
    }
}

/// Says that the unfinished game of a daily deal is resumed; `restart` is how to start again.
pub fn daily_resumed(game: &Game, state: DailyState, restart: Option<&str>) -> String {
    let won = daily_won(state).map(str::to_owned);
    let restart = restart.map(str::to_owned);
    let parts = [won, Some(resumed(game)), restart];
    parts.into_iter().flatten().collect::<Vec<_>>().join(". ")
}

/// Says which of the hints this is, its place in a plan, the move in the words of the user interface, and what it is for.
pub fn hint(given: &GivenHint, mv: &str) -> String {
    let number = match given.count {
        1 => "Hint".into(),
        count => format!("Hint {} of {count}", given.index + 1),
    };
    let step = given.step.map(|(step, len)| format!("{step} of {len}: "));
    let mv = format!("{}{mv}", step.unwrap_or_default());
    match &*given.purpose {
        "" => format!("{number}: {mv}"),
        purpose if purpose.starts_with("then ") => format!("{number}: {mv}, {purpose}"),
        purpose => format!("{number}: {mv}: {purpose}"),
    }
}

/// Says what there is to know with a hint: with the first one that a player ever gets the setting, and once that most moves
/// are hints and what that costs.
pub fn hint_notes(
    session: &mut Session,
    settings: &Settings,
    results: &Results,
) -> impl Iterator<Item = &'static str> {
    let is_first = session.played().header.hints == 1 && !results.has_any(Help::Hint);
    let keeps_win = settings.choice::<HintKind>() == HintKind::KeepTheWin;
    let setting = "Hints keep the win, by hidden cards too (setting: hints)";
    let cost = "More than half of your moves are hints: won so, the game is solved";
    let setting = (is_first && keeps_win).then_some(setting);
    let cost = session.announce_cost().then_some(cost);
    setting.into_iter().chain(cost)
}

/// Says, before a solution is shown, what that costs.
pub const SOLVED_FROM_HERE: &str = "From here on the win will be solved";

/// Describes the odds of a position, given whether all samples were searched, and the number of cards not yet seen.
pub fn odds(odds: Tally, is_complete: bool, unseen: usize) -> String {
    if unseen == 0 {
        return match (odds.won, odds.lost) {
            (0, 0) => "All cards are known, but not whether this can be won".into(),
            (0, _) => "All cards are known: this can't be won any more".into(),
            _ => "All cards are known: this can be won".into(),
        };
    }
    match share_text(odds, "of 100") {
        Some(share) => format!("{} deals that look like this can be won", sentence(&share)),
        None if !is_complete => {
            let decided = odds.decided();
            format!("Too early to say: {decided} of {MIN_DECIDED} deals like this are decided")
        }
        None => {
            let (won, decided, unknown) = (odds.won, odds.decided(), odds.unknown);
            format!(
                "{won} of the {decided} deals like this that were decided can be won; {unknown} were not decided"
            )
        }
    }
}

/// Number of decided sample deals from which odds are given as a share, not as a count.
const MIN_SHARE_SAMPLES: u64 = 50;

/// Returns the share of the decided sample deals that can be won, in one figure: `4 of 10`, `about 40 %`. `None` if it
/// is too early to say.
pub fn share_text(odds: Tally, unit: &str) -> Option<String> {
    let decided = odds.decided();
    let share = odds.share().filter(|_| decided >= MIN_DECIDED)?;
    Some(if decided < MIN_SHARE_SAMPLES {
        format!("{} of {decided}", odds.won)
    } else {
        format!("about {:.0} {unit}", 100.0 * share)
    })
}

/// Names the card that would have fit as well, where only the piles were named.
pub fn also_fits(turn: &Turn) -> Option<String> {
    let card = turn.also_fits?;
    Some(format!("{card} would fit, too: undo, and pick it yourself"))
}

/// Says that a verdict search was canceled.
pub const SEARCH_CANCELED: &str = "Search canceled";

pub const REVIEW_CANCELED: &str = "Review canceled";

/// Says that the game stands again where it can be won, and how to go forward again.
pub fn back_at_winnable(moves: usize, key_of: KeyOf<'_>) -> String {
    let text = format!("Back at {}, still winnable", position_text(moves));
    with_steps(text, key_of, &[("redo", "forward again")])
}

pub fn line_played(moves: usize) -> String {
    match moves {
        0 => "Back at the table".into(),
        n => format!("You're playing on after {}", pluralize(n, "solver move")),
    }
}

/// Message at the start of a branch from a replayed game.
pub fn playing_from(moves: usize) -> String {
    format!("You're playing on from {}", position_text(moves))
}

pub fn resumed(game: &Game) -> String {
    format!("Resumed at {}", position_text(game.moves().len()))
}

/// Says what step of a lesson a player is at.
pub fn lesson_step(guide: &Guide) -> String {
    let (step, steps) = guide.progress();
    format!("step {step} of {steps}")
}

/// Says how to continue a game that was left for another deal.
pub fn game_kept(ways: &str) -> String {
    format!("Your game is saved: {ways}")
}

pub const CONTINUED: &str = "The game goes on";

/// What both user interfaces show at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOverSummary {
    /// The result, in one line.
    pub headline: String,
    /// The kind of a win.
    pub win: Option<Win>,
    /// How far the game came, the moves and the time, in one line: `36 of 52 cards home in 40 moves, 1:02`.
    /// `None` if no move was made.
    pub cards_home: Option<String>,
    /// The day of a daily deal and how far the player has come with it, or else the seed.
    deal: Option<String>,
    /// The undos and the help with which a game was won, if there were any.
    pub help: Vec<String>,
    /// The streak of daily deals that a win belongs to.
    pub streak: Option<String>,
    /// How a win compares with the player's others of its kind, or why the game does not count among them.
    pub comparison: Option<String>,
}

impl GameOverSummary {
    /// Returns `None` for a game in progress.
    pub fn new(session: &Session, saves: &Saves) -> Option<GameOverSummary> {
        let results = saves.results();
        let (played, game) = (session.played(), session.game());
        let left = game.rules().cards_left(game.table());
        let left = left.filter(|_| game.rules().is_forced() && game.status() == Status::Lost);
        let result = session.result(results, Timestamp::UNIX_EPOCH)?;
        let headline = match left {
            Some(left) => cards_left(left, &results.stats_beside(&result)),
            None => game_over_headline(played, result.win())?,
        };
        let moves = game.moves().len();
        let seed = game.seed().map(|seed| format!("deal {seed}"));
        let days = results.daily_deals().streak_with(&result);
        let daily = played.header.daily.zip(saves.daily_state(&result));
        let daily = daily.map(|(day, state)| format!("{}: {}", daily_name(day), state.label()));
        Some(GameOverSummary {
            headline,
            win: result.win(),
            cards_home: (moves > 0).then(|| {
                let (gone, time) = (cards_gone(session), format_clock(played.header.seconds));
                format!("{gone} in {}, {time}", pluralize(moves, "move"))
            }),
            deal: daily.or(seed),
            // Without a win it makes no difference.
            help: stats_text::help_texts(&result)
                .filter(|_| result.win().is_some())
                .collect(),
            streak: (days > 1).then(|| format!("streak {days} days")),
            comparison: comparison(&result, results),
        })
    }

    /// Returns the deal, the help and the streak in one line; empty if there is nothing to say.
    pub fn details(&self) -> String {
        let details = self.deal.iter().chain(&self.help).chain(&self.streak);
        let details: Vec<&str> = details.map(String::as_str).collect();
        sentence(&details.join(", "))
    }
}

/// Says in how many moves a game was won, and in how many it can be: `87 moves; 81 would do`. Moves that were shown are
/// no shorter win.
pub fn moves_text(session: &Session) -> String {
    let moves = pluralize(session.game().moves().len(), "move");
    let shorter = session.shorter_win();
    match shorter.filter(|_| session.played().header.shown == 0) {
        Some(known) => format!("{moves}; {known} would do"),
        None => moves,
    }
}

/// Says how many cards are left at the end of a game that plays itself, and the player's fewest.
fn cards_left(left: usize, others: &Stats) -> String {
    let text = format!("{} left", pluralize(left, "card"));
    match others.cards_left.iter().min() {
        Some(&best) => format!("{text}; your fewest {}", best.min(left as u64)),
        None => text,
    }
}

/// Says how a game ended, of a win its kind. `None` for one in progress.
pub fn game_over_headline(played: &PlayedGame, win: Option<Win>) -> Option<String> {
    let title = played.game.rules().info().title;
    Some(match played.outcome() {
        GameOutcome::Playing => return None,
        GameOutcome::Won => match win {
            Some(Win::Clean) => format!("{title}: clean win!"),
            Some(Win::Solved) => format!("{title}: solved."),
            _ => format!("{title}: won!"),
        },
        GameOutcome::Lost if played.game.moves().len() == 0 => {
            "This deal has no legal move. You lost.".into()
        }
        GameOutcome::Lost => "No moves left. You lost.".into(),
        GameOutcome::GivenUp => "You gave up.".into(),
    })
}

/// How many cards are home or discarded: `36 of 52 cards home`.
fn cards_gone(session: &Session) -> String {
    let game = session.game();
    let (cards, home, gone) = (game.deck().len(), game.cards_home(), home_word(game));
    match game.rules().cards_left(game.table()) {
        _ if session.outcome() == GameOutcome::Won => format!("All {cards} cards {gone}"),
        Some(left) => format!("{home} of {cards} cards {gone}, {left} left,"),
        None => format!("{home} of {cards} cards {gone}"),
    }
}

fn comparison(result: &GameResult, results: &Results) -> Option<String> {
    if result.taken_over {
        return Some("Taken over from a record: counts apart from your own games".into());
    }
    match result.win()? {
        Win::Solved => {
            let why = match result.header.hinted {
                hinted if 2 * hinted as usize > result.moves => {
                    format!("{hinted} of {} moves were hints", result.moves)
                }
                _ => "a solution of the deal was shown".into(),
            };
            return Some(format!("Not counted as won: {why}"));
        }
        Win::Won => return Some("A win with help sets no record".into()),
        Win::Clean => {}
    }
    let win = (result.header.seconds, result.moves as u64);
    let comparison = stats_text::comparison(&results.stats_beside(result), win);
    if result.is_won_again {
        return Some(format!(
            "You have won this deal before: counts once; {comparison}"
        ));
    }
    Some(sentence(&comparison))
}
