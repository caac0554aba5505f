"""Writes the golden file anew: `python -m tests.golden.update`. Read the difference before committing it."""

from __future__ import annotations

from pathlib import Path

from tests.forks.custom import generated

HERE = Path(__file__).parent
FEATURE = HERE / "feature.schema.json"
GOLDEN = HERE / "feature_models.py.txt"
COMMAND = "python -m tests.golden.update"


def models() -> bytes:
    """The modules of types of the schema beside this file, one after the other."""
    files = generated({"feature": FEATURE}, "2024-11-05")
    paths = sorted(path for path in files if path.startswith("mcp_bindings/feature/") and path.endswith(".py"))
    return b"\n\n".join(files[path] for path in paths if files[path].startswith(b'"""The types of'))


if __name__ == "__main__":
    GOLDEN.write_bytes(models())
    print(f"{GOLDEN.relative_to(Path.cwd()) if GOLDEN.is_relative_to(Path.cwd()) else GOLDEN} written")
