// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/model_file.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "biotropy/byte_order_internal.hpp"
#include "biotropy/files/sha256.hpp"

namespace biotropy::sicamm {

namespace {

/// Bytes of numbers and texts, each list with its length in front, so that different models have different bytes.
class Bytes {
 public:
  void add(double number) { add(std::span(&number, 1)); }

  void add(std::span<const double> numbers) {
    add_size(numbers.size());
    append_little_endian(numbers, bytes_);
  }

  void add(const std::string& text) {
    add_size(text.size());
    bytes_ += text;
  }

  void add_size(std::size_t size) { append_little_endian(std::uint64_t{size}, bytes_); }

  const std::string& all() const { return bytes_; }

 private:
  std::string bytes_;
};

void add(const KernelDensity& density, Bytes& bytes) {
  bytes.add(density.bandwidth());
  bytes.add(density.points());
  // No weights, and weights that are all 1, are the same density.
  std::vector<double> weights(density.weights().begin(), density.weights().end());
  weights.resize(density.points().size(), 1.0);
  bytes.add(weights);
}

}  // namespace

std::string digest(const Model& model) {
  Bytes bytes;
  bytes.add_size(model.channels.size());
  for (const std::string& channel : model.channels) bytes.add(channel);
  bytes.add_size(model.classes.size());
  for (const ClassModel& one : model.classes) {
    bytes.add(one.name);
    bytes.add(one.unmixing);
    bytes.add(one.bias);
    for (const KernelDensity& source : one.sources) add(source, bytes);
  }
  bytes.add(model.chain.priors);
  bytes.add(model.chain.transitions);
  bytes.add(model.beta);
  bytes.add(model.outlier_level);
  bytes.add(model.sampling_rate.value_or(std::numeric_limits<double>::quiet_NaN()));
  bytes.add(model.null_space);
  bytes.add_size(model.notes.size());
  for (const auto& [name, value] : model.notes) {
    bytes.add(name);
    bytes.add(value);
  }
  for (const std::string& unit : model.units) bytes.add(unit);
  // None and 0 are the same.
  const auto has_offset = [](const ClassModel& one) { return one.offset != 0.0; };
  if (std::any_of(model.classes.begin(), model.classes.end(), has_offset)) {
    for (const ClassModel& one : model.classes) bytes.add(one.offset);
  }
  return files::sha256_of_bytes(bytes.all());
}

}  // namespace biotropy::sicamm
