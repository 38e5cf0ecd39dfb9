// SPDX-License-Identifier: Apache-2.0
//
// Independent components of known mixtures: the Amari index between result and truth, invariances, and samples without
// independent components.
#include <algorithm>
#include <cmath>
#include <random>

#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/ica/unmixing.hpp"
#include "biotropy/sicamm/problem.hpp"
#include "tests/error_of.hpp"
#include "tests/sicamm/known_model.hpp"
#include "tests/sicamm/unmixing_distance.hpp"

namespace biotropy::sicamm {
namespace {

using enum SourceKind;

// One class of these sources, mixed by 1 on the diagonal and a few numbers beside it.
Problem mixture(std::vector<SourceKind> sources) {
  const std::size_t m = sources.size();
  Problem made = problem(m == 3 ? "P3" : "P2", 7);
  made.sources = std::move(sources);
  made.mixing.resize(1);
  made.unmixing.resize(1);
  made.bias.resize(1);
  made.chain = symmetric_chain(1, 1.0);
  return made;
}

UnmixingSettings by(UnmixingMethod method, bool refined = false) {
  return UnmixingSettings{.method = method, .refine = refined};
}

const auto kMethods = {UnmixingMethod::fastica, UnmixingMethod::infomax, UnmixingMethod::jade};

TEST(Whitening, GivesUncorrelatedDirectionsOfVarianceOne) {
  const Problem truth = mixture({laplace, uniform, gamma, normal});
  const auto samples = simulate(truth, 5000, 1).samples;
  const Whitening found = whiten(samples, 4);
  EXPECT_EQ(found.rank, 4U);
  EXPECT_TRUE(std::is_sorted(found.eigenvalues.rbegin(), found.eigenvalues.rend()));
  std::vector<double> covariance(16);
  for (std::size_t i = 0; i < samples.size(); i += 4) {
    double z[4] = {};
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t c = 0; c < 4; ++c) z[row] += found.matrix[row * 4 + c] * (samples[i + c] - found.mean[c]);
    }
    for (std::size_t k = 0; k < 16; ++k) covariance[k] += z[k / 4] * z[k % 4] / 5000.0;
  }
  for (std::size_t k = 0; k < 16; ++k) EXPECT_NEAR(covariance[k], k / 4 == k % 4 ? 1.0 : 0.0, 1e-11);
}

TEST(Whitening, ShrinkageDrawsEigenvaluesToOne) {
  const auto samples = simulate(mixture({laplace, uniform, gamma}), 500, 2).samples;
  const Whitening plain = whiten(samples, 3);
  for (const double shrinkage : {0.0, 0.3, 1.0}) {
    const Whitening found = whiten(samples, 3, {}, kRankTolerance, shrinkage);
    EXPECT_EQ(found.eigenvalues, plain.eigenvalues);
    for (std::size_t row = 0; row < 3; ++row) {
      const double eigenvalue = plain.eigenvalues[row];
      const double factor = std::sqrt(eigenvalue / ((1.0 - shrinkage) * eigenvalue + shrinkage));
      for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_NEAR(found.matrix[row * 3 + c], factor * plain.matrix[row * 3 + c], 1e-12);
      }
    }
  }
}

TEST(Whitening, WeightsAreCopies) {
  const auto samples = simulate(mixture({laplace, uniform, gamma}), 200, 2).samples;
  std::vector<double> weights(200, 1.0), copies = samples;
  for (std::size_t i = 0; i < 50; ++i) weights[i] = 3.0;
  for (int copy = 0; copy < 2; ++copy) copies.insert(copies.end(), samples.begin(), samples.begin() + 150);
  const Whitening weighted = whiten(samples, 3, weights), copied = whiten(copies, 3);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(weighted.mean[k], copied.mean[k], 1e-13);
  for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(std::abs(weighted.matrix[k]), std::abs(copied.matrix[k]), 1e-11);
  EXPECT_NEAR(effective_count(weights), 300.0 * 300.0 / (50 * 9 + 150), 1e-10);
}

TEST(Whitening, CountsWhatVariesInTheRank) {
  auto samples = simulate(mixture({laplace, uniform, gamma}), 300, 2).samples;
  for (std::size_t i = 0; i < samples.size(); i += 3) samples[i + 2] = samples[i] - 2.0 * samples[i + 1];
  const Whitening found = whiten(samples, 3);
  EXPECT_EQ(found.rank, 2U);
  for (const double entry : found.matrix) EXPECT_TRUE(std::isfinite(entry));
}

