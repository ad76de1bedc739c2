# Spoor: every task of the repository, explained by `make help`.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# Imports must be declared as dependencies, so that the graph in Package.swift is the real one.
STRICT := --explicit-target-dependency-import-check error
export JOBS

.PHONY: help
help: ## Shows this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## Installs what is missing on Debian or Ubuntu (apt, PyPI), saying which and why; safe to repeat.
	@scripts/setup test

.PHONY: build
build: ## Builds the SDK for debugging.
	@scripts/setup build
	@swift build -j $(JOBS) $(STRICT)

.PHONY: demo
demo: ## Replays a real shop's click stream, prints what came of it, leaves the dashboard up (ONCE=1: exits).
	@scripts/setup demo
	@swift build --package-path Collector -c release --product spoor -j $(JOBS)
	@"$$(swift build --package-path Collector -c release --show-bin-path)/spoor" demo $(if $(ONCE),--once)

.PHONY: test
test: setup ## Runs everything that must hold; sets the machine up first.
	@rm -f build/test-counts
	@$(MAKE) check-apple
	@scripts/test-package .
	@scripts/docs
	@$(MAKE) hooks
	@scripts/test-package Collector
	@scripts/client-check
	@$(MAKE) value-table
	@$(MAKE) kill ROUNDS=20
	@scripts/demo-check "$$(swift build -c release --package-path Collector --show-bin-path)/spoor"
	@awk '{ n += $$1 } END { printf "\n%d passed, 0 failed\n", n }' build/test-counts

.PHONY: check-apple
check-apple: ## Compiles the code for iOS, macOS, tvOS and watchOS against Stubs/, and tries itself on a few typos.
	@scripts/setup build
	@scripts/check-apple --jobs $(JOBS) --self-test 5

.PHONY: hooks
hooks: ## Runs the hooks on GNU's Objective-C runtime, where it is installed.
	@if compgen -G '/usr/lib/gcc/*-linux-gnu/*/include/objc/runtime.h' >/dev/null; then \
		scripts/test-package Adapters/GNUObjC; \
	else \
		echo "hooks: GNU's Objective-C runtime is not here (make setup installs it); its tests are left out."; \
	fi

.PHONY: docs
docs: ## Builds the SDK's reference into build/docs, and checks the names in its catalogue.
	@scripts/setup build
	@scripts/docs

.PHONY: value-table
value-table: ## Compares what a debug and a release build make of everyday values and bad ones.
	@scripts/setup build
	@swift build --product ValueTable -j $(JOBS) $(STRICT)
	@swift build -c release --product ValueTable -j $(JOBS)
	@scripts/value_table_check.py "$$(swift build --show-bin-path)/ValueTable" \
		"$$(swift build -c release --show-bin-path)/ValueTable"

.PHONY: screens
screens: ## Compares what the engine calls visible with XCUITest's verdicts, for all dumps in DIR=<folder>.
	@scripts/setup build
	@swift build --product ScreenReport -j $(JOBS) $(STRICT)
	@"$$(swift build --show-bin-path)/ScreenReport" "$(or $(DIR),Tests/Fixtures/ios-screens)"

.PHONY: kill
kill: ## Kills the SDK and the collector by SIGKILL, ROUNDS=20 times (SEED=n repeats one), and counts what is lost.
	@swift build -c release --product KillChild -j $(JOBS)
	@swift build -c release --package-path Collector --product spoor -j $(JOBS)
	@python3 scripts/kill_test.py --rounds $(or $(ROUNDS),20) $(if $(SEED),--seed $(SEED)) \
		--child "$$(swift build -c release --show-bin-path)/KillChild" \
		--spoor "$$(swift build -c release --package-path Collector --show-bin-path)/spoor"
	@python3 scripts/record_kill_test.py --rounds $$(( ($(or $(ROUNDS),20) + 1) / 2 )) $(if $(SEED),--seed $(SEED)) \
		--child "$$(swift build -c release --show-bin-path)/KillChild" \
		--spoor "$$(swift build -c release --package-path Collector --show-bin-path)/spoor"
	@python3 scripts/packet_kill_test.py --rounds $(or $(ROUNDS),20) $(if $(SEED),--seed $(SEED)) \
		--spoor "$$(swift build -c release --package-path Collector --show-bin-path)/spoor"

.PHONY: soak
soak: ## The kill test at length: 500 rounds, about twenty minutes.
	@$(MAKE) kill ROUNDS=500

.PHONY: fuzz
fuzz: ## Ten thousand random lives and round trips, 1,300 damaged files, 200,000 damaged packets, planted bugs.
	@scripts/setup build
	@SPOOR_PACKET_FUZZ=200000 scripts/test-package . --filter PacketFuzzTests
	@SPOOR_ROUND_TRIPS=10000 scripts/test-package Collector --filter RoundTripTests
	@SPOOR_MODEL_RUNS=10000 scripts/test-package . --filter 'ModelTests|DamageTests'
	@scripts/mutants

.PHONY: bench
bench: ## Measures speed, CPU, memory and bytes in release builds; table, and figures in build/bench.json.
	@scripts/setup build
	@swift build -c release --package-path Benchmarks -j $(JOBS)
	@swift build -c release --package-path Collector --product spoor -j $(JOBS)
	@mkdir -p build
	@"$$(swift build -c release --package-path Benchmarks --show-bin-path)/spoor-bench" run --out build/bench.json \
		$(patsubst %,--clicks %,$(wildcard build/vendor/simple-onlineshop.csv)) \
		--spoor "$$(swift build -c release --package-path Collector --show-bin-path)/spoor"
	@"$$(swift build -c release --package-path Benchmarks --show-bin-path)/spoor-bench" isolation

.PHONY: lint
lint: ## Checks format, documentation, lengths and words that must not ship.
	@scripts/lint
	@python3 Tests/lint/check_cases_test.py
	@python3 Tests/lint/check_defects_test.py
	@python3 Tests/lint/check_selectors_test.py

.PHONY: format
format: ## Formats every Swift file in place.
	@git ls-files --cached --others --exclude-standard -- '*.swift' | xargs swift format format --in-place --parallel

.PHONY: tsan
tsan: ## Runs the tests of both ends under the thread sanitizer.
	@scripts/setup build
	@SPOOR_STRESS_SECONDS=30 scripts/test-package . --sanitize=thread --scratch-path .build-tsan/sdk
	@scripts/test-package Collector --sanitize=thread --scratch-path .build-tsan/collector

.PHONY: asan
asan: ## Runs the tests of both ends under the address sanitizer.
	@scripts/setup build
	@export LSAN_OPTIONS=suppressions=$(CURDIR)/scripts/leaks.supp SPOOR_STRESS_SECONDS=30; \
		scripts/test-package . --sanitize=address --scratch-path .build-asan/sdk && \
		scripts/test-package Collector --sanitize=address --scratch-path .build-asan/collector

.PHONY: coverage
coverage: ## Measures what the tests run of both ends; at least 93 % of the SDK's regions must be.
	@scripts/setup build
	@scripts/test-package Collector --enable-code-coverage --scratch-path .build-coverage/collector
	@scripts/test-package . --enable-code-coverage --scratch-path .build-coverage/sdk
	@scripts/coverage Collector .build-coverage/collector
	@scripts/coverage . .build-coverage/sdk 93
