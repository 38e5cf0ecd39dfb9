// SPDX-License-Identifier: Apache-2.0
//
// Definitions in a NetCDF file, each looked up after it was made: the library (4.9) reports success where it had no
// memory to keep a variable or an attribute, and the file would lack them.
#pragma once

#include <netcdf.h>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/results/results.hpp"

namespace biotropy::files {

/// Entries without a value.
inline constexpr double kMissingReal = std::numeric_limits<double>::quiet_NaN();
inline constexpr long long kMissingCount = -1;

/// A status of the NetCDF library other than success.
struct NetcdfFailure {
  int status = NC_NOERR;
};

/// @throws NetcdfFailure
inline void require(int status) {
  if (status != NC_NOERR) throw NetcdfFailure{status};
}

/// The number of the new dimension. @throws NetcdfFailure
int define_dimension(int group, const std::string& name, std::size_t length);

/// The number of the new variable. @throws NetcdfFailure
int define_variable(int group, const std::string& name, nc_type type, const std::vector<int>& dimensions);

/// @throws NetcdfFailure
void put_text(int group, int variable, const std::string& name, std::string_view text);

/// Says which value entries have that are missing: NaN, -1. Texts have none. @throws NetcdfFailure
void put_fill(int group, int variable, nc_type type);

/// @throws NetcdfFailure
void put_attribute(int group, int variable, const std::string& name, const ParameterValue& value);

}  // namespace biotropy::files
