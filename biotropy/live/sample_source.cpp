// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/sample_source.hpp"

#include <poll.h>

#include <array>

namespace biotropy::live {

void wait_for(int input, int output, std::chrono::nanoseconds most) {
  std::array<pollfd, 2> descriptors = {{{input, POLLIN, 0}, {output, POLLOUT, 0}}};  // negative ones are passed over
  const auto nanoseconds = std::max<std::int64_t>(0, most.count());
  constexpr std::int64_t second = 1'000'000'000;
  const timespec time = {nanoseconds / second, nanoseconds % second};
  ::ppoll(descriptors.data(), descriptors.size(), &time, nullptr);
}

}  // namespace biotropy::live
