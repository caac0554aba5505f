# Everything works in .venv, which `make generate` makes. `make help` prints this list.
#
#   make generate     create .venv, write generated/, check it, build wheel and sdist of the package in dist/
#   make test         linters, type checkers, all tests but the slow ones; a test does what `make drift` does
#   make slow         the tests that make test leaves out
#   make coverage     all tests, the slow ones too, with the coverage of lines and branches
#   make quick        linters, types of the files you changed, unit and behaviour tests: at most a minute on two cores
#   make lint         ruff, check and format
#   make types        mypy and pyright, both strict, on everything
#   make mypy         mypy, strict, on everything
#   make pyright      pyright, strict, on everything
#   make drift        fail if generated/ is not exactly what `mcp-bindgen generate` writes
#   make pytest       all tests but the slow ones
#   make soak         the long random runs, as `python -m tests.soak --help` lists them
#   make rehearsal    release days in each era: an invented revision, and everything that make test runs
#   make conformance  the official conformance suite against the reference server and client (needs npm)
#   make bridge-conformance  the same with a bridge between the suite and a peer of the other era
#   make interop      the official SDKs, FastMCP and the MCP Inspector against our servers and clients (needs npm)
#   make bridge-interop  a table of the SDKs and FastMCP as clients of a server of the other era, through a bridge
#   make strangers    check servers that strangers wrote, and compare with the findings that a person has read (needs npm)
#   make pyodide      the programs of README and guides in Pyodide, CPython as WebAssembly (needs npm)
#   make docs         the documentation site in build/docs/html, with every link checked (needs npm; a look in Chromium if there)
#   make bench        speed and import time against pydantic models, mcp-types and the official SDKs; time to generate (needs npm)
#   make bench-check  fail if a ratio of speed is lower by more than a fifth than the recorded one, twice
#   make debian       as root: install the Debian packages that some tests need; without them these tests are skipped
#   make clean        delete .venv, dist/, the site and all caches
#
# Variables: PYTHON (the interpreter for .venv), SEED and COUNT (of the random runs), BASE (what `quick` compares with), NAME
# (of one server for `strangers`), DEBIAN (the packages that `debian` installs).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SEED ?= 20261120
DEBIAN ?= chromium chromium-driver haproxy nginx-light redis-server
# The packages of the revisions; the rest of generated/ is a copy of codegen/runtime, which is checked in its place.
RENDERED = $(wildcard generated/mcp_bindings/v*) $(wildcard generated/mcp_bindings/draft)
NPM := build/docs/npm/node_modules
# Draws the diagrams of the site in the browser, and searches it.
MERMAID := $(NPM)/@mermaid-js/tiny/dist/mermaid.tiny.js
MINISEARCH := $(NPM)/minisearch/dist/umd/index.js

# The tests start many programs. What these import is compiled once and kept, also where the environment says otherwise.
export PYTHONDONTWRITEBYTECODE =

.PHONY: help debian generate test slow coverage quick lint types mypy pyright drift pytest soak rehearsal conformance bridge-conformance interop bridge-interop strangers pyodide bench bench-check docs clean

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

generate: $(VENV)/tool
	$(BIN)/mcp-bindgen generate
	$(BIN)/mcp-bindgen check
	$(BIN)/mcp-bindgen build --dist dist
	$(MAKE) --no-print-directory $(VENV)/installed

# The checks run two at a time; the tests have both cores for themselves. `drift` is left out here because the test
# test_the_committed_tree_is_generated_without_the_cache makes the same check.
test: $(VENV)/installed
	$(MAKE) --no-print-directory --jobs=2 lint pyright mypy
	$(MAKE) --no-print-directory pytest

# The commit to compare with: where this branch left the main branch, or the last commit if there is no such place.
BASE ?= $(shell git merge-base HEAD origin/main 2>/dev/null || echo HEAD)
CHANGED = $(shell { git diff --name-only --diff-filter=d $(BASE); git ls-files --others --exclude-standard; } \
	| grep '\.py$$' | grep -v -e ^generated/ -e ^tests/interop/peers/ | sort -u)

