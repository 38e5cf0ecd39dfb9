// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/results/results_group_internal.hpp"
#include "biotropy/series/recording.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace biotropy::files {

namespace {

/// Epochs of a channel per chunk if the number of epochs is unlimited.
constexpr std::size_t kMostEpochsInChunk = 256;

}  // namespace

ResultGroup::ResultGroup(int group, const ResultsHead& head, const FileResults& first, bool along_files)
    : group_(group),
      head_(head),
      pairs_(head.pairs),
      mean_only_(head.mean_only),
      along_files_(along_files),
      n_cells_(head.cells()),
      epochs_in_chunk_(std::clamp<std::size_t>(first.n_epochs(), 1, kMostEpochsInChunk)),
      labels_(first.labels),
      units_(first.units) {
  const std::size_t n_channels = labels_.size();
  if (along_files) dimension_.file = define_dimension(group, "file", NC_UNLIMITED);
  dimension_.epoch = define_dimension(group, "epoch", along_files ? NC_UNLIMITED : first.n_epochs());
  dimension_.channel = define_dimension(group, "channel", n_channels);
  if (pairs_) dimension_.partner = define_dimension(group, "partner", n_channels);
  for (const Axis& axis : head.axes) dimension_.axes.push_back(define_dimension(group, axis.name, axis.size()));
  define_coordinates();
  define_entries(first);
  if (along_files) define_file_properties();
}

bool ResultGroup::fits(const FileResults& results) const {
  return results.labels == labels_ && results.units == units_;
}

ResultGroup::Region ResultGroup::region(std::size_t index, Sizes start, Sizes count, bool along_axes) const {
  Region part{std::move(start), std::move(count)};
  if (along_files_) {
    part.start.insert(part.start.begin(), index);
    part.count.insert(part.count.begin(), 1);
  }
  for (std::size_t axis = 0; along_axes && axis < head_.axes.size(); ++axis) {
    part.start.push_back(0);
    part.count.push_back(head_.axes[axis].size());
  }
  return part;
}

ResultGroup::Region ResultGroup::entries_of(std::size_t index, std::size_t epoch, bool along_axes) const {
  const std::size_t n_channels = labels_.size();
  return pairs_ ? region(index, {epoch, 0, 0}, {1, n_channels, n_channels}, along_axes)
                : region(index, {epoch, 0}, {1, n_channels}, along_axes);
}

int ResultGroup::define(const char* name, nc_type type, std::initializer_list<int> dimensions, const char* long_name) {
  const int variable = define_variable(group_, name, type, dimensions);
  put_text(group_, variable, "long_name", long_name);
  return variable;
}

void ResultGroup::define_coordinates() {
  auto& v = variable_;
  v.epoch = define("epoch", NC_INT, {dimension_.epoch}, "epoch, counted from 0");
  v.channel = define("channel", NC_STRING, {dimension_.channel}, "channel whose templates are counted");
  if (pairs_) v.partner = define("partner", NC_STRING, {dimension_.partner}, "channel in which they are matched");
  v.unit = define("channel_unit", NC_STRING, {dimension_.channel}, "unit of the samples of the channel");
  for (std::size_t a = 0; a < head_.axes.size(); ++a) {
    const Axis& axis = head_.axes[a];
    const bool whole = std::holds_alternative<std::vector<std::int64_t>>(axis.values);
    v.axes.push_back(
        define(axis.name.c_str(), whole ? NC_INT : NC_DOUBLE, {dimension_.axes[a]}, axis.long_name.c_str()));
  }
}

// Defines a variable over the dimensions, with `file` in front if there is one; missing entries are filled.
int ResultGroup::define_filled(const std::string& name, nc_type type, std::vector<int> of,
                               const std::string& long_name) {
  if (along_files_) of.insert(of.begin(), dimension_.file);
  const int variable = define_variable(group_, name, type, of);
  put_text(group_, variable, "long_name", long_name);
  put_fill(group_, variable, type);
  if (!along_files_) return variable;
  const bool matrices = pairs_ && std::count(of.begin(), of.end(), dimension_.partner) > 0;
  Sizes chunks(of.size(), 1);
  for (std::size_t d = 1; d < of.size(); ++d) {
    if (of[d] != dimension_.epoch) {
      require(nc_inq_dimlen(group_, of[d], &chunks[d]));
    } else if (!matrices) {
      chunks[d] = epochs_in_chunk_;
    }
  }
  require(nc_def_var_chunking(group_, variable, NC_CHUNKED, chunks.data()));
  return variable;
}

