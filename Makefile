# make generate   environment, every revision written anew and checked, wheel and sdist in dist/
# make test       linters, type checkers, drift check, tests with coverage
# make soak       the long runs, listed by `python -m tests.soak --help`; SEED=… and COUNT=… set the seed and the number of items
# make conformance  the official suite against the reference server and client (installs it and a Node by npm)
# make interop    the official SDKs and the Inspector against the reference server and client, over real processes
# make bench      speed and import time against a bare pydantic model and mcp-types, in one run; and the reference server
#                 against the official SDK's under load
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SEED ?= 20261120
# The packages of the revisions; the rest of generated/ is a copy of codegen/runtime, which is checked in its place.
RENDERED = $(wildcard generated/mcp_bindings/v*) $(wildcard generated/mcp_bindings/draft)

.PHONY: generate test lint types drift pytest soak conformance interop bench clean

generate: $(VENV)/tool
	$(BIN)/mcp-bindgen generate
	$(BIN)/mcp-bindgen check
	$(BIN)/mcp-bindgen build --dist dist
	$(MAKE) --no-print-directory $(VENV)/installed

test: lint types drift pytest

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --exclude generated --exclude templates .

types: $(VENV)/installed
	$(BIN)/mypy codegen/mcp_bindgen codegen/runtime/mcp_bindings $(RENDERED) tests examples
	$(BIN)/pyright --pythonpath $(BIN)/python

drift: $(VENV)/installed
	$(BIN)/mcp-bindgen check

pytest: $(VENV)/installed
	MCP_SEED=$(SEED) $(BIN)/pytest -n 2 --cov --cov-report=term

interop: $(VENV)/installed
	$(BIN)/python -m tests.interop.run

soak: $(VENV)/installed
	$(BIN)/python -m tests.soak --seed $(SEED) --jobs 2 $(if $(COUNT),--count $(COUNT))

conformance: $(VENV)/installed
	$(BIN)/python -m tests.conformance.run server
	$(BIN)/python -m tests.conformance.run client

bench: $(VENV)/installed
	$(PIP) --editable '.[bench]'
	$(BIN)/python -m tests.benchmarks.run
	$(BIN)/python -m tests.benchmarks.load

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(VENV)/tool: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed: make PYTHON=python3.12")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable '.[test]'
	touch $@

generated/pyproject.toml: | $(VENV)/tool
	$(BIN)/mcp-bindgen generate

$(VENV)/installed: $(VENV)/tool generated/pyproject.toml
	$(PIP) --editable './generated[validators]'
	touch $@

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .coverage .coverage.*
