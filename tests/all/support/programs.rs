//! Tests that need a program which may be missing. They are ignored by themselves; one test runs those whose
//! programs are installed.

use std::env;
use std::process::Command;

/// Programs, and the test that needs them.
const TESTS: &str = "\
bash: completions::bash_completes_games_flags_values_and_files
fish: completions::fish_completes_games_flags_values_and_files
zsh: completions::zsh_completes_games_flags_values_and_files
mandoc: manual::the_kept_page_is_clean
make bash: package::make_install_installs_every_file
make: package::make_refuses_a_folder_that_begins_with_a_tilde
bash: package::packaging_templates_are_filled_in_completely
sh python3 jq: documents::every_command_in_the_documents_can_be_typed
sh bash: documents::links_lead_to_files_that_are_in_a_release_archive";

fn is_installed(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Where the environment variable `REQUIRE_TEST_PROGRAMS` is set, all programs are expected.
#[test]
fn tests_whose_programs_are_installed_pass() {
    let all_required = env::var_os("REQUIRE_TEST_PROGRAMS").is_some();
    for line in TESTS.lines() {
        let (programs, test) = line.split_once(": ").expect(line);
        if all_required || programs.split(' ').all(is_installed) {
            let this = env::current_exe().expect("this program");
            let run = Command::new(this)
                .args(["--exact", test, "--ignored"])
                .output();
            let run = run.expect("a run of the tests");
            let text = String::from_utf8_lossy(&run.stdout);
            assert!(
                run.status.success() && text.contains("1 passed"),
                "{programs}: {text}"
            );
        }
    }
}
