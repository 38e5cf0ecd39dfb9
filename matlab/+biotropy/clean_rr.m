function [rr, report] = clean_rr(values, varargin)
%CLEAN_RR Clean RR intervals, or times of beats, of a vector; NaN is a gap.
%   RR = biotropy.clean_rr(VALUES, NAME, VALUE, ...) and [RR, REPORT] = ... are as of biotropy.read_rr, with its options min,
%   max, ectopic, ectopic_change, policy, input_unit, output_unit, values and first. REPORT.removed_index counts values from 1.
%
%   See also biotropy.read_rr

% SPDX-License-Identifier: Apache-2.0
  [~, options] = biotropy.internal.given(varargin, {});
  report = biotropy_mex('clean_rr', biotropy.internal.samples(values, 'values'), options);
  report.removed_index = report.removed_index + 1;  % from 1
  rr = report.rr;
end
