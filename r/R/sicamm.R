# SPDX-License-Identifier: Apache-2.0
# Training of models for sequential classification.

# Names of recordings or persons as numbers.
numbers_of_names <- function(names) {
  names <- as.character(names)
  match(names, unique(names))
}

# Lengths of consecutive recordings, which also end where the times of the samples show a gap.
recording_lengths <- function(recordings, signal, name) {
  n <- NROW(signal$data)
  if (!is.null(recordings)) {
    allowed <- sprintf("NULL or one value for each of the %d samples, those of a recording side by side", n)
    recordings <- numbers_of_names(one_for_each(recordings, "recordings", n, allowed))
  }
  .Call(C_lengths_between_gaps, signal, if (is.null(recordings)) rep(1L, n) else recordings, name)
}

# Refuses classes of other times than the samples.
require_same_times <- function(signal, y) {
  facts <- time_facts(y)
  if (length(facts) == 0) return(invisible())
  .Call(C_require_alike, signal, structure(c(list(data = seq_along(y)), facts), class = "biotropy_signal"))
}

# @return list(labels: indices of classes from 0, -1 for NA and NaN; classes).
labels_of <- function(y, n) {
  word <- sprintf("a factor, or something that makes one, with two levels or more and a value for each of the %d samples", n)
  # Of numbers, NaN would be a level with that name.
  y <- factor(one_for_each(y, "y", n, word, missing = TRUE), exclude = c(NA, "NaN"))
  if (nlevels(y) < 2) refuse("y", shown(y), word)
  codes <- as.integer(y) - 1L
  codes[is.na(codes)] <- -1L
  list(labels = codes, classes = levels(y))
}

# "4-8,8-13" of list(c(4, 8), c(8, 13)).
bands_text <- function(bands) {
  if (is.null(bands)) return(NULL)
  is_pair <- function(one) is.numeric(one) && length(one) == 2 && !anyNA(one)
  if (!is.list(bands) || is.data.frame(bands) || length(bands) == 0 || !all(vapply(bands, is_pair, TRUE))) {
    refuse("bands", shown(bands), "NULL or a list of pairs of numbers in Hz")
  }
  paste(vapply(bands, function(one) paste(format(one, digits = 15, trim = TRUE), collapse = "-"), ""), collapse = ",")
}

