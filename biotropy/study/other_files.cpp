// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/other_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

#include "biotropy/error.hpp"
#include "biotropy/files/bids.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/files/physio.hpp"
#include "biotropy/files/sha256.hpp"
#include "biotropy/study/read_signals.hpp"
#include "biotropy/system/folder.hpp"

namespace biotropy::study {

namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

/// Endings of files that hold parts of a recording and are no recording themselves.
constexpr std::array kParts{".eeg"sv, ".vmrk"sv, ".dat"sv, ".fdt"sv};

constexpr auto kSplit = "_split-"sv;

// "sub-1_split-01_meg" without "01".
std::string without_split(std::string stem) {
  const std::size_t begin = stem.find(kSplit);
  if (begin == std::string::npos) return stem;
  const std::size_t number = begin + kSplit.size();
  return stem.erase(number, std::min(stem.find('_', number), stem.size()) - number);
}

bool is_part(const fs::path& file, const fs::path& recording) {
  const std::string stem = file.stem().generic_string(), own = recording.stem().generic_string();
  if (stem == own) return std::find(kParts.begin(), kParts.end(), file.extension().generic_string()) != kParts.end();
  return file.extension() == recording.extension() && without_split(stem) == without_split(own);
}

}  // namespace

std::vector<fs::path> other_files(const Description& description, const fs::path& recording) {
  std::vector<fs::path> found;
  std::error_code failure;
  const fs::path folder = recording.parent_path();
  // Names of its parts begin like its own, up to the number of a part.
  const std::string own = recording.stem().generic_string(), begin = own.substr(0, own.find(kSplit));
  const auto begins_alike = [&](std::string_view name) { return name.starts_with(begin); };
  for (const fs::path& entry : system::entries_of(folder.empty() ? "." : folder, failure, begins_alike)) {
    if (is_part(entry, recording)) found.push_back(folder / entry.filename());
  }
  if (failure) {
    throw Error(ErrorCode::io, fmt::format("{}: the folder cannot be read: {}", folder.generic_string(),
                                           failure.default_error_condition().message()));
  }
  if (files::is_physio(recording)) {
    for (fs::path& one : files::physio_sidecars(recording)) found.push_back(std::move(one));
  } else if (auto table = files::channel_table(recording, description.read)) {
    found.push_back(std::move(*table));
  }
  if (description.prepare.notch_line) found.push_back(files::line_frequency(recording).sidecar);
  if (description.read.bads == files::Bads::reject) {
    if (auto events = events_beside(recording)) found.push_back(std::move(*events));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string sha256_of_others(const Description& description, const fs::path& recording, const CancelFlag* cancel) {
  std::string digests;
  for (const fs::path& other : other_files(description, recording)) digests += files::sha256(other, cancel) + '\n';
  return digests.empty() ? "" : files::sha256_of_bytes(digests);
}

}  // namespace biotropy::study
