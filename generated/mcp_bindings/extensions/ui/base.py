"""The base class of the types of the extension io.modelcontextprotocol/ui, which tells type checkers whose types they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...wire import conditions, model

if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Self

    class WireModel(model.WireModel):
        @classmethod
        def __of_revision__(cls, revision: Literal["io.modelcontextprotocol/ui"], /) -> Self: ...

    class CheckedModel(conditions.CheckedModel):
        @classmethod
        def __of_revision__(cls, revision: Literal["io.modelcontextprotocol/ui"], /) -> Self: ...

else:
    WireModel, CheckedModel = model.WireModel, conditions.CheckedModel
