# SPDX-License-Identifier: Apache-2.0
# Entropies of all channels of an epoch together, and of all epochs.

# Whether counts are pooled over epochs.
asks_pooling <- function(options) {
  pool <- options[["pool_epochs"]]
  !is.null(pool) && one_of(pool, c("no", "recording", "epoch"), "pool_epochs") != "no"
}

# Refuses the epochs of an array that only pool_epochs takes, for measures that have it.
require_pooling <- function(name, x) {
  if (length(dim(x)) != 3 || !is.numeric(x) || !name %in% c("sampen", "fuzzyen")) return(invisible())
  refuse("x", shown(x), paste0(series_word, ", or pool_epochs for the epochs of an array,"))
}

is_multivariate <- function(name) startsWith(name, "mv")

# Epochs for one value of all channels, or of all epochs, or of both.
together <- function(name, x, action, options) {
  pools <- asks_pooling(options)
  if (pools && length(dim(x)) != 3) {
    refuse("pool_epochs", shown(options[["pool_epochs"]]), "x as an array (samples, channels, epochs), or \"no\",")
  }
  epochs <- filled_epochs(as_epochs(x), action)
  if (pools && identical(action, "raise")) require_complete(epochs)
  of_epochs <- is_multivariate(name) && !pools
  # A single value has no name, and an error where there is none.
  epochs$single <- of_epochs && !epochs$is_array
  epochs$value_names <- if (of_epochs) epochs$epochs else if (!is_multivariate(name)) epochs$names
  epochs$n_values <- c(if (of_epochs) epochs$dimensions[3], if (!is_multivariate(name)) epochs$dimensions[2], 1)[1]
  word <- if (of_epochs) "epoch" else if (is_multivariate(name)) "all epochs" else "channel"
  epochs$labels <- if (!is.null(epochs$value_names)) epochs$value_names else
    if (word == "all epochs") word else paste(word, seq_len(epochs$n_values))
  epochs
}

# m or tau of each channel, as numbers or as a text.
# @param channels names of the channels, or NULL.
with_channel_lists <- function(options, channels) {
  for (name in intersect(c("channel_m", "channel_tau"), names(options))) {
    if (is.numeric(options[[name]])) {
      numbers <- whole_numbers(options[[name]], name, "integers from 1 to 1000, one for each channel", 1L)
      names <- names(options[[name]])
      if (!is.null(names) && !is.null(channels) && !identical(names, channels)) {
        refuse(name, paste("numbers of", toString(names)), paste("one for each of the channels, in their order,", toString(channels)))
      }
      options[[name]] <- paste(numbers, collapse = ",")
    }
  }
  options
}

measure_epochs <- function(name, x, action, options) {
  epochs <- together(name, x, action, options)
  measured <- function(options, warn) {
    found <- .Call(
      C_measure, name, epochs$data, NULL, epochs$dimensions, as.integer(epochs$dimensions[1]), epochs$single,
      epochs$value_names, epochs$names, action, options
    )
    found$surrogates <- tested(found$surrogates, like_names(found$value))
    if (epochs$single) return(found)
    measured <- !is.na(found$templates_m)
    warn(found$reason[measured], epochs$labels[measured])
    found
  }
  options <- with_channel_lists(options, epochs$names)
  if (is_grid(options)) measure_grid(options, measured) else measured(options, warn_of)
}

#' Multivariate sample and fuzzy entropy
#'
#' How irregular all channels of an epoch are together: templates are vectors of samples of every channel. Channels are z-scored
#' first unless `r` is absolute. Sample entropy: Ahmed and Mandic (2011, 2012); fuzzy entropy: Ahmed et al. (2016).
#'
#' @inheritParams measure_options
#' @inheritParams sampen
#' @param x A numeric matrix or data frame: samples in rows, channels in columns; or an array (samples, channels, epochs),
#'   which has a value for each epoch, or one of all with `pool_epochs`.
#' @param channel_m,channel_tau m and tau of each channel, in place of `m` and `tau`: integers, or a text with commas.
#' @param ddof,boundary,approach,templates,undefined,membership,fuzzy_power,membership_corner,local_mean,pool_epochs,base,engine,surrogate_kind,surrogate_seed,surrogate_stop,convention See [measure_options].
#' @return As [sampen()]: `matches_m` and `matches_m1` are unordered pairs of templates of length m and m + 1, of which there
#'   are more; `templates_m` and `templates_m1` are their numbers.
#' @references Ahmed and Mandic (2011), \doi{10.1103/PhysRevE.84.061918}. Ahmed and Mandic (2012),
#'   \doi{10.1109/LSP.2011.2180713}. Ahmed et al. (2016), \doi{10.3390/e19010002}.
#' @seealso [mvmultiscale()] for many time scales; [measure_options] for the other arguments.
#' @examples
#' x <- cbind(a = sin((1:500)^1.1), b = cos((1:500)^1.2))
#' mvsampen(x)
#' as.numeric(mvsampen(x, channel_m = c(2, 1), channel_tau = c(1, 2)))
#' @export
mvsampen <- function(x, m = 2, r = 0.2, r_unit = NULL, tau = 1, surrogates = 0, na.action = default_na_action(x),
                     threads = NULL, device = NULL, ddof = 1, boundary = c("closed", "open"),
                     approach = c("full", "naive"), channel_m = NULL, channel_tau = NULL, templates = NULL,
                     undefined = c("natural", "negative", "bound"), pool_epochs = c("no", "recording", "epoch"),
                     base = c("e", "2", "10"), engine = NULL,
                     surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                     surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure_epochs("mvsampen", x, na_action_of(na.action), given_options(sys.call(), match.call(), environment()))
}

#' @rdname mvsampen
#' @export
mvfuzzyen <- function(x, m = 2, r = 0.2, r_unit = NULL, tau = 1, surrogates = 0, na.action = default_na_action(x),
                      threads = NULL, device = NULL, ddof = 1, approach = c("full", "naive"), channel_m = NULL,
                      channel_tau = NULL, templates = NULL, undefined = c("natural", "negative", "bound"),
                      membership = c("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "trapezoidal2", "z-shaped", "gudermannian"),
                      fuzzy_power = 2, membership_corner = 0, local_mean = c("removed", "kept"),
                      pool_epochs = c("no", "recording", "epoch"), base = c("e", "2", "10"),
                      surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                      surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure_epochs("mvfuzzyen", x, na_action_of(na.action), given_options(sys.call(), match.call(), environment()))
}
