// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/drawn_surrogates.hpp"

#include <fmt/format.h>

#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/files/results/checked_arrays.hpp"

namespace biotropy::study {

std::filesystem::path DrawnSurrogates::file(std::size_t first) const {
  return folder_ / fmt::format("from-{}.values", first);
}

std::vector<double> DrawnSurrogates::take(std::size_t first) {
  try {
    files::Arrays arrays = files::read_checked_arrays(file(first));
    const bool fits = arrays.attributes.size() == 2 && arrays.attributes[0].value == files::ParameterValue(key_) &&
                      arrays.attributes[1].value == files::ParameterValue(static_cast<double>(first)) &&
                      arrays.variables.size() == 1;
    if (fits) return std::move(arrays.variables.front().numbers);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::file_not_found && error.code() != ErrorCode::bad_file) throw;
  }
  return {};
}

void DrawnSurrogates::keep(std::size_t first, std::span<const double> values) {
  files::make_folder(folder_);
  files::Arrays arrays;
  arrays.attributes = {{"key", key_}, {"first", static_cast<double>(first)}};
  arrays.variables.push_back({"values", {"value"}, {values.begin(), values.end()}, {}, false});
  files::write_checked_arrays(file(first), arrays);
}

void DrawnSurrogates::remove() const {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace biotropy::study
