// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/eeglab_internal.hpp"
#include "biotropy/files/formats/mat/variable_internal.hpp"
#include "biotropy/files/formats/mat/versions_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/isolated_internal.hpp"

namespace biotropy::files {

namespace {

struct MatHeader {
  bool is_73 = false;
  bool big_endian = false;
};

MatHeader read_header(Input& input) {
  constexpr std::uint64_t length = 128;
  const bool known = input.size() >= length && input.text(0, 6) == "MATLAB";
  if (!known)
    throw input.bad_file("a MATLAB file of version 5 or 7.3 begins with 'MATLAB' and has a header of 128 bytes");
  const std::string order(input.text(126, 2));
  const bool big_endian = order == "MI";
  const auto major = static_cast<unsigned char>(input.text(124, 2)[big_endian ? 0 : 1]);
  if ((order != "IM" && order != "MI") || (major != 1 && major != 2)) {
    throw input.error(ErrorCode::unsupported, "a MATLAB file of neither version 5 nor 7.3; save it with -v7 or -v7.3");
  }
  return {major == 2, big_endian};
}

class RecordingSink : public MatSink {
 public:
  RecordingSink(const Input& input, const OpenOptions& options, series::Recording& recording)
      : input_(input), options_(options), recording_(recording) {}

  bool begin(const MatShape& shape) override {
    is_wide_ = shape.is_wide;
    // Limits memory: a damaged compressed file may claim any size, but signals compress only moderately.
    if (shape.columns > most_mat_bytes(input_.size()) / sizeof(double) / shape.rows) {
      throw input_.bad_file(fmt::format("variable {} announces {} x {} numbers, more than a file of {} bytes can hold",
                                        in_quotes(shape.name), shape.rows, shape.columns, input_.size()));
    }
    const bool by_rows = rows_are_channels(input_, shape.rows, shape.columns, options_.orientation);
    const ArrayLayout layout = layout_of(input_, shape.rows, shape.columns, by_rows, /*rows_vary_fastest=*/true);
    OpenOptions decided = options_;
    decided.variable = shape.name;
    decided.orientation = by_rows ? Orientation::rows : Orientation::columns;
    set_decided(decided, recording_);
    filler_.emplace(input_, layout, options_, shape.name, recording_);
    return filler_->needs_any();
  }

  void take(std::span<const double> numbers) override {
    for (const double value : numbers) {
      // 2^53 + 1 was rounded to 2^53.
      rounded_ |= is_wide_ && std::abs(value) >= kExactIntegers;
      filler_->put(value);
    }
  }

  void finish() {
    if (rounded_) recording_.notices.push_back(integers_rounded());
  }

 private:
  const Input& input_;
  const OpenOptions& options_;
  series::Recording& recording_;
  std::optional<ArrayFiller> filler_;
  bool is_wide_ = false, rounded_ = false;
};

void read_version_5(Input& input, bool big_endian, const std::string& name, MatSink& sink,
                    const MatDataSetReader& data_set, Notices& notices) {
  const auto variables = list_mat5(input, big_endian, notices);
  const MatVariable* data = eeglab_data(variables);
  if (data == nullptr || !name.empty()) {
    read_mat5(input, big_endian, chosen_variable(input, variables, name), sink);
    return;
  }
  const MatDataSet set{*data, read_mat5_contents(input, big_endian, variables, *data, kEeglabFields)};
  data_set(set, [&](MatSink& samples) {
    MatVariable flat = *data;
    for (; flat.dimensions.size() > 2; flat.dimensions.pop_back()) flat.dimensions[1] *= flat.dimensions.back();
    read_mat5(input, big_endian, flat, samples);
  });
}

}  // namespace

series::Recording read_mat(Input& input, const OpenOptions& options) {
  validate(options);
  series::Recording recording;
  recording.path = input.name();
  const MatHeader header = read_header(input);
  recording.format = header.is_73 ? "MAT 7.3" : "MAT 5";
  RecordingSink sink(input, options, recording);
  std::optional<series::Recording> read_set;
  const MatDataSetReader data_set = [&](const MatDataSet& set, const MatSamples& samples) {
    read_set = read_eeglab(input, set, samples, options);
  };
  if (!header.is_73) {
    read_version_5(input, header.big_endian, options.variable, sink, data_set, recording.notices);
  } else if (kParseInChild && system::can_isolate()) {
    read_mat73_in_child(input, options.variable, sink, data_set, recording.notices);
  } else {
    if (!system::can_isolate()) recording.notices.push_back(not_isolated());
    read_mat73(input, options.variable, sink, data_set);
  }
  if (read_set) {
    read_set->notices.insert(read_set->notices.begin(), recording.notices.begin(), recording.notices.end());
    return std::move(*read_set);
  }
  sink.finish();
  return recording;
}

}  // namespace biotropy::files
