"""A mean and its interval."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from hearts_arena.analysis.blocks import BlockSums
from hearts_arena.analysis.estimates import (
    Estimate,
    rate_estimate,
    ratio_estimate,
    share_estimate,
    t_quantile,
)
from hearts_arena.game.words import count_text


def sums_of(s: list[int], h: list[int]) -> BlockSums:
    pairs = list(zip(s, h, strict=True))
    return BlockSums(len(s), sum(s), sum(h), sum(a * a for a in s), sum(a * b for a, b in pairs), sum(b * b for b in h))


def test_ratio_by_hand() -> None:
    """S = 7, 5 and H = 2, 1: R = 4, variance 2/1 · 2/9, one degree of freedom."""
    estimate = ratio_estimate(sums_of([7, 5], [2, 1]), "points")
    se = sqrt(2 / 1 * 2 / 9)

    assert (estimate.mean, estimate.n, estimate.unit) == (4.0, 2, "points")
    assert pytest.approx(se, rel=1e-15) == estimate.se
    assert pytest.approx(4 - 12.706204736 * se) == estimate.low
    assert pytest.approx(4 + 12.706204736 * se) == estimate.high


def test_with_equal_denominators_it_is_the_t_interval_of_a_mean() -> None:
    """One observation a block is the textbook case."""
    values = np.random.default_rng(3).integers(-10, 30, 40)
    estimate = ratio_estimate(sums_of(values.tolist(), [1] * 40), "points")
    low, high = stats.t.interval(0.95, 39, values.mean(), stats.sem(values))

    assert pytest.approx((values.mean(), low, high)) == (estimate.mean, estimate.low, estimate.high)


def test_ratio_formula() -> None:
    """K/(K−1)·Σ(S_k − R·H_k)²/(ΣH)² on random blocks."""
    rng = np.random.default_rng(4)
    s, h = rng.integers(0, 400, 30), rng.integers(8, 20, 30)
    r = s.sum() / h.sum()
    variance = 30 / 29 * ((s - r * h) ** 2).sum() / h.sum() ** 2

    assert pytest.approx(sqrt(variance), rel=1e-12) == ratio_estimate(sums_of(s.tolist(), h.tolist()), "").se


def test_no_observations_have_no_mean() -> None:
    """Nothing played is None, never 0 and never NaN."""
    assert Estimate(None, None, None, 0, "points") == ratio_estimate(BlockSums(), "points")


def test_one_block_has_a_mean_and_no_interval() -> None:
    """One block shows no spread."""
    assert Estimate(6.5, None, None, 1, "points") == ratio_estimate(sums_of([13], [2]), "points")


@pytest.mark.parametrize("ratio", [0, 1, 7, -3])
def test_without_spread_the_width_is_exactly_zero(ratio: int) -> None:
    """Blocks that all show one ratio leave no interval, to the last digit."""
    h = [1, 3, 7, 11]
    estimate = ratio_estimate(sums_of([ratio * k for k in h], h), "points", 3)

    assert ratio / 3 == estimate.mean == estimate.low == estimate.high
    assert 0.0 == estimate.se == estimate.half_width


def test_large_sums_lose_no_digit() -> None:
    """A large common level does not drown a small spread."""
    level = 10**12
    near = ratio_estimate(sums_of([level, level + 1, level + 2], [1, 1, 1]), "")

    assert pytest.approx(sqrt(1 / 3), rel=1e-12) == near.se


def test_share_inside_is_the_ratio() -> None:
    """A share that varies has the interval of any ratio."""
    sums = sums_of([60, 30, 45, 50], [4, 4, 4, 4])

    assert ratio_estimate(sums, "", 60) == share_estimate(sums, "", 60)


def test_share_stays_within_bounds() -> None:
    """A rare thing is never rarer than never."""
    estimate = share_estimate(sums_of([0, 0, 1], [4, 4, 4]), "moons a hand")

    assert estimate.low == 0.0
    assert estimate.high is not None
    assert 0 < estimate.high < 1


def test_rate_of_independent_hands_is_wilson() -> None:
    """With one hand a block it is Wilson's interval, t for z and K − 1 for K apart."""
    sums = sums_of([1] * 30 + [0] * 9970, [1] * 10_000)
    rate = rate_estimate(sums, "moons a hand")
    wilson = stats.binomtest(30, 10_000).proportion_ci(method="wilson")

    assert pytest.approx((0.003, wilson.low, wilson.high), rel=1e-3) == (rate.mean, rate.low, rate.high)


def test_rate_without_spread_is_exact_or_bounded() -> None:
    """The same rate in every block has width 0; never seen has the bound of a share."""
    assert rate_estimate(sums_of([1, 2], [4, 8]), "").half_width == 0.0
    assert share_estimate(sums_of([0, 0], [4, 4]), "") == rate_estimate(sums_of([0, 0], [4, 4]), "")
    assert None is rate_estimate(BlockSums(), "").mean


@pytest.mark.parametrize("blocks", [2, 20, 500])
def test_never_seen_is_not_certainly_never(blocks: int) -> None:
    """0 of K blocks has the exact upper bound of Clopper and Pearson, K of K the lower one."""
    bounds = stats.binomtest(0, blocks).proportion_ci(method="exact")
    never = share_estimate(sums_of([0] * blocks, [4] * blocks), "")
    always = share_estimate(sums_of([240] * blocks, [4] * blocks), "", 60)

    assert (never.mean, never.low) == (0.0, 0.0)
    assert pytest.approx(bounds.high) == never.high
    assert (always.mean, always.high) == (1.0, 1.0)
    assert pytest.approx(1 - bounds.high) == always.low


def test_negated_mirrors_the_interval() -> None:
    """Seen from the other side, low and high change places and zero keeps its sign."""
    estimate = Estimate(1.0, 0.5, 2.0, 9, "points", 0.3)

    assert Estimate(-1.0, -2.0, -0.5, 9, "points", 0.3) == estimate.negated
    assert str(Estimate(0.0, 0.0, 0.0, 9, "points", 0.0).negated.mean) == "0.0"
    assert Estimate(None, None, None, 0, "points") == Estimate(None, None, None, 0, "points").negated


@pytest.mark.parametrize(("low", "high", "known"), [(0.1, 2, True), (-2, -0.1, True), (-1, 1, False), (0, 1, False)])
def test_sign_is_known_where_zero_is_outside(low: float, high: float, known: bool) -> None:
    """An interval that holds 0 leaves the sign open."""
    assert known == Estimate(1.0, low, high, 9, "points").sign_known
    assert not Estimate(1.0, None, None, 1, "points").sign_known


@pytest.mark.parametrize("degrees", [1, 2, 29, 10**7])
def test_quantile_is_student_t(degrees: int) -> None:
    """The quantile agrees with the slower library function."""
    assert pytest.approx(stats.t.ppf(0.975, degrees), rel=1e-12) == t_quantile(degrees)


def test_counts_carry_their_word() -> None:
    """One block, two blocks."""
    assert [
        count_text(1, "block"),
        count_text(2000, "block"),
        count_text(0, "match", "matches"),
    ] == ["1 block", "2,000 blocks", "0 matches"]
