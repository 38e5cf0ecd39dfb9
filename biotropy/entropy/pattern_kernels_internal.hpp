// SPDX-License-Identifier: Apache-2.0
//
// Loops of permutation.cpp in vectors, or as many templates at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "biotropy/entropy/pattern_codes_internal.hpp"

namespace biotropy::entropy {

/// The digit of one sample of neighbouring templates.
struct Digits {
  const double *earlier, *later;  // the compared samples; the digit belongs to the later ones
  std::size_t templates;          // templates whose codes get the digit
  std::size_t samples;            // later samples, at least as many as templates: the next lags need their numbers
  double place_value;             // of the digit
  double *greater, *equal;        // per later sample: number of greater samples, and whether one was equal
  double* codes;
};

/// Variances of neighbouring templates.
struct Variances {
  const double* samples;
  std::size_t templates, tau;
  int m;
  double* sums;  // of squared differences from the mean
};

/// Templates of segments that are added to tables of codes, as write_pattern_codes() gives them.
struct Tally {
  std::size_t joined, tables;      // templates of a code, and copies of the tables
  std::size_t length;              // of a segment
  const std::uint8_t* bytes;       // codes
  const std::uint16_t* words;      // codes, if they are not bytes
  const double* first[kSegments];  // weights of the segments, or null
  std::uint32_t* counts;           // of the first code in each copy, of the second ..., if there are no weights
  double* weights;                 // the same, of each of the joined templates
};

void add_digits(const Digits& of);
void sum_squares(const Variances& of);
void add_to_tables(const Tally& of);

}  // namespace biotropy::entropy
