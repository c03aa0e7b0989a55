//! Rulings and edge cases of the rules, in `tests/data/rulings/`: `$`, a game with its options that are not defaults and a table, on which
//! piles that are not named are empty; `>` and moves, and whether each is legal, or why it is not. `play` makes a move:
//! the piles that it changes. `moves` are all that are legal, `home` those that are made by themselves. What is said of
//! several values of an option, `a|b`, is said of each.

use larboard::variant;

use crate::rules::naive::Naive;
use crate::rules::setup::{Setup, read_move, read_position};
use crate::transcripts;

/// Sets up a table as a line describes it, once for each of the values of an option.
fn set_up(start: &str) -> Vec<Setup> {
    let (game, piles) = start.split_once("; ").expect(start);
    let piles = piles.replace("; ", "\n");
    let games = Naive::all()
        .into_iter()
        .filter(|naive| naive.has_title(game));
    let set_up = |naive| Setup::from_position(&naive, read_position(&naive, &piles));
    games.map(set_up).collect()
}

/// Says what the game says of a line.
fn answer(setup: &mut Setup, line: &str) -> String {
    let text = |moves: Vec<String>| {
        if moves.is_empty() {
            "none".to_owned()
        } else {
            moves.join(" ")
        }
    };
    let legal = setup.legal_moves();
    match line.split_once(' ') {
        None if line == "moves" => text(legal.iter().map(ToString::to_string).collect()),
        None if line == "home" => {
            let is_safe = |mv| setup.rules.is_safe_autoplay(&setup.table, mv);
            let safe = legal.into_iter().filter(|&mv| is_safe(mv));
            text(safe.map(|mv| mv.to_string()).collect())
        }
        None if line == "status" => setup.status().as_str().to_owned(),
        Some(("play", mv)) => {
            let before = setup.position.to_string();
            let attempt = setup.legal.iter().find(|attempt| attempt.to_string() == mv);
            setup.make(*attempt.expect(mv));
            let after = setup.position.to_string();
            let piles = before.lines().zip(after.lines());
            let changed = piles.filter(|(before, after)| before != after);
            Vec::from_iter(changed.map(|(_, pile)| pile)).join("; ")
        }
        _ => {
            let mut said = Vec::from_iter(line.split(' ').map(|mv| match read_move(mv) {
                mv if legal.contains(&mv) => "legal".to_owned(),
                mv => setup.rules.explain_illegal(&setup.table, mv),
            }));
            said.dedup();
            said.join("\n")
        }
    }
}

/// Plays what is under a heading.
fn assert_ruling(game: &str, ruling: &str) {
    let name = file(game);
    transcripts::assert_current(&name, Some(ruling), |start, typed, _| {
        let answers = |mut setup| typed.iter().map(|line| answer(&mut setup, line)).collect();
        let mut said: Vec<Vec<String>> = set_up(start).into_iter().map(answers).collect();
        said.dedup();
        assert_eq!(said.len(), 1, "{start}: {said:?}");
        (String::new(), said.remove(0))
    });
}

fn file(game: &str) -> String {
    format!("tests/data/rulings/{}.txt", game.replace('_', "-"))
}

macro_rules! rulings {
    ($($game:ident { $($ruling:ident)* })*) => {
        $(mod $game {
            $(#[test]
            fn $ruling() {
                super::assert_ruling(stringify!($game), stringify!($ruling));
            })*
        })*

        #[test]
        fn each_ruling_is_a_test_of_its_own() {
            let tests = [$((stringify!($game), [$(stringify!($ruling)),*].as_slice())),*];
            for info in variant::games() {
                let file = file(info.id);
                let listed = tests.iter().find(|(game, _)| file == self::file(game));
                let (_, listed) = listed.expect("the game below");
                let mut new = transcripts::facts(&file);
                new.retain(|ruling| !listed.contains(&&**ruling));
                assert!(new.is_empty(), "{file}: list in {}: {new:?}", file!());
            }
        }
    };
}

