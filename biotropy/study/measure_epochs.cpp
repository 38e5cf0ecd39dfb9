// SPDX-License-Identifier: Apache-2.0
//
// Entries are (channel[, partner][, scale]), with windows (channel[, partner][, scale], window).
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "biotropy/entropy/request.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/series/normalise.hpp"
#include "biotropy/study/measure_epochs_internal.hpp"
#include "biotropy/study/measure_settings.hpp"

namespace biotropy::study {

namespace {

void note_engine(std::string& engines, std::string_view engine) {
  if (engine.empty() || engines.find(engine) != std::string::npos) return;
  engines += (engines.empty() ? "" : ", ") + std::string(engine);
}

// Each channel, or all together.
std::size_t series_of(entropy::Measure measure, const series::Epochs& epochs) {
  return entropy::is_multivariate(measure) ? 1 : epochs.n_channels;
}

// A channel that is used in an epoch at no scale, with the reason of each scale; scales in a row with one reason count
// once.
void note_rejection(std::size_t epoch, std::size_t channel, const std::vector<std::string>& reasons,
                    SubjectValues& into) {
  for (std::size_t cell = 0; cell < reasons.size(); ++cell) {
    if (cell == 0 || reasons[cell] != reasons[cell - 1]) into.rejections.push_back({epoch, channel, reasons[cell]});
  }
}

/// Entries of one series over the epochs: `cell` is the scale, or 0. Means leave out infinite values; windows and
/// pooled epochs keep them.
class ValuesOfChannels {
 public:
  ValuesOfChannels(std::size_t n_channels, std::size_t n_epochs, std::size_t n_cells, bool windows, bool means,
                   SubjectValues& into)
      : n_cells_(n_cells), n_windows_(windows ? n_epochs : 1), means_(means), into_(into), used_(n_epochs, false) {
    into.values.assign(n_channels * n_cells * n_windows_, 0.0);
    into.valid_epochs.assign(into.values.size(), 0.0);
  }

  /// Adds the values of a channel in an epoch, one for each cell. Without any that is used it is a rejection.
  void add(std::size_t epoch, std::size_t channel,
           const std::function<const entropy::Entropy&(std::size_t cell)>& value_at) {
    std::vector<std::string> reasons;
    for (std::size_t cell = 0; cell < n_cells_; ++cell) {
      const entropy::Entropy& entropy = value_at(cell);
      const std::size_t place = (channel * n_cells_ + cell) * n_windows_ + (n_windows_ > 1 ? epoch : 0);
      note_engine(into_.engine, entropy.engine);
      if (std::isnan(entropy.value) || (means_ && std::isinf(entropy.value))) {
        reasons.push_back(entropy.reason);
        continue;
      }
      into_.values[place] += entropy.value;
      into_.valid_epochs[place] += 1.0;
      used_[epoch] = true;
    }
    if (reasons.size() == n_cells_) note_rejection(epoch, channel, reasons, into_);
  }

  void finish() {
    for (std::size_t place = 0; place < into_.values.size(); ++place) {
      const double n = into_.valid_epochs[place];
      into_.values[place] = n > 0.0 ? into_.values[place] / n : kNaN;
    }
    into_.epochs_used = static_cast<std::size_t>(std::count(used_.begin(), used_.end(), true));
  }

 private:
  std::size_t n_cells_, n_windows_;
  bool means_;
  SubjectValues& into_;
  std::vector<bool> used_;
};

// Why an epoch of a channel adds nothing to pooled counts; empty if it does.
std::string left_out_because(const series::Epochs& epochs, std::size_t epoch, std::size_t channel,
                             entropy::Measure measure, const entropy::Parameters& parameters) {
  const std::size_t index = epochs.index(epoch, channel);
  if (!epochs.reasons.empty() && !epochs.reasons[index].empty()) return epochs.reasons[index];
  const series::Samples samples = epochs.samples(epoch, channel);
  const series::RUnit unit = entropy::r_unit_of(measure, parameters);
  try {
    entropy::require_usable(samples, measure, parameters, "the epoch");
    if (parameters.pool_epochs == entropy::PoolEpochs::epoch) {
      series::absolute_tolerance(samples, parameters.r, unit, parameters.ddof);
    }
    return {};
  } catch (const Error& error) {
    if (!entropy::is_about_samples(error.code())) throw;
    return error.what();
  }
}

// Lists the epochs that were left out of pooled counts. @returns for each entry how many were not: those of all
// channels together need all of them.
std::vector<double> note_left_out(const series::Epochs& epochs, entropy::Measure measure,
                                  const entropy::Parameters& parameters, SubjectValues& into) {
  const bool together = entropy::is_multivariate(measure);
  std::vector<double> pooled(series_of(measure, epochs), 0.0);
  into.epochs_used = 0;
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    bool used = false;
    for (std::size_t entry = 0; entry < pooled.size(); ++entry) {
      std::string reason;
      for (std::size_t channel = entry; reason.empty() && channel < (together ? epochs.n_channels : entry + 1);
           ++channel) {
        reason = left_out_because(epochs, epoch, channel, measure, parameters);
      }
      if (!reason.empty()) {
        into.rejections.push_back({epoch, entry, reason});
        continue;
      }
      used = true;
      pooled[entry] += 1.0;
    }
    if (used) ++into.epochs_used;
  }
  return pooled;
}

// The values of matrices, one for each scale, as entries.
void put_values(const std::vector<entropy::Pairwise>& cells, std::size_t n_windows, SubjectValues& into) {
  const std::size_t pairs = cells.front().n_channels * cells.front().n_channels;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    for (const entropy::Pairwise& cell : cells) {
      if (n_windows == 0) {
        into.values.push_back(cell.mean[pair]);
        into.valid_epochs.push_back(cell.valid_epochs[pair]);
      }
      for (std::size_t window = 0; window < n_windows; ++window) {
        const double value = cell.values[window * pairs + pair];
        into.values.push_back(value);
        into.valid_epochs.push_back(std::isnan(value) ? 0.0 : 1.0);
      }
    }
  }
}

