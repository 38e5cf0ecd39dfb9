# SPDX-License-Identifier: Apache-2.0
# Tests against surrogates.

# Whether there are options of a test, right or wrong.
asks_test <- function(options) any(startsWith(names(options), "surrogate"))

# The numbers of a test in the form of the values; NULL where none was asked for.
tested <- function(test, names, like_values) {
  if (is.null(test)) return(NULL)
  if (test$n_unusable > 0) {
    where <- names[test$unusable_channel]
    if (test$unusable_epoch > 1) where <- paste0(where, ", epoch ", test$unusable_epoch)
    warning(structure(
      class = c("biotropy_untested", "warning", "condition"),
      list(message = sprintf("%d series not tested; %s: %s", test$n_unusable, where, test$reason), call = user_call())
    ))
  }
  lapply(test$numbers, like_values)
}
