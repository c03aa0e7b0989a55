//! What the program keeps: sittings, and what became of them.

mod sittings;
mod stats;

use crate::home::Home;
use larboard::store::keeper::Keeper;

impl Home {
    fn keeper(&self) -> Keeper {
        let (keeper, wrong) = Keeper::open(Some(self.path().into()));
        assert_eq!(wrong, None);
        keeper
    }
}
