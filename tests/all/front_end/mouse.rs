//! The mouse: clicks, drags and drops.

use std::collections::HashSet;

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use larboard::cards::Card;
use larboard::game::CardPosition;
use larboard::rules::{PileId, sorted_deck};
use larboard::storage::settings::ThemeName;
use larboard::tui::action::{Mode, Target};
use larboard::tui::mouse::MouseState;

use super::{GAMES, Player, variant};

/// A player with a mouse.
pub(crate) struct MouseUser {
    pub(crate) player: Player,
    mouse: MouseState,
}

impl MouseUser {
    fn new(game: &str, seed: u64) -> MouseUser {
        MouseUser::of(Player::new(game, seed))
    }

    pub(crate) fn of(player: Player) -> MouseUser {
        MouseUser {
            player,
            mouse: MouseState::default(),
        }
    }

    pub(crate) fn send(
        &mut self,
        kind: MouseEventKind,
        (column, row): (u16, u16),
    ) -> &mut MouseUser {
        let modifiers = KeyModifiers::NONE;
        let event = MouseEvent {
            kind,
            column,
            row,
            modifiers,
        };
        let frame = self.player.frame();
        for action in self.mouse.handle_event(event, &frame, self.player.now) {
            self.player.update(action, self.player.now);
        }
        self
    }

    pub(super) fn press(&mut self, at: (u16, u16)) -> &mut MouseUser {
        self.send(MouseEventKind::Down(MouseButton::Left), at)
    }

    pub(super) fn drag_to(&mut self, at: (u16, u16)) -> &mut MouseUser {
        self.send(MouseEventKind::Drag(MouseButton::Left), at)
    }

    pub(super) fn release(&mut self, at: (u16, u16)) -> &mut MouseUser {
        self.send(MouseEventKind::Up(MouseButton::Left), at)
    }

    pub(super) fn click(&mut self, at: (u16, u16)) -> &mut MouseUser {
        self.press(at).release(at)
    }

    /// Returns the first cell of the top card of a pile, or of its empty space.
    pub(crate) fn cell_of(&mut self, pile: PileId) -> (u16, u16) {
        let layout = self.player.layout();
        let is_here = |target| match target {
            Target::Card(at) => at.pile == pile,
            Target::Pile(other) => other == pile,
            _ => false,
        };
        let item = layout.items.iter().rfind(|item| is_here(item.target));
        let area = item.expect("a pile that is shown").area;
        (area.x, area.y)
    }

    /// Returns the first cell of a card.
    fn cell_of_card(&mut self, card: CardPosition) -> (u16, u16) {
        let area = self.player.layout().area_of(card).expect("a card");
        (area.x, area.y)
    }

    pub(crate) fn cell_of_pile(&mut self, number: usize) -> (u16, u16) {
        self.cell_of(PileId::tableau(number - 1))
    }

    /// Returns the cards that a text names but that do not lie face up.
    fn hidden_cards_in(&self, text: &str) -> Vec<Card> {
        let table = self.player.table().game().table();
        let piles = table.pile_ids().iter();
        let up: HashSet<Card> = piles
            .flat_map(|pile| table.face_up(pile).to_vec())
            .collect();
        let named = sorted_deck(1).into_iter();
        let named = named.filter(|card| text.contains(&card.to_string()));
        named.filter(|card| !up.contains(card)).collect()
    }

    fn click_on_text(&mut self, text: &str) {
        let cell = self.cell_of_text(text);
        self.click(cell);
    }

    /// Returns the first cell of a text on the screen.
    fn cell_of_text(&mut self, text: &str) -> (u16, u16) {
        let screen = self.player.screen();
        let found = screen.lines().enumerate().find_map(|(row, line)| {
            let byte = line.find(text)?;
            Some((line[..byte].chars().count() as u16, row as u16))
        });
        found.unwrap_or_else(|| panic!("no {text} on\n{screen}"))
    }

    fn floating(&mut self) -> Vec<String> {
        let layout = self.player.layout();
        let cards = layout.floating_cards.iter().filter_map(super::shown_card);
        cards.map(|card| card.to_string()).collect()
    }
}

#[test]
fn dragged_cards_follow_the_pointer_and_drop_below_it() {
    let mut user = MouseUser::new("yakutat-bay", 7);
    let head = user.cell_of_card(CardPosition::new(PileId::tableau(1), 2));
    let target = user.cell_of_pile(3);
    user.press(head);
    assert_eq!(
        user.player.app.mode(),
        Mode::Table,
        "a press alone changes nothing"
    );
    user.drag_to((head.0, head.1 + 8));
    assert_eq!(user.floating().len(), 4);
    let items = user.player.layout().items.into_iter();
    let is_dragged = |at: &CardPosition| at.pile == PileId::tableau(1) && at.index >= 2;
    let mut targets = items.map(|item| item.target);
    assert!(
        !targets.any(|target| matches!(target, Target::Card(at) if is_dragged(&at))),
        "dragged cards leave their pile"
    );
    let area = user.player.layout().floating_cards[0].area;
    assert!(area.contains((head.0, head.1 + 8).into()));
    user.drag_to(target);
    assert!(
        user.player.screen().contains("◈"),
        "the drop target is marked"
    );
    user.release(target);
    assert_eq!(user.player.moves(), ["t2-t3x4"]);
    assert!(user.floating().is_empty());
}

