// SPDX-License-Identifier: Apache-2.0
//
// The steps of Fourier transforms of one or eight series at a time. The series lie beside each other, so that every
// operation is one on whole vectors, and the same additions and multiplications whatever their width: the bits do not
// depend on the machine.
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace biotropy::surrogates {

using Complex = std::complex<double>;

/// Most series that are transformed together.
inline constexpr std::size_t kMostTogether = 8;

/// A row for each sample or frequency: a number of each series; complex ones as all real parts, then all imaginary
/// parts.
using Rows = std::vector<double>;

/// The numbers of one series in rows of real ones.
inline void set_column(Rows& rows, std::size_t together, std::size_t place, std::span<const double> x) {
  for (std::size_t t = 0; t < x.size(); ++t) rows[t * together + place] = x[t];
}

inline void get_column(const Rows& rows, std::size_t together, std::size_t place, std::span<double> x) {
  for (std::size_t t = 0; t < x.size(); ++t) x[t] = rows[t * together + place];
}

/// A factor of the length, and how far the stages before it have come.
struct FourierStage {
  std::size_t radix;
  std::size_t length;  // of the transforms that are left
  std::size_t stride;  // number of them
};

/// In all functions `together` is the number of series: 1 or kMostTogether.

/// Transforms rows of complex numbers (in the order of Stockham, which needs no reversal of bits).
/// @param roots exp(-2 pi i k / n) of all n. @param work as large as `data`.
void transform(std::size_t together, std::span<const FourierStage> stages, std::span<const Complex> roots, Rows& data,
               Rows& work);

/// The spectra of real series of 2 h samples, from the transforms of h pairs of neighbours as complex numbers.
/// @param roots exp(-pi i k / h) up to k = h. @param spectrum h + 1 rows.
void make_spectrum(std::size_t together, std::span<const Complex> roots, const Rows& pairs, std::span<double> spectrum);

/// The reverse: rows whose transforms are conjugates of the pairs.
void make_pairs(std::size_t together, std::span<const Complex> roots, std::span<const double> spectrum, Rows& pairs);

/// Rows, or their conjugates, times numbers that all series share.
void multiply(std::size_t together, bool conjugate, std::span<const Complex> factors, Rows& rows);

/// Gives each frequency a wanted amplitude and leaves its phase, which is 0 where there was no amplitude.
/// @param amplitudes rows of real numbers. @param spectrum as many rows.
void set_amplitudes(std::size_t together, std::span<const double> amplitudes, std::span<double> spectrum);

}  // namespace biotropy::surrogates
