"""Choose the Python names in the output: classes, fields, parameters, calls and handlers.

The rows `[[name]]` of a revision's `protocol.toml` can state other names of types and fields. `ir.subjects` names the
modules of types.

Wire names are kept wherever Python allows it. Classes keep the name of their definition. An inline schema is named
after the path to it (`CallToolRequest` + `params` = `CallToolRequestParams`).
"""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping

_WORD = re.compile(r"[A-Z]+(?=[A-Z][^\W_A-Z0-9])|[A-Z]?[^\W_A-Z]+|[A-Z]+")

MODULE_NAMES = frozenset(
    {"Any", "CheckedModel", "ExactLiteral", "Field", "Integer", "Literal", "Number", "Omittable", "OneOf", "Optional"}
) | frozenset({"Satisfies", "TypeAliasType", "Union", "WireModel", "typing"})
"""Names that a generated module imports. The type of a definition with one of these names gets another name."""

MODEL_ATTRIBUTES = (
    frozenset({"construct", "copy", "dict", "from_orm", "json", "parse_file", "parse_obj", "parse_raw", "schema"})
    | frozenset({"model_computed_fields", "model_config", "model_construct", "model_copy", "model_dump"})
    | frozenset({"model_dump_json", "model_extra", "model_fields", "model_fields_set", "model_json_schema"})
    | frozenset({"model_parametrized_name", "model_post_init", "model_rebuild", "model_validate"})
    | frozenset({"model_validate_json", "model_validate_strings", "schema_json", "update_forward_refs", "validate"})
)
"""Public attributes of `pydantic.BaseModel` that a field with the same name would hide."""

CALLS_ATTRIBUTES = frozenset(
    {
        *("close", "extension", "extensions", "find_related_call", "metrics", "needs_meta", "notify", "pending"),
        *("receive", "receive_bytes", "refuse_requests", "request", "revision", "role", "transport", "via"),
        "withdraw_requests",
    }
)
"""Public attributes of `mcp_bindings.Calls` that a call with the same name would hide."""

HANDLERS_ATTRIBUTES = frozenset(
    {
        *("all_routes", "capabilities_json", "check_handler_methods", "context_settings", "extension", "extensions"),
        *("find_handler", "find_overridden_routes", "prepared", "revision", "role", "routes"),
    }
)
"""Public attributes of `mcp_bindings.Handlers` that a handler with the same name would hide."""

CALL_PARAMETERS = frozenset({"meta", "on_progress", "self", "timeout"})
"""Names of the parameters of calls besides those for members of the params."""


