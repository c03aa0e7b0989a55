//! Input at the table: what keys and the mouse select, and the commands that this leads to.

use ratatui::layout::Position;

use crate::cards::{Card, Suit};
use crate::describe::{pile_name, sentence};
use crate::game::{CardPosition, Game};
use crate::rules::{Move, PileId, PileKind};
use crate::session::{Command, Refusal, explain_stuck, is_hand_game, moves_from};
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::board::cursor::PileCursor;
use crate::tui::board::scene::{BoardScene, Drag, Selection};
use crate::tui::keymap::Keymap;
use crate::tui::theme::glyphs;

/// Maximum number of selected cards that are named one by one.
const MAX_NAMED_CARDS: usize = 4;

/// The greatest number of a reserve card in any game.
const MAX_RESERVE: u8 = 24;

/// What an input leads to: a command, if it is complete, or why there is none.
pub(super) type InputResult = Result<Option<Command>, String>;

/// The cursor, what is selected, and a command that awaits its next key.
#[derive(Clone, Debug)]
pub struct TableInput {
    pub cursor: PileCursor,
    pub selection: Option<Selection>,
    pending: Option<PendingInput>,
}

impl TableInput {
    pub fn new(game: &Game) -> TableInput {
        TableInput {
            cursor: PileCursor::new(game),
            selection: None,
            pending: None,
        }
    }

    /// Returns the mode of the next key while cards are selected or a key is awaited.
    pub fn mode(&self) -> Option<Mode> {
        let pending = self.pending.map(PendingInput::mode);
        pending.or(self.selection.map(|_| Mode::Selected))
    }

    /// Cancels the selection, a drag and a command that awaits its next key.
    pub fn cancel(&mut self) {
        self.selection = None;
        self.pending = None;
    }

    /// Cancels a command that awaits its next key, unless the action may be that key.
    pub fn before_action(&mut self, action: Action) {
        self.pending = self.pending.filter(|_| PendingInput::may_follow(action));
    }

    /// Clears the source of a two-key move that was refused, so that the next key is a source again.
    /// Cards selected one by one stay selected. Where several piles fit, the cards are selected, so that the
    /// next key or click is their target.
    pub(super) fn handle_refusal(&mut self, command: Command, game: &Game) {
        let is_source = self.selection.is_some_and(|cards| cards.count.is_none());
        match command {
            Command::AutoMove { from, count } if !moves_from(game, from, count).is_empty() => {
                self.selection = Some(Selection::new(from, count));
            }
            Command::AutoMove { .. } | Command::ToFoundation { .. } | Command::Transfer { .. }
                if is_source =>
            {
                self.cancel();
            }
            _ => {}
        }
    }

    /// Lets the player choose between two foundations.
    pub fn choose_foundation(&mut self, moves: [Move; 2]) {
        if let Move::Transfer { from, .. } = moves[0] {
            self.selection = Some(Selection::new(from, Some(1)));
            self.pending = Some(PendingInput::FoundationChoice(moves));
        }
    }

