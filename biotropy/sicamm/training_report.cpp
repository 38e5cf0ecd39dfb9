// SPDX-License-Identifier: Apache-2.0
//
// Notices of the samples of a training.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "biotropy/counted.hpp"
#include "biotropy/sicamm/correlation_time.hpp"
#include "biotropy/sicamm/training_internal.hpp"

namespace biotropy::sicamm {

ClassReport report_of(const Job& job, std::size_t which, const ClassFit& fit) {
  const auto label = static_cast<std::int32_t>(which);
  const std::size_t samples = finite_samples_of(job.recordings, job.channels.size(), label).size();
  const auto channels = static_cast<double>(job.channels.size());
  ClassReport report;
  report.samples = samples;
  for (const Labelled& one : job.recordings) {
    for (std::size_t i = 0; i < one.labels.size(); ++i) {
      if (one.labels[i] == label && one.is_fitted(i)) ++report.missing;
    }
  }
  report.missing -= samples;
  report.correlation_time = correlation_time(job.recordings, job.channels.size(), label);
  report.effective_samples = static_cast<double>(samples) / report.correlation_time;
  report.samples_per_entry = report.effective_samples / (channels * channels);
  report.rank = fit.rank;
  report.iterations = fit.iterations;
  report.converged = fit.converged;
  report.bandwidths = fit.bandwidths;
  return report;
}

std::size_t gap_of(const FoldSettings& settings, const std::vector<ClassReport>& classes) {
  if (settings.gap) return *settings.gap;
  double longest = 1.0;
  for (const ClassReport& one : classes) longest = std::max(longest, one.correlation_time);
  return static_cast<std::size_t>(std::llround(longest)) - 1;
}

void add_notices(const Job& job, Training& training) {
  const std::size_t channels = job.channels.size();
  for (std::size_t k = 0; k < job.classes.size(); ++k) {
    const ClassReport& one = training.classes[k];
    const auto warn = [&](const char* code, const std::string& text) {
      training.notices.push_back(warning(code, fmt::format("class '{}': {}", job.classes[k], text)));
    };
    if (one.missing > 0) {
      const bool alone = one.missing == 1;
      warn("missing_samples", fmt::format("{} that {} not finite {} left out", counted(one.missing, "sample"),
                                          alone ? "is" : "are", alone ? "was" : "were"));
    }
    if (job.settings.classifier == ClassifierKind::sicamm && one.samples_per_entry < job.settings.samples_per_entry) {
      warn("samples_few",
           fmt::format(
               "{:.4g} effective samples are few for the {} x {} entries of its matrix ({:.4g} are recommended); "
               "choose fewer channels, shrinkage, or the classifier 'logistic'",
               one.effective_samples, channels, channels,
               job.settings.samples_per_entry * static_cast<double>(channels * channels)));
    }
    if (one.rank < channels) {
      warn("rank_reduced",
           fmt::format("{} samples vary in {} of {} directions; the others have the variance of the shrinkage",
                       one.samples, one.rank, channels));
    }
    const auto known = static_cast<std::ptrdiff_t>(std::min(one.rank, one.bandwidths.size()));
    const auto flat = std::count_if(one.bandwidths.begin(), one.bandwidths.begin() + known,
                                    [](const Bandwidth& b) { return b.scale != ScaleSource::mad; });
    if (flat > 0) {
      warn("values_equal",
           fmt::format("the median absolute deviation of {} components is 0: most of their values are equal", flat));
    }
    if (!one.converged)
      warn("not_converged",
           fmt::format("the unmixing did not converge in {} iterations; some sources may be nearly normal",
                       one.iterations));
  }
}

}  // namespace biotropy::sicamm
