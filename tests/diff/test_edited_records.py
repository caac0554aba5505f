"""A record made from another by a change of one member is the record that has these members."""

from __future__ import annotations

import pytest

from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.containment.bounds import Numbers, Strings
from mcp_bindgen.diff.containment.search import Search
from mcp_bindgen.diff.containment.shapes import ANYTHING, Record, RecordMember
from mcp_bindgen.diff.schema.objects import MAX_RENAME_CANDIDATES
from mcp_bindgen.diff.subject import Subject
from tests.diff.sides import bare

A, B, C = (RecordMember(name, Strings(), required) for name, required in (("a", True), ("b", False), ("c", True)))
D = RecordMember("d", Numbers(), required=True)
ROOT = Record((A, B, C), ANYTHING)


@pytest.mark.parametrize(
    ("edited", "members", "extra"),
    [
        (ROOT.replace_member("a", None), (B, C), ANYTHING),
        (ROOT.replace_member("a", D), (B, C, D), ANYTHING),
        (ROOT.replace_member("d", D), (A, B, C, D), ANYTHING),
        (
            ROOT.replace_member("b", RecordMember("b", Strings(), required=True)),
            (A, C, RecordMember("b", Strings(), True)),
            ANYTHING,
        ),
        (
            ROOT.replace_member("a", RecordMember("c", Numbers(), required=False)),
            (B, RecordMember("c", Numbers(), False)),
            ANYTHING,
        ),
        (ROOT.with_shape("b", Numbers()), (A, RecordMember("b", Numbers(), False), C), ANYTHING),
        (ROOT.with_extra(None), (A, B, C), None),
        (ROOT.with_shape("c", Numbers()).with_extra(None), (A, B, RecordMember("c", Numbers(), True)), None),
        (ROOT.with_extra(None).with_shape("c", Numbers()), (A, B, RecordMember("c", Numbers(), True)), None),
        (ROOT.replace_member("a", D).replace_member("b", None), (C, D), ANYTHING),
    ],
)
def test_is_the_record_of_its_members(edited: Record, members: tuple[RecordMember, ...], extra: object) -> None:
    plain = Record(members, edited.extra)
    assert (edited, edited.members, edited.extra) == (plain, members, extra)
    assert hash(edited) == hash(plain)
    assert edited.required == plain.required
    assert [edited.member(name) for name in "abcdx"] == [plain.member(name) for name in "abcdx"]
    names = [member.name for member in members]
    assert sorted(names, key=edited.member_sort_key) == names
    fresh, remembering = Search(), Search()
    remembering.find_document([ROOT], [Record((), None)])
    for one, other in ((edited, ROOT), (ROOT, edited), (edited, edited), (edited, Record((D,), ANYTHING))):
        again = plain if one is edited else one
        assert remembering.find_document([one], [other]) == fresh.find_document(
            [again], [plain if other is edited else other]
        )


@pytest.mark.parametrize("more", [0, 1])
def test_a_mass_of_changes_has_no_renamed_members(more: int) -> None:
    """Two names that are alike among very many that are not."""
    count = MAX_RENAME_CANDIDATES - 1 + more

    def side(name: str, filler: str) -> Subject:
        others = {chr(ord(filler) + number) * 9: {"type": "string"} for number in range(count)}
        members = {name: {"type": "string"}, **others}
        return bare({"$defs": {"A": {"type": "object", "properties": members}}}, name)

    changes = make_report(side("memberName", "\u4e00"), side("member_name", "\u5000")).changes
    renamed = [change.delta.subject for change in changes if change.delta.kind == "renamed"]
    assert renamed == ([] if more else ["memberName to member_name"])


def test_records_with_different_changes_have_different_hashes() -> None:
    """Otherwise a search compares each with each."""
    members = tuple(RecordMember(f"p{number}", Strings(), required=False) for number in range(200))
    root = Record(members, ANYTHING)
    edited = [root.with_shape(member.name, Numbers()) for member in members]
    assert len({hash(each) for each in edited}) == len(edited)
