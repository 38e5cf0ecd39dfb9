function [rr, report] = clean_rr(values, varargin)
%CLEAN_RR Clean RR intervals, or times of beats, of a vector; NaN is a gap.
%   RR = biotropy.clean_rr(VALUES, NAME, VALUE, ...) and [RR, REPORT] = ... are as of biotropy.read_rr, with its options min,
%   max, ectopic, ectopic_change, policy, input_unit, output_unit, values and first. REPORT.removed_index counts values from 1.
%
%   See also biotropy.read_rr

% SPDX-License-Identifier: Apache-2.0
  [~, options] = biotropy.internal.given(varargin, {});
  series = biotropy.internal.samples(values, 'values');
  biotropy_mex('prepare_signals', 'count_matches', series, [], {});  % which takes a single series
  report = biotropy_mex('clean_rr', series.data, options);
  report.removed_index = report.removed_index + 1;  % from 1
  rr = report.rr;
end
