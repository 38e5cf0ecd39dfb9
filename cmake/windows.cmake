# SPDX-License-Identifier: Apache-2.0
# Toolchain for 64-bit Windows: MinGW-w64 of Debian 12 against the libraries of setup/windows_libraries.sh. What it compiles
# needs nothing but Windows, and runs in Wine.
set(windows_root ${CMAKE_CURRENT_LIST_DIR}/../build/windows-sysroot/root)
get_filename_component(windows_root ${windows_root} ABSOLUTE)
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_CROSSCOMPILING_EMULATOR wine)
set(CMAKE_FIND_ROOT_PATH ${windows_root})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${windows_root}/usr/local/lib/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${windows_root})
set(OPENSSL_USE_STATIC_LIBS TRUE)

# The stack of a Windows program is aligned to 16 bytes, and g++ keeps vectors of 32 and 64 bytes there as if it were aligned
# to their size (GCC bug 54412). The assembler writes moves that need no alignment instead; they are as fast.
set(CMAKE_C_FLAGS_INIT "-ffunction-sections -fdata-sections -Wa,-muse-unaligned-vector-move")
set(CMAKE_CXX_FLAGS_INIT "-ffunction-sections -fdata-sections -Wa,-muse-unaligned-vector-move -Wa,-mbig-obj")
# Libraries of the compiler are linked in, and the stack is as large as on Linux.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,--gc-sections -Wl,--stack,8388608")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-static")
