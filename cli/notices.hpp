// SPDX-License-Identifier: Apache-2.0
//
// Notices of the library during work, from any thread, and their form in JSON.
#pragma once

#include <mutex>
#include <nlohmann/json_fwd.hpp>

#include "biotropy/notice.hpp"

namespace biotropy::cli {

/// Keeps each notice once.
class GatheredNotices {
 public:
  void add(const Notice& notice);

  /// Returns those since the last call.
  Notices take();

 private:
  std::mutex adding_;
  Notices notices_;
};

/// A list of objects with level, code and text.
nlohmann::ordered_json json_of(const Notices& notices);

}  // namespace biotropy::cli
