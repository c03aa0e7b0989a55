//! The move that a command means, or why there is none.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::command::{Command, CommandOutcome, Refusal};
use crate::cards::Card;
use crate::game::{CardPosition, Game, IllegalMove};
use crate::presentation::Accepts;
use crate::rules::{Move, PileId, Table};

/// Returns the one move that a command means, or what it does instead.
pub(super) fn move_of(game: &Game, command: Command) -> Result<Move, CommandOutcome> {
    match command {
        Command::Move(mv) => Ok(mv),
        Command::Transfer { from, to, count } => Ok(transfer(game, from, to, count)),
        Command::ToFoundation { from, count } => foundation_move(game, from, count),
        Command::AutoMove { from, count } => auto_move(game, from, count),
        Command::Draw if is_hand_game(game) => Ok(hand_step(game, |mv| mv == Move::Draw)),
        Command::Draw => Ok(game.stock_move()),
        Command::Discard if is_hand_game(game) => Ok(hand_step(game, |mv| mv != Move::Draw)),
        _ => Err(CommandOutcome::Refused(Refusal::NotInHandGame)),
    }
}

/// Returns the move of a drop: without a count, as many cards as can go.
fn transfer(game: &Game, from: PileId, to: PileId, count: Option<u8>) -> Move {
    let longest = fitting(game, from, to, count).first().copied();
    longest.unwrap_or_else(|| Move::Transfer {
        from,
        to: game.rules().drop_target(game.table(), to),
        count: count.unwrap_or(1),
    })
}

/// Returns the legal moves from a pile, with this number of cards if one is given.
pub fn moves_from(game: &Game, pile: PileId, wanted: Option<u8>) -> Vec<Move> {
    let mut moves = game.legal_moves().to_vec();
    moves.retain(|mv| match *mv {
        Move::Transfer { from, count, .. } => {
            from == pile && wanted.is_none_or(|wanted| wanted == count)
        }
        _ => false,
    });
    moves
}

/// Returns the cards in sight that could be built on a card, or that it could be built on, if nothing lay on them.
pub fn cards_that_fit(game: &Game, at: CardPosition) -> Vec<CardPosition> {
    let table = game.table();
    let in_sight = |pile: PileId| {
        let cards = (table.face_down(pile)..).zip(table.face_up(pile));
        cards.map(move |(index, card)| (CardPosition { pile, index }, *card))
    };
    let piles = || table.pile_ids().iter().filter(|pile| !pile.is_foundation());
    let Some((_, card)) = in_sight(at.pile).find(|(position, _)| *position == at) else {
        return Vec::new();
    };
    let builds = |(from, upper): (PileId, Card), (to, lower): (PileId, Card)| {
        let beside = piles().find(|pile| pile.is_tableau() && *pile != to);
        let from = if from == to {
            beside.unwrap_or(from)
        } else {
            from
        };
        let mut alone = Table::new(table.pile_ids(), table.deck());
        alone.put(from, upper);
        alone.put(to, lower);
        let count = 1;
        let mv = Move::Transfer { from, to, count };
        to.is_tableau() && game.rules().move_list(&alone).contains(&mv)
    };
    let others = piles().flat_map(in_sight);
    let fitting = others.filter(|(other, named)| {
        let (one, other) = ((at.pile, card), (other.pile, *named));
        builds(one, other) || builds(other, one)
    });
    fitting.map(|(position, _)| position).collect()
}

/// Returns the legal moves that drop cards of a pile on another, the one with the most cards first, with this
/// number of cards if one is given.
pub(super) fn fitting(game: &Game, from: PileId, to: PileId, count: Option<u8>) -> Vec<Move> {
    let target = game.rules().drop_target(game.table(), to);
    let mut moves = moves_from(game, from, count);
    moves.retain(|mv| mv.target() == Some(target));
    moves.sort_by_key(|mv| Reverse(mv.count()));
    moves
}

