// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/left_out.hpp"

#include <fmt/format.h>

#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

namespace {

/// The null space of a model, and what is left of it without the directions that have been named.
class Naming {
 public:
  explicit Naming(const Model& model) {
    const auto channels = static_cast<Index>(model.channels.size());
    const Index directions = channels - static_cast<Index>(model.rank());
    all_ = Eigen::Map<const RowMatrix>(model.null_space.data(), directions, channels).transpose();
    left_ = all_;
  }

  Index left() const { return left_.cols(); }

  /// Whether the direction lies in the null space, and not in what has been named; it then has a name.
  bool take(Vector direction) {
    constexpr double rounding = 1e-6;
    if (left_.cols() == 0) return false;
    direction.normalize();
    const Vector share = left_.transpose() * direction;
    if ((all_.transpose() * direction).squaredNorm() < 1.0 - rounding || share.squaredNorm() < rounding) return false;
    const Matrix turned = rotation_of(Matrix(share));
    left_ = (left_ * turned.rightCols(left_.cols() - 1)).eval();
    return true;
  }

 private:
  Matrix all_, left_;  // a column for each direction
};

}  // namespace

std::vector<std::string> left_out(const Model& model) {
  std::vector<std::string> words;
  Naming naming(model);
  const auto m = static_cast<Index>(model.channels.size());
  const auto name = [&](Index c) { return model.channels[static_cast<std::size_t>(c)]; };
  for (Index c = 0; c < m; ++c) {
    if (naming.take(Vector::Unit(m, c))) words.push_back(fmt::format("channel '{}' is constant", name(c)));
  }
  for (Index c = 1; c < m; ++c) {
    for (Index other = 0; other < c; ++other) {
      if (!naming.take(Vector::Unit(m, c) - Vector::Unit(m, other))) continue;
      words.push_back(fmt::format("channel '{}' is that of '{}'", name(c), name(other)));
      break;
    }
  }
  if (naming.take(Vector::Ones(m))) words.emplace_back("average reference");
  if (naming.left() > 0) {
    words.push_back(fmt::format("{} more {}", naming.left(), naming.left() == 1 ? "direction" : "directions"));
  }
  return words;
}

}  // namespace biotropy::sicamm
