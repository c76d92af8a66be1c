"""Reading and checking cases."""

from __future__ import annotations

import gzip
import json

import pytest

from hearts_arena.game import HandState
from hearts_arena.game.cases import CaseError, check_case, check_file, openspiel_rules, read_cases
from hearts_arena.game.law import HandScore, Reference

SMALL = {
    "id": "T1",
    "kind": "trick_winner",
    "options": {},
    "input": {"trick": ["2C", "AH", "KC", "AD"]},
    "expect": {"winner_index": 2},
}


class LowestWins(Reference):
    """A law in which the lowest card of the suit led takes the trick and nobody scores."""

    name = "lowest"

    def winner(self, rules, trick):
        """Return the place of the lowest card of the suit led."""
        return trick.index(min(card for card in trick if card // 13 == trick[0] // 13))

    def score(self, *_):
        """Return no scores."""
        return HandScore((0, 0, 0, 0), -1)

    def replay(self, rules, hand, dealt, passes, plays):
        """Return a hand in which every card is always legal."""
        replay = super().replay(rules, hand, dealt, passes, plays)
        return replay._replace(legal=tuple((1 << 52) - 1 for _ in replay.legal))


def test_agreement_is_silent() -> None:
    """A case that the law judges alike gives nothing."""
    assert check_case(SMALL) == ()


def test_disagreement_is_pasteable() -> None:
    """Otherwise the text says both, and the case can be pasted."""
    (text,) = check_case(SMALL, LowestWins())

    message, _, pasted = text.partition("; case: ")
    assert message == "winner_index is 0, expected 2"
    assert json.loads(pasted) == SMALL


def test_whole_hands_disagree_with_a_position(cases_dir) -> None:
    """A hand that goes otherwise is quoted up to the card, as a position that reads back."""
    _, case = next(read_cases(cases_dir / "openspiel_hands.jsonl.gz"))
    (text,) = check_case(case, LowestWins())

    assert "expected 2C; position: standard" in text
    assert HandState.from_text(text.partition("position: ")[2]).phase == "play"
    points = dict(case, points=[1, 2, 3, 4])
    (text,) = check_case(points)
    assert "expected [1, 2, 3, 4]" in text
    assert HandState.from_text(text.partition("position: ")[2]).phase == "done"
    (text,) = check_case(dict(case, plays=[[1, *case["plays"][0][1:]], *case["plays"][1:]]))
    assert "seat to play 2C is not 1" in text


def test_files_plain_and_compressed(tmp_path) -> None:
    """A file of either kind is read line by line, blank lines aside."""
    lines = json.dumps(SMALL) + "\n\n" + json.dumps(SMALL) + "\n"
    (tmp_path / "a.jsonl").write_text(lines, encoding="utf-8")
    with gzip.open(tmp_path / "b.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write(lines)

    for name in ("a.jsonl", "b.jsonl.gz"):
        report = check_file(tmp_path / name)
        assert (report.total, report.checked, report.law) == (2, {"trick_winner": 2}, "reference")
        assert report.disagreements == ()
    bad = check_file(tmp_path / "a.jsonl", LowestWins())
    assert [str(d).split(";")[0] for d in bad.disagreements] == [
        "a.jsonl:1 T1: winner_index is 0, expected 2",
        "a.jsonl:3 T1: winner_index is 0, expected 2",
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "expected one JSON object a line"),
        ("[1]", "expected an object with 'kind' or 'plays'"),
        ('{"id": 1}', "expected an object with 'kind' or 'plays'"),
        ('{"kind": "x", "options": {}, "input": {}, "expect": {}}', "no kind of case"),
        ('{"kind": "trick_winner", "options": {}, "input": {}, "expect": {}}', "KeyError"),
        ('{"kind": "legal", "options": {"x": 1}, "input": {}, "expect": {}}', "no rule is called"),
    ],
)
def test_what_is_no_case_is_named(tmp_path, line: str, says: str) -> None:
    """A line that is no case raises with its file and number."""
    path = tmp_path / "bad.jsonl"
    path.write_text("\n" + line + "\n", encoding="utf-8")

    with pytest.raises(CaseError) as error:
        check_file(path)
    assert says in str(error.value)
    assert str(error.value).startswith("bad.jsonl:2") or "kind of case" in str(error.value)


def test_refusals_are_checked() -> None:
    """A case may say that options make no game."""
    case = {"kind": "refused", "options": {"players": 9}, "expect": {"field": "players"}}

    assert check_case(case) == ()
    (text,) = check_case({**case, "options": {"players": 3}})
    assert "expected a refusal that names players, got none" in text
    (text,) = check_case({**case, "expect": {"field": "target"}})
    assert "expected target in players=9" in text


def test_openspiel_parameters() -> None:
    """Its eight parameters map as the rules page says."""
    names = [
        "pass_cards",
        "no_pts_on_first_trick",
        "can_lead_any_club",
        "jd_bonus",
        "avoid_all_tricks_bonus",
        "must_break_hearts",
        "qs_breaks_hearts",
        "can_lead_hearts_instead_of_qs",
    ]
    on = openspiel_rules(dict.fromkeys(names, True))
    off = openspiel_rules(dict.fromkeys(names, False))

    assert on.settings() == (
        "opening_lead=any_club",
        "hearts_broken_by=heart_or_queen",
        "lead_hearts_unbroken=only_penalty",
        "bonus_card=JD",
        "sun=as_moon",
        "no_trick_bonus=-5",
        "tie=shared",
        "match_hands=1",
    )
    assert off.settings() == (
        "pass_count=0",
        "pass_cycle=hold",
        "first_trick_points=allow",
        "must_break=false",
        "sun=as_moon",
        "tie=shared",
        "match_hands=1",
    )
