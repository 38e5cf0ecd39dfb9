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
  [values, options] = biotropy.internal.given(varargin, {'y'}, {'r', 'missing_are_gaps'});
  if isempty(values.r), error('biotropy:invalid_argument', 'r is missing; give a finite number of at least 0'); end
  if ~isscalar(values.r), error('biotropy:invalid_argument', 'r has %d values; it must be a single one', numel(values.r)); end
  are_gaps = ~isempty(values.missing_are_gaps) && values.missing_are_gaps;
  of_x = one(x, 'x');
  [data, places] = apart(of_x, are_gaps, options);
  other = [];
  if ~isempty(values.y)
    of_y = one(values.y, 'y');
    biotropy.internal.require_alike(of_x, of_y);
    biotropy.internal.require_one_unit('count_matches', options, of_x, of_y);
    other = apart(of_y, are_gaps, options);
  end
  result = at_samples(biotropy_mex('count_matches', data, other, values.r, options), places, numel(data));
  totals = result.totals;
end

function [data, places] = apart(series, are_gaps, options)
% The samples, and their places among them, with as many NaN at each gap as no template steps over: NaN matches nothing.
  tau = find(strcmp(options(1:2:end), 'tau'));
  width = 1;
  if ~isempty(tau), width = options{2 * tau}; end
  if ischar(width), width = str2double(width); end
  if ~(isscalar(width) && width >= 1 && width == floor(width)), width = 1; end  % which the library refuses
  samples = reshape(series.data, [], 1);
  taken = ones(size(samples));
  if are_gaps, taken(isnan(samples)) = width; end
  before = zeros(size(samples));
  before(series.seams + 1) = width;
  places = cumsum(before + taken) - taken + 1;
  data = NaN(sum(before + taken), 1);
  data(places) = samples;
end

function result = at_samples(result, places, n)
% Counts of the templates that begin at samples of the series, not at one of the NaN that were added; n samples with them.
  added = n - numel(places);
  if added == 0, return, end
  for name = fieldnames(result)'
    if ~strncmp(name{1}, 'templates_', 10), continue, end
    counts = result.(name{1});
    result.(name{1}) = counts(places(1:numel(counts) - added));
  end
end

function series = one(x, name)
  series = biotropy.internal.samples(x, name);
  n = size(series.data, 2) * size(series.data, 3);
  if n > 1, error('biotropy:invalid_argument', '%s has %d series; it must be a single one', name, n); end
end
