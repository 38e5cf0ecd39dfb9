// SPDX-License-Identifier: Apache-2.0
//
// From the epochs of a subject to its values: means over epochs or, where the epochs are windows, the value of each.
#pragma once

#include <string>

#include "biotropy/series/epochs.hpp"
#include "biotropy/study/subject.hpp"

namespace biotropy::study {

/// Progress, and surrogates that are kept.
struct Surroundings {
  const Execution& execution;
  BeginPart begin;
  entropy::SurrogateStore* store = nullptr;

  ProgressCallback progress(const char* part, const char* unit) const {
    return begin ? begin(part, unit) : ProgressCallback();
  }
  ProgressCallback of_test() const { return progress("testing", "surrogates of epochs"); }
};

/// Sets values, valid_epochs, epochs_used, engine, test and rejections. @param engine in place of the one of the
/// description; empty: that one. @throws Error as the measures do.
void measure_epochs(const Description& description, const series::Epochs& epochs, const std::string& engine,
                    const Surroundings& around, SubjectValues& into);

}  // namespace biotropy::study
