# Two commands do everything: `make play` and `make test`. `make help` lists the rest.
VENV ?= .venv
BIN := $(VENV)/bin
PYTHON ?=
ARGS ?=
# Many tests wait for a server or a page, so two run on each core.
WORKERS ?= $(shell python3 -c "import os; print(2 * (os.cpu_count() or 1))")
TYPESCRIPT := typescript@5.9
ESLINT := eslint@9.39
ESLINT_NEEDS := @eslint/js@9.39 globals@16
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Without the bytecode every process that a test starts compiles the whole package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play test rules lint corpus soak crash faults upgrade attack bench compiled compiled-test messages language check-language cards types clean

help:
	@echo "make play    start the game"
	@echo "make test    run all tests; ARGS='tests/test_cli.py -x' runs some of them"
	@echo "make rules   what the tests prove: rules, worked examples, Generals, cards"
	@echo "make lint    ruff, mypy and, where Node is, eslint and the types of the browser client"
	@echo "make corpus  replay every kept game and say what differs; ARGS=--accept keeps what is meant to differ"
	@echo "make soak    many random games with everything looked at; ARGS='--edition third --games 500 --options'"
	@echo "make crash   kill the server 50 times under load and look for what was lost; ARGS='--postgres'"
	@echo "make faults  10,000 simulated crashes at every write and flush of the database; ARGS='--seed 7 --crashes 25'"
	@echo "make upgrade 10 games taken over from servers of older builds; ARGS='--from COMMIT', ARGS=--sqlite"
	@echo "make attack  what one request of an outsider costs the server; ARGS='--only cookie'"
	@echo "make bench   how fast the engine is; ARGS='--games 100 --json', ARGS='--against OTHER'"
	@echo "make compiled   compile the engine into a wheel in dist/; DIADOCHI_COMPILE_LEVEL=1 is quicker"
	@echo "make compiled-test   run the tests of the rules, cards, older saves and laboratory and the corpus on that wheel"
	@echo "make messages   compile the catalogues after a change"
	@echo "make language LANG=xx         make or renew the skeleton of a language"
	@echo "make check-language LANG=xx   say what a language lacks; without LANG all of them, with FILE=page one file"
	@echo "make cards   write docs/cards.md anew after a change of the cards' data"
	@echo "make types   write the client's types anew after a change of the wire"
	@echo "make clean   remove the virtual environment and what the tools left behind"

play: $(VENV)/installed
	@$(BIN)/diadochi play $(ARGS)

test: $(VENV)/installed-dev
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

rules: $(VENV)/installed-dev
	@$(BIN)/python -m tests.coverage_of_rules $(EDITION)

lint: $(VENV)/installed-dev
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@if command -v npx >/dev/null; then \
	    npx --yes --package $(TYPESCRIPT) tsc --project src/diadochi/web/jsconfig.json && \
	    npx --yes $(addprefix --package ,$(ESLINT) $(ESLINT_NEEDS)) eslint --max-warnings 0 src/diadochi/web; \
	else echo "SKIPPED: there is no Node here, so the browser client is not checked."; fi

corpus: $(VENV)/installed-dev
	@$(BIN)/python -m tests.corpus $(ARGS)

soak: $(VENV)/installed-dev
	@$(BIN)/python -m tests.soak $(ARGS)

crash: $(VENV)/installed-dev
	@$(BIN)/python -m tests.server.crash $(ARGS)

faults: $(VENV)/installed-dev
	@$(BIN)/python -m tests.server.simulator $(ARGS)

upgrade: $(VENV)/installed-dev
	@$(BIN)/python -m tests.server.upgrade $(ARGS)

attack: $(VENV)/installed-dev
	@$(BIN)/python -m tests.server.attack $(ARGS)

bench: $(VENV)/installed
	@$(BIN)/diadochi bench $(ARGS)

compiled: $(VENV)/installed-dev
	@rm -f dist/*-cp*.whl
	@DIADOCHI_COMPILE=1 $(BIN)/python -m hatchling build --target wheel --directory dist

COMPILED := build/compiled-wheel
ON_COMPILED := DIADOCHI_BUILD=compiled PYTHONPATH=$(COMPILED):. $(BIN)/python

compiled-test: compiled
	@rm -rf $(COMPILED)
	@$(PIP) --no-deps --no-index --target $(COMPILED) dist/*-cp*.whl
	@$(ON_COMPILED) -m pytest -q tests/test_compiled.py -k "build_that_is_wanted or both_builds"
	@$(ON_COMPILED) -m pytest -q -n auto tests/rules tests/cards tests/test_fixtures.py tests/lab $(ARGS)
	@$(ON_COMPILED) -m tests.corpus

messages: $(VENV)/installed-dev
	@$(BIN)/python -m tests.languages compile

language: $(VENV)/installed-dev
	@$(BIN)/python -m tests.languages new $(LANG)

check-language: $(VENV)/installed-dev
	@$(BIN)/python -m tests.languages check $(if $(filter command line,$(origin LANG)),$(LANG) $(FILE))

cards: $(VENV)/installed
	@$(BIN)/python -m diadochi.lab.card_page > docs/cards.md

types: $(VENV)/installed
	@$(BIN)/python -m diadochi.table.client_types > src/diadochi/web/types.d.ts

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build

$(VENV)/installed: pyproject.toml | $(BIN)/python
	@echo "Installing diadochi into $(VENV) ..."
	@$(PIP) --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(BIN)/python
	@echo "Installing diadochi and its test tools into $(VENV) ..."
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/installed

$(BIN)/python:
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
	    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	    found=$$python; \
	    "$$python" -c 'import ensurepip, venv' 2>/dev/null || continue; \
	    echo "Making a virtual environment in $(VENV) with $$("$$python" --version) ..."; \
	    exec "$$python" -m venv --clear $(VENV); \
	done; \
	if [ -n "$$found" ]; then \
	    echo "$$found cannot make virtual environments: install its venv package" \
	         "(Debian and Ubuntu: apt install python3-venv), then run make again." >&2; \
	else \
	    echo "Diadochi needs Python 3.11 or newer: install it (Debian and Ubuntu: apt install python3" \
	         "python3-venv; macOS: brew install python), then run make again." >&2; \
	fi; \
	exit 1
