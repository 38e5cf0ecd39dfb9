// SPDX-License-Identifier: Apache-2.0
//
// A live picture of a stream of states for browsers of this machine: posteriors of the last minute, the newest state,
// latencies, and what was dropped or missing. Memory is bounded: a point is the mean of a tenth of a second. The stream
// never waits for a browser: it keeps numbers of its own, and hands over what has changed when the lock is free.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/live/page_server.hpp"
#include "biotropy/live/sample_queue.hpp"
#include "biotropy/live/states.hpp"
#include "biotropy/sicamm/model.hpp"

namespace biotropy::live {

class StatePage {
 public:
  /// @param port of the loopback address; 0: one that is free. @param rate of samples (Hz), if it is known: without it,
  /// and without time stamps, times are numbers of samples. @throws Error as PageServer.
  StatePage(int port, const sicamm::Model& model, std::optional<double> rate);

  int port() const { return server_->port(); }

  /// A state, with its time as in the output.
  void add(const State& state, double time);

  /// A sample was used up, so many microseconds after it came.
  void add_sample(const SampleQueue::Sample& sample, double microseconds);

  /// Hands over to the page what has been added, unless the page is just being read: then the next call does. Does not
  /// wait and does not allocate.
  void publish(const SampleQueue& queue);

 private:
  struct Point {
    double time = 0.0, latency = 0.0;  // of its last state, in seconds; the longest, in microseconds
    std::uint64_t states = 0;
    bool after_gap = false;
  };

  struct Newest {
    std::uint64_t samples = 0, dropped = 0, states = 0, missing = 0, outliers = 0, gaps = 0;
    double time = 0.0, latency = 0.0;
    std::int32_t label = -1;
    std::uint8_t flags = 0;
    bool in_seconds = false;
  };

  /// A ring of points; point i is at i modulo its size.
  struct Picture {
    explicit Picture(std::size_t classes);
    void copy_from(const Picture& other, std::uint64_t first);

    std::size_t classes;
    std::vector<Point> points;
    std::vector<double> sums;  // of posteriors, [point * classes + class]
    std::vector<double> posterior;
    std::uint64_t count = 0;  // points so far, those that are overwritten included
    Newest newest;
  };

  // What the page gets; on the thread of the server.
  std::string json();

  std::vector<std::string> classes_, channels_;
  Picture added_;                  // of the stream
  Picture published_;              // behind the mutex
  Picture read_;                   // of the server
  std::uint64_t handed_over_ = 0;  // points that do not change any more
  std::mutex mutex_;
  std::optional<PageServer> server_;  // last: its thread reads the others
};

}  // namespace biotropy::live
