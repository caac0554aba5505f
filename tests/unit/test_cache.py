"""The cache: never a wrong result, never a reason to fail, never larger than it says."""

from __future__ import annotations

import os
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path

import pytest

from mcp_bindgen import cache
from mcp_bindgen.cache import Store, lookup_result, store_result
from tests.unit.tiny import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

EXEMPT = {
    "click": "reads the command line",
    "filelock": "locks the directory that is written",
    "hatchling": "builds wheels, which are not kept",
    "mcp-bindings": "what is generated; only `validate`, `negotiate` and `docs` use it, and nothing of them is kept",
    "platformdirs": "names the directory of the cache",
    "tomlkit": "edits the manifest",
    "typing-extensions": "types only",
}
"""Dependencies that have no influence on a kept result, and why."""


DAMAGES: tuple[Callable[[bytes], bytes], ...] = (
    lambda data: b"",
    lambda data: data[:10],
    lambda data: data[:-1],
    lambda data: data + b"x",
    lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:],
    lambda data: bytes(len(data)),
)


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache for this test."""
    monkeypatch.setenv(cache.DIRECTORY_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def files(directory: Path) -> list[Path]:
    return sorted(directory.iterdir()) if directory.exists() else []


def get_or_store(step: str, inputs: object, new: bytes) -> bytes:
    """The kept result of a step; where nothing is kept, `new`, which is kept from now on."""
    kept = lookup_result(step, inputs)
    if kept is None:
        store_result(step, inputs, new)
    return new if kept is None else kept


def test_a_result_is_kept(directory: Path) -> None:
    assert get_or_store("step", [1, "a"], b"result") == b"result"
    assert get_or_store("step", [1, "a"], b"new") == b"result"
    assert len(files(directory)) == 1


def test_another_step_or_input_is_another_entry(directory: Path) -> None:
    get_or_store("step", [1], b"result")
    assert get_or_store("step", [2], b"other") == b"other"
    assert get_or_store("next", [1], b"third") == b"third"
    assert len(files(directory)) == 3


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_counts_as_absent_and_is_replaced(directory: Path, damage: Callable[[bytes], bytes]) -> None:
    get_or_store("step", 1, b"result")
    [path] = files(directory)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert lookup_result("step", 1) is None
    assert get_or_store("step", 1, b"result") == b"result"
    assert path.read_bytes() == whole


def test_a_directory_that_cannot_be_used_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    for place in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/nothing"), tmp_path / ("x" * 300)):
        monkeypatch.setenv(cache.DIRECTORY_VARIABLE, str(place))
        assert get_or_store("step", 1, b"result") == b"result"
    monkeypatch.setenv(cache.DIRECTORY_VARIABLE, str(tmp_path))
    get_or_store("step", 1, b"result")
    [entry] = [path for path in files(tmp_path) if path.name != "file"]
    entry.unlink()
    entry.mkdir()  # an entry that cannot be replaced
    assert get_or_store("step", 1, b"result") == b"result"
    assert not [path for path in files(tmp_path) if path.name.startswith(".new-")]


def test_off_neither_reads_nor_writes(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    get_or_store("step", 1, b"kept")
    monkeypatch.setenv(cache.DIRECTORY_VARIABLE, "off")
    assert get_or_store("step", 1, b"new") == b"new"
    get_or_store("step", 2, b"new")
    assert len(files(directory)) == 1
    assert not Path("off").exists()


def test_by_default_the_cache_is_in_the_user_cache_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs

    monkeypatch.delenv(cache.DIRECTORY_VARIABLE, raising=False)
    assert cache.directory() == Path(platformdirs.user_cache_dir("mcp-bindgen", appauthor=False))


def test_the_directory_is_bounded_and_the_last_used_stay(tmp_path: Path) -> None:
    bound = 40_000
    store, noise = Store(tmp_path, bound), random.Random(1)
    store.write_entry("first", noise.randbytes(1000))
    (tmp_path / ".new-left-behind").write_bytes(bytes(1000))
    os.utime(tmp_path / ".new-left-behind", (0, 0))
    for number in range(200):
        store.write_entry(f"entry-{number}", noise.randbytes(1000))
        assert store.read_entry("first") is not None, "used each time"
        assert sum(path.stat().st_size for path in files(tmp_path)) <= bound * 9 // 8 + 1100
    assert store.read_entry("entry-199") is not None
    assert store.read_entry("entry-0") is None
    assert not (tmp_path / ".new-left-behind").exists()


def test_an_entry_larger_than_the_bound_does_not_stay(tmp_path: Path) -> None:
    Store(tmp_path, 1000).write_entry("large", random.Random(1).randbytes(5000))
    assert files(tmp_path) == []


def content(number: int) -> bytes:
    return random.Random(number).randbytes(500 + number)


def hammer(directory: str, seed: int) -> None:
    """Write and read the same few entries in a directory that is always too small."""
    chance, store = random.Random(seed), Store(Path(directory), 4000)
    for _ in range(300):
        number = chance.randrange(12)
        found = store.read_entry(f"entry-{number}")
        if found not in (None, content(number)):
            sys.exit(3)
        if chance.random() < 0.6:
            store.write_entry(f"entry-{number}", content(number))


def test_runs_at_the_same_time_share_a_directory(tmp_path: Path) -> None:
    context = get_context("spawn")
    processes = [context.Process(target=hammer, args=(str(tmp_path), seed)) for seed in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert not [path for path in files(tmp_path) if path.name.startswith(".new-")]


# What a key covers


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Another source of the tool, older than this process."""
    path = tmp_path / "source" / "render" / "module.py"
    path.parent.mkdir(parents=True)
    path.write_text("a = 1\n", encoding="utf-8")
    age(path, 3600)
    monkeypatch.setattr(cache, "SOURCE", tmp_path / "source")
    cache.hash_tool.cache_clear()
    yield path
    cache.hash_tool.cache_clear()


