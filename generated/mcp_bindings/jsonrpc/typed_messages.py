"""Messages with the type of their body, for annotations. At run time they are the plain classes.

Type checkers know by `is_request`, `is_notification` and `is_response` of a revision which type a body has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .messages import Notification, Request, Response

if TYPE_CHECKING:
    from typing import Any, Generic

    from typing_extensions import TypeVar

    Body_co = TypeVar("Body_co", covariant=True)

    class TypedRequest(Request, Generic[Body_co]):
        """A request whose params have this type."""

        @property
        def params(self) -> Body_co: ...
        @params.setter
        def params(self, value: Any) -> None: ...

    class TypedNotification(Notification, Generic[Body_co]):
        """A notification whose params have this type."""

        @property
        def params(self) -> Body_co: ...
        @params.setter
        def params(self, value: Any) -> None: ...

    class TypedResponse(Response, Generic[Body_co]):
        """A response whose result has this type."""

        @property
        def result(self) -> Body_co: ...
        @result.setter
        def result(self, value: Any) -> None: ...

else:
    TypedNotification, TypedRequest, TypedResponse = Notification, Request, Response