#' Sequential classification (SICAMM)
#'
#' Sequential classifier whose classes are mixtures of independent sources (Garcia-Molla et al. 2019): every class has an
#' unmixing matrix and kernel densities of its sources. The classes are the states of a Markov chain, so the posterior of a
#' sample depends on earlier samples.
#'
#' @param x A numeric matrix or data frame: samples in the order of time in rows, channels in columns. Or a formula such as
#'   `state ~ .`. Samples that are not finite in every channel are ignored. Columns of a data frame that count time are left
#'   out with a warning, as by [sampen()], also from `.`, as are
#'   dates and times; a formula has all that it names.
#' @param y A factor, or a vector to be converted to one: the class of each sample; a time series has the times of `x`. If some
#'   are `NA` or `NaN`, the model is fitted by expectation maximisation, in which labelled samples keep their class; `method`,
#'   `contrast`, `refine`, `bandwidth`, `n_folds`, `max_iter`, `tol`, `classifier`, `ridge` and `pure_windows` are then refused,
#'   as they have no effect.
#' @param data A data frame with the variables of the formula.
#' @param recordings The recording of each sample: there is no transition between recordings. `NULL`: one recording. One also
#'   ends where the times of a `zoo` or `xts`, a column of time or the numbers of rows show that time is missing.
#' @param method Method of independent component analysis.
#' @param contrast Contrast function of FastICA; refused with another method.
#' @param refine Refine the unmixing matrices by maximum likelihood.
#' @param rank_tolerance A direction counts as one without variance, and is left out for every class, if its eigenvalue in
#'   the correlation matrix, within classes or of one of them, is at most this. Average references, removed components, and
#'   constant or copied channels leave such directions.
#' @param shrinkage Shrinkage of the covariance of each class to uncorrelated channels, from 0 to 1, for classes with few samples.
#' @param bandwidth Choice of the bandwidths of the densities.
#' @param smoothing Added to every count of transitions.
#' @param beta Power of the densities, in (0, 1]; `NULL`: chosen by cross-validation, or 1 if some samples of `y` are `NA`. For
#'   windows that move by one sample, 1 / window.
#' @param n_folds Number of folds for the cross-validation of bandwidths and `beta`.
#' @param max_iter,tol Largest number of iterations and tolerance of the independent component analysis.
#' @param seed Seed of the random numbers, an integer of at least 0; the generator of R is not used.
#' @param threads Number of threads; `NULL`: see [biotropy_threads()].
#' @param features What is classified: the samples; an index of slow waves of each channel (`"tsi"`, `"dsi"`, `"asi"`); the
#'   logarithms of band powers (`"bands"`); common spatial patterns (`"csp"`); the Riemannian tangent space of covariances
#'   (`"tangent"`). A window has the label of its last sample.
#' @param rate Sampling rate in Hz, which the model keeps; needed for features and filters. It must be the frequency of a time
#'   series ([stats::ts()]) where that is not 1; `NULL`: that frequency, if `x` has one.
#' @param window,hop Seconds of a window, and from one to the next; `NULL`: 0.25 and one sample for an index of slow waves, 1
#'   and a tenth of a window for others.
#' @param filter `c(low, high)` in Hz: a Butterworth filter that uses no later samples; low 0 is a low-pass, high `Inf` a
#'   high-pass.
#' @param filter_order Order of that filter; `NULL`: 4.
#' @param notch Frequency in Hz that is removed, without later samples.
#' @param bands Of `"bands"`: a list of `c(low, high)` in Hz, without high; `NULL`: 4 to 8, 8 to 13 and 13 to 30.
#' @param resolution Hz between the lines of the transform of `"bands"` or an index of slow waves; `NULL`: 1.
#' @param log The logarithm of an index of slow waves.
#' @param delta,theta,alpha Bands of an index of slow waves, `c(low, high)`; `NULL`: 0.5 to 4, 4 to 8 and 8 to 13.
#' @param components Number of common spatial patterns; `NULL`: 4 of two classes, or of each of several.
#' @param window_shrinkage Of the covariance of a window for `"csp"` and `"tangent"` to the identity, from 0 to 1; `NULL`: 0.
#' @param classifier Model of the classes: independent components of each class; a normal density of each, with shrunk
#'   covariance; multinomial logistic regression, for vectors of many numbers such as those of `"tangent"`. The chain and `beta`
#'   follow in all three. `method`, `contrast`, `refine` and `bandwidth` are of `"sicamm"` alone.
#' @param ridge Of logistic regression, for samples that do not resemble each other; `NULL`: 1, 10, 100 or 1000, chosen by
#'   cross-validation.
#' @param pure_windows Fit classes to windows of one class alone; those across a change count for the chain and for `beta`.
#' @param ... For the formula, arguments of the default method.
#' @return An object of class `sicamm`: a list of `classes`, `channels`, `features` (names of what is classified: the
#'   channels, or what is made of them), `priors`, `transitions` (rows: from), `rank` (the number
#'   of directions in which every class varies), `null_space` (orthonormal rows: those that are left out), `unmixing` (a list
#'   of matrices with a row for each direction of the rank), `bias` (channels in rows), `beta`, `samples_per_vector` (samples
#'   from one vector of features to the next; 1 without features), `iterations`, `notices` (a data frame) and `named`, whether the channels
#'   have names (`NA`: unknown, from a file). It can be saved with [saveRDS()], but not changed. There are methods for `print`,
#'   `summary`, `plot` and `predict` ([predict.sicamm()]); [sicamm_stream()] classifies live samples.
#' @references Garcia-Molla et al. (2019), \doi{10.1007/978-3-030-22744-9_1}.
#' @examples
#' state <- rep(c("rest", "task", "rest", "task"), each = 250)
#' x <- cbind(a = sin((1:1000)^1.4), b = cos((1:1000)^1.3)) + 2 * (state == "task")
#' model <- sicamm(x, state)
#' model
#' mean(predict(model, x) == state)
#' @export
sicamm <- function(x, ...) UseMethod("sicamm")

#' @rdname sicamm
#' @export
sicamm.default <- function(x, y, recordings = NULL, method = c("fastica", "infomax", "jade", "whitening"),
                           contrast = c("logcosh", "exp", "cube"), refine = FALSE, rank_tolerance = 1e-9,
                           shrinkage = 0, bandwidth = c("blocked", "leave-one-out", "silverman"), smoothing = 1, beta = NULL, n_folds = 5,
                           max_iter = 200, tol = 1e-6, seed = 1, threads = NULL,
                           features = c("raw", "tsi", "dsi", "asi", "bands", "csp", "tangent"), rate = NULL, window = NULL,
                           hop = NULL, filter = NULL, filter_order = NULL, notch = NULL, bands = NULL, resolution = NULL,
                           log = FALSE, delta = NULL, theta = NULL, alpha = NULL, components = NULL,
                           window_shrinkage = NULL, classifier = c("sicamm", "gaussian", "logistic"), ridge = NULL,
                           pure_windows = FALSE, ...) {
  no_further(...)
  job <- training_job(environment())
  found <- .Call(C_fit, job$samples, job$labels, job$lengths, job$channels, job$classes, job$options, threads)
  issue(found$notices)
  sicamm_model(found, job$named)
}

