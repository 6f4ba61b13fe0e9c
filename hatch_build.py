"""Builds the native machine while the package is installed, where there is a C compiler; a failed build fails no install."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path(__file__).parent / "src" / "rulewright" / "kernel" / "native"


class NativeBuild(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
    """Puts the built module beside its sources, from where the wheel takes it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build; without a compiler or Python's headers the package is the same, only slower."""
        why = _build()
        if why:
            print(f"rulewright: Python plays, because the native machine was not built: {why}", file=sys.stderr)
        else:
            build_data["pure_python"], build_data["infer_tag"] = False, True


def _build() -> str:
    try:
        spec = importlib.util.spec_from_file_location("c_build", FOLDER / "c_build.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return str(module.build(FOLDER))
    except Exception as error:  # whatever goes wrong here, the package can do without
        return f"{type(error).__name__}: {error}"
