"""Options, error handling and printing for all commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

import click

from mcp_bindgen import console, paths
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.visible import visible

P = ParamSpec("P")
R = TypeVar("R")

Format = Literal["text", "json"]


def format_option(*formats: str, note: str = "") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return the option `--format`, passed to the command as `format_`.

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


def user_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Return a command that prints a user's mistake as one message on stderr, without a traceback, and exits with 2."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except BindgenError as error:
            click.echo(visible(f"error: {error}"), err=True)
            sys.exit(2)
        except BrokenPipeError:  # the reader of the output has closed it, as `head` does
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(2)
        except KeyboardInterrupt:
            sys.exit(2)
        except OSError as error:
            click.echo(visible(f"error: {error.filename or 'output'}: {error.strerror}"), err=True)
            sys.exit(2)

    return guarded


def generated_directory(out: Path | None) -> Path:
    """Return the directory of the generated package: the given one, else the default one."""
    return out or paths.generated_root()


def print_result(format_: Format, text: Callable[[], str], data: Callable[[], Any]) -> None:
    """Print a result for people or as JSON. Only the form that is needed is computed."""
    click.echo(console.as_json(data()) if format_ == "json" else visible(text()))


def write_result(text: str, output: Path | None) -> None:
    """Write a result to a file, in UTF-8, or to stdout."""
    from mcp_bindgen.output.document import write_document

    if output is None:
        click.echo(text)
    else:
        write_document(f"{text}\n".encode() if text else b"", output)
