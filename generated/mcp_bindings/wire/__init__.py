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
from .member_names import default_wire_name as default_wire_name
from .model import UnknownMember as UnknownMember
from .model import WireModel as WireModel
from .model import is_model as is_model
from .model import keep_origin as keep_origin
from .model import keep_set_aside as keep_set_aside
from .model import origin_of as origin_of
from .model import set_aside_of as set_aside_of
from .model import set_aside_parts as set_aside_parts
from .model import wire_table as wire_table
from .scalars import ExactLiteral as ExactLiteral
from .scalars import Integer as Integer
from .scalars import Number as Number
from .scalars import Omittable as Omittable
from .unions import OneOf as OneOf
from .unions import alternatives as alternatives
from .unions import signature_and_validator as signature_and_validator
from .validators import validator_and_serializer as validator_and_serializer
from .values import UnknownMemberInput as UnknownMemberInput
from .values import keep_origins as keep_origins
from .values import to_json_value as to_json_value

if TYPE_CHECKING:
    from .conditions import CheckedModel as CheckedModel
    from .conditions import Satisfies as Satisfies

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
    __getattr__, __dir__ = lazy_exports(__name__, {"conditions": ["CheckedModel", "Satisfies"]})
