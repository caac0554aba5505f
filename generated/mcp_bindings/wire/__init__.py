"""The base class of every model, and the JSON Schema types that Python annotations cannot express.

A generated class states only what its definition states. This room supplies the exactness:

- Strict: `"1"` is not an integer, `true` is not an integer, `1.0` is one (JSON Schema compares numbers by value).
- Open: unknown members are kept, unless the definition forbids them.
- Absent is not null: an absent optional member reads as `None` and is not written; where the schema allows null,
  `"name" in value` tells the two apart.
- Checked: conditions such as `uniqueItems` or `not` are checked beside the type; see `Satisfies`.
- Constants such as `method` or `type` may be omitted in a constructor, and are still required on the wire.

Descriptions and signatures for `help()` and `inspect` are read from the source of a class when they are first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .conditions import CheckedModel, Satisfies
    from .member_names import default_wire_name
    from .model import (
        UnknownMember,
        WireModel,
        is_model,
        keep_origin,
        keep_set_aside,
        origin_of,
        set_aside_of,
        set_aside_parts,
        wire_table,
    )
    from .scalars import ExactLiteral, Integer, Number, Omittable
    from .unions import OneOf, alternatives, signature_and_validator
    from .validators import validator_and_serializer
    from .values import UnknownMemberInput, keep_origins, to_json_value

__all__ = [
    "CheckedModel",
    "ExactLiteral",
    "Integer",
    "Number",
    "Omittable",
    "OneOf",
    "Satisfies",
    "UnknownMember",
    "UnknownMemberInput",
    "WireModel",
    "alternatives",
    "default_wire_name",
    "is_model",
    "keep_origin",
    "keep_origins",
    "keep_set_aside",
    "origin_of",
    "set_aside_of",
    "set_aside_parts",
    "signature_and_validator",
    "to_json_value",
    "validator_and_serializer",
    "wire_table",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "conditions": ("CheckedModel", "Satisfies"),
            "member_names": ("default_wire_name",),
            "model": (
                "UnknownMember",
                "WireModel",
                "is_model",
                "keep_origin",
                "keep_set_aside",
                "origin_of",
                "set_aside_of",
                "set_aside_parts",
                "wire_table",
            ),
            "scalars": ("ExactLiteral", "Integer", "Number", "Omittable"),
            "unions": ("OneOf", "alternatives", "signature_and_validator"),
            "validators": ("validator_and_serializer",),
            "values": ("UnknownMemberInput", "keep_origins", "to_json_value"),
        },
    )
