# SPDX-License-Identifier: Apache-2.0
# Toolchain of the wheels: g++ 12 against the sysroot of setup/wheel_libraries.sh, which has the C library of Debian 11 and
# static libraries, so that nothing but a C library is needed to run them. BIOTROPY_PROCESSOR names another processor than this
# machine's (aarch64); what is compiled for it runs in QEMU.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES BIOTROPY_PROCESSOR)
set(processor ${CMAKE_HOST_SYSTEM_PROCESSOR})
set(prefix)
set(wheel_root ${CMAKE_CURRENT_LIST_DIR}/../build/wheels/sysroot)
if(BIOTROPY_PROCESSOR)
  set(processor ${BIOTROPY_PROCESSOR})
  set(prefix ${processor}-linux-gnu-)
  set(wheel_root ${CMAKE_CURRENT_LIST_DIR}/../build/wheels-${processor}/sysroot)
endif()
get_filename_component(wheel_root ${wheel_root} ABSOLUTE)
set(triplet ${processor}-linux-gnu)
set(CMAKE_C_COMPILER ${prefix}gcc-12)
set(CMAKE_CXX_COMPILER ${prefix}g++-12)
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
if(BIOTROPY_PROCESSOR)
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_SYSTEM_PROCESSOR ${processor})
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${processor}-static -L ${wheel_root})
  set(CMAKE_LIBRARY_ARCHITECTURE ${triplet})
  # A cross compiler looks for headers beside itself first, too, where a newer C library is: it gets those of the sysroot, and
  # from itself only its own.
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=include OUTPUT_VARIABLE own OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(headers "-isystem ${own} -isystem ${wheel_root}/usr/local/include")
  string(APPEND headers " -isystem ${wheel_root}/usr/include/${triplet} -isystem ${wheel_root}/usr/include")
  string(APPEND CMAKE_C_FLAGS_INIT " -nostdinc ${headers}")
  string(APPEND CMAKE_CXX_FLAGS_INIT " -nostdinc -isystem ${wheel_root}/usr/include/c++/12 "
    "-isystem ${wheel_root}/usr/include/${triplet}/c++/12 ${headers}")
endif()
# g++ looks beside itself first, where the C library of this machine is; -B and -L come before that. The static C++ library
# needs libpthread and others of Debian 11 only after they have been passed, so they are kept.
set(libraries ${wheel_root}/usr/lib/${triplet})
string(CONCAT CMAKE_EXE_LINKER_FLAGS_INIT
  "-B${libraries} -L${libraries} -L${wheel_root}/lib/${triplet} -static-libstdc++ "
  "-Wl,--no-as-needed -Wl,--gc-sections -Wl,--exclude-libs,ALL -Wl,--strip-all")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "${CMAKE_EXE_LINKER_FLAGS_INIT}")
set(CMAKE_MODULE_LINKER_FLAGS_INIT "${CMAKE_EXE_LINKER_FLAGS_INIT}")
set(CMAKE_C_STANDARD_LIBRARIES "-lpthread -ldl -lm -lrt")
set(CMAKE_CXX_STANDARD_LIBRARIES "${wheel_root}/usr/local/lib/wheel_glibc.o ${CMAKE_C_STANDARD_LIBRARIES}")
