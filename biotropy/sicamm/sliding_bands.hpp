// SPDX-License-Identifier: Apache-2.0
//
// Band powers of a window that moves by one sample. The window's mean is removed, it is weighted by a periodic Hann
// window, and its Fourier transform is taken at multiples of a resolution; the power of a band is the sum of |X(f)|^2
// over the multiples f with low <= f < high.
//
// A rectangular window moves by one rotation of each X(f): the oldest sample leaves, the newest enters. The Hann window
// is three of them, X(f)/2 - X(f - 1/T)/4 - X(f + 1/T)/4 for a window of T seconds, and the mean is X(0). So a sample
// costs a rotation for each frequency instead of a transform. Rounding that builds up is removed by a new transform
// every few thousand samples, and whenever something much larger than what is left has gone out of the window.
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace biotropy::sicamm {

struct Band {
  double low = 0.0, high = 0.0;  ///< Hz; low belongs to it, high does not

  bool operator==(const Band&) const = default;
};

/// What all channels share.
class SlidingBands {
 public:
  /// @throws Error invalid_argument for a sampling rate or resolution that is no positive number, a window of fewer
  /// than four samples, no band, or a band that is empty, reaches beyond half the sampling rate, or holds no multiple
  /// of the resolution.
  SlidingBands(double sampling_rate, std::size_t window, std::vector<Band> bands, double resolution = 1.0);

  std::size_t window() const { return window_; }
  std::size_t bands() const { return bands_.size(); }

  /// A channel.
  class Window {
   public:
    explicit Window(const SlidingBands& bands);

    /// The next sample. Allocates nothing.
    void push(double x);

    /// Whether as many samples as the window holds have come.
    bool full() const { return count_ >= held_.size(); }

    /// The power of each band; NaN until the window is full, while a sample in it is not finite, and 0 where all of its
    /// samples are equal.
    void powers(std::span<double> result) const;

    /// How many numbers state() is.
    std::size_t state_size() const;

    /// Appends what the future needs to know of the past.
    void append_state(std::vector<double>& state) const;

    /// Continues after a state of a window of the same bands, bit for bit.
    /// @throws Error invalid_data for numbers that are no such state.
    void restore(std::span<const double> state);

   private:
    void refresh();

    const SlidingBands* shared_;
    std::vector<double> held_;  // a ring; what is not finite stands as 0
    std::vector<double> real_, imaginary_;
    std::size_t next_ = 0, count_ = 0, since_refresh_ = 0;
    std::size_t missing_until_ = 0;  // the count at which the last one that is not finite has left
    std::size_t equal_ = 0;          // how many of the last samples are equal
    double offset_ = 0.0, last_ = 0.0, largest_ = 0.0, squares_ = 0.0;
  };

 private:
  /// Where X(f) of the Hann window comes from, and what the mean adds to it.
  struct Line {
    std::size_t at, below, above;  // positions among the frequencies
    bool below_is_negative;        // f - 1/T < 0: the conjugate
    std::complex<double> of_mean;
  };
  struct Lines {
    std::size_t begin, end;
  };

  std::size_t position_of(double frequency);

  /// e^(-i w_k n)
  std::complex<double> phase(std::size_t n, std::size_t k) const;

  double sampling_rate_;
  std::size_t window_;
  std::vector<double> frequencies_;                   // the first is 0
  std::vector<double> turn_real_, turn_imaginary_;    // e^(i w)
  std::vector<double> enter_real_, enter_imaginary_;  // e^(-i w (window - 1))
  std::vector<std::complex<double>> phases_;          // [n * frequencies + k]; empty where they would be many
  std::vector<Line> lines_;
  std::vector<Lines> bands_;
};

}  // namespace biotropy::sicamm