    /// Returns what the board shows.
    pub fn scene<'a>(&self, game: &'a Game) -> BoardScene<'a> {
        BoardScene {
            selection: self.selection,
            targets: self.targets(game),
            selected: self.selection.map_or(0, |cards| cards.len(game)),
            ..BoardScene::new(game, self.cursor.position)
        }
    }

    /// Returns the moves between which the player chooses, the one to the left first.
    pub(super) fn choice(&self) -> Option<[Move; 2]> {
        match self.pending {
            Some(PendingInput::FoundationChoice(moves)) => Some(moves),
            _ => None,
        }
    }

    /// Returns the piles that accept the selection, or those to choose from.
    pub(super) fn targets(&self, game: &Game) -> Vec<PileId> {
        let moves = match (self.choice(), self.selection) {
            (Some(moves), _) => moves.to_vec(),
            (_, Some(selection)) => selection.moves(game),
            (_, None) => Vec::new(),
        };
        moves.into_iter().filter_map(Move::target).collect()
    }

    /// Returns what is selected or which key is awaited; empty if nothing is.
    pub fn status(&self, scene: &BoardScene<'_>) -> String {
        if let Some(pending) = self.pending {
            return pending.status();
        }
        let names = match scene.selected_cards() {
            [] => return String::new(),
            [first, .., last] if scene.selected_cards().len() > MAX_NAMED_CARDS => {
                format!("{first}..{last} ({} cards)", scene.selected_cards().len())
            }
            cards => {
                let names: Vec<String> = cards.iter().map(Card::to_string).collect();
                names.join(" ")
            }
        };
        let targets = if scene.targets.is_empty() {
            "nowhere to go".to_owned()
        } else {
            format!("{} valid target", glyphs::DROP_TARGET)
        };
        format!("Selected {names}   {targets}")
    }

    /// Handles what leads to a selection or a move.
    ///
    /// # Errors
    /// Why the input leads to nothing.
    pub fn handle(&mut self, action: Action, game: &Game) -> Result<Option<Command>, String> {
        match action {
            Action::Navigate(direction) => return Ok(self.navigate(direction, game)),
            Action::RowStart => self.cursor.move_to_row_end(Direction::Left, game),
            Action::RowEnd => self.cursor.move_to_row_end(Direction::Right, game),
            Action::NextGroup => self.cursor.move_by_groups(1, game),
            Action::PreviousGroup => self.cursor.move_by_groups(-1, game),
            Action::Select if is_hand_game(game) => return Ok(Some(Command::Discard)),
            Action::Select => return self.select_or_move(self.cursor.position, game),
            Action::Digit(digit) => return self.handle_digit(digit, game),
            Action::SelectWaste => return self.select_source_or_auto_move(PileId::WASTE, game),
            Action::SelectReserve => {
                return self.await_key(PendingInput::ReserveNumber(None), game);
            }
            Action::SelectFoundation => return self.await_key(PendingInput::FoundationSuit, game),
            Action::Suit(suit) => return self.select_foundation(suit, game),
            Action::MoveHome => return Ok(Some(self.move_home(game))),
            Action::Click(target) => return self.click(target, game),
            Action::DoubleClick(target) => return Ok(self.double_click(target, game)),
            Action::StartDrag(target, pointer) => return self.start_drag(target, pointer, game),
            Action::Drag(over, pointer) => self.drag(over, pointer),
            Action::Drop(onto) => return self.finish_drag(onto),
            Action::Wheel(Target::Card(card), direction) => {
                self.cursor.step_in_fan(card.pile, direction, game);
            }
            _ => {}
        }
        Ok(None)
    }

    /// Returns the command that sends home what is selected, or the card under the cursor.
    fn move_home(&self, game: &Game) -> Command {
        match self.selection {
            Some(Selection { from, count, .. }) => Command::ToFoundation { from, count },
            None => Command::AutoMove {
                from: self.cursor.position.pile,
                count: count_from(self.cursor.position, game),
            },
        }
    }

    fn navigate(&mut self, direction: Direction, game: &Game) -> Option<Command> {
        match (self.pending.take(), direction) {
            (Some(PendingInput::FoundationChoice([left, _])), Direction::Left) => {
                return Some(Command::Move(left));
            }
            (Some(PendingInput::FoundationChoice([_, right])), Direction::Right) => {
                return Some(Command::Move(right));
            }
            _ => self.cursor.step(direction, game),
        }
        None
    }

    /// Selects a card, or moves the selection to it.
    fn select_or_move(&mut self, card: CardPosition, game: &Game) -> InputResult {
        let Some(selection) = self.selection else {
            if card.pile.kind() == PileKind::Stock {
                return Ok(Some(Command::Draw));
            }
            return self.select_movable(card, game);
        };
        if selection.from != card.pile {
            // A card that cannot take the selection is selected in its place, but not one that is home.
            let can_take = self.scene(game).accepts_selection(card.pile);
            let can_take = can_take || card.pile.is_foundation();
            if !can_take && self.select_movable(card, game).is_ok() {
                return Ok(None);
            }
            return Ok(Some(move_to(selection, card.pile)));
        }
        let size = game.table().size(card.pile);
        if size - selection.len(game) != card.index {
            return self.select_movable(card, game);
        }
        // A second press on the same card moves it if it has one target only.
        match selection.moves(game)[..] {
            [mv] => return Ok(Some(Command::Move(mv))),
            _ => self.cancel(),
        }
        Ok(None)
    }

    /// Selects a card and those on it, if they can go anywhere.
    pub(super) fn select_movable(&mut self, position: CardPosition, game: &Game) -> InputResult {
        let before = self.selection;
        self.select_cards(position, game)?;
        if self.targets(game).is_empty() {
            self.selection = before;
            let (from, count) = (position.pile, count_from(position, game));
            return Err(explain_stuck(game, from, count).to_string());
        }
        Ok(None)
    }

    /// Selects a card and those on it.
    fn select_cards(&mut self, position: CardPosition, game: &Game) -> InputResult {
        let table = game.table();
        let CardPosition { pile, index } = position;
        let Some(card) = table.pile(pile).get(index).copied() else {
            return Err(no_card_text(pile));
        };
        if index < table.face_down(pile) {
            return Err(Refusal::FaceDown.to_string());
        }
        let count = table.size(pile) - index;
        match game.rules().max_movable(table, pile) {
            0 => return Err(not_movable_text(pile)),
            movable if count > movable => {
                return Err(Refusal::Covered(card, count - 1).to_string());
            }
            _ => {}
        }
        self.selection = Some(Selection::new(pile, Some(count as u8)));
        self.cursor.position = position;
        Ok(None)
    }

    /// Makes a pile the source of a two-key move; if it is that already, moves its cards where they fit.
    fn select_source_or_auto_move(&mut self, from: PileId, game: &Game) -> InputResult {
        match self.selection {
            Some(selection) if selection.from == from => {
                let count = selection.count;
                Ok(Some(Command::AutoMove { from, count }))
            }
            _ => self.select_source(from, game),
        }
    }

    /// Makes a pile the source of a two-key move of as many cards as can go.
    ///
    /// # Errors
    /// If the game has no such pile, no card is on it, or none of its cards can go anywhere.
    pub(super) fn select_source(&mut self, from: PileId, game: &Game) -> InputResult {
        let table = game.table();
        if !table.pile_ids().contains(from) {
            let name = from.name();
            let name = name.strip_prefix("the ").unwrap_or(&name);
            return Err(format!("This game has no {name}"));
        }
        if table.is_empty(from) {
            return Err(no_card_text(from));
        }
        self.cancel();
        self.cursor.move_to(from, game);
        if moves_from(game, from, None).is_empty() {
            return Err(explain_stuck(game, from, None).to_string());
        }
        self.selection = Some(Selection::new(from, None));
        Ok(None)
    }

    /// Handles a digit: the number of a pile, or of a reserve card, which has another digit if it can begin a greater one.
    fn handle_digit(&mut self, digit: u8, game: &Game) -> InputResult {
        match self.pending.take() {
            Some(PendingInput::ReserveNumber(None)) if digit <= MAX_RESERVE / 10 => {
                self.pending = Some(PendingInput::ReserveNumber(Some(digit)));
                Ok(None)
            }
            Some(PendingInput::ReserveNumber(tens)) => match tens.unwrap_or(0) * 10 + digit {
                number @ 1..=MAX_RESERVE => {
                    let from = PileId::reserve(usize::from(number) - 1);
                    self.select_source_or_auto_move(from, game)
                }
                number => Err(format!("This game has no reserve {number}")),
            },
            _ => {
                let pile = pile_of_digit(digit);
                match self.selection {
                    Some(selection) if selection.from != pile => Ok(Some(move_to(selection, pile))),
                    _ => self.select_source_or_auto_move(pile, game),
                }
            }
        }
    }

    /// Makes the foundation of a suit the source: of two the first one that gives a card, or its
    /// twin if that one is the source already.
    fn select_foundation(&mut self, suit: Suit, game: &Game) -> InputResult {
        self.pending = None;
        let (table, rules) = (game.table(), game.rules());
        let twins = [suit.index(), suit.index() + 4].map(PileId::foundation);
        let mut present = twins.to_vec();
        present.retain(|&pile| table.pile_ids().contains(pile));
        let mut giving = present.clone();
        giving.retain(|&pile| rules.max_movable(table, pile) > 0);
        let selection = self.selection;
        let is_repeated =
            selection.is_some_and(|selection| giving.first() == Some(&selection.from));
        match (&giving[..], &present[..]) {
            ([_, twin], _) if is_repeated => self.select_source(*twin, game),
            ([first, ..], _) => self.select_source(*first, game),
            ([], []) => Err(Refusal::NoFoundations.to_string()),
            ([], present) if present.iter().all(|&pile| table.is_empty(pile)) => {
                Err(format!("No {} are home yet", suit.name()))
            }
            ([], [first, ..]) => Err(not_movable_text(*first)),
        }
    }

    /// Awaits the next key of a command. If the game has no such pile that is said at once, but the
    /// next key is still no command of its own.
    fn await_key(&mut self, pending: PendingInput, game: &Game) -> InputResult {
        self.pending = Some(pending);
        match pending.missing_piles(game) {
            Some(refusal) => Err(refusal.to_string()),
            None => Ok(None),
        }
    }

    /// Handles a key without a use: says which key is awaited, if one is. Where there is no such pile, none
    /// is awaited any more.
    pub(super) fn explain_awaited_key(&mut self, game: &Game, keymap: &Keymap) -> Option<String> {
        let pending = self.pending?;
        if let Some(refusal) = pending.missing_piles(game) {
            self.pending = None;
            return Some(refusal.to_string());
        }
        Some(pending.explanation(keymap))
    }

    /// Does what [`Select`](Action::Select) does with the cursor there.
    fn click(&mut self, target: Target, game: &Game) -> InputResult {
        self.pending = None;
        match target {
            Target::Card(card) => self.select_or_move(card, game),
            Target::Pile(pile) => self.select_or_move(CardPosition::new(pile, 0), game),
            Target::BelowPile(pile) if self.selection.is_some() => {
                self.select_or_move(CardPosition::new(pile, 0), game)
            }
            _ => {
                self.cancel();
                Ok(None)
            }
        }
    }

    /// Moves a card and those on it where they fit.
    fn double_click(&mut self, target: Target, game: &Game) -> Option<Command> {
        let Target::Card(card) = target else {
            return None;
        };
        self.cancel();
        let (from, count) = (card.pile, count_from(card, game));
        Some(match from.kind() {
            PileKind::Stock => Command::Draw,
            _ => Command::AutoMove { from, count },
        })
    }

    /// Selects the cards on which the pointer was pressed.
    fn start_drag(&mut self, target: Target, pointer: Position, game: &Game) -> InputResult {
        self.cancel();
        let Target::Card(card) = target else {
            return Ok(None);
        };
        self.select_cards(card, game)?;
        if let Some(selection) = &mut self.selection {
            let over = Some(card.pile);
            selection.drag = Some(Drag { over, pointer });
        }
        Ok(None)
    }

    /// Lets the pointer go on with the selected cards.
    fn drag(&mut self, over: Target, pointer: Position) {
        if let Some(selection) = &mut self.selection
            && let Some(drag) = &mut selection.drag
        {
            let over = over.pile();
            *drag = Drag { over, pointer };
        }
    }

    /// Drops the dragged cards; they return if they cannot go there.
    fn finish_drag(&mut self, onto: Target) -> InputResult {
        let Some(selection) = self.selection.filter(|selection| selection.drag.is_some()) else {
            return Ok(None);
        };
        self.cancel();
        match onto.pile() {
            Some(pile) if pile == selection.from => Ok(None),
            Some(pile) => Ok(Some(move_to(selection, pile))),
            None => Err("No pile there; card returned".into()),
        }
    }
}

