# SPDX-License-Identifier: Apache-2.0
# Reading of results of the program.

#' Results of the program
#'
#' Reads the NetCDF-4 files (`.nc`) of `biotropy entropy`, `multiscale`, `cross` and `study run` (`result.nc` of a study) with
#' the package RNetCDF.
#'
#' @param file The name of the file.
#' @return An object of class `biotropy_results`: a list with an element for each variable of the file. A variable over
#'   dimensions is an array in the order of the file, such as `["epoch", "channel", "partner"]`, whose dimnames are the
#'   coordinates; its attributes in the file (`long_name`, `units`) are attributes of the array. Attributes of the file, which
#'   are the parameters and the origin, are the list `attr(, "file")`. A group of the file is a list of the same kind.
#' @examples
#' \dontrun{
#' result <- read_results("study/result.nc")
#' names(result)
#' attr(result, "file")$biotropy_version
#' }
#' @export
read_results <- function(file) {
  path <- file_path(file)
  loadNamespace("RNetCDF")
  if (!file.exists(path)) raise("file_not_found", paste0(path, ": no such file"), "file", path)
  connection <- tryCatch(RNetCDF::open.nc(path), error = function(condition) {
    raise("bad_file", paste0(path, ": no NetCDF file (", conditionMessage(condition), ")"), "file", path)
  })
  on.exit(RNetCDF::close.nc(connection))
  structure(read_group(connection), class = "biotropy_results")
}

read_group <- function(group) {
  facts <- RNetCDF::grp.inq.nc(group)
  variables <- lapply(facts$varids, function(id) RNetCDF::var.inq.nc(group, id))
  names(variables) <- vapply(variables, `[[`, "", "name")
  dimensions <- lapply(variables, function(variable) {
    ids <- variable$dimids
    # RNetCDF returns the last dimension of the file first.
    if (anyNA(ids)) character() else rev(vapply(ids, function(id) RNetCDF::dim.inq.nc(group, id)$name, ""))
  })
  values <- lapply(names(variables), function(name) RNetCDF::var.get.nc(group, name, collapse = FALSE))
  names(values) <- names(variables)
  result <- lapply(names(variables), function(name) {
    labelled(values[[name]], dimensions[[name]], values, attributes_of(group, name, variables[[name]]$natts))
  })
  names(result) <- names(variables)
  for (below in facts$grps) result[[RNetCDF::grp.inq.nc(below)$name]] <- read_group(below)
  structure(result, file = attributes_of(group, "NC_GLOBAL", facts$ngatts))
}

# A variable as an array in the order of the file, with the coordinates of its dimensions.
labelled <- function(value, dimensions, values, attributes) {
  if (length(dimensions) > 1) value <- aperm(value)
  if (length(dimensions) > 0) {
    coordinates <- lapply(dimensions, function(name) if (!is.null(values[[name]])) as.character(values[[name]]))
    dimnames(value) <- stats::setNames(coordinates, dimensions)
  }
  for (name in names(attributes)) attr(value, name) <- attributes[[name]]
  value
}

attributes_of <- function(group, variable, n) {
  names <- vapply(seq_len(n) - 1, function(i) RNetCDF::att.inq.nc(group, variable, i)$name, "")
  stats::setNames(lapply(names, function(name) RNetCDF::att.get.nc(group, variable, name)), names)
}

#' @rdname read_results
#' @param x Result of `read_results()`.
#' @param ... Not used.
#' @export
print.biotropy_results <- function(x, ...) {
  for (name in names(x)) {
    shape <- dim(x[[name]])
    over <- if (is.null(shape)) "" else paste0(" (", paste(names(dimnames(x[[name]])), shape, collapse = ", "), ")")
    cat(name, over, "\n", sep = "")
  }
  invisible(x)
}
