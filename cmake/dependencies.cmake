# SPDX-License-Identifier: Apache-2.0
# Libraries used by Biotropy; all are Debian packages (see setup/debian.sh). Those that are not found are named in one
# message.
set(missing)
set(missing_packages)

if(EMSCRIPTEN)
  include(browser_libraries)
  return()
endif()

# biotropy_found(LIBRARY DEBIAN_PACKAGES VARIABLE): the variable says whether the library was found.
macro(biotropy_found library debian_packages variable)
  if(NOT ${variable})
    list(APPEND missing "  ${library} (${debian_packages})")
    list(APPEND missing_packages ${debian_packages})
  endif()
endmacro()

find_package(Threads QUIET)  # a static oneTBB is linked with it
find_package(TBB QUIET)
biotropy_found("oneTBB" "libtbb-dev" TBB_FOUND)
find_package(fmt QUIET)
biotropy_found("fmt" "libfmt-dev" fmt_FOUND)
find_package(Boost 1.74 QUIET)
biotropy_found("Boost 1.74" "libboost-math-dev libboost-random-dev" Boost_FOUND)
find_package(Eigen3 QUIET NO_MODULE)
biotropy_found("Eigen 3" "libeigen3-dev" Eigen3_FOUND)
if(Eigen3_FOUND AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  # Its products for NEON are made of fused multiplications and additions, whatever the compiler is told (compiler.cmake).
  target_compile_definitions(Eigen3::Eigen INTERFACE EIGEN_DONT_VECTORIZE)
endif()
find_package(nlohmann_json QUIET)
biotropy_found("JSON for Modern C++" "nlohmann-json3-dev" nlohmann_json_FOUND)
find_package(CLI11 QUIET)
biotropy_found("CLI11" "libcli11-dev" CLI11_FOUND)
find_package(OpenSSL QUIET COMPONENTS Crypto)
biotropy_found("OpenSSL" "libssl-dev" OPENSSL_FOUND)
find_package(ZLIB QUIET)
biotropy_found("zlib" "zlib1g-dev" ZLIB_FOUND)
find_package(PkgConfig QUIET)
biotropy_found("pkg-config, which finds the next four" "pkg-config" PKG_CONFIG_FOUND)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(HWY QUIET IMPORTED_TARGET libhwy)
  pkg_check_modules(NETCDF QUIET IMPORTED_TARGET netcdf-cxx4)
  pkg_check_modules(TOML QUIET IMPORTED_TARGET tomlplusplus)
  pkg_check_modules(HDF5 QUIET IMPORTED_TARGET hdf5)
endif()
if(NOT NETCDF_FOUND)
  # Its port of vcpkg has a CMake package, and no file for pkg-config.
  find_package(netCDFCxx CONFIG QUIET)
  if(TARGET netCDF::netcdf-cxx4)
    add_library(PkgConfig::NETCDF ALIAS netCDF::netcdf-cxx4)
    set(NETCDF_FOUND TRUE)
  endif()
endif()
biotropy_found("Highway" "libhwy-dev" HWY_FOUND)
if(HWY_FOUND)
  # Highway compiles this set only if asked; it counts bits in few instructions.
  target_compile_definitions(PkgConfig::HWY INTERFACE HWY_WANT_AVX3_DL)
endif()
if(HWY_FOUND AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  # Vector code for NEON alone, which every such processor has, and no choice at run time. Vectors of SVE have no size when
  # they are compiled, so they cannot be in the arrays and classes in which the kernels keep them; and beside SVE, g++ would
  # compile NEON for processors with AES, but not the constructors that it makes itself, and refuse to inline one in the other.
  target_compile_definitions(PkgConfig::HWY INTERFACE TOOLCHAIN_MISS_SYS_AUXV_H)
endif()
if(HWY_FOUND AND CMAKE_CXX_BYTE_ORDER STREQUAL "BIG_ENDIAN")
  # Highway's own vectors, without instructions for them, have the lanes of a wider one in the order of little endian.
  target_compile_definitions(PkgConfig::HWY INTERFACE HWY_COMPILE_ONLY_SCALAR)
endif()
biotropy_found("NetCDF for C++ 4" "libnetcdf-c++4-dev libnetcdf-dev" NETCDF_FOUND)
biotropy_found("toml++" "libtomlplusplus-dev" TOML_FOUND)
biotropy_found("HDF5" "libhdf5-dev" HDF5_FOUND)
if(BIOTROPY_TESTS OR BIOTROPY_FUZZ)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(MATIO QUIET IMPORTED_TARGET matio)  # writes MAT files
  endif()
  # Tests that need them are skipped in a build for another system without matio (setup/windows_libraries.sh).
  if(NOT WIN32 AND NOT (APPLE AND CMAKE_CROSSCOMPILING))
    biotropy_found("matio, for the tests" "libmatio-dev" MATIO_FOUND)
  endif()
endif()

if(missing)
  list(JOIN missing "\n" missing)
  list(JOIN missing_packages " " missing_packages)
  message(FATAL_ERROR "Biotropy is built from sources here, and these libraries were not found:\n${missing}\n"
    "On Debian and Ubuntu:\n  apt-get install g++ cmake ninja-build python3-dev ${missing_packages}\n"
    "A wheel has all of them inside.")
endif()
