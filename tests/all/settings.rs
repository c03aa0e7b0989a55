//! The settings file: reading it, and editing it in place so that nothing the player wrote is lost.

use std::fs;
use std::path::Path;
use std::thread;

use larboard::storage::settings::{
    AnimationMode, Setting, Settings, SettingsFile, ThemeName, edit, parse,
};
use larboard::tui::keymap::Keymap;
use larboard::tui::theme::CustomColors;
use tempfile::TempDir;

use crate::kept_files::assert_current;

/// Creates a folder that is removed at the end of the test.
fn folder() -> TempDir {
    tempfile::tempdir().expect("temporary directory")
}

fn open(path: &Path) -> (SettingsFile, Vec<String>) {
    let file = SettingsFile::open_at(Some(path.to_owned()));
    let errors = file.errors.iter().map(ToString::to_string).collect();
    (file, errors)
}

fn changed(settings: &Settings, change: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = settings.clone();
    change(&mut settings);
    settings
}

/// Returns the sorted names of the files in a folder, without locks, which stay on Windows.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("readable folder");
    let names = entries.map(|entry| entry.expect("entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.retain(|name| !name.ends_with(".lock"));
    names.sort();
    names
}

#[test]
fn a_missing_file_gives_the_defaults_and_is_created_by_the_first_change() {
    let folder = folder();
    let path = folder.path().join("deep").join("settings.toml");
    let (mut file, errors) = open(&path);
    assert!(errors.is_empty());
    assert_eq!(*file.settings(), Settings::default());
    file.save_if_changed(&Settings::default())
        .expect("nothing to do");
    assert!(!path.exists());
    let edited = changed(file.settings(), |settings| settings.choose(ThemeName::Felt));
    file.save_if_changed(&edited).expect("new file");
    assert_eq!(
        fs::read_to_string(&path).expect("readable file"),
        "theme = \"felt\"\n"
    );
    assert_eq!(*open(&path).0.settings(), edited);
}

#[test]
fn changes_by_two_processes_are_both_saved() {
    let folder = folder();
    let path = folder.path().join("settings.toml");
    let (mut one, _) = open(&path);
    let (mut other, _) = open(&path);
    let felt = changed(one.settings(), |settings| settings.choose(ThemeName::Felt));
    one.save_if_changed(&felt).expect("saved");
    let no_animations = changed(other.settings(), |settings| {
        settings.choose(AnimationMode::Off);
    });
    other.save_if_changed(&no_animations).expect("saved");
    let (both, _) = open(&path);
    assert_eq!(both.settings().choice::<ThemeName>(), ThemeName::Felt);
    assert_eq!(
        both.settings().choice::<AnimationMode>(),
        AnimationMode::Off
    );
}

#[test]
fn changes_at_the_same_time_are_all_saved() {
    let folder = folder();
    let path = folder.path().join("settings.toml");
    let change_often = |setting| {
        let (mut file, _) = open(&path);
        for n in 0..50 {
            let after = changed(file.settings(), |settings| {
                settings.set(setting, n % 2 == 0);
            });
            file.save_if_changed(&after).expect("saved");
            let (now, errors) = open(&path);
            let is_on = now.settings().is_on(setting);
            assert!(errors.is_empty(), "{errors:?}");
            assert_eq!(is_on, n % 2 == 0, "{} after change {n}", setting.name());
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| change_often(Setting::Ascii));
        scope.spawn(|| change_often(Setting::FourColors));
    });
}

#[test]
fn a_file_that_is_not_valid_is_never_replaced() {
    for (text, reason) in [
        (&b"mouse = true\ntheme = \"pi"[..], "line 2: "),
        (b"\xff\xfe", "it is not UTF-8 text"),
        (&[b'#'; 70_000], "it is larger than 64 KiB"),
    ] {
        let folder = folder();
        let path = folder.path().join("settings.toml");
        fs::write(&path, text).expect("writable file");
        let (mut file, errors) = open(&path);
        assert_eq!(errors.len(), 1, "{errors:?}");
        let felt = changed(file.settings(), |settings| settings.choose(ThemeName::Felt));
        let error = file.save_if_changed(&felt).expect_err("not saved");
        let error = error.to_string();
        assert!(
            error.contains(&format!("settings.toml: {reason}")),
            "{error}"
        );
        assert_eq!(fs::read(&path).expect("the file"), text);
        assert_eq!(files(folder.path()), ["settings.toml"]);
        fs::write(&path, "mouse = false\n").expect("mended");
        let light = changed(&felt, |settings| settings.choose(ThemeName::Light));
        file.save_if_changed(&light).expect("saved");
        let text = fs::read_to_string(&path).expect("the file");
        assert_eq!(text, "mouse = false\ntheme = \"light\"\n");
    }
}

#[test]
fn a_setting_that_is_changed_replaces_an_invalid_value() {
    for text in ["theme = 7 # mine\n", "[theme]\nx = 1\n"] {
        let folder = folder();
        let path = folder.path().join("settings.toml");
        fs::write(&path, text).expect("writable file");
        let (mut file, errors) = open(&path);
        assert_eq!(errors.len(), 1, "{errors:?}");
        let felt = changed(file.settings(), |settings| settings.choose(ThemeName::Felt));
        file.save_if_changed(&felt).expect("saved");
        let (now, errors) = open(&path);
        let theme = now.settings().choice::<ThemeName>();
        assert_eq!((theme, errors.len()), (ThemeName::Felt, 0));
    }
}

