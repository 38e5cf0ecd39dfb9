// SPDX-License-Identifier: Apache-2.0
//
// Columns of a data frame that are no channels, and rules of rates and times.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "biotropy/files/clock_text.hpp"
#include "biotropy/files/time_columns.hpp"
#include "biotropy/series/rate.hpp"
#include "biotropy/series/stamps.hpp"
#include "entry.hpp"
#include "module.hpp"
#include "values.hpp"

namespace biotropy::r {

// Missing texts, and those that are no times, become NA.
SEXP clock_seconds(SEXP texts) {
  return guarded([&]() -> SEXP {
    std::vector<double> seconds;
    for (const cpp11::r_string text : cpp11::strings(texts)) {
      const auto time = cpp11::is_na(text) ? std::nullopt : files::clock_seconds(std::string(text));
      seconds.push_back(time.value_or(NA_REAL));
    }
    return to_r(seconds);
  });
}

SEXP gap_after(SEXP stamps) {
  return guarded([&]() -> SEXP {
    const series::Stamps found = series::read_stamps(Columns(stamps).all());
    if (found.kind == series::StampKind::uneven) return Rf_ScalarInteger(0);
    return Rf_ScalarInteger(found.gaps.empty() ? NA_INTEGER : static_cast<int>(found.gaps.front()));
  });
}

// In the order of files::TimeColumn.
SEXP time_columns(SEXP names, SEXP values) {
  return guarded([&]() -> SEXP {
    std::vector<files::FirstValues> columns;
    for (std::string& name : to_strings(names)) {
      const series::Samples own = Columns(VECTOR_ELT(values, static_cast<R_xlen_t>(columns.size()))).all();
      columns.push_back({std::move(name), {own.begin(), own.end()}});
    }
    std::vector<std::string> kinds;
    for (const files::TimeColumn kind : files::time_columns(columns)) {
      constexpr std::array words = {"none", "time", "count", "unclear"};
      kinds.emplace_back(words[static_cast<std::size_t>(kind)]);
    }
    return to_r(kinds);
  });
}

SEXP is_same_rate(SEXP one, SEXP other) {
  return guarded(
      [&]() -> SEXP { return Rf_ScalarLogical(series::is_same_rate(Rf_asReal(one), Rf_asReal(other)) ? 1 : 0); });
}

// Within half a step; where neither a rate nor the stamps tell the step, equal.
SEXP are_same_times(SEXP one, SEXP other, SEXP rate) {
  return guarded([&]() -> SEXP {
    const Columns first(one), second(other);
    const double step = Rf_isNull(rate) ? series::read_stamps(first.all()).step : 1.0 / Rf_asReal(rate);
    const double most = series::kMostOffLine * step;
    const auto differ = [&](double x, double y) { return std::abs(x - y) > most; };
    const auto apart = std::mismatch(first.all().begin(), first.all().end(), second.all().begin(), std::not_fn(differ));
    return Rf_ScalarLogical(apart.first == first.all().end() ? 1 : 0);
  });
}

}  // namespace biotropy::r
