// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/study_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>

#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/files/results/arrays.hpp"
#include "biotropy/study/derivatives.hpp"
#include "biotropy/system/folder.hpp"
#include "biotropy/system/open_file.hpp"
#include "biotropy/system/temporary_file.hpp"

namespace biotropy::study {

namespace {

constexpr std::string_view kUnfinished = ".part";

[[noreturn]] void fail(const std::filesystem::path& path, const std::error_code& failure) {
  throw Error(ErrorCode::io, fmt::format("{}: {}", path.generic_string(), failure.default_error_condition().message()));
}

std::size_t number_in(std::string_view text, const std::string& whole) {
  std::size_t number = 0;
  const auto [stopped, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || stopped != text.data() + text.size() || text.empty()) {
    throw Error::argument("shard", whole, "I/N with whole numbers, such as 1/4 to 4/4");
  }
  return number;
}

// Opens and locks a file; returns its descriptor.
int locked(const std::filesystem::path& path, system::Lock kind, const std::string& busy) {
  const int descriptor = system::open_or_create(path, system::Links::refused);
  if (descriptor < 0) fail(path, {errno, std::generic_category()});
  if (system::lock(descriptor, kind)) return descriptor;
  const int number = errno;
  system::close(descriptor);
  if (number == EWOULDBLOCK) throw Error(ErrorCode::busy, busy);
  throw Error(ErrorCode::io, fmt::format("{}: the file system of a study needs locks, and this one refuses them: {}",
                                         path.generic_string(), std::generic_category().message(number)));
}

}  // namespace

Shard shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) throw Error::argument("shard", text, "I/N, such as 1/4 to 4/4");
  const std::string_view all = text;
  const Shard shard{number_in(all.substr(0, slash), text), number_in(all.substr(slash + 1), text)};
  if (shard.number < 1 || shard.number > shard.of) throw Error::argument("shard", text, "I/N with I from 1 to N");
  return shard;
}

std::filesystem::path StudyFolder::values(const std::string& id, const std::string& key) const {
  return folder_ / "subjects" / fmt::format("{}-{}.values", id, key);
}

std::filesystem::path StudyFolder::surrogates(const std::string& id, const std::string& key) const {
  return folder_ / "subjects" / fmt::format("{}-{}.surrogates", id, key);
}

std::filesystem::path StudyFolder::result(const std::string& key) const {
  return folder_ / "results" / (key + ".nc");
}

std::filesystem::path StudyFolder::last_result() const {
  return folder_ / "result.nc";
}

void StudyFolder::make() const {
  files::make_folder(folder_ / "subjects");
  files::make_folder(folder_ / "results");
  if (owns_last_result()) return;
  throw Error(ErrorCode::io, fmt::format("{}: not a result of this study, and would be overwritten; move it",
                                         last_result().generic_string()));
}

// True for the link, or for a copy of its target, which some copies of a folder contain.
bool StudyFolder::owns_last_result() const {
  std::error_code failure;
  const std::filesystem::path link = std::filesystem::read_symlink(last_result(), failure);
  if (!failure) return link.parent_path() == "results" && link.extension() == ".nc";
  const std::filesystem::file_status status = std::filesystem::symlink_status(last_result(), failure);
  if (status.type() == std::filesystem::file_type::not_found) return true;
  try {
    const files::Arrays arrays = files::read_arrays(last_result());
    const auto key = std::find_if(arrays.attributes.begin(), arrays.attributes.end(),
                                  [](const files::Parameter& one) { return one.name == "key"; });
    const auto* text = key == arrays.attributes.end() ? nullptr : std::get_if<std::string>(&key->value);
    return text != nullptr && std::filesystem::is_regular_file(result(*text), failure);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::out_of_memory) throw;
    return false;
  }
}

void StudyFolder::remove_leftovers() const {
  for (const std::filesystem::path& folder : {folder_, folder_ / "subjects", folder_ / "results"}) {
    std::error_code failure;
    for (const std::filesystem::path& entry : system::entries_of(folder, failure)) {
      const std::string name = entry.filename().generic_string();
      std::error_code ignored;
      // Other programs may be writing in the folder of the description.
      const char* const begin = folder == folder_ ? ".result.nc." : ".";
      if (name.starts_with(begin) && name.ends_with(kUnfinished)) std::filesystem::remove(entry, ignored);
    }
  }
}

void StudyFolder::link_last_result(const std::string& key) const {
  // All names before the link: where there is no memory for one, nothing is left.
  const std::filesystem::path target = std::filesystem::path("results") / (key + ".nc");
  const std::filesystem::path last = last_result(), copied = result(key);
  const std::filesystem::path beside = system::temporary_name(last);
  std::error_code failure;
  std::filesystem::create_symlink(target, beside, failure);
  // Windows makes links for administrators alone, and some file systems have none.
  if (failure) std::filesystem::copy_file(copied, beside, failure);
  if (!failure) system::replace(beside, last, failure);
  if (!failure) return;
  std::error_code ignored;
  std::filesystem::remove(beside, ignored);
  fail(last, failure);
}

StudyLock::StudyLock(const StudyFolder& folder, const Shard& shard) {
  const std::string where = folder.path().generic_string();
  study_ = locked(folder.path() / ".lock", shard.is_whole() ? system::Lock::exclusive : system::Lock::shared,
                  fmt::format("{}: another process is at work on this study", where));
  if (shard.is_whole()) return;
  try {
    shard_ = locked(folder.path() / fmt::format(".shard-{}-of-{}", shard.number, shard.of), system::Lock::exclusive,
                    fmt::format("{}: another process is at work on shard {}/{}", where, shard.number, shard.of));
  } catch (...) {
    system::close(study_);
    throw;
  }
}

StudyLock::StudyLock(const StudyFolder& folder) {
  study_ = locked(folder.path() / ".lock", system::Lock::shared,
                  fmt::format("{}: another process is at work on the whole of it", folder.path().generic_string()));
}

StudyLock::~StudyLock() {
  if (shard_ >= 0) system::close(shard_);
  system::close(study_);
}

std::unique_ptr<RecordingLock> RecordingLock::take(const StudyFolder& folder, const std::string& name) {
  try {
    return std::unique_ptr<RecordingLock>(
        new RecordingLock(locked(folder.path() / fmt::format(".recording-{}", name), system::Lock::exclusive, name)));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::busy) throw;
    return nullptr;
  }
}

RecordingLock::~RecordingLock() {
  system::close(descriptor_);
}

}  // namespace biotropy::study
