// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/socket_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <sstream>
#include <utility>

#include "biotropy/byte_order_internal.hpp"
#include "biotropy/error.hpp"
#include "biotropy/live/endpoint.hpp"
#include "biotropy/sicamm/match_channels.hpp"
#include "biotropy/system/socket.hpp"

namespace biotropy::live {

namespace {

constexpr std::size_t kGreeting = 16, kAtOnce = 1 << 16;
constexpr std::chrono::seconds kGreetingTime{5};
constexpr double kMostSilence = 1e6;
constexpr std::string_view kMagic = "BIOTROPY";
constexpr std::uint32_t kVersion = 1, kVersionWithLabels = 2;
constexpr std::size_t kMostLabels = kAtOnce / 2;  // bytes

}  // namespace

SocketSource::SocketSource(int port, std::size_t channels, double silence, Notify notify,
                           std::vector<std::string> labels)
    : notify_(std::move(notify)),
      labels_(std::move(labels)),
      channels_(channels),
      frame_((channels + 1) * sizeof(double)),
      silence_(silence),
      bytes_(kAtOnce + 2 * frame_) {
  if (!(silence >= 0.0 && silence <= kMostSilence)) {
    throw Error::argument("silence", fmt::format("{}", silence), fmt::format("a number from 0 to {}", kMostSilence));
  }
  const system::Listener listener = listen_on_loopback(port, 1, "listen");
  listener_ = listener.descriptor;
  port_ = listener.port;
}

SocketSource::~SocketSource() {
  for (const int descriptor : {listener_, client_}) {
    if (descriptor >= 0) system::close_socket(descriptor);
  }
}

// A client that cannot be taken, as for want of descriptors, stays in the queue of the listener, which would be
// readable at once: it is tried again after a while.
void SocketSource::accept_client() {
  client_ = system::accept_connection(listener_);
  const bool failed = client_ < 0 && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED;
  if (failed && !pausing_) {
    tell(warning("client_waits",
                 fmt::format("a client cannot be taken yet: {}", system::socket_error(errno).message())));
  }
  pausing_ = failed;
  begin_ = end_ = 0;
  greeted_ = false;
  deadline_ = SampleQueue::Clock::now() + kGreetingTime;
}

// A client of another program is disconnected; the next one may be of ours.
void SocketSource::leave(const std::string& reason) {
  tell(warning("client_refused", fmt::format("a client was disconnected: {}", reason)));
  system::close_socket(std::exchange(client_, -1));
}

void SocketSource::read_greeting() {
  if (end_ < kGreeting) return;
  const auto version = little_endian_at<std::uint32_t>(&bytes_[kMagic.size()]);
  const auto channels = little_endian_at<std::uint32_t>(&bytes_[kMagic.size() + sizeof version]);
  if (std::memcmp(bytes_.data(), kMagic.data(), kMagic.size()) != 0) return leave("it did not begin with BIOTROPY");
  if (version != kVersion && version != kVersionWithLabels) {
    return leave(fmt::format("version {} of the framing, {} and {} are known", version, kVersion, kVersionWithLabels));
  }
  const bool by_label = version == kVersionWithLabels && !labels_.empty();
  if (!by_label && channels != channels_) {
    return leave(fmt::format("{} channels where there are {}", channels, channels_));
  }
  places_.clear();
  if (version == kVersionWithLabels && !read_labels(channels)) return;
  if (version == kVersion) begin_ = kGreeting;
  frame_ = (channels + 1) * sizeof(double);
  bytes_.resize(std::max(bytes_.size(), kAtOnce + 2 * frame_));
  greeted_ = true;
  deadline_ = SampleQueue::Clock::now() + std::chrono::duration_cast<SampleQueue::Clock::duration>(silence_);
}

// Whether the labels are there and have the channels.
bool SocketSource::read_labels(std::uint32_t channels) {
  std::uint32_t size = 0;
  if (end_ < kGreeting + sizeof size) return false;
  size = little_endian_at<std::uint32_t>(&bytes_[kGreeting]);
  if (size > kMostLabels) {
    leave(fmt::format("labels of {} bytes, {} at most are read", size, kMostLabels));
    return false;
  }
  if (end_ < kGreeting + sizeof size + size) return false;
  const auto* first = bytes_.data() + kGreeting + sizeof size;
  std::istringstream text(std::string(first, first + size));
  std::vector<sicamm::ChannelName> names;
  for (std::string label; std::getline(text, label);) names.push_back({label});
  if (names.size() != channels) {
    leave(fmt::format("{} labels of {} channels", names.size(), channels));
    return false;
  }
  try {
    if (!labels_.empty()) places_ = sicamm::match_channels(labels_, {}, names, "its labels");
  } catch (const Error& error) {
    leave(error.what());
    return false;
  }
  sample_.resize(channels);
  begin_ = kGreeting + sizeof size + size;
  return true;
}

void SocketSource::read_more() {
  std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
  end_ -= std::exchange(begin_, 0);
  const auto count = system::receive_some(client_, bytes_.data() + end_, bytes_.size() - end_);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  const bool reset = count < 0 && errno == ECONNRESET;
  const std::string fault = count < 0 ? ": " + system::socket_error(errno).message() : "";
  if (count <= 0 && !greeted_) return leave("it went before it had said what it sends" + fault);
  if (count < 0) {
    closed_ = true;
    const std::string what = reset ? "the client reset the connection" : "the connection broke" + fault;
    throw Error(ErrorCode::io, fmt::format("127.0.0.1:{}: {} after {} frames", port_, what, frames_));
  }
  if (count == 0) {
    closed_ = true;
    const std::size_t rest = (end_ - begin_) % frame_;
    if (rest > 0) {
      tell(warning("frame_cut", fmt::format("the last frame is cut off after {} of {} bytes", rest, frame_)));
    }
    return;
  }
  end_ += static_cast<std::size_t>(count);
  if (!greeted_) read_greeting();
}

// Whole frames count: neither a client that sends a byte now and then nor our own pause while the queue is full.
void SocketSource::check_time() {
  const auto now = SampleQueue::Clock::now();
  if (client_ < 0 || closed_ || now < deadline_) return;
  if (!greeted_) return leave(fmt::format("it did not say within {} s what it sends", kGreetingTime.count()));
  if (silence_.count() == 0.0) return;
  if (frames_ == 0) return leave(fmt::format("it sent no frame for {} s", silence_.count()));
  closed_ = true;
  throw Error(ErrorCode::io, fmt::format("127.0.0.1:{}: the client sent no frame for {} s after {} frames", port_,
                                         silence_.count(), frames_));
}

void SocketSource::read_frames(SampleQueue& queue) {
  while (greeted_ && holds_frame() && queue.takes()) {
    const unsigned char* frame = bytes_.data() + begin_;
    const auto time = little_endian_at<double>(frame);
    if (std::isinf(time)) {
      closed_ = true;
      end_ = begin_;
      throw Error(ErrorCode::bad_file, fmt::format("frame {}: its time is infinite", frames_ + 1));
    }
    const auto values = queue.push(time, false);
    if (places_.empty()) {
      take_little_endian(frame + sizeof(double), values);
    } else {
      take_little_endian(frame + sizeof(double), std::span(sample_));
      for (std::size_t c = 0; c < values.size(); ++c) values[c] = sample_[places_[c]];
    }
    begin_ += frame_;
    ++frames_;
  }
}

void SocketSource::take(SampleQueue& queue) {
  if (client_ < 0) accept_client();
  if (client_ >= 0 && !closed_ && !(greeted_ && holds_frame())) read_more();
  if (greeted_ && (holds_frame() || !queue.takes())) {
    deadline_ = SampleQueue::Clock::now() + std::chrono::duration_cast<SampleQueue::Clock::duration>(silence_);
  }
  read_frames(queue);
  check_time();
}

void SocketSource::wait(int output, bool full) {
  const int input = closed_ || full || pausing_ ? -1 : client_ >= 0 ? client_ : listener_;
  system::wait_for(input, output, kOneWait);
}

}  // namespace biotropy::live