def make_distinct_names(
    wanted: Mapping[str, str], reserved: Container[str] = (), written: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return a distinct name for each owner: the wanted name, with `_` added until it is neither taken nor reserved.

    The order of the owners has no effect. If several owners want a name, the first of these owners gets it:

    1. an owner whose wire name is the default wire name of the name, such as `fooBar` for `foo_bar`;
    2. an owner whose wire name equals the name;
    3. an owner whose wire name is in PascalCase without capitals in a row, such as `GetUrlRequest`;
    4. the owner whose wire name is first in the alphabet. This also decides within each of the other ranks.

    Args:
        wanted: the name that each owner wants, by owner.
        reserved: names that no owner may have.
        written: the wire name of each owner; the owner itself by default.
    """
    wire_names = written or {owner: owner for owner in wanted}

    def precedence(owner: str) -> tuple[object, ...]:
        name, wire_name = wanted[owner], wire_names[owner]
        plain = "".join(word.capitalize() for word in _split_words(wire_name))
        return wire_name != default_wire_name(name), wire_name != name, wire_name != plain, wire_name, owner

    result: dict[str, str] = {}
    taken = set[str]()
    for owner in sorted(wanted, key=precedence):
        name = wanted[owner]
        while name in taken or name in reserved:
            name += "_"
        taken.add(name)
        result[owner] = name
    return {owner: result[owner] for owner in wanted}


def make_distinct_class_name(name: str, taken: Container[str]) -> str:
    """Return a name for the class of an inline schema: the given name, with `Value` added while the name is taken."""
    while name in taken:
        name += "Value"
    return name


STUB_NAMES = frozenset({"Client", "ClientCalls", "ClientHandlers", "ServerCalls", "ServerHandlers"}) | frozenset(
    {"is_notification", "is_request", "is_response"}
)
"""Names of the classes and functions that the package of a revision has besides types. No type has such a name."""


def is_usable_type_name(name: str) -> bool:
    """Return whether a person may choose a name for a type: it is an identifier that begins with a letter and is not
    reserved.
    """
    return make_class_name(name) == name and name not in STUB_NAMES


def is_usable_attribute(name: str) -> bool:
    """Return whether a person may choose a name for an attribute: it is an identifier that begins with a letter and is
    not reserved.
    """
    return _is_usable(name) and _avoid_reserved(name, "member") == name


def make_class_name(definition: str) -> str:
    """Return the name of the class or alias of a definition: the definition's name if it is an identifier and not
    reserved, else a name in PascalCase that is made from it.
    """
    if _is_usable(definition) and definition not in MODULE_NAMES and not hasattr(builtins, definition):
        return definition
    return _avoid_reserved("".join(_capitalize(word) for word in _split_words(definition)), "Type")


def make_inline_type_name(owner: str, *tokens: str) -> str:
    """Return a name for the class of an inline schema: the owner's name and the path to the schema, in PascalCase.

    Args:
        owner: name of the class that has the schema; empty to return the path alone.
        tokens: the path from the owner to the schema.
    """
    path = "".join(_capitalize(word) for token in tokens for word in _split_words(token) or ["Member"])
    return _avoid_reserved(owner + path, "Type") if owner else path


def make_field_name(wire_name: str) -> str:
    """Return the attribute name of a member, in snake_case. If the wire name has slashes, the attribute name is made
    from the part after the last slash. `_` is added to a reserved name.
    """
    local = wire_name.rsplit("/", 1)[-1] or wire_name
    return _avoid_reserved("_".join(word.lower() for word in _split_words(local)), "member")


def make_full_field_name(wire_name: str) -> str:
    """Return an attribute name that is made from the whole wire name, for a member whose short name another member has
    too.
    """
    return _avoid_reserved("_".join(word.lower() for word in _split_words(wire_name)), "member")


def make_attribute_names(
    wire_names: Collection[str], chosen: Mapping[str, str], hidden: Collection[str]
) -> dict[str, str]:
    """Return the names of the attributes of a class, by wire name. The names differ, and none is a hidden name.

    An attribute has the name that a person has chosen, or else that of `make_field_name`. If two members would have the
    same name, both have the names of `make_full_field_name`.

    Args:
        wire_names: the wire names of the members.
        chosen: names that a person has chosen, by wire name.
        hidden: names that no attribute may have.
    """
    short = {wire_name: make_field_name(wire_name) for wire_name in wire_names if wire_name not in chosen}
    times = Counter(short.values())
    wanted = {
        wire_name: name if times[name] == 1 else make_full_field_name(wire_name) for wire_name, name in short.items()
    }
    return {**chosen, **make_distinct_names(wanted, {*hidden, *chosen.values()})}


def make_handler_names(requests: Mapping[str, str], notifications: Mapping[str, str]) -> dict[str, str]:
    """Return the names of the handlers of one side, by method. `make_distinct_names` makes equal names different.

    Args:
        requests: the message of each request, by method.
        notifications: the message of each notification, by method.
    """
    wanted = {method: make_handler_name(message, is_request=True) for method, message in requests.items()}
    wanted |= {method: make_handler_name(message, is_request=False) for method, message in notifications.items()}
    return make_distinct_names(wanted, HANDLERS_ATTRIBUTES, {**requests, **notifications})


def make_handler_name(message: str, *, is_request: bool) -> str:
    """Return the name of the handler of a message, in snake_case: `call_tool` for `CallToolRequest`, `on_cancelled` for
    `CancelledNotification`.
    """
    stem = message.removesuffix("Request" if is_request else "Notification") or message
    name = _to_snake_case(stem)
    return _avoid_reserved(name if is_request else f"on_{name}", "handle")


def make_role_class_name(role: str, suffix: str) -> str:
    """Return the name of a class for one role: the role and a suffix, as in `ServerHandlers`."""
    return _capitalize(role) + suffix


def make_capability_class_names(capabilities: Iterable[str], role: str, reserved: Container[str]) -> dict[str, str]:
    """Return the names of the classes of handlers that the capabilities of one side require, by capability.

    Args:
        capabilities: the capabilities.
        role: the side.
        reserved: names that no class may have, such as those of types.
    """
    return make_distinct_names({each: make_capability_class_name(each, role) for each in capabilities}, reserved)


def make_capability_class_name(capability: str, role: str) -> str:
    """Return the name of the class of handlers that a capability requires, such as `ToolsServer`."""
    return _avoid_reserved(
        "".join(_capitalize(word) for word in _split_words(capability)) + _capitalize(role), "Capability"
    )


def make_import_name(name: str, taken: Container[str]) -> str:
    """Return the name under which a module imports a type: the type's name, with `Model` added if the name is taken."""
    return f"{name}Model" if name in taken else name


def default_wire_name(attribute: str) -> str:
    """Return the wire name that an attribute has unless its field states another one. The runtime has the same rule."""
    if attribute == "meta":
        return "_meta"
    head, *tail = attribute.split("_")
    return head + "".join(_capitalize(word) for word in tail)


def make_constant_name(definition: str) -> str:
    """Return the name of a constant, made from that of a definition: `HEADER_MISMATCH_ERROR` for
    `HeaderMismatchError`.
    """
    return _avoid_reserved("_".join(word.upper() for word in _split_words(definition)), "CODE")


def make_call_names(requests: Mapping[str, str], notifications: Mapping[str, str]) -> dict[str, str]:
    """Return the names of the calls of one side, by method. `make_distinct_names` makes equal names different.

    The arguments are those of `make_handler_names`.
    """
    wanted = {method: make_call_name(message) for method, message in requests.items()}
    wanted |= {method: make_notification_call_name(message) for method, message in notifications.items()}
    return make_distinct_names(wanted, CALLS_ATTRIBUTES, {**requests, **notifications})


def make_call_name(message: str) -> str:
    """Return the name of the call that sends a request: `call_tool` for `CallToolRequest`. `_` is added to a name that
    is a keyword or builtin of Python, or an attribute of the class of calls.
    """
    name = _to_snake_case(message.removesuffix("Request")) or "request"
    taken = keyword.iskeyword(name) or hasattr(builtins, name) or name in CALLS_ATTRIBUTES
    return f"{name}_" if taken else name


def make_notification_call_name(message: str) -> str:
    """Return the name of the call for a notification: `notify_roots_list_changed` for
    `RootsListChangedNotification`.
    """
    return f"notify_{_to_snake_case(message.removesuffix('Notification')) or 'other'}"


def make_pages_call_names(lists: Iterable[str], calls: Container[str]) -> dict[str, str]:
    """Return the names of the calls that iterate over the items of all pages, by name of the call that gets one page.

    Args:
        lists: names of the calls that get one page.
        calls: the names of all calls of the class.
    """
    return make_distinct_names({call: make_pages_call_name(call) for call in lists}, calls)


def make_pages_call_name(call: str) -> str:
    """Return the name of the call that iterates over the items of all pages, such as `iter_tools`.

    Args:
        call: name of the call that gets one page, such as `list_tools`.
    """
    return f"iter_{call.removeprefix('list_').removeprefix('read_')}"


def make_parameter_names(attributes: Iterable[str]) -> dict[str, str]:
    """Return the names of the parameters of a call, by the attribute of the params that the parameter sets."""
    return make_distinct_names({attribute: attribute for attribute in attributes}, CALL_PARAMETERS)


def make_module_name(revision: str) -> str:
    """Return the name of the package of a revision: `v2025_11_25` for `2025-11-25`, `draft` for `draft`."""
    body = "_".join(word.lower() for word in _split_words(revision))
    return f"v{body}" if body[:1].isdigit() else _avoid_reserved(body, "revision")


def _split_words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text))


def _to_snake_case(name: str) -> str:
    return "_".join(word.lower() for word in _split_words(name))


def _capitalize(word: str) -> str:
    return word[:1].upper() + word[1:]


def _is_usable(name: str) -> bool:
    normal = unicodedata.normalize("NFKC", name)
    return name == normal and name.isidentifier() and not keyword.iskeyword(name) and not name.startswith("_")


def _avoid_reserved(name: str, fallback: str) -> str:
    """Return a name, changed as little as needed to be an identifier that is not reserved.

    Args:
        name: the name; it may be empty.
        fallback: the first word of the result if the name begins with no letter, or cannot be made an identifier.
    """
    name = unicodedata.normalize("NFKC", name)
    if not name or not (name[0].isalpha()):
        name = f"{fallback}_{name}" if name else fallback
    name = "".join(char if char == "_" or char.isalnum() else "_" for char in name)
    if not name.isidentifier():
        name = f"{fallback}_" + "".join(f"{ord(char):x}" for char in name)
    reserved = (
        keyword.iskeyword(name)
        or name in MODEL_ATTRIBUTES
        or name in MODULE_NAMES
        or (hasattr(builtins, name) and name[0].isupper())
    )
    return f"{name}_" if reserved else name
