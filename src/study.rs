//! What is proven of a game in play, and what is to be searched next. Who plays makes the searches,
//! in a way that can wait for them.

use crate::game::Game;
use crate::rules::{Move, Rules};
use crate::solver::{
    Answer, Budget, GLANCE, LOOK, LOOKS, OF_A_DEAL, Position, Proofs, VERDICT_TIMES,
};
use crate::words::{self, counted, position};

/// A search to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// From the position after so many moves.
    pub at: usize,
    /// What it may spend.
    pub budget: Budget,
}

impl Look {
    /// At a deal, where one is looked for that can be won.
    pub const OF_A_DEAL: Look = Look {
        at: 0,
        budget: OF_A_DEAL,
    };

    /// The game as it stood at the position.
    pub fn there<R: Rules>(&self, game: &Game<R>) -> Game<R> {
        let mut there = game.clone();
        there.seek(self.at);
        there
    }
}

/// How the present position stands, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// No win is left.
    Lost,
    /// It can be won, in so many moves at most.
    Winnable(usize),
    /// Neither is known, and a longer search could find out.
    Open,
    /// Neither is known, after the longest search.
    Unknown,
}

impl Standing {
    /// How it stands, in words.
    pub fn words(self) -> String {
        match self {
            Standing::Lost => "no win is left from here".into(),
            Standing::Winnable(moves) => {
                let moves = counted(moves, "move");
                format!("it can be won from here, in {moves} at most")
            }
            Standing::Open => "whether it can be won is not known".into(),
            Standing::Unknown => {
                "whether it can be won is not known, after the longest search".into()
            }
        }
    }
}

/// What is known of a game, and what the player knows of that.
#[derive(Clone, Debug)]
pub struct Study {
    proofs: Proofs,
    /// Whether the player has asked for a verdict: until then no hint gives away a line.
    pub asked: bool,
    /// Whether the game leaves no choice, so that a verdict would tell its end.
    plays_itself: bool,
    /// The position that was dealt as one that can be won.
    promised: Option<Position>,
    /// What each search after the end may spend, and how many there have been.
    look: Budget,
    looks: usize,
}

impl Study {
    /// What is known of a game before any search.
    pub fn new<R: Rules>(game: &Game<R>) -> Study {
        let mut proofs = Proofs::default();
        proofs.follow(game);
        Study {
            proofs,
            asked: false,
            plays_itself: game.rules().outcome(game.deck()).is_some(),
            promised: None,
            look: LOOK,
            looks: 0,
        }
    }

    /// What is proven.
    pub fn proofs(&self) -> &Proofs {
        &self.proofs
    }

    /// Whether the game leaves no choice.
    pub fn plays_itself(&self) -> bool {
        self.plays_itself
    }

    /// Goes where the game is now.
    pub fn follow<R: Rules>(&mut self, game: &Game<R>) {
        let before = self.proofs.present();
        self.proofs.follow(game);
        if self.proofs.present() != before {
            self.look = LOOK;
            self.looks = 0;
        }
    }

    /// What to search, unasked, to see whether a win is left.
    pub fn watch<R: Rules>(&self, game: &Game<R>) -> Option<Look> {
        let (at, budget) = (game.moves().len(), GLANCE);
        let open = !self.plays_itself && self.proofs.is_open(at, budget.longest());
        open.then_some(Look { at, budget })
    }

    /// What to search for a verdict on the present position: longer where one was in vain.
    pub fn verdict<R: Rules>(&self, game: &Game<R>) -> Option<Look> {
        let at = game.moves().len();
        let time = self.proofs.time_of_verdict(at)?;
        let budget = Budget::of_a_verdict(time);
        Some(Look { at, budget })
    }

    /// What to search next of a game that is over: whether its deal could be won, then how it stood
    /// in the middle of what is not known, and so on.
    pub fn look_back<R: Rules>(&self, game: &Game<R>) -> Option<Look> {
        let budget = self.look;
        let at = self.proofs.next_look(game.moves().len(), budget.longest());
        let at = at.filter(|_| self.looks < LOOKS)?;
        Some(Look { at, budget })
    }

    /// Looks back from now on with all the time there is, since the player asks for it.
    pub fn look_longer(&mut self) {
        self.asked = true;
        self.look = LONG_LOOK;
        self.looks = 0;
    }

    /// Whether looking back longer could find out more.
    pub fn could_look_longer<R: Rules>(&self, game: &Game<R>) -> bool {
        let last = game.moves().len();
        let more = || self.proofs.next_look(last, LONG_LOOK.longest());
        self.look == LOOK && more().is_some()
    }

    /// Learns what a search of the game found.
    pub fn learn<R: Rules>(&mut self, game: &Game<R>, look: &Look, answer: &Answer) {
        let there = look.there(game);
        let (rules, table, time) = (there.rules(), there.table(), look.budget.longest());
        self.proofs
            .learn(rules, table, look.at, &answer.verdict, time);
        self.looks += 1;
    }

    /// Learns what was found of a deal that was looked for as one that can be won.
    pub fn promise<R: Rules>(&mut self, game: &Game<R>, answer: &Answer) {
        self.learn(game, &Look::OF_A_DEAL, answer);
        self.promised = self.proofs.present();
    }

