"""One test for each clause of the rules page about cards (1 to 4, 7 and 9), named by it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from hearts_arena.game import (
    NO_SEAT,
    PRESETS,
    HandState,
    IllegalPlayError,
    RuleSet,
    RuleSetError,
    build_rules,
    cards_of,
    format_cards,
    layout,
    legal_cards,
    mask_of,
    parse_cards,
    parse_holding,
    trick_winner,
)
from strategies import choose_passes, finish, play_on

HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH "
SUITS = tuple(
    parse_holding(text)
    for text in (
        "23456789TJQKA...",
        ".23456789TJQKA..",
        "..23456789TJQKA.",
        "...23456789TJQKA",
    )
)


def legal(held: str, trick: str = "", number: int = 5, broken: bool = False, **rules) -> str:
    """Return the legal cards of a hand as text; ``number`` counts tricks from 1."""
    mask = mask_of(parse_cards(held))
    chosen = build_rules(**rules)
    return format_cards(legal_cards(chosen, mask, parse_cards(trick), number - 1, broken))


def play_cards(state: HandState, cards: str) -> HandState:
    """Return the state after some plays."""
    for card in parse_cards(cards):
        state = state.play(card)
    return state


def piles(*texts: str) -> tuple[int, ...]:
    """Return the masks of the cards that seats took."""
    return tuple(mask_of(parse_cards(text)) for text in texts)


# --- 1 table and deal -------------------------------------------------------------------------


def test_1_1_players() -> None:
    """Three to five play, four by default; the seat to the left plays next."""
    assert build_rules().players == 4
    for players in (3, 4, 5):
        state = play_on(HandState.deal(build_rules(players=players), 7), Random(0), players)
        leader = state.plays[0][0]
        assert [seat for seat, _ in state.plays] == [(leader + place) % players for place in range(players)]
    for players in (2, 6):
        with pytest.raises(RuleSetError, match=f"players={players}"):
            build_rules(players=players)


def test_1_2_deck_removed() -> None:
    """The cards left out make the deal even; anything uneven names the counts."""
    assert [build_rules(players=n).hand_size for n in (3, 4, 5)] == [17, 13, 10]
    assert format_cards(build_rules(players=3).deck_removed) == "2D"
    assert format_cards(build_rules(players=5).deck_removed) == "2C 2D"
    assert build_rules(players=3, deck_removed="2C").lowest_club == 1
    with pytest.raises(RuleSetError, match="51 cards cannot be dealt evenly to 5 players"):
        build_rules(players=5, deck_removed="2C")


def test_1_3_all_cards_are_dealt_and_ranks_run_to_the_ace() -> None:
    """Every card is dealt; two is low and ace is high."""
    assert sum(layout(7, 0, 0, build_rules())) == (1 << 52) - 1
    ranks = parse_cards("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC")
    for low, high in pairwise(ranks):
        assert trick_winner((low, high)) == 1
        assert trick_winner((high, low)) == 0


# --- 2 passing --------------------------------------------------------------------------------


def test_2_1_pass_count() -> None:
    """Three cards by default, up to a whole hand."""
    for count in (1, 3, 13):
        state = choose_passes(HandState.deal(build_rules(pass_count=count), 7), Random(0))
        assert [len(cards) for cards in state.passes] == [count] * 4
        assert [mask.bit_count() for mask in state.held] == [13] * 4
    assert HandState.deal(build_rules(pass_count=0), 7).phase == "play"
    for count in (-1, 14):
        with pytest.raises(RuleSetError, match="pass_count"):
            build_rules(pass_count=count)
    state = HandState.start(build_rules(), SUITS)
    for cards in ("2C 3C", "2C 3C 4C 5C", "2C 2C 3C", "2C 3C 4C 2C", "2C 3C 4D"):
        assert not state.can_pass(0, parse_cards(cards))


@pytest.mark.parametrize(("hand", "offset"), [(0, 1), (1, 3), (2, 2)])
def test_2_2_pass_cycle_directions(hand: int, offset: int) -> None:
    """Left, right and across give every card to one seat."""
    state = choose_passes(HandState.start(build_rules(), SUITS, hand), Random(0))

    for seat, cards in enumerate(state.passes):
        assert mask_of(cards) & ~state.held[(seat + offset) % 4] == 0


def test_2_2_pass_cycle_scatter() -> None:
    """Scatter gives one card to each opponent, the first to the left."""
    state = HandState.start(build_rules("scatter"), SUITS)
    for seat in range(4):
        state = state.choose_pass(seat, [card + 13 * seat for card in (12, 11, 10)])

    assert format_cards(cards_of(state.held[1] & SUITS[0])) == "AC"
    assert format_cards(cards_of(state.held[2] & SUITS[0])) == "KC"
    assert format_cards(cards_of(state.held[3] & SUITS[0])) == "QC"
    assert [mask.bit_count() for mask in state.held] == [13] * 4


def test_2_2_pass_cycle_faults() -> None:
    """Across needs an even table, scatter a card for each opponent."""
    for fields in (
        {"players": 3, "pass_cycle": "across"},
        {"players": 5, "pass_cycle": "left,across"},
        {"pass_cycle": "scatter", "pass_count": 2},
        {"players": 5, "pass_cycle": "scatter"},
    ):
        with pytest.raises(RuleSetError, match="pass_cycle"):
            build_rules(**fields)


def test_2_3_the_cycle_follows_the_hand_number() -> None:
    """Each match begins at the first entry and goes round."""
    four = [build_rules().pass_direction(hand) for hand in range(6)]
    three = [build_rules(players=3).pass_direction(hand) for hand in range(4)]

    assert four == ["left", "right", "across", "hold", "left", "right"]
    assert three == ["left", "right", "hold", "left"]


def test_2_4_all_choose_before_any_card_moves() -> None:
    """The last to choose still sees its dealt hand and nothing received."""
    state = HandState.start(build_rules(), SUITS)
    for seat in (0, 1, 2):
        state = state.choose_pass(seat, cards_of(SUITS[seat])[:3])
    view = state.view(3)

    assert (mask_of(view.held), view.received, view.phase) == (SUITS[3], (), "pass")
    assert state.held == SUITS
    assert state.choose_pass(3, cards_of(SUITS[3])[:3]).held[3] != SUITS[3]
    assert not state.can_pass(2, cards_of(SUITS[2])[:3])


# --- 3 opening and the first trick ------------------------------------------------------------


def test_3_1_lowest_club() -> None:
    """Whoever holds it after the pass leads it."""
    state = HandState.start(build_rules(), SUITS)
    state = state.choose_pass(0, parse_cards("2C AC KC"))
    for seat in (1, 2, 3):
        state = state.choose_pass(seat, cards_of(SUITS[seat])[:3])

    assert (state.leader, state.legal_plays()) == (1, (0,))
    assert play_on(HandState.deal(build_rules("five"), 7), Random(0), 1).plays[0][1] == 1


def test_3_1_any_club() -> None:
    """The holder of the lowest club leads any club."""
    state = HandState.start(build_rules(opening_lead="any_club"), SUITS, hand=3)

    assert (state.leader, state.legal_mask()) == (0, SUITS[0])
    assert legal("2C 9C 4D", number=1, opening_lead="any_club") == "2C 9C"


def test_3_1_left_of_dealer() -> None:
    """Seat 1 + hand number leads any card that 4.2 to 4.5 allow."""
    rules = build_rules(opening_lead="left_of_dealer", pass_count=0)
    leaders = [HandState.start(rules, SUITS, hand).leader for hand in range(5)]

    assert leaders == [1, 2, 3, 0, 1]
    assert legal("2C 4D 5H", number=1, opening_lead="left_of_dealer") == "2C 4D"
    assert legal("2C 4D 5H", number=1, opening_lead="left_of_dealer", must_break=False) == "2C 4D 5H"
    assert legal("2C 9C 4D", "5D", 1, opening_lead="left_of_dealer") == "4D"


def test_3_2_first_trick_points() -> None:
    """No card of positive value is discarded on trick 1 while another is held."""
    hand = "3D 4D 6D 8D 2S QS 5H 7H"

    assert legal(hand, "2C KC", 1) == "3D 4D 6D 8D 2S"
    assert legal(hand, "2C KC", 2) == "3D 4D 6D 8D 5H 7H 2S QS"
    assert legal(hand, "2C KC", 1, first_trick_points="allow") == "3D 4D 6D 8D 5H 7H 2S QS"
    state = play_cards(HandState.start(build_rules(), SUITS, hand=3), "2C 2D 2H")
    with pytest.raises(IllegalPlayError, match=r"rule 3\.2"):
        state.play(49)


@pytest.mark.parametrize(
    ("forced", "held", "expected"),
    [
        ("any", "2H AH QS", "2H AH QS"),
        ("hearts_only", "2H AH QS", "2H AH"),
        ("queen_first", "2H AH QS", "QS"),
        ("queen_first", "2H AH", "2H AH"),
        ("hearts_only", "QS", "QS"),
    ],
)
def test_3_3_first_trick_forced(forced: str, held: str, expected: str) -> None:
    """A hand of only penalty cards discards what the field names, or anything."""
    assert legal(held, "2C", 1, first_trick_forced=forced) == expected
    for limit in ("no_discard", "no_lead_or_discard"):
        assert legal(held, "2C", 1, first_trick_forced=forced, queen_until_broken=limit) == expected


def test_3_4_positive_value() -> None:
    """Black Maria's spades count, a bonus card never does."""
    assert legal("KS AS JD", "2C", 1, extra_penalties={"KS": 10, "AS": 7}) == "JD"
    assert legal("JD 5H", "2C", 1, bonus_card="JD") == "JD"


