//! The commands in the documents: a reader can type each of them.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, iter};

use crate::home::{Home, Ran};
use crate::{PROGRAM, kept_files};

/// What a reader can type.
#[derive(Debug)]
struct Example {
    /// The program that runs it, which reads it from an argument.
    interpreter: [&'static str; 2],
    text: String,
}

/// Returns the examples of a document: commands of the program in blocks and in backquotes, and programs.
fn examples(document: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut add = |interpreter, text: &str| {
        examples.push(Example {
            interpreter,
            text: text.to_owned(),
        });
    };
    let (shell, python) = (["sh", "-c"], ["python3", "-c"]);
    for (index, part) in document.split("```").enumerate() {
        let block = part.split_once('\n').filter(|_| index % 2 == 1);
        match block {
            Some(("sh", lines)) => {
                let lines = lines
                    .lines()
                    .map(|line| line.split("  #").next().unwrap_or(line));
                let commands = lines.filter(|line| line.contains("larboard "));
                commands.for_each(|command| add(shell, command));
            }
            Some(("python", program)) => add(python, program),
            Some(_) => {}
            None => {
                let text = part.split_whitespace().collect::<Vec<_>>().join(" ");
                let spans = text.split('`').skip(1).step_by(2);
                let commands = spans.filter(|span| span.starts_with("larboard "));
                commands.for_each(|command| add(shell, command));
            }
        }
    }
    examples
}

/// Runs an example in a folder, with the program in the path and without a terminal.
fn run(home: &Home, interpreter: [&str; 2], text: &str) -> Ran {
    let folder = Path::new(PROGRAM).parent().expect("a folder");
    let others = env::var_os("PATH").unwrap_or_default();
    let path = iter::once(folder.into()).chain(env::split_paths(&others));
    let [program, option] = interpreter;
    let output = Command::new(program)
        .args([option, text])
        .current_dir(home.path())
        .env("LARBOARD_HOME", home.path())
        .env("PATH", env::join_paths(path).expect("a path"))
        .stdin(Stdio::null())
        .output();
    output.expect(program).into()
}

#[test]
#[ignore = "run by `programs` where sh, python3 and jq are installed"]
fn every_command_in_the_documents_can_be_typed() {
    let folders = ["", "docs"].map(kept_files::path);
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let paths = files.map(|file| file.expect("a file").path());
    let record = kept_files::read("tests/data/exported/single-left-won.json");
    let mut count = 0;
    for path in paths.filter(|path| path.extension().is_some_and(|end| end == "md")) {
        let home = Home::new();
        // No deal is waited for.
        fs::write(home.join("settings.toml"), "deals = \"any\"\n").expect("settings");
        for Example { interpreter, text } in examples(&fs::read_to_string(&path).expect("text")) {
            let text = text.replace("[GAME]", "GAME");
            let text = text.replace("GAME", "moosehide");
            let text = text.replace("FILE", "game.json");
            fs::write(home.join("game.json"), &record).expect("a record");
            let mut ran = run(&home, interpreter, &text);
            // What is played on a screen is played by typed lines instead.
            if ran.2.contains("--plain") {
                ran = run(&home, interpreter, &format!("{text} --plain"));
            }
            assert_eq!(ran.0, 0, "{}: {text}: {ran:?}", path.display());
            count += 1;
        }
    }
    assert!(count > 35, "only {count} commands");
}

#[test]
#[ignore = "run by `programs` where bash is installed"]
fn links_lead_to_files_that_are_in_a_release_archive() {
    let folder = tempfile::tempdir().expect("a folder");
    // The check looks for no program where a build of another kind has left its folder.
    fs::create_dir(folder.path().join("target")).expect("a folder");
    let script = r#"cp -R ./*.md LICENSE-* Makefile assets docs "$0" && bash .ci/links "$0""#;
    let check = Command::new("sh")
        .args(["-c", script])
        .arg(folder.path())
        .current_dir(kept_files::path(""))
        .output();
    let ran = Ran::from(check.expect("sh"));
    assert_eq!(ran.0, 0, "{ran:?}");
}
