"""First use from many threads at once, in a fresh interpreter: deferred builds are not thread-safe by themselves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading

import pytest

import mcp_bindings as mb
from tests.behaviour import classes

PROGRAM = """
import json, random, sys, threading
import mcp_bindings as mb

seed, cases, count = int(sys.argv[1]), json.load(sys.stdin), 16
sys.setswitchinterval(1e-6)
barrier = threading.Barrier(count)
faults = []

def construct(draw):
    revision = draw.choice(mb.REVISIONS)
    package = __import__(f"mcp_bindings.v{revision.replace('-', '_')}", fromlist=["TextContent"])
    block = package.TextContent(text="a")
    assert block["type"] == "text"
    result = package.CallToolResult(content=[block], **({"result_type": "complete"} if revision > "2026" else {}))
    written = mb.revision(revision).codec("CallToolResult").dump(result)
    assert written["content"] == [{"text": "a", "type": "text"}], written

def decode(draw):
    revision, name, document = draw.choice(cases)
    codec = mb.revision(revision).codec(name)
    assert codec.dump(codec.decode(json.dumps(document))) == document, name
    assert codec.dump(codec.decode_value(document)) == document

def refuse(draw):
    revision, name, document = draw.choice(cases)
    if name not in ("JSONValue",):
        codec = mb.revision(revision).codec(name)
        found = codec.findings(["none"])
        try:
            codec.decode('["none"]')
        except mb.DecodeError as error:
            assert error.findings == found != []

def look(draw):
    revision = mb.revision(draw.choice([*mb.REVISIONS, "draft"]))
    assert mb.revision(revision.id).definitions == revision.definitions
    assert revision.previous is None or revision.previous.id in mb.REVISIONS

def work(number):
    draw = random.Random(f"{seed}/{number}")
    steps = [construct, decode, refuse, look] * 4
    draw.shuffle(steps)
    barrier.wait()
    try:
        for step in steps:
            step(draw)
    except BaseException as error:
        faults.append(f"{step.__name__}: {type(error).__name__}: {error}")

threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(*faults, sep="\\n")
sys.exit(bool(faults))
"""


def test_a_codec_and_the_schema_are_first_used_at_once() -> None:
    class Waiting(mb.Revision):
        def load_type(self, name: str) -> object:
            threads[1].start()  # it is to read the schema while this thread makes the codec
            threads[1].join(0.1)
            return super().load_type(name)

    known = mb.revision(mb.LATEST)
    revision = Waiting(known.id, known.package.rpartition(".")[2], known.era, known.version)
    threads = [
        threading.Thread(target=lambda: revision.codec("Tool"), daemon=True),
        threading.Thread(target=lambda: revision.schema_file, daemon=True),
    ]
    threads[0].start()
    threads[0].join(20)
    assert not threads[0].is_alive()


@pytest.mark.parametrize("seed", range(6))
def test_first_use_from_sixteen_threads(seed: int) -> None:
    objects = [
        (revision, name, classes.generator(revision).valid(name))
        for revision in mb.REVISIONS
        for name in ("Tool", "CallToolRequest", "JSONRPCMessage", "ListToolsResult", "Resource", "JSONValue", "Prompt")
        if name in mb.revision(revision).definitions
    ]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, str(seed)],
        input=json.dumps(objects),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert done.returncode == 0, f"seed {seed}\n{done.stdout}{done.stderr}"
