"""Options, error handling and printing for all commands."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Callable
from functools import wraps
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from mcp_bindgen import __version__, console, paths
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.escaping import escape_invisible

P = ParamSpec("P")
R = TypeVar("R")

Format = Literal["text", "json"]


class RevisionType(StringParamType):
    """Type of an argument or option: the id of a pinned revision, `latest`, or any other text, such as a path."""

    name = "revision"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the text with the id of the newest release in place of `latest`. Commas may separate several ids. If
        the manifest cannot be read, fail with the error of click for this parameter.
        """
        from mcp_bindgen.ingest.manifest import LATEST, newest_release, read_manifest

        parts = [part.strip() for part in value.split(",")]
        if LATEST not in parts:
            return value
        try:
            newest = newest_release(read_manifest(paths.schema_root())).id
        except BindgenError as error:
            self.fail(str(error), param, ctx)
        return ",".join(newest if part == LATEST else part for part in parts)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the ids that begin with the text. If no id begins with it, let the shell complete an argument as a
        path.

        Raises:
            BindgenError: the manifest cannot be read.
        """
        from mcp_bindgen.ingest.manifest import LATEST, read_manifest

        ids = [row.id for row in read_manifest(paths.schema_root())]
        found = [CompletionItem(each) for each in (LATEST, *ids) if each.startswith(incomplete)]
        is_path = isinstance(param, click.Argument) and not found
        return [CompletionItem(incomplete, type="file")] if is_path else found


REVISION = RevisionType()


def format_option(*formats: str, note: str = "") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator that adds the option `--format` to a command. The command gets the format as `format_`.

    Args:
        formats: the choices; the first is the default.
        note: text to add to the help text.
    """
    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="Format of the output" + (f"; {note}." if note else "."),
    )


FORMAT = format_option("text", "json")
OUTPUT = click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write to FILE, whole or not at all, instead of stdout.",
)
OUT = click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="Directory of the generated package.  [default: generated/ in the checkout, else in the current directory]",
)


class _LongSummaryCommand(click.Command):
    """A command whose summary in the list of its group is the whole first sentence of its help, over several lines."""

    def get_short_help_str(self, limit: int = 45) -> str:
        return super().get_short_help_str(limit=10_000)


