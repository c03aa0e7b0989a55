# Builds and installs the program. `make install PREFIX=/usr DESTDIR=stage` is for packages; in an unpacked release
# archive, `make install` installs the program that comes with it.

PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
DATADIR = $(PREFIX)/share
MANDIR = $(DATADIR)/man
BASHDIR = $(DATADIR)/bash-completion/completions
ZSHDIR = $(DATADIR)/zsh/site-functions
FISHDIR = $(DATADIR)/fish/vendor_completions.d
DOCDIR = $(DATADIR)/doc/larboard
LICENSEDIR = $(DOCDIR)

# Few shells replace `~` after an equals sign.
ifneq (,$(filter ~%,$(DESTDIR) $(PREFIX) $(BINDIR) $(DATADIR) $(MANDIR) $(BASHDIR) $(ZSHDIR) $(FISHDIR) $(DOCDIR) $(LICENSEDIR)))
$(error No folder may begin with `~`, which would not be your home folder; write "$$HOME" instead)
endif

# The documents for programs. They and the rules link to no others.
DOCS = docs/json.md docs/line-mode.md docs/record-format.md docs/scripting.md

CARGO = cargo
CARGOFLAGS = --locked
CARGO_TARGET_DIR ?= target
INSTALL = install

ID = io.github.larboard.larboard
BINARY = $(firstword $(wildcard larboard) $(CARGO_TARGET_DIR)/release/larboard)
# A release archive has no templates: its metadata is complete.
FILL = $(if $(wildcard packaging/fill),bash packaging/fill,cat)

all:
	$(CARGO) build --release $(CARGOFLAGS)

# Only if it is missing, so that `sudo make install` after `make` needs no compiler.
$(CARGO_TARGET_DIR)/release/larboard:
	$(CARGO) build --release $(CARGOFLAGS)

install: install-program install-data

install-program: $(BINARY)
	$(INSTALL) -d '$(DESTDIR)$(BINDIR)'
	$(INSTALL) -m 755 '$(BINARY)' '$(DESTDIR)$(BINDIR)/larboard'

install-data:
	$(INSTALL) -d '$(DESTDIR)$(MANDIR)/man6' '$(DESTDIR)$(BASHDIR)' '$(DESTDIR)$(ZSHDIR)' '$(DESTDIR)$(FISHDIR)' \
	    '$(DESTDIR)$(DATADIR)/applications' '$(DESTDIR)$(DATADIR)/metainfo' \
	    '$(DESTDIR)$(DATADIR)/icons/hicolor/scalable/apps' '$(DESTDIR)$(DOCDIR)/docs' \
	    '$(DESTDIR)$(DOCDIR)/assets' '$(DESTDIR)$(LICENSEDIR)'
	$(INSTALL) -m 644 assets/larboard.6 '$(DESTDIR)$(MANDIR)/man6/larboard.6'
	$(INSTALL) -m 644 assets/completions/larboard.bash '$(DESTDIR)$(BASHDIR)/larboard'
	$(INSTALL) -m 644 assets/completions/_larboard '$(DESTDIR)$(ZSHDIR)/_larboard'
	$(INSTALL) -m 644 assets/completions/larboard.fish '$(DESTDIR)$(FISHDIR)/larboard.fish'
	$(INSTALL) -m 644 assets/$(ID).desktop '$(DESTDIR)$(DATADIR)/applications/$(ID).desktop'
	$(INSTALL) -m 644 assets/$(ID).svg '$(DESTDIR)$(DATADIR)/icons/hicolor/scalable/apps/$(ID).svg'
	$(FILL) assets/$(ID).metainfo.xml > '$(DESTDIR)$(DATADIR)/metainfo/$(ID).metainfo.xml'
	chmod 644 '$(DESTDIR)$(DATADIR)/metainfo/$(ID).metainfo.xml'
	$(INSTALL) -m 644 RULES.md CHANGELOG.md '$(DESTDIR)$(DOCDIR)'
	$(INSTALL) -m 644 $(DOCS) '$(DESTDIR)$(DOCDIR)/docs'
	$(INSTALL) -m 644 assets/record.schema.json '$(DESTDIR)$(DOCDIR)/assets'
	$(INSTALL) -m 644 LICENSE-* $(wildcard THIRD-PARTY.txt) '$(DESTDIR)$(LICENSEDIR)'

uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/larboard' '$(DESTDIR)$(MANDIR)/man6/larboard.6' '$(DESTDIR)$(BASHDIR)/larboard' \
	    '$(DESTDIR)$(ZSHDIR)/_larboard' '$(DESTDIR)$(FISHDIR)/larboard.fish' \
	    '$(DESTDIR)$(DATADIR)/applications/$(ID).desktop' '$(DESTDIR)$(DATADIR)/metainfo/$(ID).metainfo.xml' \
	    '$(DESTDIR)$(DATADIR)/icons/hicolor/scalable/apps/$(ID).svg' '$(DESTDIR)$(DOCDIR)/RULES.md' \
	    '$(DESTDIR)$(DOCDIR)/CHANGELOG.md' $(DOCS:%='$(DESTDIR)$(DOCDIR)/%') \
	    '$(DESTDIR)$(DOCDIR)/assets/record.schema.json' '$(DESTDIR)$(LICENSEDIR)/LICENSE-APACHE' \
	    '$(DESTDIR)$(LICENSEDIR)/LICENSE-MIT' '$(DESTDIR)$(LICENSEDIR)/THIRD-PARTY.txt'
	-rmdir '$(DESTDIR)$(DOCDIR)/docs' '$(DESTDIR)$(DOCDIR)/assets' '$(DESTDIR)$(DOCDIR)'

.PHONY: all install install-program install-data uninstall
