// SPDX-License-Identifier: Apache-2.0
//
// A test against surrogates as a user asks for it. Its options stand in a table as those of measures do (options.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "biotropy/entropy/options.hpp"
#include "biotropy/surrogates/kind.hpp"

namespace biotropy::entropy {

struct SurrogateOption;

struct SurrogateSettings {
  int surrogates = 0;  ///< how many; 0: no test
  surrogates::Kind kind = surrogates::Kind::iaaft;
  std::int64_t seed = 1;  ///< at least 0
  int stop = 0;           ///< surrogates beyond the value, at either end, after which an entry draws no more; 0: never
  std::size_t first_epoch = 0;  ///< number of the first of the tested epochs in their recording

  /// Whether a test is asked for.
  bool given() const { return surrogates > 0; }
  /// Gives an option a value. @throws Error invalid_argument.
  void set(const SurrogateOption& option, const OptionValue& value);
  bool operator==(const SurrogateSettings&) const = default;
};

/// @throws Error invalid_argument, naming the option: also for one of a test that is not asked for.
void validate(const SurrogateSettings& settings);

/// An option of a test.
struct SurrogateOption : OptionText {
  std::function<OptionValue(const SurrogateSettings&)> get;
  /// @throws Error invalid_argument for a value that the field cannot hold.
  std::function<void(const OptionText&, SurrogateSettings&, const OptionValue&)> put;

  /// The default.
  std::string usual() const { return text_of(get({})); }
};

/// Every option, in the order of the help.
std::span<const SurrogateOption> surrogate_options();

/// The option of that name, with hyphens or underscores; null where there is none.
const SurrogateOption* find_surrogate_option(std::string_view name);

}  // namespace biotropy::entropy
