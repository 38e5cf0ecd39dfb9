function [totals, result] = count_matches(x, varargin)
%COUNT_MATCHES Number of matching pairs of templates: all pairs of their samples differ by at most r.
%   TOTALS = biotropy.count_matches(X, 'r', R) counts ordered pairs of templates of the vector X, with themselves, for the
%   lengths 2 and 3. R is in the unit of the samples.
%   TOTALS = biotropy.count_matches(X, Y, 'r', R, NAME, VALUE, ...) compares templates of X with those of Y. Structures
%   of EEGLAB or FieldTrip have one rate, one unit and the same times, where both are known.
%   Missing samples (NaN) match nothing, and no template spans a boundary of EEGLAB.
%   [TOTALS, RESULT] = ... also returns the lengths, and with 'per_template', true the counts of every template of X.
%
%   lengths       increasing lengths of templates (default [2 3])
%   tau           delay between the samples of a template (default 1)
%   boundary      'closed' (default): a distance of exactly r matches; 'open'
%   templates     'all' (default) of each length, or 'common': those that fit at the longest one, and touch no
%                 missing sample there
%   theiler       leave out pairs at most so many samples apart; -1: none (default), 0: self matches
%   per_template  true: counts of every template (default false)
%   missing_are_gaps  true: no template spans a missing sample, as with tau above 1 it could; for RR intervals (default false)
%   engine        the engine that counts; every engine gives the same integers
%
%   See also biotropy.sampen

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(varargin, {'y'}, {'r'});
  y = values.y;
  if ~isempty(y), y = biotropy.internal.samples(y, 'y'); end
  result = biotropy_mex('count_matches', biotropy.internal.samples(x, 'x'), y, values.r, options);
  totals = result.totals;
end
