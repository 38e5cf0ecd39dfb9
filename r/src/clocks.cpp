// SPDX-License-Identifier: Apache-2.0
//
// Columns of a data frame that are no channels.
#include <optional>

#include "biotropy/files/time_columns.hpp"
#include "entry.hpp"
#include "module.hpp"
#include "values.hpp"

namespace biotropy::r {

// Missing texts, and those that are no times, become NA.
SEXP clock_seconds(SEXP texts) {
  return guarded([&]() -> SEXP {
    std::vector<double> seconds;
    for (const cpp11::r_string text : cpp11::strings(texts)) {
      const auto time = cpp11::is_na(text) ? std::nullopt : files::clock_time(std::string(text));
      seconds.push_back(time ? time->seconds : NA_REAL);
    }
    return to_r(seconds);
  });
}

SEXP time_columns(SEXP names, SEXP values) {
  return guarded([&]() -> SEXP {
    std::vector<files::FirstValues> columns;
    for (std::string& name : to_strings(names)) {
      const series::Samples own = Columns(VECTOR_ELT(values, static_cast<R_xlen_t>(columns.size()))).all();
      columns.push_back({std::move(name), {own.begin(), own.end()}});
    }
    std::vector<std::string> kinds;
    for (const files::TimeColumn kind : files::time_columns(columns)) kinds.emplace_back(word(kind));
    return to_r(kinds);
  });
}

}  // namespace biotropy::r
