# SPDX-License-Identifier: Apache-2.0
# Models for persons that they were not trained on.

#' A model for another person
#'
#' Electrodes, amplifiers and heads differ, so that a model may be at chance level with a person that it was not trained on.
#' Without labels the mean of the samples, and their covariance or its size alone, are brought to those of the training; with
#' labels the spread within classes and their means are estimated, too. The model stays as it is, with a warning, where it
#' would get worse by what can be known. The program `biotropy states adapt` computes the same.
#'
#' @param model Result of [sicamm()] or [read_sicamm()].
#' @param newdata Samples of the person, as for [predict.sicamm()].
#' @param y The class of each sample, `NA` where it is not known; `NULL`: none is.
#' @param recordings The recording of each sample; `NULL`: one recording.
#' @param threads Number of threads; `NULL`: see [biotropy_threads()].
#' @return A model as of [sicamm()], with one more element `adaptation`: a list of `adopted`, `what` was adapted (or would have
#'   been), the `reason` if the model stays, the numbers of `vectors`, `missing` ones and `labelled` ones, and before and after
#'   the adaptation `log_likelihood` (of vectors left out, without labels), `log_loss` (of labels left out), `level` (how likely
#'   the recording is) and `shares` (a row for each class); and `standard_error`, of the first two.
#' @examples
#' set.seed(1)
#' state <- rep(rep(c("rest", "task"), each = 100), 20)
#' is_task <- state == "task"
#' x <- cbind(a = rnorm(4000, sd = ifelse(is_task, 3, 1)), b = rnorm(4000, sd = ifelse(is_task, 1, 3)))
#' model <- sicamm(x, state, bandwidth = "silverman")
#' person <- sweep(x, 2, c(0.3, 2), "*") + 5
#' adapted <- sicamm_adapt(model, person)
#' mean(predict(adapted, person) == state) > mean(suppressWarnings(predict(model, person)) == state)
#' @export
sicamm_adapt <- function(model, newdata, y = NULL, recordings = NULL, threads = NULL) {
  handle <- handle_of(model, "model")
  new <- new_samples(model, newdata, "newdata")
  require_same_times(new$signal, y)
  labels <- known_labels(y, model$classes, ncol(new$samples))
  found <- .Call(C_adapt, handle, new$samples, labels, recording_lengths(recordings, new$signal, "newdata"), threads)
  issue(found$model$notices)
  adapted <- sicamm_model(found$model, model$named)
  for (part in c("terms", "variables", "xlevels", "contrasts")) adapted[[part]] <- model[[part]]
  adapted$adaptation <- adaptation_of(found$adaptation, model$classes)
  adapted
}

# Indices of the classes of a model from 0, -1 for NA.
known_labels <- function(y, classes, n) {
  if (is.null(y)) return(rep(-1L, n))
  allowed <- sprintf("NULL or for each of the %d samples NA or a class of the model (%s)", n, toString(classes))
  codes <- match(as.character(one_for_each(y, "y", n, allowed, missing = TRUE)), classes) - 1L
  other <- unique(as.character(y)[is.na(codes) & !is.na(y)])
  if (length(other) > 0) refuse("y", shown(other[1]), allowed)
  codes[is.na(codes)] <- -1L
  codes
}

adaptation_of <- function(found, classes) {
  for (name in c("log_likelihood", "log_loss", "level")) {
    if (!is.null(found[[name]])) names(found[[name]]) <- c("before", "after")
  }
  shares <- cbind(before = found$shares_before, after = found$shares_after)
  rownames(shares) <- if (nrow(shares) > 0) classes
  found[c("shares_before", "shares_after")] <- NULL
  c(found, list(shares = shares))
}
