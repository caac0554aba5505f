"""Runs the official conformance suite against the reference server or client.

    python -m tests.conformance.run server --requirements 2025-11-25
    python -m tests.conformance.run client --requirements 2026-07-28    # authorization included
    python -m tests.conformance.run server --bridge                     # in front of a server of the other era

The suite and a Node that is new enough for it are installed by npm from the lock file beside this module, into
`build/`. The scenarios that a revision requires count, those of the extensions that the reference server and client
offer, and those in `COUNTED`. Exit 1 if one of them fails; a failure is shown with its check and the message on the
wire. `exceptions.toml` lists the checks that contradict the specification, and those that no bridge can pass; it is an
error if one of them passes. A scenario with such a check, and one in which the suite checks nothing, have not passed;
they count apart. Scenarios that are not scored are run as well, and listed with their result.

The counts of every revision are compared with `results.json`, which the documentation site shows. `--record` writes it.

With `--bridge`, the gateway of `examples/bridge` stands between the suite and a server or client that speaks the other
era alone. The scenarios for authorization and extensions are left out there, since neither crosses a bridge.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import tomli

from tests.conformance.bridging import bridged_server, plain_server
from tests.reference.processes import PYTHON, ROOT

Role = Literal["server", "client"]

HERE = Path(__file__).parent
INSTALLED = ROOT / "build" / "conformance"
SUITE = INSTALLED / "node_modules/@modelcontextprotocol/conformance"
EXCEPTIONS = HERE / "exceptions.toml"
RECORD = HERE / "results.json"
"""The counts of the last run that `--record` has written."""
NODE = INSTALLED / "node_modules/.bin/node"

REVISIONS = ("2025-03-26", "2025-11-25", "2026-07-28")

BEFORE_REQUIREMENTS: dict[tuple[Role, str], tuple[str, ...]] = {
    ("client", "2025-03-26"): ("auth/2025-03-26-oauth-metadata-backcompat", "auth/2025-03-26-oauth-endpoint-fallback")
}
"""The scenarios of a revision for which the suite has no list of requirements."""

EXTENSIONS = (
    "tasks",
    "sep-2640-skills",
    "auth/client-credentials-jwt",
    "auth/client-credentials-basic",
    "auth/enterprise-managed-authorization",
)
"""The extensions that the reference server and client offer; the names of their scenarios begin with these words."""

COUNTED: dict[tuple[Role, str], tuple[str, ...]] = {
    ("server", "2026-07-28"): (
        "http-custom-header-server-validation",
        "http-header-validation",
        "json-schema-2020-12",
    )
}
"""Scenarios that the suite runs and does not require, and that count here all the same: they check what a MUST says."""

NAMED_BY_NO_REQUIREMENTS: dict[tuple[Role, str], tuple[str, ...]] = {
    ("server", "2026-07-28"): (
        "sep-2640-skills-enumeration",
        "sep-2640-skills-manifest",
        "sep-2640-skills-directory",
    )
}
"""Scenarios of extensions that the suite has, and that no list of its requirements names."""

NEEDLESS = f"it does not fail, but {EXCEPTIONS.name} lists it"
UNCHECKED = frozenset({"INFO", "SKIPPED"})
"""Statuses of what is no check of the server or client."""

SHOWN = 1_500  # characters of a message on the wire


class Scenario(NamedTuple):
    """Outcome of one scenario."""

    name: str
    is_required: bool
    checks: list[dict[str, Any]]
    excepted: frozenset[str] = frozenset()
    """Ids of the checks that contradict the specification."""

    @property
    def failed(self) -> list[dict[str, Any]]:
        """The checks that are against it, and exceptions that it does not need; without any checks it has not run."""
        if not self.checks:
            return [{"id": self.name, "status": "FAILURE", "errorMessage": "the scenario made no check"}]
        failures = [check for check in self.checks if check["status"] == "FAILURE"]
        needless = sorted(self.excepted - {check["id"] for check in failures})
        return [check for check in failures if check["id"] not in self.excepted] + [
            {"id": each, "status": "FAILURE", "errorMessage": NEEDLESS} for each in needless
        ]

    @property
    def outcome(self) -> Literal["failed", "contradicted", "skipped", "passed"]:
        """`contradicted`: it fails but for excepted checks. `skipped`: all that the suite tells is no check."""
        if self.failed:
            return "failed"
        if self.excepted:
            return "contradicted"
        return "passed" if any(check["status"] not in UNCHECKED for check in self.checks) else "skipped"

    @property
    def warned(self) -> list[dict[str, Any]]:
        """The checks of what is recommended that are against it."""
        return [check for check in self.checks if check["status"] == "WARNING"]


def install() -> None:
    """Install the packages of the lock file with npm unless that is done."""
    done = INSTALLED / "package-lock.json"
    if done.exists() and done.read_bytes() == (HERE / "package-lock.json").read_bytes() and NODE.exists():
        return
    shutil.rmtree(INSTALLED, ignore_errors=True)
    INSTALLED.mkdir(parents=True)
    shutil.copy(HERE / "package.json", INSTALLED)
    text = (HERE / "package-lock.json").read_bytes()
    pending = INSTALLED / "npm-shrinkwrap.json"  # which `npm ci` reads as well; it gets its name when all is done
    pending.write_bytes(text)
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=INSTALLED, check=True)
    pending.rename(done)


def required(role: Role, revision: str, *, is_bridged: bool = False) -> list[str]:
    """Return the scenarios that count: what the revision requires, and those of the extensions that are offered."""
    return _passable_scenarios(_required(role, revision), is_bridged=is_bridged)


def _passable_scenarios(names: Iterable[str], *, is_bridged: bool) -> list[str]:
    """Return the scenarios that a bridge can pass; all scenarios without a bridge."""
    return [name for name in names if not (is_bridged and name.startswith(("auth/", *EXTENSIONS)))]


def _required(role: Role, revision: str) -> list[str]:
    path = SUITE / "requirements" / f"{revision}.yaml"
    if not path.exists():
        return list(BEFORE_REQUIREMENTS.get((role, revision), ()))
    section, names = "", list[str]()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.endswith(":") and not line.startswith((" ", "#")):
            section = line[:-1]
        elif section == role and line.startswith("  - "):
            names.append(line[4:].strip())
    names += [name for name, leg in _not_scored(revision) if leg == role and name.startswith(EXTENSIONS)]
    counted = (*COUNTED.get((role, revision), ()), *NAMED_BY_NO_REQUIREMENTS.get((role, revision), ()))
    return [*names, *(each for each in counted if each not in names)]


def unscored(revision: str, *, is_bridged: bool = False) -> list[str]:
    """Return the scenarios for clients that the suite has for a revision and does not score."""
    counted = {*required("client", revision)}
    found = (name for name, leg in _not_scored(revision) if leg == "client" and name not in counted)
    return _passable_scenarios(found, is_bridged=is_bridged)


def _not_scored(revision: str) -> Iterator[tuple[str, str]]:
    """Yield the scenarios that the requirements of a revision do not score, with their roles."""
    path = SUITE / "requirements" / f"{revision}.yaml"
    section = name = ""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.endswith(":") and not line.startswith((" ", "#")):
            section = line[:-1]
        elif section == "not_scored" and line.startswith("  - scenario: "):
            name = line.partition(":")[2].strip()
        elif section == "not_scored" and line.strip().startswith("leg: "):
            yield name, line.partition(":")[2].strip()


def exceptions(role: Role, revision: str, *, is_bridged: bool = False) -> dict[str, frozenset[str]]:
    """Return the ids of checks that contradict the specification or cannot pass through a bridge, by scenario."""
    rows = tomli.loads(EXCEPTIONS.read_text(encoding="utf-8"))["bridge" if is_bridged else "exception"]
    found = [row for row in rows if (row["role"], row["revision"]) == (role, revision)]
    return {row["scenario"]: frozenset(row["checks"]) for row in found}


def run_server(revision: str, results: Path, *, is_bridged: bool = False) -> None:
    """Run every scenario for servers, each against a server of its own."""
    with bridged_server(revision) if is_bridged else plain_server() as url:
        _suite("server", "--url", url, "--requirements", revision, results=results)
        for name in _passable_scenarios(NAMED_BY_NO_REQUIREMENTS.get(("server", revision), ()), is_bridged=is_bridged):
            options = ["--scenario", name, "--spec-version", revision, "--force"]
            _suite("server", "--url", url, *options, results=results)


def run_client(revision: str, results: Path, *, is_bridged: bool = False) -> None:
    """Run the scenarios for clients one by one; the suite is the server."""
    command = f"{PYTHON} {ROOT / 'examples/reference/client.py'}"
    if is_bridged:
        command = f"{PYTHON} -m tests.conformance.bridged_client"
    for name in [*required("client", revision, is_bridged=is_bridged), *unscored(revision, is_bridged=is_bridged)]:
        options = ["--force"] if name.startswith(EXTENSIONS) else []  # extensions belong to no revision
        arguments = ["--command", command, "--scenario", name, "--spec-version", revision, *options]
        if not _suite("client", *arguments, results=results):
            _note_failure(name, results)


def _suite(*arguments: str, results: Path) -> bool:
    """Run the suite. Return whether it passed."""
    command = [str(NODE), str(SUITE / "dist/index.js"), *arguments, "--output-dir", str(results)]
    done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=900)
    return done.returncode == 0


def _note_failure(name: str, results: Path) -> None:
    """Add a check to those of a scenario that the suite itself counts as failed, such as for the client's exit code."""
    for path in results.glob(f"{name}-*T*/checks.json"):
        checks = json.loads(path.read_text(encoding="utf-8"))
        message = "the suite counts the scenario as failed"
        path.write_text(
            json.dumps([*checks, {"id": "suite", "status": "FAILURE", "errorMessage": message}]), encoding="utf-8"
        )


