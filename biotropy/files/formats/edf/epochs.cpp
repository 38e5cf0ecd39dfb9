// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/edf/epochs.hpp"

#include <algorithm>

#include "biotropy/files/formats/edf/digital_internal.hpp"

namespace biotropy::files {

namespace {

// Samples [begin, end) of every channel, and the places of theirs in (epoch, channel, sample).
class EpochWriter {
 public:
  EpochWriter(const EdfChannels& channels, std::uint64_t first, std::uint64_t last, std::uint64_t length,
              std::span<double> out)
      : channels_(channels), begin_(first * length), end_(last * length), length_(length), out_(out) {
    for (const EdfSignal& signal : channels.signals) scales_.push_back(edf_scale(signal));
  }

  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return end_; }

  // Samples of a channel from `at` on, all of them wanted.
  void write(std::size_t channel, std::uint64_t at, std::span<const std::byte> bytes) {
    const std::size_t width = channels_.is_bdf ? 3 : 2;
    while (!bytes.empty()) {
      const std::uint64_t epoch = (at - begin_) / length_, inside = (at - begin_) % length_;
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size() / width, length_ - inside));
      double* const to = &out_[(epoch * scales_.size() + channel) * length_ + inside];
      if (channels_.is_bdf) {
        convert<3>(bytes.data(), n, scales_[channel], to);
      } else {
        convert<2>(bytes.data(), n, scales_[channel], to);
      }
      at += n;
      bytes = bytes.subspan(n * width);
    }
  }

 private:
  template <std::size_t kWidth>
  static void convert(const std::byte* bytes, std::size_t n, const DigitalScale& scale, double* out) {
    for (std::size_t i = 0; i < n; ++i) {
      out[i] = scale(kWidth == 3 ? digital24(bytes + i * kWidth) : digital16(bytes + i * kWidth));
    }
  }

  const EdfChannels& channels_;
  std::vector<DigitalScale> scales_;
  std::uint64_t begin_, end_, length_;
  std::span<double> out_;
};

void check(const Input& input, const EdfChannels& channels, std::uint64_t first, std::uint64_t last,
           std::uint64_t length, std::size_t size) {
  const std::uint64_t width = channels.is_bdf ? 3 : 2;
  const std::uint64_t held = input.size() < channels.header_bytes || channels.record_bytes == 0
                                 ? 0
                                 : (input.size() - channels.header_bytes) / channels.record_bytes;
  if (held < channels.n_records) throw input.bad_file("the file has become shorter");
  const bool fits =
      channels.samples_per_record > 0 &&
      channels.skipped_bytes + channels.signals.size() * channels.samples_per_record * width <= channels.record_bytes;
  if (!fits || first > last || length == 0 || last > channels.n_records * channels.samples_per_record / length ||
      size != (last - first) * length * channels.signals.size()) {
    throw Error(ErrorCode::invalid_argument, "the epochs do not fit the recording");
  }
}

}  // namespace

void read_edf_epochs(Input& input, const EdfChannels& channels, std::uint64_t first, std::uint64_t last,
                     std::uint64_t length, std::span<double> out) {
  check(input, channels, first, last, length, out.size());
  EpochWriter writer(channels, first, last, length, out);
  const std::uint64_t at_once = channels.samples_per_record, width = channels.is_bdf ? 3 : 2;
  for (std::uint64_t record = writer.begin() / at_once; record * at_once < writer.end(); ++record) {
    const std::uint64_t begin = std::max(writer.begin(), record * at_once);
    const std::uint64_t end = std::min(writer.end(), (record + 1) * at_once);
    for (std::size_t channel = 0; channel < channels.signals.size(); ++channel) {
      const std::uint64_t of_record = channels.header_bytes + record * channels.record_bytes + channels.skipped_bytes;
      for (std::uint64_t at = begin; at < end; at += kEdfPiece / width) {
        const std::uint64_t offset = of_record + (channel * at_once + (at - record * at_once)) * width;
        const std::uint64_t bytes = std::min<std::uint64_t>(kEdfPiece, (end - at) * width);
        writer.write(channel, at, input.view(offset, static_cast<std::size_t>(bytes)));
      }
    }
  }
}

}  // namespace biotropy::files
