# SPDX-License-Identifier: Apache-2.0
# How programs and libraries are linked, against files that are made to do harm.

# They carry the path of libraries that they are installed with from the first. CMake would change it when it installs,
# and for that ends the path of the build with a colon: an empty element, which is the folder of whoever runs them.
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

# Addresses of functions are found when a program starts, and cannot be changed afterwards.
add_link_options(-Wl,-z,relro,-z,now)
