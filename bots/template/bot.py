"""TEMPLATE: say here in one line what your bot does."""

from hearts_arena.bot import Bot, rank_of


class MyBot(Bot):
    def choose_pass(self, view):
        return sorted(view.held, key=rank_of)[-view.pass_count :]  # the highest cards

    def choose_play(self, view):
        return min(view.legal, key=rank_of)  # the lowest legal card
