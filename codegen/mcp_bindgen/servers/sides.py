"""The two sides of `server compare`: each a lock file or a server."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.servers.lock import Lock, read_lock
from mcp_bindgen.servers.targets import Target, is_url, make_target


@dataclass(frozen=True)
class LockSide:
    """A side that is a lock file.

    Attributes:
        title: its name in a report.
        file: the file.
        lock: its content.
    """

    title: str
    file: Path
    lock: Lock


@dataclass(frozen=True)
class ServerSide:
    """A side that is a server.

    Attributes:
        title: its name in a report.
        target: the server.
    """

    title: str
    target: Target


Side = LockSide | ServerSide


def make_sides(
    words: Sequence[str],
    config: tuple[Path, str] | None,
    *,
    headers: Sequence[str] = (),
    variables: Sequence[str] = (),
    directory: Path | None = None,
) -> tuple[Side, Side]:
    """Return both sides that the command line names.

    Args:
        words: the old side, and the new one unless it is in a configuration file. More words than two are the command
            of the new side.
        config: the configuration file and the name of the new side in it; None without one.
        headers: additional headers for each side that is a URL, each `Name: value`.
        variables: additional environment variables for each side that is a command, each `NAME=value`.
        directory: working directory for each side that is a command.

    Raises:
        BindgenError: not two sides are named, a lock file cannot be read, or an option fits no side.
    """
    if (config is None) != (len(words) > 1):
        raise BindgenError("name an old and a new side", hint="each a lock file, a URL, or a command in quotes")
    named = [[words[0]]] if config is not None else [[words[0]], list(words[1:])]
    servers = [each for each in map(_server_words, named) if each is not None]
    are_urls = [is_url(each) for each in servers]
    if config is None and headers and not any(are_urls):
        raise BindgenError("--header is for a URL, and no side is one")
    if config is None and (variables or directory is not None) and all(are_urls):
        raise BindgenError("--env and --cwd are for a command, and no side is one")

    def side(given: Sequence[str]) -> Side:
        server = _server_words(given)
        if server is None:
            return LockSide(given[0], Path(given[0]), read_lock(Path(given[0])))
        if is_url(server):
            target = make_target(server, None, headers=headers)
        else:
            target = make_target(server, None, variables=variables, directory=directory)
        return ServerSide(target.title, target)

    old, *more = map(side, named)
    if config is None:
        return old, more[0]
    target = make_target((), config, headers=headers, variables=variables, directory=directory)
    return old, ServerSide(target.title, target)


def _server_words(given: Sequence[str]) -> Sequence[str] | None:
    """Return the URL or the command that names a server; None for a lock file."""
    if len(given) > 1 or is_url(given):
        return given
    if given[0].endswith(".json"):
        return None
    try:
        return shlex.split(given[0]) or [given[0]]
    except ValueError:
        raise BindgenError(f"{given[0]!r} is no command", hint="close its quotes") from None
