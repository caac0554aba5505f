"""The base of every model, and the types JSON Schema has but Python's annotations lack.

A generated class states what its definition states and nothing else; how it is kept exact is here:

- strict: `"1"` is no integer, `true` is no integer, `1.0` is one (JSON Schema compares numbers by value);
- open: unknown members are kept, unless the definition forbids them;
- absent is not null: an absent optional member reads as `None` and is not written; where the schema allows null,
  `"name" in value` tells the two apart;
- constants such as `method` or `type` need not be typed in a constructor, and are still required on the wire.
"""

from __future__ import annotations

from .member_names import camel as camel
from .model import UnknownMember as UnknownMember
from .model import WireModel as WireModel
from .model import is_model as is_model
from .model import keep_origin as keep_origin
from .model import keep_set_aside as keep_set_aside
from .model import origin_of as origin_of
from .model import parts as parts
from .model import set_aside_of as set_aside_of
from .model import wire_table as wire_table
from .scalars import ExactLiteral as ExactLiteral
from .scalars import Integer as Integer
from .scalars import Number as Number
from .scalars import Omittable as Omittable
from .unions import OneOf as OneOf
from .unions import alternatives as alternatives
from .unions import arm as arm
from .validators import built as built
from .values import StandIn as StandIn
from .values import plain as plain
from .values import remember as remember

__all__ = [
    "ExactLiteral",
    "Integer",
    "Number",
    "Omittable",
    "OneOf",
    "StandIn",
    "UnknownMember",
    "WireModel",
    "alternatives",
    "arm",
    "built",
    "camel",
    "is_model",
    "keep_origin",
    "keep_set_aside",
    "origin_of",
    "parts",
    "plain",
    "remember",
    "set_aside_of",
    "wire_table",
]
