"""Plain bots: sound ones of every habit, and ones that answer amiss."""

from typing import Any, ClassVar

import numpy as np

from hearts_arena.bot import Bot, Parameter, SeatView


class Lowest(Bot):
    """Passes and plays the lowest card numbers."""

    def choose_pass(self, view: SeatView) -> Any:
        return view.held[: view.pass_count]

    def choose_play(self, view: SeatView) -> Any:
        return view.legal[0]


class Chance(Lowest):
    """Draws from the generator in its view."""

    def choose_pass(self, view: SeatView) -> Any:
        return view.rng().sample(view.held, view.pass_count)

    def choose_play(self, view: SeatView) -> Any:
        return view.rng().choice(view.legal)

    def choose_moon(self, view: SeatView) -> bool:
        return view.rng().random() < 0.5


class Talker(Lowest):
    """Learns from the ends of hands within a match, as a bot may: after a bad hand it plays its highest cards."""

    def __init__(self, **values: float) -> None:
        super().__init__(**values)
        self.bad = 0

    def choose_play(self, view: SeatView) -> Any:
        return view.legal[-1 if self.bad % 2 else 0]

    def on_hand_end(self, view: SeatView, hand_scores: tuple[int, ...]) -> None:
        self.bad += hand_scores[view.seat] > 5


class Numpy(Lowest):
    """Answers numpy integers."""

    def choose_pass(self, view: SeatView) -> Any:
        return np.array(view.held[: view.pass_count], np.int8)

    def choose_play(self, view: SeatView) -> Any:
        return np.int64(view.legal[0])


class Floats(Lowest):
    def choose_play(self, view: SeatView) -> Any:
        return float(view.legal[0])


class Texts(Lowest):
    def choose_play(self, view: SeatView) -> Any:
        return "9D"


class Nothing(Lowest):
    def choose_play(self, view: SeatView) -> Any:
        return None


class Huge(Lowest):
    def choose_play(self, view: SeatView) -> Any:
        return 2**80


class MinusTwo(Lowest):
    def choose_play(self, view: SeatView) -> Any:
        return -2


class TooFew(Lowest):
    def choose_pass(self, view: SeatView) -> Any:
        return view.held[:2]


class AceThrice(Lowest):
    def choose_pass(self, view: SeatView) -> Any:
        return [12, 12, 12]


class PassesNone(Lowest):
    def choose_pass(self, view: SeatView) -> Any:
        return None


class Raises(Lowest):
    def choose_play(self, view: SeatView) -> Any:
        raise ValueError("two\nlines")


class RaisesAtOnce(Lowest):
    def __init__(self, **values: float) -> None:
        raise RuntimeError("not today")


class RaisesAtTheEnd(Lowest):
    def on_hand_end(self, view: SeatView, hand_scores: tuple[int, ...]) -> None:
        raise RuntimeError("never mind")


class Exits(Lowest):
    def choose_play(self, view: SeatView) -> Any:
        raise SystemExit(3)


class Tuned(Lowest):
    """Plays the card at a share of its legal cards."""

    parameters: ClassVar = {"share": Parameter(0.0, 0.0, 1.0, "where among the legal cards it picks")}

    def choose_play(self, view: SeatView) -> Any:
        return view.legal[int(self.values["share"] * (len(view.legal) - 1))]


class Picky(Lowest):
    """Plays the standard rules only."""

    @classmethod
    def plays(cls, rules: Any) -> bool:
        return rules.bonus_card is None