// The headings in `tests/data/rulings/`, as names.
rulings! {
    moosehide {
        a_card_goes_home_by_itself_if_no_card_can_need_it
        a_king_on_a_face_down_card_moves_to_a_space
        a_reserve_card_goes_home_or_to_the_tableau_and_is_not_replaced
        a_whole_pile_cannot_move_to_a_space
        only_top_cards_go_home_and_none_returns
        piles_do_not_slide_into_spaces
        the_classic_layout_builds_on_any_other_suit
        the_classic_layout_moves_any_face_up_card_with_the_cards_on_it
        the_game_is_won_with_all_cards_home
        with_a_reserve_a_king_fills_any_space
        with_a_reserve_single_cards_build_down_in_alternating_colors
    }
    moving_left {
        a_card_of_the_waste_goes_home_by_itself_only_if_nothing_needs_it
        a_card_returns_only_from_the_second_of_two_equally_high_foundations
        a_card_that_fits_both_foundations_goes_to_the_first
        a_foundation_accepts_only_its_own_suit_from_the_ace_up
        a_king_fills_only_the_rightmost_space
        a_king_in_the_last_space_slides_to_the_first
        a_king_on_a_face_down_card_moves_to_a_space
        a_king_pile_cannot_trade_places_with_an_identical_pile
        a_king_pile_further_left_moves_and_the_piles_after_it_slide
        a_king_pile_moves_beside_its_twin_of_which_a_card_is_face_down
        a_red_five_on_the_six_could_need_the_four_of_spades_but_not_the_three_which_can_go_home
        a_won_game_is_over_even_if_a_king_could_return
        any_part_of_a_face_up_run_moves_as_a_unit
        no_card_moves_to_the_stock_or_the_waste
        nothing_builds_on_an_ace_and_a_king_on_nothing
        only_face_up_cards_slide_and_a_remaining_card_ends_the_slide
        piles_slide_after_the_move_is_complete
        several_spaces_are_filled_from_left_to_right
        the_jack_below_could_take_a_red_ten_and_comes_back_only_as_long_as_it_is_not_covered
        the_rightmost_king_pile_cannot_move_to_a_space
        the_stock_is_turned_one_card_at_a_time_without_redeal
        the_tableau_builds_down_in_alternating_colors
        the_top_card_of_a_foundation_returns_to_the_tableau
        without_foundation_return_cards_stay_home
    }
    oscillation {
        a_deal_is_legal_while_other_moves_are_left
        a_deal_puts_a_card_on_each_pile_even_if_it_does_not_fit
        a_foundation_is_complete_with_thirteen_cards
        a_run_follows_the_direction_of_its_group
        a_run_of_one_suit_moves_as_a_unit_within_its_group
        a_space_accepts_any_single_card_and_runs_of_its_own_group
        a_top_card_goes_to_a_foundation_of_either_group
        a_whole_pile_moves_to_a_space
        an_uncovered_card_is_turned_up
        cards_do_not_return_from_foundations
        foundations_continue_between_king_and_ace
        foundations_start_with_the_base_rank_of_their_group
        one_card_crosses_the_groups_onto_its_own_suit_in_the_direction_of_the_target
        spaces_must_be_filled_before_a_deal
        the_left_group_builds_down_and_the_right_group_up_regardless_of_suit
        with_fewer_than_ten_tableau_cards_a_deal_is_legal_despite_spaces
        with_wrap_kings_and_aces_connect_in_the_tableau
        without_wrap_kings_and_aces_do_not_connect_in_the_tableau
    }
    single_left {
        a_card_is_drawn_if_the_ends_do_not_match
        a_hand_game_has_no_moves_between_piles
        a_redeal_is_legal_only_when_no_other_move_is_left
        a_redeal_needs_discards
        a_redeal_restores_the_discards_in_deck_order_here_the_deck_is_sorted
        a_short_hand_is_filled_until_the_deck_is_empty
        a_won_warfield_game_is_over
        after_a_discard_earlier_cards_are_compared_before_a_draw
        after_a_redeal_a_short_hand_is_filled_to_four
        ends_of_one_rank_discard_all_four_cards
        ends_of_one_suit_discard_the_middle_cards
        no_ends_match_until_the_four_kings_are_in_the_window
        no_redeal_follows_a_win
        optional_discards_allow_a_draw_while_the_deck_has_cards
        redeals_are_counted
        the_last_four_cards_follow_the_same_rules
        two_cards_of_a_suit_have_no_middle
        two_cards_of_one_rank_at_the_end_are_discarded
        warfield_allows_foundation_return
        warfield_is_moving_left_with_one_deck_and_seven_piles
    }
    yakutat_bay {
        a_card_goes_home_by_itself_if_nothing_can_be_built_on_it_but_no_king_does
        a_king_moves_to_the_last_space_with_the_cards_on_it
        a_whole_king_pile_moves_only_if_the_table_changes
        all_face_up_cards_of_a_pile_slide
        any_face_up_card_moves_with_the_cards_on_it_in_any_order
        cards_do_not_return_from_foundations
        only_single_top_cards_go_home
        the_game_is_won_with_all_cards_home
        there_is_no_stock
    }
}
