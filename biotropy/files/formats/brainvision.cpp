// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include "biotropy/files/formats/brainvision_header_internal.hpp"
#include "biotropy/files/formats/named_file_internal.hpp"
#include "biotropy/files/formats/readers.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHeaderEnding = ".vhdr", kSamplesEnding = ".eeg";

bool is_header(const fs::path& path) {
  if (!fs::is_regular_file(fetched_status(path))) return false;
  Input input(path);
  return brainvision_part(first_bytes(input)) == BrainVisionPart::header;
}

fs::path named_and_there(const fs::path& header, const std::string& name, const std::string& what,
                         const OpenOptions& options) {
  fs::path file = named_file(header, name, what, options);
  if (fs::exists(fetched_status(file))) return file;
  throw Error(
      ErrorCode::file_not_found,
      fmt::format("{}: the header names the {} {}, which is not there; if it was renamed, its name in the header must "
                  "be changed too",
                  header.generic_string(), what, in_quotes(name)));
}

}  // namespace

std::optional<fs::path> brainvision_header(const fs::path& path, std::string_view first_bytes) {
  const auto part = brainvision_part(first_bytes);
  if (part == BrainVisionPart::header) return path;
  if (part != BrainVisionPart::markers && lower(path.extension().generic_string()) != kSamplesEnding)
    return std::nullopt;
  const fs::path header = fs::path(path).replace_extension(kHeaderEnding);
  if (is_header(header)) return header;
  if (!part) return std::nullopt;
  throw Error(ErrorCode::file_not_found, fmt::format("{}: markers of a recording whose header {} is not there",
                                                     path.generic_string(), header.generic_string()));
}

series::Recording read_brainvision(const fs::path& path, const OpenOptions& options) {
  validate(options);
  Input input(path);
  const BrainVisionHeader header = read_brainvision_header(input, path.stem().generic_string());
  series::Recording recording;
  recording.path = path.generic_string();
  recording.format = "BrainVision";
  if (options.rate && !series::is_same_rate(*options.rate, header.rate)) {
    recording.notices.push_back(
        warning("rate_ignored",
                fmt::format("the header gives a rate of {} Hz, which is used, not {}", header.rate, *options.rate)));
  }
  const fs::path samples = named_and_there(path, header.data_file, "file of samples", options);
  recording.other_files.push_back(samples.generic_string());
  Input bytes(samples);
  read_brainvision_samples(header, bytes, options, recording);
  if (header.marker_file.empty()) {
    add_brainvision_segments(header, recording);
    return recording;
  }
  const fs::path markers = named_and_there(path, header.marker_file, "file of markers", options);
  recording.other_files.push_back(markers.generic_string());
  Input marks(markers);
  read_brainvision_markers(marks, header, recording);
  return recording;
}

}  // namespace biotropy::files
