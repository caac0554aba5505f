"""The row types of the table of an extension."""

from __future__ import annotations

from typing import Literal, NamedTuple


class AddedResultType(NamedTuple):
    """A value of `resultType` that an extension adds."""

    value: str
    definition: str
    """Type of such a result."""

    methods: tuple[str, ...]
    """The methods whose result may have it."""

    sources: tuple[str, ...] = ()
    """Anchors of the page of the extension."""


class AddedFilter(NamedTuple):
    """A member that an extension adds to the filter of `subscriptions/listen`."""

    member: str
    definition: str
    """Type of the part of the filter with this member."""

    acknowledged: str
    """Type of the same part of the filter in `notifications/subscriptions/acknowledged`."""

    notification: str
    """The method of the notifications that it asks for."""

    sources: tuple[str, ...] = ()
    subject: str = ""
    """The member of the notification's params that is one of the values in the filter; empty if there is none."""


class AddedMetaKey(NamedTuple):
    """A key of `_meta` that an extension adds."""

    key: str
    on: str
    """The definition whose `_meta` has it."""

    definition: str
    """Type of its value."""

    sources: tuple[str, ...] = ()


class NameHeader(NamedTuple):
    """The member of the params that the header `Mcp-Name` repeats."""

    method: str
    member: str


class ErrorCase(NamedTuple):
    """An error that a server answers with."""

    code: int
    situation: str
    methods: tuple[str, ...]
    level: Literal["MUST", "SHOULD"]
    sources: tuple[str, ...] = ()


class StatedLimit(NamedTuple):
    """A limit that an extension states."""

    name: str
    rule: str
    sources: tuple[str, ...] = ()


class UnbuiltDefinition(NamedTuple):
    """A definition of the extension that has no exact form in Python types, so there is none."""

    definition: str
    reason: str


class ExtensionInfo(NamedTuple):
    """What an extension adds to the protocol. Types are names in its package or in that of its revision."""

    id: str
    """Its identifier, which is its key in the capabilities under `extensions`."""

    between: Literal["peers", "host and view"]
    """Who exchanges its messages: client and server, or parties that are none."""

    revisions: tuple[str, ...]
    """The revisions that it extends; its types use those of the last one."""

    page: str
    """URL of its specification; `sources` are anchors of it."""

    origin: str
    """The repository or package that has its official file."""

    version: str
    """Commit of that repository, or version of that package."""

    official_sha256: str
    """Hash of the official file."""

    settings: str = ""
    """Type of the object that declares it; empty if it has none."""

    needs_client: tuple[str, ...] = ()
    """The requests for which the client declares the extension, or gets the error -32021."""

    name_headers: tuple[NameHeader, ...] = ()
    result_types: tuple[AddedResultType, ...] = ()
    filters: tuple[AddedFilter, ...] = ()
    meta_keys: tuple[AddedMetaKey, ...] = ()
    errors: tuple[ErrorCase, ...] = ()
    limits: tuple[StatedLimit, ...] = ()
    unbuilt: tuple[UnbuiltDefinition, ...] = ()
