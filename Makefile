# Every target is a command of dev.py, so that there is one mechanism: python3 dev.py lists them.
PYTHON ?= python3

.PHONY: install check test bench mutants docs clean

install check bench mutants docs clean:
	@$(PYTHON) dev.py $@

test:
	@$(PYTHON) dev.py pytest
