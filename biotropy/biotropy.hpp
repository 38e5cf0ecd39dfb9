// SPDX-License-Identifier: Apache-2.0
//
// The whole public interface. These headers, and those that they include, are installed; all others are internal.
#pragma once

// Execution and errors.
#include "biotropy/error.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/threads.hpp"
#include "biotropy/version.hpp"

// Signals: views, recordings, epochs; their preparation; files in and out.
#include "biotropy/files/clock_columns.hpp"
#include "biotropy/files/clock_text.hpp"
#include "biotropy/files/formats/edf_epochs.hpp"
#include "biotropy/files/formats/edf_header.hpp"
#include "biotropy/files/formats/wfdb.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/files/results/results.hpp"
#include "biotropy/files/time_unit.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/prepare/preparation.hpp"
#include "biotropy/prepare/simultaneous.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/series/gaps.hpp"
#include "biotropy/series/rate.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/series/samples.hpp"
#include "biotropy/series/unit.hpp"
#include "biotropy/simulate/cohort.hpp"
#include "biotropy/simulate/signals.hpp"
#include "biotropy/surrogates/generator.hpp"

// Entropies of a series, of all pairs of channels, at many scales, on grids of m and r.
#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/multiscale_pairwise.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/entropy/pooled_windows.hpp"
#include "biotropy/entropy/series_without_value.hpp"
#include "biotropy/entropy/sliding_entropy.hpp"
#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/entropy/uncertainty.hpp"
#include "biotropy/entropy/words.hpp"

// The counts behind them, and the devices that count.
#include "biotropy/device/devices.hpp"
#include "biotropy/match/engine.hpp"

// Groups of subjects, and whole studies.
#include "biotropy/groups/multiplicity.hpp"
#include "biotropy/groups/network_test.hpp"
#include "biotropy/groups/permutation.hpp"
#include "biotropy/groups/rank_tests.hpp"
#include "biotropy/groups/summary.hpp"
#include "biotropy/study/study.hpp"
#include "biotropy/study/verify.hpp"

// Sequential classification: training, models and whole recordings.
#include "biotropy/sicamm/adaptation.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/evaluation.hpp"
#include "biotropy/sicamm/feature_training.hpp"
#include "biotropy/sicamm/features/feature_settings.hpp"
#include "biotropy/sicamm/features/features.hpp"
#include "biotropy/sicamm/features/slow_wave.hpp"
#include "biotropy/sicamm/left_out.hpp"
#include "biotropy/sicamm/markov/baum_welch.hpp"
#include "biotropy/sicamm/match_channels.hpp"
#include "biotropy/sicamm/method_comparison.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/problem.hpp"
#include "biotropy/sicamm/sampling.hpp"
#include "biotropy/sicamm/scores.hpp"
#include "biotropy/sicamm/state_events.hpp"
#include "biotropy/sicamm/trained_model.hpp"
#include "biotropy/sicamm/training.hpp"
#include "biotropy/sicamm/validation.hpp"

// Samples as they come, their entropies and their states.
#include "biotropy/live/entropy_stream.hpp"
#include "biotropy/live/lsl_outlet.hpp"
#include "biotropy/live/lsl_source.hpp"
#include "biotropy/live/osc_outlet.hpp"
#include "biotropy/live/replay_source.hpp"
#include "biotropy/live/sample_reader.hpp"
#include "biotropy/live/socket_source.hpp"
#include "biotropy/live/state_datagrams.hpp"
#include "biotropy/live/state_json.hpp"
#include "biotropy/live/state_stream.hpp"
#include "biotropy/live/text_source.hpp"
