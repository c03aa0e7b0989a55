//! The solver by typed lines: what it is asked, what it says unasked, and how long one waits.

use std::io::Write;
use std::time::{Duration, Instant};

use super::searching::{Purpose, UnderWay};
use super::{Player, note};
use crate::hint::{Gain, hints, with_proven};
use crate::rules::{Move, Rules, Status};
use crate::solver::{LOOKS, solve};
use crate::study::{Look, Standing};
use crate::words::{self, many};

/// What is said of how a search can be stopped.
const STOPS: &str = "an empty line or Ctrl-C stops it";

/// When it is told how far a search is: the longer it lasts the less often.
struct Pace {
    since: Instant,
    next: Duration,
}

impl Pace {
    fn new(first: Duration) -> Pace {
        Pace {
            since: Instant::now(),
            next: first,
        }
    }

    /// For how long the search has lasted, where that is to be told.
    fn due(&mut self) -> Option<Duration> {
        let spent = self.since.elapsed();
        (spent >= self.next).then(|| {
            self.next = spent * 2;
            spent
        })
    }
}

/// After how long it is first told how far a search is, one that was asked for or not.
const ASKED: Duration = Duration::from_secs(5);
const UNASKED: Duration = Duration::from_secs(1);

impl<R: Rules> Player<'_, R> {
    /// What the solver does while no line comes: it sees whether a win is left, or how a game that
    /// is over was lost.
    pub(super) fn muse(&mut self) {
        self.recall.study.follow(&self.sitting.game);
        let watch = self.manner.watch;
        if self.sitting.game.status() == Status::Won {
            return;
        }
        if !self.is_over() {
            if watch {
                self.keep_watch();
            }
        } else if watch || self.recall.study.asked {
            let looked = std::mem::replace(&mut self.recall.looked_back, true);
            if !looked {
                self.look_back();
            }
        }
    }

    /// Sees, unasked, whether a win is left; says that none is, once.
    fn keep_watch(&mut self) {
        let study = &self.recall.study;
        if study.plays_itself() {
            return;
        }
        if let Some(look) = study.watch(&self.sitting.game) {
            let under_way = self.searching.begin(Purpose::Watch);
            self.search(&look, &under_way, &mut |_, _| {});
        }
        let lost = self.recall.study.proofs().is_lost();
        if !std::mem::replace(&mut self.recall.told_lost, lost) && lost {
            let words = self.known();
            note(self.out, &words);
        }
    }

    /// Makes a search, and learns what is found. `progress` tells how far it is.
    fn search(
        &mut self,
        look: &Look,
        under_way: &UnderWay<'_>,
        progress: &mut dyn FnMut(&mut dyn Write, u64),
    ) {
        let there = look.there(&self.sitting.game);
        let (rules, table) = (there.rules(), there.table());
        let progress = &mut |positions| progress(self.out, positions);
        let answer = under_way.search(|cancel| solve(rules, table, &look.budget, cancel, progress));
        if let Some(answer) = answer {
            let game = &self.sitting.game;
            self.recall.study.learn(game, look, &answer);
        }
    }

    /// Searches back through a game that is over until it is stopped, or there is nothing more to
    /// find out. `progress` is told the position too.
    fn search_back(
        &mut self,
        under_way: &UnderWay<'_>,
        progress: &mut dyn FnMut(&mut dyn Write, usize, u64),
    ) {
        while let Some(look) = self.recall.study.look_back(&self.sitting.game)
            && !under_way.is_stopped()
        {
            let progress = &mut |out: &mut dyn Write, positions| progress(out, look.at, positions);
            self.search(&look, under_way, progress);
        }
    }

    /// How many seconds the searches that look back take at most.
    fn longest_look(&self) -> Option<u64> {
        let look = self.recall.study.look_back(&self.sitting.game)?;
        Some(look.budget.longest().as_secs() * LOOKS as u64)
    }

    /// Looks back at a game that is over, unasked.
    fn look_back(&mut self) {
        let (mut pace, mut told) = (Pace::new(UNASKED), false);
        let time = self.longest_look().unwrap_or_default();
        // Where the game leaves no choice there is nothing to wait for, so that no line stops it.
        let purpose = match self.recall.study.plays_itself() {
            true => Purpose::Answer,
            false => Purpose::LookBack,
        };
        let under_way = self.searching.begin(purpose);
        self.search_back(&under_way, &mut |out, _, _| {
            if !told && pace.due().is_some() {
                told = true;
                note(
                    out,
                    &format!("Looking back, for {time} s at most; a line stops it."),
                );
            }
        });
        let (study, game) = (&self.recall.study, &self.sitting.game);
        let proofs = study.proofs();
        let last = game.moves().len();
        let more_is_known =
            proofs.last_winnable().is_some() || proofs.first_lost().is_some_and(|lost| lost < last);
        if more_is_known || !under_way.is_stopped() {
            let words = study.hindsight(game);
            let longer = match study.could_look_longer(game) {
                true => " verdict looks longer.",
                false => "",
            };
            note(self.out, &format!("{words}{longer}"));
        }
    }

    /// Whether the game can be won from here, or could have been if it is over; then hints begin
    /// with a move that leads there.
    pub(super) fn verdict(&mut self) -> String {
        self.recall.hinted = 0;
        self.recall.study.asked = true;
        match self.sitting.game.status() {
            Status::Won => return "the game is won".into(),
            _ if self.is_over() => return self.look_longer(),
            _ => {}
        }
        let Some(look) = self.recall.study.verdict(&self.sitting.game) else {
            return self.known();
        };
        let most = look.budget.longest().as_secs();
        let under_way = self.searching.begin(Purpose::Answer);
        note(self.out, &format!("searching, at most {most} s; {STOPS}"));
        let mut pace = Pace::new(ASKED);
        self.search(&look, &under_way, &mut |out, positions| {
            if let Some(spent) = pace.due() {
                let (searched, spent) = (many(positions, "position"), spent.as_secs());
                note(out, &format!("{searched}, {spent} of {most} s"));
            }
        });
        self.recall.told_lost = self.recall.study.proofs().is_lost();
        match self.recall.study.standing(&self.sitting.game) {
            Standing::Open | Standing::Unknown if under_way.is_stopped() => {
                "the search was stopped".into()
            }
            _ => self.known(),
        }
    }

    /// Looks back at a game that is over, with all the time there is.
    fn look_longer(&mut self) -> String {
        self.recall.study.look_longer();
        if let Some(time) = self.longest_look() {
            let under_way = self.searching.begin(Purpose::Answer);
            note(
                self.out,
                &format!("looking back, at most {time} s; {STOPS}"),
            );
            let mut pace = Pace::new(ASKED);
            self.search_back(&under_way, &mut |out, at, positions| {
                if pace.due().is_some() {
                    let (there, searched) = (words::position(at), many(positions, "position"));
                    note(out, &format!("at {there}: {searched}"));
                }
            });
        }
        self.recall.study.hindsight(&self.sitting.game)
    }

    /// What is known of the present position.
    fn known(&self) -> String {
        let study = &self.recall.study;
        let standing = study.standing(&self.sitting.game);
        let words = standing.words();
        match (standing, study.way_back()) {
            (Standing::Lost, Ok(at)) => {
                let there = words::position(at);
                format!("{words}; back goes to {there}, which had one")
            }
            (Standing::Winnable(_), _) => {
                format!("{words}: show tells the next, show all every one")
            }
            (Standing::Open, _) => format!("{words}; verdict searches longer"),
            (Standing::Lost | Standing::Unknown, _) => words,
        }
    }

    /// Takes back the moves since the last position that is known to have a win.
    pub(super) fn back(&mut self) -> String {
        match self.recall.study.go_back(&mut self.sitting.game) {
            Err(why) => why.into(),
            Ok(words) => {
                self.go_on();
                format!("{words}; redo makes the moves again")
            }
        }
    }

    /// The next of the hints for this position, the best again after the last.
    pub(super) fn hint(&mut self) -> String {
        let game = &self.sitting.game;
        let seen = hints(game.rules(), game.table());
        let hints = with_proven(seen, self.recall.study.proven());
        let Some(hint) = hints.get(self.recall.hinted % hints.len().max(1)) else {
            return "none: no legal move gets the game on, by what can be seen".into();
        };
        let words = words::intent(game.table(), hint.mv, self.names());
        let gain = hint.gain.words();
        self.recall.hinted += 1;
        let shown = usize::from(hint.gain == Gain::Wins);
        self.showed(shown);
        self.sitting.hints = self.sitting.hints.saturating_add(1);
        match hint.mv {
            Move::Carry { .. } => format!("{}: {words} ({gain})", hint.mv),
            _ => format!("{words}: {gain}"),
        }
    }

    /// Counts that so many moves of the line that wins from here were shown, each of them once.
    fn showed(&mut self, moves: usize) {
        let fresh = self.recall.study.show(&self.sitting.game, moves);
        let fresh = u32::try_from(fresh).unwrap_or(u32::MAX);
        self.sitting.shown = self.sitting.shown.saturating_add(fresh);
    }

    /// The next moves of a line that wins, looked for where none is known: one, so many, or all.
    pub(super) fn show(&mut self, many: &str) -> String {
        let most = match (many, many.parse()) {
            ("", _) => 1,
            ("all", _) => usize::MAX,
            (_, Ok(most)) if most > 0 => most,
            _ => return "show wants a number of moves, or all: show 5, show all".into(),
        };
        let game = &self.sitting.game;
        if self.recall.study.proofs().line().is_none() || game.status() == Status::Won {
            let verdict = self.verdict();
            if self.line().is_empty() {
                return verdict;
            }
        }
        self.recall.study.asked = true;
        let game = &self.sitting.game;
        let mut table = game.table().clone();
        let mut told = Vec::new();
        for (n, &mv) in (1..=most).zip(self.line()) {
            let words = words::proposal(&table, mv, self.names());
            told.push(format!("{n}. {words}"));
            game.rules().apply(&mut table, mv);
        }
        self.showed(told.len());
        told.join("\n")
    }

    /// The line that wins from here, where one is known.
    fn line(&self) -> &[Move] {
        self.recall.study.proofs().line().unwrap_or_default()
    }
}
