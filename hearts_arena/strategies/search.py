"""The working memory of a search: one record, allocated once for a decision."""

from __future__ import annotations

import numpy as np

from hearts_arena.bot import inline
from hearts_arena.engine.jit import JIT_ENABLED
from hearts_arena.engine.tables import CARDS, LONGEST_HAND, SEATS

OPPONENTS = SEATS - 1
CANDIDATES = LONGEST_HAND + 1  # every card, and one played to shoot the moon
# Most entries of the sampler's table over all table sizes: five players, 40 cards out, three hands of up to ten cards.
WAYS = 41 * 11 * 11 * 11

SEARCH = np.dtype(
    [
        # The sampler's plan; opponents fill the last places, unused places come first with no cards to be dealt.
        ("seats", "i8", OPPONENTS),  # seat of each opponent
        ("places", "i8", OPPONENTS),  # cards to be dealt to each
        ("barred", "i8", OPPONENTS),  # suits that each has shown a void in, as bits
        ("fixed", "i8", SEATS),  # cards each seat is known to hold
        ("left", "i8", OPPONENTS),  # places left while a world is dealt
        ("n_bound", "i8"),  # cards of suits in which somebody is void
        ("bound", "i1", CARDS),  # those cards
        ("free", "i8"),  # the other cards to be dealt
        # The world being played out.
        ("world", "i8", SEATS),  # hands as dealt by the sampler
        ("held", "i8", SEATS),
        ("taken", "i8", SEATS),
        ("points", "i8", SEATS),
        ("tricks_won", "i8", SEATS),
        ("scores", "i8", SEATS),
        # The candidates.
        ("cards", "i8", CANDIDATES),
        ("shoots", "i8", CANDIDATES),  # whether the card is played to shoot the moon
        ("sums", "f8", CANDIDATES),  # of their worth over the worlds so far
        ("squares", "f8", CANDIDATES),  # of the difference from the trusted candidate
        ("ways", "f8", WAYS),
    ],
    align=True,
)

if JIT_ENABLED:

    @inline
    def new_search():
        """Return an array of one record of `SEARCH`, its contents undefined.

        A record does not keep its array alive: hand the array to the function that uses the record.
        """
        return np.empty(1, SEARCH)

else:

    def new_search():
        """Return an array of one record of `SEARCH`."""
        return np.zeros(1, SEARCH).view(np.recarray)
