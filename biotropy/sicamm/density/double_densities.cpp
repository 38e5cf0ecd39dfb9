// SPDX-License-Identifier: Apache-2.0
//
// Class densities on a device with double precision: unmixing, then either the tables or the sums. The device makes the
// sums, the processor their logarithm, so that its bits are the processor's.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "biotropy/sicamm/density/class_densities_internal.hpp"
#include "biotropy/sicamm/density/device_method_internal.hpp"

namespace biotropy::sicamm {

namespace {

using Doubles = device::Array<double>;
using Places = device::Array<std::uint64_t>;
using Count = std::uint64_t;

constexpr std::size_t kItemsPerGroup = 128;
// Work items that share a sum, and groups of them.
constexpr std::size_t kLanes = 8, kItemsPerSmallGroup = 64;

// Grid that gives every one of this many items some work items.
device::Grid grid_of(std::size_t things, std::size_t items_of_thing, std::size_t group_size) {
  const std::size_t things_of_group = group_size / items_of_thing;
  return {(things + things_of_group - 1) / things_of_group, group_size};
}

// Matrices of all classes, one after the other.
struct Matrices {
  explicit Matrices(const ClassDensities& densities) {
    const std::size_t m = densities.channels(), components = densities.components();
    for (std::size_t k = 0; k < densities.classes(); ++k) {
      const ClassDensities::OneClass& one = densities.of_class(k);
      const std::size_t padded = one.unmixing.size() / m;
      for (std::size_t channel = 0; channel < m; ++channel) {
        const auto row = one.unmixing.begin() + static_cast<std::ptrdiff_t>(channel * padded);
        unmixing.insert(unmixing.end(), row, row + static_cast<std::ptrdiff_t>(components));
      }
      bias.insert(bias.end(), one.bias.begin(), one.bias.end());
      log_determinants.push_back(one.log_determinant);
    }
  }

  std::vector<double> unmixing, bias, log_determinants;
};

struct Tables {
  explicit Tables(const ClassDensities& densities) {
    for (std::size_t k = 0; k < densities.classes(); ++k) {
      for (const LogTable& table : densities.of_class(k).tables) {
        fields.insert(fields.end(), {table.low(), table.pieces_per_unit(), static_cast<double>(table.central_pieces()),
                                     table.lower_edge(), table.upper_edge(), table.per_bandwidth()});
        first_coefficients.push_back(coefficients.size());
        coefficients.insert(coefficients.end(), table.coefficients(),
                            table.coefficients() + table.pieces() * LogTable::kCoefficients);
      }
    }
  }

  std::vector<double> fields, coefficients;
  std::vector<Count> first_coefficients;
};

// Bins of all densities, one density after the other.
struct Bins {
  explicit Bins(const ClassDensities& densities) {
    first_bins.push_back(0);
    for (std::size_t k = 0; k < densities.classes(); ++k) {
      for (const BinnedDensity& binned : densities.of_class(k).binned) {
        fields.insert(fields.end(), {1.0 / binned.density().bandwidth(), binned.near_enough(), binned.reach()});
        middles.insert(middles.end(), binned.middles().begin(), binned.middles().end());
        moments.insert(moments.end(), binned.moments().begin(), binned.moments().end());
        first_bins.push_back(middles.size());
      }
    }
  }

  std::vector<double> fields, middles, moments;
  std::vector<Count> first_bins;
};

// Waits at the end, because the host's copies may then be destroyed.
template <typename Host, typename OnDevice>
std::unique_ptr<OnDevice> brought(device::Device& device, const ClassDensities& densities) {
  const Host host(densities);
  const device::FinishAtEnd finish(device);
  return std::make_unique<OnDevice>(device, host);
}

struct MatricesOnDevice {
  MatricesOnDevice(device::Device& device, const Matrices& host)
      : unmixing(device, host.unmixing), bias(device, host.bias), log_determinants(device, host.log_determinants) {}
  Doubles unmixing, bias, log_determinants;
};

struct TablesOnDevice {
  TablesOnDevice(device::Device& device, const Tables& host)
      : fields(device, host.fields),
        coefficients(device, host.coefficients),
        first_coefficients(device, host.first_coefficients) {}
  Doubles fields, coefficients;
  Places first_coefficients;
};

struct BinsOnDevice {
  BinsOnDevice(device::Device& device, const Bins& host)
      : fields(device, host.fields),
        middles(device, host.middles),
        moments(device, host.moments),
        first_bins(device, host.first_bins) {}
  Doubles fields, middles, moments;
  Places first_bins;
};

class DoubleMethod final : public DeviceDensities::Method {
 public:
  DoubleMethod(device::Device& device, const ClassDensities& densities)
      : DoubleMethod(
            device, densities,
            *device.program(double_source(densities.channels(), densities.components(), densities.classes()))) {}