void ResultGroup::define_entries(const FileResults& first) {
  const std::vector<int> of_epoch{dimension_.epoch}, of_channel{dimension_.epoch, dimension_.channel};
  std::vector<int> of_entry = of_channel;
  if (pairs_) of_entry.push_back(dimension_.partner);
  const auto with_axes = [&](std::vector<int> dimensions) {
    dimensions.insert(dimensions.end(), dimension_.axes.begin(), dimension_.axes.end());
    return dimensions;
  };
  auto& v = variable_;
  v.onset = define_filled("onset", NC_DOUBLE, of_epoch,
                          head_.windows ? "start of the window from the start of the recording"
                                        : "start of the epoch from the start of the recording");
  put_text(group_, v.onset, "units", first.has_rate ? "s" : "samples");
  if (!mean_only_) {
    v.value = define_filled("value", NC_DOUBLE, with_axes(of_entry), head_.long_name);
    put_text(group_, v.value, "units", head_.unit);
    if (head_.windows) put_text(group_, v.value, "coordinates", "onset");
  }
  if (mean_only_) of_entry.erase(of_entry.begin());
  for (const NumberKind& kind : head_.numbers) {
    const std::vector<int> dimensions = kind.along_axes ? with_axes(of_entry) : of_entry;
    v.numbers.push_back(define_filled(kind.name, NC_DOUBLE, dimensions, kind.long_name));
    put_text(group_, v.numbers.back(), "units", kind.unit);
  }
  if (!mean_only_ && head_.has_matches) {
    v.matches_m = define_filled("matches_m", NC_INT64, with_axes(of_entry), "matching pairs of templates of length m");
    v.matches_m1 =
        define_filled("matches_m1", NC_INT64, with_axes(of_entry), "matching pairs of templates of length m + 1");
  }
  v.templates_m =
      define_filled("templates_m", NC_INT64, with_axes(of_channel), "templates of length m without a missing sample");
  if (!first.templates_m1.empty()) {
    v.templates_m1 = define_filled("templates_m1", NC_INT64, with_axes(of_channel),
                                   "templates of length m + 1 without a missing sample");
  }
  if (!first.tolerances.empty()) {
    v.tolerance =
        define_filled("tolerance", NC_DOUBLE, with_axes(of_channel), "tolerance r in the unit of the channel");
  }
  v.reason = define_filled("reason", NC_STRING, with_axes(of_channel),
                           "why the channel has no value in the epoch; empty: it has one");
  if (first.mean.empty()) return;
  const std::vector<int> of_mean = with_axes({dimension_.channel, dimension_.partner});
  v.mean = define_filled("mean_value", NC_DOUBLE, of_mean, "mean over the epochs with a finite value");
  put_text(group_, v.mean, "units", head_.unit);
  v.valid_epochs = define_filled("valid_epochs", NC_INT, of_mean, "epochs in the mean");
}

void ResultGroup::define_file_properties() {
  auto& v = variable_;
  v.file = define("file", NC_STRING, {dimension_.file}, "recording");
  v.sha256 = define("sha256", NC_STRING, {dimension_.file}, "SHA-256 of the recording");
  v.other_files = define("other_files", NC_STRING, {dimension_.file}, "SHA-256 and names of files read with it");
  v.format = define("file_format", NC_STRING, {dimension_.file}, "format of the recording");
  v.rate = define("sampling_rate", NC_DOUBLE, {dimension_.file}, "samples per second after preparation");
  put_text(group_, v.rate, "units", "Hz");
  put_fill(group_, v.rate, NC_DOUBLE);
  v.n_epochs = define("n_epochs", NC_INT, {dimension_.file}, "epochs of the recording; further ones are missing");
  v.engine = define("engine", NC_STRING, {dimension_.file}, "engine that counted");
  v.notices = define("notices", NC_STRING, {dimension_.file}, "notices of reading, preparation and measuring");
  v.notice_codes = define("notice_codes", NC_STRING, {dimension_.file}, "their codes");
}

