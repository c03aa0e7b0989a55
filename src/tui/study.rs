//! The solver at the table: what it is asked about the game there, and what it answers.

use jiff::Timestamp;

use super::app::{App, Mode, Screen};
use super::seat::{Ending, Seat};
use crate::rules::{Table, Variant};
use crate::solver::{Answer, Position};
use crate::store::settings::Switch;
use crate::study::Look;
use crate::words::{self, many};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To see, unasked, when no win is left from the present position.
    Watch,
    /// To tell the player how the present position stands.
    Verdict,
    /// To tell, after the end, how an earlier one stood.
    LookBack,
    /// To find a deal that can be won.
    Deal,
}

/// What the solver is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// What for.
    pub purpose: Purpose,
    /// What is searched.
    pub look: Look,
    /// What tells its position from others.
    pub position: Position,
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
    /// What is searched.
    pub look: Look,
    /// When it began.
    pub since: Timestamp,
    /// Whether a line it finds is to be played.
    pub show: bool,
}

impl Seat {
    /// Begins a search for a verdict on the present position, or goes on with it; whether there is
    /// one to be made. A line it finds may be wished to be played.
    pub(super) fn inquire(&mut self, show: bool, now: Timestamp) -> bool {
        if let Some(inquiry) = &mut self.inquiry {
            inquiry.show |= show;
            return true;
        }
        let look = self.study.verdict(&self.sitting.game);
        self.searched = 0;
        self.inquiry = look.map(|look| Inquiry {
            look,
            since: now,
            show,
        });
        self.inquiry.is_some()
    }

    /// What the solver is asked of the game, as things stand.
    fn question(&self, watched: bool, ended: bool) -> Option<Question> {
        let game = self.game();
        let (purpose, look) = match (self.ending, self.inquiry) {
            (None, Some(inquiry)) => (Purpose::Verdict, inquiry.look),
            (None, None) => (Purpose::Watch, self.study.watch(game).filter(|_| watched)?),
            (Some(Ending::Won), _) => return None,
            (Some(Ending::Lost | Ending::GivenUp), _) => {
                let wanted = ended && (watched || self.study.asked);
                let look = self.study.look_back(game).filter(|_| wanted)?;
                (Purpose::LookBack, look)
            }
        };
        Some(Question {
            purpose,
            position: self.study.proofs().position(look.at)?,
            look,
        })
    }

    /// How far the search after the end is, which is about this position.
    pub(super) fn looking(&self, at: usize) -> String {
        let searched = many(self.searched, "position");
        format!("looking back at {}: {searched}", words::position(at))
    }
}

impl App {
    /// What the solver is asked, as things stand.
    pub fn question(&self) -> Option<Question> {
        if let Some(seeking) = &self.seeking {
            return Some(Question {
                purpose: Purpose::Deal,
                look: Look::OF_A_DEAL,
                position: seeking.position,
            });
        }
        let seat = self
            .seat
            .as_ref()
            .filter(|_| self.screen == Screen::Table)?;
        let watched = self.settings.is_on(Switch::Watch);
        seat.question(watched, self.mode() == Mode::Ended)
    }

    /// The position a question is about.
    pub fn position(&self, question: &Question) -> Option<(Variant, Table)> {
        let game = match question.purpose {
            Purpose::Deal => &self.seeking.as_ref()?.game,
            _ => self.seat.as_ref()?.game(),
        };
        let there = question.look.there(game);
        Some((there.rules().clone(), there.table().clone()))
    }
}
