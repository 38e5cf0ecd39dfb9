// SPDX-License-Identifier: Apache-2.0
//
// Common spatial patterns and the tangent space, by the equations that define them.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "biotropy/sicamm/dense_internal.hpp"
#include "biotropy/sicamm/features/spatial_features.hpp"
#include "biotropy/sicamm/features/window_covariance.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/sicamm/spatial_training.hpp"
#include "tests/error_of.hpp"

namespace biotropy::sicamm {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Names = std::vector<std::string>;

MatrixXd random_matrix(Index rows, Index columns, std::mt19937_64& engine) {
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(engine); });
}

/// Windows of classes whose covariances differ.
struct Windows {
  std::vector<MatrixXd> matrices;
  std::vector<std::int32_t> labels;
  std::vector<double> packed;

  void add(const MatrixXd& matrix, std::int32_t label) {
    matrices.push_back(matrix);
    labels.push_back(label);
    for (Index i = 0; i < matrix.rows(); ++i) {
      for (Index j = i; j < matrix.cols(); ++j) packed.push_back(matrix(i, j));
    }
  }

  Labelled all() const { return {packed, labels}; }

  MatrixXd mean(std::int32_t label) const {
    MatrixXd sum = MatrixXd::Zero(matrices[0].rows(), matrices[0].cols());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] == label) sum += matrices[i];
    }
    return sum / static_cast<double>(std::count(labels.begin(), labels.end(), label));
  }
};

// `basis` maps sources to channels.
Windows windows_of(const MatrixXd& basis, std::int32_t classes, int count, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  Windows windows;
  for (int i = 0; i < count; ++i) {
    const std::int32_t label = i % classes;
    MatrixXd samples = random_matrix(basis.cols(), 60, engine);
    samples.row(label) *= 3.0;
    samples = basis * samples;
    windows.add(samples * samples.transpose() / 59.0, label);
  }
  return windows;
}

MatrixXd matrix_of(const SpatialMap& map) {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const Rows>(map.rows.data(), static_cast<Index>(map.row_count()), static_cast<Index>(map.channels));
}

// By square roots until the matrix is near I (Denman and Beavers, 1976), and the series there. Eigen's function of the
// same name takes half a minute to compile.
MatrixXd logarithm_of(MatrixXd matrix) {
  const MatrixXd identity = MatrixXd::Identity(matrix.rows(), matrix.cols());
  double scale = 1.0;
  for (; (matrix - identity).norm() > 0.1; scale *= 2.0) {
    MatrixXd inverse_root = identity;
    for (int i = 0; i < 30; ++i) {
      const MatrixXd root = 0.5 * (matrix + inverse(inverse_root));
      inverse_root = 0.5 * (inverse_root + inverse(matrix));
      matrix = root;
    }
  }
  const MatrixXd rest = identity - matrix;
  MatrixXd power = rest, sum = -rest;
  for (int n = 2; n < 20; ++n) {
    power *= rest;
    sum -= power / n;
  }
  return scale * sum;
}

SpatialSettings csp(std::size_t components) {
  return SpatialSettings{.components = components};
}

SpatialSettings tangent() {
  return SpatialSettings{.method = SpatialMethod::tangent};
}

TEST(CommonSpatialPatterns, AreTheExtremeSolutionsOfTheirEigenproblem) {
  std::mt19937_64 engine(1);
  const Windows windows = windows_of(random_matrix(5, 5, engine), 2, 80, 2);
  const Labelled all = windows.all();
  const MatrixXd first = windows.mean(0), sum = first + windows.mean(1);
  const MatrixXd half = Cholesky(sum).inverse<MatrixXd>();
  const Spectrum spectrum = spectrum_of(half * first * half.transpose());
  const SpatialMap map = fit_spatial({&all, 1}, 5, {"a", "b"}, csp(5));
  ASSERT_EQ(map.row_count(), 5U);
  const MatrixXd rows = matrix_of(map);
  EXPECT_TRUE((rows * sum * rows.transpose()).isIdentity(1e-10));
  const Index order[] = {4, 0, 3, 1, 2};
  for (Index i = 0; i < 5; ++i) {
    const Eigen::RowVectorXd expected = spectrum.vectors.col(order[i]).transpose() * half;
    EXPECT_NEAR(std::abs(rows.row(i) * sum * expected.transpose()), 1.0, 1e-9) << i;
    const Eigen::RowVectorXd residue = rows.row(i) * first - spectrum.values[order[i]] * rows.row(i) * sum;
    EXPECT_LT(residue.norm(), 1e-9);
  }
  const auto features = spatial_features(map, windows.packed);
  for (std::size_t i = 0; i < windows.matrices.size(); ++i) {
    for (Index j = 0; j < 5; ++j) {
      const double variance = rows.row(j) * windows.matrices[i] * rows.row(j).transpose();
      EXPECT_NEAR(features[i * 5 + static_cast<std::size_t>(j)], std::log(variance), 1e-12);
    }
  }
  EXPECT_EQ(feature_names(map, {"1", "2", "3", "4", "5"}), (Names{"CSP1", "CSP2", "CSP3", "CSP4", "CSP5"}));
}

