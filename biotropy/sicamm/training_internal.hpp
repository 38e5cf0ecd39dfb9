// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "biotropy/sicamm/class_fit_internal.hpp"
#include "biotropy/sicamm/training.hpp"

namespace biotropy::sicamm {

/// Arguments of train().
struct Job {
  std::span<const Labelled> recordings;
  const std::vector<std::string>& channels;
  const std::vector<std::string>& classes;
  const TrainingSettings& settings;
  const Execution& execution;
};

/// Recordings whose mixed vectors are fitted or not, as the settings say.
std::vector<Labelled> fitted_by(const TrainingSettings& settings, std::span<const Labelled> recordings);

std::vector<Labelled> with_labels(std::span<const Labelled> recordings,
                                  const std::vector<std::vector<std::int32_t>>& labels);

/// The best beta for these parts, with a notice at its limit; notes the familiarity of the parts in the model.
Tempering tempered(const std::vector<HeldOut>& parts, Training& training);

ClassReport report_of(const Job& job, std::size_t which, const ClassFit& fit);

/// Distance that training samples need from those left out.
std::size_t gap_of(const FoldSettings& settings, const std::vector<ClassReport>& classes);

/// Warns of classes with too few samples, and of suspicious samples.
void add_notices(const Job& job, Training& training);

}  // namespace biotropy::sicamm
