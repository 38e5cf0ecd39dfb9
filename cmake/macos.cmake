# SPDX-License-Identifier: Apache-2.0
# Toolchain for macOS on Apple's processors: Clang, C++ library, headers and linker of Zig, against the libraries of
# setup/macos_libraries.sh, which also makes its programs (cc, c++, ...) with this target. What it links cannot be run here.
set(macos_root ${CMAKE_CURRENT_LIST_DIR}/../build/macos-sysroot/root)
get_filename_component(macos_root ${macos_root} ABSOLUTE)
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR arm64)
set(CMAKE_C_COMPILER ${macos_root}/../bin/cc)
set(CMAKE_CXX_COMPILER ${macos_root}/../bin/c++)
set(CMAKE_CXX_FLAGS_INIT "-DFLT_RADIX=__FLT_RADIX__")  # which the float.h of Zig lacks and toml++ uses
set(CMAKE_AR ${macos_root}/../bin/ar)
set(CMAKE_RANLIB ${macos_root}/../bin/ranlib)
set(CMAKE_INSTALL_NAME_TOOL true)  # libraries are not moved after they are linked
set(CMAKE_FIND_ROOT_PATH ${macos_root})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${macos_root}/usr/local/lib/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${macos_root})
set(OPENSSL_USE_STATIC_LIBS TRUE)
