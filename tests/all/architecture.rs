//! The house holds to its plan: who may know whom, and that no game is named outside its own file.

use std::fs;
use std::path::{Path, PathBuf};

/// Each room with the rooms it may know, as ARCHITECTURE.md draws them.
const MODULES: [(&str, &[&str]); 19] = [
    ("cards", &[]),
    ("escape", &[]),
    ("seed", &[]),
    ("rules", &["cards", "escape"]),
    ("presentation", &["cards", "rules"]),
    ("solver", &["cards", "rules"]),
    ("variant", &["presentation", "rules", "solver"]),
    ("game", &["cards", "presentation", "rules", "variant"]),
    ("record", &["cards", "escape", "rules", "variant", "game"]),
    ("hint", &["cards", "presentation", "rules"]),
    ("describe", &["cards", "presentation", "rules", "game"]),
    ("analysis", &["rules", "variant", "game", "solver"]),
    ("storage", &["escape", "rules", "variant", "game", "record"]),
    ("stats_text", &["rules", "describe", "storage"]),
    ("survey", &["escape", "rules", "solver", "variant"]),
    (
        "session",
        &[
            "cards",
            "escape",
            "seed",
            "rules",
            "presentation",
            "variant",
            "game",
            "record",
            "hint",
            "describe",
            "solver",
            "analysis",
            "storage",
            "stats_text",
        ],
    ),
    (
        "line_mode",
        &[
            "escape",
            "seed",
            "rules",
            "variant",
            "game",
            "record",
            "describe",
            "solver",
            "analysis",
            "storage",
            "stats_text",
            "session",
        ],
    ),
    (
        "tui",
        &[
            "cards",
            "escape",
            "seed",
            "rules",
            "presentation",
            "variant",
            "game",
            "record",
            "hint",
            "describe",
            "solver",
            "analysis",
            "storage",
            "stats_text",
            "session",
        ],
    ),
    (
        "cli",
        &[
            "cards",
            "escape",
            "seed",
            "rules",
            "presentation",
            "variant",
            "game",
            "record",
            "hint",
            "describe",
            "solver",
            "analysis",
            "storage",
            "stats_text",
            "survey",
            "session",
            "line_mode",
            "tui",
        ],
    ),
];

/// The code of a file without its tests and comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The files of a room: `src/room.rs` and all below `src/room/`.
fn files(room: &str) -> Vec<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![source.join(format!("{room}.rs"))];
    let mut folders = vec![source.join(room)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files
}

#[test]
fn every_room_knows_only_the_rooms_it_may() {
    for (room, may_know) in MODULES {
        for file in files(room) {
            for rest in code(&file).split("crate::").skip(1) {
                let known: String = rest
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect();
                let fits = known == room || may_know.contains(&known.as_str());
                assert!(fits, "{} knows {known}", file.display());
            }
        }
    }
}

#[test]
fn every_room_is_on_the_plan() {
    let library = code(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    let modules = library.lines().filter_map(|line| {
        line.trim()
            .strip_prefix("pub mod ")
            .or_else(|| line.trim().strip_prefix("mod "))
    });
    let mut count = 0;
    for module in modules {
        let name = module.trim_end_matches(';');
        assert!(MODULES.iter().any(|(room, _)| *room == name), "{name}");
        count += 1;
    }
    assert_eq!(count, MODULES.len());
}

#[test]
fn only_the_loop_knows_what_draws() {
    for file in files("tui") {
        let draws = file.ends_with("tui.rs") || file.to_string_lossy().contains("view");
        let knows = code(&file).contains("view::");
        assert!(draws || !knows, "{} knows the view", file.display());
    }
}

#[test]
fn games_are_named_only_in_their_own_files_and_in_the_list() {
    let names = [
        "MovingLeft",
        "YakutatBay",
        "Oscillation",
        "Moosehide",
        "OneHanded",
        "Warfield",
        "moving-left",
        "yakutat-bay",
        "oscillation\"",
        "moosehide\"",
        "single-left",
    ];
    let own_files = [
        "src/rules/",
        "src/rules.rs",
        "src/presentation/",
        "src/solver/knowledge/",
        "src/variant.rs",
    ];
    for (room, _) in MODULES {
        for file in files(room) {
            if own_files
                .iter()
                .any(|own| file.to_string_lossy().contains(own))
            {
                continue;
            }
            let code = code(&file);
            for name in names {
                assert!(!code.contains(name), "{} names {name}", file.display());
            }
        }
    }
}
