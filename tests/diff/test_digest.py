"""The digest: every rule has a theme, every step matches its release, and the digest fits on one screen."""

from __future__ import annotations

import importlib
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache

import pytest

import mcp_bindings as mb
from mcp_bindgen import comparison, paths
from mcp_bindgen.diff.rules.catalogue import RULES
from mcp_bindgen.diff.rules.offer import OFFER_RULES
from mcp_bindgen.diff.rules.schema import SCHEMA_RULES
from mcp_bindgen.diff.types import Change, Report
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.report import selection
from mcp_bindgen.report.digest import build
from mcp_bindgen.report.digest.build import make_digest
from mcp_bindgen.report.digest.guide import (
    ROLES,
    DigestGuide,
    DigestStep,
    pattern_matches,
    read_guide,
    selector_matches,
)
from mcp_bindgen.report.digest.text import digest_lines
from mcp_bindgen.report.model import ThemeDigest
from mcp_bindgen.report.text import changes_text
from tests.diff.sides import RELEASED, SUCCESSIVE, between

GUIDE: DigestGuide = comparison.read_digest_guide()
BEFORE = {new: old for old, new in SUCCESSIVE}
SCREEN = 60
"""Number of lines of a screen."""
LAST = (RELEASED[-3], RELEASED[-1])
"""Pairs of releases with one release between them, for an implementation that skipped it."""

each_step = pytest.mark.parametrize("step", GUIDE.steps, ids=[step.id for step in GUIDE.steps])


@cache
def themes(old: str, new: str) -> dict[str, ThemeDigest]:
    return {theme["id"]: theme for theme in make_digest(between(old, new), GUIDE)["themes"]}


def needed(old: str, new: str) -> list[DigestStep]:
    return GUIDE.until(new).needed_steps(between(old, new).changes)


def earlier(step: DigestStep) -> Iterator[Report]:
    """The reports from each earlier release to the release of a step, beginning with the previous release."""
    return (between(old, step.since) for old in reversed(RELEASED[: RELEASED.index(step.since)]))


def test_every_rule_has_a_theme_and_every_pattern_a_rule() -> None:
    """A digest is about releases, so rules for what a server offers need no theme."""
    assert {rule.id: GUIDE.theme_of_rule(rule.id) for rule in RULES if rule not in OFFER_RULES}
    patterns = [each for theme in GUIDE.themes for each in (*theme.rules, *theme.complete)]
    assert [each for each in patterns if not any(fnmatchcase(rule.id, each) for rule in RULES)] == []
    names = {name for id_ in RELEASED for name in mb.revision(id_).definitions}
    kinds = [each for theme in GUIDE.themes for each in theme.definitions]
    assert [each for each in kinds if not any(fnmatchcase(name, each) for name in names)] == []


def test_a_rule_without_a_theme_is_an_error() -> None:
    with pytest.raises(BindgenError, match="no theme has the rule"):
        DigestGuide((), ()).theme_of_rule(RULES[0].id)


@each_step
def test_a_step_appears_only_for_its_release(step: DigestStep) -> None:
    """Or again: only if a release in between has undone it, so that the same has to be done once more."""
    assert step.since in BEFORE
    first, *again = [new for old, new in SUCCESSIVE if step in needed(old, new)]
    assert first == step.since
    for release in again:
        assert [new for old, new in SUCCESSIVE if first < new < release and step in needed(new, old)]


def test_a_step_for_a_new_message_names_its_method() -> None:
    """A later release may rename the method, and then the definition is added again under the other name."""
    selectors = [each for step in GUIDE.steps for each in (*step.when, *step.covers)]
    added = [each for each in selectors if each[0] in ("REQUEST_ADDED", "NOTIFICATION_ADDED")]
    assert added
    assert [each for each in added if len(each) == 2] == []


def test_a_step_of_a_later_release_is_for_no_earlier_report() -> None:
    """The results of a method may change in two releases: the step of the second was shown for the first."""
    old, new = SUCCESSIVE[-2]
    (change, *_) = [each for each in between(old, new).changes if GUIDE.until(new).needed_steps([each])]
    selector = (change.rule, change.delta.place.pointer)
    theme, other = GUIDE.until(new).theme_of(change), next(reversed(GUIDE.themes)).id
    assert theme != other
    later = DigestStep("later", other, RELEASED[-1], (selector,), (), client="Do it.")
    guide = replace(GUIDE, steps=(later, *GUIDE.steps))
    shown = make_digest(between(old, new), guide)
    assert shown == make_digest(between(old, new), GUIDE)
    assert "Do it." not in str(shown)
    assert later in guide.until(RELEASED[-1]).needed_steps([change])
    assert later in guide.until("custom").needed_steps([change])


