//! Each ruling and each edge of the rules by name.

mod moosehide;
mod moving_left;
mod oscillation;
mod single_left;
mod yakutat_bay;

/// Home, all of one deck.
const ONE_DECK_HOME: &str = "
    f1: AC..KC
    f2: AD..KD
    f3: AH..KH
    f4: AS..KS
";
