# SPDX-License-Identifier: Apache-2.0
# Libraries used by Biotropy; all are Debian packages (see setup/debian.sh).
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(NETCDF REQUIRED IMPORTED_TARGET netcdf-cxx4)
pkg_check_modules(TOML REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(HDF5 REQUIRED IMPORTED_TARGET hdf5)
if(BIOTROPY_TESTS OR BIOTROPY_FUZZ)
  pkg_check_modules(MATIO REQUIRED IMPORTED_TARGET matio)  # writes MAT files
endif()
