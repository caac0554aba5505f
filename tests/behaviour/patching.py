"""Random edits of the texts of messages, and what they must come to, found by other means than the package's."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindings.json_values import escape_token, is_array, is_object, unescape_token
from mcp_bindings.jsonrpc.edits import ChainedEdit, apply_edits
from mcp_bindings.jsonrpc.edits import apply_json_changes as spliced_by_scan
from mcp_bindings.jsonrpc.rewriting import apply_changes_if_certain
from tests.behaviour.routing import two_faced
from tests.hostile.noise import settings
from tests.soak.engines import laid_out

_TOKEN = re.compile(r'[ \t\n\r]*("(?:[^"\\]|\\.)*"|[-+.0-9a-zA-Z]+|[][{}:,])')

NAMES = ("name", "params", "arguments", "_meta", "", "a/b", "~", "é", "x", "\n", "\u2028")
VALUES: tuple[Any, ...] = (None, True, 0, 1.5, 2**70, "", "é\n", [], {}, [1, {"a": []}], {"a": {"b": [1]}})


class Place(NamedTuple):
    """Where a value is in a text."""

    begin: int
    """Of a member, where its name begins."""
    start: int
    end: int
    before: int
    """Where the member or item before it ends; where the text after the bracket begins if there is none."""
    following: int
    """Where the next one begins; -1 if there is none."""
    is_first: bool


def places(text: str) -> dict[str, Place]:
    """Every place of a text, by pointer; read token by token."""
    found: dict[str, Place] = {}
    _scan(text, 0, "", found)
    return found


def _scan(text: str, place: int, pointer: str, found: dict[str, Place]) -> int:
    match = _TOKEN.match(text, place)
    assert match is not None
    if match[1] not in "{[":
        return match.end(1)
    inner = _TOKEN.match(text, match.end(1))
    assert inner is not None
    place, before, index = match.end(1), inner.start(1), 0
    parts: list[tuple[str, int, int, int, int]] = []
    while inner[1] not in "}]":
        begin = inner.start(1)
        name = str(index)
        if match[1] == "{":
            name = escape_token(json.loads(inner[1]))
            inner = _TOKEN.match(text, inner.end(1))  # the colon
            assert inner is not None
            inner = _TOKEN.match(text, inner.end(1))
            assert inner is not None
        start = inner.start(1)
        end = _scan(text, start, f"{pointer}/{name}", found)
        parts.append((name, begin, start, end, before))
        before, index = end, index + 1
        inner = _TOKEN.match(text, end)
        assert inner is not None
        if inner[1] == ",":
            inner = _TOKEN.match(text, inner.end(1))
            assert inner is not None
    for number, (name, begin, start, end, previous) in enumerate(parts):
        following = parts[number + 1][1] if number + 1 < len(parts) else -1
        found[f"{pointer}/{name}"] = Place(begin, start, end, previous, following, number == 0)
    found[_end(pointer)] = Place(before, before, before, before, -1, not parts)
    return inner.end(1)


def _end(pointer: str) -> str:
    """The name for the place after the last member or item of a container; it is no pointer."""
    return f"end of {pointer}"


def spliced(text: str, edit: mb.Edit) -> str:
    """The text after an edit that can be made: everything else as it came, and what is added in the compact layout."""
    found = places(text)
    if edit.op == "move":
        moved = found[edit.from_ or ""]
        rest = spliced(text, mb.Edit("remove", edit.from_ or ""))
        return _with_value(rest, edit.path, text[moved.start : moved.end], places(rest), is_new=True)
    value = json.dumps(edit.value, ensure_ascii=False, separators=(",", ":"))
    if edit.op == "add":
        return _with_value(text, edit.path, value, found, is_new=True)
    place = found[edit.path]
    if edit.op == "replace":
        return text[: place.start] + value + text[place.end :]
    if place.is_first and place.following >= 0:
        return text[: place.begin] + text[place.following :]
    return text[: place.before] + text[place.end :]


def _with_value(text: str, path: str, value: str, found: dict[str, Place], *, is_new: bool) -> str:
    parent, _, token = path.rpartition("/")
    end = found[_end(parent)]
    opener = _opener(text, parent, found)
    if opener == "{":
        if path in found and found[path].begin < found[path].start:
            return text[: found[path].start] + value + text[found[path].end :]
        value = json.dumps(unescape_token(token), ensure_ascii=False) + ":" + value
        comma = "" if end.is_first else ","
        return text[: end.begin] + comma + value + text[end.begin :]
    place = found.get(path) if token != "-" else None
    if place is None:
        return text[: end.begin] + ("" if end.is_first else ",") + value + text[end.begin :]
    if place.is_first:
        return text[: place.begin] + value + "," + text[place.begin :]
    return text[: place.before] + "," + value + text[place.before :]


def _opener(text: str, pointer: str, found: dict[str, Place]) -> str:
    return text[found[pointer].start] if pointer else text.lstrip()[0]


def patched(document: Any, edit: mb.Edit) -> Any:
    """The parsed document after an edit, or None if it cannot be made."""
    document = deepcopy(document)
    try:
        if edit.op == "move":
            value = _at(document, _tokens(edit.from_ or ""))
            if edit.path.startswith(f"{edit.from_}/"):
                return None
            _remove(document, _tokens(edit.from_ or ""))
            _add(document, _tokens(edit.path), value)
        elif edit.op == "add":
            _add(document, _tokens(edit.path), edit.value)
        else:
            *way, last = _tokens(edit.path)
            parent = _at(document, way)
            _at(parent, [last])
            if edit.op == "remove":
                _remove(document, [*way, last])
            else:
                parent[int(last) if is_array(parent) else last] = edit.value
    except (LookupError, ValueError, TypeError):
        return None
    return document


def _tokens(pointer: str) -> list[str]:
    return [unescape_token(token) for token in pointer.split("/")[1:]]


def _at(value: Any, tokens: list[str]) -> Any:
    for token in tokens:
        if is_array(value):
            if not re.fullmatch("0|[1-9][0-9]*", token):
                raise LookupError
            value = value[int(token)]
        elif is_object(value):
            value = value[token]
        else:
            raise LookupError
    return value


def _remove(document: Any, tokens: list[str]) -> None:
    parent = _at(document, tokens[:-1])
    del parent[int(tokens[-1]) if is_array(parent) else tokens[-1]]


def _add(document: Any, tokens: list[str], value: Any) -> None:
    parent, last = _at(document, tokens[:-1]), tokens[-1]
    if is_object(parent):
        parent[last] = value
    elif is_array(parent):
        if last != "-" and (not re.fullmatch("0|[1-9][0-9]*", last) or int(last) > len(parent)):
            raise LookupError
        parent.insert(len(parent) if last == "-" else int(last), value)
    else:
        raise LookupError


# --- what is tried


def message(random: Random) -> str:
    """The text of a message, in any layout and spelling, without duplicate members."""
    while True:
        seed = random.choice(random.choice(settings()).seeds).text
        data = laid_out(seed, random) if random.random() < 0.5 else two_faced(seed, random)
        try:
            mb.read_envelope(data)
            json.loads(data, object_pairs_hook=_unique)
            text = data.decode()
        except (ValueError, mb.ProtocolError):
            continue
        if "1e400" not in text and "ud800" not in text and "NaN" not in text and "Infinity" not in text:
            return text


def _unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(members)) < len(members):
        raise ValueError
    return dict(members)


def edit(random: Random, document: Any) -> mb.Edit:
    """A random edit, most often one that can be made."""
    pointers = list(_pointers(document, ""))
    place = random.choice(pointers)
    op = random.choice(("add", "add", "remove", "replace", "move"))
    value = random.choice(VALUES)
    if op == "add" or op == "move":
        target = random.choice(pointers) if random.random() < 0.3 else _new_place(random, document, pointers)
        return mb.Edit("add", target, value=value) if op == "add" else mb.Edit("move", target, from_=place)
    if random.random() < 0.05:
        place += random.choice(("/x", "/0", "/-", "/01"))
    return mb.Edit("remove", place) if op == "remove" else mb.Edit("replace", place, value=value)


def _pointers(value: Any, pointer: str) -> Any:
    children: Any = value.items() if is_object(value) else enumerate(value) if is_array(value) else ()
    for token, child in children:
        inner = f"{pointer}/{escape_token(str(token))}"
        yield inner
        yield from _pointers(child, inner)


def _new_place(random: Random, document: Any, pointers: list[str]) -> str:
    containers = [each for each in ("", *pointers) if isinstance(_at(document, _tokens(each)), (dict, list))]
    parent = random.choice(containers)
    value = _at(document, _tokens(parent))
    last = random.choice(("-", "0", str(len(value)), str(len(value) + 1))) if is_array(value) else random.choice(NAMES)
    return f"{parent}/{escape_token(last)}"


def faults(text: str, edits: list[mb.Edit]) -> list[str]:
    """What is wrong with the outcome of edits, which are made at once; each of them can be made."""
    document, expected = json.loads(text), text
    for each in edits:
        document, expected = patched(document, each), spliced(expected, each)
    found = apply_edits(text.encode(), edits).decode()
    wrong: list[str] = []
    if json.dumps(json.loads(found)) != json.dumps(document):
        wrong.append(f"another document: {found}")
    if found != expected:
        wrong.append(f"other bytes: {found} instead of {expected}")
    return wrong


def trial(random: Random) -> tuple[int, list[str], str]:
    """Random edits of a random message: how many were made, what was wrong, and the input."""
    text = message(random)
    document = json.loads(text)
    made: list[mb.Edit] = []
    if not is_object(document) and not is_array(document):
        return 0, [], text
    for _ in range(1 + random.randrange(4)):
        chosen = edit(random, document) if len(list(_pointers(document, ""))) else mb.Edit("add", "/x", value=1)
        after = patched(document, chosen)
        if after is None or (chosen.path == ""):
            try:
                apply_edits(text.encode(), [*made, chosen])
            except mb.EditError:
                continue
            return len(made), [f"made, though it cannot be: {chosen}"], text
        made.append(chosen)
        document = after
    return len(made), faults(text, made), f"{text} {made}"


# --- the same changes without a scan

SPELLINGS = (
    *('"a"', '"b"', '"a/b"', '"params"', '"_meta"', '","', '":"', '"}"', '"a\\"b"', '"\\\\"', '"é"', '"1"', '""'),
    *('"\\u0061"', '"\\u00e9"', '"a\\/b"', '"\\u005fmeta"', '"para\\u006Ds"', '"\\u002C"'),
)
"""Names and strings in the spellings that texts have; several of them mean the same."""
LAYOUTS = ("", "", " ", "\n\t", "  ")
CONTENTS = (*SPELLINGS, "1", "-0.5e3", "null", "true", '"x\\"_meta"', '"\\"a"', '"a\\\\"', '"{\\"a\\":1,"', "{}", "[]")


def decoys(random: Random, depth: int = 0) -> str:
    """The text of an object with few names, strings that look like names, and any layout."""

    def space() -> str:
        return random.choice(LAYOUTS)

    def value() -> str:
        match random.randrange(6 if depth < 4 else 3):
            case 3 | 4:
                return decoys(random, depth + 1)
            case 5:
                inner = (space() + value() + space() for _ in range(random.randrange(3)))
                return f"[{','.join(inner) or space()}]"
            case _:
                return random.choice(CONTENTS)

    members: dict[str, str] = {}
    for _ in range(random.randrange(5)):
        spelled = random.choice(SPELLINGS)
        members[json.loads(spelled)] = f"{space()}{spelled}{space()}:{space()}{value()}{space()}"
    return f"{{{','.join(members.values()) or space()}}}"


def independent_changes(random: Random, document: dict[str, Any]) -> list[ChainedEdit]:
    """Changes of objects, most often such that none depends on another one."""
    found: list[ChainedEdit] = []
    for pointer in random.sample(objects := ["", *_objects(document, "")], min(len(objects), 1 + random.randrange(3))):
        place: Any = None
        for token in _tokens(pointer):
            place = place, token
        names = list(_at(document, _tokens(pointer)))
        for name in random.sample(names, random.randrange(len(names) + 1)):
            op: Any = random.choice(("remove", "remove", "replace"))
            found.append(ChainedEdit(op, (place, name), random.choice(VALUES) if op == "replace" else None))
        new = [name for name in NAMES if name not in names]
        found += [
            ChainedEdit("add", (place, name), random.choice(VALUES)) for name in random.sample(new, random.randrange(3))
        ]
    random.shuffle(found)
    return found


def _objects(value: Any, pointer: str) -> Any:
    return [each for each in _pointers(value, pointer) if is_object(_at(value, _tokens(each)))]


def trial_by_value(random: Random) -> tuple[bool, list[str], str]:
    """Changes without a scan, and with one: whether they were made, what was wrong, and the input."""
    text = (random.choice(LAYOUTS) + decoys(random) + random.choice(LAYOUTS)).encode()
    document = json.loads(text, object_pairs_hook=_unique)
    changes = independent_changes(random, document)
    found = apply_changes_if_certain(text, document, changes)
    if found is None:
        return False, [], ""
    shown = f"{text!r} {changes}"
    try:
        expected = spliced_by_scan(text, changes)
    except LookupError as error:
        return True, [f"made, though it cannot be: {error}"], shown
    return True, [] if found == expected else [f"{found!r} instead of {expected!r}"], shown