/// The first part of a command that takes several keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PendingInput {
    /// A suit follows.
    FoundationSuit,
    /// The number follows; the first of two digits may have been typed.
    ReserveNumber(Option<u8>),
    /// The card fits two foundations; left or right follows.
    FoundationChoice([Move; 2]),
}

impl PendingInput {
    /// Whether an action may be the next key of a command, or leaves it as it is.
    fn may_follow(action: Action) -> bool {
        let is_key = matches!(
            action,
            Action::NoOp
                | Action::Suspend
                | Action::Navigate(Direction::Left | Direction::Right)
                | Action::Digit(_)
                | Action::Suit(_)
                | Action::Cancel
                | Action::Click(_)
        );
        is_key || action.is_passive()
    }

    /// Returns the mode of the next key.
    fn mode(self) -> Mode {
        match self {
            PendingInput::FoundationChoice(_) => Mode::ChooseFoundation,
            PendingInput::FoundationSuit => Mode::AwaitSuit,
            PendingInput::ReserveNumber(_) => Mode::AwaitDigit,
        }
    }

    /// Asks for the next key.
    fn status(self) -> String {
        match self {
            PendingInput::FoundationChoice(_) => "Which foundation?".into(),
            PendingInput::FoundationSuit => "Which suit?".into(),
            PendingInput::ReserveNumber(first) => {
                let first = first.map_or("_".into(), |digit| digit.to_string());
                format!("Reserve card {first}_")
            }
        }
    }

