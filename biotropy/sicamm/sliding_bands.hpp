// SPDX-License-Identifier: Apache-2.0
//
// Band powers of a window that moves by one sample. The window's mean is removed, it is weighted by a periodic Hann
// window, and its Fourier transform is taken at multiples of a resolution; the power of a band is the sum of |X(f)|^2
// over the multiples f with low <= f < high.
//
// A rectangular window moves by one rotation of each X(f): the oldest sample leaves, the newest enters. The Hann window
// is three of them, X(f)/2 - X(f - 1/T)/4 - X(f + 1/T)/4 for a window of T seconds, and the mean is X(0). So a sample
// costs a rotation for each frequency instead of a transform.
//
// Rounding that builds up is removed from one X(f) after the other, so that no sample costs more than the next: a sum
// beside it begins at 0, samples only enter it, and when the window has been filled anew it takes the place of X(f).
// Within rebuilt_within() samples that has happened to every one. All are computed anew at once only when something
// much larger than what is left has gone out of the window, or one that all are taken relative to.
#pragma once

#include <algorithm>
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
  SlidingBands(double sampling_rate, std::size_t window, const std::vector<Band>& bands, double resolution = 1.0);

  std::size_t window() const { return window_; }
  std::size_t bands() const { return bands_.size(); }

  /// Each X(f) has been summed anew, from samples of one window alone, in any so many samples.
  std::size_t rebuilt_within() const { return (groups() + 1) * window_; }

  /// A channel.
  class Window {
   public:
    explicit Window(const SlidingBands& bands);

    /// The next sample. Allocates nothing.
    void push(double x);

    /// Whether as many samples as the window holds have come.
    bool full() const { return count_ >= shared_->window_; }

    /// The power of each band; NaN until the window is full and while a sample in it is not finite (or beyond 1e140),
    /// and 0 where all of its samples are equal.
    void powers(std::span<double> result) const;

    /// How many numbers state() is.
    std::size_t state_size() const;

    /// Appends what the future needs to know of the past.
    void append_state(std::vector<double>& state) const;

    /// Continues after a state of a window of the same bands, bit for bit.
    /// @throws Error invalid_data for numbers that are no such state.
    void restore(std::span<const double> state);

   private:
    void end_ring();
    void refresh();

    // Where things stand among the numbers: X(f), sums that are to replace some, and the samples, a ring in which what
    // is missing is the offset. In one piece, because a live stream finds its caches cold.
    double* real() { return numbers_.data(); }
    double* imaginary() { return real() + shared_->frequencies_.size(); }
    double* new_real() { return imaginary() + shared_->frequencies_.size(); }
    double* new_imaginary() { return new_real() + shared_->group_size_; }
    double* held() { return new_imaginary() + shared_->group_size_; }

    const SlidingBands* shared_;
    std::vector<double> numbers_;
    std::size_t next_ = 0, count_ = 0;
    std::size_t group_ = 0;          // whose sums are made anew
    std::size_t missing_until_ = 0;  // the count at which the last one that is not finite has left
    std::size_t equal_ = 0;          // how many of the last samples are equal
    double offset_ = 0.0, last_ = 0.0;
    double largest_ = 0.0, new_largest_ = 0.0;  // whose rounding may be in an X(f); of this round of groups
    double squares_ = 0.0, new_squares_ = 0.0;
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

  /// Frequencies whose X(f) are summed anew together.
  struct Group {
    std::size_t first, count;
  };
  Group group(std::size_t which) const {
    const std::size_t first = which * group_size_;
    return {first, std::min(group_size_, frequencies_.size() - first)};
  }

  /// X(f) of a window that moves by a sample.
  void move(Group which, double leaving, double entering, double* real, double* imaginary) const;

  std::size_t groups() const { return (frequencies_.size() + group_size_ - 1) / group_size_; }

  /// e^(-i w_k n)
  std::complex<double> phase(std::size_t n, std::size_t k) const;

  double sampling_rate_;
  std::size_t window_, group_size_ = 1;               // frequencies in a group
  std::vector<double> frequencies_;                   // the first is 0
  std::vector<double> turn_real_, turn_imaginary_;    // e^(i w)
  std::vector<double> enter_real_, enter_imaginary_;  // e^(-i w (window - 1))
  std::vector<std::complex<double>> phases_;          // [n * frequencies + k]; empty where they would be many
  std::vector<Line> lines_;
  std::vector<Lines> bands_;
};

}  // namespace biotropy::sicamm
