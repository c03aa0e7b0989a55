//! The solver at the table: what it is asked about the game there, and what it has proven.

use std::time::Duration;

use jiff::Timestamp;

use super::app::{App, Mode, Screen};
use super::seat::Ending;
use crate::game::Game;
use crate::rules::{Move, Rules, Table, Variant};
use crate::solver::{
    Answer, Budget, GLANCE, LOOK, LOOKS, OF_A_DEAL, Position, Proofs, VERDICT_TIMES,
};
use crate::store::settings::Switch;
use crate::words::{self, many};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To see, unasked, when no win is left from the present position.
    Watch,
    /// To tell the player how the present position stands.
    Verdict,
    /// To tell, after the end, how it stood after so many moves.
    LookBack(usize),
    /// To find a deal that can be won.
    Deal,
}

/// What the solver is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// What for.
    pub purpose: Purpose,
    /// Of which position.
    pub position: Position,
    /// What the search may spend.
    pub budget: Budget,
}

/// What a search tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What it was asked.
    pub question: Question,
    /// What it has to say.
    pub news: News,
}

/// News of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// It goes on, after so many positions.
    Progress(u64),
    /// It has ended.
    Answer(Answer),
}

/// A search the player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inquiry {
    /// How long it takes at most.
    pub time: Duration,
    /// When it began.
    pub since: Timestamp,
    /// How many positions it has searched.
    pub positions: u64,
    /// Whether a line it finds is to be played.
    pub show: bool,
}

/// What is known of the game on the table.
#[derive(Clone, Debug)]
pub struct Study {
    proofs: Proofs,
    /// Whether the player has asked for a verdict: until then no hint gives away a line.
    pub asked: bool,
    /// The position that was dealt as one that can be won.
    promised: Option<Position>,
    /// The search the player waits for.
    pub inquiry: Option<Inquiry>,
    /// Whether the game leaves no choice, so that a verdict would tell its end.
    fated: bool,
    /// What each search after the end may spend, and how many there have been.
    look: Budget,
    looks: usize,
    /// How many positions the present search after the end has searched.
    looked: u64,
}

impl Study {
    /// What is known of a game before any search.
    pub fn new(game: &Game<Variant>) -> Study {
        Study {
            proofs: Proofs::default(),
            asked: false,
            promised: None,
            inquiry: None,
            fated: game.rules().outcome(game.deck()).is_some(),
            look: LOOK,
            looks: 0,
            looked: 0,
        }
    }

    /// What is proven.
    pub fn proofs(&self) -> &Proofs {
        &self.proofs
    }

    /// Goes where the game is now.
    pub fn follow(&mut self, game: &Game<Variant>) {
        let here = game.moves().len();
        let before = self.proofs.position(here);
        self.proofs.follow(game);
        if self.proofs.position(here) != before {
            self.looks = 0;
        }
    }

    /// Notes that the first moves of the line from the present position were shown to the player;
    /// returns how many of them had not been before.
    pub(super) fn show(&mut self, game: &Game<Variant>, moves: usize) -> usize {
        self.proofs.show(game, moves)
    }

    /// The next move of a line that wins, where the player has asked for a verdict.
    pub fn proven(&self) -> Option<Move> {
        let line = self.proofs.line().filter(|_| self.asked);
        line.and_then(<[Move]>::first).copied()
    }

    /// Begins a search for a verdict on the present position, that after so many moves, or goes on
    /// with it; whether there is one to be made. A line it finds may be wished to be played.
    pub fn inquire(&mut self, here: usize, show: bool, now: Timestamp) -> bool {
        if let Some(inquiry) = &mut self.inquiry {
            inquiry.show |= show;
            return true;
        }
        self.inquiry = self.proofs.time_of_verdict(here).map(|time| Inquiry {
            time,
            since: now,
            positions: 0,
            show,
        });
        self.inquiry.is_some()
    }

    /// Whether a longer search could find out more of the position after so many moves.
    pub fn is_open(&self, at: usize) -> bool {
        self.proofs.time_of_verdict(at).is_some()
    }

    /// Looks back at a game that is over, with all the time there is.
    pub fn look_back(&mut self) {
        self.asked = true;
        self.look = Budget::of_a_verdict(VERDICT_TIMES[0]);
        self.looks = 0;
    }

    /// Takes notice of how far a search is.
    pub(super) fn note(&mut self, positions: u64) {
        self.looked = positions;
        if let Some(inquiry) = &mut self.inquiry {
            inquiry.positions = positions;
        }
    }

