# Needs Python 3.11+ and make; everything else is installed into .venv by the first target that runs.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV := $(VENV)/.dev
DEMO := PIPEROLL_DATA_DIR=$(CURDIR)/build/demo $(BIN)/piperoll

# Tests start hundreds of processes: where no bytecode is kept, each would compile the whole project first.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test frameworks properties lint docs wheel verify-corpora pythons bench clean

demo: $(READY)  ## index the examples of every family, then search them
	@echo; echo '> piperoll nightly'
	@$(DEMO) nightly
	@echo; echo '> piperoll search demo "vem ansvarar för att fyren lyser" -k 3'
	@$(DEMO) search demo "vem ansvarar för att fyren lyser" -k 3
	@echo '> piperoll search demo-decisions "left work because it was too cold" -k 1'
	@$(DEMO) search demo-decisions "left work because it was too cold" -k 1
	@echo '> piperoll search demo-judgments "who must keep a harbour light burning" -k 1'
	@$(DEMO) search demo-judgments "who must keep a harbour light burning" -k 1
	@echo '> piperoll cited-by demo-ordinances "Cap. 9001"'
	@$(DEMO) cited-by demo-ordinances "Cap. 9001"
	@echo; echo '> piperoll search demo-contracts "may the distributor sell lamps of other makers" -k 1'
	@$(DEMO) search demo-contracts "may the distributor sell lamps of other makers" -k 1
	@echo '> piperoll search demo-filings "what if the glass cracks in frost" -k 1'
	@$(DEMO) search demo-filings "what if the glass cracks in frost" -k 1
	@echo '> piperoll diff demo-terms "Lanternfish/Terms of Service" 2025-03-01 2026-03-01'
	@$(DEMO) diff demo-terms "Lanternfish/Terms of Service" 2025-03-01 2026-03-01
	@echo; echo '> piperoll verify demo'
	@$(DEMO) verify demo
	@echo; echo 'Read it in a browser: $(BIN)/piperoll serve --demo, then http://127.0.0.1:8321'

test: $(DEV)  ## every test; three processes on two cores, as many wait for a server, and a fourth makes all slower
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 3 --dist worksteal --durations=10

frameworks: $(DEV)  ## LangChain, LlamaIndex and Haystack, 168 MB, so that make test tries their retrievers, too
	$(BIN)/python -m pip install --quiet --no-build-isolation --constraint constraints.txt --editable '.[dev-frameworks]'

properties: $(DEV)  ## the drawn cases, other ones in each run and seventy times as many: up to half an hour
	$(BIN)/python -m pytest -n 2 --dist worksteal -m hypothesis --hypothesis-profile=thorough --timeout 1800

lint: $(DEV)  ## format, lint, types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

docs: $(DEV)  ## the parts of docs/ that are written from the code
	$(BIN)/python scripts/architecture.py
	$(BIN)/python scripts/error_codes.py

wheel: $(DEV)  ## a wheel, compared with the checkout
	rm -rf build/wheel
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir build/wheel .
	$(BIN)/python scripts/check_wheel.py build/wheel/*.whl

verify-corpora: $(DEV)  ## whole corpora: coverage, offsets, paths; the paragraphs of judgments against a count of their own
	$(BIN)/python benchmarks/verify_corpora.py
	$(BIN)/python benchmarks/judgment_audit.py

pythons: $(DEV)  ## every Python at hand reads a sample of all families alike
	$(BIN)/python -m benchmarks.pythons

bench: $(DEV)  ## tables of speed against a limit or a peer
	$(BIN)/python benchmarks/chunking.py
	$(BIN)/python benchmarks/embedding.py

clean:
	rm -rf $(VENV) build

# What Piperoll runs on; scripts/install.py says what comes and how far it is.
$(READY): pyproject.toml locks/run.txt
	@python3 -m venv $(VENV)
	@$(BIN)/python -m scripts.install
	@touch $@

# What tests, lint and benchmarks need besides.
$(DEV): $(READY) locks/dev.txt
	@$(BIN)/python -m scripts.install dev
	@touch $@
