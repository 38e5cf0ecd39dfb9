// SPDX-License-Identifier: Apache-2.0
#include "cli/multiscale_options.hpp"

#include <CLI/CLI.hpp>

#include "biotropy/entropy/words.hpp"

namespace biotropy::cli {

void add_multiscale_options(CLI::App& command, study::MultiscaleSettings& options) {
  command
      .add_option(
          "--method", options.method,
          "mse: coarse-graining; cmse, rcmse: from every start, values or counts taken together; rmse: low-pass "
          "filter and thinning")
      ->check(CLI::IsMember(word_list<entropy::MultiscaleMethod>()))
      ->option_text("mse|rmse|cmse|rcmse [mse]")
      ->group(kScalesGroup);
  command.add_option("--scales", options.scales, "Scales in samples: 1-20, or 1,2,5,10-15")
      ->option_text("LIST [1-20]")
      ->group(kScalesGroup);
  command.add_option("--grain", options.grain, "What a window becomes; variance: generalised multiscale entropy")
      ->check(CLI::IsMember(word_list<series::Grain>()))
      ->option_text("mean|variance [mean]")
      ->group(kScalesGroup);
  command
      .add_option("--tolerance-of", options.tolerance_of,
                  "The series whose standard deviation R is a multiple of: the original, or that of each scale")
      ->check(CLI::IsMember(word_list<entropy::ToleranceOf>()))
      ->option_text("original|scale [original; rmse, variance: scale]")
      ->group(kScalesGroup);
  command
      .add_option("--cutoff", options.cutoff, "rmse: edge of the low-pass filter times the scale, in cycles per sample")
      ->option_text("F [0.5]")
      ->group(kScalesGroup);
}

}  // namespace biotropy::cli
