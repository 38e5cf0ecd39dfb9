// SPDX-License-Identifier: Apache-2.0
//
// Marks of bad time, and of time that is missing, among the annotations of a recording.
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace biotropy::series {

/// True for text that begins with "bad" in any case, as in MNE (BAD_muscle, bad blink, BAD boundary).
inline bool marks_bad(std::string_view text) {
  constexpr std::string_view beginning = "BAD";
  return text.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), text.begin(),
                    [](char a, char b) { return a == std::toupper(static_cast<unsigned char>(b)); });
}

/// True for what programs write in place of an event where the samples before and behind it did not follow each other,
/// in any case: "boundary", to which EEGLAB may add more, or -99 in its place, "New Segment" (BrainVision, with more
/// behind it in MNE) and "EDGE boundary" (MNE).
inline bool marks_boundary(std::string_view text, bool of_eeglab) {
  const auto begins = [&](std::string_view word) {
    return text.size() >= word.size() && std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) {
             return a == std::tolower(static_cast<unsigned char>(b));
           });
  };
  constexpr std::string_view boundary = "boundary", edge = "edge boundary";
  if (begins("new segment")) return true;
  if (of_eeglab) return begins(boundary) || text == "-99" || text == "-99.0";
  return (begins(boundary) && text.size() == boundary.size()) || (begins(edge) && text.size() == edge.size());
}

}  // namespace biotropy::series