TEST(CommonSpatialPatterns, OfSeveralClassesAreOneAgainstTheOthers) {
  std::mt19937_64 engine(3);
  const MatrixXd basis = random_matrix(4, 4, engine), sources = inverse(basis);
  const Windows windows = windows_of(basis, 3, 300, 4);
  const Labelled all = windows.all();
  const SpatialMap map = fit_spatial({&all, 1}, 4, {"a", "b", "c"}, csp(1));
  ASSERT_EQ(map.row_count(), 3U);
  for (Index k = 0; k < 3; ++k) {
    const double cosine = matrix_of(map).row(k).normalized().dot(sources.row(k).normalized());
    EXPECT_GT(std::abs(cosine), 0.98) << "the source that is loud in this class";
  }
}

TEST(CommonSpatialPatterns, IgnoreChannelsThatAreSumsOfOthers) {
  std::mt19937_64 engine(5);
  const MatrixXd basis = random_matrix(4, 4, engine);
  MatrixXd referenced(5, 4);
  referenced << basis, -basis.colwise().sum();
  const Windows full = windows_of(basis, 2, 60, 6), flat = windows_of(referenced, 2, 60, 6);
  const Labelled all = full.all(), of_flat = flat.all();
  const auto expected = spatial_features(fit_spatial({&all, 1}, 4, {"a", "b"}, csp(4)), full.packed);
  const auto found = spatial_features(fit_spatial({&of_flat, 1}, 5, {"a", "b"}, csp(4)), flat.packed);
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-8) << i;
  EXPECT_THROW(fit_spatial({&of_flat, 1}, 5, {"a", "b"}, csp(5)), Error);
}

TEST(TangentSpace, OfMatricesThatCommuteHasTheirGeometricMean) {
  Windows windows;
  for (int i = 0; i < 20; ++i) {
    windows.add(Eigen::Vector3d(1.0 + i, std::exp(0.3 * i), 5.0 / (1 + i % 3)).asDiagonal().toDenseMatrix(), 0);
  }
  const Labelled all = windows.all();
  const SpatialMap map = fit_spatial({&all, 1}, 3, {"a"}, tangent());
  Eigen::Vector3d logarithms = Eigen::Vector3d::Zero();
  for (const MatrixXd& one : windows.matrices) logarithms += one.diagonal().array().log().matrix() / 20.0;
  const MatrixXd expected = (-0.5 * logarithms).array().exp().matrix().asDiagonal();
  EXPECT_TRUE(matrix_of(map).isApprox(expected, 1e-9));
  EXPECT_EQ(feature_names(map, {"A", "B", "C"}), (Names{"A x A", "A x B", "A x C", "B x B", "B x C", "C x C"}));
}

TEST(TangentSpace, HasNoMeanAndTheDistancesOfMatrices) {
  std::mt19937_64 engine(7);
  const Windows windows = windows_of(random_matrix(4, 4, engine), 2, 50, 8);
  const Labelled all = windows.all();
  const SpatialMap map = fit_spatial({&all, 1}, 4, {"a", "b"}, tangent());
  const auto features = spatial_features(map, windows.packed);
  const MatrixXd root = matrix_of(map), mean = inverse(MatrixXd(root * root));
  const MatrixXd half = Cholesky(mean).inverse<MatrixXd>();
  EXPECT_TRUE(root.isApprox(root.transpose(), 1e-9));
  std::vector<double> sums(10, 0.0);
  for (std::size_t i = 0; i < windows.matrices.size(); ++i) {
    // ln of the eigenvalues of R^-1 C: the distance of C from R.
    const Vector values = eigenvalues_of(half * windows.matrices[i] * half.transpose()).array().log();
    double squares = 0.0;
    for (std::size_t k = 0; k < 10; ++k) {
      sums[k] += features[i * 10 + k];
      squares += features[i * 10 + k] * features[i * 10 + k];
    }
    EXPECT_NEAR(squares, values.squaredNorm(), 1e-9);
    const MatrixXd logarithm = logarithm_of(root * windows.matrices[i] * root);
    EXPECT_NEAR(features[i * 10 + 1], std::numbers::sqrt2 * logarithm(0, 1), 1e-9);
  }
  for (const double sum : sums) EXPECT_NEAR(sum, 0.0, 1e-6);
}

