// SPDX-License-Identifier: Apache-2.0
//
// The folder of a study's results, and who may write there:
//
//   subjects/ID-KEY.values   what was found for a subject, by what it was made from
//   results/KEY.nc           the result, by what it was made from
//   result.nc                a link to the last one
//   .lock, .shard-I-of-N     locks of the processes at work; the system takes them off a process that dies
#pragma once

#include <cstddef>
#include <filesystem>
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
  std::filesystem::path result(const std::string& key) const;
  /// The link to the last result.
  std::filesystem::path last_result() const;

  /// Makes what is missing. @throws Error io, and where result.nc is there and was not made by a study of this folder.
  void make() const;

  /// Removes what dead processes were writing. Only for the one that is alone at work.
  void remove_leftovers() const;

  /// Leads last_result() to the result of the key, in one step. @throws Error io.
  void link_last_result(const std::string& key) const;

 private:
  bool owns_last_result() const;

  std::filesystem::path folder_;
};

/// Held as long as it lives. The whole study is done by one process alone; parts of it by several, each a part of its
/// own.
class StudyLock {
 public:
  /// @throws Error busy where another process is at work; io.
  StudyLock(const StudyFolder& folder, const Shard& shard);
  ~StudyLock();
  StudyLock(const StudyLock&) = delete;
  StudyLock& operator=(const StudyLock&) = delete;

 private:
  int study_ = -1, shard_ = -1;
};

}  // namespace biotropy::study
