//! FreeCell, written against the public interface only.
//!
//! Eight columns, one deck, all cards face up. The tableau builds down in alternating colors, an
//! empty column accepts any card, and the foundations build up in suit. Four cells hold one card
//! each. A run moves in one go if its cards could be moved one by one through the free cells and
//! empty columns.

use larboard::cards::{Card, Rank, Suit};
use larboard::presentation::{Accepts, BoardLayout, Presentation};
use larboard::rules::{
    Dealer, GameInfo, GameOptions, Introduction, Move, MoveList, PileId, PileKind, Rules, Table,
};
use larboard::solver::{
    Evaluation, KeyPart, MacroMoves, PruningRule, PruningRules, SearchKnowledge,
};

static INFO: GameInfo = GameInfo {
    id: "freecell",
    title: "FreeCell",
    decks: 1,
    brief: "",
    summary: "All cards face up, four cells, and almost every deal can be won.",
    introduction: Introduction {
        id: "",
        goal: "",
        building: "",
        rule: "",
        example: &[],
        tips: [""; 3],
    },
    help: "FREECELL\n\nBuild down in alternating colors, foundations up in suit.\n",
    presets: &[],
    options: &[],
};

const COLUMNS: usize = 8;
const CELLS: usize = 4;

/// Deals a deck as Microsoft's FreeCell numbers its deals.
pub(crate) fn numbered_deck(deal: u32) -> Vec<Card> {
    let mut state = deal;
    let mut deck: Vec<Card> = (1..=13)
        .filter_map(Rank::new)
        .flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit)))
        .collect();
    let mut dealt = Vec::new();
    while !deck.is_empty() {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        let random = (state >> 16) & 0x7fff;
        dealt.push(deck.swap_remove(random as usize % deck.len()));
    }
    dealt
}

/// FreeCell.
pub(crate) struct FreeCell;

fn columns() -> impl Iterator<Item = PileId> + Clone {
    (0..COLUMNS).map(PileId::tableau)
}

fn cells() -> impl Iterator<Item = PileId> + Clone {
    (0..CELLS).map(PileId::reserve)
}

fn foundation(suit: Suit) -> PileId {
    PileId::suit_foundation(suit, 0)
}

fn builds_on(card: Card, top: Card) -> bool {
    card.is_red() != top.is_red() && card.rank().number() + 1 == top.rank().number()
}

/// Returns how many cards at the end of a column are in sequence.
fn run_len(cards: &[Card]) -> usize {
    let pairs = cards.windows(2).rev();
    let built = pairs.take_while(|pair| builds_on(pair[1], pair[0]));
    built.count() + usize::from(!cards.is_empty())
}

/// Returns how many cards can move together to a column that is not empty: (free cells + 1) ·
/// 2^(empty columns). An empty column accepts half of them.
fn capacity(table: &Table) -> usize {
    let free_cells = cells().filter(|&cell| table.is_empty(cell)).count();
    let spaces = columns().filter(|&pile| table.is_empty(pile)).count();
    (free_cells + 1) << spaces
}

/// Returns how many cards can move together to a column.
fn capacity_to(table: &Table, to: PileId) -> usize {
    capacity(table) >> usize::from(table.is_empty(to))
}

fn fits_foundation(table: &Table, card: Card) -> bool {
    table.size(foundation(card.suit())) + 1 == usize::from(card.rank().number())
}

/// Whether a card can go to its foundation and no card on the table can need it: all cards of the
/// other color that could be built on it are on foundations already.
fn is_safe(table: &Table, card: Card) -> bool {
    let others = Suit::ALL
        .into_iter()
        .filter(|suit| suit.is_red() != card.is_red());
    let lower = usize::from(card.rank().number()) - 1;
    fits_foundation(table, card) && others.map(foundation).all(|pile| table.size(pile) >= lower)
}

/// Adds the moves of a position to the empty cells and columns that are given.
fn list_moves(table: &Table, free_cells: &[PileId], spaces: &[PileId], moves: &mut MoveList) {
    for from in columns().chain(cells()) {
        if let Some(card) = table.top(from)
            && fits_foundation(table, card)
        {
            moves.push(Move::single_card(from, foundation(card.suit())));
        }
    }
    let capacity = capacity(table);
    let tops: Vec<(PileId, Card)> = columns()
        .filter_map(|to| Some((to, table.top(to)?)))
        .collect();
    for from in columns().chain(cells()) {
        let cards = table.pile(from);
        let Some(last) = cards.last() else {
            continue;
        };
        let run = run_len(cards);
        for &(to, top) in &tops {
            // The ranks of a run are consecutive, so at most one card of it fits.
            let difference = top.rank().number().saturating_sub(last.rank().number());
            let count = usize::from(difference);
            if (1..=run.min(capacity)).contains(&count)
                && to != from
                && builds_on(cards[cards.len() - count], top)
            {
                let count = count as u8;
                moves.push(Move::Transfer { from, to, count });
            }
        }
        // Moving a whole column to a space would only exchange two columns.
        let movable = if from.is_tableau() {
            run.min(cards.len() - 1)
        } else {
            run
        };
        for &to in spaces {
            let counts = 1..=movable.min(capacity / 2) as u8;
            moves.extend(counts.map(|count| Move::Transfer { from, to, count }));
        }
        if from.is_tableau() {
            moves.extend(free_cells.iter().map(|&cell| Move::single_card(from, cell)));
        }
    }
}

