// SPDX-License-Identifier: Apache-2.0
#include "cli/prepare_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "biotropy/study/number_list.hpp"
#include "cli/table_option.hpp"

namespace biotropy::cli {

namespace {

void add_filter_options(CLI::App& command, PrepareOptions& options) {
  const char* group = "Filtering (without phase shift)";
  CLI::Option* band =
      command.add_option("--band", options.band, "Frequencies to keep; LO 0 makes a low-pass, HI inf a high-pass")
          ->expected(2)
          ->option_text("LO HI")
          ->group(group);
  CLI::Option* filter =
      add_choice(command, "filter", options.filter, word_list<prepare::FilterDesign>(), "Kind of the band filter")
          ->needs(band)
          ->group(group);
  command.add_option("--order", options.order, "Order of the Butterworth filter (a band-pass has twice as many poles)")
      ->option_text(fmt::format("N [{}]", options.order))
      ->needs(band)
      ->group(group);
  command.add_option("--taps", options.taps, "Taps of the FIR filter, odd; 0: by the width of its transition bands")
      ->option_text("N [0]")
      ->needs(filter)
      ->group(group);
  const auto add_notches = [&options](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      if (text == "line") {
        options.notch_line = true;
        continue;
      }
      const std::vector<double> numbers = study::real_numbers("notch", text);
      options.notches.insert(options.notches.end(), numbers.begin(), numbers.end());
    }
  };
  CLI::Option* notch =
      command
          .add_option_function<std::vector<std::string>>("--notch", add_notches,
                                                         "Frequency to remove, such as that of the mains; line: the "
                                                         "line frequency in the sidecar of each recording "
                                                         "(BIDS, PowerLineFrequency); may be given again")
          ->allow_extra_args(false)
          ->option_text("F|line")
          ->group(group);
  command.add_option("--notch-quality", options.notch_quality, "Frequency of a notch over its width")
      ->option_text(fmt::format("Q [{}]", options.notch_quality))
      ->needs(notch)
      ->group(group);
  add_choice(command, "filter-each", options.filter_each, word_list<prepare::FilterEach>(),
             "What the band filter and the notches are applied to: the whole recording, before it is decimated and "
             "cut, or each epoch after that")
      ->group(group);
  CLI::Option* decimate =
      command.add_option("--decimate", options.decimation, "Keep every K-th sample, after an anti-alias filter")
          ->option_text("K [1]")
          ->group(group);
  add_choice(command, "anti-alias", options.anti_alias, word_list<prepare::AntiAlias>(), "Kind of that filter")
      ->needs(decimate)
      ->group(group);
}

void add_epoch_options(CLI::App& command, PrepareOptions& options) {
  const char* group = "Epochs";
  command.add_option("--channels", options.channels, "Labels, numbers or ranges (Fp1,O2,5-8); otherwise all channels")
      ->option_text("LIST")
      ->group(group);
  command.add_option("--epoch", options.epoch, "Samples of an epoch, after decimation; 0: the whole recording is one")
      ->option_text(fmt::format("N [{}]", options.epoch))
      ->group(group);
  command.add_option("--overlap", options.overlap, "Part of an epoch that the next one repeats, from 0 to below 1")
      ->option_text("F [0]")
      ->group(group);
  command.add_option("--reject", options.reject, "Leave out a channel in epochs where its peak-to-peak is above X")
      ->option_text("X (in the channel's unit)")
      ->group(group);
  command.add_option("--flat", options.flat, "Leave out a channel in epochs where its peak-to-peak is below X")
      ->option_text("X (in the channel's unit)")
      ->group(group);
  command
      .add_option("--padding", options.padding, "Runs of at least N equal samples at the ends of a channel are padding")
      ->option_text(fmt::format(
          "N [{}]", options.padding == 0 ? "0: not looked for" : fmt::format("{}; 0: not looked for", options.padding)))
      ->group(group);
  add_choice(command, "bad-spans", options.bad_spans, word_list<study::BadSpans>(),
             "Epochs that touch a span whose annotation or event (BIDS, _events.tsv) begins with BAD")
      ->group(group);
}

}  // namespace

void add_prepare_options(CLI::App& command, PrepareOptions& options) {
  add_epoch_options(command, options);
  add_filter_options(command, options);
}

void add_window_options(CLI::App& command, PrepareOptions& options) {
  const char* group = "Epochs";
  CLI::Option* window = command.add_option("--window", options.window,
                                           "Samples of a window that slides over the recording, after decimation, in "
                                           "place of epochs, or with '--pool-epochs' over all epochs together; results "
                                           "have the start of each");
  CLI::Option* step = command.add_option("--step", options.step, "Samples from one window to the next");
  window->option_text("N")->needs(step)->group(group);
  step->option_text("N")->needs(window)->group(group);
}

}  // namespace biotropy::cli
