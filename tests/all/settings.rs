//! The settings file: read, changed in place, and never written over where it was not understood.

use std::fs;
use std::path::Path;

use larboard::storage::settings::{AnimationMode, Setting, Settings, SettingsFile, Theme, parse};
use larboard::tui::keymap::Keymap;
use tempfile::TempDir;

/// A folder of a test's own, gone with it.
fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn open(path: &Path) -> (SettingsFile, Vec<String>) {
    let (file, complaints) = SettingsFile::open_at(Some(path.to_owned()));
    (file, complaints.iter().map(ToString::to_string).collect())
}

fn with(settings: &Settings, change: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = settings.clone();
    change(&mut settings);
    settings
}

/// The names of the files in a folder, in order.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_that_is_not_there_sets_nothing_and_comes_with_the_first_change() {
    let folder = folder();
    let path = folder.path().join("deep").join("settings.toml");
    let (mut file, complaints) = open(&path);
    assert!(complaints.is_empty());
    assert_eq!(*file.settings(), Settings::default());
    assert_eq!(
        file.save_if_changed(&Settings::default())
            .expect("nothing to do"),
        None
    );
    assert!(!path.exists());
    let changed = with(file.settings(), |settings| settings.theme = Theme::Felt);
    assert_eq!(file.save_if_changed(&changed).expect("a new file"), None);
    assert_eq!(
        fs::read_to_string(&path).expect("a file"),
        "theme = \"felt\"\n"
    );
    assert_eq!(*open(&path).0.settings(), changed);
}

#[test]
fn two_windows_keep_what_each_has_changed() {
    let folder = folder();
    let path = folder.path().join("settings.toml");
    let (mut one, _) = open(&path);
    let (mut other, _) = open(&path);
    let felt = with(one.settings(), |settings| settings.theme = Theme::Felt);
    one.save_if_changed(&felt).expect("kept");
    let still = with(other.settings(), |settings| {
        settings.animation = AnimationMode::Off;
    });
    other.save_if_changed(&still).expect("kept");
    let (both, _) = open(&path);
    assert_eq!(both.settings().theme, Theme::Felt);
    assert_eq!(both.settings().animation, AnimationMode::Off);
}

#[test]
fn what_was_not_understood_is_copied_before_it_is_written_over() {
    for text in [
        &b"theme = \"pi"[..],
        b"theme = 7 # mine\n",
        b"\xff\xfe",
        &[b'#'; 70_000],
    ] {
        let folder = folder();
        let path = folder.path().join("settings.toml");
        fs::write(&path, text).expect("a file");
        let (mut file, complaints) = open(&path);
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        assert_eq!(
            files(folder.path()),
            ["settings.toml"],
            "nothing is done unasked"
        );
        let felt = with(file.settings(), |settings| settings.theme = Theme::Felt);
        let aside = file
            .save_if_changed(&felt)
            .expect("kept")
            .expect("a new name");
        assert_eq!(fs::read(aside).expect("the copy"), text);
        assert_eq!(files(folder.path()).len(), 2);
        let (now, complaints) = open(&path);
        assert_eq!((now.settings().theme, complaints.len()), (Theme::Felt, 0));
        let light = with(file.settings(), |settings| settings.theme = Theme::Light);
        assert_eq!(file.save_if_changed(&light).expect("kept"), None);
        assert_eq!(files(folder.path()).len(), 2, "once is enough");
    }
}

#[test]
fn a_fault_that_a_change_does_not_touch_stays_where_it_is() {
    let folder = folder();
    let path = folder.path().join("settings.toml");
    fs::write(&path, "mouse = 3\n[keys]\nfly = [\"x\"]\n").expect("a file");
    let (mut file, complaints) = open(&path);
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    let felt = with(file.settings(), |settings| settings.theme = Theme::Felt);
    assert_eq!(file.save_if_changed(&felt).expect("kept"), None);
    let text = fs::read_to_string(&path).expect("a file");
    assert_eq!(text, "mouse = 3\ntheme = \"felt\"\n[keys]\nfly = [\"x\"]\n");
}

#[test]
fn settings_that_cannot_be_kept_are_told_once_and_again_with_the_next_change() {
    let folder = folder();
    let path = folder.path().join("settings.toml");
    fs::create_dir(&path).expect("a folder in its place");
    let (mut file, complaints) = open(&path);
    assert_eq!(
        complaints,
        ["settings.toml: it cannot be read: it is no file"]
    );
    let felt = with(file.settings(), |settings| settings.theme = Theme::Felt);
    assert!(file.save_if_changed(&felt).is_err());
    assert_eq!(file.save_if_changed(&felt).expect("told already"), None);
    fs::remove_dir(&path).expect("an empty folder");
    let still = with(&felt, |settings| settings.animation = AnimationMode::Off);
    file.save_if_changed(&still).expect("kept");
    assert_eq!(
        *open(&path).0.settings(),
        still,
        "the change before is kept too"
    );
    let (mut nowhere, complaints) = SettingsFile::open_at(None);
    assert!(complaints.is_empty());
    assert!(nowhere.save_if_changed(&still).is_err());
}

#[cfg(unix)]
#[test]
fn a_link_to_the_file_stays_a_link() {
    let folder = folder();
    let (path, real) = (
        folder.path().join("settings.toml"),
        folder.path().join("mine.toml"),
    );
    fs::write(&real, "# mine\n").expect("a file");
    std::os::unix::fs::symlink("mine.toml", &path).expect("a link");
    let (mut file, _) = open(&path);
    let felt = with(file.settings(), |settings| settings.theme = Theme::Felt);
    file.save_if_changed(&felt).expect("kept");
    assert!(path.is_symlink());
    let text = fs::read_to_string(&real).expect("a file");
    assert!(text.contains("# mine") && text.contains("felt"), "{text}");
}

/// A settings file that sets everything to what it is without one.
fn usual() -> String {
    let mut text =
        "# All settings with their defaults. The settings screen (`,`) can change those above [keys].\n"
            .to_owned();
    for setting in Setting::ALL {
        let (value, others) = match setting {
            Setting::Theme => ("\"terminal\"".into(), setting.allowed_values()),
            Setting::Animation => ("\"auto\"".into(), setting.allowed_values()),
            Setting::Bool(switch) => (switch.default_value().to_string(), String::new()),
        };
        let colon = if others.is_empty() { "" } else { ": " };
        let (name, about) = (setting.name(), setting.description());
        text += &format!("\n# {about}{colon}{others}\n{name} = {value}\n");
    }
    text += "\n# The keys of each action, in every mode where it applies. A key has one meaning in each mode.\n\
             # Keys are single characters, space enter esc tab shift-tab backspace delete up down left right\n\
             # home end pgup pgdn, f1 to f24, and any of them after ctrl- or alt-.\n[keys]\n";
    for (name, keys) in Keymap::default().bindable_actions() {
        let keys: Vec<String> = keys.iter().map(|key| format!("\"{key}\"")).collect();
        text += &format!("{name} = [{}]\n", keys.join(", "));
    }
    text
}

#[test]
fn the_file_of_all_settings_says_what_holds_without_it() {
    let text = include_str!("../../assets/settings.toml");
    assert_eq!(text, usual(), "\n{}", usual());
    let (settings, complaints) = parse(text);
    assert_eq!(complaints, []);
    let (keymap, complaints) = Keymap::from_settings(&settings.key_overrides);
    assert_eq!(complaints, []);
    assert_eq!(
        keymap.bindable_actions(),
        Keymap::default().bindable_actions()
    );
    let without_keys = with(&settings, |settings| settings.key_overrides.clear());
    assert_eq!(without_keys, Settings::default());
}
