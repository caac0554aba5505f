"""Make the software bill of materials of a wheel, in the format CycloneDX 1.6. PEP 770 states its place.

The bill names the distributions that a distribution requires, and the official schema files whose data it has. The bill
has no time and no serial number, so equal sources give equal bytes. The build of the tool runs this module before
anything is installed, so the module needs the standard library only.

Pages: https://peps.python.org/pep-0770/, https://cyclonedx.org/docs/1.6/json/.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

_SPECIFICATION = "modelcontextprotocol/modelcontextprotocol"
"""The repository of the official schema files on GitHub."""


def make_sbom(project: Mapping[str, Any], version: str, rows: Iterable[Mapping[str, str]]) -> bytes:
    """Return the bill of materials of a distribution, as JSON.

    Args:
        project: the table `project` of the distribution's `pyproject.toml`.
        version: version of the distribution.
        rows: rows of `schema/revisions.toml`, one for each official file of which the distribution has data.
    """
    own = f"{_make_package_url(project['name'])}@{version}"
    extras: Mapping[str, list[str]] = project.get("optional-dependencies", {})
    required = sorted({_make_package_url(_parse_distribution_name(each)) for each in project["dependencies"]})
    others = {_make_package_url(_parse_distribution_name(each)) for each in chain.from_iterable(extras.values())}
    optional = sorted(others - {*required, own.rpartition("@")[0]})
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": own,
                "name": project["name"],
                "version": version,
                "description": project["description"],
                "licenses": [{"license": {"id": project["license"]}}],
                "purl": own,
            }
        },
        "components": [
            *(_make_package_component(each, "required") for each in required),
            *(_make_package_component(each, "optional") for each in optional),
            *map(_make_file_component, rows),
        ],
        "dependencies": [{"ref": own, "dependsOn": required}],
    }
    return json.dumps(document, indent=2).encode() + b"\n"


def _make_package_component(url: str, scope: str) -> dict[str, Any]:
    return {"type": "library", "bom-ref": url, "name": url.rpartition("/")[2], "scope": scope, "purl": url}


def _make_file_component(row: Mapping[str, str]) -> dict[str, Any]:
    url = f"pkg:github/{_SPECIFICATION}@{row['commit']}#{row['path']}"
    address = f"https://raw.githubusercontent.com/{_SPECIFICATION}/{row['commit']}/{row['path']}"
    return {
        "type": "data",
        "bom-ref": url,
        "name": row["path"],
        "version": row["commit"],
        "description": f"JSON Schema of the Model Context Protocol, {row['id']}; only its structure is included",
        "hashes": [{"alg": "SHA-256", "content": row["official_sha256"]}],
        "purl": url,
        "externalReferences": [{"type": "distribution", "url": address}],
    }


def _parse_distribution_name(requirement: str) -> str:
    """Return the name of the distribution in a requirement: `pyjwt` for `pyjwt[crypto]>=2.10`."""
    return re.split(r"[^\w.-]", requirement.strip(), maxsplit=1)[0]


def _make_package_url(name: str) -> str:
    """Return the package URL of a distribution, without a version."""
    return f"pkg:pypi/{re.sub(r'[-_.]+', '-', name).lower()}"