# --- 4 following and leading ------------------------------------------------------------------


def test_4_1_follow_suit() -> None:
    """A seat follows if it can, else plays anything; the winner leads next."""
    assert legal("3C 9C 2H QS", "AC") == "3C 9C"
    assert legal("2H QS 4D", "AC") == "4D 2H QS"
    assert trick_winner(parse_cards("2C AH AS AD")) == 0
    assert trick_winner(parse_cards("TS QS KS 4S")) == 2
    state = play_on(HandState.start(build_rules(), SUITS, hand=3), Random(0), 4)
    assert (state.leader, state.to_act) == (0, 0)


def test_4_2_must_break() -> None:
    """Hearts are not led before they are broken, unless the field is off."""
    assert legal("5H 6C") == "6C"
    assert legal("5H 6C", broken=True) == "6C 5H"
    assert legal("5H 6C", must_break=False) == "6C 5H"


@pytest.mark.parametrize(
    ("by", "discarded", "followed"),
    [
        ("heart", "2C", "2C"),
        ("heart_or_queen_discard", "2C 5H", "2C"),
        ("heart_or_queen", "2C 5H", "2C 5H"),
    ],
)
def test_4_3_hearts_broken_by(by: str, discarded: str, followed: str) -> None:
    """The queen breaks hearts not at all, when thrown off-suit, or when played at all."""
    thrown = play_small(by, "2A.6.5.", "347...Q", "56.2..K", "AC 3C 5C 8C 6D QS 2D 3D")
    on_suit = play_small(by, "2A..5.A", "347...Q", "56.2..K", "AC 3C 5C 8C AS QS KS 3D")

    assert format_cards(thrown.legal_plays()) == discarded
    assert format_cards(on_suit.legal_plays()) == followed


