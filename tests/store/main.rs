//! What the program keeps: sittings, and what became of them.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../shared/home.rs"]
mod home;
mod sittings;
mod stats;

use home::Home;
use larboard::store::keeper::Keeper;

impl Home {
    fn keeper(&self) -> Keeper {
        let (keeper, wrong) = Keeper::open(Some(self.path().into()));
        assert_eq!(wrong, None);
        keeper
    }
}
