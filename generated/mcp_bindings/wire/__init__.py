"""The base of every model, and the types JSON Schema has but Python's annotations lack.

A generated class states what its definition states and nothing else; how it is kept exact is here:

- strict: `"1"` is no integer, `true` is no integer, `1.0` is one (JSON Schema compares numbers by value);
- open: unknown members are kept, unless the definition forbids them;
- absent is not null: an absent optional member reads as `None` and is not written; where the schema allows null,
  `"name" in value` tells the two apart;
- constants such as `method` or `type` need not be typed in a constructor, and are still required on the wire.
"""

from __future__ import annotations

from mcp_bindings.wire.building import built as built
from mcp_bindings.wire.model import UnknownMember as UnknownMember
from mcp_bindings.wire.model import WireModel as WireModel
from mcp_bindings.wire.model import is_model as is_model
from mcp_bindings.wire.model import keep_origin as keep_origin
from mcp_bindings.wire.model import keep_shelf as keep_shelf
from mcp_bindings.wire.model import origin_of as origin_of
from mcp_bindings.wire.model import parts as parts
from mcp_bindings.wire.model import shelf_of as shelf_of
from mcp_bindings.wire.model import wire_table as wire_table
from mcp_bindings.wire.scalars import ExactLiteral as ExactLiteral
from mcp_bindings.wire.scalars import Integer as Integer
from mcp_bindings.wire.scalars import Number as Number
from mcp_bindings.wire.scalars import Omittable as Omittable
from mcp_bindings.wire.spelling import camel as camel
from mcp_bindings.wire.unions import OneOf as OneOf
from mcp_bindings.wire.unions import alternatives as alternatives
from mcp_bindings.wire.unions import arm as arm
from mcp_bindings.wire.values import StandIn as StandIn
from mcp_bindings.wire.values import plain as plain
from mcp_bindings.wire.values import remember as remember
