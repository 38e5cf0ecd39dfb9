// SPDX-License-Identifier: Apache-2.0
//
// What a caller should know of work that succeeded; what cannot be computed is an Error. The code is for programs and
// never changes its meaning; the text is for people.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace biotropy {

enum class NoticeLevel : int {
  note = 0,    ///< what a person expects: a column of time is not measured
  warning = 1  ///< what may change a number: samples are missing
};

constexpr std::string_view word(NoticeLevel level) {
  return level == NoticeLevel::note ? "note" : "warning";
}

struct Notice {
  NoticeLevel level;
  std::string code;  ///< "missing_samples"
  std::string text;  ///< "3 missing values were kept as NaN"

  /// The same, with the place in front of the text: "fold 2: ...".
  Notice at(std::string_view place) const { return {level, code, std::string(place) + ": " + text}; }

  friend bool operator==(const Notice&, const Notice&) = default;
};

/// For nlohmann-json, which finds it.
template <typename Json>
void to_json(Json& json, const Notice& one) {
  json = {{"level", word(one.level)}, {"code", one.code}, {"text", one.text}};
}

using Notices = std::vector<Notice>;
/// The texts, or the codes, of notices in lines.
inline std::string lines(const Notices& notices, std::string Notice::*part) {
  std::string joined;
  for (const Notice& one : notices) joined += (joined.empty() ? "" : "\n") + one.*part;
  return joined;
}

using Notify = std::function<void(const Notice&)>;

inline Notice note(std::string code, std::string text) {
  return {NoticeLevel::note, std::move(code), std::move(text)};
}

inline Notice warning(std::string code, std::string text) {
  return {NoticeLevel::warning, std::move(code), std::move(text)};
}

}  // namespace biotropy
