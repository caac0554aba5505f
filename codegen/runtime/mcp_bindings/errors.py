"""Findings, each of which describes one fault of a document, and the errors that have findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from .limits import MAX_ERROR_DATA, MAX_ERROR_TEXT

RequestId: TypeAlias = "str | int"
"""The types that the parser accepts for the id of a JSON-RPC request."""


FindingLevel: TypeAlias = Literal["error", "warning", "note"]
"""The severity of a finding. Usually `error` stands for a broken MUST, `warning` for a broken SHOULD, and `note` for a
statement without either word, or for a violation for which no side is at fault."""


class Finding(NamedTuple):
    """Fault of a document. Only `add_excerpt` makes findings that quote the document's content."""

    pointer: str
    """The place of the fault, as a JSON Pointer (RFC 6901); empty for the whole document. A pointer of more than 500
    characters is replaced by the pointer of a place around the fault, and the message says so."""

    rule: str
    """The violated keyword of JSON Schema (`type`, `required`, `const`, …), or the id of another rule, such as `json`
    for text that is not JSON."""

    message: str
    """A short text that says what is wrong, or what was expected, at the place."""


_MAX_QUOTED = 80
"""The largest number of characters that `add_excerpt` and `quote_value` quote, and the default of `shorten`."""


def shorten(text: str, most: int = _MAX_QUOTED) -> str:
    """Return a text for an error message, cut after `most` characters. A text that is cut ends with an ellipsis."""
    return text if len(text) <= most else f"{text[:most]}…"


def quote_value(value: object) -> str:
    """Return the `repr` of a peer's value, such as an id, for an error message, cut after 80 characters.

    For an integer of more than 80 digits, the result says only how many bits the integer has.
    """
    shown = value[: _MAX_QUOTED + 1] if isinstance(value, str) else value
    if isinstance(value, int) and not -(10**_MAX_QUOTED) < value < 10**_MAX_QUOTED:
        return f"an integer of {value.bit_length()} bits"
    return shorten(repr(shown))


def escape_unprintable(text: str) -> str:
    """Return a peer's text for a log or an error message, with escapes in place of unprintable characters, such as line
    breaks.
    """
    return text if text.isprintable() else repr(text)[1:-1]


def describe_finding(finding: Finding, whole: str = "(root)") -> str:
    """Return the place and the text of a finding. The place of the whole document is `whole`."""
    return f"{escape_unprintable(finding.pointer) or whole}: {finding.message}"


def describe_error(error: BaseException) -> str:
    """Return the text of an exception; the name of its class if the text is empty."""
    return str(error) or type(error).__name__


def suggest_name(name: str, known: Iterable[str], cutoff: float = 0.5) -> str:
    """Return a clause that suggests the known name most like a wrong name; an empty text if no known name is like it.

    Args:
        name: the wrong name.
        known: the right names.
        cutoff: the least likeness, from 0 to 1.
    """
    from difflib import get_close_matches  # needed for faults only

    close = get_close_matches(name, sorted(known), n=1, cutoff=cutoff)
    return f"; did you mean {close[0]!r}?" if close else ""


def make_missing_attribute_error(owner: object, name: str, advice: str = "") -> AttributeError:
    """Return the error for an attribute that an object does not have.

    Args:
        owner: the object.
        name: the name of the attribute.
        advice: what to do instead, as a clause; empty to suggest a public attribute with a name like this one.
    """
    known = [] if advice or name.startswith("_") else [each for each in dir(owner) if not each.startswith("_")]
    mend = f": {advice}" if advice else suggest_name(name, known)
    # Without `obj`, Python adds no suggestion of its own.
    return AttributeError(f"{type(owner).__name__!r} object has no attribute {name!r}{mend}", name=name)


def add_excerpt(finding: Finding, document: object) -> Finding:
    """Return a copy of a finding whose message ends with an excerpt: the first 80 characters of the JSON text of the
    value to which the pointer leads.

    Args:
        finding: the finding without an excerpt.
        document: the document of the finding, as parsed JSON.
    """
    import json  # both imports are needed for faults only

    from .json_values import is_array, is_object, unescape_token

    value: Any = document
    for token in finding.pointer.split("/")[1:]:
        name = unescape_token(token)
        value = value[int(name)] if is_array(value) else value[name] if is_object(value) else None
    text = ""
    for part in _iterate_json_pieces(value, json.JSONEncoder(ensure_ascii=False).encode):
        text += part
        if len(text) > _MAX_QUOTED:
            break
    return finding._replace(message=f"{finding.message}: {shorten(text)}")


