// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/atomic_file.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/system/folder.hpp"
#include "biotropy/system/open_file.hpp"
#include "biotropy/system/temporary_file.hpp"

namespace biotropy::files {

namespace {

/// Names of unfinished files. A name belongs to the code that exchanges it out of its slot, so a signal handler can run
/// at any time without a lock, and no memory is freed while it reads. Files without a free slot are removed by
/// everything except that handler.
constexpr std::size_t kPlaces = 1024;
using NativeName = std::filesystem::path::value_type;
std::array<std::atomic<NativeName*>, kPlaces> unfinished_files{};
static_assert(std::atomic<NativeName*>::is_always_lock_free, "read in a signal handler");

std::size_t note_unfinished(const std::filesystem::path& path) {
  const std::size_t bytes = (path.native().size() + 1) * sizeof(NativeName);
  auto* name = static_cast<NativeName*>(std::malloc(bytes));
  if (name != nullptr) std::memcpy(name, path.c_str(), bytes);
  for (std::size_t place = 0; name != nullptr && place < kPlaces; ++place) {
    NativeName* nobody = nullptr;
    if (unfinished_files[place].compare_exchange_strong(nobody, name)) return place;
  }
  std::free(name);
  return kPlaces;
}

/// Temporary files in a folder. To list it for every file would take long where there are many, so that lists are used
/// again until they take a hundredth of the time.
std::vector<std::filesystem::path> found_in(const std::filesystem::path& folder) {
  using Clock = std::chrono::steady_clock;
  struct Listing {
    std::vector<std::filesystem::path> paths;
    Clock::time_point again{};
  };
  constexpr int rarely = 100;
  static std::mutex mutex;
  static std::map<std::filesystem::path, Listing> known;
  const std::lock_guard guard(mutex);
  Listing& listing = known[folder];
  const Clock::time_point begin = Clock::now();
  if (begin < listing.again) return listing.paths;
  std::error_code unreadable;
  listing.paths = system::entries_of(
      folder, unreadable, [](std::string_view name) { return name.starts_with('.') && name.ends_with(".part"); });
  const Clock::time_point end = Clock::now();
  listing.again = end + rarely * (end - begin);
  return listing.paths;
}

/// Removes temporary files of a target that no process has locked. Recent ones stay: their lock may be about to be
/// taken.
void remove_left_behind(const std::filesystem::path& target, const std::filesystem::path& folder) {
  constexpr std::chrono::seconds recent{10};
  for (const std::filesystem::path& path : found_in(folder)) {
    std::error_code failure;
    const bool is_ours = system::is_temporary_name_of(path, target) &&
                         std::filesystem::is_regular_file(std::filesystem::symlink_status(path, failure));
    if (!is_ours) continue;
    const auto changed = std::filesystem::last_write_time(path, failure);
    if (failure || std::filesystem::file_time_type::clock::now() - changed < recent) continue;
    const int descriptor = system::open_or_create(path, system::Links::refused);
    if (descriptor < 0) continue;
    if (system::lock(descriptor, system::Lock::exclusive)) std::filesystem::remove(path, failure);
    system::close(descriptor);
  }
}

void forget_unfinished(std::size_t place) {
  if (place < kPlaces) std::free(unfinished_files[place].exchange(nullptr));
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path target) : target_(std::move(target)) {
  std::error_code unresolved;
  const bool is_descriptor = system::descriptor_at(target_).has_value();
  // A link is kept: its target is replaced.
  if (std::filesystem::is_symlink(target_, unresolved)) {
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(target_, unresolved);
    if (!unresolved) target_ = resolved;
  }
  const std::filesystem::file_status status = std::filesystem::status(target_, unresolved);
  // The error of a name that is too long comes where it is opened.
  if (status.type() == std::filesystem::file_type::none && unresolved != std::errc::filename_too_long) {
    throw Error(ErrorCode::io,
                fmt::format("{}: {}", target_.generic_string(), unresolved.default_error_condition().message()));
  }
  if (std::filesystem::is_directory(status)) {
    throw Error(ErrorCode::io, fmt::format("{}: a folder, not a file", target_.generic_string()));
  }
  // A new file must not replace /dev/null, nor the file to which standard output was redirected.
  if (is_descriptor || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))) {
    throw Error(ErrorCode::io,
                fmt::format("{} is a pipe or a device; it must be an ordinary file", target_.generic_string()));
  }
  const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
  std::error_code failure;
  if (!std::filesystem::is_directory(folder, failure)) {
    throw Error(ErrorCode::io,
                fmt::format("{}: the folder {} does not exist", target_.generic_string(), folder.generic_string()));
  }
  remove_left_behind(target_, folder);
  temporary_ = system::temporary_name(target_);
  place_ = note_unfinished(temporary_);
}

AtomicFile::~AtomicFile() {
  std::error_code ignored;
  if (!committed_) std::filesystem::remove(temporary_, ignored);
  if (lock_ >= 0) system::close(lock_);
  forget_unfinished(place_);
}

int AtomicFile::create() {
  const int descriptor = system::create_new(temporary_);
  if (descriptor >= 0) {
    // A duplicate keeps the lock until the file has its name. Without locks nothing is left to others to remove.
    if (system::lock(descriptor, system::Lock::exclusive)) lock_ = system::duplicate(descriptor);
    return descriptor;
  }
  throw Error(ErrorCode::io, fmt::format("{}: {}", target_.generic_string(), std::generic_category().message(errno)));
}

void AtomicFile::commit() {
  std::error_code failure;
  if (!system::synchronise_file(temporary_)) failure.assign(errno, std::generic_category());
  if (!failure) system::replace(temporary_, target_, failure);
  if (failure)
    throw Error(ErrorCode::io,
                fmt::format("{}: {}", target_.generic_string(), failure.default_error_condition().message()));
  committed_ = true;
  // Some file systems cannot flush a folder; the file itself is safe.
  system::synchronise_folder(target_.has_parent_path() ? target_.parent_path() : ".");
}

void remove_unfinished() noexcept {
  for (std::atomic<NativeName*>& name : unfinished_files) {
    NativeName* const path = name.exchange(nullptr);
    if (path == nullptr) continue;
    system::remove_at_once(path);
    // A signal handler must not free memory: the name goes back to its owner.
    NativeName* nobody = nullptr;
    name.compare_exchange_strong(nobody, path);
  }
}

}  // namespace biotropy::files
