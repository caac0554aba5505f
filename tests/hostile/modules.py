"""A user's schema as a living module, by the stages of the pipeline, without the parts of a package that never vary."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from itertools import count
from types import ModuleType
from typing import Any

from mcp_bindgen import jsontext, paths
from mcp_bindgen.ingest import normalize
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ir import build, history, recursion
from mcp_bindgen.ir.subjects import arrange_modules
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.output.formatting import format_source
from mcp_bindgen.output.verify import make_expected_module, verify_module
from mcp_bindgen.package_names import PACKAGE
from mcp_bindgen.records.docs import OfficialDocs
from mcp_bindgen.render.models import make_models_input, render_models
from mcp_bindgen.render.templates import render_file
from mcp_bindgen.render.type_data import make_type_data
from mcp_bindgen.steps import StepRunner
from mcp_bindings.codec.codec import Codec
from mcp_bindings.codec.schema_file import SchemaFile, may_compare_large_numbers
from mcp_bindings.wire.conditions import CheckedModel
from mcp_bindings.wire.model import WireModel

WHERE = "user.json"
_numbers = count()


class _OwnSchema(SchemaFile):
    """The schema at hand instead of a file in a package."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        super().__init__("own", "")
        self._definitions = definitions
        self._may_compare_large_numbers = may_compare_large_numbers(json.dumps(definitions).encode())


class Compiled:
    """The module of a schema, and codecs for its definitions. Leaves `sys.modules` with the `with` block."""

    def __init__(self, document: object) -> None:
        data = json.dumps(document).encode("utf-8")
        parsed = jsontext.loads(data, where=WHERE)
        self.effective: dict[str, Any] = normalize.normalize(parsed, where=WHERE)
        revision = Revision("own", "custom", "per-request", "", path="", commit="", official_sha256="", sha256="")
        self.spec: SpecRevision = build.build_spec(revision, self.effective, where=WHERE)
        docs = OfficialDocs({"own": parsed})
        shown = recursion.unroll_aliases(self.spec)
        arranged = arrange_modules(shown, dict.fromkeys(shown.by_name(), "models"))
        rows = make_type_data(shown, docs, history.type_histories([self.spec], self.spec), arranged)
        [[body]] = render_models([make_models_input(shown, rows, arranged, paths.templates_root())], StepRunner())
        variables = {"title": "own", "package": PACKAGE, **vars(body)}
        text = render_file(paths.templates_root(), "mcp_bindings/%types.py.j2", variables)
        self.source = format_source("models.py", text)
        verify_module(make_expected_module("models.py", self.source, self.spec))
        self.module = ModuleType(f"mcp_bindings.own_{next(_numbers)}.models")
        self.module.__package__ = self.module.__name__.removesuffix(".models")
        self._base = f"{self.module.__package__}.base"
        self._schema = _OwnSchema(json.loads(jsontext.dumps(self.effective))["$defs"])

    def __enter__(self) -> Compiled:
        base = ModuleType(self._base)
        vars(base).update(WireModel=WireModel, CheckedModel=CheckedModel)
        sys.modules[self._base] = base
        sys.modules[self.module.__name__] = self.module
        exec(compile(self.source, self.module.__name__, "exec"), vars(self.module))  # what is generated, is run
        return self

    def __exit__(self, *_: object) -> None:
        del sys.modules[self.module.__name__], sys.modules[self._base]

    def checks(self, definition: str) -> Callable[[Any], bool]:
        """What the fast engine checks the bodies of messages with."""
        return self._schema.compile_validator(definition)

    def codec(self, definition: str) -> Codec[Any]:
        return Codec(definition, getattr(self.module, self.spec.definitions[definition]), self._schema)
