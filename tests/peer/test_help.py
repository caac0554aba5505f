"""The help texts of calls."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

import mcp_bindings as mb


@pytest.mark.parametrize("side", ["ClientCalls", "ServerCalls"])
@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_help_explains_each_argument_of_a_call(revision: str, side: str) -> None:
    calls: type = getattr(import_module(mb.revision(revision).package), side)
    methods = {name: each for name, each in vars(calls).items() if inspect.isfunction(each) and name[0] != "_"}
    assert methods
    for name, method in methods.items():
        arguments = (method.__doc__ or "").partition("Args:\n")[2].partition("\n\n")[0]
        parameters = inspect.signature(method).parameters.values()
        given = [each.name for each in parameters if each.name != "self" and each.kind is not each.VAR_KEYWORD]
        missing = [each for each in given if f"    {each}: " not in arguments]
        assert not missing, f"{side}.{name} of {revision}"