void note_rejections(const std::vector<entropy::Pairwise>& cells, const series::Epochs& epochs, SubjectValues& into) {
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    bool used = false;
    for (std::size_t channel = 0; channel < epochs.n_channels; ++channel) {
      std::vector<std::string> reasons;
      for (const entropy::Pairwise& cell : cells) reasons.push_back(cell.reasons[epochs.index(epoch, channel)]);
      const bool is_used = std::ranges::count(reasons, "") > 0;
      used |= is_used;
      if (!is_used) note_rejection(epoch, channel, reasons, into);
    }
    if (used) ++into.epochs_used;
  }
}

void put_pairs(const Description& description, const series::Epochs& epochs, const entropy::Parameters& parameters,
               const std::vector<entropy::Pairwise>& cells, SubjectValues& into) {
  put_values(cells, description.windows() ? epochs.n_epochs : 0, into);
  for (const entropy::Pairwise& cell : cells) note_engine(into.engine, cell.engine);
  if (parameters.pool_epochs == entropy::PoolEpochs::no) {
    note_rejections(cells, epochs, into);
    return;
  }
  note_left_out(epochs, description.measure.measure, parameters, into);
  for (std::size_t i = 0; i < into.values.size(); ++i) {
    if (std::isnan(into.values[i])) into.valid_epochs[i] = 0.0;
  }
}

void put_channels(const Description& description, const series::Epochs& epochs, const entropy::Parameters& parameters,
                  const entropy::Measured& measured, SubjectValues& into) {
  const std::vector<entropy::Multiscale>& curves = measured.curves;
  const std::size_t n_cells = curves.empty() ? 1 : curves.front().scales.size();
  const std::size_t n_channels = series_of(description.measure.measure, epochs);
  const bool single = parameters.pool_epochs == entropy::PoolEpochs::no, windows = description.windows();
  ValuesOfChannels values(n_channels, epochs.n_epochs, n_cells, windows, single && !windows, into);
  for (std::size_t index = 0; index < std::max(curves.size(), measured.entries.size()); ++index) {
    const std::size_t epoch = index / n_channels, channel = index % n_channels;
    values.add(epoch, channel, [&](std::size_t cell) -> const entropy::Entropy& {
      return curves.empty() ? measured.entries[index] : curves[index].scales[cell].entropy;
    });
  }
  values.finish();
  if (single) return;
  const std::vector<double> pooled = note_left_out(epochs, description.measure.measure, parameters, into);
  const std::size_t cells = into.values.size() / std::max<std::size_t>(pooled.size(), 1);
  for (std::size_t place = 0; place < into.values.size(); ++place) {
    into.valid_epochs[place] = into.valid_epochs[place] > 0.0 ? pooled[place / cells] : 0.0;
  }
}

}  // namespace

void measure_epochs(const Description& description, const series::Epochs& epochs, const std::string& engine,
                    const Surroundings& around, SubjectValues& into) {
  entropy::Request request = description.request();
  request.measure = OneUnit(request.measure).settings_for(epochs);
  if (!engine.empty()) request.measure.set(*entropy::find_option("engine"), engine);
  const bool pairs = description.pairs();
  const ProgressCallback progress = around.progress("measuring", pairs ? "pairs" : "series");
  const entropy::Measured measured = entropy::measure(request, epochs, nullptr, around.execution, progress);
  if (request.surrogates.given()) {
    into.test = entropy::test(request, epochs, nullptr, measured, around.execution, around.of_test(), around.store);
  }
  into.notices.insert(into.notices.end(), measured.notices.begin(), measured.notices.end());
  const entropy::Parameters parameters = request.measure.parameters(epochs.n_times);
  if (pairs) {
    put_pairs(description, epochs, parameters, measured.matrices, into);
  } else {
    put_channels(description, epochs, parameters, measured, into);
  }
}

}  // namespace biotropy::study
