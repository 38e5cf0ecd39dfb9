// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/states.hpp"

namespace biotropy::live {

State States::operator[](std::size_t index) const {
  const std::size_t classes = posteriors.size() / times.size();
  return {times[index], labels[index], std::span(posteriors).subspan(index * classes, classes), log_likelihoods[index],
          flags[index]};
}

void States::append(double time, const sicamm::Update& update) {
  times.push_back(time);
  posteriors.insert(posteriors.end(), update.posterior.begin(), update.posterior.end());
  log_likelihoods.push_back(update.log_likelihood);
  labels.push_back(update.label);
  flags.push_back(update.flags);
}

void States::clear() {
  times.clear();
  posteriors.clear();
  log_likelihoods.clear();
  labels.clear();
  flags.clear();
}

}  // namespace biotropy::live
