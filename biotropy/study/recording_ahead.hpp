// SPDX-License-Identifier: Apache-2.0
//
// The next recordings of a study, read and prepared while the one before them is measured: a device that counts leaves
// the processor free, and reading a file, its checksum and short steps between the loops of counting use one core each.
// Of four threads one may read ahead, as long as the files together are not too large. What fails is dropped and done
// again in its turn, so that results, errors and their order are those without it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "biotropy/study/prepared_recording.hpp"
#include "biotropy/study/study_folder.hpp"
#include "biotropy/study/subject.hpp"

namespace biotropy::study {

class RecordingAhead {
 public:
  /// Bytes of the files of all recordings ahead, beyond which another one waits: of 16-bit samples, what is read takes
  /// up to four times as much, and so do its epochs.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;
  /// Recordings ahead with as many threads as there may be: more would only take memory.
  static constexpr int kMost = 4;

  /// The arguments must outlive the object.
  RecordingAhead(const Description& description, const StudyFolder& folder, const Execution& execution);
  ~RecordingAhead();

  /// Begins with the subject at this position, behind those begun before. A subject that has values is hashed only.
  /// @returns false if no more recordings may be ahead yet
  bool start(std::size_t position, const Subject& subject);

  /// The last position that was begun; 0: none.
  std::size_t last() const { return last_; }

  /// The subject with its hashes, if it was started and could be read. Waits for it.
  std::optional<Subject> hashed(std::size_t position);

  /// The subject's recording, if it was prepared. Waits for it.
  std::optional<PreparedRecording> take(std::size_t position);

  /// Gives up all that was started. @returns whether anything was.
  bool drop();

 private:
  struct Next;
  Next* find(std::size_t position);
  bool has_room(std::uint64_t bytes) const;
  void work(Next& next) const;

  const Description& description_;
  const StudyFolder& folder_;
  const Execution& execution_;
  std::deque<std::unique_ptr<Next>> next_;  // in the order of their positions
  std::size_t last_ = 0;
};

}  // namespace biotropy::study
