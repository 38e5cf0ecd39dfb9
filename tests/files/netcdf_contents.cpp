// SPDX-License-Identifier: Apache-2.0
#include "tests/files/netcdf_contents.hpp"

namespace biotropy::files::test {

std::vector<std::string> strings(const netCDF::NcGroup& group, const std::string& name) {
  std::vector<char*> pointers = numbers<char*>(group, name);
  std::vector<std::string> texts;
  for (const char* pointer : pointers) texts.emplace_back(pointer == nullptr ? "" : pointer);
  nc_free_string(pointers.size(), pointers.data());
  return texts;
}

std::vector<std::string> dimensions(const netCDF::NcGroup& group, const std::string& name) {
  std::vector<std::string> names;
  for (const netCDF::NcDim& dimension : group.getVar(name).getDims()) names.push_back(dimension.getName());
  return names;
}

std::string text_attribute(const netCDF::NcGroup& group, const std::string& name) {
  std::string text;
  group.getAtt(name).getValues(text);
  return text;
}

double real_attribute(const netCDF::NcGroup& group, const std::string& name) {
  double value = 0.0;
  group.getAtt(name).getValues(&value);
  return value;
}

}  // namespace biotropy::files::test
