"""The server that a command line names: by a URL, a command, or its name in the configuration file of a host."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit, urlunsplit

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindings.spec.http_fields import FIELD_NAME

_SERVER_LISTS = ("mcpServers", "servers")
"""The names of the members of a configuration file that may hold servers. Each host uses one of these members."""

_EXPRESSION = re.compile(r"\$\{(?:(?:env:)?(?P<name>\w+)(?::-(?P<default>[^}]*))?|[^}]*)\}")
"""An expression in a configuration file. Hosts write `${NAME}`, `${NAME:-default}` or `${env:NAME}`. Only the host can
replace other expressions, such as `${input:NAME}`.
"""


_HEADER_NAME = re.compile(FIELD_NAME)
_HEADER_VALUE = re.compile(r"[!-~]+(?:[ \t]+[!-~]+)*|")
"""A value of a header (RFC 9110, 5.5), in ASCII."""


class TargetOptions(NamedTuple):
    """The options of the command line that describe a server.

    Attributes:
        config: a configuration file and the name of a server in it; None without `--config`.
        headers: additional headers of every HTTP request, each `Name: value`.
        variables: additional environment variables of the process, each `NAME=value`.
        directory: working directory of the process; None for the current directory.
        sign_in: True if the user signs in with a browser when the server asks for a token.
        client_id: the client id for the sign-in; empty to register a client.
    """

    config: tuple[Path, str] | None = None
    headers: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    directory: Path | None = None
    sign_in: bool = False
    client_id: str = ""

    @property
    def url_only_options(self) -> list[str]:
        """The given options that apply only to a URL, by their names on the command line."""
        given = {"--header": self.headers, "--sign-in": self.sign_in, "--client-id": self.client_id}
        return [name for name, value in given.items() if value]

    @property
    def command_only_options(self) -> list[str]:
        """The given options that apply only to a command, by their names on the command line."""
        given = {"--env": self.variables, "--cwd": self.directory}
        return [name for name, value in given.items() if value]

    @property
    def for_url(self) -> TargetOptions:
        """The options that apply to a URL on the command line."""
        return self._replace(config=None, variables=(), directory=None)

    @property
    def for_command(self) -> TargetOptions:
        """The options that apply to a command on the command line."""
        return self._replace(config=None, headers=(), sign_in=False, client_id="")

    @property
    def command_line_options(self) -> list[str]:
        """The options, except `config`, as words of a command line. The values of headers and variables, which may be
        secret, are left out.
        """
        found = [word for each in self.headers for word in ("--header", each.partition(":")[0] + ": …")]
        found += [word for each in self.variables for word in ("--env", each.partition("=")[0] + "=…")]
        found += [] if self.directory is None else ["--cwd", str(self.directory)]
        found += ["--sign-in"] if self.sign_in else []
        return [*found, "--client-id", self.client_id] if self.client_id else found


NO_OPTIONS = TargetOptions()


@dataclass(frozen=True)
class Target:
    """A server over HTTP, or a server that a command starts.

    Attributes:
        url: the URL of the server; None for a command.
        command: program and arguments; empty for a URL.
        headers: headers of every HTTP request.
        variables: environment variables of the process, in addition to inherited ones.
        directory: working directory of the process; None for the current directory.
        sign_in: True if the user signs in with a browser when the server asks for a token.
        client_id: the client id for the sign-in; empty to register a client.
        arguments: the arguments of the command line that describe this server.
        file: the configuration file that has the server; None for a URL or command on the command line.
    """

    url: str | None = None
    command: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    variables: Mapping[str, str] = field(default_factory=dict[str, str])
    directory: Path | None = None
    sign_in: bool = False
    client_id: str = ""
    arguments: tuple[str, ...] = ()
    file: Path | None = None

    @property
    def kind(self) -> str:
        """The transport: `http` or `stdio`."""
        return "stdio" if self.url is None else "http"

    @property
    def title(self) -> str:
        """The name of the server in a report: its URL without secrets, its command, or its name in a configuration
        file.
        """
        if self.file is not None:
            return f"{self.arguments[-1]} of {self.file}"
        return shlex.join(self.command) if self.url is None else without_secrets(self.url)

    @property
    def command_line(self) -> str:
        """The arguments of the command line that describe this server, quoted for a shell."""
        return shlex.join(self.arguments)


def make_target(words: Sequence[str], options: TargetOptions = NO_OPTIONS) -> Target:
    """Return the server that the command line names.

    Args:
        words: a URL, or program and arguments.
        options: the options that describe the server.

    Raises:
        BindgenError: no server or more than one is named, the configuration file cannot be read, the URL or the entry
            in that file is not valid, a header or a variable cannot be passed on, or an option is malformed or does not
            apply to the server.
    """
    if (options.config is None) == (not words) or (len(words) > 1 and is_url(words[:1])):
        raise BindgenError("name one server", hint="a URL, `-- COMMAND…`, or --config FILE NAME")
    headers = _split_pairs(options.headers, ":", "--header", "Name: value")
    headers = {name: value.strip() for name, value in headers.items()}
    variables = _split_pairs(options.variables, "=", "--env", "NAME=value")
    if options.config is not None:
        target = _read_config(*options.config)
    elif is_url(words):
        target = Target(url=words[0])
    else:
        target = Target(command=tuple(words), arguments=("--", *words))
    if target.url is not None:
        _check_url(target.url)
        if target.file is None:
            target = replace(target, arguments=(target.title,))
    misplaced = options.url_only_options if target.url is None else options.command_only_options
    if misplaced:
        kinds = ("URL", "command") if target.url is None else ("command", "URL")
        raise BindgenError(f"{misplaced[0]} is for a {kinds[0]}, and the server is a {kinds[1]}")
    if options.client_id and not options.sign_in:
        raise BindgenError("--client-id is for a sign-in", hint="add --sign-in")
    made = replace(
        target,
        headers={**target.headers, **headers},
        variables={**target.variables, **variables},
        directory=options.directory or target.directory,
        sign_in=options.sign_in,
        client_id=options.client_id,
        arguments=(*options.command_line_options, *target.arguments),
    )
    _check_texts(made)
    return made


def _check_texts(target: Target) -> None:
    """Check that each header can be sent, and that the process can get its arguments and variables.

    Raises:
        BindgenError: a header cannot be sent, or the process cannot get an argument or a variable. The message quotes
            no value, since a value may be secret.
    """
    where = "" if target.file is None else target.title
    for name, value in target.headers.items():
        if not _HEADER_NAME.fullmatch(name):
            raise BindgenError("the name of a header has a character that no header name has", where=where)
        if not _HEADER_VALUE.fullmatch(value):
            what = f"the value of the header {name} has a character or an outer space that no header value has"
            raise BindgenError(what, where=where, hint="check the variable or file that the value comes from")
    if any("=" in name or not name for name in target.variables):
        raise BindgenError("the name of an environment variable is empty or has `=`", where=where)
    texts = (*target.command, *target.variables, *target.variables.values(), str(target.directory))
    what = "a command, a directory or an environment variable has"
    if any("\0" in each for each in texts):
        raise BindgenError(f"{what} a null character", where=where)
    try:
        os.fsencode("".join(texts))
    except UnicodeEncodeError:
        raise BindgenError(f"{what} a character that this system cannot pass on", where=where) from None


def without_secrets(url: str) -> str:
    """Return a URL for messages. `…` stands for the user and for each value of the query, since these may be secret."""
    parts = urlsplit(url)
    _, user, host = parts.netloc.rpartition("@")
    members = [each.partition("=") for each in parts.query.split("&")]
    query = "&".join(f"{name}=…" if value else name for name, _, value in members)
    return urlunsplit(parts._replace(netloc=f"…@{host}" if user else host, query=query))


def is_url(words: Sequence[str]) -> bool:
    """Return whether words of the command line are a single URL, and not a command."""
    return len(words) == 1 and "://" in words[0]


def _split_pairs(texts: Sequence[str], separator: str, option: str, layout: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in texts:
        name, separated, value = each.partition(separator)
        if not separated or not name.strip() or not name.isascii() or not name.isprintable():
            raise BindgenError(f"{option} is not of the form `{layout}`")
        found[name.strip()] = value
    return found


def _check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        is_valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_valid = False
    if not is_valid:
        raise BindgenError("the URL is not an http or https URL with a host and a valid port")


def _read_config(file: Path, name: str) -> Target:
    """Read a server from a configuration file such as `mcp.json`.

    Raises:
        BindgenError: the file cannot be read, does not have the server, or describes it wrongly.
    """
    try:
        document: Any = json.loads(file.read_bytes())
    except OSError as error:
        raise BindgenError(f"cannot be read: {error.strerror}", where=str(file)) from None
    except (ValueError, RecursionError):
        raise BindgenError("is not JSON", where=str(file)) from None
    lists = [document[each] for each in _SERVER_LISTS if is_object(document) and is_object(document.get(each))]
    servers: dict[str, Any] = {key: row for each in lists for key, row in cast("dict[str, Any]", each).items()}
    row = servers.get(name)
    if not is_object(row):
        names = ", ".join(sorted(servers)) or "none"
        raise BindgenError(f"has no server {name!r}; it has: {names}", where=str(file))
    where = f"{file}: {name}"
    row = _with_variables(row, where)
    url, command = row.get("url"), row.get("command")
    if isinstance(url, str) == isinstance(command, str):
        raise BindgenError("needs a url or a command", where=where)
    arguments = ("--config", str(file), name)
    if isinstance(url, str):
        return Target(url=url, headers=_read_strings(row, "headers", where), arguments=arguments, file=file)
    args = row.get("args", [])
    if not is_array(args) or not all(isinstance(each, str) for each in args):
        raise BindgenError("args is not an array of strings", where=where)
    directory = row.get("cwd")
    if directory is not None and not isinstance(directory, str):
        raise BindgenError("cwd is not a string", where=where)
    return Target(
        command=(str(command), *map(str, args)),
        variables=_read_strings(row, "env", where),
        directory=None if directory is None else Path(directory),
        arguments=arguments,
        file=file,
    )


def _with_variables(value: Any, where: str) -> Any:
    """Return a value of a configuration file. Each expression in its texts is replaced by the value of an environment
    variable, or by its default.

    Raises:
        BindgenError: an expression has no value.
    """

    def replace_expression(found: re.Match[str]) -> str:
        name, default = found["name"], found["default"]
        text = os.environ.get(name, default) if name else None
        if text is None:
            hint = f"set the environment variable {name}" if name else "write its value into a copy of the file"
            raise BindgenError(f"{found[0]} has no value", where=where, hint=hint)
        return text

    if is_object(value):
        return {key: _with_variables(each, where) for key, each in value.items()}
    if is_array(value):
        return [_with_variables(each, where) for each in value]
    return _EXPRESSION.sub(replace_expression, value) if isinstance(value, str) else value


def _read_strings(row: Mapping[str, Any], member: str, where: str) -> dict[str, str]:
    found = row.get(member, {})
    if not is_object(found) or not all(isinstance(each, str) for each in found.values()):
        raise BindgenError(f"{member} is not an object of strings", where=where)
    return {key: str(each) for key, each in found.items()}
