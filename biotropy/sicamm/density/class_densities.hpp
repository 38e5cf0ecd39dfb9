// SPDX-License-Identifier: Apache-2.0
//
// ln p(x | k) of samples in every class of a model, the most expensive part of SICAMM. Garcia-Molla et al. (2019) sum
// kernels over all training samples for every component of every sample; here one polynomial replaces the sum
// (LogTable), and a class costs a matrix product and a short vector sum per component. The sums themselves, without
// polynomials fitted to them, are the other choice (BinnedDensity).
//
// Every sample goes through the same operations in the same order, alone or in a block, on any number of threads and
// with any instruction set, so the results have the same bits.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "biotropy/aligned.hpp"
#include "biotropy/device/device.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/threads.hpp"
#include "biotropy/words.hpp"

namespace biotropy::sicamm {

enum class DensityMode {
  table,  ///< polynomials of the log density, within 1e-10 of the sums
  direct  ///< sums over all training samples (Garcia-Molla et al. 2019, Algorithm 3), exact to rounding
};

class ClassDensities {
 public:
  /// Builds the tables. @throws Error invalid_data as validate(model) does; cancelled.
  explicit ClassDensities(const Model& model, DensityMode mode = DensityMode::table, const Execution& execution = {});
  ~ClassDensities();
  ClassDensities(ClassDensities&&) noexcept;
  ClassDensities& operator=(ClassDensities&&) noexcept;

  std::size_t channels() const { return channels_; }
  std::size_t components() const { return components_; }
  std::size_t classes() const { return n_classes_; }
  DensityMode mode() const { return mode_; }

  /// ln |det W| of a class with its offset: what its log densities have in common.
  double log_determinant(std::size_t which) const;

  /// Memory of one thread, kept between calls.
  class Workspace {
   public:
    explicit Workspace(const ClassDensities& densities, std::size_t block = 1);

   private:
    friend class ClassDensities;
    std::size_t block_;
    AlignedVector<double> centred_, sources_, cells_, positions_;
  };

  /// Log densities of samples [sample * channels + channel], at most the block of the workspace, into [sample * classes
  /// + class]. NaN if a sample is not finite, or so large that its sources are not. Allocates nothing.
  void log_densities(std::span<const double> samples, std::span<double> result, Workspace& workspace) const;

  /// Log densities of any number of samples, `block` in a matrix product, or on a device (device_densities.hpp). The
  /// processor completes what the device fails to compute and calls Execution::notify.
  /// @throws Error invalid_data unless the samples are complete; invalid_argument for a block of 0, and for a device
  /// that does not exist; cancelled.
  std::vector<double> log_densities(std::span<const double> samples, std::size_t block = 256,
                                    const Execution& execution = {}) const;

  /// log_densities() on these devices together, or on the processor if there is none; Execution::device is ignored.
  /// Devices whose values would have other bits than those of the others are left out, with a warning.
  std::vector<double> log_densities_on(const std::vector<device::Device*>& devices, std::span<const double> samples,
                                       std::size_t block = 256, const Execution& execution = {}) const;

  /// Sources s = W_k (x - b_k) of one class, [sample * components + component].
  std::vector<double> sources(std::span<const double> samples, std::size_t which) const;

  /// The same of one sample, into `result`. Allocates nothing.
  void sources(std::span<const double> sample, std::size_t which, std::span<double> result, Workspace& workspace) const;

  /// Data of one class, shared with the devices (class_densities_internal.hpp).
  struct OneClass;
  const OneClass& of_class(std::size_t which) const;

 private:
  struct OnDevices;

  void check(std::span<const double> samples) const;
  /// Makes the tables or the bins of all densities.
  template <typename Made>
  void make_of_every_density(std::vector<Made> OneClass::*member, const Execution& execution);
  double log_density(const OneClass& one, const double* sources, Workspace& workspace) const;
  /// Neighbouring samples.
  struct Stretch {
    std::size_t first, count;
  };
  /// @returns what the devices have not done, because all of them failed.
  std::vector<Stretch> try_devices(const std::vector<device::Device*>& devices, std::span<const double> samples,
                                   std::span<double> result, const Execution& execution) const;

  std::size_t channels_ = 0, components_ = 0, padded_ = 0, n_classes_ = 0;
  DensityMode mode_;
  std::vector<OneClass> classes_;
  std::unique_ptr<OnDevices> on_devices_;
};

}  // namespace biotropy::sicamm

namespace biotropy {

template <>
inline constexpr std::array kWords<sicamm::DensityMode>{
    Word{"table", sicamm::DensityMode::table},
    Word{"direct", sicamm::DensityMode::direct},
};

}  // namespace biotropy
