//! The command line: the output of commands, and one line for each usage error.

use crate::command_lines;
use crate::home::{Home, Ran};

fn run(line: &str) -> Ran {
    let mut command = Home::new().command(line);
    command.current_dir(crate::ROOT);
    command.output().expect("output of the program").into()
}

#[test]
fn usage_errors_name_the_argument_and_exit_with_2() {
    command_lines::transcript("lab/tests/data/usage-errors.txt", |line| {
        let Ran(code, out, err) = run(line);
        assert_eq!((code, &*out), (2, ""), "{line}: {err}");
        command_lines::usage_error(&err)
    });
}

#[test]
fn commands_print_what_is_documented_or_an_error_with_status_1() {
    command_lines::transcript("lab/tests/data/commands.txt", |line| {
        let Ran(code, out, err) = run(line);
        assert!(code == i32::from(!err.is_empty()), "{line}: {code}");
        out + &err
    });
}

#[test]
fn times_in_json_are_rounded_to_milliseconds() {
    for line in [
        "perft moosehide --seed 1 --depth 2 --json",
        "survey single-left --seeds 0..5 --json",
    ] {
        let Ran(_, out, _) = run(line);
        let json: serde_json::Value = serde_json::from_str(&out).expect("valid JSON");
        let milliseconds = json["seconds"].as_f64().expect("number") * 1000.0;
        let error = (milliseconds - milliseconds.round()).abs();
        assert!(error < 1e-6, "{line}: {out}");
    }
}

#[test]
fn the_help_names_every_command() {
    let Ran(code, help, _) = run("--help");
    assert_eq!(code, 0);
    for name in [
        "survey",
        "merge",
        "perft",
        "grade",
        "import",
        "follow-hints",
        "tune",
    ] {
        assert_contains!(help, &format!("\n  {name} "));
    }
}

#[test]
fn hints_are_followed_to_the_end_of_a_game() {
    let line = "follow-hints moosehide --rule layout=classic --seeds 1..2 --positions 1";
    let Ran(code, out, err) = run(line);
    assert_eq!((code, &*err), (0, ""));
    assert_starts_with!(out, "1: HintTally { games: 1, ");
    assert_contains!(out, "\nHintTally { games: 1, ");
}

#[test]
fn the_same_seed_and_deals_tune_to_the_same_weights() {
    let line = "tune single-left --rule style=warfield --generations 1 --deals 2";
    let Ran(code, first, err) = run(line);
    assert_eq!(code, 0);
    assert_starts_with!(err, "generation 1: ");
    assert_starts_with!(first, "[\n    ");
    assert_ends_with!(first, ",\n]\n");
    assert_eq!(run(line).1, first);
    assert_ne!(run(&format!("{line} --seed 2")).1, first);
    let Ran(code, out, err) = run("tune moosehide");
    assert_eq!((code, &*out), (1, ""));
    assert_starts_with!(err, "error: Moosehide is not played by rollouts");
}

#[test]
fn grading_goes_on_with_its_file() {
    let home = Home::new();
    let path = home.join("results.txt");
    let grade = |more: &str| {
        let line = "grade moosehide --rule layout=classic --jobs 1 --plays 1 --casual-plays 1";
        let Ran(code, out, err) = run(&format!("{line} {more} --output {}", path.display()));
        assert_eq!(code, i32::from(!err.is_empty()));
        (out + &err, std::fs::read_to_string(&path).expect("results"))
    };
    let (summary, first) = grade("--positions 10 --last-seed 1000001");
    assert_contains!(summary, ": 1 deals, played by version ");
    let version = first.lines().nth(1).expect("the version");
    let made_by_older = first.replace(version, "# version 0.0.1");
    std::fs::write(&path, &made_by_older).expect("results of an older version");
    let (summary, second) = grade("--positions 10 --last-seed 1000002");
    let added = second.strip_prefix(&made_by_older).expect("older results");
    assert_starts_with!(added, &format!("{version}\n1000002 "));
    let number = version.trim_start_matches("# version ");
    assert_contains!(
        summary,
        &format!(": 2 deals, played by version 0.0.1, {number}\n")
    );
    let (refused, third) = grade("--positions 20 --last-seed 1000003");
    assert_ends_with!(
        refused,
        ": another game or effort; delete it to start anew\n"
    );
    assert_eq!(third, second);
}

/// Runs a command line in a shell with a limit.
#[cfg(target_os = "linux")]
fn run_limited(limit: &str, line: &str) -> Ran {
    let script = format!("{limit}; exec \"$0\" {line}");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script, crate::PROGRAM]);
    command.output().expect("output of the program").into()
}

#[cfg(target_os = "linux")]
#[test]
fn a_survey_without_its_threads_is_an_error() {
    // No thread can have a stack that large.
    let limit = "ulimit -v 3000000; export RUST_MIN_STACK=4294967296";
    let line = "survey single-left --seeds 0..50 --jobs 8 --memory 16";
    let Ran(code, out, err) = run_limited(limit, line);
    assert_eq!((code, &*out), (1, ""));
    assert!(err.starts_with("error: cannot start 8 searches: "), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_shallow_stack_is_enough() {
    for line in [
        "perft single-left --seed 1 --rule redeals=3 --depth 255",
        "perft single-left --seed 1 --rule redeals=3 --depth 200",
        "survey moosehide --seeds 0..2 --positions 20000 --memory 16",
    ] {
        let Ran(code, out, err) = run_limited("ulimit -s 256", line);
        assert_eq!(code, 0, "{line}: {err}");
        assert!(!out.is_empty());
    }
}

/// Every file operation fails once: whole lines are kept, and the failure is reported.
#[cfg(target_os = "linux")]
#[test]
fn a_survey_that_cannot_write_says_so_and_keeps_whole_lines() {
    use clap::Parser;
    use larboard::storage::file_ops::with_failure;
    use rustix::io::Errno;

    for operation in 0.. {
        let home = Home::new();
        let path = home.join("deals.jsonl");
        let name = path.to_str().expect("name");
        let line = [
            "lab",
            "survey",
            "single-left",
            "--seeds",
            "10..14",
            "--jobs",
            "1",
            "-o",
            name,
        ];
        let survey = lab::Lab::try_parse_from(line).expect("valid arguments");
        let (run, errno) = (|| survey.run(&mut Vec::new()), Errno::NOSPC.raw_os_error());
        let (ran, has_failed) = with_failure(operation, errno, run);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let lines = text.split_inclusive('\n');
        let whole = Vec::from_iter(lines.filter(|line| line.ends_with('\n')));
        let is_json = |line: &&str| serde_json::from_str::<serde_json::Value>(line).is_ok();
        assert!(whole.iter().all(is_json), "{text}");
        let count = whole.len();
        if !has_failed {
            assert!(ran.is_ok() && count == 4 && operation == 5, "{operation}");
            break;
        }
        let failure = ran.expect_err("a failure");
        assert_starts_with!(failure.message(), "cannot write ");
        assert_eq!(count, operation.saturating_sub(1));
    }
}