def age(path: Path, seconds: float) -> None:
    os.utime(path, (time.time() - seconds, time.time() - seconds))


def test_another_source_of_the_tool_has_other_keys(directory: Path, source: Path) -> None:
    get_or_store("step", 1, b"old")
    source.write_text("a = 2\n", encoding="utf-8")
    age(source, 3600)
    cache.hash_tool.cache_clear()
    assert get_or_store("step", 1, b"new") == b"new"
    assert len(files(directory)) == 2


def test_checkout_and_wheel_have_the_same_cache_keys(directory: Path, source: Path) -> None:
    """In the wheel, the data is beside the source."""
    get_or_store("step", 1, b"old")
    data = source.parents[1] / "data" / "schema" / "manifest.toml"
    data.parent.mkdir(parents=True)
    data.write_text("", encoding="utf-8")
    age(data, 3600)
    cache.hash_tool.cache_clear()
    assert get_or_store("step", 1, b"new") == b"old"
    assert len(files(directory)) == 1


def test_a_process_whose_source_was_edited_keeps_nothing(directory: Path, source: Path) -> None:
    """It may run the code from before, while a key would be that of the code from after."""
    get_or_store("step", 1, b"before")
    age(source, -10)
    assert get_or_store("step", 2, b"unclear") == b"unclear"
    assert len(files(directory)) == 1
    cache.hash_tool.cache_clear()
    assert lookup_result("step", 1) is None, "nor does it read anything if the edit came before its first question"


@pytest.mark.parametrize("name", cache.OUTPUT_DISTRIBUTIONS)
def test_another_version_of_a_package_has_other_keys(
    directory: Path, source: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    get_or_store("step", 1, b"old")

    def other(each: str) -> str:
        return "999" if each == name else version(each)

    monkeypatch.setattr(cache, "version", other)
    cache.hash_tool.cache_clear()
    assert get_or_store("step", 1, b"new") == b"new"


def test_every_dependency_is_in_the_key_or_has_a_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {re.split(r"[\[><=]", text)[0] for text in project["dependencies"]}
    indirect = {"pydantic"}  # datamodel-code-generator builds its types with it
    assert names | indirect == {*cache.OUTPUT_DISTRIBUTIONS, *EXEMPT}
    assert not EXEMPT.keys() & set(cache.OUTPUT_DISTRIBUTIONS)
