//! What the mouse does: pointed at what is shown, pressed, dragged and let go.

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use larboard::rules::PileId;
use larboard::tui::mode::Mode;
use larboard::tui::mouse::MouseState;
use larboard::tui::target::CardPosition;
use larboard::tui::target::Target;

use super::{Player, variant};

/// A player with a mouse.
struct Hand {
    player: Player,
    mouse: MouseState,
}

impl Hand {
    fn new(game: &str, seed: u64) -> Hand {
        Hand {
            player: Player::new(game, seed),
            mouse: MouseState::default(),
        }
    }

    fn does(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) -> &mut Hand {
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

    fn press(&mut self, at: (u16, u16)) -> &mut Hand {
        self.does(MouseEventKind::Down(MouseButton::Left), at)
    }

    fn move_to(&mut self, at: (u16, u16)) -> &mut Hand {
        self.does(MouseEventKind::Drag(MouseButton::Left), at)
    }

    fn let_go(&mut self, at: (u16, u16)) -> &mut Hand {
        self.does(MouseEventKind::Up(MouseButton::Left), at)
    }

    fn click(&mut self, at: (u16, u16)) -> &mut Hand {
        self.press(at).let_go(at)
    }

    /// The first cell of what is shown of a pile: its top card, or the space.
    fn cell_of(&self, place: PileId) -> (u16, u16) {
        let layout = self.player.layout();
        let here = |target| match target {
            Target::Card(at) => at.pile == place,
            Target::Pile(there) => there == place,
            _ => false,
        };
        let item = layout.items.iter().rfind(|item| here(item.target));
        let area = item.expect("a pile that is shown").area;
        (area.x, area.y)
    }

    fn cell_of_pile(&self, number: usize) -> (u16, u16) {
        self.cell_of(PileId::tableau(number - 1))
    }

    /// The cell of words at the bottom of the screen, or anywhere else.
    fn cell_of_words(&self, words: &str) -> (u16, u16) {
        let screen = self.player.screen();
        let found = screen.lines().enumerate().find_map(|(row, line)| {
            let byte = line.find(words)?;
            Some((line[..byte].chars().count() as u16, row as u16))
        });
        found.unwrap_or_else(|| panic!("no {words} on\n{screen}"))
    }

    fn floating(&self) -> Vec<String> {
        let layout = self.player.layout();
        let cards = layout
            .floating_cards
            .iter()
            .filter_map(|floating| floating.card);
        cards.map(|card| card.to_string()).collect()
    }
}

#[test]
fn cards_follow_the_pointer_and_are_put_down_where_it_lets_go() {
    let mut hand = Hand::new("yakutat-bay", 7);
    let head = {
        let layout = hand.player.layout();
        let at = CardPosition {
            pile: PileId::tableau(1),
            index: 2,
        };
        let mut items = layout.items.iter();
        let item = items.find(|item| item.target == Target::Card(at));
        let area = item.expect("a card").area;
        (area.x + 1, area.y)
    };
    let target = hand.cell_of_pile(3);
    hand.press(head);
    assert_eq!(
        hand.player.app.mode(),
        Mode::Table,
        "a press alone does nothing"
    );
    hand.move_to((head.0, head.1 + 8));
    assert_eq!(hand.floating().len(), 4);
    let seat = hand.player.table();
    assert_eq!(
        seat.resting_count(PileId::tableau(1)),
        2,
        "they are no longer in their pile"
    );
    let there = hand.player.layout().floating_cards[0].area;
    assert!(there.contains((head.0, head.1 + 8).into()));
    hand.move_to(target);
    assert!(hand.player.screen().contains("◈"), "over what takes them");
    hand.let_go(target);
    assert_eq!(hand.player.moves(), ["t2-t3x4"]);
    assert!(hand.floating().is_empty());
}

#[test]
fn a_drop_that_does_not_go_puts_back_and_says_why() {
    let mut hand = Hand::new("moving-left", 42);
    let (from, refusing) = (hand.cell_of_pile(5), hand.cell_of_pile(6));
    let before = hand.player.screen();
    for (onto, words) in [
        (refusing, "8♥ needs a black 9"),
        ((40, 0), "No pile there; card returned"),
        (from, ""),
    ] {
        hand.press(from).move_to((30, 15)).let_go(onto);
        assert_eq!(hand.player.message(), words);
        assert_eq!(hand.player.app.mode(), Mode::Table);
        assert!(hand.player.moves().is_empty());
    }
    hand.player.press("home");
    assert_eq!(hand.player.screen(), before);
}

#[test]
fn what_cannot_be_taken_up_does_not_follow_and_says_why() {
    let mut hand = Hand::new("moving-left", 42);
    let (column, row) = hand.cell_of_pile(9);
    hand.press((column, row - 2))
        .move_to((3, 20))
        .move_to((4, 20));
    assert!(hand.floating().is_empty());
    hand.let_go((4, 20));
    assert_eq!(hand.player.message(), "That card is face down");
}

#[test]
fn a_drop_below_a_pile_or_on_its_number_is_a_drop_on_the_pile() {
    for below in [true, false] {
        let mut hand = Hand::new("yakutat-bay", 7);
        let head = hand.cell_of_pile(2);
        let (column, _) = hand.cell_of_pile(3);
        let onto = if below {
            (column, 22)
        } else {
            hand.cell_of_words("3 ")
        };
        // The four cards from the third on.
        let head = (head.0, head.1 - 3);
        hand.press(head).move_to((0, 0)).let_go(onto);
        assert_eq!(hand.player.moves(), ["t2-t3x4"], "below: {below}");
    }
}

#[test]
fn in_the_sliding_games_a_drop_on_any_space_is_one_on_the_rightmost() {
    // A game played until there are two spaces and a king to put there.
    let mut random = super::numbers(3);
    for seed in 0..500 {
        let mut hand = Hand::new("yakutat-bay", seed);
        for _ in 0..120 {
            hand.player.play_by(|_| random(), 1);
            let seat = hand.player.table();
            let table = seat.game().table();
            let spaces = [4, 5, 6]
                .map(PileId::tableau)
                .map(|pile| table.is_empty(pile));
            let legal = hand.player.legal();
            let king = legal.iter().find(|mv| mv.contains("-t7"));
            let (Some(king), true) = (king, spaces[1] && spaces[2]) else {
                continue;
            };
            let king = king.clone();
            let from: usize = king[1..2].parse().expect("a pile");
            let count = king
                .split('x')
                .nth(1)
                .map_or(1, |n| n.parse().expect("a count"));
            let (place, size) = (
                PileId::tableau(from - 1),
                table.size(PileId::tableau(from - 1)),
            );
            let at = CardPosition {
                pile: place,
                index: size - count,
            };
            let layout = hand.player.layout();
            let mut items = layout.items.iter();
            let item = items.find(|item| item.target == Target::Card(at));
            let area = item.expect("a card").area;
            let space = hand.cell_of_pile(6);
            let made = hand.player.moves().len();
            hand.press((area.x, area.y)).move_to((0, 0)).let_go(space);
            assert_eq!(hand.player.moves()[made..], [king]);
            return;
        }
    }
    panic!("no two spaces");
}

#[test]
fn the_right_button_and_a_key_let_go_of_what_is_dragged() {
    for key in [false, true] {
        let mut hand = Hand::new("yakutat-bay", 7);
        let from = hand.cell_of_pile(2);
        let target = hand.cell_of_pile(3);
        hand.press((from.0, from.1 - 3)).move_to((0, 0));
        assert!(!hand.floating().is_empty());
        if key {
            hand.player.press("esc");
        } else {
            hand.does(MouseEventKind::Down(MouseButton::Right), (0, 0));
        }
        assert!(hand.floating().is_empty());
        hand.move_to(target).let_go(target);
        assert!(hand.player.moves().is_empty());
    }
}

#[test]
fn click_and_click_and_double_click_and_the_stock() {
    let mut hand = Hand::new("yakutat-bay", 7);
    let from = hand.cell_of_pile(2);
    let target = hand.cell_of_pile(3);
    hand.click((from.0, from.1 - 3)).click(target);
    assert_eq!(hand.player.moves(), ["t2-t3x4"]);
    // A hand that shakes a little on the card has clicked.
    let mut hand = Hand::new("moving-left", 42);
    let ace = hand.cell_of_pile(4);
    hand.press(ace)
        .move_to((ace.0 + 1, ace.1))
        .let_go((ace.0 + 1, ace.1));
    assert_eq!(hand.player.app.mode(), Mode::Selected);
    hand.click(ace);
    assert_eq!(hand.player.moves(), ["t4-f3"]);
    let stock = hand.cell_of(PileId::STOCK);
    hand.click(stock).click(stock);
    assert_eq!(hand.player.moves(), ["t4-f3", "draw", "draw"]);
}

#[test]
fn the_sign_beside_a_card_is_as_good_as_the_card() {
    let mut hand = Hand::new("yakutat-bay", 7);
    let from = hand.cell_of_pile(2);
    hand.click((from.0, from.1 - 3));
    let target = hand.cell_of_words("◆");
    hand.click(target);
    assert_eq!(hand.player.moves().len(), 1);
    let mut hand = Hand::new("yakutat-bay", 7);
    hand.press((from.0, from.1 - 3))
        .move_to(target)
        .let_go(target);
    assert_eq!(hand.player.moves().len(), 1);
}

#[test]
fn a_dragged_card_may_hang_out_of_any_window() {
    for size in [(80, 24), (60, 20), (200, 60)] {
        for game in ["moving-left", "yakutat-bay", "oscillation", "moosehide"] {
            let mut hand = Hand::new(game, 7);
            hand.player = Player::at(variant(game, &[]), 7, size);
            let from = hand.cell_of_pile(2);
            hand.press(from);
            for corner in [
                (0, 0),
                (size.0 - 1, 0),
                (0, size.1 - 1),
                (size.0 - 1, size.1 - 1),
            ] {
                hand.move_to(corner);
                assert_eq!(hand.floating().len(), 1);
                hand.player.screen();
            }
        }
    }
}

#[test]
fn the_end_of_a_game_the_help_and_the_menu_are_led_by_the_mouse_too() {
    let mut hand = Hand::new("moving-left", 42);
    hand.player.press("d d G");
    hand.click(hand.cell_of_words("You gave up."));
    assert_eq!(
        hand.player.app.mode(),
        Mode::GameOver,
        "words are no button"
    );
    hand.click(hand.cell_of_words("undo last move"));
    assert_eq!(
        (hand.player.app.mode(), hand.player.moves().len()),
        (Mode::Table, 2)
    );
    hand.player.press("G");
    hand.click(hand.cell_of_words("restart"));
    assert_eq!(
        (hand.player.app.mode(), hand.player.moves().len()),
        (Mode::Table, 0)
    );
    hand.player.press("d G");
    hand.click((0, 12));
    assert_eq!(
        hand.player.app.mode(),
        Mode::Table,
        "beside them is the table"
    );

    hand.player.press("?");
    hand.click(hand.cell_of_words("Rules of Moving Left"));
    assert!(hand.player.screen().contains("[Rules of Moving Left]"));
    hand.click((40, 10));
    assert_eq!(hand.player.app.mode(), Mode::Overlay);
    hand.click((79, 23));
    assert_eq!(hand.player.app.mode(), Mode::Table);

    hand.player.press("m");
    let (yes, row) = hand.cell_of_words("[yes]");
    hand.click((yes + 6, row));
    hand.click(hand.cell_of_words("daily"));
    assert!(hand.player.screen().contains("[no]"));
    assert!(hand.player.screen().contains("[daily]"));
    hand.click(hand.cell_of_words("# enter a deal number"));
    assert_eq!(hand.player.app.mode(), Mode::Prompt);
    hand.player.press("7 enter");
    let game = hand.cell_of_words("Moosehide");
    hand.click(game).click(game);
    assert_eq!(hand.player.app.mode(), Mode::Table);
    let seat = hand.player.table();
    assert_eq!(seat.game().seed(), Some(7));
}

#[test]
fn the_words_at_the_bottom_are_buttons() {
    let mut hand = Hand::new("moving-left", 42);
    let help = hand.cell_of_words("help");
    hand.click(help);
    assert_eq!(hand.player.app.mode(), Mode::Overlay);
    let close = hand.cell_of_words("q close");
    hand.click(close);
    assert_eq!(hand.player.app.mode(), Mode::Table);
    let draw = hand.cell_of_words("d draw");
    hand.click(draw);
    assert_eq!(hand.player.moves(), ["draw"]);
}
