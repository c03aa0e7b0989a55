//! Modules and their dependencies: their order in ARCHITECTURE.md, no cycle between files, and games
//! named only in their own files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// One file of the crate.
struct Module {
    /// The code without tests and comments.
    code: String,
    /// Paths of imports and in the code.
    paths: Vec<String>,
    /// Paths that the module re-exports, by their names.
    exports: BTreeMap<String, String>,
}

impl Module {
    fn read(file: &Path) -> Module {
        let text = fs::read_to_string(file).expect("source file");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code: Vec<&str> = text.lines().filter(is_code).collect();
        let (mut paths, mut exports) = (Vec::new(), BTreeMap::new());
        let mut lines = code.iter();
        while let Some(line) = lines.next() {
            let import = line.trim_start().split_once("use ");
            let Some((visibility, tree)) =
                import.filter(|(start, _)| start.is_empty() || start.starts_with("pub"))
            else {
                let is_separator = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
                let words = line.split(is_separator).filter(|word| word.contains("::"));
                paths.extend(words.map(str::to_owned));
                continue;
            };
            let mut tree = tree.to_owned();
            while !tree.ends_with(';') {
                tree += lines.next().expect("the end of the import").trim();
            }
            for import in expand(tree.trim_end_matches(';')) {
                let (path, alias) = import.split_once(" as ").unwrap_or((&import, ""));
                let path = path.trim_end_matches("::self");
                let (_, name) = path.rsplit_once("::").unwrap_or(("", path));
                let name = if alias.is_empty() { name } else { alias };
                if visibility.is_empty() {
                    paths.push(path.to_owned());
                } else {
                    exports.insert(name.to_owned(), path.to_owned());
                }
            }
        }
        Module {
            code: code.join("\n"),
            paths,
            exports,
        }
    }
}

/// Expands the braces of an import.
fn expand(tree: &str) -> Vec<String> {
    let Some((prefix, list)) = tree.split_once('{') else {
        return vec![tree.to_owned()];
    };
    let list = list.strip_suffix('}').expect("closing brace");
    let mut depth = 0;
    let parts = list.split(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    let parts = parts.map(str::trim).filter(|part| !part.is_empty());
    let paths = parts.flat_map(expand);
    paths.map(|path| format!("{prefix}{path}")).collect()
}

/// The files below `src`, except the roots of the library and the program, by the paths of their
/// modules: `tui::screens::menu`.
struct Modules(BTreeMap<String, Module>);

impl Modules {
    fn read() -> Modules {
        let source = Path::new(ROOT).join("src");
        let mut modules = BTreeMap::new();
        let mut open: Vec<PathBuf> = vec![source.clone()];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                let entries = fs::read_dir(path).expect("folder of the source");
                open.extend(entries.map(|entry| entry.expect("directory entry").path()));
                continue;
            }
            let module = path.strip_prefix(&source).expect("file below src");
            let names: Vec<_> = module.iter().map(|name| name.to_string_lossy()).collect();
            let name = names.join("::").trim_end_matches(".rs").to_owned();
            if !["lib", "main"].contains(&&*name) && !name.ends_with("::tests") {
                modules.insert(name, Module::read(&path));
            }
        }
        Modules(modules)
    }

    /// Returns the modules that each module uses.
    fn uses(&self) -> BTreeMap<&str, BTreeSet<String>> {
        let uses = self.0.iter().map(|(name, module)| {
            let used = module
                .paths
                .iter()
                .filter_map(|path| self.resolve(name, path));
            (&**name, used.filter(|used| used != name).collect())
        });
        uses.collect()
    }

    /// Returns the module in which the item of a path is defined: re-exports are followed. `None` if
    /// the path does not lead into the crate.
    fn resolve(&self, module: &str, path: &str) -> Option<String> {
        let mut at: Vec<&str> = module.split("::").collect();
        let mut names = path.split("::").peekable();
        match *names.peek()? {
            "crate" => {
                at.clear();
                names.next();
            }
            "self" => _ = names.next(),
            "super" => {
                while names.next_if_eq(&"super").is_some() {
                    at.pop();
                }
            }
            child => _ = self.0.get(&format!("{module}::{child}"))?,
        }
        while let Some(name) = names.peek() {
            at.push(name);
            if !self.0.contains_key(&at.join("::")) {
                at.pop();
                break;
            }
            names.next();
        }
        let at = at.join("::");
        let exports = &self.0.get(&at)?.exports;
        match names.next().and_then(|name| exports.get(name)) {
            Some(export) => self.resolve(&at, export),
            None => Some(at),
        }
    }
}

fn top_level(module: &str) -> &str {
    module.split("::").next().unwrap_or(module)
}

#[test]
fn modules_use_only_modules_that_come_before_them() {
    let document = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).expect("document");
    let order = document.lines().find(|line| line.contains(" ← main"));
    let order = order
        .expect("the order of the modules")
        .replace(['`', '{', '}'], "");
    let groups: Vec<Vec<&str>> = order
        .split(" ← ")
        .map(|group| group.split(", ").collect())
        .collect();
    let rank = |module: &str| groups.iter().position(|group| group.contains(&module));
    let modules = Modules::read();
    for (name, used) in modules.uses() {
        let top = top_level(name);
        let own_rank = rank(top).unwrap_or_else(|| panic!("{top} is not in ARCHITECTURE.md"));
        for used in used.iter().map(|used| top_level(used)) {
            let is_before = rank(used).is_some_and(|rank| rank < own_rank);
            assert!(used == top || is_before, "{name} uses {used}");
        }
    }
}

#[test]
fn the_ways_through_the_code_name_what_is_there() {
    let document = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).expect("document");
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let modules = Modules::read().0;
    let code = modules.values().map(|module| &*module.code);
    let names: BTreeSet<&str> = code.flat_map(|code| code.split(|c| !is_name(c))).collect();
    let words = document.split(|c| !is_name(c) && c != ':');
    let stations: BTreeSet<&str> = words.filter(|word| word.contains("::")).collect();
    assert!(stations.len() > 30, "only {stations:?} were found");
    for name in stations.iter().flat_map(|station| station.split("::")) {
        assert!(names.contains(name), "no {name} is in the code");
    }
}

#[test]
fn no_file_imports_itself_through_others() {
    let modules = Modules::read();
    let mut uses = modules.uses();
    let count: usize = uses.values().map(BTreeSet::len).sum();
    assert!(count > 500, "only {count} uses were found");
    // What uses nothing that is left, or is used by nothing that is left, is in no cycle.
    loop {
        let before = uses.len();
        let left: BTreeSet<String> = uses.keys().map(|name| (*name).to_owned()).collect();
        uses.retain(|_, used| !used.is_disjoint(&left));
        let used: BTreeSet<String> = uses.values().flatten().cloned().collect();
        uses.retain(|name, _| used.contains(*name));
        if uses.len() == before {
            break;
        }
    }
    assert!(uses.is_empty(), "files in a cycle: {:?}", uses.keys());
}

#[test]
fn games_are_named_only_in_their_own_files_and_in_the_list() {
    let names = "MovingLeft YakutatBay Oscillation Moosehide OneHanded Warfield moving-left yakutat-bay oscillation\" \
        moosehide\" single-left";
    let own_modules = "rules policy_knowledge presentation solver::knowledge variant";
    for (module, Module { code, .. }) in Modules::read().0 {
        if !own_modules.split(' ').any(|own| module.starts_with(own)) {
            for name in names.split(' ') {
                assert!(!code.contains(name), "{module} names {name}");
            }
        }
    }
}
