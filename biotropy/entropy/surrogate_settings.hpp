// SPDX-License-Identifier: Apache-2.0
//
// A test against surrogates as a user asks for it. Its options are rows of a table.
#pragma once

#include <cstdint>
#include <span>

#include "biotropy/option.hpp"
#include "biotropy/surrogates/generator.hpp"

namespace biotropy::entropy {

struct SurrogateSettings {
  int surrogates = 0;  ///< how many; 0: no test
  surrogates::Kind kind = surrogates::Kind::iaaft;
  std::int64_t seed = 1;  ///< at least 0
  int stop = 0;           ///< surrogates beyond the value, at either end, after which an entry draws no more; 0: never
  std::size_t first_epoch = 0;  ///< number of the first of the tested epochs in their recording

  /// Whether a test is asked for.
  bool given() const { return surrogates > 0; }
  bool operator==(const SurrogateSettings&) const = default;
};

/// @throws Error invalid_argument, naming the option: also for one of a test that is not asked for.
void validate(const SurrogateSettings& settings);

using SurrogateOption = OptionRow<SurrogateSettings>;

/// Every option, in the order of the help.
std::span<const SurrogateOption> surrogate_options();

}  // namespace biotropy::entropy
