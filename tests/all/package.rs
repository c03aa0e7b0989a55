//! The package, and the desktop files.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn asset(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets")
        .join(name);
    std::fs::read_to_string(path).expect(name)
}

#[test]
fn the_package_contains_sources_tests_and_documents_only() {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    let list = String::from_utf8(output.stdout).expect("UTF-8 text");
    let tops: BTreeSet<&str> = list
        .lines()
        .filter_map(|line| line.split('/').next())
        .filter(|top| *top != ".cargo_vcs_info.json")
        .collect();
    let expected = [
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "Cargo.lock",
        "Cargo.toml",
        "Cargo.toml.orig",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "RULES.md",
        "assets",
        "benches",
        "docs",
        "src",
        "tests",
    ];
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(tops, expected.into_iter().collect(), "{stderr}");
}

#[test]
fn links_in_documents_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut links = 0;
    for entry in std::fs::read_dir(root).expect("readable folder") {
        let document = entry.expect("entry").path();
        if document.extension().is_none_or(|end| end != "md") {
            continue;
        }
        let text = std::fs::read_to_string(&document).expect("document");
        let after = text.split("](").skip(1);
        for link in after.filter_map(|after| after.split(')').next()) {
            let exists = link.contains("://") || root.join(link).exists();
            assert!(exists, "{link}, in {}", document.display());
            links += 1;
        }
    }
    assert!(links > 10, "{links}");
}

#[test]
fn the_desktop_entry_and_the_metainfo_agree() {
    let entry = asset("larboard.desktop");
    let metainfo = asset("larboard.metainfo.xml");
    for line in ["Exec=larboard", "Terminal=true", "Icon=larboard"] {
        assert!(entry.lines().any(|found| found == line), "{line}");
    }
    for part in [
        "<launchable type=\"desktop-id\">larboard.desktop</launchable>".to_owned(),
        format!(
            "<project_license>{}</project_license>",
            env!("CARGO_PKG_LICENSE")
        ),
        "<binary>larboard</binary>".to_owned(),
    ] {
        assert!(metainfo.contains(&part), "{part}");
    }
    assert!(asset("larboard.svg").starts_with("<svg "));
}

#[test]
fn the_minimum_rust_version_is_documented_and_tested() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(readme).expect("README");
    assert!(readme.contains(concat!(env!("CARGO_PKG_RUST_VERSION"), " or later")));
    let ci = Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/workflows/ci.yml");
    // The package does not contain the CI configuration.
    if let Ok(ci) = std::fs::read_to_string(ci) {
        let version = env!("CARGO_PKG_RUST_VERSION");
        assert!(ci.contains(&format!("cargo +{version} test --locked")));
    }
}
