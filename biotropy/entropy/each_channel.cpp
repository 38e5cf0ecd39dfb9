// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/each_channel_internal.hpp"
#include "biotropy/entropy/entropy.hpp"
#include "biotropy/error.hpp"

namespace biotropy::entropy {

void for_each_channel(const series::EpochView& epochs, const Execution& execution,
                      const std::function<void(std::size_t index, series::Samples samples)>& measure,
                      const std::function<void(std::size_t index, const std::string& reason)>& fail) {
  with_threads(execution, [&] {
    parallel_for(epochs.n_epochs * epochs.n_channels, execution.cancel, [&](std::size_t index) {
      if (!epochs.reasons.empty() && !epochs.reasons[index].empty()) {
        fail(index, epochs.reasons[index]);
        return;
      }
      try {
        measure(index, epochs.samples(index / epochs.n_channels, index % epochs.n_channels));
      } catch (const Error& error) {
        if (!is_about_samples(error.code())) throw;
        fail(index, error.what());
      }
    });
  });
}

}  // namespace biotropy::entropy
