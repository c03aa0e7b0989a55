//! The solver by typed lines: what it is asked, what it says unasked, and how long one waits.

use std::time::{Duration, Instant};

use super::searching::Purpose;
use super::study::Study;
use super::{Player, note};
use crate::hint::{Gain, hints, with_proven};
use crate::rules::{Move, Rules, Status};
use crate::solver::Budget;
use crate::words::{self, counted, many};

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
        let over = self.is_over();
        if self.sitting.game.status() == Status::Won
            || !(self.manner.watch || self.recall.study.asked)
        {
            return;
        }
        if !over && self.manner.watch {
            let lost = self.recall.study.watch(&self.sitting.game, self.searching);
            if lost {
                let words = self.lost();
                note(self.out, &words);
            }
        }
        if over && !std::mem::replace(&mut self.recall.looked_back, true) {
            self.look_back();
        }
    }

    /// Looks back at a game that is over, unasked.
    fn look_back(&mut self) {
        let budget = Study::look(false);
        let (mut pace, mut told) = (Pace::new(UNASKED), false);
        let time = Study::longest_look(&budget).as_secs();
        let (study, out) = (&mut self.recall.study, &mut *self.out);
        let look = (study.purpose_of_look(), self.searching);
        let ended = study.look_back(&self.sitting.game, &budget, look, &mut |_, _| {
            if !told && pace.due().is_some() {
                told = true;
                note(
                    out,
                    &format!("Looking back, for {time} s at most; a line stops it."),
                );
            }
        });
        if ended || self.recall.study.has_insight(&self.sitting.game) {
            let words = self.hindsight();
            note(self.out, &words);
        }
    }

    /// What is known of how the game was lost.
    fn hindsight(&self) -> String {
        let words = self.recall.study.hindsight(&self.sitting.game);
        match self
            .recall
            .study
            .can_look_back(&self.sitting.game, &Study::look(true))
        {
            true => format!("{words} verdict looks longer."),
            false => words,
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
        let stopped = !self.search();
        match stopped
            && self
                .recall
                .study
                .time_of_verdict(&self.sitting.game)
                .is_some()
        {
            true => "the search was stopped".into(),
            false => self.known(),
        }
    }

    /// Searches from here, where that is not known yet; whether nobody stopped it.
    fn search(&mut self) -> bool {
        let game = &self.sitting.game;
        let Some(time) = self.recall.study.time_of_verdict(game) else {
            return true;
        };
        let most = time.as_secs();
        note(self.out, &format!("searching, at most {most} s; {STOPS}"));
        let mut pace = Pace::new(ASKED);
        let (study, out) = (&mut self.recall.study, &mut *self.out);
        let budget = Budget::of_a_verdict(time);
        let asked = (Purpose::Answer, self.searching);
        study.search(game, game.moves().len(), &budget, asked, &mut |positions| {
            if let Some(spent) = pace.due() {
                let (searched, spent) = (many(positions, "position"), spent.as_secs());
                note(out, &format!("{searched}, {spent} of {most} s"));
            }
        })
    }

    /// Looks back at a game that is over, with all the time there is.
    fn look_longer(&mut self) -> String {
        let budget = Study::look(true);
        let game = &self.sitting.game;
        if self.recall.study.can_look_back(game, &budget) {
            let time = Study::longest_look(&budget).as_secs();
            note(
                self.out,
                &format!("looking back, at most {time} s; {STOPS}"),
            );
            let mut pace = Pace::new(ASKED);
            let (study, out) = (&mut self.recall.study, &mut *self.out);
            let asked = (Purpose::Answer, self.searching);
            study.look_back(game, &budget, asked, &mut |at, positions| {
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
        let game = &self.sitting.game;
        if self.recall.study.is_lost() {
            return self.lost();
        }
        match self.recall.study.line() {
            Some(line) => {
                let moves = counted(line.len(), "move");
                format!(
                    "it can be won from here, in {moves} at most: show tells the next, show all every one"
                )
            }
            None if self.recall.study.time_of_verdict(game).is_none() => {
                "whether it can be won is not known, after the longest search".into()
            }
            None => "whether it can be won is not known; verdict searches longer".into(),
        }
    }

    fn lost(&self) -> String {
        match self.recall.study.way_back() {
            Ok(at) => {
                let there = words::position(at);
                format!("no win is left from here; back goes to {there}, which had one")
            }
            Err(_) => "no win is left from here".into(),
        }
    }

    /// Takes back the moves since the last position that is known to have a win.
    pub(super) fn back(&mut self) -> String {
        match self.recall.study.way_back() {
            Err(words) => words.into(),
            Ok(at) => {
                self.go_on();
                let game = &mut self.sitting.game;
                while game.moves().len() > at && game.undo().is_some() {}
                let there = words::position(game.moves().len());
                format!("back at {there}, from where it can be won; redo makes the moves again")
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
        if self.recall.study.line().is_none() || self.sitting.game.status() == Status::Won {
            let verdict = self.verdict();
            if self.recall.study.line().is_none_or(<[Move]>::is_empty) {
                return verdict;
            }
        }
        self.recall.study.asked = true;
        match self
            .recall
            .study
            .way(&self.sitting.game, self.names(), most)
        {
            Some((told, moves)) => {
                self.showed(moves);
                told
            }
            None => self.known(),
        }
    }
}
