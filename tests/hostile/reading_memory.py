"""How much memory the reading of a text takes, as a multiple of its length.

`python -m tests.soak parser_memory` measures all the texts. Each is read in an interpreter of its own, which runs this
module.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import mcp_bindings as mb
from mcp_bindings.spec.names import Sender

MIB = 1024 * 1024

BODIES = ("params", "result", "error")
"""The members of a message that become models when they are first read, so a measurement of reading reads them."""

OF_JSON, OF_MODELS = 60, 250
"""Stated multiples of a text's length: of free-form JSON, and where tiny objects become models."""

_STATUS = Path("/proc/self/status")


class Worst(NamedTuple):
    """A text of any size that is made to take much memory."""

    revision: str
    sender: Sender
    pending: str
    """Method that the text answers; empty for none."""
    head: str
    item: str
    """What is repeated; `%` in it becomes a number."""
    tail: str

    def text(self, size: int) -> bytes:
        """As long as may be."""
        parts: list[str] = []
        room = size - len(self.head) - len(self.tail)
        while (part := self.item.replace("%", f"{len(parts):x}")) and len(part) < room:
            parts.append(part)
            room -= len(part) + 1
        return (self.head + ",".join(parts) + self.tail).encode("utf-8")


_CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"","arguments":{"a":['
_RESULT = '{"jsonrpc":"2.0","id":1,"result":'
_SAMPLE = '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"maxTokens":1,"messages":['
_HINTS = _SAMPLE + '],"modelPreferences":{"hints":['
_ELICIT = '{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"","requestedSchema":'
_TOOL = '{"name":"","inputSchema":{"type":"object"}}'

CASES: Mapping[str, Worst] = {
    "models of empty objects": Worst("2025-11-25", "server", "", _HINTS, "{}", "]}}}"),
    "small models": Worst("2025-11-25", "client", "roots/list", _RESULT + '{"roots":[', '{"uri":""}', "]}}"),
    "tools": Worst("2025-11-25", "server", "tools/list", _RESULT + '{"tools":[', _TOOL, "]}}"),
    "a union in each item": Worst(
        "2025-11-25", "server", "", _ELICIT + '{"type":"object","properties":{', '"%":{"type":"string"}', "}}}}"
    ),
    "empty objects": Worst("2025-11-25", "client", "", _CALL, "{}", "]}}}"),
    "empty objects, spaced": Worst("2025-11-25", "client", "", " " + _CALL.replace('":', '": '), "{}", "]}}}"),
    "deep lists, spaced": Worst("2025-11-25", "client", "", _CALL.replace('":', '": '), "[" * 150 + "]" * 150, "]}}}"),
    "deep objects": Worst("2025-11-25", "client", "", _CALL, '{"":' * 150 + "0" + "}" * 150, "]}}}"),
    "many members": Worst("2025-11-25", "client", "", _CALL + "{", '"%":0', "}]}}}"),
    "fractions": Worst("2025-11-25", "client", "", _CALL, "1e5", "]}}}"),
    "one string": Worst("2025-11-25", "client", "", _CALL + '"\\ud83d\\ude00', "x" * 60_000, '"]}}}'),
    "members twice": Worst("2025-11-25", "client", "", _CALL, '{"a":1,"a":1}', "]}}}"),
    "one member often": Worst("2025-11-25", "client", "", _CALL + "{", '"a":0', "}]}}}"),
    "items of a wrong type": Worst("2025-11-25", "server", "tools/list", _RESULT + '{"tools":[', "1", "]}}"),
    "items without members": Worst("2025-11-25", "server", "tools/list", _RESULT + '{"tools":[', "{}", "]}}"),
    "bad arms of a union": Worst(
        "2025-11-25", "server", "tools/call", _RESULT + '{"content":[', '{"type":"text"}', "]}}"
    ),
    "members of a wrong type": Worst(
        "2025-11-25", "server", "", _ELICIT + '{"type":"object","properties":{', '"%":{}', "}}}}"
    ),
    "the last item is bad": Worst(
        "2025-11-25", "server", "tools/call", _RESULT + '{"content":[', '{"type":"text","text":""}', ",{}]}}"
    ),
    "too many in a batch": Worst("2025-03-26", "client", "", "[", "{}", "]"),
    "an unknown notification": Worst(
        "2025-11-25", "client", "", '{"jsonrpc":"2.0","method":"x","params":[', "[]", "]}"
    ),
    "cut off": Worst("2025-11-25", "client", "", _CALL, "{}", ""),
}


def typed(message: object) -> object:
    """A message or a batch, after its models were made."""
    for each in message if isinstance(message, mb.Batch) else [message]:
        for name in BODIES:
            getattr(each, name, None)
    return message


def multiple(name: str, size: int) -> float:
    """Bytes of memory at the peak of reading, above those before, for each byte of the text."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "text.json"
        path.write_bytes(CASES[name].text(size))
        command = [sys.executable, "-m", "tests.hostile.reading_memory", name, str(path)]
        done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
    return float(done.stdout)


def _measure(name: str, path: Path) -> float:
    case = CASES[name]
    pending: dict[int | str, str] = {1: case.pending} if case.pending else {}
    _outcome(case, case.text(2_000), pending)  # what is loaded and built once does not count
    text = path.read_bytes()
    before = _peak()
    kept = _outcome(case, text, pending)
    after = _peak()
    assert kept is not None
    return (after - before) / len(text)


def _outcome(case: Worst, text: bytes, pending: Mapping[int | str, str]) -> object:
    try:
        limits = mb.Limits(max_containers=len(text))  # the multiples hold however many objects there are
        return typed(mb.revision(case.revision).parse(text, sender=case.sender, pending=pending, limits=limits))
    except mb.ProtocolError as error:
        return error.to_bytes() or error


def _peak() -> int:
    """Most bytes this process ever held; a parent's memory counts into `ru_maxrss` on Linux."""
    if _STATUS.exists():
        line = next(line for line in _STATUS.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    print(_measure(sys.argv[1], Path(sys.argv[2])))