TEST(Whitening, RefusesWhatHasNoCovariance) {
  const std::vector<double> fine = {1.0, 2.0, 3.0, 5.0}, constant = {1.0, 2.0, 1.0, 5.0};
  EXPECT_THROW(whiten(fine, 0), Error);
  EXPECT_THROW(whiten(fine, 3), Error);
  EXPECT_THROW(whiten(std::span(fine).first(2), 2), Error);
  EXPECT_THROW(whiten({}, 2), Error);
  EXPECT_THROW(whiten(constant, 2), Error);
  EXPECT_THROW(whiten(fine, 2, std::vector<double>{1.0}), Error);
  EXPECT_THROW(whiten(fine, 2, std::vector<double>{1.0, 0.0}), Error);
  EXPECT_THROW(whiten(fine, 2, std::vector<double>{1.0, -1.0}), Error);
  EXPECT_THROW(whiten(fine, 2, {}, 0.0), Error);
  EXPECT_THROW(whiten(fine, 2, {}, kRankTolerance, -0.1), Error);
  EXPECT_THROW(whiten(fine, 2, {}, kRankTolerance, 1.5), Error);
  EXPECT_THROW(whiten(std::vector<double>{1.0, 2.0, std::nan(""), 5.0}, 2), Error);
}

TEST(Unmixing, FindsPeakedFlatAndSkewedSources) {
  const std::vector<std::vector<SourceKind>> mixtures = {{laplace, laplace, logistic},
                                                         {uniform, bimodal, uniform},
                                                         {laplace, uniform, bimodal},
                                                         {gamma, uniform, laplace}};
  for (const auto& sources : mixtures) {
    const Problem truth = mixture(sources);
    const auto samples = simulate(truth, 20000, 3).samples;
    for (const UnmixingMethod method : kMethods) {
      const Unmixing found = unmix(samples, 3, by(method));
      EXPECT_TRUE(found.converged) << static_cast<int>(method);
      EXPECT_LT(amari_index(found.matrix, truth.mixing[0]), 0.03) << static_cast<int>(method);
    }
  }
}

TEST(Unmixing, WhiteningAloneDoesNotFindThem) {
  const Problem truth = mixture({laplace, uniform, bimodal});
  const auto samples = simulate(truth, 20000, 3).samples;
  EXPECT_GT(amari_index(unmix(samples, 3, by(UnmixingMethod::whitening)).matrix, truth.mixing[0]), 0.1);
}

TEST(Unmixing, EveryContrastFindsThem) {
  const Problem truth = mixture({laplace, uniform, bimodal});
  const auto samples = simulate(truth, 20000, 3).samples;
  for (const char* name : {"logcosh", "exp", "cube"}) {
    UnmixingSettings settings{.contrast = *choice_of<Contrast>(name)};
    EXPECT_LT(amari_index(unmix(samples, 3, settings).matrix, truth.mixing[0]), 0.03) << name;
  }
}

TEST(Unmixing, FindsNineteenSources) {
  const Problem truth = problem("P19", 3);
  Problem one = truth;
  one.chain = symmetric_chain(1, 1.0);
  one.mixing.resize(1);
  one.unmixing.resize(1);
  one.bias.resize(1);
  // Four of them are normal, which cannot be separated.
  for (SourceKind& kind : one.sources) {
    if (kind == normal) kind = gamma;
  }
  const auto samples = simulate(one, 20000, 3).samples;
  for (const UnmixingMethod method : kMethods) {
    EXPECT_LT(amari_index(unmix(samples, 19, by(method)).matrix, one.mixing[0]), 0.05) << static_cast<int>(method);
  }
}

TEST(Unmixing, MaximumLikelihoodIsCloser) {
  for (const char* name : {"P2", "P3"}) {
    const Problem made = standard_problem(name);
    const Problem truth = mixture(made.sources);
    const std::size_t m = truth.channels();
    double before = 0.0, after = 0.0;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const auto samples = simulate(truth, 4000, seed).samples;
      before += amari_index(unmix(samples, m, by(UnmixingMethod::fastica)).matrix, truth.mixing[0]);
      after += amari_index(unmix(samples, m, by(UnmixingMethod::fastica, true)).matrix, truth.mixing[0]);
    }
    EXPECT_LT(after, (made.name == "P2" ? 0.7 : 1.0) * before) << name;
  }
}

