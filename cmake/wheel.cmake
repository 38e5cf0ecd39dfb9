# SPDX-License-Identifier: Apache-2.0
# Toolchain of the wheels: g++ 12 against the sysroot of setup/wheel_libraries.sh, which has the C library of Debian 11 and
# static libraries, so that nothing but a C library is needed to run them.
set(wheel_root ${CMAKE_CURRENT_LIST_DIR}/../build/wheels/sysroot)
get_filename_component(wheel_root ${wheel_root} ABSOLUTE)
set(CMAKE_C_COMPILER gcc-12)
set(CMAKE_CXX_COMPILER g++-12)
set(CMAKE_SYSROOT ${wheel_root})
set(CMAKE_FIND_ROOT_PATH ${wheel_root})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)  # nanobind is in the environment of Python
set(ENV{PKG_CONFIG_LIBDIR} ${wheel_root}/usr/local/lib/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${wheel_root})

# What is not used is left out, and what is linked statically is not visible outside.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_FLAGS_INIT "-ffunction-sections -fdata-sections")
set(CMAKE_CXX_FLAGS_INIT "-ffunction-sections -fdata-sections")
# g++ looks beside itself first, where the C library of this machine is; -B and -L come before that. The static C++ library
# needs libpthread and others of Debian 11 only after they have been passed, so they are kept.
set(libraries ${wheel_root}/usr/lib/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu)
string(CONCAT CMAKE_EXE_LINKER_FLAGS_INIT
  "-B${libraries} -L${libraries} -L${wheel_root}/lib/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu -static-libstdc++ "
  "-Wl,--no-as-needed -Wl,--gc-sections -Wl,--exclude-libs,ALL -Wl,--strip-all")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "${CMAKE_EXE_LINKER_FLAGS_INIT}")
set(CMAKE_MODULE_LINKER_FLAGS_INIT "${CMAKE_EXE_LINKER_FLAGS_INIT}")
set(CMAKE_C_STANDARD_LIBRARIES "-lpthread -ldl -lm -lrt")
set(CMAKE_CXX_STANDARD_LIBRARIES "${wheel_root}/usr/local/lib/wheel_glibc.o ${CMAKE_C_STANDARD_LIBRARIES}")