    /// What is to be asked of the present position of a game that goes on.
    pub(super) fn question(&self, game: &Game<Variant>, watched: bool) -> Option<Question> {
        let here = game.moves().len();
        let position = self.proofs.position(here)?;
        let asked = |purpose, budget| Question {
            purpose,
            position,
            budget,
        };
        if let Some(inquiry) = self.inquiry {
            let budget = Budget::of_a_verdict(inquiry.time);
            return Some(asked(Purpose::Verdict, budget));
        }
        (watched && !self.fated && self.proofs.is_open(here, GLANCE.longest()))
            .then(|| asked(Purpose::Watch, GLANCE))
    }

    /// What is to be asked of a game that is over: whether its deal could be won, then how it
    /// stood in the middle of what is not known, and so on.
    pub(super) fn question_after(&self, game: &Game<Variant>) -> Option<Question> {
        let at = self.next_look(game.moves().len())?;
        Some(Question {
            purpose: Purpose::LookBack(at),
            position: self.proofs.position(at)?,
            budget: self.look,
        })
    }

    fn next_look(&self, last: usize) -> Option<usize> {
        (self.looks < LOOKS).then(|| self.proofs.next_look(last, self.look.longest()))?
    }

    /// Learns what a search found, with this budget, from the position after so many moves.
    pub(super) fn learn(
        &mut self,
        game: &Game<Variant>,
        at: usize,
        budget: &Budget,
        answer: &Answer,
    ) {
        let mut there = game.clone();
        there.seek(at);
        let (rules, table) = (there.rules(), there.table());
        let time = budget.longest();
        self.proofs.learn(rules, table, at, &answer.verdict, time);
        self.looks += 1;
        self.looked = 0;
    }

    /// Remembers that the present position was dealt as one that can be won.
    pub fn promise(&mut self) {
        self.promised = self.proofs.present();
    }

    /// The verdict on the present position, in a word or two for the line at the top. That it can
    /// be won is told only where that was asked for, or it was dealt for that.
    pub fn word(&self) -> Option<&'static str> {
        let told =
            self.asked || (self.promised.is_some() && self.promised == self.proofs.present());
        if self.proofs.is_lost() {
            (self.asked || !self.fated).then_some("no win left")
        } else {
            self.proofs.line().filter(|_| told).map(|_| "winnable")
        }
    }

    /// Whether no win is left, and the last position that had one is known: after how many moves.
    pub fn way_back(&self) -> Option<usize> {
        let lost = self.proofs.is_lost();
        self.proofs.last_winnable().filter(|_| lost)
    }

    /// How far the search after the end is, which is about this position.
    pub fn looking(&self, at: usize) -> String {
        let searched = many(self.looked, "position");
        match at {
            0 => format!("looking back at the deal: {searched}"),
            at => format!("looking back at move {at}: {searched}"),
        }
    }

    /// Whether looking back longer could find out more.
    pub fn could_look_longer(&self, game: &Game<Variant>) -> bool {
        self.look == LOOK && !self.proofs.unknown(game.moves().len()).is_empty()
    }

    /// What can be told of how a game went that is over.
    pub fn hindsight(&self, game: &Game<Variant>) -> String {
        let (winnable, lost) = (self.proofs.last_winnable(), self.proofs.first_lost());
        words::hindsight(game, winnable, lost)
    }
}

impl App {
    /// What the solver is asked, as things stand.
    pub fn question(&self) -> Option<Question> {
        if let Some(seeking) = &self.seeking {
            return Some(Question {
                purpose: Purpose::Deal,
                position: seeking.position,
                budget: OF_A_DEAL,
            });
        }
        let seat = self
            .seat
            .as_ref()
            .filter(|_| self.screen == Screen::Table)?;
        match seat.ending {
            None => seat
                .study
                .question(seat.game(), self.settings.is_on(Switch::Watch)),
            Some(Ending::Won) => None,
            Some(Ending::Lost | Ending::GivenUp) => {
                let wanted = self.settings.is_on(Switch::Watch) || seat.study.asked;
                let there = wanted && self.mode() == Mode::Ended;
                seat.study.question_after(seat.game()).filter(|_| there)
            }
        }
    }

    /// The position a question is about.
    pub fn position(&self, question: &Question) -> Option<(Variant, Table)> {
        let game = match question.purpose {
            Purpose::Deal => &self.seeking.as_ref()?.game,
            _ => self.seat.as_ref()?.game(),
        };
        let table = match question.purpose {
            Purpose::Watch | Purpose::Verdict | Purpose::Deal => game.table().clone(),
            Purpose::LookBack(at) => {
                let mut game = game.clone();
                game.seek(at);
                game.table().clone()
            }
        };
        Some((game.rules().clone(), table))
    }
}
