# A newcomer needs only make run and make test: both install what is missing and say so.

SWIFT ?= swift
BUILD_FLAGS := --explicit-target-dependency-import-check error
RELEASE_FLAGS = -c release --static-swift-stdlib $(BUILD_FLAGS) $(LINK_FLAGS)
RELEASE := .build/release/bgtop

# .ci/link determines how the release binary is linked on Linux (Docs/Decisions.md, "A start in milliseconds").
ifeq ($(shell uname),Linux)
LINK_DIR := $(CURDIR)/.build/link
LINK_FLAGS = $(shell cat "$(LINK_DIR)/flags")
endif

# Installing or removing zlib takes effect at the next build.
export BGTOP_ZLIB ?= $(if $(wildcard /usr/include/zlib.h),1,0)

PREFIX ?= /usr/local
FORMATTED := Package.swift Sources Tests Themes Benchmarks

# Rewrites screens, answers, pictures, the README's screen, and the key table; review them with git diff. A test that records
# fails, so that they are not recorded by accident.
golden: setup
	@RECORD_SNAPSHOTS=1 $(SWIFT) test $(BUILD_FLAGS) --filter 'GoldenTests|QuestionTests|AnswerTests|UsageTests|FingerprintTests' >/dev/null 2>&1 || true
	@git status --short -- Tests README.md Docs

.PHONY: golden run test check format lint build setup bench install clean determinism macos
.PHONY: mutants fuzz sanitize crash endurance

run: build
	@$(RELEASE)

build: setup
	@$(SWIFT) build $(RELEASE_FLAGS) --product bgtop

test: setup
	@$(SWIFT) test $(BUILD_FLAGS)

# What continuous integration checks in addition to the tests: formatter, module borders, macOS, release-mode tests, determinism.
check: setup lint macos
	@$(SWIFT) test -c release $(BUILD_FLAGS) --scratch-path .build/check
	@$(MAKE) --no-print-directory build determinism

lint:
	@$(SWIFT) format lint --strict --recursive --parallel $(wildcard $(FORMATTED))

format:
	@$(SWIFT) format --in-place --recursive --parallel $(wildcard $(FORMATTED))

# The same scenario, seed, and commands give the same bytes, regardless of the machine's locale.
determinism: build
	@.ci/determinism $(RELEASE)

bench: build
	@Benchmarks/run $(RELEASE)

# What looks for mistakes that nobody thought of (Docs/Testing.md). Each takes minutes to hours.

# Breaks the package in N places, one at a time, and lists what no test notices: N=300, MODULES=TaskTrace,Diagnosis.
mutants: setup
	@Tests/Mutation/mutants.py $(if $(N),--count $(N)) $(if $(MODULES),--modules $(MODULES))

# Fuzzes each target for a minute: SECONDS=3600, TARGET=log, KEEP=1 to keep what was found among the seeds.
fuzz: setup
	@Tests/Fuzzing/fuzz $(if $(SECONDS),--seconds $(SECONDS)) $(if $(TARGET),--targets $(TARGET)) $(if $(KEEP),--keep)

# All tests under the sanitizers of addresses, undefined behavior and threads: ONLY=address, FILTER=PlatformTests.
sanitize: setup
	@Tests/sanitize $(or $(ONLY),"") $(FILTER)

# Kills the program N times while it writes, and looks at what is left.
crash: build
	@Tests/Torture/crash.py $(RELEASE) $(if $(N),--count $(N))

# Uses the dashboard for a long time: MINUTES=10 for each part.
endurance: build
	@Tests/Torture/endurance.py $(RELEASE) $(if $(MINUTES),--minutes $(MINUTES))

# The C parts for macOS, compiled with Zig if it is installed.
macos:
	@.ci/macos .build/macos

install: build
	@install -d "$(DESTDIR)$(PREFIX)/bin"
	@install -m 755 $(RELEASE) "$(DESTDIR)$(PREFIX)/bin/bgtop"
	@install -d "$(DESTDIR)$(PREFIX)/share/man/man1" "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	@$(RELEASE) manual > "$(DESTDIR)$(PREFIX)/share/man/man1/bgtop.1"
	@$(RELEASE) completions bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/bgtop"
	@$(RELEASE) completions zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_bgtop"
	@$(RELEASE) completions fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/bgtop.fish"

setup:
	@.ci/setup
	@$(if $(LINK_DIR),.ci/link "$(LINK_DIR)")

clean:
	@rm -rf .build
