"""Reading and checking cases."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from hearts_arena.engine.judge import FastLaw
from hearts_arena.game import HandState, cases, parse_setting
from hearts_arena.game.cases import KINDS, CaseError, check_case, check_file, openspiel_rules, read_cases
from hearts_arena.game.forms import OPENSPIEL_PARAMETERS
from hearts_arena.game.law import REFERENCE, HandScore, Law, Reference

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
        ('{"kind": "trick_winner", "options": {}, "input": {}, "expect": {}}', "lacks 'trick'"),
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
    on = openspiel_rules(dict.fromkeys(OPENSPIEL_PARAMETERS, True))
    off = openspiel_rules(dict.fromkeys(OPENSPIEL_PARAMETERS, False))

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


def test_the_page_says_what_each_parameter_sets() -> None:
    """The table of the rules page is what `openspiel_rules` does."""
    page = (Path(cases.__file__).parent / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `(\w+=\S+)` \| `(\w+=\S+)` \|$", page, re.MULTILINE)
    names = [name for name, _, _ in rows]
    others = dict.fromkeys(names, True)

    assert tuple(names) == OPENSPIEL_PARAMETERS
    for name, *settings in rows:
        for value, setting in zip((True, False), settings, strict=True):
            field, wanted = parse_setting(setting)
            assert getattr(openspiel_rules({**others, "must_break_hearts": True, name: value}), field) == wanted


# --- foreign data -----------------------------------------------------------------------------

HANDS = [[rank + suit for rank in "23456789TJQKA"] for suit in "CDHS"]
PASSES = [hand[:3] for hand in HANDS]
GOOD: dict[str, dict[str, Any]] = {
    "legal": {"hand": ["3C", "QS"], "trick": ["KC"], "trick_no": 2, "hearts_broken": False},
    "broken": {"trick": ["2C", "3H"], "hearts_broken": False},
    "trick_winner": {"trick": ["2C", "AH"]},
    "sequence": {"first_leader": 0, "tricks": [["2C", "3C", "4C", "5C"]]},
    "pass": {"hand": 0, "hands": HANDS, "passes": PASSES},
    "opening": {"hand": 0, "held": HANDS},
    "hand_score": {"taken": [["QS"], ["2H"], [], []]},
    "match_end": {"totals_before": [90, 60, 60, 74], "hand_scores": [26, 0, 0, 0]},
    "deck": {},
}
EXPECTED: dict[str, dict[str, Any]] = {
    "legal": {"legal": ["3C"]},
    "broken": {"broken": True},
    "trick_winner": {"winner_index": 0},
    "sequence": {"winners": [3], "points": [0]},
    "pass": {"held": [sorted(hand[3:] + gained) for hand, gained in zip(HANDS, PASSES[-1:] + PASSES, strict=False)]},
    "opening": {"leader": 0},
    "hand_score": {"hand_scores": [13, 1, 0, 0]},
    "match_end": {"over": False},
    "deck": {"cards_each": 13},
}
FAR = 10**30
BAD_INPUTS: list[tuple[str, str, Any, str]] = [
    ("legal", "trick_no", 0, "trick_no is 0: give a whole number 1..13"),
    ("legal", "trick_no", "2", "trick_no is '2'"),
    ("legal", "trick_no", 1.5, "trick_no is 1.5"),
    ("legal", "trick_no", True, "trick_no is True"),
    ("legal", "trick_no", FAR, "trick_no is 1000"),
    ("legal", "hearts_broken", "false", "hearts_broken is 'false': give true or false"),
    ("legal", "hearts_broken", None, "hearts_broken is None"),
    ("legal", "hand", "3C", "hand is '3C': give a list of cards"),
    ("legal", "hand", [], "at least one card"),
    ("legal", "hand", [3], "got 3"),
    ("legal", "hand", ["3C", "3c"], "hand has 3C twice"),
    ("legal", "hand", ["3C", "KC"], "hand with trick has KC twice"),
    ("legal", "trick", ["2C", "4C", "5C", "6C"], "one is yet to be played"),
    ("legal", "queen_event", [], "at least one card"),
    ("broken", "trick", [], "trick is []"),
    ("trick_winner", "trick", [], "trick is []: give at least one card"),
    ("trick_winner", "trick", ["2C", "2C"], "2C twice"),
    ("trick_winner", "trick", ["2C", "3C", "4C", "5C", "6C"], "at most 4 cards"),
    ("sequence", "tricks", [[]], "at least one card"),
    ("sequence", "tricks", [["2C"]], "give 4 cards"),
    ("sequence", "tricks", [["2C", "3C", "4C", "5C"]] * 2, "2C twice"),
    ("sequence", "tricks", None, "tricks is None"),
    ("sequence", "first_leader", 9, "first_leader is 9: give a whole number 0..3"),
    ("pass", "hand", 10**12, "hand is 1000000000000"),
    ("pass", "hand", -1, "hand is -1"),
    ("pass", "hand", 3, "nothing is passed in this hand"),
    ("pass", "passes", [], "one a seat"),
    ("pass", "passes", 5, "passes is 5"),
    ("pass", "passes", PASSES[:1], "one a seat"),
    ("pass", "passes", [hand[:2] for hand in HANDS], "give 3 cards"),
    ("pass", "passes", HANDS[1:] + HANDS[:1], "give 3 cards"),
    ("pass", "passes", PASSES[1:] + PASSES[:1], "give cards from its hand"),
    ("pass", "hands", [HANDS[0][1:], [*HANDS[1], "2C"], *HANDS[2:]], "deal the whole deck, 13 cards each"),
    ("pass", "hands", [hand[1:] for hand in HANDS], "deal the whole deck"),
    ("pass", "hands", HANDS[:3], "one a seat"),
    ("pass", "hands", [HANDS[0]] * 4, "hands has 2C twice"),
    ("opening", "held", [[]] * 4, "nobody holds 2C"),
    ("opening", "held", HANDS[:1], "one a seat"),
    ("opening", "hand", None, "hand is None"),
    ("hand_score", "taken", [["QS"]], "one a seat"),
    ("hand_score", "taken", [["QS"]] * 4, "QS twice"),
    ("hand_score", "totals_before", [FAR, 0, 0, 0], "a score in totals_before is 1000"),
    ("hand_score", "totals_before", [0, 0], "one a seat"),
    ("hand_score", "tricks_won", [FAR, 0, 0, 0], "a count in tricks_won"),
    ("hand_score", "tricks_won", [1], "one a seat"),
    ("hand_score", "choice", ["add"], "give add or subtract"),
    ("hand_score", "last_scorer", 77, "last_scorer is 77: give a whole number 0..3"),
    ("match_end", "totals_before", [], "one a seat"),
    ("match_end", "totals_before", [1], "one a seat"),
    ("match_end", "hand_scores", [26.5, 0, 0, 0], "a score in hand_scores is 26.5"),
    ("match_end", "hand_scores", [2**62, 0, 0, 0], "a score in hand_scores"),
    ("match_end", "hands_before", "x", "hands_before is 'x'"),
    ("match_end", "extra_hands_played", -1, "extra_hands_played is -1"),
    ("deck", "players", 7, "players=7"),
]
BAD_PARTS: list[tuple[str, Any, str]] = [
    ("options", [], "options is []: give an object"),
    ("options", None, "options is None"),
    ("options", {"preset": {}}, "no preset is called {}"),
    ("input", [1], "input is [1]: give an object"),
    ("expect", [], "expect is []: give an object"),
    ("expect", {}, "expect is empty"),
    ("expect", {"zz": 1}, "expect has 'zz', which this kind has not: use winner_index"),
    ("kind", ["x"], "no kind of case is called ['x']"),
]
LAWS = [pytest.param(law, id=law.name) for law in (REFERENCE, FastLaw())]


def small(kind: str, **changes: Any) -> dict[str, Any]:
    """Return a good case of a kind with changes to its input."""
    return {"kind": kind, "options": {}, "input": {**GOOD[kind], **changes}, "expect": EXPECTED[kind]}


def refusal(case: dict[str, Any], law: Law, folder: Path) -> str:
    """Return with what words a file of one case is refused."""
    (folder / "bad.jsonl").write_text("\n" + json.dumps(case) + "\n", encoding="utf-8")
    with pytest.raises(CaseError) as error:
        check_file(folder / "bad.jsonl", law)
    text = str(error.value)
    assert text.startswith("bad.jsonl:2")
    assert "\n" not in text
    assert len(text) <= 320
    return text


@pytest.mark.parametrize("law", LAWS)
def test_the_good_cases_are_good(law: Law) -> None:
    """What the malformed cases are made from holds, so that it is the change that is refused."""
    assert [*GOOD, "refused"] == list(KINDS)
    assert [text for kind in GOOD for text in check_case(small(kind), law)] == []
    assert check_case(small("hand_score", last_scorer=None, totals_before=None, tricks_won=None), law) == ()


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("kind", "name", "value", "says"), BAD_INPUTS)
def test_malformed_inputs_are_named_bug(kind: str, name: str, value: Any, says: str, law: Law, tmp_path: Path) -> None:
    """Whatever stands in a case, the case is refused with file, line and reason."""
    assert says in refusal(small(kind, **{name: value}), law, tmp_path)


@pytest.mark.parametrize(("name", "value", "says"), BAD_PARTS)
def test_malformed_parts_are_named_bug(name: str, value: Any, says: str, tmp_path: Path) -> None:
    """So are its other parts, and those that are not there."""
    assert says in refusal({**small("trick_winner"), name: value}, REFERENCE, tmp_path)
    if name != "kind":
        case = small("trick_winner")
        del case[name]
        assert f"the case lacks {name!r}" in refusal(case, REFERENCE, tmp_path)


@pytest.mark.parametrize("law", LAWS)
def test_a_hand_that_cannot_lead_is_refused_bug(law: Law, tmp_path: Path) -> None:
    """The two laws differ on a lead to trick 1 without the lowest club, which there is none of."""
    assert "it must have 2C" in refusal(small("legal", trick=[], trick_no=1), law, tmp_path)


@pytest.mark.parametrize("law", LAWS)
def test_partners_with_two_scores_are_refused_bug(law: Law, tmp_path: Path) -> None:
    """The two laws differ on a side whose partners stand at different scores, which there is none of."""
    case = {**small("match_end"), "options": {"teams": "opposite"}}

    assert "partners have the score of their side" in refusal(case, law, tmp_path)


@pytest.mark.parametrize(("field", "says"), [(3, "field is 3"), ("a b", "field is 'a b'")])
def test_refusals_of_no_field_bug(field: Any, says: str, tmp_path: Path) -> None:
    """What is refused is a field."""
    case = {"kind": "refused", "options": {"players": 9}, "expect": {"field": field}}

    assert says in refusal(case, REFERENCE, tmp_path)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("rules", {}, "rules lacks 'pass_cards'"),
        ("rules", None, "rules is None"),
        ("plays", [], "plays is []"),
        ("plays", "abc", "plays is 'abc'"),
        ("plays", [[1, 2]], "a play is [1, 2]"),
        ("plays", [["0", "2C", ["2C"]]], "the seat of a play is '0'"),
        ("plays", [[0, "ZZ", ["2C"]]], "got 'ZZ'"),
        ("plays", [[0, "2C", "2C"]], "the legal cards of a play"),
        ("points", None, "points is None"),
        ("points", [1], "one a seat"),
        ("pass_dir", "up", "pass_dir is 'up': give left or right or across or none"),
        ("pass_dir", "left", "one a seat"),
        ("hands", [], "one a seat"),
        ("passes", [[]] * 4, "nothing is passed in this hand"),
    ],
)
def test_malformed_whole_hands_are_named_bug(
    name: str, value: Any, says: str, law: Law, cases_dir: Path, tmp_path: Path
) -> None:
    """Whole hands of another program are refused in the same way."""
    case = next(dict(case) for _, case in read_cases(cases_dir / "openspiel_hands.jsonl.gz") if not case["passes"])

    assert says in refusal({**case, name: value}, law, tmp_path)


class Broken(Reference):
    """A law that fails in a way of its own."""

    name = "broken"

    def winner(self, rules, trick):
        """Raise."""
        raise ZeroDivisionError("one\ntwo" + "x" * 1000)


def test_whatever_a_law_raises_the_case_is_named_bug(tmp_path: Path) -> None:
    """An exception that nobody thought of becomes the refusal of its case."""
    assert "broken cannot judge it: ZeroDivisionError: one two" in refusal(small("trick_winner"), Broken(), tmp_path)


LINE = json.dumps(SMALL).encode() + b"\n"
PACKED = gzip.compress(LINE * 1000)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'{"kind":"legal","id":"\xff"}\n', ":1: expected UTF-8, got the byte 0xff"),
        (LINE + b'{"kind":' + b"[" * 100_000 + b"]" * 100_000 + b"}", ":2: expected one JSON object a line"),
        (b'{"kind":"legal","options":{"target":' + b"9" * 5000 + b"}}", ":1: a number has too many digits"),
        (b'{"kind":NaN}', ":1: NaN is no JSON"),
        (PACKED[:-20], "the compressed data are broken"),
        (PACKED[:-6] + b"\0\0" + PACKED[-4:], "the compressed data are broken"),
        (PACKED[:30] + b"\xff\xff" + PACKED[32:], "the compressed data are broken"),
        (gzip.compress(LINE) + b"more", "the compressed data are broken"),
    ],
    ids=["latin", "deep", "digits", "nan", "cut", "sum", "flipped", "more"],
)
def test_files_that_cannot_be_read_bug(data: bytes, says: str, tmp_path: Path) -> None:
    """Bytes that make no lines of JSON are refused with file and line."""
    (tmp_path / "bad.jsonl.gz").write_bytes(data)

    with pytest.raises(CaseError) as error:
        check_file(tmp_path / "bad.jsonl.gz")
    assert str(error.value).startswith("bad.jsonl.gz:")
    assert says in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("name", ["plain.jsonl.gz", "packed.jsonl", "PACKED.JSONL.GZ"])
def test_compression_is_told_by_the_data_bug(name: str, tmp_path: Path) -> None:
    """The name of a file says nothing of its form; a mark of UTF-8 before the first line is passed over."""
    data = b"\xef\xbb\xbf" + LINE
    (tmp_path / name).write_bytes(data if name.startswith("plain") else gzip.compress(data))

    assert check_file(tmp_path / name).total == 1


def test_reports_can_be_printed_bug(tmp_path: Path) -> None:
    """Half a character, a line end or an escape in a case is written so that it prints, and can still be pasted."""
    case = {**SMALL, "id": "\ud800\n\x1b[31m", "note": "\ud800\x9b", "expect": {"winner_index": 0}}
    (tmp_path / "a.jsonl").write_text(json.dumps(case), encoding="utf-8")
    (disagreement,) = check_file(tmp_path / "a.jsonl").disagreements

    assert disagreement.case == r"a.jsonl:1 \ud800 \x1b[31m"
    assert str(disagreement).isprintable()
    assert json.loads(disagreement.message.partition("; case: ")[2]) == case
