# Longtable: everything happens in .venv, which the first target that needs it makes.
# Another interpreter: make setup PYTHON=python3.12

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed
# One more than there are cores: a third of the time of the tests is waiting for processes that they start.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1)))

.DEFAULT_GOAL := help
.PHONY: help setup play test check fmt bench load faults lock

help: ## Show the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 10

setup: $(STAMP) ## Make .venv from the lock file, with all extras

$(STAMP): requirements.lock pyproject.toml
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Longtable needs Python 3.11 or later; name one with PYTHON=...' >&2; exit 2; }
	"$(PYTHON)" -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

play: $(STAMP) ## The bot in a Discord simulator in your browser, no token needed
	$(BIN)/longtable sandbox

test: $(STAMP) ## The test suite
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

check: $(STAMP) ## Format, lint, types, import contracts, unused code
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vulture

fmt: $(STAMP) ## Format, and mend what can be mended by machine
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP) ## Measure
	$(BIN)/python -m tests.bench

load: $(STAMP) ## Play many matches at once under Discord's limits; LOAD="--matches 100 --rate 10" and more
	$(BIN)/python -m tests.load $(LOAD)

faults: $(STAMP) ## Kill the bot between steps and see that nothing is lost
	$(BIN)/python -m tests.faults

lock: ## Renew requirements.lock (needs pip-tools)
	pip-compile --quiet --all-extras --all-build-deps --generate-hashes --allow-unsafe --strip-extras --no-header --no-annotate \
		--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options \
		--output-file requirements.lock pyproject.toml