def read_results(role: Role, revision: str, results: Path, *, is_bridged: bool = False) -> Iterator[Scenario]:
    """Read the output of the suite: a directory for each scenario, named after it and the time."""
    wanted = required(role, revision, is_bridged=is_bridged)
    excepted = exceptions(role, revision, is_bridged=is_bridged)
    found: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(results.rglob("checks.json")):
        name = path.parent.relative_to(results).as_posix().removeprefix("server-")
        found[re.split(r"-\d{4}-\d{2}-\d{2}T", name)[0]] = json.loads(path.read_text(encoding="utf-8"))
    for name in dict.fromkeys([*wanted, *found]):
        yield Scenario(name, name in wanted, found.get(name, []), excepted.get(name, frozenset()))


def report(role: Role, revision: str, scenarios: Sequence[Scenario]) -> bool:
    """Print the results; True if every required scenario has passed."""
    for scenario in scenarios:
        counts = Counter(check["status"] for check in scenario.checks)
        told = ", ".join(f"{count} {status.lower()}" for status, count in sorted(counts.items()))
        scored = "" if scenario.is_required else " (not scored)"
        print(f"{scenario.outcome:12} {scenario.name}{scored}: {told or 'no checks'}")
        for check in scenario.failed + scenario.warned if scenario.is_required else []:
            _print_check(check)
        for id_ in sorted(scenario.excepted):
            print(f"     excepted: {id_}, see {EXCEPTIONS.name}")
    counted = [scenario for scenario in scenarios if scenario.is_required]
    checks = sum(check["status"] == "SUCCESS" for scenario in counted for check in scenario.checks)
    warned = sum(len(scenario.warned) for scenario in counted)
    print(f"{role} {revision}: {tally(counted)} of the required scenarios; {checks} checks, {warned} warnings")
    others = [scenario for scenario in scenarios if not scenario.is_required]
    if others:
        print(f"not scored: {tally(others)}")
    for extension in EXTENSIONS:
        mine = [each for each in counted if each.name.startswith(extension)]
        if mine:
            print(f"{extension}: {tally(mine)}")
    return not any(scenario.failed for scenario in counted)


