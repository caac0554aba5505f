"""Parts of the schemas of invented revisions."""

from __future__ import annotations

from typing import Any

from tests.unit.tiny import STRING, record, ref

BOOLEAN: dict[str, Any] = {"type": "boolean"}


def constant(value: str) -> dict[str, Any]:
    """The schema of one text."""
    return {"const": value, "type": "string"}


def texts(*values: str) -> dict[str, Any]:
    """The schema of some texts."""
    return {"enum": list(values), "type": "string"}


def request(method: str, params: str) -> dict[str, Any]:
    members = {"method": constant(method), "params": ref(params)}
    return record("id jsonrpc method params", id=ref("RequestId"), jsonrpc=constant("2.0"), **members)


def response(result: str) -> dict[str, Any]:
    return record("id jsonrpc result", id=ref("RequestId"), jsonrpc=constant("2.0"), result=ref(result))


def notification(method: str, params: str) -> dict[str, Any]:
    return record("jsonrpc method params", jsonrpc=constant("2.0"), method=constant(method), params=ref(params))


def error(code: int, **data: Any) -> dict[str, Any]:
    """The definition of an error with a code, and with these members in its data if there are any."""
    fixed = record("code", code={"type": "integer", "const": code})
    if data:
        fixed["properties"]["data"] = record(" ".join(data), **data)
        fixed["required"].append("data")
    members = {"error": {"allOf": [ref("Error"), fixed]}, "id": ref("RequestId")}
    return record("error jsonrpc", **members, jsonrpc=constant("2.0"))


def rename_member(definition: dict[str, Any], old: str, new: str) -> None:
    definition["properties"][new] = definition["properties"].pop(old)


def remove_arms(definitions: dict[str, Any], *names: str) -> None:
    """Remove definitions, and the alternatives of unions that refer to them."""
    for name in names:
        definitions.pop(name, None)
    for definition in definitions.values():
        if "anyOf" in definition:
            definition["anyOf"] = [arm for arm in definition["anyOf"] if arm not in map(ref, names)]


__all__ = ["BOOLEAN", "STRING", "constant", "error", "notification", "record", "ref", "remove_arms", "rename_member"]
__all__ += ["request", "response", "texts"]
