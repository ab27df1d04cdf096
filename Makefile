# Needs Python 3.11 or newer and make; every target sets up what it uses.
# Another interpreter: make PYTHON=/path/to/python3.12 test
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
READY := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help report test test-all check format lab bench clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 10

# The environment: made anew from the pinned versions when either file changes.
$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "mjlab needs Python 3.11 or newer: make PYTHON=... $(MAKECMDGOALS)"; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "$(PYTHON) is older than Python 3.11: make PYTHON=... $(MAKECMDGOALS)"; exit 1; }
	test -x $(BIN)/pip || "$(PYTHON)" -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check \
	  -e '.[test,notebooks,io,bench,dist]' -c constraints.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check -e '.[oracle]' -c constraints.txt \
	  >.venv/oracle.log 2>&1 \
	  || echo "PyMahjongGB needs a C++ compiler: without it the comparisons with it are skipped"
	@touch $@

report: $(READY)  ## a report on a real session of 16 hands: build/report
	$(BIN)/mjlab report data/tziakcha/TZ-B??.json data/tziakcha/TZ-B_session.json --out build/report

test: $(READY)  ## the quick tests, with the examples in README and docstrings
	$(BIN)/python -m pytest -n auto -m "not slow" $(PYTEST_ARGS)

test-all: $(READY)  ## every test; in a browser, too, where chromium is installed
	$(BIN)/python -m pytest -n auto $(PYTEST_ARGS)

check: $(READY)  ## lint, format, types, layers, circles: changes nothing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)  ## put the code into its one format
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

lab: $(READY)  ## the notebooks in JupyterLab
	$(BIN)/jupyter lab notebooks

bench: $(READY)  ## speed against other packages, in one run
	$(BIN)/python -m benchmarks $(BENCH_ARGS)

clean:  ## remove what the targets made
	rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find mjlab tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
