"""Reading and writing single definitions: from JSON to a typed value, and back.

`Codec` is what `rev.codec(name)` returns. Beside it stand the packaged schema, the tolerant mode that sets broken
items aside, and the order of members, which encoding restores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .codec import Codec as Codec
    from .schema_file import SchemaFile as SchemaFile
    from .tolerance import set_aside as set_aside

__all__ = [
    "Codec",
    "SchemaFile",
    "set_aside",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "codec": ["Codec"],
            "schema_file": ["SchemaFile"],
            "tolerance": ["set_aside"],
        },
    )
