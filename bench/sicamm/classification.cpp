// SPDX-License-Identifier: Apache-2.0
//
// All signals of the case of Garcia-Molla et al. 2019, one thread. Tables process all of them, the sums every fourth
// and the loop of the paper every 640th; their times are scaled up.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "baselines/baselines.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/density/bandwidth.hpp"
#include "interleaved.hpp"
#include "sicamm/plan.hpp"

namespace biotropy::bench {

namespace {

using sicamm::Classification;
using sicamm::Classifier;

constexpr std::size_t kDirectPart = 4, kLoopPart = 640;
constexpr double kAgreement = 1e-10;
const Execution kOneThread{1, nullptr, "cpu"};

// A fraction of the signals, in blocks of neighbours, as in a block-wise version.
std::vector<double> part_of(const PaperCase& paper, std::size_t part) {
  std::vector<double> signals;
  for (std::size_t i = 0; i < paper.size(); i += part) {
    const auto signal = paper.signal(i);
    signals.insert(signals.end(), signal.begin(), signal.end());
  }
  return signals;
}

// Lines 13 to 15 of Algorithm 2 with Algorithm 3.
class PaperLoop {
 public:
  explicit PaperLoop(const PaperCase& paper) : paper_(paper) {
    for (const sicamm::ClassModel& one : paper.model.classes) {
      OneClass& made = classes_.emplace_back();
      for (const sicamm::KernelDensity& source : one.sources) {
        const auto points = source.points();
        made.sources.insert(made.sources.end(), points.begin(), points.end());
        const double n = static_cast<double>(points.size());
        made.deviations.push_back(source.bandwidth() / std::pow(4.0 / (3.0 * n), 0.2));
      }
      made.determinant = std::exp(sicamm::log_abs_determinant(one.unmixing, paper.channels));
    }
  }

  std::vector<double> densities(std::span<const double> signals) const {
    const std::size_t m = paper_.channels;
    std::vector<double> result, s(m);
    for (std::size_t i = 0; i < signals.size(); i += m) {
      for (std::size_t k = 0; k < classes_.size(); ++k) {
        const sicamm::ClassModel& one = paper_.model.classes[k];
        for (std::size_t j = 0; j < m; ++j) {
          s[j] = 0.0;
          for (std::size_t c = 0; c < m; ++c) s[j] += one.unmixing[j * m + c] * (signals[i + c] - one.bias[c]);
        }
        result.push_back(classes_[k].determinant * baselines::density(classes_[k].sources, s, classes_[k].deviations));
      }
    }
    return result;
  }

 private:
  struct OneClass {
    std::vector<double> sources, deviations;
    double determinant = 0.0;
  };
  const PaperCase& paper_;
  std::vector<OneClass> classes_;
};

// Compares the sums with the loop if its product is above the denormal numbers, and tables with sums everywhere.
bool agree(const PaperLoop& loop, const Classifier& table, const Classifier& direct, const PaperCase& paper) {
  const std::vector<double> few = part_of(paper, kLoopPart);
  const auto products = loop.densities(few), logs = direct.densities().log_densities(few, 256, kOneThread);
  double worst = 0.0;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < products.size(); ++i) {
    if (!(products[i] > 1e-280)) continue;
    worst = std::max(worst, std::abs(std::log(products[i]) - logs[i]) / std::max(1.0, std::abs(logs[i])));
    ++compared;
  }
  const std::vector<double> more = part_of(paper, kDirectPart);
  const Classification by_table = table.classify(more, {}, kOneThread), by_sum = direct.classify(more, {}, kOneThread);
  double apart = 0.0;
  for (std::size_t i = 0; i < by_sum.posteriors.size(); ++i) {
    apart = std::max(apart, std::abs(by_table.posteriors[i] - by_sum.posteriors[i]));
  }
  fmt::print(
      "log densities of loop and sums: {} compared, {:.1e} apart at most; posteriors of tables and sums: {:.1e}\n",
      compared, worst, apart);
  return compared > 0 && worst <= kAgreement && apart <= kAgreement && by_table.labels == by_sum.labels;
}

}  // namespace

bool print_classification(const Plan& plan) {
  const PaperCase& paper = paper_case();
  const Stopwatch watch;
  const Classifier table(paper.model, sicamm::DensityMode::table, kOneThread);
  const double building = watch.seconds(Clock::processor);
  const Classifier direct(paper.model, sicamm::DensityMode::direct, kOneThread);
  const PaperLoop loop(paper);
  fmt::print("the case of Garcia-Molla et al. 2019: {} channels, {} + {} points, {} signals, one thread\n",
             paper.channels, paper.model.classes[0].sources[0].points().size(),
             paper.model.classes[1].sources[0].points().size(), paper.size());
  if (!agree(loop, table, direct, paper)) {
    fmt::print("different results\n");
    return false;
  }
  const std::vector<double> of_direct = part_of(paper, kDirectPart), of_loop = part_of(paper, kLoopPart);
  const auto scale = [&](const std::vector<double>& part) {
    return static_cast<double>(paper.signals.size()) / static_cast<double>(part.size());
  };
  double kept = 0.0;
  const std::vector<TimedCase> cases{
      {"loop of Algorithm 3", [&] { kept += loop.densities(of_loop).back(); }, scale(of_loop)},
      {"sums", [&] { kept += direct.classify(of_direct, {}, kOneThread).log_likelihood; }, scale(of_direct)},
      {"tables", [&] { kept += table.classify(paper.signals, {}, kOneThread).log_likelihood; }, 1.0}};
  const auto seconds = interleaved_medians(cases, plan.rounds);
  fmt::print("{:<24} {:>12} {:>16} {:>14}\n", "program", "seconds", "us per signal", "ns per kernel");
  double kernels = 0.0;
  for (const auto& one : paper.model.classes) kernels += static_cast<double>(one.sources[0].points().size());
  const double signals = static_cast<double>(paper.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    fmt::print("{:<24} {:>12.4f} {:>16.3f} {:>14.5f}\n", cases[i].name, seconds[i], seconds[i] / signals * 1e6,
               seconds[i] / signals / kernels / static_cast<double>(paper.channels) * 1e9);
  }
  fmt::print("{:<24} {:>12.4f}\n", "building the tables", building);
  fmt::print("times as fast: sums as loop {:.0f}, tables as sums {:.1f}; seconds of sums wanted: 17\n",
             seconds[0] / seconds[1], seconds[1] / seconds[2]);
  return std::isfinite(kept);
}

}  // namespace biotropy::bench