TEST(Unmixing, UnitsAndMixingDoNotMatter) {
  const Problem truth = mixture({laplace, uniform, gamma});
  const auto samples = simulate(truth, 3000, 3).samples;
  auto scaled = samples;
  const double units[3] = {1e-9, 1e6, -3.0};
  for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i] *= units[i % 3];
  for (const UnmixingMethod method : kMethods) {
    for (const bool refined : {false, true}) {
      const auto plain = unmix(samples, 3, by(method, refined)).matrix;
      auto found = unmix(scaled, 3, by(method, refined)).matrix;
      for (std::size_t k = 0; k < 9; ++k) found[k] *= units[k % 3];
      // Refinement ends after this many steps; FastICA at a cosine 1e-6 from 1, an angle of 1e-3.
      EXPECT_LT(rows_apart(found, plain, 3), refined ? 5e-3 : 1e-3) << static_cast<int>(method);
    }
  }
}

TEST(Unmixing, ScaleSignAndOrderFollowARule) {
  const Problem truth = mixture({laplace, uniform, gamma});
  const auto samples = simulate(truth, 4000, 3).samples;
  const auto matrix = unmix(samples, 3).matrix;
  const Unmixing found = unmix(samples, 3);
  EXPECT_EQ(found.matrix, matrix) << "the same again";
  for (std::size_t j = 0; j < 3; ++j) {
    std::vector<double> source;
    double cube = 0.0;
    for (std::size_t i = 0; i < samples.size(); i += 3) {
      double s = 0.0;
      for (std::size_t c = 0; c < 3; ++c) s += matrix[j * 3 + c] * (samples[i + c] - found.mean[c]);
      source.push_back(s);
      cube += s * s * s;
    }
    EXPECT_GT(cube, 0.0);
    const double middle = median(source);
    for (double& s : source) s = std::abs(s - middle);
    EXPECT_NEAR(median(source) / 0.6745, 1.0, 1e-9);
  }
}

TEST(Unmixing, ThreadsDoNotMatter) {
  const auto samples = simulate(mixture({laplace, uniform, gamma}), 9000, 3).samples;
  for (const UnmixingMethod method : kMethods) {
    EXPECT_EQ(unmix(samples, 3, by(method, true), {}, {1, nullptr}).matrix,
              unmix(samples, 3, by(method, true), {}, {2, nullptr}).matrix);
  }
}

TEST(Unmixing, WeightsLeaveOutSamples) {
  const Problem truth = mixture({laplace, uniform, gamma}), other = mixture({gamma, gamma, gamma});
  auto samples = simulate(truth, 4000, 3).samples;
  const auto strangers = simulate(other, 1000, 4).samples;
  std::vector<double> both = samples, weights(5000, 1.0);
  both.insert(both.end(), strangers.begin(), strangers.end());
  std::fill(weights.begin() + 4000, weights.end(), 0.0);
  for (const UnmixingMethod method : kMethods) {
    const auto expected = unmix(samples, 3, by(method, true)).matrix;
    EXPECT_LT(rows_apart(unmix(both, 3, by(method, true), weights).matrix, expected, 3), 1e-6);
  }
}

TEST(Unmixing, LeavesADependentChannelAlone) {
  const Problem truth = mixture({laplace, uniform, gamma});
  auto samples = simulate(truth, 4000, 3).samples;
  std::vector<double> four;
  for (std::size_t i = 0; i < samples.size(); i += 3) {
    four.insert(four.end(), {samples[i], samples[i + 1], samples[i + 2]});
    four.push_back(-samples[i] - samples[i + 1] - samples[i + 2]);
  }
  for (const UnmixingMethod method : kMethods) {
    const Unmixing found = unmix(four, 4, by(method, true));
    EXPECT_EQ(found.rank, 3U);
    // Relative to the first three channels, the first three components are those of the three.
    std::vector<double> three;
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t c = 0; c < 3; ++c) three.push_back(found.matrix[j * 4 + c] - found.matrix[j * 4 + 3]);
    }
    EXPECT_LT(amari_index(three, truth.mixing[0]), 0.05) << static_cast<int>(method);
  }
}

