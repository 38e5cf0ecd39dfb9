// SPDX-License-Identifier: Apache-2.0
//
// Samples from one client over TCP, on the loopback address alone. Everything is little-endian. The client begins with
// 16 bytes: "BIOTROPY", the version of this framing and the number of channels, four bytes each. With version 2 the
// labels of its channels follow, parted by line feeds, behind four bytes with their length: then channels are found by
// label, in any order, and others are ignored; version 1 has the channels in their order. Then come frames
// of one sample: its time in seconds and a number for each channel, all as doubles of eight bytes; NaN is a missing
// number, and as a time that the samples are equally spaced. When the client closes the connection the stream ends; a
// connection that breaks is an error. A client that does not say in time what it sends, or then sends nothing, makes
// room for the next one; one that falls silent later is an error.
#pragma once

#include <string>
#include <vector>

#include "biotropy/live/sample_source.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::live {

class SocketSource final : public SampleSource {
 public:
  /// @param port 0: one that is free. @param silence seconds without a whole frame after which a
  /// client is taken for gone; 0: never. @param notify receives a notice for each client that is disconnected. @param
  /// labels of the channels, in the order of the queue; none: those of a client are not looked at. @throws Error
  /// invalid_argument where they cannot be had.
  SocketSource(int port, std::size_t channels, double silence, Notify notify = {},
               std::vector<std::string> labels = {});
  ~SocketSource() override;
  SocketSource(const SocketSource&) = delete;
  SocketSource& operator=(const SocketSource&) = delete;

  int port() const { return port_; }

  /// @throws Error io where the connection breaks or falls silent, bad_file for a time that is infinite; frames before
  /// that are in the queue by then.
  void take(SampleQueue& queue) override;
  bool ended() const override { return closed_ && !holds_frame(); }
  void wait(int output, bool full) override;

 private:
  bool holds_frame() const { return end_ - begin_ >= frame_; }
  void accept_client();
  void read_more();
  void read_greeting();
  bool read_labels(std::uint32_t channels);
  void read_frames(SampleQueue& queue);
  void check_time();
  void leave(const std::string& reason);
  void tell(const Notice& notice) const {
    if (notify_) notify_(notice);
  }

  Notify notify_;
  std::vector<std::string> labels_;
  std::size_t channels_, frame_;
  std::vector<std::size_t> places_;  // of the channels in a frame, where the client named its channels
  std::vector<double> sample_;       // of such a frame
  int port_ = 0, listener_ = -1, client_ = -1;
  bool greeted_ = false, closed_ = false;
  bool pausing_ = false;                     // before a client is tried again
  SampleQueue::Clock::time_point deadline_;  // of the greeting, then of the next frame
  std::chrono::duration<double> silence_;
  std::uint64_t frames_ = 0;
  std::vector<unsigned char> bytes_;
  std::size_t begin_ = 0, end_ = 0;
};

}  // namespace biotropy::live
