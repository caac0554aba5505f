"""The metaclass of models, which computes what `help()` and `inspect` show when they ask for it.

`__doc__` and `__signature__` of a class can be computed lazily only by its metaclass: `pydoc` reads them past every
descriptor of the class itself. Instances, validators and serializers do not use this metaclass.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass

    LazyIntrospection = ModelMetaclass
else:

    class LazyIntrospection(type(BaseModel)):
        @property
        def model_fields(cls) -> Any:
            """As in pydantic, with the docstring of each member as its description."""
            introspection().add_descriptions(cls)
            return cls.__pydantic_fields__

        @property
        def __signature__(cls) -> Any:
            """The constructor, by attributes."""
            return introspection().signature(cls)

        @__signature__.setter
        def __signature__(cls, signature: Any) -> None:
            """Ignored: pydantic sets its own signature, which has wire names, when it builds a class."""

        @property
        def __doc__(cls) -> Any:
            """The docstring of the class, followed by the types and descriptions of its members."""
            return introspection().help_text(cls)

        @__doc__.setter
        def __doc__(cls, text: Any) -> None:
            type.__dict__["__doc__"].__set__(cls, text)


def introspection() -> Any:
    """The module `introspection`, imported on first use, since few programs need it."""
    return import_module(f"{__package__}.introspection")
