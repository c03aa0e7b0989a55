//! Modules and their allowed dependencies, and that games are named only in their own files.

mod graph;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use graph::ModuleGraph;

/// Each top-level module with those it may use, as in ARCHITECTURE.md.
const MODULES: [(&str, &[&str]); 24] = [
    ("cards", &[]),
    ("confidence", &[]),
    ("escape", &[]),
    ("seed", &[]),
    ("rules", &["cards", "escape"]),
    ("presentation", &["cards", "rules"]),
    ("solver", &["cards", "confidence", "rules"]),
    ("variant", &["presentation", "rules", "solver"]),
    ("game", &["cards", "presentation", "rules", "variant"]),
    ("json", &["escape", "rules", "game"]),
    ("record", &["cards", "escape", "rules", "variant", "game"]),
    (
        "player",
        &["cards", "rules", "hint", "solver", "variant", "game"],
    ),
    (
        "difficulty",
        &["rules", "solver", "variant", "game", "player"],
    ),
    ("hint", &["cards", "presentation", "rules"]),
    ("describe", &["cards", "presentation", "rules", "game"]),
    ("analysis", &["rules", "variant", "game", "solver"]),
    (
        "review",
        &[
            "cards", "rules", "variant", "game", "describe", "solver", "player",
        ],
    ),
    (
        "storage",
        &[
            "difficulty",
            "escape",
            "seed",
            "rules",
            "variant",
            "game",
            "record",
            "review",
        ],
    ),
    ("stats_text", &["rules", "describe", "storage"]),
    (
        "survey",
        &["escape", "game", "player", "rules", "solver", "variant"],
    ),
    (
        "session",
        &[
            "cards",
            "difficulty",
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
            "player",
            "analysis",
            "review",
            "storage",
            "stats_text",
        ],
    ),
    (
        "line_mode",
        &[
            "difficulty",
            "escape",
            "seed",
            "rules",
            "variant",
            "game",
            "json",
            "record",
            "describe",
            "solver",
            "player",
            "analysis",
            "review",
            "storage",
            "stats_text",
            "session",
        ],
    ),
    (
        "tui",
        &[
            "cards",
            "difficulty",
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
            "player",
            "analysis",
            "review",
            "storage",
            "stats_text",
            "session",
        ],
    ),
    (
        "cli",
        &[
            "cards",
            "difficulty",
            "escape",
            "seed",
            "rules",
            "presentation",
            "variant",
            "game",
            "json",
            "record",
            "hint",
            "describe",
            "solver",
            "analysis",
            "review",
            "storage",
            "stats_text",
            "player",
            "survey",
            "session",
            "line_mode",
            "tui",
        ],
    ),
];

/// The code of a file without its tests and comments.
fn code(path: &Path) -> String {
    if path.file_name().is_some_and(|name| name == "tests.rs") {
        return String::new();
    }
    let text = fs::read_to_string(path).expect("source file");
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The files of a top-level module: `src/NAME.rs` and all below `src/NAME/`.
fn files(module: &str) -> Vec<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![source.join(format!("{module}.rs"))];
    let mut folders = vec![source.join(module)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("directory entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files
}

/// The top-level module of a module.
fn top_level(module: &str) -> &str {
    module.split("::").next().unwrap_or(module)
}

#[test]
fn modules_use_only_the_allowed_modules() {
    let graph = ModuleGraph::read();
    let mut count = 0;
    for (name, module) in &graph.modules {
        let top = top_level(name);
        let allowed = MODULES.iter().find(|(module, _)| *module == top);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{top} is not in the list"));
        for used in graph.uses(name) {
            let used = top_level(&used);
            let is_allowed = used == top || allowed.contains(&used);
            assert!(is_allowed, "{} uses {used}", module.file.display());
            count += 1;
        }
    }
    assert!(count > 500, "only {count} uses were found");
}

#[test]
fn no_module_uses_itself_through_others() {
    let cycle = ModuleGraph::read().find_cycle();
    assert!(
        cycle.is_none(),
        "{}",
        cycle.unwrap_or_default().join(" -> ")
    );
}

#[test]
fn each_type_name_is_declared_once() {
    const VISIBILITIES: [&str; 4] = ["pub ", "pub(super) ", "pub(crate) ", ""];
    let mut declared: BTreeMap<String, PathBuf> = BTreeMap::new();
    for module in ModuleGraph::read().modules.into_values() {
        for line in code(&module.file).lines() {
            let item = VISIBILITIES.iter().find_map(|text| line.strip_prefix(text));
            let mut words = item.into_iter().flat_map(|item| item.split(' '));
            if !matches!(words.next(), Some("struct" | "enum" | "trait" | "type")) {
                continue;
            }
            let is_letter = |c: &char| c.is_alphanumeric();
            let name: String = words.flat_map(str::chars).take_while(is_letter).collect();
            if let Some(other) = declared.insert(name.clone(), module.file.clone()) {
                panic!(
                    "{name} is declared in {} and {}",
                    other.display(),
                    module.file.display()
                );
            }
        }
    }
    assert!(
        declared.len() > 150,
        "only {} types were found",
        declared.len()
    );
}

#[test]
fn every_top_level_module_is_in_the_list() {
    let library = code(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    let modules = library.lines().filter_map(|line| {
        line.trim()
            .strip_prefix("pub mod ")
            .or_else(|| line.trim().strip_prefix("mod "))
    });
    let mut count = 0;
    for module in modules {
        let name = module.trim_end_matches(';');
        assert!(MODULES.iter().any(|(module, _)| *module == name), "{name}");
        count += 1;
    }
    assert_eq!(count, MODULES.len());
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
    let is_own = |file: &Path| {
        let path = file.to_string_lossy();
        own_files.iter().any(|own| path.contains(own))
    };
    assert_absent(&names, "names", is_own);
}

#[test]
fn files_are_written_only_through_the_file_operations() {
    let writes = [
        "fs::write(",
        "File::create",
        "fs::rename(",
        "fs::create_dir",
        ".set_len(",
        ".set_permissions(",
        ".persist(",
    ];
    let is_file_ops = |file: &Path| file.ends_with("storage/file_ops.rs");
    assert_absent(&writes, "calls", is_file_ops);
}

/// Asserts that the code of no file contains any of these texts, except in the files that may.
fn assert_absent(texts: &[&str], verb: &str, is_allowed: impl Fn(&Path) -> bool) {
    for (module, _) in MODULES {
        for file in files(module).into_iter().filter(|file| !is_allowed(file)) {
            let code = code(&file);
            for text in texts {
                assert!(!code.contains(text), "{} {verb} {text}", file.display());
            }
        }
    }
}