TEST(TangentSpace, LeavesOutWhatNoWindowHas) {
  std::mt19937_64 engine(9);
  const MatrixXd basis = random_matrix(3, 3, engine);
  MatrixXd referenced(4, 3);
  referenced << basis, -basis.colwise().sum();
  const Windows full = windows_of(basis, 2, 40, 10), flat = windows_of(referenced, 2, 40, 10);
  const Labelled all = full.all(), of_flat = flat.all();
  const SpatialMap map = fit_spatial({&of_flat, 1}, 4, {"a", "b"}, tangent());
  ASSERT_EQ(map.row_count(), 3U);
  EXPECT_EQ(feature_names(map, {"A", "B", "C", "D"})[1], "direction 1 x direction 2");
  const auto expected = spatial_features(fit_spatial({&all, 1}, 3, {"a", "b"}, tangent()), full.packed);
  const auto found = spatial_features(map, flat.packed);
  // Another basis turns the vectors, and keeps their lengths.
  for (std::size_t i = 0; i < found.size(); i += 6) {
    double squares = 0.0, expected_squares = 0.0;
    for (std::size_t k = i; k < i + 6; ++k) {
      squares += found[k] * found[k];
      expected_squares += expected[k] * expected[k];
    }
    ASSERT_NEAR(squares, expected_squares, 1e-7);
  }
}

TEST(SpatialFeatures, OfMissingAndSingularWindowsAreMissing) {
  const double nan = std::nan("");
  const SpatialMap plain{SpatialMethod::tangent, 2, {1.0, 0.0, 0.0, 1.0}};
  const auto found = spatial_features(plain, std::vector<double>{1.0, 1.0, 1.0, nan, nan, nan, 1.0, 0.0, 1.0});
  for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(std::isnan(found[i])) << i;
  EXPECT_EQ(std::vector<double>(found.begin() + 6, found.end()), std::vector<double>(3, 0.0));
  EXPECT_THROW(spatial_features(plain, std::vector<double>(4, 1.0)), Error);
}

TEST(SpatialFeatures, RefuseWhatTheyCannotBeLearnedFrom) {
  std::mt19937_64 engine(11);
  Windows windows = windows_of(random_matrix(3, 3, engine), 2, 20, 12);
  Labelled all = windows.all();
  const auto message = [&](const Names& classes, const SpatialSettings& settings) {
    try {
      fit_spatial({&all, 1}, 3, classes, settings);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(message({"a", "b"}, csp(3)), "none");
  EXPECT_NE(message({"a", "b"}, csp(4)).find("components is 4; it must be at most 3"), std::string::npos);
  EXPECT_NE(message({"a", "b"}, csp(0)).find("components is 0"), std::string::npos);
  EXPECT_NE(message({"a", "b", "c"}, csp(1)).find("class 'c': no window"), std::string::npos);
  std::fill(windows.labels.begin(), windows.labels.end(), 0);
  EXPECT_NE(message({"a"}, csp(1)).find("two classes"), std::string::npos);
  std::fill(windows.labels.begin(), windows.labels.end(), kUnlabelled);
  EXPECT_EQ(message({"a"}, tangent()), "none") << "from all";
  std::fill(windows.packed.begin(), windows.packed.end(), std::nan(""));
  EXPECT_NE(message({"a"}, tangent()).find("no window without missing samples"), std::string::npos);
  windows.packed = {1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0};
  windows.labels = {0, 0};
  all = windows.all();
  EXPECT_NE(message({"a"}, tangent()).find("does not vary in all of 3 directions"), std::string::npos);
}

TEST(SpatialFeatures, OfWindowsThatDoNotVaryAreRefused) {
  const std::vector<double> packed(4 * packed_size(3), 0.0);
  const std::vector<std::int32_t> labels = {0, 1, 0, 1};
  const Labelled all{packed, labels};
  for (const SpatialSettings& settings : {csp(1), tangent()}) {
    EXPECT_EQ(error_of([&] { fit_spatial({&all, 1}, 3, {"a", "b"}, settings); }).code(), ErrorCode::constant_series);
  }
}

// Projections chosen among many for few windows separate these windows; what was left out shows that they do not.
TEST(SpatialTraining, LeavesFoldsOutOfTheFeaturesToo) {
  std::mt19937_64 engine(13);
  Windows windows;
  for (int i = 0; i < 240; ++i) {
    const MatrixXd samples = random_matrix(12, 14, engine);
    windows.add(samples * samples.transpose() / 13.0, (i / 20) % 2);
  }
  const Labelled all = windows.all();
  Names channels;
  for (int c = 0; c < 12; ++c) channels.push_back(std::to_string(c));
  TrainingSettings settings{.bandwidth = BandwidthRule::silverman};
  const SpatialTraining found = train_spatial({&all, 1}, channels, {"a", "b"}, csp(2), settings);
  ASSERT_TRUE(found.training.tempering);
  std::vector<std::vector<double>> values;
  const auto vectors = spatial_features(found.map, {&all, 1}, values);
  const Training once = train(vectors, {"CSP1", "CSP2"}, {"a", "b"}, settings);
  EXPECT_LT(found.training.model.beta, 0.7 * once.model.beta) << "there is nothing to be learned";
  EXPECT_GT(found.training.tempering->log_loss, once.tempering->log_loss);
  EXPECT_EQ(found.training.model.classes[0].unmixing, once.model.classes[0].unmixing);
}

}  // namespace
}  // namespace biotropy::sicamm
