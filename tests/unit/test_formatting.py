"""Long modules are formatted in parts, and the result is that of Black for the whole module."""

from __future__ import annotations

import black
import pytest
from black.mode import TargetVersion

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.output.formatting import LINE_LENGTH, format_files, split_module
from mcp_bindgen.steps import StepRunner
from tests.cli.run import ROOT

MODULES = sorted((ROOT / "generated" / "mcp_bindings").glob("v*/*.py"))
MODE = black.Mode(line_length=LINE_LENGTH, target_versions={TargetVersion.PY310})


def formatted(source: str) -> str:
    return format_files({"m.py": source.encode()}, StepRunner())["m.py"].decode()


def classes(*names: str) -> str:
    return "import a\n\nX = a.b\n\n" + "\n\n".join(
        f"class {name}(a.B):\n    x: 'int' = 1\nY: int\n'''Y.'''" for name in names
    )


NAMES = [f"Name{number}" for number in range(100)]


def test_a_module_in_parts_is_formatted_as_a_whole() -> None:
    source = classes(*NAMES)
    assert len(list(split_module(source.encode()))) > 5
    assert formatted(source) == black.format_str(source, mode=MODE)


def test_a_module_of_several_parts_is_formatted_as_a_whole() -> None:
    several = [path for path in MODULES if len(list(split_module(path.read_bytes()))) > 1]
    text = several[-1].read_text(encoding="utf-8")  # Black takes half a second for each
    assert black.format_str(text, mode=MODE) == text


def test_a_change_leaves_the_other_parts() -> None:
    before = list(split_module(classes(*NAMES).encode()))
    after = list(split_module(classes("Added", *NAMES[:50], "Between", *NAMES[51:]).encode()))
    assert len(set(before) - set(after)) <= 3


@pytest.mark.parametrize(
    "source",
    [
        f"X = '''\n\n{classes(*NAMES)}\n'''\n".replace("'''Y.'''", '"""Y."""'),
        "",
        "# A comment.\n",
        "\n\n".join(f"# Of {name}.\n\nclass {name}:\n    pass" for name in NAMES),
        "\n\n".join(f"@mark\n\nclass {name}:\n    pass" for name in NAMES),
    ],
    ids=["classes in a string", "nothing", "a comment alone", "comments", "decorators"],
)
def test_what_is_no_whole_part_is_formatted_with_the_rest(source: str) -> None:
    assert formatted(source) == black.format_str(source, mode=MODE)


def test_an_error_of_formatting_names_the_line_of_the_module() -> None:
    with pytest.raises(BindgenError, match="not valid Python") as caught:
        formatted(classes(*NAMES) + "\n\nclass :\n")
    assert str(classes(*NAMES).count("\n") + 3) in str(caught.value)