#[test]
fn an_edit_leaves_other_invalid_lines_in_place() {
    let folder = folder();
    let path = folder.path().join("settings.toml");
    fs::write(&path, "mouse = 3\n[keys]\nfly = [\"x\"]\n").expect("writable file");
    let (mut file, errors) = open(&path);
    assert_eq!(errors.len(), 1, "{errors:?}");
    let felt = changed(file.settings(), |settings| settings.choose(ThemeName::Felt));
    file.save_if_changed(&felt).expect("saved");
    let text = fs::read_to_string(&path).expect("readable file");
    assert_eq!(text, "mouse = 3\ntheme = \"felt\"\n[keys]\nfly = [\"x\"]\n");
}

#[test]
fn one_changed_setting_changes_one_line() {
    let felt = changed(&Settings::default(), |settings| {
        settings.choose(ThemeName::Felt);
    });
    for (before, after) in [
        (
            "\u{feff}# mine\r\ntheme = \"light\"\r\nmouse = true\r\n",
            "\u{feff}# mine\r\ntheme = \"felt\"\r\nmouse = true\r\n",
        ),
        (
            "mouse = true\r\n\r\n[keys]\r\nundo = \"u\"",
            "mouse = true\r\ntheme = \"felt\"\r\n\r\n[keys]\r\nundo = \"u\"\r\n",
        ),
    ] {
        let edited = edit(before, &Settings::default(), &felt).expect("valid TOML");
        assert_eq!(edited, after);
    }
}

#[test]
fn an_unwritable_file_is_reported_once_per_change() {
    let folder = folder();
    let path = folder.path().join("settings.toml");
    fs::create_dir(&path).expect("folder in its place");
    let (mut file, errors) = open(&path);
    assert_eq!(
        errors,
        ["settings.toml: cannot be read: it is not a regular file"]
    );
    let felt = changed(file.settings(), |settings| settings.choose(ThemeName::Felt));
    assert!(file.save_if_changed(&felt).is_err());
    file.save_if_changed(&felt).expect("reported already");
    fs::remove_dir(&path).expect("empty folder");
    let no_animations = changed(&felt, |settings| settings.choose(AnimationMode::Off));
    file.save_if_changed(&no_animations).expect("saved");
    assert_eq!(
        *open(&path).0.settings(),
        no_animations,
        "the earlier change is saved too"
    );
    let mut no_folder = SettingsFile::open_at(None);
    assert!(no_folder.errors.is_empty());
    assert!(no_folder.save_if_changed(&no_animations).is_err());
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_to_the_file_remains() {
    let folder = folder();
    let (path, real) = (
        folder.path().join("settings.toml"),
        folder.path().join("mine.toml"),
    );
    fs::write(&real, "# mine\n").expect("writable file");
    std::os::unix::fs::symlink("mine.toml", &path).expect("link");
    let (mut file, _) = open(&path);
    let felt = changed(file.settings(), |settings| settings.choose(ThemeName::Felt));
    file.save_if_changed(&felt).expect("saved");
    assert!(path.is_symlink());
    let text = fs::read_to_string(&real).expect("readable file");
    assert!(text.contains("# mine") && text.contains("felt"), "{text}");
}

/// Writes a settings file with the default of every setting.
fn default_file() -> String {
    let mut text =
        "# All settings with their defaults. The settings screen (`,`) can change those above [colors].\n"
            .to_owned();
    for &setting in Setting::ALL {
        let mut other = Settings::default();
        other.cycle(setting, false);
        let line = edit("", &other, &Settings::default()).expect("valid TOML");
        let values = if setting.is_switch() {
            String::new()
        } else {
            format!(". One of: {}", setting.allowed_values())
        };
        text += &format!("\n# {}{values}\n{line}", setting.description());
    }
    text += "\n# The colors of the theme \"custom\", which can be chosen as soon as one of them is set. A color of text is\n\
             # written \"#rrggbb\", the background behind it \"on #rrggbb\", both \"#rrggbb on #rrggbb\". The role background\n\
             # and the suits have one color, \"#rrggbb\". Roles that are not set have the colors of the theme \"terminal\".\n\
             # Example: card-face = \"#1a1a1e on #f5efe3\". Roles:\n";
    let names: Vec<&str> = CustomColors::role_names().collect();
    for names in names.chunks(8) {
        text += &format!("# {}\n", names.join(" "));
    }
    text += "[colors]\n";
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
fn the_documented_settings_file_has_the_defaults() {
    let text = default_file();
    assert_current("assets/settings.toml", &text);
    let (settings, errors) = parse(&text);
    assert_eq!(errors, []);
    let (keymap, errors) = Keymap::from_settings(&settings.key_overrides);
    assert_eq!(errors, []);
    assert_eq!(
        keymap.bindable_actions(),
        Keymap::default().bindable_actions()
    );
    let without_keys = changed(&settings, |settings| settings.key_overrides.clear());
    assert_eq!(without_keys, Settings::default());
}
