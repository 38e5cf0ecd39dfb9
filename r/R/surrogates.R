# SPDX-License-Identifier: Apache-2.0
# Tests against surrogates.

# Whether there are options of a test, right or wrong.
asks_test <- function(options) any(startsWith(names(options), "surrogate"))

# The numbers of a test in the form of the values; NULL where none was asked for.
tested <- function(test, names, like_values) {
  if (is.null(test)) return(NULL)
  place <- function(channel, epoch) paste0(names[channel], if (epoch > 1) paste0(", epoch ", epoch))
  if (test$n_unusable > 0) {
    where <- place(test$unusable_channel, test$unusable_epoch)
    notify("not_tested", sprintf("%d series not tested; %s: %s", test$n_unusable, where, test$reason))
  }
  issue(test$alone)
  if (test$n_distorted > 0) {
    where <- place(test$distorted_channel, test$distorted_epoch)
    notify("distorted", sprintf("%d %s; %s", test$n_distorted, test$distorted, where))
  }
  lapply(test$numbers, like_values)
}
