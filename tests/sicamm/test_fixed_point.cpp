// SPDX-License-Identifier: Apache-2.0
//
// A step of FastICA against its definition in long double, with samples that fill chunks and tiles and some that do
// not.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "biotropy/sicamm/ica/fixed_point_internal.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::sicamm {
namespace {

struct KnownStep {
  KnownStep(Index channels, Index samples) : white(channels, samples), rows(channels, channels), weights(samples) {
    std::mt19937_64 engine(static_cast<std::uint64_t>(channels * 1000 + samples));
    std::student_t_distribution<double> heavy(2.0);
    std::normal_distribution<double> draw;
    for (double& value : white.reshaped()) value = heavy(engine);
    for (double& value : rows.reshaped()) value = draw(engine);
    for (double& value : weights) value = std::abs(draw(engine));
    weights /= weights.sum();
  }
  Matrix white, rows;
  Vector weights;
};

long double naive_score(Contrast contrast, long double y) {
  if (contrast == Contrast::cube) return y * y * y;
  return contrast == Contrast::exp ? y * std::exp(-0.5L * y * y) : std::tanh(y);
}

long double naive_slope(Contrast contrast, long double y) {
  if (contrast == Contrast::cube) return 3.0L * y * y;
  if (contrast == Contrast::exp) return (1.0L - y * y) * std::exp(-0.5L * y * y);
  return 1.0L - std::tanh(y) * std::tanh(y);
}

// E[z g(w z)] - E[g'(w z)] w.
Matrix naive_step(const KnownStep& known, Contrast contrast) {
  using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  const Long z = known.white.cast<long double>(), w = known.rows.cast<long double>(), y = w * z;
  Long result = Long::Zero(w.rows(), w.cols());
  for (Index i = 0; i < z.cols(); ++i) {
    const long double weight = known.weights(i);
    for (Index j = 0; j < w.rows(); ++j) {
      result.row(j) +=
          weight * (naive_score(contrast, y(j, i)) * z.col(i).transpose() - naive_slope(contrast, y(j, i)) * w.row(j));
    }
  }
  return result.cast<double>();
}

TEST(FixedPoint, IsTheDefinition) {
  for (const Index channels : {1, 2, 3, 4, 5, 19}) {
    for (const Index samples : {1, 7, 127, 128, 129, 2048, 5000}) {
      const KnownStep known(channels, samples);
      for (const Contrast contrast : {Contrast::logcosh, Contrast::exp, Contrast::cube}) {
        const Matrix found = FixedPoint(known.white, known.weights, contrast).next(known.rows, nullptr);
        const Matrix expected = naive_step(known, contrast);
        const double scale = std::max(1.0, expected.cwiseAbs().maxCoeff());
        EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-12 * scale)
            << channels << " channels, " << samples << " samples, " << word(contrast);
      }
    }
  }
}

TEST(FixedPoint, IsTheSameOnEveryInstructionSet) {
  const KnownStep known(5, 3000);
  for (const Contrast contrast : {Contrast::logcosh, Contrast::exp, Contrast::cube}) {
    const FixedPoint step(known.white, known.weights, contrast);
    const Matrix expected = step.next(known.rows, nullptr);
    for (const std::string& set : EveryInstructionSet()) {
      EXPECT_EQ(step.next(known.rows, nullptr), expected) << word(contrast) << ", " << set;
    }
  }
}

}  // namespace
}  // namespace biotropy::sicamm
