"""How the cost of every function that takes data of a peer grows with the length of the data.

Each function reads each hostile text at sizes 1, 2, 4 and 8, every time in a process of its own. An exponent of 1 means
that twice the text costs twice as much. Processor time, memory and output are measured; what is small is not compared.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import math
import multiprocessing
import os
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindgen import jsontext
from mcp_bindgen.errors import BindgenError
from mcp_bindings.authorization import canonical_resource, parse_challenges
from mcp_bindings.http import check_http_request, decode_header, find_param_headers
from mcp_bindings.negotiation import classify_era
from mcp_bindings.stdio import Lines
from tests.hostile.families import COLLIDING, FAMILIES, LATEST_HANDSHAKE, Family
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally

UNIT = 64 * 1024
SIZES = (1, 2, 4, 8)
BAR = 1.2
INFO = {"name": "growth", "version": "1"}
TRIES = 3
"""A case above the bar is measured again, since other programs of the machine disturb it; the least exponents count."""

SMALLEST = {"seconds": 0.15, "memory": 24e6, "output": 70_000.0}
"""What is smaller at the largest size is called constant: the first pages of memory alone cost as much."""

WAIVED: Mapping[str, str] = {}
"""Cases that may grow faster, with the reason."""

Prepared = Callable[[], Any]


class Cost(NamedTuple):
    """What one call takes."""

    seconds: float
    memory: float
    output: float


def _message(family: Family, size: int, read: Callable[..., Any]) -> Prepared:
    pending: dict[str | int, str] = {1: family.pending} if family.pending else {}
    rev, text = mb.revision(family.revision), family.text(size)
    return partial(read, rev, text, family, pending)


def _parse(rev: Any, text: bytes, family: Family, pending: Any, **options: Any) -> Any:
    try:
        return rev.parse(text, sender=family.sender, pending=pending, **options)
    except mb.ProtocolError as error:
        return error.to_bytes() or error


def _lint(rev: Any, text: bytes, family: Family, pending: Any) -> Any:
    try:
        return repr(rev.lint(text, method=family.pending or None))
    except mb.DecodeError as error:
        return str(error)


def _codec(rev: Any, text: bytes, family: Family, pending: Any, *, encode: bool = False, **options: Any) -> Any:
    codec = rev.codec("JSONRPCMessage")
    try:
        value = codec.decode(text, **options)
        return codec.encode(value) if encode else value
    except mb.DecodeError as error:
        return str(error)


def _findings(rev: Any, text: bytes, family: Family, pending: Any) -> Any:
    try:
        document = json.loads(text)
    except ValueError:
        return None
    return repr(rev.codec("JSONRPCMessage").findings(document))


def _dispatch(rev: Any, text: bytes, family: Family, pending: Any) -> Any:
    name = "ServerHandlers" if family.sender == "client" else "ClientHandlers"
    handlers = getattr(import_module(f"{rev.package}.handlers"), name)()
    return asyncio.run(mb.Dispatcher(handlers).dispatch(text))


def _session(rev: Any, text: bytes, family: Family, pending: Any) -> Any:
    session = mb.Session("server" if family.sender == "client" else "client", [rev.id], info=INFO)
    try:
        return session.receive(text)
    except mb.ProtocolError as error:
        return error.to_bytes() or error


def _edited(size: int) -> Prepared:
    codec = mb.revision(LATEST_HANDSHAKE).codec("ListToolsResult")
    tool = '{"name":"%","description":"d","inputSchema":{"type":"object"}}'
    page: Any = codec.decode('{"tools":[' + ",".join(tool.replace("%", str(n)) for n in range(size // 65)) + "]}")
    for each in page.tools:
        each.description = "new"
    page.tools = page.tools[:-1]
    return partial(codec.encode, page)


def _ids(size: int) -> Prepared:
    """Many requests of one session whose ids have the same hash."""
    session = mb.Session("server", [LATEST_HANDSHAKE], info=INFO)
    texts = [f'{{"jsonrpc":"2.0","id":{n * COLLIDING},"method":"ping"}}' for n in range(1, size // 80)]

    def run() -> None:
        for text in texts:
            with contextlib.suppress(mb.ProtocolError):
                session.receive(text)

    return run


def _raising(call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    try:
        return call(*arguments, **options)
    except (ValueError, BindgenError) as error:
        return str(error)


def _of_text(call: Callable[[Any], Any], build: Callable[[int], Any]) -> Callable[[int], Prepared]:
    return lambda size: partial(_raising, call, build(size))


def _properties(size: int) -> Any:
    bad = {str(number): {"type": "object", "x-mcp-header": "a b"} for number in range(size // 100)}
    return {"type": "object", "properties": {"k" * (size // 2): {"type": "object", "properties": bad}}}


def _choices(size: int) -> Any:
    choices: list[Any] = [{}] * size
    return {"oneOf": choices}


def _request(size: int) -> Any:
    params: dict[str, Any] = {"name": "x", "arguments": {}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = [(f"h{number}", "v") for number in range(size // 10)] + [("Mcp-Method", "x" * size)]
    return check_http_request(message, headers, mb.REVISIONS, input_schema=_properties(size))


def _lines(piece: bytes, size: int) -> Any:
    lines = Lines()
    return [lines.feed(piece) for _ in range(size // len(piece))]


READERS: Mapping[str, Callable[..., Any]] = {
    "parse strict": _parse,
    "parse tolerant": partial(_parse, mode="tolerant"),
    "parse older_peer": partial(_parse, older_peer=True),
    "parse include_input": partial(_parse, include_input=True),
    "lint": _lint,
    "decode": _codec,
    "decode tolerant": partial(_codec, mode="tolerant"),
    "decode, encode": partial(_codec, encode=True),
    "findings": _findings,
    "dispatch": _dispatch,
    "Session.receive": _session,
}

OTHERS: Mapping[str, Callable[[int], Prepared]] = {
    "encode: an edited page": _edited,
    "Session.receive: colliding ids": _ids,
    "find_param_headers: items": _of_text(find_param_headers, _choices),
    "find_param_headers: a long key": _of_text(find_param_headers, _properties),
    "check_http_request: headers": lambda size: partial(_request, size),
    "classify_era: a long version": _of_text(
        lambda text: classify_era({"method": "x", "params": {"protocolVersion": text}}, {}, None),
        lambda size: "2" * size,
    ),
    "decode_header: Base64": _of_text(decode_header, lambda size: "=?base64?" + "YWFh" * (size // 4) + "?="),
    "challenges: commas": _of_text(parse_challenges, lambda size: " ," * (size // 2) + "x"),
    "challenges: parameters": _of_text(
        parse_challenges, lambda size: "Bearer " + ",".join(f"a{n}=b" for n in range(size // 8))
    ),
    "challenges: equals signs": _of_text(parse_challenges, lambda size: "Bearer a" + "=" * size + "!"),
    "challenges: a quote": _of_text(parse_challenges, lambda size: 'Bearer a="' + "\\a" * (size // 2)),
    "challenges: spaces": _of_text(parse_challenges, lambda size: "a" + " " * size + "b" + " " * size + "c"),
    "canonical_resource: slashes": _of_text(canonical_resource, lambda size: "https://a" + "/." * (size // 2)),
    "canonical_resource: colons": _of_text(canonical_resource, lambda size: "https://" + ":" * size),
    "Lines: bytes": lambda size: partial(_lines, b"x", size // 8),
    "Lines: line ends": lambda size: partial(_lines, b"\n" * 1_000, size),
    "jsontext: a late duplicate": _of_text(
        lambda text: jsontext.loads(text, where="x"),
        lambda size: ("{" + ",".join(f'"{n}":0' for n in range(size // 9)) + ',"0":0}').encode(),
    ),
}


def cases() -> dict[str, Callable[[int], Prepared]]:
    """Every function with every text."""
    found: dict[str, Callable[[int], Prepared]] = dict(OTHERS)
    for reader, read in READERS.items():
        for name, family in FAMILIES.items():
            found[f"{reader}: {name}"] = partial(_message, family, read=read)
    return found


def divide(seed: int, numbers: range) -> list[str]:
    """One part for each case; nothing is random."""
    return list(cases())


def _once(name: str, size: int) -> Cost:
    """The cost of one call, measured in a copy of this process."""
    receiving, sending = multiprocessing.Pipe(duplex=False)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            run = cases()[name](size)
            gc.collect()
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak of memory starts again here
            before, started = _peak(), os.times().user
            result = run()
            seconds = os.times().user - started
            length = len(result) if isinstance(result, (bytes, str)) else 0
            sending.send(Cost(seconds, _peak() - before, length))
            status = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(status)
    sending.close()
    try:
        cost: Cost = receiving.recv()
        return cost
    finally:
        os.waitpid(child, 0)


def _peak() -> float:
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return 1024.0 * int(next(line for line in lines if line.startswith("VmHWM")).split()[1])


def exponent(values: list[float], smallest: float) -> float:
    """The slope of the logarithms over those of the sizes; 0 if the values are small."""
    if values[-1] < smallest:
        return 0.0
    logs = [math.log(max(each, smallest / 64)) for each in values]
    places = [math.log(size) for size in SIZES]
    middle, mean = sum(places) / len(places), sum(logs) / len(logs)
    slope = sum((x - middle) * (y - mean) for x, y in zip(places, logs, strict=True))
    return slope / sum((x - middle) ** 2 for x in places)


def measure(name: str) -> Tally:
    """Measure one case at every size."""
    tally = Tally()
    tally.count("cases", name.split(":")[0])
    cases()[name](1_000)()  # what is loaded and built once does not count
    least = [math.inf] * len(SMALLEST)
    costs: list[Cost] = []
    for _ in range(TRIES):
        costs = [_once(name, UNIT * size) for size in SIZES]
        found = [exponent([cost[place] for cost in costs], each) for place, each in enumerate(SMALLEST.values())]
        least = [min(pair) for pair in zip(least, found, strict=True)]
        if max(least) <= BAR:
            break
    for what, value in zip(SMALLEST, least, strict=True):
        tally.measure(f"exponent of {what} in {name}", value)
    seconds, memory, _ = costs[-1]
    tally.measure(f"seconds in {name}", seconds)
    tally.measure(f"MB in {name}", memory / 1e6)
    if max(least) > BAR and name not in WAIVED:
        shown = ", ".join(f"{value:.2f} for {what}" for what, value in zip(SMALLEST, least, strict=True))
        tally.fail(Failure("grows too fast", f"{shown}; the bar is {BAR}", (name,)))
    return tally


def table(tally: Tally) -> Iterator[str]:
    """One line for each case."""
    heads = " ".join(f"{head:>6}" for head in ("time", "memory", "output", "s", "MB"))
    yield f"{'function: text':60} {heads} at {UNIT * SIZES[-1]} bytes"
    for name in cases():
        row = [tally.peaks.get(f"exponent of {what} in {name}", math.nan) for what in SMALLEST]
        sizes = [tally.peaks.get(f"{what} in {name}", math.nan) for what in ("seconds", "MB")]
        yield f"{name:60} " + " ".join(f"{value:6.2f}" for value in [*row, *sizes])


PROGRAM = Program(
    summary="the cost of every function that takes data of a peer grows in proportion to the data (Linux only)",
    unit="",
    count=1,
    divide=divide,
    run_part=measure,
    table=table,
)