impl Rules for FreeCell {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        GameOptions::from_pairs(&[])
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let piles = columns().chain(cells()).chain(Suit::ALL.map(foundation));
        let mut dealer = Dealer::new(deck, piles);
        dealer.deal_rows(0..COLUMNS);
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let is_empty = |pile: &PileId| table.is_empty(*pile);
        let free_cells: Vec<PileId> = cells().filter(is_empty).collect();
        let spaces: Vec<PileId> = columns().filter(is_empty).collect();
        list_moves(table, &free_cells, &spaces, moves);
    }

    fn apply(&self, table: &mut Table, mv: Move) {
        if let Move::Transfer { from, to, count } = mv {
            table.transfer(from, to, count);
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.cards_on_foundations() == 52
    }

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        let Move::Transfer { from, to, count } = mv else {
            return "This game has only moves between piles".into();
        };
        let cards = table.pile(from);
        let count = usize::from(count);
        let head = cards
            .len()
            .checked_sub(count)
            .and_then(|head| cards.get(head));
        let Some(head) = head.filter(|_| !from.is_foundation()) else {
            return format!("There is nothing to move on {}", from.name());
        };
        match to.kind() {
            PileKind::Foundation => format!("{head} does not fit the foundation"),
            PileKind::Reserve if !table.is_empty(to) => "That cell is full".into(),
            PileKind::Tableau if count > run_len(cards) => "Only a run can move together".into(),
            PileKind::Tableau if count > capacity_to(table, to) => format!(
                "Only {} cards can move together with so few free cells",
                capacity_to(table, to)
            ),
            PileKind::Tableau => format!("{head} does not fit there"),
            _ => "Only one card fits there".into(),
        }
    }
}

impl Presentation for FreeCell {
    fn layout(&self) -> BoardLayout {
        BoardLayout::new(COLUMNS)
            .with_row(cells(), 0, 0)
            .with_row(Suit::ALL.map(foundation), CELLS, 0)
            .with_row(columns(), 0, 1)
    }

    fn accepts(&self, table: &Table, pile: PileId) -> Accepts {
        match pile.kind() {
            PileKind::Foundation => Rank::new(table.size(pile) as u8 + 1)
                .map_or(Accepts::Nothing, |rank| {
                    Accepts::Card(Card::new(rank, pile.foundation_suit()))
                }),
            PileKind::Tableau | PileKind::Reserve if table.is_empty(pile) => Accepts::Any,
            _ => Accepts::Nothing,
        }
    }

    fn max_movable(&self, table: &Table, pile: PileId) -> usize {
        match pile.kind() {
            PileKind::Tableau => {
                let other_columns = columns().filter(|&to| to != pile);
                let most = other_columns.map(|to| capacity_to(table, to)).max();
                run_len(table.pile(pile)).min(most.unwrap_or(1))
            }
            PileKind::Reserve => table.size(pile),
            _ => 0,
        }
    }

    fn has_safe_autoplay(&self) -> bool {
        true
    }

    fn is_safe_autoplay(&self, table: &Table, mv: Move) -> bool {
        match mv {
            Move::Transfer { from, to, .. } if to.is_foundation() => {
                table.top(from).is_some_and(|card| is_safe(table, card))
            }
            _ => false,
        }
    }
}

impl SearchKnowledge for FreeCell {
    /// Columns may be exchanged, and so may cells. The foundations have the cards that are nowhere
    /// else.
    fn visit_key_parts(
        &self,
        _: &Table,
        pruning: PruningRules,
        visit: &mut impl FnMut(PileId, KeyPart),
    ) {
        for (class, piles) in [(0, columns().collect::<Vec<_>>()), (1, cells().collect())] {
            let part = pruning.key_part(PruningRule::PileSymmetry, KeyPart::Interchangeable(class));
            piles.into_iter().for_each(|pile| visit(pile, part));
        }
        let part = pruning.key_part(PruningRule::DerivedPiles, KeyPart::Ignored);
        for suit in Suit::ALL {
            visit(foundation(suit), part);
        }
    }

    fn successors(&self, table: &Table, pruning: PruningRules, successors: &mut MacroMoves) {
        let mut moves = MoveList::new();
        if pruning.contains(PruningRule::SafeFoundation) {
            let mut tops = columns()
                .chain(cells())
                .filter_map(|from| Some((from, table.top(from)?)));
            if let Some((from, card)) = tops.find(|&(_, card)| is_safe(table, card)) {
                successors.push_single(Move::single_card(from, foundation(card.suit())));
                return;
            }
        }
        if pruning.contains(PruningRule::PileSymmetry) {
            let is_empty = |pile: &PileId| table.is_empty(*pile);
            let cell: Vec<PileId> = cells().find(is_empty).into_iter().collect();
            let space: Vec<PileId> = columns().find(is_empty).into_iter().collect();
            list_moves(table, &cell, &space, &mut moves);
        } else {
            self.legal_moves(table, &mut moves);
        }
        successors.extend_foundation_first(&moves);
    }

    fn evaluate(&self, table: &Table, _variation: u32) -> Evaluation {
        let blocked: usize = columns()
            .map(|pile| {
                let mut highest = 0;
                let cards = table.pile(pile).iter().rev();
                let blocked = cards.filter(|card| {
                    let rank = card.rank().number();
                    let is_blocked = rank < highest;
                    highest = highest.max(rank);
                    is_blocked
                });
                blocked.count()
            })
            .sum();
        let occupied = cells().filter(|&cell| !table.is_empty(cell)).count();
        Evaluation::from_score(
            3 * table.cards_on_foundations() as i32 - 2 * blocked as i32 - occupied as i32,
        )
    }
}
