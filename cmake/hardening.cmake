# SPDX-License-Identifier: Apache-2.0
# Compiler and linker options against malicious files.

# Binaries get the run path of the installation from the start. Otherwise CMake changes it on installation, and for that
# ends the build path with a colon: an empty element, which means the current folder of the user.
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

# Addresses of functions are resolved when a program starts, and read-only afterwards. The formats of Windows and macOS know
# no other way.
if(NOT WIN32 AND NOT APPLE AND NOT EMSCRIPTEN)
  add_link_options(-Wl,-z,relro,-z,now)
endif()

# An overwritten return address or buffer ends the program, at no measurable cost (docs/performance.md). Sanitizers have
# their own checks, and lengths are not checked without optimisation.
if(NOT BIOTROPY_SANITIZE AND NOT BIOTROPY_FUZZ AND NOT EMSCRIPTEN)
  add_compile_options(-fstack-protector-strong
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=3>)
  if(MINGW)
    add_link_options(-fstack-protector-strong)  # adds the library that has the checks
  endif()
endif()
