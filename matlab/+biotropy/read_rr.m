function [rr, report] = read_rr(path, varargin)
%READ_RR Read and clean RR intervals: beat annotations of a WFDB record, or a list of intervals or times.
%   RR = biotropy.read_rr(PATH, NAME, VALUE, ...) is a column of intervals, with a NaN in front of each that follows a gap:
%   measure it with 'missing', 'omit' and, with tau above 1 or at many scales, 'missing_are_gaps', true.
%   [RR, REPORT] = ... also returns times (ends in seconds), unit, n_read, the removals (removed_index counts from 1) and a
%   report in sentences.
%
%   Options, as names and values:
%
%   See also biotropy.clean_rr, biotropy.sampen

% SPDX-License-Identifier: Apache-2.0
  [~, options] = biotropy.internal.given(varargin, {});
  report = biotropy_mex('read_rr', char(path), options);
  report.removed_index = report.removed_index + 1;  % from 1
  rr = report.rr;
end
