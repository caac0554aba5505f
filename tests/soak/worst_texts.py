"""Cost of the worst texts within the default limits: the time and memory to read each of them, in each mode.

Reading includes the models of params, results and errors, which `rev.parse` makes when they are first read.

A text is as long as `Limits.max_bytes` allows. Where that has more objects and arrays than `Limits.max_containers`, the
longest text that has not is read too, since it is accepted. Each text is read in a process of its own. Time is that of
the processor.
"""

from __future__ import annotations

import gc
import math
import os
import time
from collections.abc import Callable, Iterator, Mapping
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from pydantic_core import from_json

import mcp_bindings as mb
from mcp_bindings.json_values import is_object
from mcp_bindings.limits import DEFAULT
from mcp_bindings.spec.names import Sender
from tests.engines import using
from tests.hostile.families import FAMILIES, Family
from tests.hostile.reading_memory import CASES, MIB, OF_JSON, OF_MODELS, Worst, typed
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally

SECONDS = 1.0
"""Longest allowed time to read a text, in seconds."""

ALWAYS = 60 * MIB
"""Bytes that the reading may take whatever the length."""

SMALL = 2_000
"""Length in bytes of a text that is read first: what is loaded and built once does not count."""

WAIVED: Mapping[str, str] = {}
"""Texts and modes above a bar, with the reason."""

_STATUS = Path("/proc/self/status")


class Case(NamedTuple):
    """A text, and how it is read."""

    text: str
    mode: str
    fits: bool
    """True if it is cut to `Limits.max_containers`."""

    def __str__(self) -> str:
        return f"{self.text}: {self.mode}" + (", cut to fit" if self.fits else "")


class Cost(NamedTuple):
    """Cost of reading a text."""

    seconds: float
    peak: int
    size: int


def _parse(rev: mb.Revision, text: bytes, sender: Sender, pending: str, mode: Any) -> object:
    methods: dict[str | int, str] = {1: pending} if pending else {}
    try:
        return typed(rev.parse(text, sender=sender, pending=methods, mode=mode))
    except mb.ProtocolError as error:
        return error.to_bytes() or error


def _lint(rev: mb.Revision, message: object, pending: str) -> object:
    try:
        return rev.lint(message, method=pending or None)
    except mb.DecodeError as error:
        return error


def _document(text: bytes) -> Any:
    """Parse a text. Return None if it is not JSON."""
    try:
        return from_json(text, allow_inf_nan=False)
    except ValueError:
        return None


def _explained(rev: mb.Revision, document: Any, pending: str) -> Callable[[], object]:
    """Return the search for all findings in a text that was read before."""
    if not is_object(document):
        return lambda: rev.codec("JSONRPCMessage").findings(document)
    if pending:
        result = rev.methods[pending].results[0]
        return lambda: rev.codec(result).findings(document["result"])
    method = rev.methods.get(document.get("method", ""))
    message = "JSONRPCMessage" if method is None else method.message
    return lambda: rev.codec(message).findings(document)


MODES: Mapping[str, str] = {
    "strict": "fast",
    "tolerant": "fast",
    "strict, by pydantic": "pydantic",
    "tolerant, by pydantic": "pydantic",
    "lint": "fast",
    "lint what was read": "fast",
    "explain": "fast",
}
"""Each with the engine in use."""


def texts() -> dict[str, Family | Worst]:
    """Return every text, by name."""
    return {**FAMILIES, **{f"{name}, repeated": case for name, case in CASES.items()}}


def build(text: Family | Worst, *, fits: bool = False) -> bytes:
    """Return the longest text within the limits; without `fits`, within the limit of bytes alone."""
    size, most = DEFAULT.max_bytes, DEFAULT.max_containers if fits else DEFAULT.max_bytes
    while True:
        built = text.text(size)
        share = min(DEFAULT.max_bytes / len(built), most / max(1, containers(built)))
        if share >= 1:
            return built
        size = int(size * share * 0.995)


def containers(text: bytes) -> int:
    """Return the number of opening brackets in a text without strings that contain brackets."""
    return text.count(b"[") + text.count(b"{")


