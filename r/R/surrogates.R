# SPDX-License-Identifier: Apache-2.0
# Tests against surrogates.

# The numbers of a test in the form of the values; NULL where none was asked for.
tested <- function(numbers, like_values) if (!is.null(numbers)) lapply(numbers, like_values)
