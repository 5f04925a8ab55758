# The two commands: `make run` and `make test`. Both make and use .venv.

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
RUN := runs/quickstart
PAGES := dnd_env agents tests benchmarks

.PHONY: run test install lint types contracts unit interpreted wheel warmup bench clean

run: install
	rm -rf $(RUN)
	$(BIN)/dnd-env warmup
	$(BIN)/dnd-env train quickstart --out $(RUN)
	$(BIN)/dnd-env evaluate $(RUN)/model.zip greedy --pairs 250
	$(BIN)/dnd-env evaluate $(RUN)/model.zip random --pairs 250
	$(BIN)/dnd-env replay mirror_match --agents $(RUN)/model.zip --agents greedy --out $(RUN)/replay.html
	@echo "Open $(RUN)/replay.html in a browser."

test: install lint types contracts warmup unit interpreted wheel

install: $(VENV)/installed

$(VENV)/installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@

lint: install
	$(BIN)/ruff check $(PAGES)
	$(BIN)/ruff format --check $(PAGES)

types: install
	$(BIN)/mypy dnd_env agents

contracts: install
	$(BIN)/lint-imports

warmup: install
	$(BIN)/dnd-env warmup

unit: install
	$(BIN)/pytest -n 2 --dist loadgroup

interpreted: install
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 tests/rules tests/content -m "not slow"

wheel: install
	$(BIN)/python .ci/check_wheel.py

bench: install
	$(BIN)/python -m benchmarks.run

clean:
	rm -rf $(VENV) build dist runs *.egg-info
