# SPDX-License-Identifier: Apache-2.0
# Errors and warnings as conditions with classes: the argument, its value, and what is allowed.

# The call of the function of this package that the user called.
user_call <- function() {
  for (frame in seq_len(sys.nframe())) {
    if (identical(topenv(environment(sys.function(frame))), topenv())) return(sys.call(frame))
  }
  NULL
}

raise <- function(code, message, argument = "", value = "", allowed = "") {
  stop(structure(
    class = c(paste0("biotropy_", code), "biotropy_error", "error", "condition"),
    list(message = message, call = user_call(), argument = argument, value = value, allowed = allowed)
  ))
}

# The error for an argument that is not allowed; C++ routines call refuse_value().
refuse <- function(argument, value, allowed) {
  allowed <- sub(",$", "", allowed)
  raise("invalid_argument", paste0(argument, " is ", value, "; it must be ", allowed),
    argument = argument, value = value, allowed = allowed
  )
}

refuse_value <- function(argument, value, allowed) refuse(argument, shown(value), allowed)

# Names in R of arguments that have other names in the library.
r_names <- c("sampling rate" = "rate", "path" = "file")

# A text of the library with its options, `missing = omit`, as arguments of R.
said_in_r <- function(text) {
  text <- gsub("`missing = omit`", "na.action = na.omit", text, fixed = TRUE)
  text <- gsub("`(?!time )(\\w+) = ([0-9]+)`", "\\1 = \\2", text, perl = TRUE)
  gsub("`(\\w+) = ([^`]*)`", "\\1 = \"\\2\"", text)
}

# Raises an error of the library; called by C++ routines.
raise_failure <- function(code, message, argument, value, allowed) {
  message <- said_in_r(message)
  if (argument %in% names(r_names)) {
    message <- sub(paste(argument, "is "), paste(r_names[[argument]], "is "), message, fixed = TRUE)
    argument <- r_names[[argument]]
  }
  raise(code, message, argument, value, allowed)
}

# Signals a notice as a condition of the class of its code, such as biotropy_padding: a warning, or for a note a message.
# @param ... further parts of the condition.
notify <- function(code, text, level = "warning", ...) {
  is_note <- level == "note"
  condition <- structure(
    class = c(paste0("biotropy_", code), if (is_note) "message" else "warning", "condition"),
    list(message = if (is_note) paste0(text, "\n") else text, call = user_call(), ...)
  )
  if (is_note) message(condition) else warning(condition)
}

# Signals notices of the library; those of work in progress come from C++ routines.
# @param place the file that they are of, if any.
issue <- function(notices, place = NULL) {
  texts <- said_in_r(if (is.null(place)) notices$text else sprintf("%s: %s", place, notices$text))
  for (i in seq_along(texts)) notify(notices$code[i], texts[i], notices$level[i])
}

# A value for a message, as one short line.
shown <- function(value) {
  if (is.factor(value)) return(sprintf("a factor with %d levels", nlevels(value)))
  if (is.function(value)) return("a function")
  if (is.data.frame(value)) return(sprintf("a data frame of %d columns", ncol(value)))
  if (is.language(value)) return("an expression")
  if (isS4(value) || is.environment(value)) return(sprintf("an object of class \"%s\"", class(value)[1]))
  if (is.list(value)) return(sprintf("a list of %d elements", length(value)))
  if (length(value) > 1) {
    shape <- if (is.null(dim(value))) length(value) else paste(dim(value), collapse = " x ")
    return(sprintf("%s of %s values", if (is.null(dim(value))) paste("a", class(value)[1]) else "an array", shape))
  }
  if (is.object(value)) return(sprintf("an object of class \"%s\"", class(value)[1]))
  paste(deparse(value, nlines = 1), collapse = "")
}