  std::size_t bytes_of_sample() const override {
    const std::size_t sources = densities_.components() * densities_.classes();
    const std::size_t results = densities_.mode() == DensityMode::table ? densities_.classes() : sources;
    return (densities_.channels() + sources + results) * sizeof(double);
  }

  double tolerance() const override { return 0.0; }

  void log_densities(std::span<const double> samples, std::span<double> result) override {
    const std::size_t n = samples.size() / densities_.channels();
    const std::size_t sources = n * densities_.components() * densities_.classes();
    const device::FinishAtEnd finish(pool_.device());
    const Doubles on_device(pool_, samples), of_samples(pool_, sources);
    unmix_(grid_of(sources, 1, kItemsPerGroup), on_device, n, matrices_->unmixing, matrices_->bias, of_samples);
    tables_ ? take_tables(of_samples, n, result) : sum_bins(of_samples, samples, n, result);
  }

 private:
  DoubleMethod(device::Device& device, const ClassDensities& densities, const device::Program& program)
      : pool_(device),
        densities_(densities),
        unmix_(device, program, "unmix"),
        sum_tables_(device, program, "sum_tables"),
        sum_bins_(device, program, "sum_bins"),
        matrices_(brought<Matrices, MatricesOnDevice>(device, densities)) {
    if (densities.mode() == DensityMode::table) {
      tables_ = brought<Tables, TablesOnDevice>(device, densities);
    } else {
      bins_ = brought<Bins, BinsOnDevice>(device, densities);
    }
  }

  void take_tables(const Doubles& sources, std::size_t n, std::span<double> result) {
    const Doubles found(pool_, result.size());
    sum_tables_(grid_of(result.size(), kLanes, kItemsPerSmallGroup), sources, n, tables_->fields,
                tables_->first_coefficients, tables_->coefficients, matrices_->log_determinants, found);
    found.read_first(result);
  }

  void sum_bins(const Doubles& sources, std::span<const double> samples, std::size_t n, std::span<double> result) {
    const Doubles on_device(pool_, sources.size());
    sum_bins_(grid_of(sources.size(), kLanes, kItemsPerSmallGroup), sources, n, bins_->fields, bins_->first_bins,
              bins_->middles, bins_->moments, on_device);
    const std::vector<double> sums = on_device.read();
    const std::size_t m = densities_.channels(), components = densities_.components(), classes = densities_.classes();
    parallel_for(n, nullptr, [&](std::size_t i) {
      const auto sample = samples.subspan(i * m, m);
      const bool finite = std::all_of(sample.begin(), sample.end(), [](double x) { return std::isfinite(x); });
      for (std::size_t k = 0; k < classes; ++k) {
        const ClassDensities::OneClass& one = densities_.of_class(k);
        double sum = 0.0;
        for (std::size_t j = 0; j < components; ++j) {
          sum += one.densities[j].log_density(sums[(k * components + j) * n + i], 0.0);
        }
        result[i * classes + k] = finite ? sum + one.log_determinant : std::numeric_limits<double>::quiet_NaN();
      }
    });
  }

  device::Pool pool_;
  const ClassDensities& densities_;
  device::Entry<Doubles, Count, Doubles, Doubles, Doubles> unmix_;
  device::Entry<Doubles, Count, Doubles, Places, Doubles, Doubles, Doubles> sum_tables_;
  device::Entry<Doubles, Count, Doubles, Places, Doubles, Doubles, Doubles> sum_bins_;
  std::unique_ptr<MatricesOnDevice> matrices_;
  std::unique_ptr<TablesOnDevice> tables_;
  std::unique_ptr<BinsOnDevice> bins_;
};

}  // namespace

device::Source double_source(std::size_t channels, std::size_t components, std::size_t classes) {
  return {"densities",
          densities_c,
          {{"CHANNELS", static_cast<std::uint32_t>(channels)},
           {"COMPONENTS", static_cast<std::uint32_t>(components)},
           {"CLASSES", static_cast<std::uint32_t>(classes)},
           {"MOMENTS", static_cast<std::uint32_t>(BinnedDensity::kMoments)},
           {"FIRST_TAIL_PIECE", static_cast<std::uint32_t>(LogTable::kFirstTailPiece)},
           {"TAIL_PIECES", static_cast<std::uint32_t>(LogTable::kTailPieces)}}};
}

std::unique_ptr<DeviceDensities::Method> double_method(device::Device& device, const ClassDensities& densities) {
  return std::make_unique<DoubleMethod>(device, densities);
}

}  // namespace biotropy::sicamm
