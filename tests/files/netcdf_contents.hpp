// SPDX-License-Identifier: Apache-2.0
//
// Contents of a NetCDF file, read through the C++ interface of the NetCDF library.
#pragma once

#include <netcdf>
#include <string>
#include <vector>

namespace biotropy::files::test {

/// A variable of any dimensions.
template <typename Number>
std::vector<Number> numbers(const netCDF::NcGroup& group, const std::string& name) {
  const netCDF::NcVar variable = group.getVar(name);
  std::size_t size = 1;
  for (const netCDF::NcDim& dimension : variable.getDims()) size *= dimension.getSize();
  std::vector<Number> values(size);
  variable.getVar(values.data());
  return values;
}

std::vector<std::string> strings(const netCDF::NcGroup& group, const std::string& name);
std::vector<std::string> dimensions(const netCDF::NcGroup& group, const std::string& name);
std::string text_attribute(const netCDF::NcGroup& group, const std::string& name);
double real_attribute(const netCDF::NcGroup& group, const std::string& name);

}  // namespace biotropy::files::test