#[test]
fn an_illegal_drop_returns_the_cards_and_says_why() {
    let mut user = MouseUser::new("moving-left", 42);
    let (from, refusing) = (user.cell_of_pile(5), user.cell_of_pile(6));
    let before = user.player.screen();
    for (onto, expected) in [
        (refusing, "8♥ needs a black 9"),
        ((40, 0), "No pile there; card returned"),
        (from, ""),
    ] {
        user.press(from).drag_to((30, 15)).release(onto);
        assert_eq!(user.player.message(), expected);
        assert_eq!(user.player.app.mode(), Mode::Table);
        assert!(user.player.moves().is_empty());
    }
    user.player.press("home");
    assert_eq!(user.player.screen(), before);
}

#[test]
fn cards_that_cannot_move_cannot_be_dragged_and_the_message_says_why() {
    let mut user = MouseUser::new("moving-left", 42);
    let (column, row) = user.cell_of_pile(9);
    user.press((column, row - 2))
        .drag_to((3, 20))
        .drag_to((4, 20));
    assert!(user.floating().is_empty());
    user.release((4, 20));
    assert_eq!(user.player.message(), "That card is face down");
}

#[test]
fn a_drop_below_a_pile_or_on_its_label_is_a_drop_on_the_pile() {
    for below in [true, false] {
        let mut user = MouseUser::new("yakutat-bay", 7);
        let head = user.cell_of_pile(2);
        let (column, _) = user.cell_of_pile(3);
        let onto = if below {
            (column, 21)
        } else {
            user.cell_of_text("3 ")
        };
        // The run of four starts at the third card.
        let head = (head.0, head.1 - 3);
        user.press(head).drag_to((0, 0)).release(onto);
        assert_eq!(user.player.moves(), ["t2-t3x4"], "below: {below}");
    }
}

#[test]
fn in_sliding_games_a_drop_on_any_empty_pile_goes_to_the_rightmost() {
    // Piles 6 and 7 are empty, and a king with two cards on it can move there.
    let player = super::pictures::at("yakutat-bay", 10, ThemeName::Terminal, (80, 24));
    let mut user = MouseUser::of(player);
    let from = PileId::tableau(0);
    let size = user.player.table().game().table().size(from);
    let king = user.cell_of_card(CardPosition::new(from, size - 3));
    let space = user.cell_of_pile(6);
    user.press(king).drag_to((0, 0)).release(space);
    assert_eq!(user.player.moves().last(), Some(&"t1-t7x3".to_owned()));
}

#[test]
fn the_right_button_and_keys_cancel_a_drag() {
    for key in [false, true] {
        let mut user = MouseUser::new("yakutat-bay", 7);
        let from = user.cell_of_pile(2);
        let target = user.cell_of_pile(3);
        user.press((from.0, from.1 - 3)).drag_to((0, 0));
        assert!(!user.floating().is_empty());
        if key {
            user.player.press("esc");
        } else {
            user.send(MouseEventKind::Down(MouseButton::Right), (0, 0));
        }
        assert!(user.floating().is_empty());
        user.drag_to(target).release(target);
        assert!(user.player.moves().is_empty());
    }
}

#[test]
fn clicks_select_move_send_home_and_draw() {
    let mut user = MouseUser::new("yakutat-bay", 7);
    let from = user.cell_of_pile(2);
    let target = user.cell_of_pile(3);
    user.click((from.0, from.1 - 3)).click(target);
    assert_eq!(user.player.moves(), ["t2-t3x4"]);
    // A small movement on the card is still a click.
    let mut user = MouseUser::new("moving-left", 42);
    let ace = user.cell_of_pile(4);
    user.press(ace)
        .drag_to((ace.0 + 1, ace.1))
        .release((ace.0 + 1, ace.1));
    assert_eq!(user.player.app.mode(), Mode::Selected);
    user.click(ace);
    assert_eq!(user.player.moves(), ["t4-f3"]);
    let stock = user.cell_of(PileId::STOCK);
    user.click(stock).click(stock);
    assert_eq!(user.player.moves(), ["t4-f3", "draw", "draw"]);
}

#[test]
fn a_click_on_the_marker_is_a_click_on_the_card() {
    let mut user = MouseUser::new("yakutat-bay", 7);
    let from = user.cell_of_pile(2);
    user.click((from.0, from.1 - 3));
    let target = user.cell_of_text("◆");
    user.click(target);
    assert_eq!(user.player.moves().len(), 1);
    let mut user = MouseUser::new("yakutat-bay", 7);
    user.press((from.0, from.1 - 3))
        .drag_to(target)
        .release(target);
    assert_eq!(user.player.moves().len(), 1);
}

