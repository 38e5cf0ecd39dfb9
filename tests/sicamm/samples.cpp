// SPDX-License-Identifier: Apache-2.0
#include "tests/sicamm/samples.hpp"

#include <cmath>
#include <functional>
#include <random>

namespace biotropy::sicamm {

std::vector<Sample> samples(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::exponential_distribution<double> exponential;
  std::student_t_distribution<double> student(3.0);
  const auto draw = [n](const std::string& name, const std::function<double()>& one) {
    Sample sample{name, std::vector<double>(n)};
    for (double& point : sample.points) point = one();
    return sample;
  };
  return {draw("normal", [&] { return normal(engine); }),
          draw("uniform", [&] { return uniform(engine); }),
          draw("Laplace", [&] { return (uniform(engine) < 0.5 ? -1.0 : 1.0) * exponential(engine); }),
          draw("two peaks", [&] { return (uniform(engine) < 0.5 ? -0.9 : 0.9) + 0.4 * normal(engine); }),
          draw("Student t with 3 degrees", [&] { return student(engine); }),
          draw("log-normal", [&] { return std::exp(normal(engine)); }),
          draw("far from zero, small", [&] { return 1e-6 * (300.0 + normal(engine)); }),
          draw("whole numbers", [&] { return std::round(3.0 * normal(engine)); }),
          draw("lonely points", [&] { return uniform(engine) < 0.995 ? normal(engine) : 1000.0 * uniform(engine); })};
}

}  // namespace biotropy::sicamm
