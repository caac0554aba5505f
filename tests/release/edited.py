"""Compare the package of an edited schema with jsonschema: `python -m tests.release.edited TASK` prints a tally.

The package is `mcp_bindings`, so `PYTHONPATH` has to begin with its directory. The judge gets the edited file as it
is, with the errata that let it in, and no part of the tool reads the file for it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import traceback
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

from jsonschema import Draft202012Validator

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.ingest import normalize
from mcp_bindings.json_values import is_object
from mcp_bindings.spec.names import Sender
from tests.behaviour import classes
from tests.behaviour.envelopes import complete
from tests.differential import check
from tests.differential.instances import Generator
from tests.differential.shapes import UnsatisfiableError
from tests.release.single_edits import references
from tests.soak.tally import Failure, Tally

MESSAGES = 6
"""Most methods whose messages are tried, of those that contain a touched definition."""
INFO = {"name": "x", "version": "1"}
META = "io.modelcontextprotocol/"


class Task(NamedTuple):
    """What is compared."""

    revision: str
    neighbours: list[str]
    """Other revisions of the package."""
    touched: list[str]
    document: dict[str, Any]
    """The edited file, with the errata that let it in."""
    documents: int
    """Documents of each definition."""


class Comparison:
    """The package of one edited schema beside the judge."""

    def __init__(self, task: Task, tally: Tally) -> None:
        self.task, self.tally = task, tally
        self.revision = mb.revision(task.revision)
        self.effective: Any = normalize.normalize(task.document, where="edited")
        self.generator = Generator(self.effective, 1)
        self.validators: dict[str, Any] = {}

    def is_valid(self, name: str, value: Any) -> bool:
        if name not in self.validators:
            root = {"$defs": self.task.document["$defs"], "$ref": f"#/$defs/{_escaped(name)}"}
            self.validators[name] = Draft202012Validator(root)
        return bool(self.validators[name].is_valid(value))

    def fail(self, kind: str, what: str, where: str, document: Any = None) -> None:
        self.tally.fail(Failure(kind, what, (where,), "" if document is None else json.dumps(document)))

    def instances(self, name: str, count: int) -> list[Any]:
        try:
            return [each.value for each in self.generator.instances(name, count)]
        except UnsatisfiableError:
            self.tally.count("definitions without valid documents")
            return []

    def run(self) -> None:
        for step in (self.types, self.messages, self.translations):
            try:
                step()
            except Exception:
                self.fail("crashes", traceback.format_exc()[-1500:], step.__name__)

    def types(self) -> None:
        """Compare the codec and the fast validator on documents of each touched definition."""
        for name in self.task.touched:
            codec, compiled = self.revision.codec(name), self.revision.schema_file.compile_validator(name)
            for number, value in enumerate(self.instances(name, self.task.documents)):
                text = check.STYLES[number % len(check.STYLES)](value)
                expected = self.is_valid(name, json.loads(text))
                found = [*check.disagreements(codec, text, json.loads(text), expected)]
                if compiled(json.loads(text)) != expected:
                    found.append(("disagreements of the fast engine", f"expected {expected}"))
                check.record(self.tally, iter(found), is_valid=expected, where=(name,), text=text)

    @cache  # noqa: B019  # one comparison in a process
    def reached(self, name: str) -> frozenset[str]:
        """A definition and those that it contains."""
        found, rest = {name}, [name]
        definitions = self.effective["$defs"]
        while rest:
            for each in references(definitions.get(rest.pop(), {})):
                if each not in found:
                    found.add(each)
                    rest.append(each)
        return frozenset(found)

    def concerned(self) -> Iterator[tuple[Any, list[str]]]:
        """The methods whose messages contain a touched definition, smallest messages first, with their definitions."""
        touched, names = set(self.task.touched), dict[str, tuple[Any, list[str]]]()
        for row in self.revision.methods.values():
            if row.kind in ("request", "notification"):
                parts = [part for part in self.parts(row) if part in self.effective["$defs"]]
                if any(self.reached(part) & touched for part in (*parts, response_of(row))):
                    names[row.name] = (row, parts)
        ordered = sorted(names.values(), key=lambda each: sum(len(self.reached(part)) for part in each[1]))
        yield from ordered[:MESSAGES]

    def parts(self, row: Any) -> list[str]:
        """The definitions of a message and of its results: those of its response, if the schema defines it."""
        response = self.effective["$defs"].get(response_of(row), {}).get("properties", {}).get("result")
        results = [self.definition(each) for each in row.results] if response is None else [*references(response)]
        return [self.definition(row.message), *results]

    def definition(self, type_: str) -> str:
        """The definition of a class."""
        return next((name for name in self.revision.definitions if python_name(name) == type_), type_)

    def messages(self) -> None:
        """Compare parse, dispatch and sessions on messages that contain a touched definition."""
        for row, parts in self.concerned():
            count = max(20, self.task.documents // 4)
            for value in self.instances(parts[0], count):
                self.call(row, parts[0], value)
            for name in parts[1:]:
                for value in self.instances(name, count):
                    self.answer(row, parts[1:], complete(name, value))
            asyncio.run(self.handlers(row, parts))

    def call(self, row: Any, definition: str, value: Any) -> None:
        document = self.enveloped(row, value)
        if document is None:
            return
        expected = self.is_valid(definition, document)
        self.tally.count("messages", row.name)
        for sender in row.senders:
            error = self.refusal(document, sender, {})
            if (error is None) != expected:
                self.fail("parse of a call", f"expected {expected}: {error}", row.name, document)

    def refusal(self, document: Any, sender: Sender, pending: Mapping[Any, str]) -> str | None:
        """The error of `parse`; None if it accepts the document."""
        try:
            list(self.revision.lint(self.revision.parse(json.dumps(document), sender=sender, pending=pending)))
        except mb.ProtocolError as error:
            return str(error)
        return None

    def answer(self, row: Any, results: list[str], value: Any) -> None:
        if not self.is_told_apart(value):
            return
        expected = self.is_result(results, value)
        self.tally.count("results", row.name)
        id_ = self.id()
        for sender in row.senders:
            other: Sender = "server" if sender == "client" else "client"
            error = self.refusal({"jsonrpc": "2.0", "id": id_, "result": value}, other, {id_: row.name})
            if (error is None) != expected:
                self.fail("parse of a result", f"expected {expected}: {error}", row.name, value)

    def is_result(self, results: list[str], value: dict[str, Any]) -> bool:
        """Whether a value is a valid result of a method: `resultType` tells which of its results it is."""
        asks = self.revision.era == "per-request" and value.get("resultType") == "input_required"
        return any(self.is_valid(name, value) for name in results if ("InputRequired" in name) == asks)

    def is_told_apart(self, value: Any) -> bool:
        """Whether a value is an object that has the `resultType` of a result."""
        if not is_object(value):
            return False
        return self.revision.era == "handshake" or value.get("resultType") in ("complete", "input_required")

    def id(self) -> Any:
        if "RequestId" not in self.effective["$defs"]:
            return 1
        return next((each for each in (1, "1") if self.is_valid("RequestId", each)), 1)

    def enveloped(self, row: Any, value: Any) -> Any:
        """A document with the envelope of a method; None if it cannot have one."""
        if not is_object(value):
            return None
        body: dict[str, Any] = {name: each for name, each in value.items() if name not in ("id", "result", "error")}
        head = {"id": self.id()} if row.kind == "request" else {}
        return {**body, "jsonrpc": "2.0", **head, "method": row.name}

    async def handlers(self, row: Any, parts: list[str]) -> None:
        """Let a dispatcher handle calls of a method, and answer with results, valid and not."""
        if row.kind != "request":
            return
        calls = [
            self.spoken(each) for each in (self.enveloped(row, value) for value in self.instances(parts[0], 20)) if each
        ]
        names = [name for name in parts[1:] if "InputRequired" not in name]  # others need what a client declares
        results = [complete(name, each) for name in names for each in self.instances(name, 10)]
        results = [each for each in results if self.is_told_apart(each)]
        if not calls or not results:
            return
        types: Any = __import__(self.revision.package, fromlist=["ClientHandlers"])
        for receiver in ("server", "client"):
            sender = "client" if receiver == "server" else "server"
            kind = getattr(types, f"{receiver.capitalize()}Handlers")
            if sender not in row.senders or row.name not in kind.routes:
                continue
            for number in range(max(len(calls), len(results))):
                await self.dispatched(row, parts, kind(), calls[number % len(calls)], results[number % len(results)])

    async def dispatched(self, row: Any, parts: list[str], handlers: Any, call: Any, result: Any) -> None:
        handled = list[Any]()

        def handle(params: Any, context: Any) -> Any:
            handled.append(params)
            return result

        setattr(handlers, handlers.routes[row.name].attribute, handle)
        reply = await mb.Dispatcher(handlers).dispatch(json.dumps(call))
        assert reply is not None, call
        answer = json.loads(reply)
        self.tally.count("dispatched", row.name)
        expected = self.is_valid(parts[0], call)
        if bool(handled) != expected:
            self.fail("dispatch of a call", f"expected {expected}: {answer}", row.name, call)
        elif handled:
            fits = self.is_result(parts[1:], result)
            if "result" in answer and not self.is_result(parts[1:], answer["result"]):
                self.fail("dispatch of a result", "an invalid result was sent", row.name, answer)
            if fits != ("result" in answer):
                self.fail("dispatch of a result", f"expected {fits}: {answer}", row.name, result)

    def spoken(self, document: dict[str, Any]) -> dict[str, Any]:
        """A request of the revision that the package speaks."""
        params = document.get("params")
        if self.revision.era == "per-request" and is_object(params) and is_object(params.get("_meta")):
            meta: dict[str, Any] = {**params["_meta"], f"{META}protocolVersion": self.revision.version}
            return {**document, "params": {**params, "_meta": meta}}
        return document

    def translations(self) -> None:
        """Translate messages of the edited revision and of its neighbours, and judge what comes out."""
        from tests.translation import properties, samples

        rows = {row.name for row, _ in self.concerned()}
        for source, target in samples.PAIRS:
            if self.task.revision not in (source, target):
                continue
            kinds = [
                number for number, each in enumerate(samples.places(source)[0]) if each.row and each.row.name in rows
            ]
            every = len(samples.places(source)[0])
            for number in range(40 if kinds else 0):
                # Every fifteenth number is about the connection, so the number is moved past those.
                turn = kinds[number % len(kinds)] + every * (number // len(kinds))
                made = samples.sample(source, target, turn, Random(number).random())
                if made is None or turn % samples.RARE == 0:
                    continue
                outcome = properties.outcome_of(made, target)
                if outcome.refusal is not None and outcome.refusal.rule in properties.UNTRANSLATED:
                    self.tally.count("translations", "refused for want of a rule")
                    continue
                self.tally.count("translations", properties.kind_of(outcome))
                for kind, what in properties.faults(made, target, outcome):
                    self.fail(f"translation ({kind})", what, f"{source} to {target}", json.loads(made.text))


def response_of(row: Any) -> str:
    """The name that the definition of a response has, in revisions that define them."""
    return f"{row.message.removesuffix('Request')}ResultResponse"


def python_name(definition: str) -> str:
    """The name of a class, if no other definition has it."""
    return definition[:1].upper() + definition[1:]


def _escaped(name: str) -> str:
    return quote(name.replace("~", "~0").replace("/", "~1"))


def main() -> None:
    task = Task(**json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    logging.disable(logging.CRITICAL)
    tally = Tally()
    known = sources.effective_schema

    def effective_schema(revision_id: str, *, with_errata: bool = True) -> dict[str, Any]:
        if revision_id == task.revision:
            normal: dict[str, Any] = normalize.normalize(task.document, where="edited")
            return normal
        return known(revision_id, with_errata=with_errata)

    for module in (sources, check, classes):
        vars(module).update(effective_schema=effective_schema)
    Comparison(task, tally).run()
    counts = {" / ".join(name): times for name, times in tally.counts.items()}
    print(
        json.dumps({"counts": counts, "failures": [each.__dict__ for each in tally.failures], "failed": tally.failed})
    )


if __name__ == "__main__":
    main()
