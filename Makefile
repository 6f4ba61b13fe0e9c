# Every target is a command of dev.py, so that there is one mechanism: python3 dev.py lists them.
PYTHON ?= python3

.PHONY: install check test bench long mutants docs clean

install check bench long mutants docs clean:
	@$(PYTHON) dev.py $@

test:
	@$(PYTHON) dev.py pytest
