"""Run long test programs: `python -m tests.soak [NAME…] --seed S [--count N] [--jobs J]`.

Without names, all of them run. The exit code is 1 if one of them fails.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from tests.soak import (
    authorization,
    bridge,
    bridge_kill,
    bridge_memory,
    bridge_scripts,
    conditions,
    diff_completeness,
    diff_containment,
    diff_figures,
    diff_pairs,
    diff_soundness,
    diff_verdicts,
    differential,
    edits,
    encoding,
    engines,
    floods,
    forks,
    growth,
    guards,
    hostile_http,
    http_memory,
    killed_runs,
    lost_names,
    member_order,
    mutated_messages,
    observer,
    parser_memory,
    questions,
    random_schemas,
    rehearsal,
    restarts,
    routing,
    server_memory,
    servers,
    session_memory,
    sessions,
    single_edits,
    takeover,
    tokens,
    tool_lists,
    toolbox,
    translate,
    worst_texts,
    written_once,
)
from tests.soak.program import Program

SEED = 20261120

PROGRAMS: Mapping[str, Program] = {
    "differential": differential.PROGRAM,
    "encoding": encoding.PROGRAM,
    "member_order": member_order.PROGRAM,
    "random_schemas": random_schemas.PROGRAM,
    "conditions": conditions.PROGRAM,
    "killed_runs": killed_runs.PROGRAM,
    "forks": forks.PROGRAM,
    "rehearsal": rehearsal.PROGRAM,
    "lost_names": lost_names.PROGRAM,
    "mutated_messages": mutated_messages.PROGRAM,
    "engines": engines.PROGRAM,
    "routing": routing.PROGRAM,
    "edits": edits.PROGRAM,
    "servers": servers.PROGRAM,
    "server_memory": server_memory.PROGRAM,
    "translate": translate.PROGRAM,
    "bridge": bridge.PROGRAM,
    "bridge_kill": bridge_kill.PROGRAM,
    "bridge_memory": bridge_memory.PROGRAM,
    "bridge_scripts": bridge_scripts.PROGRAM,
    "written_once": written_once.PROGRAM,
    "questions": questions.PROGRAM,
    "parser_memory": parser_memory.PROGRAM,
    "growth": growth.PROGRAM,
    "floods": floods.PROGRAM,
    "worst_texts": worst_texts.PROGRAM,
    "authorization": authorization.PROGRAM,
    "hostile_http": hostile_http.PROGRAM,
    "tokens": tokens.PROGRAM,
    "toolbox": toolbox.PROGRAM,
    "guards": guards.PROGRAM,
    "restarts": restarts.PROGRAM,
    "takeover": takeover.PROGRAM,
    "sessions": sessions.PROGRAM,
    "single_edits": single_edits.PROGRAM,
    "observer": observer.PROGRAM,
    "session_memory": session_memory.PROGRAM,
    "http_memory": http_memory.PROGRAM,
    "diff_figures": diff_figures.PROGRAM,
    "diff_completeness": diff_completeness.PROGRAM,
    "diff_soundness": diff_soundness.PROGRAM,
    "diff_containment": diff_containment.PROGRAM,
    "diff_pairs": diff_pairs.PROGRAM,
    "tool_lists": tool_lists.PROGRAM,
    "diff_verdicts": diff_verdicts.PROGRAM,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the programs that are named; the exit code is 1 if one of them fails."""
    listed = "\n".join(
        f"  {name:18} {program.summary}" + (f" ({program.count} {program.unit})" if program.unit else "")
        for name, program in PROGRAMS.items()
    )
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak",
        description=f"Run long test programs; without names, all of them:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a program from the list above")
    parser.add_argument("--seed", type=int, default=SEED, help=f"default {SEED}; the same seed repeats a run")
    parser.add_argument("--count", type=int, help="items, in the unit of each program; default as listed")
    parser.add_argument("--start", type=int, default=0, help="number of the first item, to repeat one that failed")
    parser.add_argument("--jobs", type=int, default=2, help="processes, default 2")
    options: Any = parser.parse_args(arguments)
    for name in options.names:
        if name not in PROGRAMS:
            parser.error(f"no program is called {name!r}; there are {', '.join(PROGRAMS)}")
        if options.start and not PROGRAMS[name].is_numbered:
            parser.error(f"--start: the items of {name} have no numbers")
    if options.start and not options.names:
        parser.error("--start needs the name of a program")
    failed = [name for name in options.names or PROGRAMS if not _run(name, options)]
    if failed:
        print(f"failed with seed {options.seed}: {', '.join(failed)}")
    return 1 if failed else 0


def _run(name: str, options: Any) -> bool:
    """Run one program and print its outcome. Return whether all was well."""
    program = PROGRAMS[name]
    count = program.count if options.count is None else options.count
    print(f"--- {name}: {program.summary}")
    print(f"seed {options.seed}, {count} {program.unit}, {options.jobs} jobs" if program.unit else "", flush=True)
    started = time.perf_counter()
    tally = program.run(count, options.seed, start=options.start, jobs=options.jobs, report=_print_at_once)
    seconds = time.perf_counter() - started
    for line in program.table(tally):
        print(line)
    for failure in tally.failures:
        print(f"- {program.shown(failure)}")
    bars = [] if tally.failed else list(program.bars(tally))
    for line in bars:
        print(f"- {line}")
    print(f"{tally}\n{len(bars)} bars missed, {seconds:.1f} s, seed {options.seed}", flush=True)
    return not tally.failed and not bars


def _print_at_once(line: str) -> None:
    """Print a line on standard error, where it stands at once."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
