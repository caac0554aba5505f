"""First use of rendered classes: pydantic collects the fields of those that are needed, once, in any thread."""

from __future__ import annotations

import base64
import json
import os
import pickle
import re
import subprocess
import sys
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.ir.types import contained_types
from mcp_bindgen.paths import project_root
from mcp_bindings.spec.names import VERSION_KEY
from tests.benchmarks.fresh import count_classes
from tests.revisions import HANDSHAKE, method_of
from tests.seed import SEED

NAMES = """
import mcp_bindings as mb
from mcp_bindings.wire.deferred_fields import CheckedDefinition, Definition, UncollectedDefinitionMeta
from mcp_bindings.wire.model import WireModel

def names(*, collected):
    known = (*type.__subclasses__(Definition), *type.__subclasses__(CheckedDefinition))
    return sorted(each.__name__ for each in known if (type(each) is not UncollectedDefinitionMeta) == collected)
"""

META = {
    "io.modelcontextprotocol/clientInfo": {"name": "a", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def call(revision: str) -> str:
    """A call of a tool in a revision."""
    meta = {} if revision in HANDSHAKE else {"_meta": {**META, VERSION_KEY: revision}}
    method = method_of("tools/call", revision)
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": {"name": "a", **meta}})


def run(program: str, *arguments: str) -> Any:
    """Return what a program with the function `names` prints in a fresh interpreter, as JSON."""
    return run_alone(NAMES + program, *arguments)


def run_alone(program: str, *arguments: str) -> Any:
    """Return what a program prints in a fresh interpreter, as JSON."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert done.returncode == 0, f"{arguments}\n{done.stdout}{done.stderr}"
    return json.loads(done.stdout)


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_an_import_collects_no_fields(revision: str) -> None:
    program = """
import json, sys
package = __import__("importlib").import_module(mb.revision(sys.argv[1]).package)
classes = [getattr(package, name) for name in mb.revision(sys.argv[1]).definitions if hasattr(package, name)]
print(json.dumps([names(collected=True), len(names(collected=False)) > 50]))
"""
    assert run(program, revision) == [[], True]


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_a_first_call_collects_the_fields_of_what_it_needs(revision: str) -> None:
    program = """
import json, sys
mb.revision(sys.argv[1]).codec("CallToolRequest").decode(sys.argv[2])
print(json.dumps(names(collected=True)))
"""
    collected = run(program, revision, call(revision))
    assert {"CallToolRequest", "CallToolRequestParams"} <= set(collected)
    assert not {"CallToolResult", "ListToolsRequest", "Tool", "Resource", "Prompt"} & set(collected)
    assert "CreateMessageResult" not in collected, "of a union without a tag, to which params of 2026-07-28 refer"


@pytest.mark.slow
def test_the_design_page_has_the_number_of_classes() -> None:
    page = (project_root() / "docs" / "design" / "models.md").read_text(encoding="utf-8")
    older, newest = (count_classes()[revision] for revision in mb.REVISIONS[-2:])
    stated = re.search(
        r"uses (\d+) of the (\d+) classes that it imports, one of [0-9-]+ uses (\d+) of (\d+)", " ".join(page.split())
    )
    assert stated is not None
    assert tuple(map(int, stated.groups())) == (*newest, *older)


def test_a_first_decode_imports_no_encoder_and_no_messages() -> None:
    program = """
import sys
mb.revision(mb.LATEST).codec("CallToolRequest").decode(sys.argv[1])
modules = {"codec.encoding", "codec.member_order", "jsonrpc.messages", "schema.explain", "wire.introspection"}
print([name for name in sorted(modules) if f"mcp_bindings.{name}" in sys.modules])
"""
    assert run(program, call(mb.LATEST)) == []


def has_conditions(revision: str) -> bool:
    """Whether a call has a part that the module about conditions checks."""
    types = sources.load_spec(revision).by_name()
    return any(types[name].conditions for name in contained_types(["CallToolRequest"], types))


def test_a_first_parse_imports_what_every_parse_needs() -> None:
    revision = next(each for each in reversed(mb.REVISIONS) if not has_conditions(each))
    program = """
import json, sys
import mcp_bindings as mb
mb.revision(sys.argv[2]).parse(sys.argv[1].encode(), sender="client")
from mcp_bindings.jsonrpc.engines import engine_in_use
ours = {"codec.codec", "schema.conditions", "schema.python_library", "schema.validation_work", "wire.model"}
modules = {"fractions", "logging", "pydantic", *(f"mcp_bindings.{name}" for name in ours)}
print(json.dumps([engine_in_use().name, sorted(modules & sys.modules.keys())]))
"""
    assert run_alone(program, call(revision), revision) == ["fast", []]


USES = """
import importlib, inspect, json, pydantic, random, sys, threading
sys.setswitchinterval(1e-6)
seed, count = sys.argv[1], 6
barrier, faults, finished = threading.Barrier(count), [], []

def members(model):
    assert list(inspect.signature(model).parameters)[-1] == "unknown_members" or model.model_config["extra"] == "forbid"

def fields(model):
    assert all(field.annotation is not None for field in model.model_fields.values())

def subclass(model):
    assert set(type("Sub", (model,), {"__module__": __name__}).model_fields) == set(model.model_fields)

def schema(model):
    assert model.model_json_schema(mode="validation")

def contain(model):
    assert pydantic.create_model("Container", part=(model, ...), __config__={"defer_build": True}).model_json_schema()

def reject(model):
    try:
        model(nothing_of_this_name=1)
    except Exception as error:
        assert type(error).__name__ in ("ValidationError", "TypeError"), error

draw = random.Random(seed)
packages = [(revision, importlib.import_module(revision.package)) for revision in map(mb.revision, mb.REVISIONS)]
known = [getattr(package, name, None) for revision, package in packages for name in sorted(revision.definitions)]
classes = draw.sample([each for each in known if isinstance(each, type) and issubclass(each, WireModel)], 60)
choices = [members, fields, subclass, schema, contain, reject]
plan = [draw.choices(choices, k=count) for model in classes]

def work(number):
    for model, uses in zip(classes, plan):
        barrier.wait(30)
        try:
            uses[number](model)
            assert type(model) is not UncollectedDefinitionMeta
        except BaseException as error:
            faults.append(f"{model.__module__} {model.__name__} {uses[number].__name__}: {error!r}")
    finished.append(number)

threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps([faults, len(finished)]))
"""


@pytest.mark.parametrize("number", range(3))
def test_any_use_may_be_the_first_in_many_threads(number: int) -> None:
    assert run(USES, f"{SEED}/{number}") == [[], 6]


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_a_pickle_is_read_before_its_class_is_used(revision: str) -> None:
    known = mb.revision(revision)
    root = known.codec("Resource").decode('{"z":null,"uri":"file:///a","name":"b"}')
    program = """
import base64, json, pickle, sys
value = pickle.loads(base64.b64decode(sys.argv[2]))
dumped = value.model_dump(by_alias=True)
print(json.dumps([dumped, mb.revision(sys.argv[1]).codec("Resource").encode(value).decode(), "meta" in dir(value)]))
"""
    found = run(program, revision, base64.b64encode(pickle.dumps(root)).decode())
    assert found == [{"z": None, "uri": "file:///a", "name": "b"}, '{"z":null,"uri":"file:///a","name":"b"}', found[2]]


def test_a_subclass_of_a_class_without_fields_has_them() -> None:
    program = """
import json
from mcp_bindings.v2026_07_28.sampling import CreateMessageRequestParams as Params

assert type(Params) is UncollectedDefinitionMeta

def make():
    class Part(mb.revision("2026-07-28").codec("Root")._annotation):
        pass

    class Own(Params):
        part: "Part"

    return Own.model_fields["part"].annotation is Part, type(Own) is type(Part)

print(json.dumps([*make(), type(Params) is UncollectedDefinitionMeta]))
"""
    assert run(program) == [True, True, False]


def test_a_failed_collection_is_tried_again() -> None:
    program = """
import json, sys
from mcp_bindings.v2026_07_28 import sampling

sys.modules["mcp_bindings.v2026_07_28.tools"] = None
try:
    sampling.CreateMessageRequestParams(messages=[], max_tokens=1)
    failed = ""
except ImportError as error:
    failed = type(error).__name__
del sys.modules["mcp_bindings.v2026_07_28.tools"]
params = sampling.CreateMessageRequestParams(messages=[], max_tokens=1)
print(json.dumps([failed, params.max_tokens]))
"""
    assert run(program) == ["ModuleNotFoundError", 1]
