"""Makes `python -m rulewright` the same as the `rulewright` command."""

from rulewright.cli import main

main()