#[test]
fn a_dragged_card_may_be_partly_outside_the_window() {
    for size in [(80, 24), (60, 20), (200, 60)] {
        for game in ["moving-left", "yakutat-bay", "oscillation", "moosehide"] {
            let mut user = MouseUser::new(game, 7);
            user.player = Player::at(variant(game, &[]), 7, size);
            let from = user.cell_of_pile(2);
            user.press(from);
            for corner in [
                (0, 0),
                (size.0 - 1, 0),
                (0, size.1 - 1),
                (size.0 - 1, size.1 - 1),
            ] {
                user.drag_to(corner);
                assert_eq!(user.floating().len(), 1);
                user.player.screen();
            }
        }
    }
}

#[test]
fn panel_help_and_menu_work_with_the_mouse() {
    let mut user = MouseUser::new("moving-left", 42);
    user.player.press("d d G");
    user.click_on_text("You gave up.");
    assert_eq!(
        user.player.app.mode(),
        Mode::GameOver,
        "text is not a button"
    );
    user.click_on_text("u continue");
    assert_eq!(
        (user.player.app.mode(), user.player.moves().len()),
        (Mode::Table, 2)
    );
    user.player.press("G");
    user.click_on_text("restart");
    assert_eq!(
        (user.player.app.mode(), user.player.moves().len()),
        (Mode::Table, 0)
    );
    user.player.press("d G");
    user.click((0, 12));
    assert_eq!(
        user.player.app.mode(),
        Mode::Table,
        "a click outside the buttons shows the table"
    );

    user.player.press("?");
    user.click_on_text("Rules of Moving Left");
    assert!(user.player.screen().contains("[Rules of Moving Left]"));
    user.click((40, 10));
    assert_eq!(user.player.app.mode(), Mode::Overlay);
    user.click((79, 23));
    assert_eq!(user.player.app.mode(), Mode::Table);

    user.player.press("m");
    let (yes, row) = user.cell_of_text("[yes]");
    user.click((yes + 6, row));
    user.click_on_text("daily");
    assert!(user.player.screen().contains("[no]"));
    assert!(user.player.screen().contains("[daily]"));
    user.click_on_text("number");
    assert_eq!(user.player.app.mode(), Mode::Prompt);
    user.player.press("7 enter");
    let game = user.cell_of_text("Moosehide");
    user.click(game).click(game);
    assert_eq!(user.player.app.mode(), Mode::Table);
    let state = user.player.table();
    assert_eq!(state.game().seed(), Some(7));
}

#[test]
fn footer_labels_are_buttons() {
    let mut user = MouseUser::new("moving-left", 42);
    let help = user.cell_of_text("help");
    user.click(help);
    assert_eq!(user.player.app.mode(), Mode::Overlay);
    let close = user.cell_of_text("esc close");
    user.click(close);
    assert_eq!(user.player.app.mode(), Mode::Table);
    let draw = user.cell_of_text("d draw");
    user.click(draw);
    assert_eq!(user.player.moves(), ["draw"]);
}

#[test]
fn a_click_that_moves_cards_is_not_the_first_half_of_a_double_click() {
    let rules = variant("single-left", &[("style", "warfield")]);
    let mut user = MouseUser::new("moving-left", 1);
    user.player = Player::at(rules, 2, (120, 40));
    for mv in ["t2-t4", "t7-t1", "t5-t1", "t1-t5x3", "t1-t3"] {
        user.player.make(mv);
    }
    // Then another card slides to the place of the target.
    let (source, target) = (user.cell_of_text("3♥"), user.cell_of_pile(3));
    user.click(source).click(target).click(target);
    assert_eq!(user.player.moves().len(), 6);
    let selection = user
        .player
        .table()
        .input()
        .selection()
        .expect("a selection");
    assert_eq!(selection.from, PileId::tableau(2));
}

#[test]
fn no_click_names_a_card_that_is_not_face_up() {
    for (game, options) in GAMES {
        let start = Player::at(variant(game, options), 42, (100, 30));
        let mut user = MouseUser::of(start.copy());
        for cell in (0..30).flat_map(|row| (0..100).map(move |column| (column, row))) {
            for clicks in ["one click", "two clicks"] {
                user.click(cell);
                if user.player.app.mode() == Mode::Table {
                    let message = user.player.message();
                    let hidden = user.hidden_cards_in(message);
                    assert_eq!(hidden, [], "{game}, {clicks} at {cell:?}: {message}");
                }
            }
            let is_unchanged = user.player.app.mode() == Mode::Table
                && user.player.table().game().moves().len() == 0;
            if is_unchanged {
                user.player.table_mut().input_mut().cancel();
            } else {
                user = MouseUser::of(start.copy());
            }
        }
    }
    let mut user = MouseUser::of(Player::at(variant("yakutat-bay", &[]), 42, (100, 30)));
    user.click((48, 7)).click((48, 7));
    assert_eq!(user.player.message(), "That card is face down");
}
