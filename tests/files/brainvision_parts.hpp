// SPDX-License-Identifier: Apache-2.0
//
// A BrainVision recording in one text: its header, a byte 0, its samples, a byte 0, and its markers. Samples themselves
// may hold bytes 0: the markers begin behind the last one.
#pragma once

#include <string>
#include <string_view>

#include "biotropy/files/formats/brainvision_header_internal.hpp"

namespace biotropy::files::test {

/// @param name the path in messages.
inline series::Recording read_brainvision_parts(const std::string& name, std::string_view whole) {
  const auto bytes = [](std::string_view part) { return std::as_bytes(std::span(part)); };
  const std::size_t end = std::min(whole.find('\0'), whole.size());
  Input head(name, bytes(whole.substr(0, end)));
  const BrainVisionHeader header = read_brainvision_header(head, name);
  std::string_view rest = whole.substr(std::min(end + 1, whole.size()));
  const std::size_t last = std::min(rest.rfind('\0'), rest.size());
  Input samples(name, bytes(rest.substr(0, last)));
  series::Recording recording;
  recording.path = name;
  recording.format = "BrainVision";
  read_brainvision_samples(header, samples, {}, recording);
  Input markers(name, bytes(rest.substr(std::min(last + 1, rest.size()))));
  read_brainvision_markers(markers, header, recording);
  return recording;
}

}  // namespace biotropy::files::test