/// Returns a card that fits, with those on it, besides the one that [`transfer`] moves without a count.
pub(super) fn also_fits(game: &Game, from: PileId, to: PileId) -> Option<Card> {
    let pile = game.table().pile(from);
    let moves = fitting(game, from, to, None).into_iter();
    let heads = moves.filter_map(|mv| pile.len().checked_sub(mv.count()?.into()));
    let mut cards = heads.map(|head| pile[head]);
    let first = cards.next()?;
    cards.find(|card| *card != first)
}

/// Returns the move of the top card to a foundation, or why there is not exactly one.
fn foundation_move(game: &Game, from: PileId, count: Option<u8>) -> Result<Move, CommandOutcome> {
    let mut moves = moves_from(game, from, None);
    moves.retain(|mv| mv.is_to_foundation());
    let count = count.unwrap_or(1);
    match moves[..] {
        [only] if count <= 1 => Ok(only),
        [one, two, ..] if count <= 1 => Err(CommandOutcome::ChooseFoundation([one, two])),
        _ => Err(CommandOutcome::Refused(explain_not_home(game, from, count))),
    }
}

/// Returns the move to a foundation or to the only pile that accepts the cards.
fn auto_move(game: &Game, from: PileId, count: Option<u8>) -> Result<Move, CommandOutcome> {
    let fits_foundation = moves_from(game, from, None)
        .iter()
        .any(|mv| mv.is_to_foundation());
    let moves = moves_from(game, from, count);
    let mut targets: Vec<PileId> = moves.into_iter().filter_map(Move::target).collect();
    targets.dedup();
    match targets[..] {
        _ if fits_foundation => foundation_move(game, from, None),
        [to] => Ok(transfer(game, from, to, count)),
        [] => Err(CommandOutcome::Refused(
            match explain_stuck(game, from, count) {
                Refusal::Illegal(reason) if count.is_none_or(|count| count == 1) => {
                    Refusal::Illegal(reason + &next_home(game, from))
                }
                refusal => refusal,
            },
        )),
        _ => Err(CommandOutcome::Refused(Refusal::SeveralTargets)),
    }
}

/// Returns the next step of a game played in the hand: a preferred one, if there is any.
fn hand_step(game: &Game, is_preferred: impl Fn(Move) -> bool) -> Move {
    let legal = game.legal_moves();
    let preferred = legal.iter().find(|mv| is_preferred(**mv));
    preferred.or(legal.first()).copied().unwrap_or(Move::Draw)
}

/// The only legal move, in a game played in the hand.
pub fn forced_move(game: &Game) -> Option<Move> {
    match game.legal_moves()[..] {
        [only] if is_hand_game(game) => Some(only),
        _ => None,
    }
}

/// Whether a game is played in the hand.
pub fn is_hand_game(game: &Game) -> bool {
    game.rules().layout().window.is_some()
}

/// Says why a card cannot move, alone or with those on it, and what it needs.
pub fn explain_stuck(game: &Game, from: PileId, count: Option<u8>) -> Refusal {
    let (table, rules) = (game.table(), game.rules());
    let covering = usize::from(count.unwrap_or(1)).saturating_sub(1);
    let movable = rules.max_movable(table, from);
    match table.face_up(from).iter().nth_back(covering) {
        None if covering > 0 && covering < table.size(from) => Refusal::FaceDown,
        Some(&card) if movable > 0 => {
            let accepts = |pile: PileId| rules.accepts(table, pile) == Accepts::Card(card);
            let is_next = table.pile_ids().iter().any(accepts);
            if covering > 0 && (is_next || covering >= movable) {
                Refusal::Covered(card, covering)
            } else {
                explain_no_target(game, from, covering)
            }
        }
        _ => explain_not_home(game, from, 1),
    }
}

/// Returns the foundations that take one card next, each with that card.
fn next_cards(game: &Game) -> impl Iterator<Item = (PileId, Card)> {
    let (table, rules) = (game.table(), game.rules());
    let foundations = table.pile_ids().iter().filter(|pile| pile.is_foundation());
    foundations.filter_map(|pile| match rules.accepts(table, pile) {
        Accepts::Card(card) => Some((pile, card)),
        _ => None,
    })
}

