// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/replay_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/system/socket.hpp"

namespace biotropy::live {

ReplaySource::ReplaySource(Replay recording, std::size_t begin, bool in_time)
    : recording_(std::move(recording)), begin_(begin), next_(begin), in_time_(in_time) {
  if (in_time && !recording_.rate) {
    throw Error::argument("speed", "real", "max, or give `rate = HZ`, as the recording has none");
  }
  if (begin > size()) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{}: {} samples, and the state is that after {}", recording_.path, size(), begin));
  }
}

SampleQueue::Clock::time_point ReplaySource::due() const {
  if (!in_time_) return start_;
  const std::chrono::duration<double> since(static_cast<double>(next_ - begin_) / *recording_.rate);
  return start_ + std::chrono::duration_cast<SampleQueue::Clock::duration>(since);
}

void ReplaySource::take(SampleQueue& queue) {
  const std::size_t channels = queue.channels();
  while (!ended() && queue.takes() && due() <= SampleQueue::Clock::now()) {
    while (next_ >= recording_.pieces[piece_].end) ++piece_;
    const series::Piece& piece = recording_.pieces[piece_];
    const double time = piece.onset + static_cast<double>(next_ - piece.begin) / recording_.rate.value_or(1.0);
    const auto values = queue.push(time, piece_ > 0 && next_ == piece.begin);
    std::copy_n(recording_.samples.begin() + static_cast<std::ptrdiff_t>(next_ * channels), channels, values.begin());
    ++next_;
  }
}

void ReplaySource::wait(int output, bool full) {
  const bool more = !ended() && !full;
  const std::chrono::nanoseconds until_due = due() - SampleQueue::Clock::now();
  system::wait_for(-1, output, more ? std::min<std::chrono::nanoseconds>(until_due, kOneWait) : kOneWait);
}

}  // namespace biotropy::live
