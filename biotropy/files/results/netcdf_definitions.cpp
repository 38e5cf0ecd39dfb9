// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/results/netcdf_definitions_internal.hpp"

#include <algorithm>

namespace biotropy::files {

namespace {

constexpr int kMissingInt = -1;

// Of a name that was looked up.
void require_found(int status, bool is_the_same) {
  require(status == NC_NOERR && is_the_same ? NC_NOERR : NC_ENOMEM);
}

void require_attribute(int group, int variable, const char* name) {
  int number = -1;
  require_found(nc_inq_attid(group, variable, name, &number), true);
}

}  // namespace

int define_dimension(int group, const std::string& name, std::size_t length) {
  int dimension = -1, found = -1;
  require(nc_def_dim(group, name.c_str(), length, &dimension));
  const int status = nc_inq_dimid(group, name.c_str(), &found);
  require_found(status, found == dimension);
  return dimension;
}

int define_variable(int group, const std::string& name, nc_type type, const std::vector<int>& dimensions) {
  int variable = -1, found = -1;
  require(nc_def_var(group, name.c_str(), type, static_cast<int>(dimensions.size()), dimensions.data(), &variable));
  const int status = nc_inq_varid(group, name.c_str(), &found);
  require_found(status, found == variable);
  return variable;
}

void put_text(int group, int variable, const std::string& name, std::string_view text) {
  require(nc_put_att_text(group, variable, name.c_str(), text.size(), text.data()));
  require_attribute(group, variable, name.c_str());
}

// The library keeps _FillValue beside the attributes, too, and answers for it in the same way.
void put_fill(int group, int variable, nc_type type) {
  if (type == NC_DOUBLE) require(nc_put_att_double(group, variable, _FillValue, type, 1, &kMissingReal));
  if (type == NC_INT64) require(nc_put_att_longlong(group, variable, _FillValue, type, 1, &kMissingCount));
  if (type == NC_INT) require(nc_put_att_int(group, variable, _FillValue, type, 1, &kMissingInt));
  if (type != NC_STRING) require_attribute(group, variable, _FillValue);
}

void put_attribute(int group, int variable, const std::string& name, const ParameterValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    put_text(group, variable, name, *text);
  } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    const long long number = *whole;
    const bool small = number == static_cast<int>(number);
    // R and older MATLAB misread 64-bit integers, so these are used only for large values.
    require(nc_put_att_longlong(group, variable, name.c_str(), small ? NC_INT : NC_INT64, 1, &number));
  } else if (const auto* real = std::get_if<double>(&value)) {
    require(nc_put_att_double(group, variable, name.c_str(), NC_DOUBLE, 1, real));
  } else if (const auto* reals = std::get_if<std::vector<double>>(&value)) {
    require(nc_put_att_double(group, variable, name.c_str(), NC_DOUBLE, reals->size(), reals->data()));
  } else {
    const auto& list = std::get<std::vector<std::int64_t>>(value);
    const std::vector<long long> numbers(list.begin(), list.end());
    const bool small = std::all_of(list.begin(), list.end(), [](auto n) { return n == static_cast<int>(n); });
    require(nc_put_att_longlong(group, variable, name.c_str(), small ? NC_INT : NC_INT64, list.size(), numbers.data()));
  }
  require_attribute(group, variable, name.c_str());
}

}  // namespace biotropy::files
