"""The base classes of the types of revision 2025-11-25.

Type checkers read the revision of a type from these classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import generated_code

if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Self

    class WireModel(generated_code.WireModel):
        @classmethod
        def __of_revision__(cls, revision: Literal["2025-11-25"], /) -> Self: ...

    class CheckedModel(generated_code.CheckedModel):
        @classmethod
        def __of_revision__(cls, revision: Literal["2025-11-25"], /) -> Self: ...

else:
    WireModel, CheckedModel = generated_code.Definition, generated_code.CheckedDefinition