void ResultGroup::put(const FileResults& results, std::size_t index, const CancelFlag* cancel) {
  if (most_epochs_ == 0) {
    const std::vector<std::string> labels = series::distinct(labels_);
    put_strings(variable_.channel, {0}, {labels.size()}, labels);
    if (pairs_) put_strings(variable_.partner, {0}, {labels.size()}, labels);
    put_strings(variable_.unit, {0}, {units_.size()}, units_);
    for (std::size_t a = 0; a < head_.axes.size(); ++a) put_coordinate(variable_.axes[a], head_.axes[a]);
  }
  for (; most_epochs_ < results.n_epochs(); ++most_epochs_) {
    const int number = static_cast<int>(most_epochs_);
    require(nc_put_var1_int(group_, variable_.epoch, &most_epochs_, &number));
  }
  put_file_properties(results, index);
  put_channels_of_epochs(results, index);
  put_entries(results, index, cancel);
}

void ResultGroup::put_coordinate(int variable, const Axis& axis) const {
  if (const auto* reals = std::get_if<std::vector<double>>(&axis.values)) {
    require(nc_put_var_double(group_, variable, reals->data()));
    return;
  }
  const auto& whole = std::get<std::vector<std::int64_t>>(axis.values);
  const std::vector<long long> numbers(whole.begin(), whole.end());
  require(nc_put_var_longlong(group_, variable, numbers.data()));
}

void ResultGroup::put_strings(int variable, const Sizes& start, const Sizes& count,
                              std::span<const std::string> texts) const {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  require(nc_put_vara_string(group_, variable, start.data(), count.data(), pointers.data()));
}

void ResultGroup::put_file_properties(const FileResults& results, std::size_t index) const {
  const std::string texts = lines(results.notices, &Notice::text), codes = lines(results.notices, &Notice::code);
  if (!along_files_) {
    put_text(group_, NC_GLOBAL, "file", results.path);
    put_text(group_, NC_GLOBAL, "sha256", results.sha256);
    if (!results.other_files.empty()) put_text(group_, NC_GLOBAL, "other_files", digest_lines(results.other_files));
    put_text(group_, NC_GLOBAL, "file_format", results.format);
    if (results.has_rate) put_attribute(group_, NC_GLOBAL, "sampling_rate", results.rate);
    put_text(group_, NC_GLOBAL, "engine", results.engine);
    put_text(group_, NC_GLOBAL, "notices", texts);
    put_text(group_, NC_GLOBAL, "notice_codes", codes);
    return;
  }
  const auto put_string = [&](int variable, const std::string& text) {
    put_strings(variable, {index}, {1}, std::span(&text, 1));
  };
  put_string(variable_.file, results.path);
  put_string(variable_.sha256, results.sha256);
  put_string(variable_.other_files, digest_lines(results.other_files));
  put_string(variable_.format, results.format);
  put_string(variable_.engine, results.engine);
  put_string(variable_.notices, texts);
  put_string(variable_.notice_codes, codes);
  const double rate = results.has_rate ? results.rate : kMissingReal;
  require(nc_put_var1_double(group_, variable_.rate, &index, &rate));
  const int n_epochs = static_cast<int>(results.n_epochs());
  require(nc_put_var1_int(group_, variable_.n_epochs, &index, &n_epochs));
}

