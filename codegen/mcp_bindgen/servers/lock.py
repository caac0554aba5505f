"""The lock file: the lists, capabilities and instructions of a server, as sorted JSON for review."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp_bindgen import jsontext
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.escaping import escape_invisible
from mcp_bindgen.ingest.importer import read_bytes
from mcp_bindgen.jsontext import escape_token, is_array, is_object
from mcp_bindgen.servers.patches import apply_patch, make_patch

FORMAT = 1
"""The version of the file format."""

KEYS: Mapping[str, str] = {"tools": "name", "prompts": "name", "resources": "uri", "resourceTemplates": "uriTemplate"}
"""The lists of an offer, each with the member that identifies its items."""

_MEMBERS = ("mcp-bindgen", "server", "client", "revisions", "offer", "differences")
_VOLATILE_MEMBERS = {"resources": ("size",)}
"""Members that the file leaves out of the items of a list, since these members change while the server runs."""


@dataclass(frozen=True)
class LockFile:
    """The content of a lock file.

    Attributes:
        server: the `serverInfo` of the server.
        client: the capabilities that the client has declared. A server may list other tools for a client with other
            capabilities.
        offers: the offer of the server in each revision that it speaks, by the id of the revision, oldest first. An
            offer has the capabilities, the instructions and the items of each list.
    """

    server: Mapping[str, Any]
    client: Mapping[str, Any]
    offers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])

    @property
    def newest_revision(self) -> str:
        """The id of the newest revision that the server speaks."""
        return list(self.offers)[-1]


def make_offer(opening: Mapping[str, Any], lists: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, Any]:
    """Return the offer of a server in one revision, as it stands in the lock file. An item without a name or URI, or
    with that of an item before it, is left out.

    Args:
        opening: the result of `initialize` or `server/discover`.
        lists: the items of each list, by the member of the result that holds them.
    """
    found: dict[str, Any] = {"capabilities": opening.get("capabilities", {})}
    if "instructions" in opening:
        found["instructions"] = opening["instructions"]
    for name, key in KEYS.items():
        rows = found[name] = dict[str, Any]()
        for item in lists.get(name, ()):
            if isinstance(item.get(key), str) and item[key] not in rows:
                rows[item[key]] = _make_offer_item(name, item, key)
    offer: dict[str, Any] = _sort_members(_with_image_hashes(found))
    return offer


def _make_offer_item(list_name: str, item: Mapping[str, Any], key: str) -> dict[str, Any]:
    left_out = (key, *_VOLATILE_MEMBERS.get(list_name, ()))
    found = {name: value for name, value in item.items() if name not in left_out}
    arguments = found.get("arguments")
    if is_array(arguments):
        found["arguments"] = {
            each["name"]: {member: value for member, value in each.items() if member != "name"} for each in arguments
        }
    notes = found.get("annotations")
    if is_object(notes) and "lastModified" in notes:
        found["annotations"] = {name: value for name, value in notes.items() if name != "lastModified"}
    return found


def _with_image_hashes(value: Any) -> Any:
    """Return a JSON value with a hash in place of the data of each image in a `data:` URI."""
    if is_object(value):
        return {name: _with_image_hashes(each) for name, each in value.items()}
    if is_array(value):
        return [_with_image_hashes(each) for each in value]
    if isinstance(value, str) and value.startswith("data:image/") and "," in value:
        head, _, data = value.partition(",")
        return f"{head},sha256:{hashlib.sha256(data.encode()).hexdigest()}"
    return value


def _sort_members(value: Any) -> Any:
    """Return a JSON value with sorted members, and with sorted names in each `required`."""
    if is_array(value):
        return [_sort_members(each) for each in value]
    if not is_object(value):
        return value
    found = {name: _sort_members(value[name]) for name in sorted(value)}
    required = found.get("required")
    if is_array(required) and all(isinstance(each, str) for each in required):
        found["required"] = sorted(required)
    return found


def lock_file_text(lock: LockFile) -> str:
    """Return the text of a lock file.

    The offer in the newest revision is written completely. The offer in each other revision is written as a JSON Patch
    of the newest offer. Invisible characters are written as escapes.
    """
    whole = lock.offers[lock.newest_revision]
    patches = {each: list(make_patch(whole, offer)) for each, offer in lock.offers.items()}
    document = {
        "mcp-bindgen": {"lock": FORMAT},
        "server": _sort_members(_with_image_hashes(dict(lock.server))),
        "client": {"capabilities": _sort_members(dict(lock.client))},
        "revisions": list(lock.offers),
        "offer": whole,
        "differences": {each: patch for each, patch in patches.items() if patch},
    }
    return escape_invisible(json.dumps(document, indent=2, ensure_ascii=False))


def read_lock_file(path: Path) -> LockFile:
    """Read a lock file.

    Raises:
        BindgenError: the file cannot be read, or is no lock file of this version of the format.
    """
    where = str(path)
    document = jsontext.loads(read_bytes(path), where=where)
    if not is_object(document) or not is_object(document.get("mcp-bindgen")):
        raise BindgenError("is no lock file", where=where, hint="write one: mcp-bindgen server lock --output FILE …")
    if document["mcp-bindgen"].get("lock") != FORMAT:
        raise BindgenError(f"is a lock file of another format than {FORMAT}", where=where, hint="write it again")
    kinds: Mapping[str, Callable[[object], bool]] = {
        "server": is_object,
        "client": is_object,
        "revisions": is_array,
        "offer": is_object,
    }
    for name, is_kind in kinds.items():
        if not is_kind(document.get(name)):
            raise BindgenError(f"has no `{name}` of the right type", where=where, hint="write it again")
    revisions, patches = document["revisions"], document.get("differences", {})
    if not revisions or not all(isinstance(each, str) for each in revisions) or not is_object(patches):
        raise BindgenError("has no valid `revisions` and `differences`", where=where, hint="write it again")
    offers: dict[str, Mapping[str, Any]] = {}
    for each in revisions:
        patch = patches.get(each, [])
        offer = apply_patch(
            document["offer"], patch if is_array(patch) else [None], where=f"{where}#/differences/{each}"
        )
        if not is_object(offer):
            raise BindgenError(f"the offer of {each} is not an object", where=where, hint="write it again")
        offers[each] = offer
    capabilities = document["client"].get("capabilities")
    return LockFile(document["server"], capabilities if is_object(capabilities) else {}, offers)


def find_invisible_characters(lock: LockFile) -> Iterator[tuple[str, list[str]]]:
    """Yield the place of each text, and of each member by its name, with invisible characters in the offer of the
    newest revision.

    Yields:
        The JSON Pointer of the text or member in the offer, and the invisible characters as code points, such as
            `U+200B`. A member whose name and text both have such characters is yielded once.
    """
    stack: list[tuple[str, str, Any]] = [("", "", lock.offers[lock.newest_revision])]
    while stack:
        pointer, name, value = stack.pop()
        if is_object(value):
            stack += [(f"{pointer}/{escape_token(each)}", each, value[each]) for each in reversed(value)]
        elif is_array(value):
            stack += [(f"{pointer}/{index}", "", each) for index, each in reversed(list(enumerate(value)))]
        text = name + value if isinstance(value, str) else name
        invisible = sorted({each for each in text if not each.isprintable() and each not in "\n\r\t"})
        if invisible:
            yield pointer, [f"U+{ord(each):04X}" for each in invisible]