def play_small(by: str, first: str, second: str, third: str, plays: str) -> HandState:
    """Return a hand of four cards a seat after some plays; seat 3 holds 8C 9C 3D 4D."""
    dealt = [parse_holding(text) for text in (first, second, third, "89.34..")]
    removed = [card for card in range(52) if not sum(dealt) >> card & 1]
    rules = build_rules(hearts_broken_by=by, opening_lead="any_club", pass_count=0, deck_removed=removed)
    return play_cards(HandState.start(rules, dealt), plays)


def test_4_3_heart_lead_breaks() -> None:
    """A heart led breaks hearts, or only an off-suit one does; each hand starts unbroken."""
    dealt = (
        parse_holding("A..23456789TJQK."),
        parse_holding("2345.2345.A.2345"),
        parse_holding("6789.6789..6789T"),
        parse_holding("TJQK.TJQKA..JQKA"),
    )
    for leads in (True, False):
        rules = build_rules(heart_lead_breaks=leads)
        state = HandState.start(rules, dealt, hand=3)
        assert not state.hearts_broken
        state = play_cards(state, "2C 6C TC AC 2H")
        assert state.hearts_broken == leads
        assert state.play(parse_cards("AH")[0]).hearts_broken == leads
        discards = state.play(parse_cards("AH")[0]).play(parse_cards("6D")[0])
        assert discards.hearts_broken == leads


