//! Rulings and edge cases of the rules, one test each.

mod moosehide;
mod moving_left;
mod oscillation;
mod single_left;
mod yakutat_bay;

/// Foundations that hold all cards of one deck.
const ONE_DECK_HOME: &str = "
    f1: AC..KC
    f2: AD..KD
    f3: AH..KH
    f4: AS..KS
";