    /// Says which keys can follow.
    fn explanation(self, keymap: &Keymap) -> String {
        let keys = |actions: &[Action]| {
            let keys = actions.iter();
            let keys = keys.filter_map(|&action| keymap.key_for(self.mode(), action));
            let keys: Vec<String> = keys.map(|key| key.to_string()).collect();
            keys.join(", ")
        };
        match self {
            PendingInput::FoundationChoice(_) => {
                let keys = keys(&[Direction::Left, Direction::Right].map(Action::Navigate));
                format!("Two foundations fit. Choose one: {keys}")
            }
            PendingInput::FoundationSuit => {
                let keys = keys(&Suit::ALL.map(Action::Suit));
                format!("Type the suit of the foundation: {keys}")
            }
            PendingInput::ReserveNumber(_) => {
                "Type the number of the reserve card, such as 7, 07 or 12".into()
            }
        }
    }

    /// Returns why no key can follow: the game has no pile of the kind that is awaited.
    fn missing_piles(self, game: &Game) -> Option<Refusal> {
        let (kind, refusal) = match self {
            PendingInput::ReserveNumber(_) => (PileKind::Reserve, Refusal::NoReserve),
            _ => (PileKind::Foundation, Refusal::NoFoundations),
        };
        (!game.table().pile_ids().has_kind(kind)).then_some(refusal)
    }
}

/// Returns the command that moves selected cards to a pile.
fn move_to(Selection { from, count, .. }: Selection, to: PileId) -> Command {
    Command::Transfer { from, to, count }
}

/// Returns how many cards a pile has from a card on; `None` if that card is not there.
fn count_from(card: CardPosition, game: &Game) -> Option<u8> {
    let size = game.table().size(card.pile);
    let count = size.checked_sub(card.index).filter(|count| *count > 0)?;
    count.try_into().ok()
}

/// Returns the pile of a digit: the key 0 is right of 9.
pub(super) fn pile_of_digit(digit: u8) -> PileId {
    PileId::tableau((usize::from(digit) + 9) % 10)
}

/// Says that a pile is empty.
pub(super) fn no_card_text(pile: PileId) -> String {
    format!("{} is empty", sentence(&pile_name(pile)))
}

/// Says that no card of a pile can be moved.
fn not_movable_text(pile: PileId) -> String {
    format!("Cards can't be moved from {}", pile_name(pile))
}
