//! Transcripts of command lines, and errors of usage.

use std::path::Path;

use super::kept_files;

/// Returns the name of the program.
fn program() -> &'static str {
    let name = Path::new(crate::PROGRAM).file_stem();
    name.and_then(|name| name.to_str()).expect("a name")
}

/// Returns a usage error without the usage and the advice that it ends with.
pub(crate) fn usage_error(text: &str) -> String {
    assert_starts_with!(text, "error: ");
    let parts = text.trim_end().split("\n\n");
    let is_error = |part: &&str| !part.starts_with("Usage: ") && !part.starts_with("For more ");
    Vec::from_iter(parts.take_while(is_error)).join("\n") + "\n"
}

/// Runs each command line of a transcript. Returns it with what is printed now, and the exit status
/// if it is not 0.
pub(crate) fn transcript(name: &str, answer: impl Fn(&str) -> String) {
    let kept = kept_files::read(name);
    let mut text = String::new();
    let is_comment = |line: &&str| line.is_empty() || line.starts_with("# ");
    for line in kept.lines().take_while(is_comment) {
        text += &format!("{line}\n");
    }
    for line in kept.lines().filter(|line| line.starts_with("$ ")) {
        let arguments = line
            .strip_prefix("$ ")
            .and_then(|line| line.strip_prefix(program()));
        let arguments = arguments.expect("the program");
        text += &format!("{line}\n{}", answer(arguments));
    }
    kept_files::assert_current(name, &text);
}