TEST(Unmixing, OfOneChannel) {
  const auto samples = simulate(mixture({gamma, uniform, gamma}), 300, 3).samples;
  for (const UnmixingMethod method : kMethods) {
    const Unmixing found = unmix(samples, 1, by(method, true));
    EXPECT_EQ(found.matrix.size(), 1U);
    EXPECT_TRUE(found.converged);
  }
}

TEST(Unmixing, OfNormalSamplesEndsAndSaysSo) {
  Problem truth = mixture({normal, normal, normal});
  const auto samples = simulate(truth, 3000, 3).samples;
  UnmixingSettings settings{.most_iterations = 5};
  EXPECT_FALSE(unmix(samples, 3, settings).converged);
  for (const UnmixingMethod method : kMethods) {
    for (const double entry : unmix(samples, 3, by(method, true)).matrix) EXPECT_TRUE(std::isfinite(entry));
  }
}

TEST(Unmixing, FewSamplesOfMostlyEqualValues) {
  // Whole numbers, most of them 0, have a median absolute deviation of 0.
  std::mt19937_64 engine(3);
  std::vector<double> samples(3 * 400);
  for (double& x : samples) x = engine() % 10 == 0 ? static_cast<double>(engine() % 5) : 0.0;
  for (const UnmixingMethod method : kMethods) {
    for (const double entry : unmix(samples, 3, by(method, true)).matrix) EXPECT_TRUE(std::isfinite(entry));
  }
}

TEST(Unmixing, RefusesSettingsOutOfRange) {
  const auto samples = simulate(mixture({gamma, uniform, gamma}), 300, 3).samples;
  UnmixingSettings settings{.most_iterations = 0};
  EXPECT_THROW(unmix(samples, 3, settings), Error);
  settings = {};
  settings.tolerance = 0.0;
  EXPECT_THROW(unmix(samples, 3, settings), Error);
  settings = {};
  settings.shrinkage = 2.0;
  EXPECT_THROW(unmix(samples, 3, settings), Error);
  settings.shrinkage = 0.5;
  EXPECT_NO_THROW(unmix(samples, 3, settings));
  settings.refine = true;
  EXPECT_THROW(unmix(samples, 3, settings), Error);
  settings.refine = false;
  for (const UnmixingMethod method : {UnmixingMethod::whitening, UnmixingMethod::infomax}) {
    settings.method = method;
    EXPECT_THROW(unmix(samples, 3, settings), Error);
  }
  settings.shrinkage = 0.0;
  EXPECT_NO_THROW(unmix(samples, 3, settings));
  settings = {};
  settings.rank_tolerance = std::nan("");
  EXPECT_THROW(unmix(samples, 3, settings), Error);
  EXPECT_THROW(unmix(std::vector<double>(41 * 90, 1.0), 41, by(UnmixingMethod::jade)), Error);
  for (const UnmixingMethod method : kMethods) {
    settings = by(method);
    settings.contrast = Contrast::cube;
    if (method == UnmixingMethod::fastica) {
      EXPECT_NO_THROW(validate(settings));
      continue;
    }
    EXPECT_THAT(error_of([&] { validate(settings); }), refuses("contrast", "cube")) << word(method);
  }
  CancelFlag cancel;
  cancel.cancel();
  for (const UnmixingMethod method : kMethods) EXPECT_THROW(unmix(samples, 3, by(method), {}, {1, &cancel}), Error);
}

TEST(Refine, ContinuesFromAMatrix) {
  const Problem truth = mixture({laplace, uniform, bimodal, gamma});
  const auto samples = simulate(truth, 8000, 3).samples;
  Unmixing start = unmix(samples, 4);
  for (std::size_t k = 0; k < 16; ++k) start.matrix[k] += 0.05 * start.matrix[(k + 4) % 16];
  const double before = amari_index(start.matrix, truth.mixing[0]);
  EXPECT_LT(amari_index(refine(start, samples, {}, 12).matrix, truth.mixing[0]), 0.5 * before);
  EXPECT_EQ(amari_index(refine(start, samples, {}, 0).matrix, truth.mixing[0]) < 2.0 * before, true);
  start.matrix.assign(16, 1.0);
  EXPECT_THROW(refine(start, samples, {}, 2), Error);
}

}  // namespace
}  // namespace biotropy::sicamm
