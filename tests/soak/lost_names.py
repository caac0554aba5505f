"""Which names of a revision the behaviours of the package need: each is removed or retyped in turn.

An item is one edit of the newest schema without a handshake: a method gets another name, or a member of a definition
is removed or gets another type. The package is built from that schema, and `tests/release/behaviours.py` tries what it
does. If a behaviour changes since a name is gone, `release` must list the name, as `schema/lost_names.toml` does for
releases: a fault is a changed behaviour whose name is not in the code of the runtime.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.release.lost_names import is_in_runtime
from tests.forks.custom import generated
from tests.release.inventions import newest_with
from tests.revisions import PER_REQUEST
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally
from tests.unit.tiny import ROOT

Definitions = dict[str, Any]
BASE = newest_with(("CallToolResult", "RequestId", "ListResourceTemplatesRequest"), PER_REQUEST)
BEHAVIOURS = ROOT / "tests/release/behaviours.py"
ENVELOPE = ("jsonrpc", "id", "method", "params")


class LostName(NamedTuple):
    """One edit: a member, or the method of a message if the member is `method`."""

    definition: str
    member: str
    is_retyped: bool = False

    def __str__(self) -> str:
        return f"{self.definition}.{self.member}" + (" retyped" if self.is_retyped else "")

    def apply(self, definitions: Definitions) -> None:
        """Edit the definitions of a schema."""
        schema = definitions[self.definition]
        members = schema["properties"]
        if self.member == "method":
            members["method"]["const"] += "/other"
        elif self.is_retyped:
            members[self.member] = {"type": "integer" if members[self.member].get("type") == "boolean" else "boolean"}
        else:
            del members[self.member]
            schema["required"] = [name for name in schema.get("required", []) if name != self.member]

    def is_listed(self) -> bool:
        """Return whether `release` lists the name that the edit takes away."""
        if self.member != "method":
            return is_in_runtime(self.member, is_member=True)
        return is_in_runtime(_schema()["$defs"][self.definition]["properties"]["method"]["const"])


def _schema() -> dict[str, Any]:
    document: dict[str, Any] = json.loads((ROOT / "schema" / BASE / "schema.json").read_bytes())
    return document


def all_edits() -> list[LostName]:
    """Return every edit: of the methods of messages, and of the members of objects that are no messages."""
    found: list[LostName] = []
    for definition, schema in _schema()["$defs"].items():
        members: dict[str, Any] = schema.get("properties", {})
        if "const" in members.get("method", {}):
            found.append(LostName(definition, "method"))
        names = [name for name in members if name not in (ENVELOPE if "method" in members else ("jsonrpc", "id"))]
        found += [LostName(definition, name, is_retyped) for name in names for is_retyped in (False, True)]
    return found


def behaviours_after(edit: Callable[[Definitions], None], directory: Path) -> dict[str, str]:
    """Build the package from an edited schema, and return the error of each behaviour, empty if it has none.

    Raises:
        BindgenError: the schema cannot be built.
    """
    document = _schema()
    edit(document["$defs"])
    path = directory / "schema.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    for name, data in generated({BASE: path}, BASE).items():
        (directory / "out" / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / "out" / name).write_bytes(data)
    command = [sys.executable, "-I", str(BEHAVIOURS), str(directory / "out"), BASE]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode:
        return {"the program": done.stderr[-2000:]}
    outcomes: dict[str, str] = json.loads(done.stdout)
    return outcomes


@cache
def _unchanged() -> dict[str, str]:
    with TemporaryDirectory() as directory:
        return behaviours_after(lambda definitions: None, Path(directory))


def lose_names(part: tuple[int, range]) -> Tally:
    """Try the edits of these numbers, in an order that the seed gives."""
    seed, numbers = part
    edits, tally = all_edits(), Tally()
    random.Random(seed).shuffle(edits)
    for number in numbers:
        edit = edits[number % len(edits)]
        with TemporaryDirectory() as directory:
            try:
                found = behaviours_after(edit.apply, Path(directory))
            except BindgenError as refusal:
                tally.count("refused", f"{edit}: {refusal}".splitlines()[0])
                continue
        changed = {name: error for name, error in found.items() if error != _unchanged().get(name)}
        tally.count("built", "changed" if changed else "the same")
        for name, error in changed.items():
            tally.count("needed", str(edit), f"{name}: {error}")
        if changed and not edit.is_retyped and not edit.is_listed():
            tally.fail(Failure("not listed", f"{edit} changes {', '.join(changed)}", (str(edit),), json.dumps(changed)))
    return tally


def needed_names(tally: Tally) -> Iterator[str]:
    """Yield each name that a behaviour needs, with the behaviours and their errors."""
    yield from (" ".join(parts[1:]) for parts in sorted(tally.counts) if parts[0] == "needed")


PROGRAM = Program(
    "a name without which a behaviour changes is one that `release` lists",
    "edits",
    len(all_edits()),
    in_chunks(1),
    lose_names,
    is_numbered=True,
    table=needed_names,
)
