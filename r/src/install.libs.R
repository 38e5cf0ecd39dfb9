# SPDX-License-Identifier: Apache-2.0
# The module and, where configure built it, the library beside it.
libraries <- c(Sys.glob(paste0("*", SHLIB_EXT)), Sys.glob("libbiotropy.so.*"), Sys.glob("symbols.rds"))
folder <- file.path(R_PACKAGE_DIR, paste0("libs", R_ARCH))
dir.create(folder, recursive = TRUE, showWarnings = FALSE)
file.copy(libraries, folder, overwrite = TRUE)
# The sources inside the package make a module of 170 MB, most of it debugging information.
strip <- Sys.which("strip")
if (file.exists("objects.mk") && nzchar(strip)) {
  system2(strip, c("-x", "-S", shQuote(file.path(folder, paste0("biotropy", SHLIB_EXT)))))
}
