# SPDX-License-Identifier: Apache-2.0
# Compiler options of every target. There are no CPU-specific flags: SIMD code is compiled once per instruction set and
# chosen at run time (Google Highway), so one binary runs everywhere.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET default)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")

# Objects come from ccache if it is installed; paths relative to the sources let other checkouts share them.
find_program(BIOTROPY_CCACHE ccache)
mark_as_advanced(BIOTROPY_CCACHE)
if(BIOTROPY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${BIOTROPY_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Fused multiply-adds would make results depend on the machine.
add_compile_options(-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-restrict)  # g++ 12 reports overlaps in the concatenation of strings that do not exist
endif()
if(BIOTROPY_WERROR)
  add_compile_options(-Werror)
endif()
if(WIN32)
  # Headers of Windows define min and max, and include the first version of sockets, unless told not to.
  add_compile_definitions(NOMINMAX WIN32_LEAN_AND_MEAN)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/hardening.cmake)
if(BIOTROPY_SANITIZE)
  add_compile_options(-fsanitize=${BIOTROPY_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${BIOTROPY_SANITIZE})
endif()
if(BIOTROPY_FUZZ_ENGINE)
  # CXXFLAGS have the options.
elseif(BIOTROPY_FUZZ AND BIOTROPY_FUZZ_FAST)
  # Without sanitizers, and without a look at every comparison, four times as many inputs; the standard library checks its own.
  add_compile_options(-fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp -D_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=undefined)  # for what coverage calls in programs that are no targets
elseif(BIOTROPY_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
endif()
