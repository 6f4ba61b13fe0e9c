"""Builds the native machine with the C compiler of this computer, if there is one. It needs the standard library only.

`pip install` runs it (hatch_build.py), and so do the tests. If the build fails, Python plays.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
SOURCE = HERE / "module.c"
MODULE = "_machine"
PLAIN = ("-std=c99", "-O3", "-fPIC", "-fno-plt", "-shared", "-w")
SECONDS = 300


def headers() -> list[Path]:
    """List the headers: machine.h and the parts that it includes."""
    return sorted(HERE.glob("*.h"))


def fingerprint() -> str:
    """Give a hash of the sources; a module that was built from other sources is not used."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in (*headers(), SOURCE))).hexdigest()[:16]


def compiler() -> list[str]:
    """Give the command of the C compiler, or nothing."""
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    found = [[*shlex.split(named)], ["cc"], ["gcc"], ["clang"]]
    return next((each for each in found if each and shutil.which(each[0])), [])


def target(folder: Path) -> Path:
    """Give the file that a build makes in a folder."""
    return folder / f"{MODULE}{sysconfig.get_config_var('EXT_SUFFIX')}"


def build(folder: Path, flags: Sequence[str] = ()) -> str:
    """Build the machine into a folder; give "" if it worked, otherwise why not."""
    command, includes = compiler(), sysconfig.get_paths()["include"]
    if os.name == "nt" or not command:
        return "there is no C compiler here"
    if not (Path(includes) / "Python.h").is_file():
        return f"the headers of Python are not in {includes}"
    made = target(folder).with_suffix(".new")
    define = f'-DRW_SOURCES="{fingerprint()}"'
    words = [*command, *PLAIN, *flags, define, f"-I{includes}", str(SOURCE), "-lm", "-o", str(made)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode:
        return done.stderr.strip() or "the compiler failed"
    made.replace(target(folder))  # never half a module, even if two builds run at once
    return ""
