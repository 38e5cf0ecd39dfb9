// SPDX-License-Identifier: Apache-2.0
//
// Results of the C interface as vectors, and the series that its tests measure.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "c/biotropy.h"
#include "tests/matchers.hpp"

namespace biotropy::c {

using Options = std::unique_ptr<biotropy_options, decltype(&biotropy_options_destroy)>;
using Result = std::unique_ptr<biotropy_result, decltype(&biotropy_result_destroy)>;

/// The value of an option: a number, a text, or a list of numbers.
struct Value {
  Value(double number) : numbers{number}, is_list(false) {}
  Value(const char* one) : text(one) {}
  Value(std::vector<double> list) : numbers(std::move(list)) {}

  const char* text = nullptr;
  std::vector<double> numbers{};
  bool is_list = true;
};

inline Options make_options(std::initializer_list<std::pair<const char*, Value>> values = {}) {
  biotropy_options* made = nullptr;
  EXPECT_EQ(biotropy_options_create(&made), BIOTROPY_OK);
  for (const auto& [name, value] : values) {
    const int status = value.text != nullptr ? biotropy_options_set_text(made, name, value.text)
                       : value.is_list
                           ? biotropy_options_set_numbers(made, name, value.numbers.data(), value.numbers.size())
                           : biotropy_options_set_number(made, name, value.numbers.front());
    EXPECT_EQ(status, BIOTROPY_OK) << name;
  }
  return {made, biotropy_options_destroy};
}

/// In samples.
inline void set_windows(biotropy_options* options, std::size_t window, std::size_t step) {
  EXPECT_EQ(biotropy_options_set_number(options, "window", static_cast<double>(window)), BIOTROPY_OK);
  EXPECT_EQ(biotropy_options_set_number(options, "step", static_cast<double>(step)), BIOTROPY_OK);
}

/// Keeps the notices of calls with these options.
inline void hear(const Options& options, Notices& heard) {
  const auto keep = [](void* context, int level, const char* code, const char* text) {
    static_cast<Notices*>(context)->push_back({static_cast<NoticeLevel>(level), code, text});
  };
  EXPECT_EQ(biotropy_options_set_notify(options.get(), keep, &heard), BIOTROPY_OK);
}

/// The result of a call whose last argument is the place for it.
template <typename Call, typename... Arguments>
Result result_of(const Call& call, Arguments... arguments) {
  biotropy_result* made = nullptr;
  EXPECT_EQ(call(arguments..., &made), BIOTROPY_OK) << biotropy_last_error();
  return {made, biotropy_result_destroy};
}

using Signal = std::unique_ptr<biotropy_signal, decltype(&biotropy_signal_destroy)>;

inline Signal make_signal(const double* samples, std::size_t n_epochs, std::size_t n_channels, std::size_t n_times) {
  biotropy_signal* made = nullptr;
  EXPECT_EQ(biotropy_signal_create(samples, n_epochs, n_channels, n_times, &made), BIOTROPY_OK);
  return {made, biotropy_signal_destroy};
}

/// biotropy_measure() of samples of which nothing else is known. @param y may be null.
inline int measure_samples(const char* measure, const double* x, const double* y, std::size_t n_epochs,
                           std::size_t n_channels, std::size_t n_times, const biotropy_options* options,
                           biotropy_result** made) {
  const Signal of_x = make_signal(x, n_epochs, n_channels, n_times);
  const Signal of_y =
      y == nullptr ? Signal(nullptr, biotropy_signal_destroy) : make_signal(y, n_epochs, n_channels, n_times);
  return biotropy_measure(measure, of_x.get(), of_y.get(), options, made);
}

inline biotropy_array find(const Result& result, const char* name) {
  biotropy_array array{};
  EXPECT_EQ(biotropy_result_find(result.get(), name, &array), BIOTROPY_OK) << biotropy_last_error();
  return array;
}

inline std::vector<double> reals(const Result& result, const char* name) {
  const biotropy_array array = find(result, name);
  EXPECT_EQ(array.kind, BIOTROPY_REAL) << name;
  return {array.reals, array.reals + array.n};
}

inline std::vector<std::uint64_t> counts(const Result& result, const char* name) {
  const biotropy_array array = find(result, name);
  EXPECT_EQ(array.kind, BIOTROPY_COUNT) << name;
  return {array.counts, array.counts + array.n};
}

inline std::vector<std::string> texts(const Result& result, const char* name) {
  const biotropy_array array = find(result, name);
  EXPECT_EQ(array.kind, BIOTROPY_TEXT) << name;
  return {array.texts, array.texts + array.n};
}

inline std::vector<std::size_t> dims(const Result& result, const char* name) {
  const biotropy_array array = find(result, name);
  return {array.dims, array.dims + array.n_dims};
}

/// The same bits, NaN included.
inline void expect_same(const std::vector<double>& found, const std::vector<double>& wanted) {
  EXPECT_THAT(found, testing::Pointwise(NanSensitiveDoubleEq(), wanted));
  for (std::size_t i = 0; i < std::min(found.size(), wanted.size()); ++i) {
    EXPECT_TRUE(found[i] == wanted[i] || (found[i] != found[i] && wanted[i] != wanted[i])) << i;
  }
}

/// Equally distributed numbers with ties.
inline std::vector<double> series_of(std::uint64_t seed, std::size_t n) {
  std::vector<double> values(n);
  for (double& value : values) {
    seed = (1103515245 * seed + 12345) % 2147483648;
    value = static_cast<double>(seed >> 12) / 1024.0;
  }
  return values;
}

}  // namespace biotropy::c
