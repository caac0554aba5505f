"""Starts a server on stdio, passes each line on and records it: `tee.py RECORDING COMMAND…`, one JSON array a line."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

path, *command = sys.argv[1:]
lock = threading.Lock()
recording = Path(path).open("w", encoding="utf-8")  # noqa: SIM115, it is open until the program ends
server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def pass_on(source: IO[bytes], target: IO[bytes], sender: str) -> None:
    for line in source:
        with lock:
            recording.write(json.dumps([sender, line.decode("utf-8", "replace")]) + "\n")
            recording.flush()
        try:
            target.write(line)
            target.flush()
        except (BrokenPipeError, ValueError):
            break


down = threading.Thread(target=pass_on, args=(server.stdout, sys.stdout.buffer, "server"), daemon=True)
down.start()
pass_on(sys.stdin.buffer, server.stdin, "client")
server.stdin.close()
try:
    server.wait(3)
except subprocess.TimeoutExpired:
    server.kill()
down.join(1)
