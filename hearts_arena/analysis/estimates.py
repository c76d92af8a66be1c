"""A mean with its interval, n and unit, from sums over blocks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt
from typing import Final

from hearts_arena.analysis.blocks import BlockSums

__all__ = [
    "LEVEL",
    "LEVEL_NOTE",
    "Estimate",
    "rate_estimate",
    "ratio_estimate",
    "share_estimate",
    "t_quantile",
]

LEVEL: Final = 0.95
"""Confidence level of every interval."""
LEVEL_NOTE: Final = "95 % confidence intervals over blocks (Student t)"
_FEWEST_BLOCKS: Final = 2


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, how sure it is, and of what.

    Attributes
    ----------
    mean : float or None
        None where nothing was observed.
    low, high : float or None
        Ends of the 95 % interval; None with fewer than two blocks.
    n : int
        Blocks it rests on.
    unit : str
        Unit of mean, low and high.
    se : float or None
        Standard error.
    """

    mean: float | None
    low: float | None
    high: float | None
    n: int
    unit: str
    se: float | None = None

    @property
    def half_width(self) -> float | None:
        """What stands after ±: the distance from the mean to the farther end."""
        if self.mean is None or self.low is None or self.high is None:
            return None
        return max(self.high - self.mean, self.mean - self.low)

    @property
    def sign_known(self) -> bool:
        """Whether the whole interval is on one side of 0."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high

    @property
    def negated(self) -> Estimate:
        """The same about the difference seen from the other side."""
        if self.mean is None:
            return self
        low = None if self.high is None else 0.0 - self.high
        high = None if self.low is None else 0.0 - self.low
        return replace(self, mean=0.0 - self.mean, low=low, high=high)

    def to_record(self) -> dict[str, float | None]:
        """Return mean, low and high, ready for JSON."""
        return {"mean": self.mean, "low": self.low, "high": self.high}


def ratio_estimate(sums: BlockSums, unit: str, scale: int = 1) -> Estimate:
    """Return the ratio R = ΣS_k/ΣH_k over blocks k with its interval.

    The variance is K/(K−1)·Σ(S_k − R·H_k)²/(ΣH_k)², and the interval R ± t·√variance with
    Student's t of K−1 degrees of freedom. With H_k = 1 it is the classical interval of a mean.
    Where S is in 1/scale of the unit, the estimate is of S/scale.

    Source: Cochran, W. G. (1977), Sampling Techniques, 3rd ed., sections 2.11 and 6.3 (ratio of
    two totals), with the block as the sampling unit.
    """
    if sums.h == 0:
        return Estimate(None, None, None, sums.blocks, unit)
    mean = sums.s / (sums.h * scale)
    if sums.blocks < _FEWEST_BLOCKS:
        return Estimate(mean, None, None, sums.blocks, unit)
    se = _standard_error(sums, scale)
    reach = t_quantile(sums.blocks - 1) * se
    return Estimate(mean, mean - reach, mean + reach, sums.blocks, unit, se)


def share_estimate(sums: BlockSums, unit: str, scale: int = 1) -> Estimate:
    """Return a ratio that cannot leave 0..1, such as a win share.

    The interval is that of `ratio_estimate`, kept within 0..1. Where all was 0 (or all was 1) the
    blocks show no spread, yet nothing is certain: the far end is then the exact one-sided bound
    1 − (α/2)^(1/K). It holds however the hands of a block depend on one another, since for a block
    mean X in 0..1 with expectation μ, P(X = 0) ≤ 1 − μ.

    Source: Clopper, C. J. and Pearson, E. S. (1934), Biometrika 26, 404-413, for 0 of K.
    """
    plain = ratio_estimate(sums, unit, scale)
    if plain.mean is None or plain.low is None or plain.high is None:
        return plain
    bound = 1 - ((1 - LEVEL) / 2) ** (1 / sums.blocks)
    if sums.s == 0:
        return replace(plain, high=bound)
    if sums.s == sums.h * scale:
        return replace(plain, low=1 - bound)
    return replace(plain, low=max(0.0, plain.low), high=min(1.0, plain.high))


def rate_estimate(sums: BlockSums, unit: str) -> Estimate:
    """Return how often something happens, 0..1, with an interval that holds for rare things too.

    Wilson's interval with the effective number of observations n* = p(1 − p)/variance, the variance
    being that of `ratio_estimate`, and t for z: centre (p + u/2)/(1 + u) and half-width
    √(t²·variance + u²/4)/(1 + u), where u = t²/n*. With few moons the symmetric interval misses too often.

    Source: Dean, N. and Pagano, M. (2015), Evaluating confidence interval methods for binomial
    proportions in clustered surveys, J. Survey Statistics and Methodology 3, 484-503.
    """
    plain = share_estimate(sums, unit)
    if plain.mean is None or not plain.se:
        return plain
    t = t_quantile(sums.blocks - 1)
    u = (t * plain.se) ** 2 / (plain.mean * (1 - plain.mean))
    centre = (plain.mean + u / 2) / (1 + u)
    half = sqrt((t * plain.se) ** 2 + u**2 / 4) / (1 + u)
    return replace(plain, low=max(0.0, centre - half), high=min(1.0, centre + half))


@lru_cache(maxsize=256)
def t_quantile(degrees: int) -> float:
    """Return the quantile of Student's t that leaves (1 − LEVEL)/2 above it."""
    from scipy.special import stdtrit  # type: ignore[import-untyped, unused-ignore]

    return float(stdtrit(degrees, (1 + LEVEL) / 2))


def _standard_error(sums: BlockSums, scale: int) -> float:
    """Return √(K/(K−1)·Σ(S_k − R·H_k)²)/ΣH: one rounded division of integers, one root."""
    numerator = sums.blocks * sums.residual
    denominator = (sums.blocks - 1) * sums.h**4 * scale**2
    return sqrt(numerator / denominator)
