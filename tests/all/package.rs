//! Installation, the desktop files and the templates of packages.

#[cfg(unix)]
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Id of the desktop entry, the icon and the metainfo.
const ID: &str = "io.github.larboard.larboard";

fn asset(name: &str) -> String {
    let path = Path::new(ROOT).join("assets").join(name);
    fs::read_to_string(path).expect(name)
}

#[test]
fn the_desktop_entry_and_the_metainfo_agree() {
    let entry = asset(&format!("{ID}.desktop"));
    let metainfo = asset(&format!("{ID}.metainfo.xml"));
    for line in ["Exec=larboard", "Terminal=true", &format!("Icon={ID}")] {
        assert!(entry.lines().any(|found| found == line), "{line}");
    }
    for part in [
        format!("<id>{ID}</id>"),
        format!("<launchable type=\"desktop-id\">{ID}.desktop</launchable>"),
        format!("<icon type=\"stock\">{ID}</icon>"),
        format!(
            "<project_license>{}</project_license>",
            env!("CARGO_PKG_LICENSE")
        ),
        "<binary>larboard</binary>".to_owned(),
        "<release version=\"@VERSION@\" date=\"@DATE@\"/>".to_owned(),
    ] {
        assert!(metainfo.contains(&part), "{part}");
    }
    assert!(asset(&format!("{ID}.svg")).starts_with("<svg "));
}

/// Returns the paths of the files in a folder and its subfolders, relative to it.
#[cfg(unix)]
fn files_below(folder: &Path) -> BTreeSet<String> {
    let mut folders = vec![folder.to_path_buf()];
    let mut files = BTreeSet::new();
    while let Some(open) = folders.pop() {
        for entry in fs::read_dir(open).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let relative = path.strip_prefix(folder).expect("a path in the folder");
                files.insert(relative.to_string_lossy().into_owned());
            }
        }
    }
    files
}

#[cfg(unix)]
#[test]
#[ignore = "run by `programs` where make is installed"]
fn make_install_installs_every_file() {
    use std::os::unix::fs::PermissionsExt;

    let stage = tempfile::tempdir().expect("a folder");
    let variable = |name: &str, value: &str| format!("{name}={value}");
    let variables = [
        variable("DESTDIR", stage.path().to_str().expect("text")),
        variable("PREFIX", "/usr"),
        variable("BINARY", env!("CARGO_BIN_EXE_larboard")),
    ];
    let make = |target: &str| {
        let output = Command::new("make")
            .args(["--silent", target])
            .args(&variables)
            .current_dir(ROOT)
            .env_remove("REPOSITORY")
            .output()
            .expect("make");
        assert!(output.status.success(), "{output:?}");
    };
    make("install");
    let share = |path: &str| format!("usr/share/{path}");
    let expected = [
        "usr/bin/larboard".to_owned(),
        share(&format!("applications/{ID}.desktop")),
        share("bash-completion/completions/larboard"),
        share("doc/larboard/CHANGELOG.md"),
        share("doc/larboard/LICENSE-APACHE"),
        share("doc/larboard/LICENSE-MIT"),
        share("doc/larboard/RULES.md"),
        share("doc/larboard/assets/record.schema.json"),
        share("doc/larboard/docs/json.md"),
        share("doc/larboard/docs/line-mode.md"),
        share("doc/larboard/docs/record-format.md"),
        share("doc/larboard/docs/scripting.md"),
        share("fish/vendor_completions.d/larboard.fish"),
        share(&format!("icons/hicolor/scalable/apps/{ID}.svg")),
        share("man/man6/larboard.6"),
        share(&format!("metainfo/{ID}.metainfo.xml")),
        share("zsh/site-functions/_larboard"),
    ];
    assert_eq!(
        files_below(stage.path()),
        expected.iter().cloned().collect()
    );
    for file in &expected {
        let path = stage.path().join(file);
        let mode = fs::metadata(&path).expect("a file").permissions().mode();
        let is_program = file == "usr/bin/larboard";
        let expected = if is_program { 0o755 } else { 0o644 };
        assert_eq!(mode & 0o777, expected, "{file}");
        if !is_program {
            let text = fs::read_to_string(path).expect("text");
            assert!(!text.contains("@REPOSITORY@"), "{file}");
        }
    }
    let documents = stage.path().join("usr/share/doc/larboard");
    let check = Command::new("bash")
        .arg(".ci/links")
        .arg(documents)
        .current_dir(ROOT)
        .output()
        .expect("bash");
    assert!(check.status.success(), "{check:?}");
    make("uninstall");
    assert_eq!(files_below(stage.path()), BTreeSet::new());
}

#[cfg(unix)]
#[test]
#[ignore = "run by `programs` where make is installed"]
fn make_refuses_a_folder_that_begins_with_a_tilde() {
    for folder in ["PREFIX=~/.local", "DESTDIR=~/stage", "MANDIR=~root/man"] {
        let output = Command::new("make")
            .args(["--dry-run", "install", folder])
            .current_dir(ROOT)
            .output()
            .expect("make");
        assert!(!output.status.success(), "{folder}");
        let error = String::from_utf8(output.stderr).expect("text");
        assert!(error.contains("$HOME"), "{error}");
    }
}

#[cfg(unix)]
#[test]
#[ignore = "run by `programs` where bash is installed"]
fn packaging_templates_are_filled_in_completely() {
    let version = env!("CARGO_PKG_VERSION");
    let dist = tempfile::tempdir().expect("a folder");
    let archive = format!("larboard-{version}.tar.gz");
    let digest = "0123456789abcdef".repeat(4);
    let checksum = dist.path().join(format!("{archive}.sha256"));
    fs::write(checksum, format!("{digest}  {archive}\n")).expect("a file");
    let packaging = Path::new(ROOT).join("packaging");
    for template in ["PKGBUILD", "larboard.rb"] {
        let output = Command::new(packaging.join("fill"))
            .arg(packaging.join(template))
            .env("REPOSITORY", "https://example.org/larboard")
            .env("DIST", dist.path())
            .output()
            .expect("packaging/fill");
        assert!(output.status.success(), "{template}: {output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        let is_placeholder =
            |after: &str| after.starts_with(|first: char| first.is_ascii_uppercase());
        assert!(
            !text.split('@').skip(1).any(is_placeholder),
            "{template}: {text}"
        );
        let is_complete = text.contains(version) && text.contains(&digest);
        assert!(is_complete, "{template}: {text}");
    }
}

#[test]
fn the_minimum_rust_version_is_documented_and_tested() {
    let readme = Path::new(ROOT).join("README.md");
    let readme = fs::read_to_string(readme).expect("README");
    assert!(readme.contains(concat!(env!("CARGO_PKG_RUST_VERSION"), " or later")));
    let ci = Path::new(ROOT).join(".github/workflows/ci.yml");
    let ci = fs::read_to_string(ci).expect("the CI configuration");
    let version = env!("CARGO_PKG_RUST_VERSION");
    assert!(ci.contains(&format!("cargo +{version} test --locked")));
}

#[test]
fn the_changelog_has_a_section_for_this_version() {
    let changelog = fs::read_to_string(Path::new(ROOT).join("CHANGELOG.md")).expect("changelog");
    let heading = format!("## [{}] - ", env!("CARGO_PKG_VERSION"));
    let mut dates = changelog
        .lines()
        .filter_map(|line| line.strip_prefix(&heading));
    let date = dates.next().expect("section");
    let is_date = date.parse::<jiff::civil::Date>().is_ok();
    assert!(is_date || date == "YYYY-MM-DD", "{date}");
}
