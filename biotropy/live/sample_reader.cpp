// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/sample_reader.hpp"

#include "biotropy/error.hpp"

namespace biotropy::live {

void SampleReader::run(SampleUser& user, const CancelFlag& cancel) {
  while (!cancel.cancelled() && go_on(user)) {
  }
  while (!queue_.empty() && user.can_be_written()) use_one(user);
}

// One round; false at the end.
bool SampleReader::go_on(SampleUser& user) {
  const bool writable = user.can_be_written();
  queue_.stall(!writable);
  take();
  if (writable && !queue_.empty()) {
    use_one(user);
    return true;
  }
  if (queue_.empty() && (fault_ || source_->ended())) return false;
  if (queue_.empty() && user.wait_actively()) return true;
  source_->wait(queue_.empty() ? -1 : user.descriptor(), fault_ || !queue_.takes());
  return true;
}

void SampleReader::take() {
  if (fault_ || source_->ended()) return;
  try {
    source_->take(queue_);
  } catch (const Error&) {
    fault_ = std::current_exception();
  }
}

void SampleReader::use_one(SampleUser& user) {
  user.use(queue_.front(), queue_.front_values());
  queue_.pop();
}

}  // namespace biotropy::live
