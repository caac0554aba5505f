"""Decodes JSON to typed values of one definition, and encodes them.

`Codec` is the class that `Revision.codec` returns. The other modules provide the packaged schema (`schema_file`), the
tolerant mode that sets invalid items aside (`tolerance`), and the member order that encoding restores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .codec import Codec
    from .schema_file import SchemaFile

__all__ = ["Codec", "SchemaFile"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "codec": ("Codec",),
            "schema_file": ("SchemaFile",),
        },
    )
