# SPDX-License-Identifier: CC0-1.0
"""Means, standard deviations and logarithms with 60 digits, rounded once."""

import functools
import math
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 60
getcontext().Emin, getcontext().Emax = -999999, 999999


def decimal(fraction):
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def present(x):
    return [Fraction(value) for value in x if not math.isnan(value)]


def mean(x):
    values = present(x)
    return sum(values) / len(values)


def sd(x, ddof):
    """The standard deviation, the nearest double to it."""
    values = present(x)
    if len(values) < 1 + ddof:
        raise Undefined("too_short")
    middle = sum(values) / len(values)
    squares = sum((value - middle) ** 2 for value in values) / (len(values) - ddof)
    return float(decimal(squares).sqrt())


def z_scored(x, ddof):
    """(x - mean) / SD, with the mean and the SD as doubles and two rounded operations."""
    middle, spread = float(mean(x)), sd(x, ddof)
    if spread == 0.0:
        raise Undefined("constant_series")
    return [(value - middle) / spread for value in x]


@functools.cache
def ln(number):
    """The natural logarithm of an integer or rational number above 0."""
    return decimal(Fraction(number)).ln()


def in_base(nats, base):
    """Nats in the unit of the base, as a double."""
    if isinstance(nats, float):
        return nats
    return float(nats if base == "e" else nats / ln(int(base)))


class Undefined(Exception):
    """The measure is not defined for this input; the text is the kind of the reason."""
