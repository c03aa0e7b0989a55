//! Property tests with random files, keys and mouse events: nothing panics, no invalid record is
//! accepted, and no message contains a control character.
//!
//! Each test tries a few cases; `PROPTEST_CASES=100000 cargo test --release --test all fuzz::` tries more.
//! A failing case is reduced to a minimal one.

mod corpus;
mod files;
mod front;
mod play;
mod target;

use larboard::variant;
pub(crate) use play::check_invariants;
pub(crate) use target::cases;

#[test]
fn variants_include_every_combination_of_options() {
    let all = variant::all();
    let count = |id: &str| all.iter().filter(|rules| rules.info().id == id).count();
    let counts = variant::games().map(|info| count(info.id));
    let wanted = variant::games().map(|info| {
        let values = info.options.iter().map(|option| option.values.len());
        values.product::<usize>()
    });
    assert_eq!(counts, wanted);
}
