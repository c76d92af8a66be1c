"""A hand of an event, trick by trick, in text: from its logged plays, or played again from the seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hearts_arena.arena.entrants import version_of
from hearts_arena.arena.event import Event, EventError
from hearts_arena.arena.store import EventFolder
from hearts_arena.game.cards import SUIT_SYMBOLS, SUITS, cards_of, format_card, mask_of, suit_of
from hearts_arena.game.hand import HandState
from hearts_arena.game.play import trick_winner
from hearts_arena.game.words import noun


@dataclass(frozen=True)
class LoggedHand:
    """Everything needed to play one hand again.

    Attributes
    ----------
    labels : tuple of str
        Entrant at each seat.
    passes : tuple
        Each seat's passed cards in order, empty on a hold.
    scores : tuple of int
        Hand score of each seat.
    note : str
        What a reader should know about where the hand comes from.
    """

    event: Event
    match: int
    hand: int
    labels: tuple[str, ...]
    layout: tuple[int, ...]
    passes: tuple[tuple[int, ...], ...]
    cards: tuple[int, ...]
    moon_adds: bool | None
    note: str = ""


def find_hand(folder: EventFolder, match: int, hand: int) -> LoggedHand:
    """Return a hand of an event, played again from the seed where its plays were not logged.

    Raises
    ------
    EventError
        If the event has no such match or hand.
    """
    event = folder.event
    if not 0 <= match < event.plan.matches:
        raise EventError(f"there is no match {match}: the event has matches 0 to {event.plan.matches - 1}")
    rows, note = _logged(folder, match)
    if rows is None:
        rows, note = _played_again(event, match)
    chosen = [row for row in rows if row["hand"] == hand]
    if not chosen:
        raise EventError(f"there is no hand {hand} in match {match}: it has hands 0 to {len(rows) - 1}")
    return _logged_hand(event, chosen[0], note)


def _logged(folder: EventFolder, match: int) -> tuple[list[dict[str, Any]] | None, str]:
    rows = folder.part_of_match("plays", match)
    return (rows.to_pylist(), "") if rows is not None and rows.num_rows else (None, "")


def _played_again(event: Event, match: int) -> tuple[list[dict[str, Any]], str]:
    """Play the match's block again and return the rows of its hands."""
    from hearts_arena.arena.play import compile_entrants, play_blocks
    from hearts_arena.arena.rows import plays_columns

    changed = [entrant.label for entrant in event.entrants if version_of(entrant.locator) != entrant.version]
    block = match // event.plan.seatings
    chunk = play_blocks(replace(event, log_plays=True), range(block, block + 1), compile_entrants(event.entrants))
    columns = plays_columns(chunk)
    names = ("match", "hand", "layout", "passes", "cards", "moon_adds")
    rows = [dict(zip(names, row, strict=True)) for row in zip(*(_listed(columns[name]) for name in names), strict=True)]
    note = "played again from the seed"
    if changed:
        note += f"; changed since the event, so it may differ: {', '.join(changed)}"
    return [row for row in rows if row["match"] == match], note


def _listed(column: Any) -> list[Any]:
    return column if isinstance(column, list) else list(column.tolist())


def _logged_hand(event: Event, row: dict[str, Any], note: str) -> LoggedHand:
    players, size, count = event.rules.players, event.rules.hand_size, event.rules.pass_count
    block, rotation = divmod(row["match"], event.plan.seatings)
    seating = event.plan.block(block)[rotation]
    layout, passes = row["layout"], row["passes"]
    return LoggedHand(
        event=event,
        match=row["match"],
        hand=row["hand"],
        labels=tuple(event.labels[entrant] for entrant in seating),
        layout=tuple(mask_of(layout[seat * size : (seat + 1) * size]) for seat in range(players)),
        passes=tuple(tuple(passes[seat * count : (seat + 1) * count]) for seat in range(players)) if passes else (),
        cards=tuple(row["cards"]),
        moon_adds=row["moon_adds"],
        note=note,
    )


def format_hand(logged: LoggedHand, *, symbols: bool) -> str:
    """Return a hand as text: what was dealt and passed, each trick, and the scores."""
    state = HandState.start(logged.event.rules, logged.layout, logged.hand)
    names = [f"{seat} {label}" for seat, label in enumerate(logged.labels)]
    width = max(map(len, names))
    title = f"match {logged.match}, hand {logged.hand}: pass {state.pass_direction}"
    lines = [title + (f" ({logged.note})" if logged.note else ""), "", "dealt"]
    lines += [f"  {name:{width}}  {_holding(mask, symbols)}" for name, mask in zip(names, logged.layout, strict=True)]
    if logged.passes:
        lines += ["", "passed"]
        for seat, cards in enumerate(logged.passes):
            state = state.choose_pass(seat, cards)
            lines.append(f"  {names[seat]:{width}}  {_cards(cards, symbols)}")
        lines += ["", "after the pass"]
        lines += [f"  {name:{width}}  {_holding(mask, symbols)}" for name, mask in zip(names, state.held, strict=True)]
    lines += ["", "trick  " + "  ".join(f"{name:{width}}" for name in names) + "  points"]
    state = _tricks(state, logged, width, symbols, lines)
    return "\n".join([*lines, "", *_ending(state, logged, names, width)])


def _tricks(state: HandState, logged: LoggedHand, width: int, symbols: bool, lines: list[str]) -> HandState:
    """Play the cards, adding a line a trick: the leader's card is marked >, the winner's *."""
    players, points = logged.event.rules.players, logged.event.rules.card_points
    for first in range(0, len(logged.cards), players):
        leader, cards = state.to_act, logged.cards[first : first + players]
        winner = (leader + trick_winner(cards)) % players
        cells = [""] * players
        for place, card in enumerate(cards):
            seat = (leader + place) % players
            mark = (">" if place == 0 else " ") + format_card(card, symbols) + ("*" if seat == winner else " ")
            cells[seat] = f"{mark:{width}}"
            state = state.play(card)
        worth = sum(points[card] for card in cards)
        lines.append(f"{first // players + 1:5}  " + "  ".join(cells) + f"  {worth or '':>6}")
    return state


def _ending(state: HandState, logged: LoggedHand, names: Sequence[str], width: int) -> list[str]:
    way = "add" if logged.moon_adds else "subtract"
    if state.phase == "moon":
        state = state.choose_moon(way)
    elif state.rules.moon == "auto":  # which of the two it was depends on the match
        state = replace(state, rules=replace(state.rules, moon=way))
    result = state.result()
    lines = ["(> leads, * takes the trick)", ""]
    lines += [
        f"  {name:{width}}  {score:4} {noun(score, 'point')}"
        for name, score in zip(names, result.hand_scores, strict=True)
    ]
    if result.shooter >= 0:
        what = "took every trick" if result.sun else "shot the moon"
        lines.append(f"{names[result.shooter]} {what}")
    return lines


def _holding(mask: int, symbols: bool) -> str:
    """Return a hand suit by suit, high cards first."""
    names = SUIT_SYMBOLS if symbols else SUITS
    suits = []
    for suit in range(4):
        ranks = "".join(format_card(card)[0] for card in reversed(cards_of(mask)) if suit_of(card) == suit)
        suits.append(f"{names[suit]} {ranks or '-'}")
    return "  ".join(f"{text:9}" for text in suits).rstrip()


def _cards(cards: Sequence[int], symbols: bool) -> str:
    return " ".join(format_card(card, symbols) for card in cards)
