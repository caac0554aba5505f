"""The old and the new side of `server compare`. Each is a lock file or a server."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.servers.lock import LockFile, read_lock_file
from mcp_bindgen.servers.targets import NO_OPTIONS, Target, TargetOptions, is_url, make_target


@dataclass(frozen=True)
class LockSide:
    """A side that is a lock file.

    Attributes:
        title: the name of the side in a report.
        file: the path of the file.
        lock: the content of the file.
    """

    title: str
    file: Path
    lock: LockFile


@dataclass(frozen=True)
class ServerSide:
    """A side that is a server.

    Attributes:
        title: the name of the side in a report.
        target: the server.
    """

    title: str
    target: Target


LockOrServer = LockSide | ServerSide


def make_sides(words: Sequence[str], options: TargetOptions = NO_OPTIONS) -> tuple[LockOrServer, LockOrServer]:
    """Return the old and the new side that the command line names.

    Args:
        words: a word for the old side and, unless a configuration file names the new side, one or more words for the
            new side. Several words are a command.
        options: the options that describe a server. If a configuration file names the new side, all options are for
            that side. Otherwise options about URLs are for each side that is a URL, and options about commands for each
            side that is a command.

    Raises:
        BindgenError: fewer or more than two sides are named, a lock file cannot be read, a quote in a command is not
            closed, the description of a server is not valid, or an option is malformed or is for no side.
    """
    config = options.config
    if (config is None) != (len(words) > 1):
        raise BindgenError("name an old and a new side", hint="each a lock file, a URL, or a command in quotes")
    named = [[words[0]]] if config is not None else [[words[0]], list(words[1:])]
    servers = [each for each in map(_server_words, named) if each is not None]
    are_urls = [is_url(each) for each in servers]
    if config is None and options.url_only_options and not any(are_urls):
        raise BindgenError(f"{options.url_only_options[0]} is for a URL, and no side is a URL")
    if config is None and options.command_only_options and all(are_urls):
        raise BindgenError(f"{options.command_only_options[0]} is for a command, and no side is a command")

    def make_side(given: Sequence[str]) -> LockOrServer:
        server = _server_words(given)
        if server is None:
            return LockSide(given[0], Path(given[0]), read_lock_file(Path(given[0])))
        target = make_target(server, options.for_url if is_url(server) else options.for_command)
        return ServerSide(target.title, target)

    old, *more = map(make_side, named)
    if config is None:
        return old, more[0]
    target = make_target((), options)
    return old, ServerSide(target.title, target)


def _server_words(given: Sequence[str]) -> Sequence[str] | None:
    """Return the URL or the command that names a server, as words; None if the given words name a lock file.

    A single word that is the name of a program stays one word, even with spaces.

    Raises:
        BindgenError: a quote in the command is not closed.
    """
    if len(given) > 1 or is_url(given):
        return given
    if given[0].endswith(".json"):
        return None
    if shutil.which(given[0]):
        return given
    try:
        text = given[0].replace("\\", r"\\") if sys.platform == "win32" else given[0]  # paths have backslashes there
        return shlex.split(text) or [given[0]]
    except ValueError:
        raise BindgenError(f"{given[0]!r} is no command: a quote is not closed", hint="close it") from None