def tally(scenarios: Sequence[Scenario]) -> str:
    """Count passed scenarios and the outcomes of the others, such as `8 of 10 passed, 1 skipped, 1 contradicted`."""
    counts = Counter(scenario.outcome for scenario in scenarios)
    others = "".join(f", {count} {outcome}" for outcome, count in sorted(counts.items()) if outcome != "passed")
    return f"{counts['passed']} of {len(scenarios)} passed{others}"


def count_results(role: Role, revision: str, scenarios: Sequence[Scenario]) -> dict[str, Any]:
    """Return the number of scenarios that count, by outcome, for the record."""
    outcomes = Counter(each.outcome for each in scenarios if each.is_required)
    return {"role": role, "revision": revision, "scenarios": dict(sorted(outcomes.items()))}


def compare_with_record(found: Sequence[dict[str, Any]], *, records: bool) -> bool:
    """Return whether counts of runs equal the recorded ones; with `records`, record them and return True."""
    suite = json.loads((HERE / "package.json").read_bytes())["dependencies"]["@modelcontextprotocol/conformance"]
    recorded: dict[str, Any] = json.loads(RECORD.read_bytes())
    earlier: list[dict[str, Any]] = recorded["conformance"]
    rows = {(str(row["role"]), str(row["revision"])): row for row in (*earlier, *found)}
    expected: dict[str, Any] = {"suite": suite, "conformance": [rows[key] for key in sorted(rows, reverse=True)]}
    if records:
        RECORD.write_text(json.dumps(expected, indent=2) + "\n", encoding="utf-8")
    elif expected != recorded:
        print(f"the counts differ from {RECORD.name}; if that is intended, run this again with --record")
        return False
    return True


def _print_check(check: dict[str, Any]) -> None:
    print(f"     {check['status'].lower()}: {check['id']}: {check.get('description', '')}")
    print(f"     {check.get('errorMessage', 'no message')}")
    print(f"     on the wire: {json.dumps(check.get('details'))[:SHOWN]}")


def main() -> int:
    """Run one role in one revision, or in each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("role", choices=("server", "client"))
    parser.add_argument("--requirements", choices=REVISIONS, action="append", help="a revision; by default each")
    parser.add_argument("--bridge", action="store_true", help="through a bridge, with a peer of the other era")
    parser.add_argument("--record", action="store_true", help=f"write the counts to {RECORD.name}")
    given = parser.parse_args()
    install()
    is_fine = True
    counts: list[dict[str, Any]] = []
    for revision in given.requirements or REVISIONS:
        if not required(given.role, revision, is_bridged=given.bridge):
            continue  # the suite has no scenarios for this role
        with tempfile.TemporaryDirectory() as directory:
            run = run_server if given.role == "server" else run_client
            run(revision, Path(directory), is_bridged=given.bridge)
            found = list(read_results(given.role, revision, Path(directory), is_bridged=given.bridge))
            is_fine &= report(given.role, revision, found)
            counts.append(count_results(given.role, revision, found))
    if not given.bridge:
        is_fine &= compare_with_record(counts, records=given.record)
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
