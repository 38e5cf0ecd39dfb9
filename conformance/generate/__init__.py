# SPDX-License-Identifier: CC0-1.0
"""Makes the cases of the suite: series, parameters, and the two programs that must agree."""