# What the arguments of sicamm() say, checked.
training_job <- function(of) {
  options <- mget(setdiff(names(formals(sicamm.default)), c("x", "y", "recordings", "threads", "...")), envir = of)
  options["bands"] <- list(bands_text(of$bands))
  signal <- as_signal(of$x)
  options["rate"] <- list(one_rate(signal, of$rate))
  require_same_times(signal, of$y)
  samples <- samples_in_columns(signal)
  labels <- labels_of(of$y, ncol(samples))
  names <- rownames(samples)
  list(
    samples = samples, labels = labels$labels, classes = labels$classes,
    lengths = recording_lengths(of$recordings, signal, "x"),
    channels = if (is.null(names)) as.character(seq_len(nrow(samples))) else names, named = !is.null(names), options = options
  )
}

#' @rdname sicamm
#' @export
sicamm.formula <- function(x, data, ...) {
  # Samples with missing values are kept, so that the others remain at their times.
  found <- without_clocks_of_dot(x, data)
  frame <- stats::model.frame(x, found$data, na.action = stats::na.pass)
  terms <- attr(frame, "terms")
  require_channels(frame, "data")
  response <- stats::model.response(frame)
  if (!is.null(attr(terms, "offset")) || is.null(response)) refuse("x", shown(x), "a formula such as state ~ ., without an offset")
  attr(terms, "intercept") <- 1
  columns <- stats::model.matrix(terms, frame)
  times <- if (is.null(found$times) && is.data.frame(data)) list(row_numbers = row_numbers(data)) else found$times
  signal <- c(list(data = columns[, colnames(columns) != "(Intercept)", drop = FALSE]), times)
  model <- sicamm.default(structure(signal, class = "biotropy_signal"), response, ...)
  model$terms <- stats::delete.response(terms)
  model$variables <- intersect(all.vars(model$terms), names(data))
  model$xlevels <- stats::.getXlevels(model$terms, frame)
  model$contrasts <- attr(columns, "contrasts")
  model
}

# The data without columns that count time, of those that the formula means by `.` and does not name, and their times.
without_clocks_of_dot <- function(formula, data) {
  if (!is.list(data) || !"." %in% all.vars(formula)) return(list(data = data))
  data <- as.data.frame(data)
  of_dot <- which(!names(data) %in% all.vars(formula))
  found <- clock_columns(data[of_dot], "data", keeper = "a formula that names channels")
  list(data = data[setdiff(seq_along(data), of_dot[found$is_clock])], times = found$times)
}

# The numbers of such a column are bits of integers.
require_channels <- function(frame, name) {
  wrong <- names(frame)[vapply(frame, inherits, TRUE, "integer64")]
  if (length(wrong) == 0) return(invisible())
  refuse(name, sprintf("a data frame with the column \"%s\" (integer64)", wrong[1]), "a column of numbers (as.numeric())")
}

# The model as an R object: its elements, the bytes of a model file, and a pointer that is valid in this session.
sicamm_model <- function(found, named) {
  dimnames(found$transitions) <- list(from = found$classes, to = found$classes)
  names(found$priors) <- found$classes
  dimnames(found$null_space) <- list(NULL, found$features)
  dimnames(found$bias) <- list(found$features, found$classes)
  found$unmixing <- stats::setNames(lapply(found$unmixing, function(w) {
    dimnames(w) <- list(NULL, found$features)
    w
  }), found$classes)
  file <- tempfile(fileext = ".nc")
  on.exit(unlink(file))
  .Call(C_save_model, found$handle, file)
  session <- new.env(parent = emptyenv())
  session$handle <- found$handle
  found$handle <- NULL
  found$named <- named
  session$parts <- found
  structure(c(found, list(file = readBin(file, "raw", file.size(file)), session = session)), class = "sicamm")
}

# Refuses models with changed elements, as the library would not use the changes.
require_unchanged <- function(model, name) {
  allowed <- "what sicamm() or read_sicamm() returns"
  object_of(model, "sicamm", name, allowed)
  parts <- if (is.environment(model$session)) model$session$parts
  changed <- names(parts)[!vapply(names(parts), function(part) identical(model[[part]], parts[[part]]), TRUE)]
  if (!is.list(parts)) changed <- "session" else if (!is.raw(model$file)) changed <- "file"
  if (length(changed) > 0) refuse(name, sprintf("a model whose element \"%s\" was changed", changed[1]), allowed)
}

# The pointer of a model, read again from the bytes of its file in a new session.
handle_of <- function(model, name = "object") {
  require_unchanged(model, name)
  if (!.Call(C_is_open, model$session$handle)) {
    file <- tempfile(fileext = ".nc")
    on.exit(unlink(file))
    writeBin(model$file, file)
    model$session$handle <- .Call(C_load_model, file, TRUE)$handle
  }
  model$session$handle
}
