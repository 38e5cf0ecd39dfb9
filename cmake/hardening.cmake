# SPDX-License-Identifier: Apache-2.0
# How programs and libraries are compiled and linked, against files that are made to do harm.

# They carry the path of libraries that they are installed with from the first. CMake would change it when it installs,
# and for that ends the path of the build with a colon: an empty element, which is the folder of whoever runs them.
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

# Addresses of functions are found when a program starts, and cannot be changed afterwards.
add_link_options(-Wl,-z,relro,-z,now)

# A return address or a buffer that was written over ends the program. None of it costs time that can be measured
# (docs/performance.md). Sanitizers have checks of their own, and without optimisation there is none of lengths.
if(NOT BIOTROPY_SANITIZE AND NOT BIOTROPY_FUZZ)
  add_compile_options(-fstack-protector-strong
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=3>)
endif()
