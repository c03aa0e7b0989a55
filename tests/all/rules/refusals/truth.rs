//! Checks whether the reason given for a refused move is true of the table.

use larboard::cards::{Card, Rank, Suit};
use larboard::rules::{Move, PileId, PileKind, Table};

use crate::rules::naive::Naive;
use crate::rules::setup::variant;

/// Whether the reason given for a refusal is true of the table. A reason that is not known here is
/// false.
pub(crate) fn is_true(naive: &Naive, table: &Table, mv: Move, reason: &str) -> bool {
    let case = Case { naive, table, mv };
    match mv {
        Move::Transfer { from, to, count } => case.transfer(from, to, count.into(), reason),
        _ if reason == case.unsupported() => !case.other_moves().contains(&mv),
        _ if naive.is_one_handed() => case.hand_move(reason),
        _ => case.stock_move(reason),
    }
}

struct Case<'a> {
    naive: &'a Naive,
    table: &'a Table,
    mv: Move,
}

impl Case<'_> {
    /// The moves other than transfers that the game has.
    fn other_moves(&self) -> &'static [Move] {
        if self.naive.is_one_handed() {
            &[
                Move::Draw,
                Move::DiscardMiddle,
                Move::DiscardAll,
                Move::Redeal,
            ]
        } else if self.naive.is_moving_left() {
            &[Move::Draw]
        } else if self.naive.game == "oscillation" {
            &[Move::Deal]
        } else {
            &[]
        }
    }

    /// The reason for a kind of move that the game does not have.
    fn unsupported(&self) -> &'static str {
        match self.mv {
            Move::Transfer { .. } => "This game has no moves between piles",
            Move::Draw => "This game has no draw",
            Move::Deal => "This game has no deal",
            Move::Redeal => "This game has no redeal",
            Move::DiscardMiddle | Move::DiscardAll => "This game has no discards",
        }
    }

    fn stock_move(&self, reason: &str) -> bool {
        let has_space = || self.tableau().any(|pile| self.table.is_empty(pile));
        match reason {
            "This game has no stock" => !self.table.pile_ids().contains(PileId::STOCK),
            "The stock is empty" => {
                self.table.pile_ids().contains(PileId::STOCK) && self.table.is_empty(PileId::STOCK)
            }
            "Fill every empty pile before you deal" => {
                !self.table.is_empty(PileId::STOCK) && has_space()
            }
            _ => false,
        }
    }

    fn hand_move(&self, reason: &str) -> bool {
        let hand = self.table.pile(PileId::HAND);
        let window = &hand[hand.len().saturating_sub(4)..];
        let [first, .., last] = window else {
            return reason == "The hand is empty" && hand.is_empty();
        };
        let same_rank = first.rank() == last.rank();
        let same_suit = first.suit() == last.suit();
        let can_discard = same_rank || same_suit && window.len() == 4;
        let has_stock = !self.table.is_empty(PileId::STOCK);
        let redeals = variant(self.naive).redeals_left(self.table);
        let is_forced = self.naive.options[1].1 == "forced";
        if let Some(rest) = reason.strip_prefix(&format!("{first} and {last} ")) {
            return match rest {
                "match; discard first" => can_discard && is_forced,
                "differ in rank" => !same_rank,
                "differ in suit" => !same_suit,
                "have the same rank; discard all four" => same_rank && window.len() == 4,
                _ => false,
            };
        }
        match reason {
            "Redeal when no other move is left" => can_discard,
            "Redeal when the deck is empty" => has_stock,
            "The deck is empty" => !has_stock,
            "This game has no redeals" => self.naive.options[2].1 == "0",
            "No redeals left" => redeals == Some(0),
            "There are no discards to redeal" => self.table.is_empty(PileId::DISCARDS),
            "Two cards have no middle" => window.len() == 2,
            _ => false,
        }
    }

    fn transfer(&self, from: PileId, to: PileId, count: usize, reason: &str) -> bool {
        let table = self.table;
        if self.naive.is_one_handed() {
            return reason == self.unsupported()
                || reason == "The hand is empty" && table.is_empty(PileId::HAND);
        }
        let missing: Vec<PileId> = [from, to]
            .into_iter()
            .filter(|pile| !table.pile_ids().contains(*pile))
            .collect();
        if !missing.is_empty() {
            return missing.iter().any(|pile| {
                let name = pile.name();
                reason == format!("This game has no {}", name.trim_start_matches("the "))
            });
        }
        if count == 0 {
            return reason == "Move at least one card";
        }
        let source = from.name();
        if let Some(name) = reason.strip_suffix(" is empty") {
            return name.to_lowercase() == source && table.is_empty(from);
        }
        let face_up = table.face_up(from);
        if reason == format!("Only 1 card of {source} is face up") {
            return face_up.len() == 1 && count > 1;
        }
        if reason == format!("Only {} cards of {source} are face up", face_up.len()) {
            return face_up.len() > 1 && count > face_up.len();
        }
        if reason == format!("Only the top card of {source} can move") {
            return count > 1 && !from.is_tableau() && !self.foundations_keep(from);
        }
        if reason == format!("Cards can't be put on {}", to.name()) {
            return matches!(to.kind(), PileKind::Stock | PileKind::Waste);
        }
        match reason {
            "The stock is face down" => from == PileId::STOCK && !table.is_empty(from),
            "It is already there" => from == to,
            "The reserve is never refilled" => to.kind() == PileKind::Reserve,
            "Only one card at a time goes to a foundation" => count > 1 && to.is_foundation(),
            "Cards don't come back from foundations" => self.foundations_keep(from),
            "Cards from foundations go to the tableau only" => {
                from.is_foundation() && to.is_foundation()
            }
            "Only one card at a time can move" => {
                count > 1 && self.naive.game == "moosehide" && !self.is_classic()
            }
            "Only a run of one suit can move together" => {
                count > 1 && !self.is_one_suit_run(&face_up[face_up.len() - count..], from)
            }
            "Only one card at a time can cross to the other group" => {
                count > 1 && self.crosses(from, to)
            }
            "That foundation is complete" => to.is_foundation() && table.size(to) == 13,
            "Moving a whole pile to an empty one changes nothing" => {
                table.is_empty(to) && table.size(from) == count && from.is_tableau()
            }
            _ => {
                face_up.len() >= count
                    && self.about_card(from, to, face_up[face_up.len() - count], reason)
            }
        }
    }

    /// Whether a reason is true that names the lowest card moved, or depends on it.
    fn about_card(&self, from: PileId, to: PileId, card: Card, reason: &str) -> bool {
        let table = self.table;
        let target_suit = Suit::ALL[to.number() % 4];
        if reason == format!("That is the {} foundation", target_suit.name()) {
            return to.is_foundation() && target_suit != card.suit();
        }
        if let Some(number) = reason.strip_prefix(&format!("{card} goes to foundation ")) {
            let other = PileId::foundation(number.parse::<usize>().expect("number") - 1);
            let top = table.top(other).map_or(0, |top| top.rank().number());
            return other != to
                && Suit::ALL[other.number() % 4] == card.suit()
                && top + 1 == card.rank().number();
        }
        if let Some(next) = reason.strip_prefix("That foundation needs ") {
            return self.foundation_needs(to, card, next);
        }
        if let Some(name) = reason.strip_suffix(" would slide straight back") {
            let mut after = table.clone();
            variant(self.naive).apply(&mut after, self.mv);
            return name.to_lowercase() == from.name() && after == *table;
        }
        if let Some((_, twin)) =
            reason.split_once("foundations are equally high; take the card from ")
        {
            let other = PileId::foundation(from.number() + 4);
            let suit = Suit::ALL[from.number() % 4];
            return reason.starts_with(&format!("Both {} ", suit.name()))
                && twin == other.name()
                && table.size(other) == table.size(from);
        }
        let Some(top) = table.top(to) else {
            return self.about_space(to, card, reason);
        };
        if reason == format!("{card} can only cross onto {}", card.suit().name()) {
            return self.crosses(from, to) && card.suit() != top.suit() && self.fits(card, top, to);
        }
        self.needs(card, top, [from, to], reason)
    }

    /// Whether a foundation accepts a card next, and not the one that was refused.
    fn foundation_needs(&self, to: PileId, refused: Card, rest: &str) -> bool {
        let Some(next) = rest.strip_suffix(" next") else {
            return false;
        };
        let is_ascending = self.naive.game != "oscillation" || to.number() < 4;
        let follows = |top: Card| {
            let rank = if is_ascending {
                top.rank().wrapping_add(1)
            } else {
                top.rank().wrapping_sub(1)
            };
            next == Card::new(rank, refused.suit()).to_string()
        };
        to.is_foundation()
            && next != refused.to_string()
            && Suit::ALL[to.number() % 4] == refused.suit()
            && match self.table.top(to) {
                Some(top) => self.table.size(to) < 13 && follows(top),
                None => {
                    let ace = Card::new(Rank::ACE, refused.suit()).to_string();
                    self.naive.game == "oscillation" || next == ace
                }
            }
    }

    /// Whether a card fits exactly the cards that the reason names, of which the top card is none.
    fn needs(&self, card: Card, top: Card, [from, to]: [PileId; 2], reason: &str) -> bool {
        let direction = match (self.naive.game, to.number() < 5) {
            ("oscillation", true) => "The left builds down: ",
            ("oscillation", false) => "The right builds up: ",
            _ => "",
        };
        let needed = reason
            .strip_prefix(direction)
            .and_then(|rest| rest.strip_prefix(&format!("{card} needs ")));
        let Some(needed) = needed.filter(|_| to.is_tableau()) else {
            return false;
        };
        let crosses = self.crosses(from, to);
        let is_named = |other: Card| {
            if crosses {
                return needed == other.to_string();
            }
            let rank = match other.rank().number() {
                2..=10 => other.rank().label(),
                _ => other.rank().name(),
            };
            let color = if other.is_red() { "red" } else { "black" };
            let article = if rank == "8" || rank == "ace" {
                "an"
            } else {
                "a"
            };
            needed == format!("a {color} {rank}")
                || needed == format!("{article} {rank}") && self.naive.game == "oscillation"
                || needed == format!("{article} {rank} of another suit")
                    && other.suit() != card.suit()
        };
        let mut all = Suit::ALL.into_iter().flat_map(|suit| {
            let ranks = (1..=13).filter_map(Rank::new);
            ranks.map(move |rank| Card::new(rank, suit))
        });
        let says_which = needed == "an empty pile" || all.clone().any(is_named);
        says_which
            && !self.fits(card, top, to)
            && all.all(|other| {
                let fits = self.fits(card, other, to) && (!crosses || other.suit() == card.suit());
                is_named(other) == fits
            })
    }

    fn about_space(&self, to: PileId, card: Card, reason: &str) -> bool {
        if !to.is_tableau() || self.naive.game == "oscillation" {
            return false;
        }
        let last = self.tableau().last().expect("tableau");
        match reason {
            "Only a king can fill an empty pile" => card.rank() != Rank::KING,
            _ => {
                reason == format!("Fill the rightmost empty pile: {}", last.name())
                    && self.table.is_empty(last)
                    && to != last
                    && card.rank() == Rank::KING
            }
        }
    }

    fn fits(&self, card: Card, top: Card, to: PileId) -> bool {
        let (low, high) = (card.rank().number(), top.rank().number());
        if to.is_foundation() {
            return low == high + 1 && card.suit() == top.suit();
        }
        match self.naive.game {
            "oscillation" => self.builds(top, card, to),
            "moosehide" if self.is_classic() => low + 1 == high && card.suit() != top.suit(),
            _ => low + 1 == high && card.is_red() != top.is_red(),
        }
    }

    /// Whether a card builds on another in the group of a pile of Oscillation.
    fn builds(&self, under: Card, card: Card, pile: PileId) -> bool {
        let left = pile.number() < 5;
        let step = i16::from(card.rank().number()) - i16::from(under.rank().number());
        let wrap = self.naive.options[0].1 == "yes";
        match step {
            -1 => left,
            1 => !left,
            12 => left && wrap,
            -12 => !left && wrap,
            _ => false,
        }
    }

    fn is_one_suit_run(&self, unit: &[Card], pile: PileId) -> bool {
        let is_joined =
            |pair: &[Card]| pair[0].suit() == pair[1].suit() && self.builds(pair[0], pair[1], pile);
        self.naive.game == "oscillation" && unit.windows(2).all(is_joined)
    }

    fn crosses(&self, from: PileId, to: PileId) -> bool {
        self.naive.game == "oscillation" && (from.number() < 5) != (to.number() < 5)
    }

    fn is_classic(&self) -> bool {
        self.naive.options == [("layout", "classic")]
    }

    fn foundations_keep(&self, from: PileId) -> bool {
        let returns = self.naive.is_moving_left() && !self.naive.title().ends_with("return=no");
        from.is_foundation() && !returns
    }

    fn tableau(&self) -> impl Iterator<Item = PileId> {
        self.table
            .pile_ids()
            .iter()
            .filter(|pile| pile.is_tableau())
    }
}