def cases() -> list[Case]:
    """Return each text in each mode, and each text that is accepted only after it was cut, where limits apply."""
    found: list[Case] = []
    for name, text in texts().items():
        found += (Case(name, mode, fits=False) for mode in MODES)
        if containers(build(text)) > DEFAULT.max_containers:
            found += (Case(name, mode, fits=True) for mode in MODES if mode != "explain")
    return found


def reading(case: Case, data: bytes) -> Callable[[], object]:
    """Return the call to measure."""
    text = texts()[case.text]
    rev = mb.revision(text.revision)
    match case.mode.split(",")[0]:
        case "lint":
            return lambda: _lint(rev, data, text.pending)
        case "lint what was read":
            document = _document(data)
            return lambda: _lint(rev, document, text.pending)
        case "explain":
            return _explained(rev, _document(data), text.pending)
        case mode:
            return lambda: _parse(rev, data, text.sender, text.pending, mode)


def cost(case: Case) -> Cost:
    """Measure the reading of a text in this process; the peak of memory is 0 on systems that do not report it."""
    with using(MODES[case.mode]):
        return _cost(case)


def _cost(case: Case) -> Cost:
    text = texts()[case.text]
    reading(case, text.text(SMALL))()
    data = build(text, fits=case.fits)
    call = reading(case, data)
    gc.collect()
    before = _forget_peak()
    started = time.process_time()
    kept = call()
    seconds = time.process_time() - started
    peak = _status("VmHWM") - before
    del kept
    return Cost(seconds, peak, len(data))


def _forget_peak() -> int:
    """Reset the peak of memory. Return the bytes that this process holds now."""
    if _STATUS.exists():
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _status("VmRSS")


def _status(name: str) -> int:
    if not _STATUS.exists():
        return 0
    line = next(line for line in _STATUS.read_text(encoding="ascii").splitlines() if line.startswith(name))
    return int(line.split()[1]) * 1024


def _send_cost(case: Case, sender: Connection) -> None:
    """Measure in the child process and send the cost. End the child here, since it has a copy of the parent's work."""
    try:
        sender.send(cost(case))
        sender.close()
    finally:
        os._exit(0)


def measure(case: Case) -> Tally:
    """Read one text in a process of its own, and compare with the bars."""
    receiver, sender = Pipe(duplex=False)
    child = os.fork()
    if child == 0:
        _send_cost(case, sender)
    sender.close()
    tally = Tally()
    tally.count("readings", case.mode)
    try:
        found: Cost = receiver.recv()
    except EOFError:
        tally.fail(Failure("the process died", str(case), (str(case),)))
        return tally
    finally:
        os.waitpid(child, 0)
    multiple = OF_MODELS if case.text.startswith("models of empty objects") else OF_JSON
    tally.measure(f"seconds in {case}", found.seconds)
    tally.measure(f"MB in {case}", found.peak / 1e6)
    tally.measure(f"kB of text in {case}", found.size / 1e3)
    misses = found.seconds > SECONDS or found.peak > ALWAYS + multiple * found.size
    if misses != (str(case) in WAIVED):
        shown = f"{found.seconds:.2f} s, {found.peak / 1e6:.0f} MB for {found.size / 1e3:.0f} kB"
        tally.fail(Failure("above the bar" if misses else "waived without need", shown, (str(case),)))
    return tally


def split_work(seed: int, numbers: range) -> list[Case]:
    """Return one part for each case; nothing is random."""
    return cases()


def table(tally: Tally) -> Iterator[str]:
    """Yield one line for each case."""
    yield f"{'text: mode':72} {'s':>5} {'MB':>5} {'for kB':>6}"
    for case in cases():
        seconds, peak, size = (
            tally.peaks.get(f"{what} in {case}", math.nan) for what in ("seconds", "MB", "kB of text")
        )
        yield f"{case!s:72} {seconds:5.2f} {peak:5.0f} {size:6.0f}"
    yield from (f"may be above a bar: {name}: {reason}" for name, reason in WAIVED.items())


def bars(tally: Tally) -> Iterator[str]:
    """Yield the waived cases that are not measured."""
    known = {str(case) for case in cases()}
    yield from (f"{name} may be above a bar, but is no case" for name in WAIVED if name not in known)


PROGRAM = Program(
    summary="the longest hostile texts take less than a second and little memory in every mode",
    unit="",
    count=1,
    split_work=split_work,
    run_part=measure,
    bars=bars,
    table=table,
)
