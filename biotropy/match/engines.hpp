// SPDX-License-Identifier: Apache-2.0
//
// The engines of this build, one file each.
#pragma once

#include "biotropy/match/engine.hpp"

namespace biotropy::match {

const Engine& direct_engine();   ///< direct.cpp: plain double loop, the reference for all others
const Engine& bits_engine();     ///< bits.cpp: bit rows in rank space, for many pairs of short series
const Engine& cells_engine();    ///< cells.cpp: templates by cells of two samples, for short series
const Engine& lattice_engine();  ///< lattice.cpp: tables of coded templates, for series of few distinct values
const Engine& rows_engine();     ///< rows.cpp: bit rows of codes, for long templates of few distinct values
const Engine& sorted_engine();   ///< sorted.cpp: windows of the sorted templates, for long series
const Engine& words_engine();    ///< words.cpp: a bit for each pair of samples, for counts of short series

/// Engines of the processor; does not search for devices.
std::span<const Engine* const> host_engines();

/// The cheapest engine of the processor.
const Engine& cheapest_host_engine(const Query& query);

}  // namespace biotropy::match