def _iterate_json_pieces(value: Any, encode: Callable[[Any], str]) -> Iterator[str]:
    """Yield the text of a JSON value piece by piece, so that only the beginning of a long value need be written.

    A string or a name that is longer than an excerpt is cut, since the excerpt ends inside of it.

    Args:
        value: the JSON value.
        encode: a function that writes a scalar as JSON text.
    """
    from .json_values import is_array, is_object

    if is_object(value):
        separator = "{"
        for name, member in value.items():
            yield f"{separator}{encode(name[:_MAX_QUOTED])}: "
            yield from _iterate_json_pieces(member, encode)
            separator = ", "
        yield "}" if value else "{}"
    elif is_array(value):
        separator = "["
        for item in value:
            yield separator
            yield from _iterate_json_pieces(item, encode)
            separator = ", "
        yield "]" if value else "[]"
    else:
        yield encode(value[:_MAX_QUOTED] if isinstance(value, str) else value)


class DecodeError(ValueError):
    """Error for a document that is not valid for its definition.

    Attributes:
        definition: name of the definition.
        findings: the faults, at least one.
    """

    def __init__(self, definition: str, findings: Sequence[Finding]) -> None:
        self.definition = definition
        self.findings: list[Finding] = list(findings)
        super().__init__(definition, self.findings)

    def __str__(self) -> str:
        lines: list[str] = []
        room = MAX_ERROR_TEXT
        for finding in self.findings:
            line = describe_finding(finding)
            room -= len(line)
            if room < 0:
                lines.append(f"and {len(self.findings) - len(lines)} more")
                break
            lines.append(line)
        return f"not a valid {self.definition}: " + "; ".join(lines)


class EncodeError(ValueError):
    """Error for a value that cannot be written as its definition without losing or changing a part.

    Attributes:
        definition: name of the definition, or of the class.
        findings: the faults, at least one. The rule `class` marks a value whose class is not the declared one.
    """

    def __init__(self, definition: str, findings: Sequence[Finding]) -> None:
        self.definition = definition
        self.findings: list[Finding] = list(findings)
        super().__init__(definition, self.findings)

    def __str__(self) -> str:
        lines = map(describe_finding, self.findings)
        return f"cannot be written as {self.definition}: " + "; ".join(lines)


_MAX_SHOWN_FINDINGS = 3
"""The largest number of findings in the text of a `ProtocolError`."""


class UnsentError(ConnectionError):
    """Error for a message that cannot be sent because of the peer or the network. The handler is not at fault."""


class OpenError(ConnectionError):
    """Error for a failed attempt to open a connection to a server. The message says why the attempt failed, and what to
    do.

    Attributes:
        url: the URL of the server, or the text given in its place; None for other targets, and if `revisions` is wrong.
        command: the command that starts the server; None for other targets, if the command is no list of texts, and if
            `revisions` is wrong.
        status: the status of the HTTP response that ended the attempt; None if no response did.
        challenge: the value of the header `WWW-Authenticate` in that HTTP response; None without this header.
    """

    def __init__(
        self,
        message: str,
        *,
        url: str | None = None,
        command: Sequence[str] | None = None,
        status: int | None = None,
        challenge: str | None = None,
    ) -> None:
        super().__init__(message)
        self.url = url
        self.command: tuple[str, ...] | None = None if command is None else tuple(command)
        self.status = status
        self.challenge = challenge


class HandlerMistakeError(TypeError):
    """Error for a mistake of a handler. The text says where the mistake is, so the log has no traceback."""