void ResultGroup::put_channels_of_epochs(const FileResults& results, std::size_t index) const {
  const std::size_t n_epochs = results.n_epochs(), n_channels = results.n_channels();
  const Region of_epochs = region(index, {0}, {n_epochs}, false);
  require(nc_put_vara_double(group_, variable_.onset, of_epochs.start.data(), of_epochs.count.data(),
                             results.onsets.data()));
  const auto [start, count] = region(index, {0, 0}, {n_epochs, n_channels});
  put_templates(variable_.templates_m, results.templates_m, start, count);
  if (variable_.templates_m1 >= 0) put_templates(variable_.templates_m1, results.templates_m1, start, count);
  if (variable_.tolerance >= 0) {
    require(nc_put_vara_double(group_, variable_.tolerance, start.data(), count.data(), results.tolerances.data()));
  }
  put_strings(variable_.reason, start, count, results.reasons);
}

void ResultGroup::put_templates(int variable, std::span<const std::uint64_t> templates, const Sizes& start,
                                const Sizes& count) const {
  const std::vector<long long> numbers(templates.begin(), templates.end());
  require(nc_put_vara_longlong(group_, variable, start.data(), count.data(), numbers.data()));
}

void ResultGroup::put_counts(int variable, const FileResults& results, std::span<const std::uint64_t> counts,
                             std::size_t index, std::size_t epoch) const {
  const std::size_t n_channels = results.n_channels(), n_partners = pairs_ ? n_channels : 1;
  const auto templates = results.templates_m.subspan(epoch * n_channels * n_cells_, n_channels * n_cells_);
  std::vector<long long> numbers(n_channels * n_partners * n_cells_);
  std::size_t place = 0;
  for (std::size_t channel = 0; channel < n_channels; ++channel) {
    for (std::size_t partner = 0; partner < n_partners; ++partner) {
      for (std::size_t cell = 0; cell < n_cells_; ++cell, ++place) {
        const bool counted =
            templates[channel * n_cells_ + cell] > 0 && (!pairs_ || templates[partner * n_cells_ + cell] > 0);
        numbers[place] = counted ? static_cast<long long>(counts[epoch * numbers.size() + place]) : kMissingCount;
      }
    }
  }
  const auto [start, count] = entries_of(index, epoch);
  require(nc_put_vara_longlong(group_, variable, start.data(), count.data(), numbers.data()));
}

void ResultGroup::put_entries(const FileResults& results, std::size_t index, const CancelFlag* cancel) const {
  const std::size_t n_channels = results.n_channels(), n_entries = n_channels * (pairs_ ? n_channels : 1);
  const auto put_reals = [&](int variable, std::span<const double> all, std::size_t epoch, bool along_axes) {
    const auto [start, count] = entries_of(index, epoch, along_axes);
    const std::size_t size = n_entries * (along_axes ? n_cells_ : 1);
    require(nc_put_vara_double(group_, variable, start.data(), count.data(), all.subspan(epoch * size, size).data()));
  };
  for (std::size_t epoch = 0; !mean_only_ && epoch < results.n_epochs(); ++epoch) {
    if (cancel != nullptr) cancel->check();
    put_reals(variable_.value, results.values, epoch, true);
    for (std::size_t kind = 0; kind < variable_.numbers.size(); ++kind) {
      put_reals(variable_.numbers[kind], results.numbers[kind], epoch, head_.numbers[kind].along_axes);
    }
    if (variable_.matches_m < 0) continue;
    put_counts(variable_.matches_m, results, results.matches_m, index, epoch);
    put_counts(variable_.matches_m1, results, results.matches_m1, index, epoch);
  }
  if (variable_.mean < 0) return;
  const auto [start, count] = region(index, {0, 0}, {n_channels, n_channels});
  require(nc_put_vara_double(group_, variable_.mean, start.data(), count.data(), results.mean.data()));
  for (std::size_t kind = 0; mean_only_ && kind < variable_.numbers.size(); ++kind) {
    const Region of_number = region(index, {0, 0}, {n_channels, n_channels}, head_.numbers[kind].along_axes);
    require(nc_put_vara_double(group_, variable_.numbers[kind], of_number.start.data(), of_number.count.data(),
                               results.numbers[kind].data()));
  }
  const std::vector<int> valid(results.valid_epochs.begin(), results.valid_epochs.end());
  require(nc_put_vara_int(group_, variable_.valid_epochs, start.data(), count.data(), valid.data()));
}

}  // namespace biotropy::files
