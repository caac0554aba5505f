"""Variables of the template of parsed messages: the types of the params and results of each method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mcp_bindgen import naming
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.render.imports import model_imports

OWN_NAMES = frozenset(
    {"Any", "Literal", "Notification", "Request", "Response", "TYPE_CHECKING", "TypeGuard", "isinstance", "overload"}
    | {"TypedNotification", "TypedRequest", "TypedResponse"}
)
"""Names that a module of messages imports besides models. A model with one of these names is imported under another
name.
"""


@dataclass(frozen=True)
class TypeGuardFunction:
    """A function that tests whether a message is of one kind and has a given method."""

    name: str
    message: str
    """Class of the messages of this kind."""
    member: str
    """Member of the message whose type follows from the method."""
    phrase: str
    """Noun phrase for the messages, for a docstring."""
    bodies: tuple[tuple[str, str], ...]
    """Pairs of a method and the annotation of the member `member` in messages with the method."""


@dataclass(frozen=True)
class MessagesModule:
    """The functions of a revision or an extension that test messages, with the imports of these functions."""

    functions: tuple[TypeGuardFunction, ...]
    """The functions that have at least one method, in the order of their names."""
    types: tuple[str, ...]
    """Names of the models in the annotations, sorted."""
    modules: Mapping[str, str] = field(default_factory=dict[str, str])
    """Module of each model that another package defines, by name of the model."""

    @property
    def imports(self) -> list[tuple[str, list[str]]]:
        """Modules, each with the names imported from it."""
        return model_imports(self.types, self.modules, OWN_NAMES)

    @property
    def has_overloads(self) -> bool:
        """True if a function has several signatures."""
        return any(len(function.bodies) > 1 for function in self.functions)

    @property
    def has_unknown(self) -> bool:
        """True if a method has params or a result without a type."""
        return any(body == "Any" for function in self.functions for _, body in function.bodies)


def make_messages_module(rows: Sequence[MethodInfo], answers: Sequence[MethodInfo] = ()) -> MessagesModule:
    """Return the functions that test messages of some methods.

    Args:
        rows: the methods.
        answers: further methods, of which only the responses are needed.
    """
    sent = [row for row in rows if row.kind == "request"]
    notifications = [row for row in rows if row.kind == "notification"]
    answered = [*sent, *answers]
    made = (
        TypeGuardFunction(
            "is_notification",
            "Notification",
            "params",
            "a notification with this method",
            _params_annotations(notifications),
        ),
        TypeGuardFunction("is_request", "Request", "params", "a request with this method", _params_annotations(sent)),
        TypeGuardFunction(
            "is_response",
            "Response",
            "result",
            "a response to a request with this method",
            _result_annotations(answered),
        ),
    )
    used = {row.params for row in (*sent, *notifications) if row.params} | {
        name for row in answered for name in row.results
    }
    types = tuple(sorted(used, key=lambda name: (name.lower(), name)))
    return MessagesModule(tuple(function for function in made if function.bodies), types)


def _params_annotations(rows: Sequence[MethodInfo]) -> tuple[tuple[str, str], ...]:
    return tuple((row.name, _union_annotation(_params_types(row))) for row in rows)


def _params_types(row: MethodInfo) -> Iterator[str]:
    if row.params is not None:
        yield naming.make_import_name(row.params, OWN_NAMES)
        if not row.params_required:
            yield "None"


def _result_annotations(rows: Sequence[MethodInfo]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (row.name, _union_annotation(naming.make_import_name(name, OWN_NAMES) for name in row.results)) for row in rows
    )


def _union_annotation(types: Iterator[str]) -> str:
    return " | ".join(types) or "Any"