@each_step
def test_every_change_that_a_step_names_is_in_its_release(step: DigestStep) -> None:
    stale = [
        each
        for each in (*step.when, *step.covers)
        if not any(selector_matches(each, change) for report in earlier(step) for change in report.changes)
    ]
    assert stale == []


@each_step
def test_a_step_has_a_text_and_a_page(step: DigestStep) -> None:
    assert step.old or step.covers or step.client or step.server
    texts = [step.client, step.server, step.gateway, step.package]
    assert [text for text in texts if text and not (text[-1] == "." and (text[0].isupper() or text[0] == "`"))] == []
    assert [page for page in step.sources if page.partition("#")[0] not in known_pages()] == []


@cache
def known_pages() -> frozenset[str]:
    """The pages that the facts cite, and the changelog of each release."""
    texts = [path.read_text(encoding="utf-8") for path in paths.schema_root().glob("*/*.toml")]
    cited = {page for text in texts for page in re.findall(r"specification/[\w./-]+", text)}
    return frozenset(cited | {f"specification/{new}/changelog" for _, new in SUCCESSIVE})


@pytest.mark.parametrize(("old", "new"), SUCCESSIVE)
def test_the_steps_are_complete(old: str, new: str) -> None:
    """Each removed message, new error code and so on has a step in its release."""
    patterns = [each for theme in GUIDE.themes for each in theme.complete]
    steps = [step for step in GUIDE.steps if step.since == new]
    missing = [
        (change.rule, change.delta.place.pointer)
        for change in between(old, new).changes
        if any(fnmatchcase(change.rule, each) for each in patterns) and not any(step.includes(change) for step in steps)
    ]
    assert missing == []


@pytest.mark.parametrize(("old", "new"), SUCCESSIVE)
def test_a_step_names_the_replacement_of_each_removed_message(old: str, new: str) -> None:
    for change in between(old, new).changes:
        if change.rule in ("REQUEST_REMOVED", "NOTIFICATION_REMOVED"):
            (step,) = [step for step in GUIDE.steps if step.since == new and step.includes(change)]
            assert change.delta.subject.rpartition("/")[2] in step.old


@pytest.mark.parametrize(("old", "new"), [LAST, *SUCCESSIVE])
def test_every_change_is_counted_once(old: str, new: str) -> None:
    report = between(old, new)
    found = themes(old, new)
    assert list(found) == [theme.id for theme in GUIDE.themes if theme.id in found], "in the order of work"
    guide = GUIDE.until(new)
    placed = [(guide.theme_of(change), change) for change in report.changes]
    for theme in found.values():
        changes = [change for place, change in placed if place == theme["id"]]
        steps = [step for step in guide.needed_steps(changes) if step.old and step.theme == theme["id"]]
        assert theme["breaking"] + theme["risky"] + theme["safe"] == len(changes)
        told = [change for change in changes if any(step.includes(change) for step in steps)]
        assert sum(each["changes"] for each in theme["folded"]) + theme["more"] == len(changes) - len(told)
    assert sum(theme[level] for theme in found.values() for level in ("breaking", "risky", "safe")) == len(
        report.changes
    )


@pytest.mark.parametrize("pair", [LAST, (RELEASED[0], RELEASED[-1]), *SUCCESSIVE], ids="-".join)
def test_the_digest_fits_on_one_screen(pair: tuple[str, str]) -> None:
    report = between(*pair)
    whole = changes_text(report, digest=make_digest(report, GUIDE)).split("\n")
    lines = whole[: whole.index("")]
    assert len(lines) <= SCREEN
    assert max(map(len, lines)) <= 100
    assert lines[2:] == list(digest_lines(make_digest(report, GUIDE), width=100))
    assert whole[len(lines) + 1] == min(change.delta.place.definition for change in report.changes if in_schema(change))


def in_schema(change: Change) -> bool:
    return change.delta.source == "schema"


def test_every_theme_has_actions_for_each_side_and_package() -> None:
    told: set[tuple[str, str]] = set()
    for pair in SUCCESSIVE:
        for theme in themes(*pair).values():
            told |= {(theme["id"], role) for role in ROLES if theme["do"][role]}
            told |= {(theme["id"], "package")} if theme["package"] else set()
    assert told == {(theme.id, role) for theme in GUIDE.themes for role in (*ROLES, "package")}