/// Names the next cards of the foundations that the top card of a pile waits for, after what it needs on the tableau:
/// `; A♥ goes home first`.
fn next_home(game: &Game, from: PileId) -> String {
    let Some(top) = game.table().top(from).filter(|_| !from.is_foundation()) else {
        return String::new();
    };
    let next = next_cards(game).map(|(_, card)| card);
    let mut next: Vec<Card> = next.filter(|card| card.suit() == top.suit()).collect();
    next.dedup();
    let names: Vec<String> = next.iter().map(Card::to_string).collect();
    match &names[..] {
        [] => String::new(),
        names => format!("; {} goes home first", names.join(" or ")),
    }
}

/// Says what a card with so many on it needs, by the nearest pile of the tableau that has cards, of piles that are built
/// in two directions by the nearest of each.
fn explain_no_target(game: &Game, from: PileId, covering: usize) -> Refusal {
    let table = game.table();
    let piles = table.pile_ids().iter();
    let others = piles.filter(|pile| pile.is_tableau() && *pile != from && !table.is_empty(*pile));
    let count = u8::try_from(covering + 1).unwrap_or(u8::MAX);
    // What needs an empty pile gains nothing from another one.
    let base = table
        .pile(from)
        .first()
        .filter(|_| covering + 1 == table.size(from));
    let is_highest = |card: &&Card| table.deck().iter().all(|other| other.rank() <= card.rank());
    if let Some(&card) = base.filter(is_highest) {
        return Refusal::OwnPile(card);
    }
    let mut nearest: Vec<PileId> = others.collect();
    nearest.sort_by_key(|pile| pile.number().abs_diff(from.number()));
    let mut directions = HashSet::new();
    nearest.retain(|pile| directions.insert(game.rules().build_direction(*pile)));
    let reason = |to| {
        game.rules()
            .explain_illegal(table, Move::Transfer { from, to, count })
    };
    let reasons: Vec<String> = nearest.into_iter().map(reason).collect();
    if reasons.is_empty() {
        return explain_not_home(game, from, count);
    }
    Refusal::Illegal(reasons.join(". "))
}

/// Says why a move is illegal, and how as many cards are moved as can go, if the move names another number.
pub(super) fn explain_illegal(game: &Game, illegal: IllegalMove) -> Refusal {
    let IllegalMove { mv, reason } = illegal;
    let possible = match mv {
        Move::Transfer { from, to, count: 1 } => fitting(game, from, to, None).first().copied(),
        _ => None,
    };
    Refusal::Illegal(match possible {
        Some(run @ Move::Transfer { from, to, count }) => {
            let [from, to] = [from, to].map(|pile| pile.number() + 1);
            format!("{reason}; {from} {to} moves {count} cards ({run})")
        }
        _ => reason,
    })
}

/// Names the first card that can go home, though not safely.
pub(super) fn explain_nothing_safe(game: &Game) -> Refusal {
    let legal = game.legal_moves();
    let home = legal.into_iter().find(|mv| mv.is_to_foundation());
    Refusal::NothingSafe(match home {
        Some(Move::Transfer { from, .. }) => game.table().top(from),
        _ => None,
    })
}

/// Says why a card does not go home, by the foundation of its suit.
fn explain_not_home(game: &Game, from: PileId, count: u8) -> Refusal {
    let (table, rules) = (game.table(), game.rules());
    let suit = table.top(from).map(Card::suit);
    let fitting = next_cards(game).find(|(_, card)| Some(card.suit()) == suit);
    let first = || table.pile_ids().iter().find(|pile| pile.is_foundation());
    match fitting.map(|(pile, _)| pile).or_else(first) {
        Some(to) => {
            Refusal::Illegal(rules.explain_illegal(table, Move::Transfer { from, to, count }))
        }
        None => Refusal::NoFoundations,
    }
}
