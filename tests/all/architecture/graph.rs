//! The modules of the crate and which of them use which, read off their code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A path in the code, split at `::`.
type CodePath = Vec<String>;

/// One file of the crate.
pub(super) struct Module {
    pub(super) file: PathBuf,
    /// Paths of imports and of items in the code.
    paths: Vec<CodePath>,
    /// Paths that the module re-exports, by their new names.
    exports: BTreeMap<String, CodePath>,
}

/// The modules of the crate by their paths: `tui::screens::menu`.
pub(super) struct ModuleGraph {
    pub(super) modules: BTreeMap<String, Module>,
}

impl ModuleGraph {
    /// Reads all files below `src`, except the roots of the library and the program.
    pub(super) fn read() -> ModuleGraph {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut modules = BTreeMap::new();
        let mut folders = vec![source.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("folder of the source") {
                let file = entry.expect("directory entry").path();
                if file.is_dir() {
                    folders.push(file);
                    continue;
                }
                let path = file.strip_prefix(&source).expect("file below src");
                let path = path.with_extension("");
                let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
                let name = names.join("::");
                if name != "lib" && name != "main" {
                    modules.insert(name, Module::read(file));
                }
            }
        }
        ModuleGraph { modules }
    }

    /// Returns the modules that a module uses.
    pub(super) fn uses(&self, name: &str) -> BTreeSet<String> {
        let paths = self.modules[name].paths.iter();
        let used = paths.filter_map(|path| self.resolve(name, path));
        used.filter(|used| used != name).collect()
    }

    /// Returns the modules of a cycle, if there is one.
    pub(super) fn find_cycle(&self) -> Option<Vec<String>> {
        let mut done = BTreeSet::new();
        let mut stack = Vec::new();
        let mut names = self.modules.keys();
        names.find_map(|name| self.find_cycle_from(name, &mut stack, &mut done))
    }

    fn find_cycle_from(
        &self,
        name: &str,
        stack: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        if let Some(start) = stack.iter().position(|open| open == name) {
            return Some(stack[start..].to_vec());
        }
        if !done.insert(name.to_owned()) {
            return None;
        }
        stack.push(name.to_owned());
        let used = self.uses(name);
        let cycle = used
            .iter()
            .find_map(|used| self.find_cycle_from(used, stack, done));
        stack.pop();
        cycle
    }

    /// Returns the module in which the item of a path is defined: re-exports are followed. `None` if
    /// the path does not lead into the crate.
    fn resolve(&self, module: &str, path: &[String]) -> Option<String> {
        let mut at: Vec<&str> = module.split("::").collect();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => {
                at.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {}
            child => {
                let child = format!("{module}::{child}");
                self.modules.get(&child)?;
            }
        }
        while rest.first().is_some_and(|name| name == "super") {
            at.pop();
            rest = &rest[1..];
        }
        let mut at = at.join("::");
        while let Some(name) = rest.first() {
            let child = if at.is_empty() {
                name.clone()
            } else {
                format!("{at}::{name}")
            };
            if !self.modules.contains_key(&child) {
                break;
            }
            at = child;
            rest = &rest[1..];
        }
        let here = self.modules.get(&at)?;
        match rest.first().and_then(|name| here.exports.get(name)) {
            Some(export) => self.resolve(&at, export),
            None => Some(at),
        }
    }
}

impl Module {
    fn read(file: PathBuf) -> Module {
        let tokens = tokens(&super::code(&file));
        let mut module = Module {
            file,
            paths: Vec::new(),
            exports: BTreeMap::new(),
        };
        let mut index = 0;
        while index < tokens.len() {
            // `use<…>` in a type captures lifetimes.
            if tokens[index] == "use" && tokens[index + 1] != "<" {
                let end = index + tokens[index..].iter().position(|t| t == ";").expect("`;`");
                let is_public = index > 0 && matches!(&*tokens[index - 1], "pub" | ")");
                let mut paths = Vec::new();
                expand(&tokens[index + 1..end], &[], &mut paths);
                for (name, path) in paths {
                    if is_public {
                        _ = module.exports.insert(name, path);
                    } else {
                        module.paths.push(path);
                    }
                }
                index = end;
            } else if is_name(&tokens[index]) && (index == 0 || tokens[index - 1] != "::") {
                let mut path = vec![tokens[index].clone()];
                while tokens.get(index + 1).is_some_and(|t| t == "::")
                    && tokens.get(index + 2).is_some_and(|t| is_name(t))
                {
                    path.push(tokens[index + 2].clone());
                    index += 2;
                }
                if path.len() > 1 {
                    module.paths.push(path);
                }
            }
            index += 1;
        }
        module
    }
}

/// Expands the tree of an import into paths and the names by which they are known.
fn expand(tree: &[String], prefix: &[String], paths: &mut Vec<(String, CodePath)>) {
    let mut path = prefix.to_vec();
    let mut alias = None;
    let mut index = 0;
    while index < tree.len() {
        match tree[index].as_str() {
            "::" => {}
            "as" => {
                alias = tree.get(index + 1).cloned();
                index += 1;
            }
            "{" => {
                let end = closing_brace(tree, index);
                let mut start = index + 1;
                let mut depth = 0;
                for at in index + 1..=end {
                    match tree[at].as_str() {
                        "{" => depth += 1,
                        "}" if at < end => depth -= 1,
                        "," | "}" if depth == 0 => {
                            expand(&tree[start..at], &path, paths);
                            start = at + 1;
                        }
                        _ => {}
                    }
                }
                return;
            }
            "self" if !path.is_empty() => {}
            name => path.push(name.to_owned()),
        }
        index += 1;
    }
    if path.len() > prefix.len() || tree.first().is_some_and(|name| name == "self") {
        let name = alias.or_else(|| path.last().cloned()).expect("name");
        paths.push((name, path));
    }
}

fn closing_brace(tree: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (index, token) in tree.iter().enumerate().skip(open) {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index;
        }
    }
    panic!("no closing brace in {tree:?}");
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Splits code into names, `::` and other characters; strings are left out.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_alphabetic() || c == '_' {
            let mut name = String::from(c);
            while let Some(&next) = chars.peek()
                && (next.is_alphanumeric() || next == '_')
            {
                name.push(next);
                chars.next();
            }
            tokens.push(name);
        } else if c == ':' && chars.peek() == Some(&':') {
            chars.next();
            tokens.push("::".into());
        } else if c == '"' {
            while let Some(next) = chars.next()
                && next != '"'
            {
                if next == '\\' {
                    chars.next();
                }
            }
        } else if c == '\'' {
            // A character, or a lifetime, which has no closing quote.
            let mut rest = chars.clone();
            let first = rest.next();
            let is_char = first == Some('\\') || rest.next() == Some('\'');
            if is_char {
                chars.next();
                while chars.next().is_some_and(|next| next != '\'') {}
            }
        } else if !c.is_whitespace() {
            tokens.push(c.to_string());
        }
    }
    tokens
}

#[test]
fn imports_are_expanded() {
    let tree = tokens("crate::a::{self, b::C as D, e::{F, g}}");
    let mut paths = Vec::new();
    expand(&tree, &[], &mut paths);
    let paths: Vec<String> = paths
        .into_iter()
        .map(|(name, path)| format!("{name}={}", path.join("::")))
        .collect();
    let expected = [
        "a=crate::a",
        "D=crate::a::b::C",
        "F=crate::a::e::F",
        "g=crate::a::e::g",
    ];
    assert_eq!(paths, expected);
}
