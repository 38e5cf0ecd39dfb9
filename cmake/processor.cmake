# SPDX-License-Identifier: Apache-2.0
# Toolchain for another processor, BIOTROPY_PROCESSOR (aarch64 or s390x): Debian's g++ 12 for it against the sysroot of
# setup/sysroot.sh. What it compiles runs in QEMU, where the variable QEMU_CPU of the environment names a model of the
# processor.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES BIOTROPY_PROCESSOR)
set(triplet ${BIOTROPY_PROCESSOR}-linux-gnu)
set(sysroot ${CMAKE_CURRENT_LIST_DIR}/../build/sysroot-${BIOTROPY_PROCESSOR})
get_filename_component(sysroot ${sysroot} ABSOLUTE)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${BIOTROPY_PROCESSOR})
set(CMAKE_C_COMPILER ${triplet}-gcc-12)
set(CMAKE_CXX_COMPILER ${triplet}-g++-12)
set(CMAKE_SYSROOT ${sysroot})
set(CMAKE_LIBRARY_ARCHITECTURE ${triplet})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${BIOTROPY_PROCESSOR}-static -L ${sysroot})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${sysroot}/usr/lib/${triplet}/pkgconfig:${sysroot}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${sysroot})
