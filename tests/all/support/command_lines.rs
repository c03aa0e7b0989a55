//! Transcripts of command lines, and errors of usage.

use std::path::Path;

use super::kept_files;

/// Returns the name of the program.
fn program() -> &'static str {
    let name = Path::new(crate::PROGRAM).file_stem();
    name.and_then(|name| name.to_str()).expect("a name")
}

/// Returns the message and the tip of a usage error, which ends with the usage.
pub(crate) fn usage_error(text: &str) -> String {
    let (error, usage) = text
        .split_once(&format!("\n\nUsage: {}", program()))
        .expect("usage");
    // `help` has no help.
    if !usage.starts_with(" help ") {
        assert_ends_with!(usage, "\n\nFor more information, try '--help'.\n");
        assert_eq!(usage.lines().count(), 3, "{text}");
    }
    let error = error.strip_prefix("error: ").expect("error");
    let lines: Vec<_> = error.split("\n\n  ").collect();
    assert!(lines.iter().all(|line| !line.contains('\n')), "{text}");
    assert!(
        lines[1..].iter().all(|line| line.starts_with("tip: ")),
        "{text}"
    );
    assert!(lines.len() <= 2, "{text}");
    lines.join("; ")
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
