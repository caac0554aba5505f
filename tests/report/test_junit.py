"""JUnit XML: the elements and attributes that test reports read, whatever is in the words of a failure."""

from __future__ import annotations

from xml.etree import ElementTree

from mcp_bindgen.report.junit import CaseFailure, JUnitCase, JUnitSuite, junit_xml
from tests.report.reports import HOSTILE

CHILDREN: dict[str, dict[str, set[str]]] = {
    "testsuites": {"has": {"testsuite"}, "may": {"name", "tests", "failures"}, "must": set()},
    "testsuite": {
        "has": {"testcase"},
        "may": {"name", "tests", "failures", "errors", "skipped"},
        "must": {"name", "tests", "failures", "errors"},
    },
    "testcase": {
        "has": {"failure", "skipped", "system-out"},
        "may": {"name", "classname", "time"},
        "must": {"name"},
    },
    "failure": {"has": set(), "may": {"type", "message"}, "must": set()},
    "skipped": {"has": set(), "may": {"message"}, "must": set()},
    "system-out": {"has": set(), "may": set(), "must": set()},
}
"""For each element the elements in it, its attributes, and those that it must have; of junit-10.xsd what we write."""


def checked(text: str) -> ElementTree.Element:
    """The root of a report, which has the form of the schema and sums that are right."""
    root = ElementTree.fromstring(text.encode())
    assert root.tag == "testsuites"
    for element in root.iter():
        form = CHILDREN[element.tag]
        assert {child.tag for child in element} <= form["has"]
        assert form["must"] <= element.attrib.keys() <= form["may"]
    for parent in (root, *root):
        cases = list(parent.iter("testcase"))
        assert parent.get("tests") == str(len(cases))
        assert parent.get("failures") == str(sum(case.find("failure") is not None for case in cases))
        if parent.tag == "testsuite":
            assert parent.get("skipped") == str(sum(case.find("skipped") is not None for case in cases))
    return root


def test_a_report_of_hostile_words() -> None:
    cases = [JUnitCase(text, [CaseFailure("type", text)], output=text) for text in HOSTILE]
    root = checked(junit_xml([JUnitSuite(text, cases) for text in HOSTILE]))
    assert len(list(root.iter("failure"))) == len(HOSTILE) ** 2


def test_each_outcome() -> None:
    cases = [
        JUnitCase("passes", seconds=0.25),
        JUnitCase("fails", [CaseFailure("type", "expected string"), CaseFailure("required", "x is missing")]),
        JUnitCase("skipped", skipped="no server"),
        JUnitCase("warns", output="deprecated"),
    ]
    (suite,) = checked(junit_xml([JUnitSuite("all", cases)]))
    passed, failed, skipped, warned = suite
    assert (list(passed), passed.get("time")) == ([], "0.250")
    assert [(each.get("type"), each.get("message")) for each in failed] == [
        ("type", "expected string"),
        ("required", "x is missing"),
    ]
    assert skipped[0].get("message") == "no server"
    assert warned[0].text == "deprecated"


def test_no_suite() -> None:
    assert list(checked(junit_xml([]))) == []
