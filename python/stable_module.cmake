# SPDX-License-Identifier: Apache-2.0
# The extension module for the stable interface of CPython 3.12 and later, from the headers of one of them
# (BIOTROPY_STABLE_HEADERS). The interpreter that runs the build may be older: nothing of this module is run.
block(SCOPE_FOR VARIABLES)
  set(Python_VERSION 3.12)
  set(Python_INTERPRETER_ID Python)
  set(Python_INCLUDE_DIRS ${BIOTROPY_STABLE_HEADERS})
  add_library(Python::SABIModule INTERFACE IMPORTED)
  biotropy_module(biotropy_stable_python STABLE_ABI)
endblock()
target_compile_options(nanobind-static-abi3 PRIVATE -w)
set_target_properties(biotropy_stable_python PROPERTIES
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/stable)
add_dependencies(biotropy_python biotropy_stable_python)
