# SPDX-License-Identifier: Apache-2.0
# Toolchain for browsers: Debian's Emscripten against the libraries of setup/page_libraries.sh. Exceptions and vectors of 128
# bits are those of WebAssembly itself, which browsers have since 2023.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(CMAKE_C_FLAGS_INIT "-msimd128")
# Highway's own target for WebAssembly has no doubles; of its portable one the compiler makes vector instructions.
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -fwasm-exceptions -DHWY_COMPILE_ONLY_EMU128")