quick: lint
	@if [ -n "$(CHANGED)" ]; then echo $(BIN)/mypy $(CHANGED); $(BIN)/mypy $(CHANGED); fi
	$(BIN)/pytest -q -n 2 -m "not slow" tests/unit tests/behaviour

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --exclude generated .

types: mypy pyright

mypy: $(VENV)/installed
	$(BIN)/mypy codegen/mcp_bindgen codegen/runtime/mcp_bindings $(RENDERED) tests examples

pyright: $(VENV)/installed
	$(BIN)/pyright --pythonpath $(BIN)/python

drift: $(VENV)/installed
	$(BIN)/mcp-bindgen check

pytest: $(VENV)/installed
	MCP_SEED=$(SEED) $(BIN)/pytest -n 2 --dist worksteal -m "not slow"

slow: $(VENV)/installed
	MCP_SEED=$(SEED) $(BIN)/pytest -n 2 --dist worksteal -m slow

coverage: $(VENV)/installed
	MCP_SEED=$(SEED) $(BIN)/pytest -n 2 --dist worksteal --cov --cov-report=term

interop: $(VENV)/installed
	$(BIN)/python -m tests.interop.run

bridge-interop: $(VENV)/installed
	$(BIN)/python -m tests.interop.bridged

strangers: $(VENV)/installed
	$(BIN)/python -m tests.strangers $(NAME)

pyodide: $(VENV)/installed
	$(BIN)/python -m tests.pyodide

soak: $(VENV)/installed
	$(BIN)/python -m tests.soak --seed $(SEED) --jobs 2 $(if $(COUNT),--count $(COUNT))

rehearsal: $(VENV)/installed
	$(BIN)/python -m tests.soak rehearsal --jobs 1

conformance: $(VENV)/installed
	$(BIN)/python -m tests.conformance.run server
	$(BIN)/python -m tests.conformance.run client

bridge-conformance: $(VENV)/installed
	$(BIN)/python -m tests.conformance.run server --bridge
	$(BIN)/python -m tests.conformance.run client --bridge

bench: $(VENV)/installed
	$(PIP) --editable '.[bench]'
	$(BIN)/python -m tests.benchmarks.table
	$(BIN)/python -m tests.benchmarks.memory
	$(BIN)/python -m tests.benchmarks.compare
	$(BIN)/python -m tests.benchmarks.run
	$(BIN)/python -m tests.benchmarks.load
	$(BIN)/python -m tests.benchmarks.generation

bench-check: $(VENV)/installed
	$(PIP) --editable '.[bench]'
	$(BIN)/python -m tests.benchmarks.table --check

docs: $(VENV)/docs $(MERMAID)
	rm -rf build/docs/source build/docs/html
	$(BIN)/python -m tests.site.figures build/docs/figures.json
	$(BIN)/mcp-bindgen docs --out build/docs/source --figures build/docs/figures.json
	cp -r docs/. build/docs/source
	cp $(MERMAID) build/docs/source/_static/
	cp $(MINISEARCH) build/docs/source/_static/minisearch.js
	$(BIN)/sphinx-build --quiet --jobs 2 --fail-on-warning --keep-going build/docs/source build/docs/html
	$(BIN)/python -m tests.site.check build/docs/html
	$(BIN)/python -m tests.site.look build/docs/html

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(VENV)/tool: pyproject.toml | generated/pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed: make PYTHON=python3.12")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable './generated[validators]' --editable '.[test]'
	touch $@

# The tool requires the package that it generates, so the committed one is there first. pip gets it first, too: older versions
# do not find it otherwise.
generated/pyproject.toml:
	git checkout -- generated

$(VENV)/installed: $(VENV)/tool generated/pyproject.toml
	$(PIP) --editable './generated[fast,validators]'
	touch $@

$(VENV)/docs: $(VENV)/installed
	$(PIP) --editable '.[docs]'
	touch $@

$(MERMAID): docs/package-lock.json
	mkdir -p build/docs/npm
	cp docs/package.json docs/package-lock.json build/docs/npm
	cd build/docs/npm && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

debian:
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends $(DEBIAN) >/dev/null

clean:
	rm -rf $(VENV) build/docs dist .mypy_cache .ruff_cache .pytest_cache .coverage .coverage.*
