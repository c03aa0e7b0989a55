//! Options of Single Left, which is played in one of two styles: [one-handed](super::OneHanded) or
//! [Warfield's](super::Warfield).

use std::sync::LazyLock;

use super::info::GameInfo;

/// Description of the game.
pub(crate) static INFO: LazyLock<GameInfo> = LazyLock::new(|| {
    GameInfo::from_json(
        include_str!("../../assets/games/single-left.json"),
        include_str!("../../assets/help/single-left.txt"),
    )
});
