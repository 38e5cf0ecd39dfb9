// SPDX-License-Identifier: Apache-2.0
//
// Direct sums of class densities on a device without double precision. The processor unmixes and finds the nearest
// point, which gives the large term of the logarithm; the device sums the kernels relative to the largest.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "biotropy/sicamm/density/class_densities_internal.hpp"
#include "biotropy/sicamm/density/device_method_internal.hpp"

namespace biotropy::sicamm {

namespace {

using Floats = device::Array<float>;
using Words = device::Array<std::uint32_t>;

constexpr double kSingleTolerance = 2e-6;

// Splits a number into the sum of two floats.
void append_parts(double value, std::vector<float>& parts) {
  const auto high = static_cast<float>(value);
  parts.insert(parts.end(), {high, static_cast<float>(value - static_cast<double>(high))});
}

// Points of all densities in bandwidths, with weights relative to the largest of each density.
struct ScaledPoints {
  explicit ScaledPoints(const ClassDensities& densities) {
    first.push_back(0);
    for (std::size_t k = 0; k < densities.classes(); ++k) {
      for (const KernelDensity& density : densities.of_class(k).densities) {
        for (const double point : density.points()) append_parts(point / density.bandwidth(), points);
        const auto of_density = density.weights();
        heaviest.push_back(of_density.empty() ? 1.0 : *std::max_element(of_density.begin(), of_density.end()));
        for (const double weight : of_density) weights.push_back(static_cast<float>(weight / heaviest.back()));
        weights.resize(points.size() / 2, 1.0F);
        first.push_back(static_cast<std::uint32_t>(weights.size()));
      }
    }
  }

  std::vector<float> points, weights;
  std::vector<std::uint32_t> first;
  std::vector<double> heaviest;
};

// A batch of sources: [(class * components + component) * samples + sample].
struct Sources {
  Sources(const ClassDensities& densities, const ScaledPoints& points, std::span<const double> samples) {
    const std::size_t m = densities.components(), n = samples.size() / densities.channels();
    for (std::size_t k = 0; k < densities.classes(); ++k) {
      const std::vector<double> of_class = densities.sources(samples, k);
      for (std::size_t j = 0; j < m; ++j) {
        const KernelDensity& density = densities.of_class(k).densities[j];
        for (std::size_t i = 0; i < n; ++i) {
          const double x = of_class[i * m + j];
          const std::size_t near = density.nearest(x);
          const double z = (density.points()[near] - x) / density.bandwidth();
          append_parts(x / density.bandwidth(), parts);
          nearest.push_back(points.first[k * m + j] + static_cast<std::uint32_t>(near));
          places.push_back(static_cast<std::uint32_t>(k * m + j));
          half_squares.push_back(0.5 * z * z);
        }
      }
    }
  }

  std::vector<float> parts;
  std::vector<std::uint32_t> nearest, places;
  std::vector<double> half_squares;
};

class SingleMethod final : public DeviceDensities::Method {
 public:
  SingleMethod(device::Device& device, const ClassDensities& densities)
      : pool_(device),
        densities_(densities),
        sum_kernels_(device, *device.program(single_source()), "sum_kernels"),
        host_(densities) {
    const device::FinishAtEnd finish(device);  // host_ must live until the device has read it
    points_ = std::make_unique<OnDevice>(device, host_);
  }

  std::size_t bytes_of_sample() const override {
    constexpr std::size_t words_of_source = 5;
    return densities_.components() * densities_.classes() * words_of_source * sizeof(float);
  }

  double tolerance() const override { return kSingleTolerance; }

  void log_densities(std::span<const double> samples, std::span<double> result) override {
    const Sources host(densities_, host_, samples);
    std::vector<float> found;
    {
      constexpr std::size_t sources_of_group = 4, group = 128;
      const device::FinishAtEnd finish(pool_.device());
      const Floats sources(pool_, host.parts), sums(pool_, host.places.size());
      const Words nearest(pool_, host.nearest), places(pool_, host.places);
      const std::size_t groups = (host.places.size() + sources_of_group - 1) / sources_of_group;
      sum_kernels_({groups, group}, sources, nearest, places, static_cast<std::uint32_t>(host.places.size()),
                   points_->first, points_->points, points_->weights, sums);
      found = sums.read();
    }
    const std::size_t m = densities_.components(), n = samples.size() / densities_.channels();
    const std::size_t classes = densities_.classes();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < classes; ++k) {
        double sum = densities_.log_determinant(k);
        for (std::size_t j = 0; j < m; ++j) {
          const std::size_t place = (k * m + j) * n + i;
          const double of_kernels = static_cast<double>(found[place]) * host_.heaviest[k * m + j];
          // False outside the range of single precision.
          const bool known = std::isfinite(of_kernels) && of_kernels > 0.0;
          sum += known ? densities_.of_class(k).densities[j].log_density(of_kernels, host.half_squares[place])
                       : std::numeric_limits<double>::quiet_NaN();
        }
        result[i * classes + k] = sum;
      }
    }
  }

 private:
  struct OnDevice {
    OnDevice(device::Device& device, const ScaledPoints& host)
        : points(device, host.points), weights(device, host.weights), first(device, host.first) {}
    Floats points, weights;
    Words first;
  };

  device::Pool pool_;
  const ClassDensities& densities_;
  device::Entry<Floats, Words, Words, std::uint32_t, Words, Floats, Floats, Floats> sum_kernels_;
  ScaledPoints host_;
  std::unique_ptr<OnDevice> points_;
};

}  // namespace

device::Source single_source() {
  return {"single_densities", single_densities_c, {}};
}

std::unique_ptr<DeviceDensities::Method> single_method(device::Device& device, const ClassDensities& densities) {
  return std::make_unique<SingleMethod>(device, densities);
}

}  // namespace biotropy::sicamm
