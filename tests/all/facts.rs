//! The facts in `tests/data` that are tests of their own: each heading of a transcript, and each malicious record.
//! `INSTA_UPDATE=always cargo test --test all each_fact` lists them in `tests/data/facts.txt`.

use std::fs;

use crate::{kept_files, transcripts};

/// Checks what a fact says: one of a file, by its heading.
type Check = fn(&str, &str);

/// The folders of files with facts.
const FOLDERS: [(&str, Check); 4] = [
    ("front_end", crate::front_end::assert_transcript),
    ("hostile", crate::invalid_records::assert_rejected),
    ("line_mode", crate::line_mode::assert_transcript),
    ("rulings", crate::rules::assert_ruling),
];

/// Returns the path of a file.
fn path(folder: &str, file: &str) -> String {
    format!("tests/data/{folder}/{}.txt", file.replace('_', "-"))
}

fn check(folder: &str, file: &str, fact: &str) {
    let check = FOLDERS.iter().find(|(name, _)| *name == folder);
    check.expect(folder).1(&path(folder, file), fact);
}

macro_rules! facts {
    ($($folder:ident { $($file:ident { $($fact:ident)* })* })*) => {
        $(mod $folder {
            $(mod $file {
                $(#[test]
                fn $fact() {
                    super::super::check(stringify!($folder), stringify!($file), stringify!($fact));
                })*
            })*
        })*
    };
}

include!("../data/facts.txt");

#[test]
fn each_fact_is_a_test_of_its_own() {
    let mut list = "// Written by the test that reads it.\nfacts! {\n".to_owned();
    for (folder, _) in FOLDERS {
        list += &format!("{folder} {{\n");
        let entries = fs::read_dir(kept_files::path("tests/data").join(folder));
        let names = entries
            .expect(folder)
            .map(|entry| entry.expect(folder).file_name());
        let mut names = Vec::from_iter(names.filter_map(|name| name.into_string().ok()));
        names.sort();
        for file in names.iter().filter_map(|name| name.strip_suffix(".txt")) {
            let facts = transcripts::facts(&path(folder, file)).join("\n        ");
            list += &format!(
                "    {} {{\n        {facts}\n    }}\n",
                file.replace('-', "_")
            );
        }
        list += "}\n";
    }
    kept_files::assert_current("tests/data/facts.txt", &(list + "}\n"));
}
