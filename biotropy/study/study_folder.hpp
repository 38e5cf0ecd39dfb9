// SPDX-License-Identifier: Apache-2.0
//
// Folder of a study's results, and its locks:
//
//   subjects/ID-KEY.values   values of a subject, by the key of their inputs
//   subjects/ID-KEY.surrogates/   surrogates of a subject whose test is not complete, by the key of their inputs
//   results/KEY.nc           result, by the key of its inputs
//   result.nc                link to the last result
//   .lock, .shard-I-of-N, .recording-NAME   locks of running processes; the system releases them when a process ends
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

namespace biotropy::study {

/// A part of the subjects: every of-th one, from the number-th on (from 1).
struct Shard {
  std::size_t number = 1, of = 1;

  bool is_whole() const { return of == 1; }
  bool has(std::size_t position) const { return position % of == number - 1; }
};

/// "2/10". @throws Error invalid_argument unless it is I/N with 1 <= I <= N.
Shard shard(const std::string& text);

class StudyFolder {
 public:
  explicit StudyFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path values(const std::string& id, const std::string& key) const;
  std::filesystem::path surrogates(const std::string& id, const std::string& key) const;
  std::filesystem::path result(const std::string& key) const;
  /// Link to the last result.
  std::filesystem::path last_result() const;

  /// Creates missing folders. @throws Error io, also if result.nc exists and is not from a study of this folder.
  void make() const;

  /// Removes unfinished files of dead processes. Only for a process that works alone.
  void remove_leftovers() const;

  /// Points last_result() to the result of the key, in one step. @throws Error io.
  void link_last_result(const std::string& key) const;

 private:
  bool owns_last_result() const;

  std::filesystem::path folder_;
};

/// Lock held during its lifetime. One process alone may do the whole study; several may each do their own shard.
class StudyLock {
 public:
  /// @throws Error busy if another process is working; io.
  StudyLock(const StudyFolder& folder, const Shard& shard);
  /// Shared with processes that lock single recordings. @throws Error as above.
  explicit StudyLock(const StudyFolder& folder);
  ~StudyLock();
  StudyLock(const StudyLock&) = delete;
  StudyLock& operator=(const StudyLock&) = delete;

 private:
  int study_ = -1, shard_ = -1;
};

/// Lock of one recording, for processes that measure some of the same study.
class RecordingLock {
 public:
  /// Nothing if another process has it. @throws Error io.
  static std::unique_ptr<RecordingLock> take(const StudyFolder& folder, const std::string& name);
  ~RecordingLock();
  RecordingLock(const RecordingLock&) = delete;
  RecordingLock& operator=(const RecordingLock&) = delete;

 private:
  explicit RecordingLock(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace biotropy::study
