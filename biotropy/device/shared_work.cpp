// SPDX-License-Identifier: Apache-2.0
#include "biotropy/device/shared_work.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>

#include "biotropy/threads.hpp"

namespace biotropy::device {

void side_by_side(std::size_t n, const std::function<void(std::size_t)>& work) {
  if (n == 1) return work(0);
  const int share = std::max(1, surrounding_threads() / static_cast<int>(std::max<std::size_t>(1, n)));
  std::vector<std::exception_ptr> thrown(n);
  const auto run = [&](std::size_t number) {
    try {
      with_threads({.threads = share}, [&] { work(number); });
    } catch (...) {
      thrown[number] = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(n);
  try {
    while (threads.size() < n) threads.emplace_back(run, threads.size());
  } catch (const std::system_error&) {
    // No more threads: this one does the rest.
  }
  for (std::size_t number = threads.size(); number < n; ++number) run(number);
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& one : thrown) {
    if (one != nullptr) std::rethrow_exception(one);
  }
}

std::vector<std::size_t> part_sizes(std::size_t n, std::size_t n_devices) {
  constexpr std::size_t first_parts = 2, most_parts = 16;  // of each device
  std::vector<std::size_t> sizes;
  const std::size_t least = n_devices == 1 ? n : n / (most_parts * n_devices) + 1;
  for (std::size_t left = n; left > 0; left -= sizes.back()) {
    sizes.push_back(std::min(left, std::max(least, left / (first_parts * n_devices))));
  }
  return sizes;
}

}  // namespace biotropy::device