def test_similar_changes_share_one_line() -> None:
    """A member that all results require takes one line, and so do members that the same results require."""
    types = themes(*LAST)["types"]
    texts = [line["text"] for line in types["folded"]]
    results = {
        change.delta.place.definition
        for change in between(*LAST).changes
        if change.rule == "FIELD_ADDED_REQUIRED" and change.delta.subject == "resultType"
    }
    assert f"{len(results)} results require `resultType`" in texts
    assert any(re.fullmatch(r"\d+ results require `cacheScope`, `ttlMs`", text) for text in texts)


def test_a_report_for_one_side_has_the_actions_of_that_side() -> None:
    found = make_digest(selection.limit_to_side(between(*LAST), "client"), GUIDE)
    assert found["themes"]
    assert {role for theme in found["themes"] for role in theme["do"]} == {"client", "gateway"}


def test_steps_of_a_release_do_not_appear_in_the_other_direction() -> None:
    """A step for one direction is not shown for a change in the other direction."""
    backward = comparison.report_changes(LAST[1], LAST[0])
    assert {step.id for step in GUIDE.needed_steps(backward.changes)}.isdisjoint(
        step.id for step in GUIDE.steps if step.since == LAST[1]
    )


def test_every_name_of_the_package_exists() -> None:
    for step in GUIDE.steps:
        for name in re.findall(r"`([^`]+)`", step.package):
            value: object = mb
            module = "mcp_bindings"
            for part in name.split("."):
                module = f"{module}.{part}"
                value = getattr(value, part) if hasattr(value, part) else importlib.import_module(module)


def test_the_phrases_belong_to_the_schema_rules() -> None:
    assert set(build.PHRASES) == {rule.id for rule in SCHEMA_RULES}
    begun = [each for each in build.RULES_NAMED_BY_PLACE if any(rule.id.startswith(each) for rule in SCHEMA_RULES)]
    assert begun == list(build.RULES_NAMED_BY_PLACE)
    nouns = {what.rpartition(" ")[0] for rule in RULES for what in rule.differences}
    assert set(build.PLURALS) <= nouns


@pytest.mark.parametrize(
    ("pattern", "pointer", "fits"),
    [
        ("/a/b", "/a/b", True),
        ("/a/b", "/a/bc", False),
        ("/a/*", "/a/b/c", True),
        ("*", "", True),
        ("/*/c", "/a/b/c", True),
        ("/*/c", "/a/b/d", False),
        ("/a*b*c", "/aXbXc", True),
        ("/a*b*c", "/aXcXb", False),
        ("/ab*b", "/ab", False),
        ("/a[b]", "/ab", False),
    ],
)
def test_patterns(pattern: str, pointer: str, fits: bool) -> None:
    assert pattern_matches(pattern, pointer) is fits


STEP = """
[[theme]]
id = "t"
title = "T"
rules = ["*"]

[[step]]
id = "s"
theme = "t"
since = "2025-06-18"
when = [["REQUEST_ADDED", "/x"]]
old = "a"
new = "b"
sources = ["specification"]
"""


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (('theme = "t"', 'theme = "u"'), "unknown theme 'u'"),
        (('new = "b"\n', ""), "`old` and `new` must be stated together"),
        (('["REQUEST_ADDED", "/x"]', '["REQUEST_ADDED"]'), "`when` and `covers` must have a rule, a pointer"),
        (('id = "s"\n', 'id = "s"\nsuperseded_by = "z"\n'), "unknown step 'z'"),
        (('[[step]]\nid = "s"', '[[theme]]\nid = "t"\ntitle = "T"\nrules = []\n\n[[step]]\nid = "s"'), "two rows have"),
        (('id = "s"\n', 'id = "s"\ncolour = "red"\n'), "unknown key 'colour'"),
    ],
)
def test_errors_in_the_file(tmp_path_factory: pytest.TempPathFactory, edit: tuple[str, str], says: str) -> None:
    directory = tmp_path_factory.mktemp("schema")
    shutil.copy(paths.schema_root() / "revisions.toml", directory)
    (directory / "digest.toml").write_text(STEP, encoding="utf-8")
    assert len(read_guide(directory).steps) == 1
    assert edit[0] in STEP
    (directory / "digest.toml").write_text(STEP.replace(*edit, 1), encoding="utf-8")
    with pytest.raises(BindgenError, match=re.escape(says)):
        read_guide(directory)
