// SPDX-License-Identifier: Apache-2.0
//
// The engines of this build, one file each.
#pragma once

#include "biotropy/match/counter.hpp"

namespace biotropy::match {

const Counter& direct_counter();   ///< direct.cpp: plain double loop, the reference for all others
const Counter& bits_counter();     ///< bits.cpp: bit rows in rank space, for many pairs of short series
const Counter& lattice_counter();  ///< lattice.cpp: tables of coded templates, for series of few distinct values
const Counter& rows_counter();     ///< rows.cpp: bit rows of codes, for long templates of few distinct values
const Counter& sorted_counter();   ///< sorted.cpp: windows of the sorted templates, for long series

/// Engines of the processor; does not search for devices.
std::span<const Counter* const> host_counters();

/// The cheapest engine of the processor.
const Counter& cheapest_host_counter(const Query& query);

}  // namespace biotropy::match