class _CommandGroup(_LongSummaryCommand, click.Group):
    """A group of commands, with the whole first sentence of its help as summary.

    Output that no terminal reads is UTF-8. On a terminal, characters that its encoding lacks are escaped.
    """

    def main(self, *args: Any, **options: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                encoding = stream.encoding if stream.isatty() else "utf-8"
                stream.reconfigure(encoding=encoding, errors="backslashreplace")
        return super().main(*args, **options)


def _epilog_text(examples: tuple[str, ...]) -> str:
    """Return the end of a help text: command lines as examples."""
    head = "Example:" if len(examples) == 1 else "Examples:"
    return "\n".join(["\b", head, *(f"  mcp-bindgen {each}" for each in examples)])


def group(*examples: str) -> Callable[[Callable[..., Any]], _CommandGroup]:
    """Return a decorator that converts a function to a group of commands.

    Args:
        examples: command lines for the end of the help, without `mcp-bindgen`.
    """
    settings = {"help_option_names": ["-h", "--help"]}
    return click.group(cls=_CommandGroup, epilog=_epilog_text(examples), context_settings=settings)


def command(*examples: str, name: str | None = None) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that converts a function to a command with error handling, `--quiet` and `--verbose`.

    Args:
        examples: command lines for the end of the help, without `mcp-bindgen`.
        name: name of the command; by default, that of the function.
    """

    def make_command(function: Callable[..., Any]) -> click.Command:
        built = click.command(name, cls=_LongSummaryCommand, epilog=_epilog_text(examples))(
            exit_on_user_errors(function)
        )
        built.params += [_QUIET, _VERBOSE]
        return built

    return make_command


def _remember_flag(context: click.Context, flag: click.Parameter, value: bool) -> None:
    context.meta[f"mcp_bindgen.{flag.name}"] = value


_QUIET = click.Option(
    ["-q", "--quiet"], is_flag=True, expose_value=False, callback=_remember_flag, help="Print only results and errors."
)
_VERBOSE = click.Option(
    ["-v", "--verbose"],
    is_flag=True,
    expose_value=False,
    callback=_remember_flag,
    help="Also print versions, and the stages of the work with their seconds, on stderr.",
)


def is_quiet() -> bool:
    """Return whether the command runs with `--quiet`."""
    return bool(click.get_current_context().meta.get("mcp_bindgen.quiet"))


def command_progress() -> console.ProgressBar:
    """Return the progress bar of the running command. Call the progress bar before each stage of the work."""
    found: console.ProgressBar = click.get_current_context().meta["mcp_bindgen.progress"]
    return found


def _start_progress() -> None:
    context = click.get_current_context()
    is_verbose = bool(context.meta.get("mcp_bindgen.verbose"))
    context.meta["mcp_bindgen.progress"] = made = console.ProgressBar(lists_stages=is_verbose, is_quiet=is_quiet())
    if is_verbose:
        python = f"{platform.python_implementation()} {platform.python_version()}"
        made(f"mcp-bindgen {__version__}, {python}, data in {paths.schema_root()}", "")
        context.call_on_close(lambda: made("end", ""))
    context.call_on_close(made.stop)
    made.start()


def exit_on_user_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Return a command that prints each mistake of the user on stderr, without a traceback, and then exits with 2.

    An error of the operating system, an interrupt and a closed pipe also lead to exit code 2.
    """

    @wraps(command)
    def run_command(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            _start_progress()
            return command(*args, **kwargs)
        except BindgenError as error:
            for each in error.mistakes:
                print_error(str(each))
            sys.exit(2)
        except BrokenPipeError:  # the reader of the output has closed it, as `head` does
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(2)
        except KeyboardInterrupt:
            sys.exit(2)
        except OSError as error:
            print_error(f"{error.filename or 'output'}: {error.strerror}")
            sys.exit(2)

    return run_command


def generated_directory(out: Path | None) -> Path:
    """Return the directory of the generated package: the given directory, or the default if none is given.

    Raises:
        BindgenError: `$MCP_BINDGEN_ROOT` names a directory that is no checkout.
    """
    return out or paths.generated_root()


def has_colour(output: Path | None = None, *, err: bool = False) -> bool:
    """Return whether output has colours: on a terminal, unless NO_COLOR or FORCE_COLOR says otherwise.

    Pages: https://no-color.org and https://force-color.org. NO_COLOR overrules FORCE_COLOR, as in Python.

    Args:
        output: the file of the output, which has no colours, or None if the output is a standard stream.
        err: True for stderr.
    """
    if output is not None or os.environ.get("NO_COLOR"):
        return False
    is_terminal = console.is_terminal(sys.stderr if err else sys.stdout)
    return bool(os.environ.get("FORCE_COLOR")) or (is_terminal and os.environ.get("TERM") != "dumb")


def print_error(message: str) -> None:
    """Stop the progress bar, and print an error on stderr. Invisible characters are escaped."""
    command_progress().stop()
    label = click.style("error:", fg="red", bold=True)
    click.echo(f"{label} {escape_invisible(message)}", err=True, color=has_colour(err=True))


def print_note(text: str, *, err: bool = False) -> None:
    """Stop the progress bar, and print a note unless the command runs with `--quiet`. Invisible characters are escaped.

    Args:
        text: the note.
        err: whether to print on stderr instead of stdout.
    """
    command_progress().stop()
    if not is_quiet():
        click.echo(escape_invisible(text), err=err)


def print_result(format_: Format, text: Callable[[], str], data: Callable[[], Any]) -> None:
    """Print a result as text for people, or as JSON. Only the form that is printed is computed."""
    write_result(console.as_json(data()) if format_ == "json" else escape_invisible(text()), None)


def write_result(text: str, output: Path | None) -> None:
    """Stop the progress bar, and write a result to a file, in UTF-8, or else to stdout. On a terminal, a pager shows a
    long result.

    Args:
        text: the result.
        output: the file; None for stdout.

    Raises:
        BindgenError: the file cannot be written.
    """
    from mcp_bindgen.output.atomic_file import write_file_atomically

    command_progress().stop()
    if output is not None:
        write_file_atomically(f"{text}\n".encode() if text else b"", output)
    elif _needs_pager(text):
        click.echo_via_pager(text, color=has_colour())
    else:
        click.echo(text, color=has_colour())


def _needs_pager(text: str) -> bool:
    is_read_by_a_person = console.is_terminal(sys.stdin) and console.is_terminal(sys.stdout)
    return is_read_by_a_person and text.count("\n") >= shutil.get_terminal_size().lines