    /// How the present position stands.
    pub fn standing<R: Rules>(&self, game: &Game<R>) -> Standing {
        match self.proofs.line() {
            _ if self.proofs.is_lost() => Standing::Lost,
            Some(line) => Standing::Winnable(line.len()),
            None if self.verdict(game).is_some() => Standing::Open,
            None => Standing::Unknown,
        }
    }

    /// The same in a word or two, where the player may know it. That it can be won is told only
    /// where that was asked for, or it was dealt for that.
    pub fn word(&self) -> Option<&'static str> {
        let told =
            self.asked || (self.promised.is_some() && self.promised == self.proofs.present());
        if self.proofs.is_lost() {
            (self.asked || !self.plays_itself).then_some("no win left")
        } else {
            self.proofs.line().filter(|_| told).map(|_| "winnable")
        }
    }

    /// The next move of a line that wins, where the player has asked for a verdict.
    pub fn proven(&self) -> Option<Move> {
        let line = self.proofs.line().filter(|_| self.asked);
        line.and_then(<[Move]>::first).copied()
    }

    /// Notes that the first moves of the line from the present position were shown to the player;
    /// returns how many of them had not been before.
    pub fn show<R: Rules>(&mut self, game: &Game<R>, moves: usize) -> usize {
        self.proofs.show(game, moves)
    }

    /// After how many moves the last position lies that is known to have a win, where none is left;
    /// else why that is not told.
    ///
    /// # Errors
    /// A win may be left, or no such position is known.
    pub fn way_back(&self) -> Result<usize, &'static str> {
        match self.proofs.last_winnable() {
            _ if !self.proofs.is_lost() => Err("a win may still be left from here"),
            Some(at) => Ok(at),
            None => Err("no position before this one is known to have a win"),
        }
    }

    /// Takes back the moves since that position; says where the game is then.
    ///
    /// # Errors
    /// There is no way back, and the game stays as it is.
    pub fn go_back<R: Rules>(&self, game: &mut Game<R>) -> Result<String, &'static str> {
        let at = self.way_back()?;
        while game.moves().len() > at && game.undo().is_some() {}
        let there = position(game.moves().len());
        Ok(format!("back at {there}, from where it can be won"))
    }

    /// What can be told of how a game went that is over.
    pub fn hindsight<R: Rules>(&self, game: &Game<R>) -> String {
        let (winnable, lost) = (self.proofs.last_winnable(), self.proofs.first_lost());
        words::hindsight(game, winnable, lost)
    }
}

/// What each search after the end may spend where the player asks for it.
const LONG_LOOK: Budget = Budget::of_a_verdict(VERDICT_TIMES[0]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;
    use crate::solver::Verdict;

    fn game() -> Game<Variant> {
        let rules = Variant::of(Variant::ALL[0], &[]).expect("the defaults");
        Game::new(rules, 42)
    }

    #[test]
    fn only_the_end_it_was_asked_of_is_looked_back_at_for_long() {
        let mut game = game();
        let mut study = Study::new(&game);
        let budget = |study: &Study, game: &Game<_>| study.look_back(game).map(|look| look.budget);
        assert!(study.could_look_longer(&game));
        study.look_longer();
        assert_eq!(budget(&study, &game), Some(LONG_LOOK));
        assert!(!study.could_look_longer(&game));
        study.follow(&game);
        assert_eq!(budget(&study, &game), Some(LONG_LOOK), "it is the same end");
        game.play(game.legal()[0]).expect("a legal move");
        study.follow(&game);
        assert_eq!(budget(&study, &game), Some(LOOK));
    }

    #[test]
    fn a_verdict_is_searched_for_longer_until_there_is_no_more_to_find_out() {
        let game = game();
        let mut study = Study::new(&game);
        let (verdict, positions) = (Verdict::Unknown, 1);
        let nothing = Answer { verdict, positions };
        let mut times = Vec::new();
        while let Some(look) = study.verdict(&game) {
            assert_eq!(study.standing(&game), Standing::Open);
            times.push(look.budget.longest());
            study.learn(&game, &look, &nothing);
        }
        assert_eq!(times, VERDICT_TIMES);
        assert_eq!(study.standing(&game), Standing::Unknown);
        assert_eq!(study.watch(&game), None, "nor unasked");
    }

    #[test]
    fn the_way_back_from_a_lost_position_leads_to_the_last_that_had_a_win() {
        let mut game = game();
        let mut study = Study::new(&game);
        assert_eq!(study.way_back(), Err("a win may still be left from here"));
        let (wins, loses) = (game.legal()[0], game.legal()[1]);
        game.play(loses).expect("a legal move");
        study.follow(&game);
        let look = study.watch(&game).expect("an open position");
        let (verdict, positions) = (Verdict::Unwinnable, 1);
        study.learn(&game, &look, &Answer { verdict, positions });
        assert_eq!(study.word(), Some("no win left"));
        let none = "no position before this one is known to have a win";
        assert_eq!(study.go_back(&mut game), Err(none));
        let verdict = Verdict::Winnable(vec![wins]);
        study.learn(
            &game,
            &Look { at: 0, ..look },
            &Answer { verdict, positions },
        );
        let told = "back at the deal, from where it can be won";
        assert_eq!(study.go_back(&mut game), Ok(told.into()));
        assert_eq!(game.moves().len(), 0);
    }
}
