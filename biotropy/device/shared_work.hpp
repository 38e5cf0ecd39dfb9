// SPDX-License-Identifier: Apache-2.0
//
// Work that several devices share. Its parts wait in a queue, and a device takes the next one when it has done the
// last, so that a faster device does more of them. A device that fails gives back what is left of its part, for the
// others.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/device/offload.hpp"
#include "biotropy/error.hpp"

namespace biotropy::device {

/// Calls work(0) to work(n - 1) at the same time, each on a thread of its own with a share of the threads of the
/// enclosing with_threads; a single one on this thread, as those for which no thread can be started.
/// @throws the first exception, when all have ended.
void side_by_side(std::size_t n, const std::function<void(std::size_t)>& work);

/// Sizes of the parts of n items: large ones first, so that there are few, and small ones at the end, so that all
/// devices end together. One device has one part.
std::vector<std::size_t> part_sizes(std::size_t n, std::size_t n_devices);

template <typename Part>
class SharedWork {
 public:
  /// @param parts in the order in which they are taken.
  explicit SharedWork(std::vector<Part> parts)
      : queue_(std::move_iterator(parts.begin()), std::move_iterator(parts.end())) {}

  /// Does every part on one of the devices.
  /// @param work does a part on a device, given by its number.
  /// @param undone what is left of the part at which a device failed (is_failure).
  /// @throws every other error of `work`; then the other devices stop after the part that they are at.
  void run(std::size_t n_devices, const std::function<void(std::size_t, const Part&)>& work,
           const std::function<std::vector<Part>(std::size_t, const Part&)>& undone) {
    side_by_side(n_devices, [&](std::size_t device) {
      while (const std::optional<Part> part = take()) {
        const AtWork at_work(*this);
        const std::string reason = failure_of([&] { work(device, *part); });
        if (reason.empty()) {
          at_work.done();
          continue;
        }
        give_back(reason, undone(device, *part));
        at_work.done();
        return;
      }
    });
  }

  /// Why devices failed, in the order of time.
  const std::vector<std::string>& failures() const { return failures_; }

  /// Parts that no device has done: all have failed.
  const std::deque<Part>& left() const { return queue_; }

 private:
  // A part that a device is at: others wait for it, because it may come back. It stops everything unless it is done.
  class AtWork {
   public:
    explicit AtWork(SharedWork& shared) : shared_(shared) {}
    ~AtWork() {
      const std::lock_guard lock(shared_.taking_);
      --shared_.n_at_work_;
      if (!is_done_) shared_.is_stopped_ = true;
      shared_.changed_.notify_all();
    }
    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;

    void done() const { is_done_ = true; }

   private:
    SharedWork& shared_;
    mutable bool is_done_ = false;
  };

  std::optional<Part> take() {
    std::unique_lock lock(taking_);
    changed_.wait(lock, [this] { return is_stopped_ || !queue_.empty() || n_at_work_ == 0; });
    if (is_stopped_ || queue_.empty()) return std::nullopt;
    Part part = std::move(queue_.front());
    queue_.pop_front();
    ++n_at_work_;
    return part;
  }

  void give_back(const std::string& reason, std::vector<Part> parts) {
    const std::lock_guard lock(taking_);
    failures_.push_back(reason);
    queue_.insert(queue_.begin(), std::move_iterator(parts.begin()), std::move_iterator(parts.end()));
  }

  std::mutex taking_;
  std::condition_variable changed_;
  std::deque<Part> queue_;
  std::size_t n_at_work_ = 0;
  bool is_stopped_ = false;
  std::vector<std::string> failures_;
};

}  // namespace biotropy::device
