// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/lsl_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/series/unit.hpp"
#include "biotropy/system/socket.hpp"

namespace biotropy::live {

namespace {

constexpr double kPullSeconds = 0.02, kOpenSeconds = 5.0, kForgetSeconds = 5.0;
/// Of one search; shorter ones end before the library has asked every address.
constexpr double kSearchSeconds = 2.0;

/// Results of a search.
class FoundStreams {
 public:
  explicit FoundStreams(const LslLibrary& library) : library_(library) {}
  ~FoundStreams() {
    for (void* info : found_) {
      if (info != nullptr) library_.destroy_streaminfo(info);
    }
  }
  FoundStreams(const FoundStreams&) = delete;
  FoundStreams& operator=(const FoundStreams&) = delete;

  void** data() { return found_.data(); }
  static constexpr std::uint32_t kMost = 16;
  void* first() const { return found_[0]; }
  bool several() const { return found_[1] != nullptr; }
  /// The stream with this source id; null where there is none, or more than one.
  void* only(const std::string& source_id) const {
    const auto has_it = [&](void* info) { return info != nullptr && library_.get_source_id(info) == source_id; };
    return std::ranges::count_if(found_, has_it) == 1 ? *std::ranges::find_if(found_, has_it) : nullptr;
  }

 private:
  const LslLibrary& library_;
  std::array<void*, kMost> found_{};
};

// The name within quotation marks of the other kind.
std::string named(const std::string& name) {
  const char mark = name.find('\'') == std::string::npos ? '\'' : '"';
  if (name.find(mark) != std::string::npos) throw Error::argument("lsl", name, "a name without both ' and \"");
  return fmt::format("name={0}{1}{0}", mark, name);
}

SampleQueue::Clock::time_point until_after(double seconds) {
  using Clock = SampleQueue::Clock;
  constexpr double most = 1e9;  // what the clock can hold
  const std::chrono::duration<double> duration(std::min(seconds, most));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(duration);
}

}  // namespace

LslSource::LslSource(LslSelection selection, std::optional<double> rate, LslPatience patience, Notify notify,
                     const CancelFlag* cancel)
    : library_(lsl_library()),
      selection_(std::move(selection)),
      predicate_(named(selection_.name)),
      rate_(rate),
      patience_(patience),
      notify_(std::move(notify)) {
  FoundStreams found(library_);
  // In turns, between which it can be cancelled.
  for (double waited = 0.0; waited < patience_.first && found.first() == nullptr; waited += kSearchSeconds) {
    if (cancel != nullptr) cancel->check();
    library_.resolve_bypred(found.data(), FoundStreams::kMost, predicate_.c_str(), 1,
                            std::min(kSearchSeconds, patience_.first - waited));
  }
  if (found.first() == nullptr) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("no stream '{}' was found within {} s", selection_.name, patience_.first));
  }
  // That search ends with the first stream: another of the same name shows where two are asked for.
  FoundStreams all(library_);
  library_.resolve_bypred(all.data(), FoundStreams::kMost, predicate_.c_str(), 2, kSearchSeconds);
  if (all.several()) {
    throw Error(ErrorCode::invalid_data, fmt::format("there is more than one stream '{}'", selection_.name));
  }
  open_first(found.first(), cancel);
  source_id_ = inlet_->source_id();
  units_ = inlet_->units();
}

LslSource::~LslSource() {
  if (resolver_ != nullptr) library_.destroy_continuous_resolver(resolver_);
}

bool LslSource::open(void* info) {
  inlet_ = LslInlet::open(info, selection_, rate_, kOpenSeconds);
  silent_after_ = until_after(patience_.silence);
  return inlet_ != nullptr;
}

void LslSource::open_first(void* info, const CancelFlag* cancel) {
  const Clock::time_point until = until_after(patience_.first);
  while (!open(info)) {
    if (cancel != nullptr) cancel->check();
    if (Clock::now() < until) continue;
    throw Error(ErrorCode::invalid_data, fmt::format("stream '{}' was found, and did not answer within {} s",
                                                     selection_.name, std::max(patience_.first, kOpenSeconds)));
  }
}

void LslSource::pull(double seconds) {
  waiting_ = inlet_->pull(seconds);
  if (waiting_) {
    silent_after_ = until_after(patience_.silence);
    was_silent_ = false;
  }
  if (inlet_->lost()) return lose();
  if (waiting_ || patience_.silence == 0.0 || Clock::now() < silent_after_) return;
  // Said once: a sender that is there and sends nothing is found again and again.
  if (!std::exchange(was_silent_, true)) {
    notify_(
        warning("stream_silent", fmt::format("stream '{}' sent nothing for {} s", selection_.name, patience_.silence)));
  }
  lose();
}

void LslSource::lose() {
  offset_ = inlet_->clock_offset();
  const std::size_t left = inlet_->left();
  inlet_.reset();
  if (left > 0) {
    notify_(warning("samples_lost", fmt::format("stream '{}' ended before its last samples were taken: {} lost",
                                                selection_.name, counted(left, "sample"))));
  } else if (was_full_) {
    notify_(warning(
        "samples_lost",
        fmt::format(
            "stream '{}' ended while its samples waited for the output: those that had not been taken may be lost",
            selection_.name)));
  }
  if (patience_.reconnect == 0.0) {
    ended_ = true;
    return;
  }
  if (!was_silent_) {
    notify_(warning("stream_gone",
                    fmt::format("stream '{}' has gone; it is waited for {} s", selection_.name, patience_.reconnect)));
  }
  away_until_ = until_after(patience_.reconnect);
  resolver_ = library_.create_continuous_resolver_bypred(predicate_.c_str(), kForgetSeconds);
}

void LslSource::look_for_it() {
  FoundStreams found(library_);
  library_.resolver_results(resolver_, found.data(), FoundStreams::kMost);
  void* const same = found.only(source_id_);
  // A sender that has just ended may be seen for a moment longer.
  const bool back = same != nullptr && open(same);
  ended_ = !back && Clock::now() >= away_until_;
  if (!back && !ended_) return;
  library_.destroy_continuous_resolver(std::exchange(resolver_, nullptr));
  if (ended_) return;
  const auto is_same = [](const std::string& a, const std::string& b) {
    return a.empty() == b.empty() && series::is_same_unit(a, b);
  };
  if (!std::ranges::equal(inlet_->units(), units_, is_same)) {
    ended_ = true;
    throw Error(ErrorCode::invalid_data,
                fmt::format("stream '{}' is back with channels in other units", selection_.name));
  }
  after_gap_ = true;
  if (!was_silent_) notify_(note("stream_back", fmt::format("stream '{}' is back", selection_.name)));
}

void LslSource::take(SampleQueue& queue) {
  while (queue.takes()) {
    if (!waiting_ && resolver_ != nullptr) look_for_it();
    if (!waiting_ && inlet_) pull(0.0);
    if (!waiting_) {
      was_full_ = false;
      return;
    }
    waiting_ = false;
    if (const std::string_view fault = inlet_->fault(); !fault.empty()) {
      ended_ = true;
      throw Error(ErrorCode::bad_file, fmt::format("stream '{}': {}", selection_.name, fault));
    }
    inlet_->copy_to(queue.push(inlet_->time(), std::exchange(after_gap_, false)));
  }
  was_full_ = true;
}

void LslSource::wait(int output, bool full) {
  if (output >= 0 || full || ended_ || waiting_ || !inlet_)
    system::wait_for(-1, output, inlet_ ? std::chrono::milliseconds(5) : kOneWait);
  else
    pull(kPullSeconds);
}

}  // namespace biotropy::live
