"""What clients answer to requests for input, as every revision has it: read-only views of its types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class AnyElicitResult(Protocol):
    """What the user has done with a form: an `ElicitResult` of any revision."""

    @property
    def action(self) -> str:
        """`accept`, `decline` or `cancel`."""
        ...

    @property
    def content(self) -> Mapping[str, Any] | None:
        """The values of the fields by name, if the user has accepted."""
        ...


class AnyCreateMessageResult(Protocol):
    """A message of the client's model: a `CreateMessageResult` of any revision."""

    @property
    def role(self) -> str:
        """`user` or `assistant`."""
        ...

    @property
    def content(self) -> Any:
        """One block of content; since 2025-11-25 a list of blocks is allowed too."""
        ...

    @property
    def model(self) -> str:
        """The name of the model."""
        ...

    @property
    def stop_reason(self) -> str | None:
        """Why the model has stopped."""
        ...


class AnyRoot(Protocol):
    """A `Root` of any revision."""

    @property
    def uri(self) -> str:
        """A URI with the scheme `file`."""
        ...

    @property
    def name(self) -> str | None:
        """A name for people."""
        ...


class AnyListRootsResult(Protocol):
    """The roots of a client: a `ListRootsResult` of any revision."""

    @property
    def roots(self) -> Sequence[AnyRoot]:
        """The directories and files that the server may use."""
        ...
