"""Reads the members of messages that say what they belong to."""

from __future__ import annotations

from ..errors import RequestId
from ..json_values import escape, member_at
from ..jsonrpc.edits import Edit
from ..jsonrpc.messages import Notification, Request
from ..jsonrpc.strict_json import as_request_id
from ..revisions import Revision
from ..spec.names import LOG_LEVELS, META, PROGRESS_KEY, SUBSCRIPTION_KEY, VERSION_KEY


def progress_token(notification: Notification) -> RequestId:
    """The token of a valid notification of progress."""
    token: RequestId = notification.document["params"][PROGRESS_KEY]
    return token


def subscription_of(notification: Notification) -> RequestId | None:
    """The id of the subscription that a notification belongs to; None if it names none."""
    return as_request_id(member_at(notification.document, "params", META, SUBSCRIPTION_KEY))


def is_logged(notification: Notification, least: str) -> bool:
    """Whether a valid log message is as serious as a level, or more serious."""
    level: str = notification.document["params"]["level"]
    return LOG_LEVELS.index(level) >= LOG_LEVELS.index(least)


def token_of(request: Request) -> RequestId | None:
    """The progress token of a request; None if it has none."""
    return as_request_id(member_at(request.document, "params", META, PROGRESS_KEY))


def in_version(request: Request, target: Revision) -> Request:
    """A request that names the version of the target, if it names one."""
    named = member_at(request.document, "params", META, VERSION_KEY)
    if named in (None, target.version):
        return request
    return request.edit(Edit("replace", f"/params/{META}/{escape(VERSION_KEY)}", value=target.version))
