"""Build a wheel and an sdist from the generated tree."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.output.writer import check_generated_directory


def build_distributions(out: Path, dist: Path) -> list[Path]:
    """Build a wheel and an sdist from the generated tree, and return their paths. Equal trees give equal bytes.

    Args:
        out: the directory of the generated tree.
        dist: the directory for the wheel and the sdist. A missing directory is created.

    Raises:
        BindgenError: `out` has no generated tree, `dist` cannot be created, or hatchling fails.
    """
    check_generated_directory(out)
    try:
        dist.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BindgenError(f"cannot be written: {error.strerror}", where=str(dist)) from None
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(dist.resolve())]
    done = subprocess.run(command, cwd=out, capture_output=True, encoding="utf-8")  # noqa: S603 - our own words only
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise BindgenError(
            f"hatchling failed: {reason}",
            where=str(out),
            hint="run `mcp-bindgen check` to see if the package is up to date, or `python -m hatchling build` there",
        )
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines()]
    return [dist / Path(line).name for line in lines if line.endswith((".whl", ".tar.gz"))]
