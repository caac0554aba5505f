"""Write the outcome of checks as JUnit XML, which test reports of CI services read.

The form follows the schema of Jenkins: https://github.com/jenkinsci/xunit-plugin, `junit-10.xsd`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from mcp_bindgen.escaping import escape_invisible


class CaseFailure(NamedTuple):
    """One reason why a check has failed."""

    rule: str
    """Id of the violated rule."""
    message: str


class JUnitCase(NamedTuple):
    """One check. It has passed if it has no failure and was not skipped."""

    name: str
    failures: Sequence[CaseFailure] = ()
    skipped: str = ""
    """Reason why the check did not run; empty if it ran."""
    seconds: float | None = None
    """Duration in seconds, or None if it was not measured."""
    output: str = ""
    """Text about the check, such as warnings; empty without a text. A check that has passed may have a text."""


class JUnitSuite(NamedTuple):
    """The checks of one file or one subject."""

    name: str
    cases: Sequence[JUnitCase]


def junit_xml(suites: Sequence[JUnitSuite]) -> str:
    """Return a report of suites as XML text, without a line break at the end.

    Args:
        suites: the suites; the text in them may come from any file or peer.
    """
    root = ElementTree.Element(
        "testsuites", {"name": "mcp-bindgen", **_count_attributes([case for s in suites for case in s.cases])}
    )
    for suite in suites:
        name = escape_invisible(suite.name)
        skipped = str(sum(bool(case.skipped) for case in suite.cases))
        numbers = {**_count_attributes(suite.cases), "errors": "0", "skipped": skipped}
        parent = ElementTree.SubElement(root, "testsuite", {"name": name, **numbers})
        for case in suite.cases:
            parent.append(_case_element(case, name))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _count_attributes(cases: Sequence[JUnitCase]) -> dict[str, str]:
    return {"tests": str(len(cases)), "failures": str(sum(bool(case.failures) for case in cases))}


def _case_element(case: JUnitCase, suite: str) -> ElementTree.Element:
    duration = {} if case.seconds is None else {"time": f"{case.seconds:.3f}"}
    element = ElementTree.Element("testcase", {"name": escape_invisible(case.name), "classname": suite, **duration})
    if case.skipped:
        ElementTree.SubElement(element, "skipped", {"message": escape_invisible(case.skipped)})
    for failure in case.failures:
        text = escape_invisible(failure.message)
        ElementTree.SubElement(element, "failure", {"type": failure.rule, "message": text}).text = text
    if case.output:
        ElementTree.SubElement(element, "system-out").text = escape_invisible(case.output)
    return element
