//! Whether the words for a refusal are true of the table.

use larboard::cards::{Card, Rank};
use larboard::rules::{Move, PileId, PileKind, Table};

use crate::rules::both::variant;
use crate::rules::naive::Naive;

/// Whether the words that refuse a move say what is so. Words that are not known here are false.
pub(crate) fn is_true(naive: &Naive, table: &Table, mv: Move, why: &str) -> bool {
    let case = Case { naive, table, mv };
    match mv {
        Move::Transfer { from, to, count } => case.carry(from, to, count.into(), why),
        _ if why == format!("there is no {mv} in this game") => !case.words().contains(&mv),
        _ if naive.is_one_handed() => case.is_one_handed(why),
        _ => case.word(why),
    }
}

struct Case<'a> {
    naive: &'a Naive,
    table: &'a Table,
    mv: Move,
}

impl Case<'_> {
    fn words(&self) -> &'static [Move] {
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

    fn word(&self, why: &str) -> bool {
        let space = || self.tableau().any(|pile| self.table.is_empty(pile));
        match why {
            "there is no stock in this game" => !self.table.pile_ids().contains(PileId::STOCK),
            "the stock is empty" => self.table.is_empty(PileId::STOCK),
            "every space must be filled before a deal" => {
                !self.table.is_empty(PileId::STOCK) && space()
            }
            _ => false,
        }
    }

    fn is_one_handed(&self, why: &str) -> bool {
        let hand = self.table.pile(PileId::HAND);
        let window = &hand[hand.len().saturating_sub(4)..];
        let [first, .., last] = window else {
            return why == "no card is left in the hand" && hand.is_empty();
        };
        let one_rank = first.rank() == last.rank();
        let one_suit = first.suit() == last.suit();
        let discard = one_rank || one_suit && window.len() == 4;
        let deck_left = !self.table.is_empty(PileId::STOCK);
        let redeals = variant(self.naive).redeals_left(self.table);
        let forced = self.naive.options[1].1 == "forced";
        if let Some(rest) = why.strip_prefix(&format!("{first} and {last} ")) {
            return match rest {
                "match: the discard comes first" => discard && forced,
                "are not of one rank" => !one_rank,
                "are not of one suit" => !one_suit,
                "are of one rank: all four go" => one_rank && window.len() == 4,
                _ => false,
            };
        }
        match why {
            "a redeal waits until no other move is left" => discard,
            "a redeal waits until the deck is empty" => deck_left,
            "the deck is empty" => !deck_left,
            "no redeal is granted, as the game is set" => self.naive.options[2].1 == "0",
            "no redeal is left" => redeals == Some(0),
            "there are no discards to deal again" => self.table.is_empty(PileId::DISCARDS),
            "two cards have no middle" => window.len() == 2,
            _ => false,
        }
    }

    fn carry(&self, from: PileId, to: PileId, count: usize, why: &str) -> bool {
        let table = self.table;
        if self.naive.is_one_handed() {
            return why == format!("there is no {} in this game", self.mv)
                || why == "no card is left in the hand" && table.is_empty(PileId::HAND);
        }
        for place in [from, to] {
            if !table.pile_ids().contains(place) {
                return [from, to].iter().any(|place| {
                    !table.pile_ids().contains(*place)
                        && why == format!("there is no {place} in this game")
                });
            }
        }
        if count == 0 {
            return why == "a move takes at least one card";
        }
        let source = from.name();
        if why == format!("there is no card on {source}") {
            return table.is_empty(from);
        }
        let up = table.face_up(from);
        if why == format!("only one card of {source} is face up") {
            return up.len() == 1 && count > 1;
        }
        if why == format!("only {} cards of {source} are face up", up.len()) {
            return up.len() > 1 && count > up.len();
        }
        if why == format!("only the top card of {source} can be moved") {
            return count > 1 && !from.is_tableau() && !self.foundations_keep(from);
        }
        if why == format!("no card is put on {}", to.name()) {
            return matches!(to.kind(), PileKind::Stock | PileKind::Waste);
        }
        match why {
            "the stock lies face down" => from == PileId::STOCK && !table.is_empty(from),
            "the card lies there already" => from == to,
            "the reserve is never refilled" => to.kind() == PileKind::Reserve,
            "only one card at a time goes home" => count > 1 && to.is_foundation(),
            "what is home stays home" | "what is home stays home, as the game is set" => {
                self.foundations_keep(from)
            }
            "a card that is home goes back to the tableau only" => {
                from.is_foundation() && to.is_foundation()
            }
            "only one card at a time may be moved" => {
                count > 1 && self.naive.game == "moosehide" && !self.classic()
            }
            "only a run of one suit moves as a unit" => {
                count > 1 && !self.one_suit_run(&up[up.len() - count..], from)
            }
            "only one card at a time goes across" => count > 1 && self.across(from, to),
            "that foundation is full" => table.size(to) == 13,
            "a whole pile is not moved to a space: it would change nothing" => {
                table.is_empty(to) && table.size(from) == count && from.is_tableau()
            }
            _ => up.len() >= count && self.of_the_card(from, to, up[up.len() - count], why),
        }
    }

    /// The words that tell of the lowest card taken up.
    fn of_the_card(&self, from: PileId, to: PileId, card: Card, why: &str) -> bool {
        let table = self.table;
        let suit_of_target = || larboard::cards::Suit::from_index(to.number());
        if let Some(name) = why.strip_prefix("that foundation is for ") {
            return name == suit_of_target().name() && suit_of_target() != card.suit();
        }
        if let Some(name) = why.strip_prefix(&format!("{card} goes to foundation ")) {
            let other = PileId::foundation(name.parse::<usize>().expect("a number") - 1);
            let top = table.top(other).map_or(0, |top| top.rank().number());
            return other != to
                && other.number() % 4 == card.suit().index()
                && top + 1 == card.rank().number();
        }
        if why == format!("a foundation begins with its ace, not with {card}") {
            return table.is_empty(to) && card.rank() != Rank::ACE;
        }
        if let Some(next) = why.strip_suffix(&format!(" comes next there, not {card}")) {
            return next != card.to_string()
                && suit_of_target() == card.suit()
                && table.top(to).is_none_or(|top| {
                    let left = to.number() < 4;
                    let rank = if left {
                        top.rank().wrapping_add(1)
                    } else {
                        top.rank().wrapping_sub(1)
                    };
                    next == Card::new(rank, card.suit()).to_string()
                });
        }
        if why == format!("{} would slide straight back", from.name()) {
            let mut after = table.clone();
            variant(self.naive).apply(&mut after, self.mv);
            return after == *table;
        }
        if let Some(twin) = why.split("equally high: take the card from ").nth(1) {
            let other = PileId::foundation(from.number() + 4);
            return twin == other.name() && table.size(other) == table.size(from);
        }
        let Some(top) = table.top(to) else {
            return self.of_the_space(to, card, why);
        };
        if why == format!("{card} goes across only onto its own suit, not on {top}") {
            return self.across(from, to) && card.suit() != top.suit() && self.fits(card, top, to);
        }
        let direction = match (self.naive.game, to.is_foundation(), to.number() < 5) {
            ("oscillation", false, true) => ": the left builds down",
            ("oscillation", false, false) => ": the right builds up",
            _ => "",
        };
        why == format!("{card} does not go on {top}{direction}") && !self.fits(card, top, to)
    }

    fn of_the_space(&self, to: PileId, card: Card, why: &str) -> bool {
        let last = self.tableau().last().expect("a tableau");
        let heap = format!("only a king and what lies on it go in a space, not {card}");
        if why == format!("only a king goes in a space, not {card}") || why == heap {
            return card.rank() != Rank::KING;
        }
        why == format!(
            "only the rightmost space is filled by hand: put it on {}",
            last.name()
        ) && self.table.is_empty(last)
            && to != last
            && card.rank() == Rank::KING
    }

    fn fits(&self, card: Card, top: Card, to: PileId) -> bool {
        let (low, high) = (card.rank().number(), top.rank().number());
        if to.is_foundation() {
            return low == high + 1 && card.suit() == top.suit();
        }
        match self.naive.game {
            "oscillation" => self.builds(top, card, to),
            "moosehide" if self.classic() => low + 1 == high && card.suit() != top.suit(),
            _ => low + 1 == high && card.is_red() != top.is_red(),
        }
    }

    /// Whether a card builds on another in the group of a pile of Oscillation's.
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

    fn one_suit_run(&self, unit: &[Card], pile: PileId) -> bool {
        let joined =
            |pair: &[Card]| pair[0].suit() == pair[1].suit() && self.builds(pair[0], pair[1], pile);
        self.naive.game == "oscillation" && unit.windows(2).all(joined)
    }

    fn across(&self, from: PileId, to: PileId) -> bool {
        self.naive.game == "oscillation" && (from.number() < 5) != (to.number() < 5)
    }

    fn classic(&self) -> bool {
        self.naive.options == [("layout", "classic")]
    }

    fn foundations_keep(&self, from: PileId) -> bool {
        let gives = self.naive.is_moving_left() && !self.naive.title().ends_with("return=no");
        from.is_foundation() && !gives
    }

    fn tableau(&self) -> impl Iterator<Item = PileId> {
        self.table
            .pile_ids()
            .iter()
            .filter(|place| place.is_tableau())
    }
}
