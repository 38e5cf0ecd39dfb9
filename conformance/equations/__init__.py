# SPDX-License-Identifier: CC0-1.0
"""The first of the two programs of the suite: every measure from its equation, in plain Python.

Means, standard deviations and logarithms of counts are exact to far more digits than a double has (rationals and
decimals of the standard library); distances are those of IEEE double precision, as the suite defines them.
"""
