"""Typed calls as data, for the template of calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mcp_bindgen.ir.methods import INPUT_REQUIRED_RESULT

CURSOR = "cursor"
"""Name of the attribute for the cursor of the requested page, in the class of the params."""

ADDED_RESULT = "Added_co"
"""Name of the type variable for the results that an extension adds to a request."""

INPUT_RESULT = "Asked_co"
"""Name of the type variable for a result that requests input. If the client provides the input automatically, calls do
not return this result.
"""


@dataclass(frozen=True)
class CallParameter:
    """One parameter of a call: a member of the params, or the params as a whole."""

    name: str
    attribute: str
    """Attribute of the class of params; empty if the parameter is the params as a whole."""
    hint: str
    value: str
    """The default as Python source; empty if the parameter is required."""
    line: str


@dataclass(frozen=True)
class FilterParameter:
    """One parameter of `listen`: a member of the filter of a subscription."""

    name: str
    wire_name: str
    hint: str
    value: str
    """The default as Python source; empty if the parameter is required."""
    lists_texts: bool


@dataclass(frozen=True)
class SubscriptionCall:
    """The method `listen` of a client."""

    parameters: tuple[FilterParameter, ...]
    imports: tuple[tuple[tuple[str, Sequence[str]], ...], ...]
    docstring: str


@dataclass(frozen=True)
class Overload:
    """One signature of a call that has several."""

    positional: tuple[CallParameter, ...]
    keywords: tuple[CallParameter, ...]
    meta: str
    """Type of `_meta`; empty if the call takes the params as a whole, including `_meta`."""
    result: str


@dataclass(frozen=True)
class ParamsAlternative:
    """One of several types of a call's params. The constant of one member, the tag, tells these types apart."""

    name: str
    """Name of the class of the params."""
    values: tuple[str, ...]
    """Values of the tag in params of this type."""
    is_default: bool
    """True if the tag may be absent from params of this type."""
    parameters: tuple[CallParameter, ...]
    meta: str


@dataclass(frozen=True)
class CallMethod:
    """A method that sends one message."""

    name: str
    method: str
    positional: tuple[CallParameter, ...]
    """Parameters that may be given by position."""
    keywords: tuple[CallParameter, ...]
    """Parameters that are given by name only."""
    meta: str
    """Type of `_meta`; empty if the call takes the params as a whole, including `_meta`."""
    progress: str
    """Type of the progress callback; empty if the call has none."""
    result: str
    overloads: tuple[Overload, ...]
    """Signatures of the call, if it has more than one."""
    tag: str
    """Attribute whose constant values distinguish the types of the params; empty without such an attribute."""
    arms: tuple[ParamsAlternative, ...]
    """The types of the params, if `tag` distinguishes them."""
    docstring: str

    @property
    def parameters(self) -> tuple[CallParameter, ...]:
        """All parameters, those that may be given by position first."""
        return self.positional + self.keywords

    @property
    def whole(self) -> CallParameter | None:
        """Parameter that is the params as a whole; None if the parameters are members of the params."""
        return next((each for each in self.parameters if not each.attribute), None)


@dataclass(frozen=True)
class PageIterator:
    """A method that makes a call for each page of a list and iterates over the items of all pages."""

    name: str
    call: CallMethod
    items: str
    """Python expression for the items of a page, as source code."""
    item: str
    """Type of an item."""
    docstring: str

    @property
    def parameters(self) -> tuple[CallParameter, ...]:
        """Parameters of the call without the cursor."""
        return tuple(each for each in self.call.parameters if each.attribute != CURSOR)


@dataclass(frozen=True)
class CallsClass:
    """The class with the calls of a client, or with those of a server."""

    name: str
    role: str
    other: str
    meta: str
    """Type of `_meta` if every request requires a `_meta` of one type, else empty."""
    requests: tuple[CallMethod, ...]
    pages: Mapping[str, PageIterator]
    """Page iterator of each call that gets a page, by name of the call."""
    notifications: tuple[CallMethod, ...]
    has_added_results: bool = False
    """True if an extension adds results to a request. The class then has a type variable for these results."""
    has_input_results: bool = False
    """True if a result may request input. The class then has a type variable for this result."""

    @property
    def names(self) -> list[str]:
        """Names of the calls and of the iterators over pages, sorted."""
        calls = [call.name for call in (*self.requests, *self.notifications)]
        return sorted(calls + [pages.name for pages in self.pages.values()])

    def annotations(self) -> Iterator[str]:
        """Yield every annotation in the class."""
        yield "Sender"
        if self.has_input_results:
            yield INPUT_REQUIRED_RESULT
        if self.meta:
            yield from (self.meta, "Any", "OnStray", "SendText", "Session", "Transport")
        for call in (*self.requests, *self.notifications):
            yield from (part for part in (call.meta, call.progress, call.result) if part)
            yield from (parameter.hint for parameter in call.parameters)
            for overload in call.overloads:
                yield from (part for part in (overload.meta, overload.result) if part)
                yield from (parameter.hint for parameter in (*overload.positional, *overload.keywords))
            yield from ("Any",) if call.arms else ()
        for pages in self.pages.values():
            yield from (pages.item, "AsyncIterator")


@dataclass(frozen=True)
class CallsModule:
    """The classes with the calls of client and server, and the imports for these classes."""

    classes: tuple[CallsClass, ...]
    imports: tuple[tuple[tuple[str, Sequence[str]], ...], ...]
    """Imports for type checkers, in groups. An import is a module with the names imported from it."""
    uses_absent: bool
    """True if a parameter of a call may be null and may also be absent."""
    has_overloads: bool
    """True if a function of the module has more than one signature."""

    @property
    def has_added_results(self) -> bool:
        """True if a class has a type variable for the results that an extension adds."""
        return any(side.has_added_results for side in self.classes)

    @property
    def has_input_results(self) -> bool:
        """True if a class has a type variable for the result that requests input."""
        return any(side.has_input_results for side in self.classes)
