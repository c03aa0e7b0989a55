//! Executes commands.

use jiff::Timestamp;

use super::command::{Command, CommandOutcome, Refusal, Turn};
use super::state::{Announced, Session};
use crate::analysis::Assessment;
use crate::cards::Card;
use crate::game::Game;
use crate::presentation::Accepts;
use crate::rules::{Move, PileId};
use crate::storage::results::GameOutcome;
use crate::storage::settings::{Setting, Settings};

impl Session {
    /// Executes a command. A command that is refused changes nothing, except that a hint may
    /// request a search.
    pub fn execute(
        &mut self,
        command: Command,
        settings: &Settings,
        now: Timestamp,
    ) -> CommandOutcome {
        let outcome = match command {
            Command::Move(mv) => self.play(mv, settings, now),
            Command::Transfer { from, to, count } => {
                self.play(self.transfer(from, to, count), settings, now)
            }
            Command::ToFoundation { from, count } => match self.foundation_move(from, count) {
                Ok(mv) => self.play(mv, settings, now),
                Err(outcome) => outcome,
            },
            Command::AutoMove { from, count } => match self.auto_move(from, count) {
                Ok(mv) => self.play(mv, settings, now),
                Err(outcome) => outcome,
            },
            Command::SafeHome => match self.game().safe_autoplay_move() {
                Some(first) => self.play_then(first, Game::autoplay_safe, now),
                None => CommandOutcome::Refused(self.explain_nothing_safe()),
            },
            Command::Finish if self.is_over() => CommandOutcome::Refused(Refusal::GameOver),
            Command::Finish => match self.game().autofinish_line().as_deref() {
                Some([first, others @ ..]) => {
                    self.play_then(*first, |game| game.play_all_automatic(others), now)
                }
                _ => CommandOutcome::Refused(Refusal::CannotFinish),
            },
            Command::Draw if self.is_hand_game() => {
                self.play(self.hand_step(|mv| mv == Move::Draw), settings, now)
            }
            Command::Draw => self.play(self.game().stock_move(), settings, now),
            Command::Discard | Command::PlayForced if !self.is_hand_game() => {
                CommandOutcome::Refused(Refusal::NotInHandGame)
            }
            Command::Discard => self.play(self.hand_step(|mv| mv != Move::Draw), settings, now),
            Command::PlayForced => self.play_forced(now),
            Command::Undo => self.undo(now),
            Command::Redo => self.redo(now),
            Command::UndoToWinnable => self.undo_to_winnable(now),
            Command::Hint => self.next_hint(),
            Command::GiveUp => self.give_up(),
        };
        self.finish_command();
        outcome
    }

    fn finish_command(&mut self) {
        self.analysis.sync(&self.played.game);
        self.announced.lost &= self.analysis.is_lost();
        self.prepare_review();
    }

    fn play(&mut self, mv: Move, settings: &Settings, now: Timestamp) -> CommandOutcome {
        let autoplay = settings.is_on(Setting::Autoplay);
        let follow = |game: &mut Game| {
            if autoplay {
                game.autoplay_safe();
            }
        };
        self.play_then(mv, follow, now)
    }

    /// Makes a move and those that follow it automatically.
    fn play_then(
        &mut self,
        mv: Move,
        follow: impl FnOnce(&mut Game),
        now: Timestamp,
    ) -> CommandOutcome {
        match self.played.game.play(mv) {
            Ok(_) => {
                follow(&mut self.played.game);
                CommandOutcome::Played(self.finish_turn(mv, now))
            }
            Err(illegal) => CommandOutcome::Refused(Refusal::Illegal(illegal.reason)),
        }
    }

    /// Notes that the last turn has led to another position, and says what it did.
    fn finish_turn(&mut self, mv: Move, now: Timestamp) -> Turn {
        let finish_announced = self.announced.can_finish;
        self.enter_position(now);
        self.follow_advice(mv);
        Turn {
            finish_ready: self.announced.can_finish && !finish_announced,
            ..self.last_turn(mv)
        }
    }

    /// Returns what the last turn did, which started with this move.
    fn last_turn(&self, mv: Move) -> Turn {
        let game = self.game();
        let (events, automatic) = game.last_turn_events();
        Turn {
            mv,
            len: game.last_turn_len(),
            events,
            automatic,
            diff: game.last_turn_diff(),
            finish_ready: false,
        }
    }

    /// Clears what belonged to the last position, and notes whether this one can be finished or is over.
    fn enter_position(&mut self, now: Timestamp) {
        self.given_up = false;
        self.shown_hint = None;
        self.pending_verdict = None;
        self.pending_advice = None;
        let line = self.game().autofinish_line();
        self.announced = Announced {
            can_finish: line.is_some_and(|line| !line.is_empty()),
            explanation: false,
            ..self.announced
        };
        self.played.finished = self.is_over().then_some(now);
    }

