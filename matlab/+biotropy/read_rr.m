function [rr, report] = read_rr(path, varargin)
%READ_RR Read and clean RR intervals: beat annotations of a WFDB record, or a list of intervals or times.
%   RR = biotropy.read_rr(PATH, NAME, VALUE, ...) is a column of intervals, with a NaN in front of each that follows a gap:
%   measure it with 'missing', 'omit' and, with tau above 1 or at many scales, 'missing_are_gaps', true.
%   [RR, REPORT] = ... also returns times (ends in seconds), unit, n_read, the removals (removed_index counts from 1) and a
%   report in a line.
%
%   Options, as names and values:
%   min               Shorter RR intervals are removed; 0 keeps them (a number of seconds); default 0.3
%   max               Longer RR intervals are removed; inf keeps them (a number of seconds); default 1.5
%   ectopic           Remove intervals too different from the one before, the mean of both neighbours, or the median
%                     around them; one of none, previous, neighbours, median; default none
%   ectopic_change    The relative difference that is too much (a number above 0); default 0.2
%   policy            At removed intervals: a gap that no template spans, or nothing; 'gap' or 'close'; default gap
%   input_unit        Unit of intervals in text and arrays; auto: milliseconds if the median is above 10; 'auto' or
%                     's' or 'ms'; default auto
%   output_unit       Unit of the intervals that are returned; auto: as read; 'auto' or 's' or 'ms'; default auto
%   values            Contents of text and arrays: RR intervals, or the times of beats; detect: intervals, and an
%                     error if nine of ten rise as times do; 'detect' or 'intervals' or 'times'; default detect
%   first             First value of text and arrays: an interval, or the time to the first beat (onset); detect:
%                     that time if it is above 3 times the median; 'detect' or 'interval' or 'onset'; default detect
%   rate              Samples per second of files without a rate (text, NPY, MAT, annotations alone)
%   columns           Text: the columns, by name, number or range (RR,2-9); otherwise all numbers but time
%   time              Text: the column of time, or none; otherwise by its name
%   All of them: biotropy.options('read_rr') and biotropy.options('read_signals')
%
%   See also biotropy.clean_rr, biotropy.sampen

% SPDX-License-Identifier: Apache-2.0
  [~, options] = biotropy.internal.given(varargin, {});
  report = biotropy_mex('read_rr', char(path), options);
  report.removed_index = report.removed_index + 1;  % from 1
  rr = report.rr;
end
