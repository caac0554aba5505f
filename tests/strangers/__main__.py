"""Check servers that strangers wrote: `python -m tests.strangers [NAME…]`, or `make strangers`.

The servers of `servers.toml` are installed from npm and PyPI, pinned, and started without a network if the system can.
`readings.toml` has each distinct pair of a rule and a server that was found, read against its page by hand.
The exit code is 1 if a server cannot be checked, or if a pair was not read, was read as false, or is found no more.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mcp_bindgen.ingest.manifest import read_toml
from tests.meta.reading import ROOT
from tests.package import installing

HERE = Path(__file__).parent
BUILD = ROOT / "build" / "strangers"
SECONDS = 600
"""Seconds for one server."""


class Server(NamedTuple):
    """A row of `servers.toml`.

    Attributes:
        name: its name here.
        packages: what is installed for it, pinned.
        command: what starts it, with paths below its environment; `{work}` is an empty directory.
        npm: whether the packages are those of npm.
        environment: environment variables that it needs.
    """

    name: str
    packages: Sequence[str]
    command: Sequence[str]
    npm: bool = False
    environment: Mapping[str, str] = {}


def servers() -> list[Server]:
    """Return the servers, in order."""
    rows: list[dict[str, Any]] = read_toml(HERE / "servers.toml")["server"]
    return [Server(**row) for row in rows]


def readings() -> dict[tuple[str, str], str]:
    """Return the verdict of the reader for each rule and server."""
    rows: list[dict[str, Any]] = read_toml(HERE / "readings.toml")["reading"]
    return {(row["rule"], name): row["verdict"] for row in rows for name in row["servers"]}


def install(server: Server) -> Path:
    """Install a server in a directory of its own, unless that is done; return the directory."""
    place = BUILD / server.name
    wanted = json.dumps([server.packages, server.npm])
    done = place / "installed"
    if done.is_file() and done.read_text(encoding="utf-8") == wanted:
        return place
    shutil.rmtree(place, ignore_errors=True)
    if server.npm:
        place.mkdir(parents=True)
        (place / "package.json").write_text('{"private": true}', encoding="utf-8")
        options = ("--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", "--save-exact")
        subprocess.run(["npm", "install", "--silent", *options, *server.packages], cwd=place, check=True)
    else:
        installing.install(place, Path(sys.executable), *server.packages)
    done.write_text(wanted, encoding="utf-8")
    return place


def without_network() -> list[str]:
    """Return the words that start a command without a network; none if the system cannot."""
    words = ["unshare", "--net", "--"]
    found = shutil.which(words[0]) is not None
    return words if found and subprocess.run([*words, "true"], capture_output=True).returncode == 0 else []


def check(server: Server) -> tuple[set[str], list[str]]:
    """Return the rules that a server breaks in any revision, and the revisions that it speaks."""
    place, work = install(server), BUILD / "work" / server.name
    work.mkdir(parents=True, exist_ok=True)
    first, *rest = (each.format(work=work) for each in server.command)
    program = ["node", str(place / "node_modules" / first)] if server.npm else [str(place / "bin" / first)]
    options = ["--format", "json", "--notes", "--timeout", "30", "--cwd", str(work), "--env", f"HOME={work}"]
    options += [word for name, value in server.environment.items() for word in ("--env", f"{name}={value}")]
    command = [sys.executable, "-m", "mcp_bindgen.cli", "server", "check", "--quiet", *options, "--"]
    done = subprocess.run(
        [*command, *without_network(), *program, *rest],
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        env={**os.environ, "PYTHONPATH": ""},
    )
    if done.returncode not in (0, 1) or not done.stdout:
        raise RuntimeError(done.stderr.strip())
    rows: list[dict[str, Any]] = json.loads(done.stdout)["revisions"]
    found = {each["rule"] for row in rows for each in row["findings"]}
    return found, [row["revision"] for row in rows if row["spoken"]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the servers that are named, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.strangers", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a server of servers.toml")
    named: list[str] = parser.parse_args(arguments).names
    known, problems, pairs = readings(), list[str](), 0
    chosen = [each for each in servers() if not named or each.name in named]
    for server in chosen:
        try:
            found, spoken = check(server)
        except (RuntimeError, subprocess.SubprocessError) as error:
            problems.append(f"{server.name} cannot be checked: {error}")
            continue
        pairs += len(found)
        print(f"{server.name} ({', '.join(server.packages)}) speaks {', '.join(spoken)}")
        for rule in sorted(found):
            verdict = known.get((rule, server.name), "not read")
            print(f"  {rule}: {verdict}")
            if verdict != "true":
                problems.append(f"{server.name} {rule} is {verdict}")
        gone = {rule for rule, name in known if name == server.name} - found
        problems += [f"{server.name} {rule} was read, and is found no more" for rule in sorted(gone)]
    print(f"{len(chosen)} servers, {pairs} pairs of a rule and a server, {len(problems)} problems")
    print("".join(f"{each}\n" for each in problems), end="")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
