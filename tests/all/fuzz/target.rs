//! Fuzz targets with a kept corpus: `tests/data/fuzz/TARGET/` holds inputs that every run of the tests
//! checks and mutates. An input that fails is added, reduced to a minimal one.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};

const FOLDER: &str = "tests/data/fuzz";

/// Maximum number of bytes of a mutated input.
const MAX_INPUT_BYTES: usize = 20_000;

/// Configures the number of cases, which the environment variable overrides.
pub(crate) fn cases(default: u32) -> ProptestConfig {
    let cases = match std::env::var("PROPTEST_CASES") {
        Ok(cases) => cases.parse().expect("PROPTEST_CASES as a number"),
        Err(_) => default,
    };
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Change to the bytes of a file.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Set(usize, u8),
    Delete(usize, usize),
    Insert(usize, &'static str),
    Duplicate(usize, usize),
}

/// Text that has a meaning in a file or in a terminal.
fn tokens() -> Vec<&'static str> {
    let tokens = "{ } [ ] \" : , \\ null true -1 1e999 99999999999999999999 \u{0} \u{1b}[2J \\u0000 \\ud800 \u{202e} \
        \"moves\":[ \"deck\": \"KH\", \"t1-t2x13\", \"draw\", \n [keys]\n animations= ''' #";
    tokens.split(' ').collect()
}

pub(crate) fn changes() -> impl Strategy<Value = Vec<Change>> {
    let index = 0..20_000usize;
    let change = prop_oneof![
        (index.clone(), any::<u8>()).prop_map(|(index, byte)| Change::Set(index, byte)),
        (index.clone(), 1..60usize).prop_map(|(index, count)| Change::Delete(index, count)),
        (index.clone(), prop::sample::select(tokens()))
            .prop_map(|(index, token)| Change::Insert(index, token)),
        (index, 1..60usize).prop_map(|(index, count)| Change::Duplicate(index, count)),
    ];
    prop::collection::vec(change, 0..5)
}

/// Applies the changes. Indexes wrap around at the end of the file.
pub(crate) fn apply(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let len = bytes.len();
        let wrap = |index: usize| index % len.max(1);
        match *change {
            Change::Set(index, byte) if len > 0 => bytes[wrap(index)] = byte,
            Change::Set(..) => {}
            Change::Delete(index, count) => {
                let start = wrap(index);
                bytes.drain(start..(start + count).min(len));
            }
            Change::Insert(index, token) => {
                let start = wrap(index);
                bytes.splice(start..start, token.bytes());
            }
            Change::Duplicate(index, count) => {
                let start = wrap(index);
                let part = bytes[start..(start + count).min(len)].to_vec();
                bytes.splice(start..start, part);
            }
        }
    }
    bytes
}

pub(crate) fn has_no_control_characters(text: &str) -> bool {
    !text.chars().any(char::is_control)
}

/// A part of the program that reads untrusted input.
pub(crate) struct Target {
    /// The name of its folder.
    pub(crate) name: &'static str,
    /// Valid inputs to mutate, besides the kept ones.
    pub(crate) seeds: fn() -> Vec<Vec<u8>>,
    /// Panics if the input is not handled as it should be.
    pub(crate) check: fn(&[u8]),
}

impl Target {
    fn kept(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let folder = Path::new(FOLDER).join(self.name);
        let files = fs::read_dir(folder).into_iter().flatten();
        let paths = files.map(|file| file.expect("directory entry").path());
        let mut inputs: Vec<_> = paths
            .map(|path| {
                let bytes = fs::read(&path).expect("readable file");
                (path, bytes)
            })
            .collect();
        inputs.sort();
        inputs
    }

    /// Checks the valid inputs and the kept ones.
    pub(crate) fn check_kept(&self) {
        (self.seeds)().iter().for_each(|seed| (self.check)(seed));
        let kept = self.kept();
        assert!(!kept.is_empty(), "{} has no corpus", self.name);
        for (path, bytes) in kept {
            eprintln!("{}", path.display());
            (self.check)(&bytes);
        }
    }

    /// Checks mutated inputs of a target, random bytes and random tokens.
    pub(crate) fn fuzz(&self, default_cases: u32) {
        let mut seeds = (self.seeds)();
        seeds.extend(self.kept().into_iter().map(|(_, bytes)| bytes));
        seeds.retain(|seed| seed.len() <= MAX_INPUT_BYTES);
        let changed = (prop::sample::select(seeds), changes());
        let tokens = prop::collection::vec(prop::sample::select(tokens()), 0..60);
        let input = prop_oneof![
            8 => changed.prop_map(|(seed, changes)| apply(seed, &changes)),
            1 => prop::collection::vec(any::<u8>(), 0..300),
            1 => tokens.prop_map(|tokens| tokens.concat().into_bytes()),
        ];
        let result = TestRunner::new(cases(default_cases)).run(&input, |bytes| {
            (self.check)(&bytes);
            Ok(())
        });
        if let Err(TestError::Fail(reason, bytes)) = result {
            let path = Path::new(FOLDER).join(self.name);
            let path = path.join(format!("failed-{}", bytes.len()));
            fs::write(&path, &bytes).expect("writable file");
            panic!("{reason}; fix the fault and keep {}", path.display());
        }
    }
}
