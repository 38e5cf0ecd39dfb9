// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/recording_ahead.hpp"

#include <algorithm>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include "biotropy/study/key.hpp"
#include "biotropy/study/other_files.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::study {

struct RecordingAhead::Next {
  std::size_t position = 0;
  std::uint64_t bytes = 0;  // of its files
  Subject subject;
  bool is_hashed = false;
  std::optional<PreparedRecording> prepared;
  std::optional<WorkBeside> work;  // last, because it writes to the others until it ends
};

namespace {

std::uint64_t bytes_of_files(const Description& description, const std::filesystem::path& recording) {
  std::uint64_t bytes = std::filesystem::file_size(recording);
  for (const std::filesystem::path& other : other_files(description, recording)) {
    bytes += std::filesystem::file_size(other);
  }
  return bytes;
}

}  // namespace

RecordingAhead::RecordingAhead(const Description& description, const StudyFolder& folder, const Execution& execution)
    : description_(description), folder_(folder), execution_(execution) {}

RecordingAhead::~RecordingAhead() = default;

bool RecordingAhead::start(std::size_t position, const Subject& subject) {
  auto next = std::make_unique<Next>();
  if (subject.failure.empty()) {
    try {
      next->bytes = bytes_of_files(description_, subject.path);
    } catch (const std::exception&) {
      // Any fault of its files is reported in its turn.
    }
    if (!has_room(next->bytes)) return false;
  }
  last_ = position;
  if (next->bytes == 0) return true;
  next->position = position;
  next->subject = subject;
  next->work.emplace(execution_, [this, &next = *next] { work(next); });
  next_.push_back(std::move(next));
  return true;
}

bool RecordingAhead::has_room(std::uint64_t bytes) const {
  const int threads = execution_.threads > 0 ? execution_.threads : thread_count(execution_);
  const int most = std::clamp(threads / 4, 1, kMost);
  if (next_.size() >= static_cast<std::size_t>(most)) return false;
  for (const auto& one : next_) bytes += one->bytes;
  return bytes <= kMostBytes;
}

void RecordingAhead::work(Next& next) const {
  Subject& subject = next.subject;
  try {
    hash(description_, subject, execution_.cancel);
    next.is_hashed = subject.failure.empty();
    if (!next.is_hashed) return;
    std::error_code unknown;
    const std::string key = key_of_values(description_, subject);
    if (std::filesystem::exists(folder_.values(subject.name(), key), unknown)) return;
    next.prepared = prepare_subject(description_, subject, execution_);
  } catch (const Error&) {
    // Here as below: in its turn it fails again, and is reported, or does not.
  } catch (const std::filesystem::filesystem_error&) {
  } catch (const std::bad_alloc&) {
  }
}

RecordingAhead::Next* RecordingAhead::find(std::size_t position) {
  while (!next_.empty() && next_.front()->position < position) next_.pop_front();
  if (next_.empty() || next_.front()->position != position) return nullptr;
  next_.front()->work->finish();
  return next_.front().get();
}

std::optional<Subject> RecordingAhead::hashed(std::size_t position) {
  const Next* next = find(position);
  if (next == nullptr || !next->is_hashed) return std::nullopt;
  return next->subject;
}

std::optional<PreparedRecording> RecordingAhead::take(std::size_t position) {
  Next* next = find(position);
  if (next == nullptr) return std::nullopt;
  std::optional<PreparedRecording> prepared = std::move(next->prepared);
  next_.pop_front();
  return prepared;
}

bool RecordingAhead::drop() {
  const bool any = !next_.empty();
  next_.clear();
  return any;
}

}  // namespace biotropy::study
