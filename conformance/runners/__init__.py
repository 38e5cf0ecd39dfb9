# SPDX-License-Identifier: CC0-1.0
"""Programs that answer the cases. Each module has `name()`, the program and its version, and `answers(cases, series)`."""