    /// Returns the move of a drop: without a count, as many cards as can go.
    fn transfer(&self, from: PileId, to: PileId, count: Option<u8>) -> Move {
        let longest = longest_transfer(self.game(), from, to, count);
        longest.unwrap_or_else(|| Move::Transfer {
            from,
            to: self.game().rules().drop_target(self.game().table(), to),
            count: count.unwrap_or(1),
        })
    }

    /// The legal moves from a pile, with this number of cards if one is given.
    pub fn moves_from(&self, from: PileId, count: Option<u8>) -> Vec<Move> {
        moves_from(self.game(), from, count).collect()
    }

    /// Returns the move of the top card to a foundation, or why there is not exactly one.
    fn foundation_move(&self, from: PileId, count: Option<u8>) -> Result<Move, CommandOutcome> {
        let mut moves = self.moves_from(from, None);
        moves.retain(|mv| mv.is_to_foundation());
        let count = count.unwrap_or(1);
        match moves[..] {
            [only] if count <= 1 => Ok(only),
            [one, two, ..] if count <= 1 => Err(CommandOutcome::ChooseFoundation([one, two])),
            _ => Err(CommandOutcome::Refused(self.explain_not_home(from, count))),
        }
    }

    /// Returns the move to a foundation or to the only pile that accepts the cards.
    fn auto_move(&self, from: PileId, count: Option<u8>) -> Result<Move, CommandOutcome> {
        let fits_foundation = self
            .moves_from(from, None)
            .iter()
            .any(|mv| mv.is_to_foundation());
        let moves = self.moves_from(from, count);
        let mut targets: Vec<PileId> = moves.into_iter().filter_map(Move::target).collect();
        targets.dedup();
        match targets[..] {
            _ if fits_foundation => self.foundation_move(from, None),
            [to] => Ok(self.transfer(from, to, count)),
            [] => Err(CommandOutcome::Refused(self.explain_stuck(from, count))),
            _ => Err(CommandOutcome::Refused(Refusal::SeveralTargets)),
        }
    }

    /// Says why a card cannot move, alone or with those on it.
    fn explain_stuck(&self, from: PileId, count: Option<u8>) -> Refusal {
        let (table, rules) = (self.game().table(), self.game().rules());
        let covering = usize::from(count.unwrap_or(1)).saturating_sub(1);
        let movable = rules.max_movable(table, from);
        match table.pile(from).iter().nth_back(covering) {
            Some(&card) if movable > 0 => {
                let accepts = |pile: PileId| rules.accepts(table, pile) == Accepts::Card(card);
                let is_next = table.pile_ids().iter().any(accepts);
                if covering > 0 && (is_next || covering >= movable) {
                    Refusal::Covered(card, covering)
                } else {
                    Refusal::NowhereToGo(card)
                }
            }
            _ => self.explain_not_home(from, 1),
        }
    }

    /// Names the first card that can go home, though not safely.
    fn explain_nothing_safe(&self) -> Refusal {
        let legal = self.game().legal_moves();
        let home = legal.into_iter().find(|mv| mv.is_to_foundation());
        Refusal::NothingSafe(match home {
            Some(Move::Transfer { from, .. }) => self.game().table().top(from),
            _ => None,
        })
    }

    /// Says why a card does not go home, by the foundation of its suit.
    fn explain_not_home(&self, from: PileId, count: u8) -> Refusal {
        let (table, rules) = (self.game().table(), self.game().rules());
        let suit = table.top(from).map(Card::suit);
        let is_of_suit = |pile: &PileId| match rules.accepts(table, *pile) {
            Accepts::Card(card) => Some(card.suit()) == suit,
            _ => false,
        };
        let foundations: Vec<PileId> = table
            .pile_ids()
            .iter()
            .filter(|pile| pile.is_foundation())
            .collect();
        let fitting = foundations.iter().find(|pile| is_of_suit(pile));
        match fitting.or(foundations.first()).copied() {
            Some(to) => {
                Refusal::Illegal(rules.explain_illegal(table, Move::Transfer { from, to, count }))
            }
            None => Refusal::NoFoundations,
        }
    }

    /// Returns the next step of a game played in the hand: a preferred one, if there is any.
    fn hand_step(&self, is_preferred: impl Fn(Move) -> bool) -> Move {
        let legal = self.game().legal_moves();
        let preferred = legal.iter().find(|mv| is_preferred(**mv));
        preferred.or(legal.first()).copied().unwrap_or(Move::Draw)
    }

