// SPDX-License-Identifier: Apache-2.0
//
// Band powers of a window that moves by one sample. The mean of the window is removed, a periodic Hann window applied,
// and the Fourier transform taken at multiples of a resolution; the power of a band is the sum of |X(f)|^2 over the
// multiples f with low <= f < high.
//
// A rectangular window moves by one rotation of each X(f): the oldest sample leaves, the newest enters. The Hann window
// is a sum of three, X(f)/2 - X(f - 1/T)/4 - X(f + 1/T)/4 for a window of T seconds, and the mean is X(0). So a sample
// costs a rotation for each frequency instead of a transform.
//
// Accumulated rounding is removed from one group of X(f) after the other, so that all samples cost the same: a second
// sum starts at 0, samples only enter it, and after a full window it replaces X(f). Within rebuilt_within() samples
// every X(f) has been replaced. All are recomputed at once only when a sample much larger than the rest, or the offset,
// has left the window.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace biotropy::sicamm {

struct Band {
  double low = 0.0, high = 0.0;  ///< Hz; includes low, excludes high

  bool operator==(const Band&) const = default;
};

/// Settings and tables shared by all channels.
class SlidingBands {
 public:
  /// @throws Error invalid_argument for a sampling rate or resolution that is not positive, a window of fewer
  /// than four samples, no band, or a band that is empty, extends beyond half the sampling rate, or contains no
  /// multiple of the resolution.
  SlidingBands(double sampling_rate, std::size_t window, const std::vector<Band>& bands, double resolution = 1.0);

  std::size_t window() const { return window_; }
  std::size_t bands() const { return bands_.size(); }

  /// Number of samples within which each X(f) has been recomputed from the samples of one window.
  std::size_t rebuilt_within() const { return (groups() + 1) * window_; }

  /// Window of one channel.
  class Window {
   public:
    explicit Window(const SlidingBands& bands);

    /// Adds a sample. Allocates nothing.
    void push(double x);

    /// True after as many samples as the window holds.
    bool full() const { return count_ >= shared_->window_; }

    /// Power of each band; NaN until the window is full and while it contains a sample that is not finite (or beyond
    /// 1e140); 0 if all samples are equal.
    void powers(std::span<double> result) const;

    /// Length of the state.
    std::size_t state_size() const;

    /// Appends the state from which restore() continues.
    void append_state(std::vector<double>& state) const;

    /// Continues from a state of a window of the same bands, bit for bit.
    /// @throws Error invalid_data for an invalid state.
    void restore(std::span<const double> state);

   private:
    void end_ring();
    void refresh();

    // Parts of the numbers: X(f), sums that will replace some of them, and the ring of samples, with the offset for
    // missing ones. Contiguous, because the caches are cold in a live stream.
    double* real() { return numbers_.data(); }
    double* imaginary() { return real() + shared_->frequencies_.size(); }
    double* new_real() { return imaginary() + shared_->frequencies_.size(); }
    double* new_imaginary() { return new_real() + shared_->group_size_; }
    double* held() { return new_imaginary() + shared_->group_size_; }

    const SlidingBands* shared_;
    std::vector<double> numbers_;
    std::size_t next_ = 0, count_ = 0;
    std::size_t group_ = 0;          // group whose sums are being recomputed
    std::size_t missing_until_ = 0;  // count at which the last sample that is not finite leaves the window
    std::size_t equal_ = 0;          // number of equal samples at the end
    double offset_ = 0.0, last_ = 0.0;
    double largest_ = 0.0, new_largest_ = 0.0;  // largest sample whose rounding may be in X(f), and in the new sums
    double squares_ = 0.0, new_squares_ = 0.0;
  };

 private:
  /// Frequencies combined into X(f) of the Hann window, and the correction for the mean.
  struct Line {
    std::size_t at, below, above;  // positions among the frequencies
    bool below_is_negative;        // f - 1/T < 0: the conjugate
    std::complex<double> of_mean;
  };
  struct Lines {
    std::size_t begin, end;
  };

  std::size_t position_of(double frequency);

  /// Frequencies whose X(f) are recomputed together.
  struct Group {
    std::size_t first, count;
  };
  Group group(std::size_t which) const {
    const std::size_t first = which * group_size_;
    return {first, std::min(group_size_, frequencies_.size() - first)};
  }

  /// Moves X(f) of a window by one sample.
  void move(Group which, double leaving, double entering, double* real, double* imaginary) const;

  std::size_t groups() const { return (frequencies_.size() + group_size_ - 1) / group_size_; }

  /// e^(-i w_k n)
  std::complex<double> phase(std::size_t n, std::size_t k) const;

  double sampling_rate_;
  std::size_t window_, group_size_ = 1;               // frequencies in a group
  std::vector<double> frequencies_;                   // first frequency is 0
  std::vector<double> turn_real_, turn_imaginary_;    // e^(i w)
  std::vector<double> enter_real_, enter_imaginary_;  // e^(-i w (window - 1))
  std::vector<std::complex<double>> phases_;          // [n * frequencies + k]; empty if there would be too many
  std::vector<Line> lines_;
  std::vector<Lines> bands_;
};

}  // namespace biotropy::sicamm
