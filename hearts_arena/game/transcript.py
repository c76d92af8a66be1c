"""A hand as a page that can be read, and run again to be compared.

A transcript begins with what it is made from: lines that say what it shows (``#``), the position at
its end, and the places at which a view is shown, as numbers of cards played. A line of dashes parts
these from the hand told card by card, with the legal cards at each, which `rerun` writes afresh.

``python -m hearts_arena.game.transcript FILE...`` rewrites the files given.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hearts_arena.game.cards import (
    NO_SEAT,
    SUITS,
    cards_of,
    format_card,
    format_cards,
    mask_of,
)
from hearts_arena.game.hand import HandState
from hearts_arena.game.notation import format_layout, format_rules
from hearts_arena.game.play import pass_targets
from hearts_arena.game.scoring import penalty_points

if TYPE_CHECKING:
    from hearts_arena.game.view import SeatView

__all__ = ["rerun", "transcript"]

_RULE: Final = "-" * 72
_CARD_LISTS: Final = ("held", "legal", "passed", "received", "trick")
_NOT_SHOWN: Final = ("rules", "key")  # the first is in the head, the second says nothing


def rerun(text: str) -> str:
    """Return a transcript written afresh from its own head.

    Raises
    ------
    ValueError
        If the head lacks a line or the rules refuse what it tells.

    Examples
    --------
    >>> from hearts_arena.game import build_rules
    >>> state = HandState.deal(build_rules(), seed=7)
    >>> text = transcript(state, "A deal.")
    >>> rerun(text) == text
    True
    """
    title: list[str] = []
    said: dict[str, str] = {}
    for line in text.split(_RULE)[0].splitlines():
        if line.startswith("#"):
            title.append(line[1:].strip())
        elif line:
            word, _, rest = line.partition(" ")
            said[word] = rest
    if set(said) != {"position", "views"}:
        raise ValueError(f"expected the lines 'position' and 'views', got {sorted(said)!r}")
    state = HandState.from_text(said["position"])
    return transcript(state, "\n".join(title), [int(place) for place in said["views"].split()])


def transcript(end: HandState, title: str, views: Sequence[int] = ()) -> str:
    """Return a hand told from the deal to where it stands.

    Parameters
    ----------
    end
        The last state.
    title
        What the hand shows, one or more lines.
    views
        Numbers of cards played at which the view of the seat to act is shown; -1 shows every
        seat's view while passes are chosen.
    """
    head = [f"# {line}" for line in title.splitlines()]
    head += [f"position {end.text()}", f"views {' '.join(map(str, views))}".rstrip(), _RULE]
    return "\n".join([*head, *_lines(end, views)]) + "\n"


def _lines(end: HandState, views: Sequence[int]) -> Iterator[str]:
    state = HandState.start(end.rules, end.dealt, end.hand)
    yield f"rules {format_rules(end.rules)}"
    yield f"hand {end.hand}, pass {end.pass_direction}"
    yield from ("", "dealt", format_layout(end.dealt))
    if -1 in views and state.phase == "pass":
        for seat in range(end.rules.players):
            yield from _view_lines(state.view(seat))
    for seat, cards in enumerate(end.passes):
        if cards:
            state = state.choose_pass(seat, cards)
            yield _pass_line(state, seat)
    if state.phase != "pass" and any(end.passes):
        yield from ("", "held after the pass", format_layout(state.held))
    for place, (_, card) in enumerate(end.plays):
        yield from _card_lines(state, card, place in views)
        state = state.play(card)
        if not state.trick:
            yield _trick_line(state)
    if state.phase == "moon":
        yield from ("", f"seat {state.shooter} is asked how to score the moon")
        yield from _view_lines(state.view(state.shooter)) if len(end.plays) in views else ()
    if end.moon_choice:
        yield f"seat {state.shooter} chooses {end.moon_choice}"
    yield from _end_lines(end)


def _pass_line(state: HandState, seat: int) -> str:
    targets = pass_targets(state.rules, state.pass_direction, seat)
    to = " ".join(map(str, targets if state.pass_direction == "scatter" else targets[:1]))
    return f"seat {seat} passes {format_cards(state.passes[seat])} to {to}"


def _card_lines(state: HandState, card: int, with_view: bool) -> Iterator[str]:
    if not state.trick:
        broken = "broken" if state.hearts_broken else "not broken"
        yield from ("", f"trick {state.trick_number + 1}, hearts {broken}")
    if with_view:
        yield from _view_lines(state.view(state.to_act))
    legal = format_cards(state.legal_plays())
    yield f"  seat {state.to_act} plays {format_card(card)} of {legal}"


def _trick_line(state: HandState) -> str:
    trick = [card for _, card in state.plays[-state.rules.players :]]
    points = penalty_points(state.rules, mask_of(trick))
    return f"  seat {state.leader} takes {format_cards(trick)} with {points} points"


def _view_lines(view: SeatView) -> Iterator[str]:
    yield f"  view of seat {view.seat}"
    for field in fields(view):
        if field.name not in _NOT_SHOWN:
            yield f"    {field.name}: {_value_text(view, field.name)}".rstrip()


def _value_text(view: SeatView, name: str) -> str:
    value = getattr(view, name)
    if name in _CARD_LISTS:
        return format_cards(value)
    if name == "plays":
        return " ".join(f"{seat}:{format_card(card)}" for seat, card in value)
    if name == "taken":
        return " / ".join(format_cards(pile) or "-" for pile in value)
    if name == "voids":
        return " / ".join("".join(SUITS[suit] for suit in shown) or "-" for shown in value)
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _end_lines(end: HandState) -> Iterator[str]:
    yield from ("", f"phase {end.phase}")
    if end.phase != "done":
        return
    result = end.result()
    for seat, mask in enumerate(end.taken):
        pile = format_cards(cards_of(mask & end.rules.penalty_mask))
        yield f"seat {seat} took {end.tricks_won[seat]} tricks: {pile or '-'}"
    yield f"penalty points {' '.join(map(str, result.penalty_points))}"
    if result.shooter != NO_SEAT:
        kind = "sun" if result.sun else "moon"
        yield f"seat {result.shooter} shot the {kind}, scored by {result.moon}"
    yield f"hand scores {' '.join(map(str, result.hand_scores))}"


def _rewrite(paths: Sequence[str]) -> None:
    for path in map(Path, paths):
        path.write_text(rerun(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    _rewrite(sys.argv[1:])