    fn play_forced(&mut self, now: Timestamp) -> CommandOutcome {
        let mut turns = Vec::new();
        while let Some(mv) = self.forced_move()
            && let CommandOutcome::Played(turn) = self.play_then(mv, |_| {}, now)
        {
            turns.push(turn);
        }
        if !turns.is_empty() {
            CommandOutcome::PlayedForced(turns)
        } else if self.is_over() {
            CommandOutcome::Refused(Refusal::GameOver)
        } else {
            CommandOutcome::Refused(Refusal::ChoiceLeft)
        }
    }

    /// Makes the moves of a line that the solver showed, up to one that is illegal.
    pub fn play_line(&mut self, line: &[Move], now: Timestamp) -> CommandOutcome {
        let outcome = self.play_moves(line, now);
        self.finish_command();
        outcome
    }

    fn play_moves(&mut self, line: &[Move], now: Timestamp) -> CommandOutcome {
        let mut last = None;
        for (made, &mv) in line.iter().enumerate() {
            // No automatic move may come between those of the line.
            match self.play_then(mv, |_| {}, now) {
                CommandOutcome::Played(turn) => last = Some(turn),
                refused if made == 0 => return refused,
                _ => return CommandOutcome::PlayedLine { len: made, last },
            }
        }
        CommandOutcome::PlayedLine {
            len: line.len(),
            last,
        }
    }

    fn undo(&mut self, now: Timestamp) -> CommandOutcome {
        if self.outcome() == GameOutcome::GivenUp {
            self.enter_position(now);
            return CommandOutcome::Continued;
        }
        let first = self.game().moves().len() - self.game().last_turn_len();
        let Some(mv) = self.game().moves().nth(first) else {
            return CommandOutcome::Refused(Refusal::NothingToUndo);
        };
        let turn = self.last_turn(mv);
        self.played.game.undo();
        self.advice = None;
        self.enter_position(now);
        CommandOutcome::Undone(turn)
    }

    fn redo(&mut self, now: Timestamp) -> CommandOutcome {
        match self.played.game.redo() {
            Some(mv) => CommandOutcome::Redone(self.finish_turn(mv, now)),
            None => CommandOutcome::Refused(Refusal::NothingToRedo),
        }
    }

    fn undo_to_winnable(&mut self, now: Timestamp) -> CommandOutcome {
        let at = match self.analysis.assessment() {
            Assessment::Lost(Some(at)) => at,
            Assessment::LostDeal | Assessment::Lost(None) => {
                return CommandOutcome::Refused(Refusal::NoWinnableKnown);
            }
            _ if self.outcome() == GameOutcome::Won => {
                return CommandOutcome::Refused(Refusal::GameOver);
            }
            _ => return CommandOutcome::Refused(Refusal::MayBeWinnable),
        };
        let game = &mut self.played.game;
        while game.moves().len() > at && game.undo().is_some() {}
        self.advice = None;
        self.enter_position(now);
        CommandOutcome::BackAtWinnable(self.game().moves().len())
    }

    fn give_up(&mut self) -> CommandOutcome {
        if self.is_over() {
            return CommandOutcome::Refused(Refusal::GameOver);
        }
        self.given_up = true;
        self.pending_verdict = None;
        self.announced.explanation = false;
        CommandOutcome::GaveUp
    }

    /// Counts that this many moves of the winning line were shown, each move once.
    pub fn count_shown_moves(&mut self, moves: usize) {
        let new = self.analysis.mark_shown(&self.played.game, moves);
        let new = u32::try_from(new).unwrap_or(u32::MAX);
        self.played.header.shown = self.played.header.shown.saturating_add(new);
    }
}

fn moves_from(game: &Game, pile: PileId, wanted: Option<u8>) -> impl Iterator<Item = Move> {
    game.legal_moves().into_iter().filter(move |mv| match *mv {
        Move::Transfer { from, count, .. } => {
            from == pile && wanted.is_none_or(|wanted| wanted == count)
        }
        _ => false,
    })
}

/// Returns the legal move with the most cards that drops cards of a pile on another, with this number of
/// cards if one is given.
pub(super) fn longest_transfer(
    game: &Game,
    from: PileId,
    to: PileId,
    count: Option<u8>,
) -> Option<Move> {
    let target = game.rules().drop_target(game.table(), to);
    let fitting = moves_from(game, from, count).filter(|mv| mv.target() == Some(target));
    fitting.max_by_key(|mv| match mv {
        Move::Transfer { count, .. } => *count,
        _ => 0,
    })
}