class ProtocolError(Exception):
    """A JSON-RPC error, with which this side rejects a message, which a handler raises, or which the peer has sent.

    Args:
        code: the error code of JSON-RPC or MCP, such as those in `mcp_bindings.spec.error_codes`;
            `Revision.error_codes` describes the codes of a revision.
        message: one short sentence, which does not quote the rejected message.
        id: id of the request; None if the id could not be read, or the message has none.
        data: more JSON for the peer; by default the findings, up to 32 KiB of them, or None without findings.
        findings: the faults of the message.
        answerable: whether a reply may be sent. Only a request, or a message that may have been one, gets a reply.

    Attributes:
        rejects_answer: True if the rejected message is an answer of the peer. Then `id` is the id of this side's
            request.
        http_status: the status of the response to the HTTP request with the message; None unless
            `Session.receive` or `Observer.hear` was given the headers of that request.
    """

    answerable: bool = True  # the __init__ of a subclass may leave members out

    def __init__(
        self,
        code: int,
        message: str,
        *,
        id: RequestId | None = None,
        data: Any = None,
        findings: Sequence[Finding] = (),
        answerable: bool = True,
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.id = id
        self.findings: list[Finding] = list(findings)
        self.data: Any = data if data is not None or not findings else {"findings": _list_findings(findings)}
        self.answerable = answerable
        self.rejects_answer: bool = id is not None and not answerable
        self.http_status: int | None = None

    def __str__(self) -> str:
        findings: Sequence[Finding] = getattr(self, "findings", ())
        shown = [describe_finding(each) for each in findings[:_MAX_SHOWN_FINDINGS]]
        if len(findings) > _MAX_SHOWN_FINDINGS:
            shown.append(f"and {len(findings) - _MAX_SHOWN_FINDINGS} more")
        return f"{self.message} ({self.code})" + (f": {'; '.join(shown)}" if shown else "")

    def to_bytes(self) -> bytes | None:
        """Return the JSON-RPC reply as UTF-8 text; None if no reply may be sent.

        An id that could not be read becomes null (JSON-RPC 2.0, section 5).

        Raises:
            TypeError, ValueError: `data` is not JSON or is nested too deeply, or a text in `data` or `message` has no
                form in UTF-8.
        """
        return self.reply(self.id) if self.answerable else None

    def reply(self, id: RequestId | None) -> bytes:
        """Return the JSON-RPC reply to the request with this id, as UTF-8 text, whether or not the error is answerable.

        Raises:
            TypeError, ValueError: `data` is not JSON or is nested too deeply, or a text in `data` or `message` has no
                form in UTF-8.
        """
        import json  # needed for faults only

        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.data is not None:
            error["data"] = self.data
        answer = {"jsonrpc": "2.0", "id": id, "error": error}
        try:
            text = json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        except RecursionError:
            raise ValueError("the data of the error is nested too deeply") from None
        return text.encode("utf-8")


_OVERHEAD_CHARACTERS = 60
"""An upper bound of the number of characters that the JSON of a finding has besides its three texts: names, quotes,
commas and braces."""

_ASCII_BYTES, _ANY_TEXT_BYTES = 2, 6
"""The largest number of bytes of one character in JSON: in a text of printable ASCII, and in any text."""


def share_error_data(errors: Iterable[ProtocolError]) -> None:
    """Limit the findings in the `data` of several errors: the findings of all errors together have at most the size
    that those of one error may have. An error for whose findings no room is left has no `data`.

    Args:
        errors: the errors of the messages of a batch. They are changed in place.
    """
    room = MAX_ERROR_DATA
    for error in errors:
        if error.findings:
            rows = _list_findings(error.findings, room)
            room -= sum(map(_estimate_json_size, error.findings[: len(rows)]))
            error.data = {"findings": rows} if rows else None


def _list_findings(findings: Sequence[Finding], room: int = MAX_ERROR_DATA) -> list[dict[str, str]]:
    """Return the first findings as JSON objects: as many as fit into `room` bytes."""
    rows: list[dict[str, str]] = []
    for finding in findings:
        room -= _estimate_json_size(finding)
        if room < 0:
            break
        rows.append(finding._asdict())
    return rows


def _estimate_json_size(finding: Finding) -> int:
    """Return an upper bound of the number of bytes of a finding in JSON."""
    return _OVERHEAD_CHARACTERS + sum(
        len(text) * (_ASCII_BYTES if text.isascii() and text.isprintable() else _ANY_TEXT_BYTES) for text in finding
    )


def _is_current_task_cancelling() -> bool:
    """Return whether the current task is being cancelled.

    The result is False outside of tasks, and True in every task before Python 3.11, which does not report
    cancellations.
    """
    from asyncio import current_task  # the caller has imported asyncio; this package does not

    try:
        task: Any = current_task()
    except RuntimeError:  # no event loop runs
        return False
    return task is not None and (not hasattr(task, "cancelling") or task.cancelling() > 0)


def must_propagate(error: BaseException, is_cancelling: Callable[[], bool] = _is_current_task_cancelling) -> bool:
    """Return whether the caller of a user's function must raise an exception of this function again.

    The caller must do so with a `KeyboardInterrupt`, with the cancellation of the current task, and with the
    `GeneratorExit` that closes the caller itself. It logs or answers any other exception, even one that is no
    `Exception`, such as the panic of an extension in Rust or the `SystemExit` of argparse.

    Args:
        error: an exception, caught in the frame that called the function.
        is_cancelling: a function that returns whether the task in which the user's function was called is being
            cancelled.
    """
    from asyncio import CancelledError

    if isinstance(error, CancelledError):
        return is_cancelling()
    if isinstance(error, GeneratorExit):  # raised in this frame, it closes the coroutine
        return error.__traceback__ is None or error.__traceback__.tb_next is None
    return isinstance(error, KeyboardInterrupt)