def test_4_4_only_hearts() -> None:
    """Only a hand of nothing but hearts may lead one; with the queen she must be led."""
    assert legal("2H 9H") == "2H 9H"
    assert legal("2H 9H QS") == "QS"


def test_4_4_only_penalty() -> None:
    """So may a hand of hearts and the queen, who stays legal."""
    assert legal("2H 9H QS", lead_hearts_unbroken="only_penalty") == "2H 9H QS"
    assert legal("2H 9H QS 4D", lead_hearts_unbroken="only_penalty") == "4D QS"


def test_4_4_spare_queen() -> None:
    """Such a hand must lead a heart."""
    assert legal("2H 9H QS", lead_hearts_unbroken="spare_queen") == "2H 9H"
    assert legal("QS", lead_hearts_unbroken="spare_queen") == "QS"
    assert legal("2H QS 4D", lead_hearts_unbroken="spare_queen") == "4D QS"


def test_4_5_free() -> None:
    """She may be led and discarded at any time."""
    assert legal("2H 4D QS") == "4D QS"
    assert legal("2H 4D QS", "3C") == "4D 2H QS"


def test_4_5_no_discard() -> None:
    """She is not thrown off-suit before hearts break, unless nothing else could be played."""
    limit = {"queen_until_broken": "no_discard"}

    assert legal("2H 4D QS", "3C", **limit) == "4D 2H"
    assert legal("2H 4D QS", "3C", broken=True, **limit) == "4D 2H QS"
    assert legal("2H 4D QS", **limit) == "4D QS"
    assert legal("QS", "3C", **limit) == "QS"
    assert legal("2S QS", "3S", **limit) == "2S QS"


def test_4_5_no_lead_or_discard() -> None:
    """Nor is she led, unless only she and hearts are held: then 4.4 decides."""
    limit = {"queen_until_broken": "no_lead_or_discard"}

    assert legal("2H 4D QS", **limit) == "4D"
    assert legal("2H 4D QS", "3C", **limit) == "4D 2H"
    assert legal("2H QS", **limit) == "QS"
    assert legal("2H QS", lead_hearts_unbroken="spare_queen", **limit) == "2H"
    assert legal("2H QS", lead_hearts_unbroken="only_penalty", **limit) == "2H QS"
    assert legal("2H QS", must_break=False, **limit) == "2H QS"
    assert legal("2H 4D QS", broken=True, **limit) == "4D 2H QS"


# --- 7 and 9 ----------------------------------------------------------------------------------


def test_7_presets_are_standard_with_the_differences_listed() -> None:
    """Every default in bold is standard's, and a preset takes overrides on top."""
    assert build_rules("standard") == RuleSet()
    assert build_rules("house", target=125).target == 125
    assert build_rules("bicycle", bonus_card="JD").hearts_broken_by == "heart_or_queen_discard"


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_7_random_hands_of_each_preset_add_up(preset: str) -> None:
    """R35: sums are those of the rule set: plain, moon added, sun doubled, bonus card."""
    rules = build_rules(preset)
    bonus = 0 if rules.bonus_card is None else rules.bonus_points
    allowed = {rules.total_points}
    if rules.moon != "off":
        allowed |= {rules.total_points * (rules.players - 1) * k for k in (1, 2)}
        allowed |= {-rules.total_points}
    for hand in range(60):
        end = finish(HandState.deal(rules, 35, hand=hand), Random(hand))
        assert sum(end.result().hand_scores) - bonus in allowed


@pytest.mark.slow
@pytest.mark.parametrize("passing", [True, False])
def test_9_random_play_of_standard(passing: bool) -> None:
    """Random legal play scores 6.64 a seat and shoots the moon in about 1.1 % of hands."""
    rules = build_rules() if passing else build_rules(pass_count=0)
    hands = 20_000
    moons = total = 0
    for hand in range(hands):
        result = finish(HandState.deal(rules, 9, block=hand), Random(hand)).result()
        moons += result.shooter != NO_SEAT
        total += sum(result.hand_scores)

    assert abs(total / hands / 4 - 6.64) < 0.05
    assert abs(moons / hands - 0.011) < 0.003


def test_9_hearts_are_broken_by_trick_11() -> None:
    """R50: ten tricks need 40 cards, and 39 are no hearts."""
    for hand in range(300):
        state = play_on(HandState.deal(build_rules(), 50, hand=hand), Random(hand), 40)
        assert state.hearts_broken
