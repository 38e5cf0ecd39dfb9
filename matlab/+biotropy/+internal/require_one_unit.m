function require_one_unit(measure, options, varargin)
%REQUIRE_ONE_UNIT Refuses an absolute r, which is one number for all channels, where these have several units, and
%   the membership exp(-d^n / r) with n other than 1, whose values depend on the unit even if r is in units of SD.
%   After the options come the series that biotropy.internal.samples made.

% SPDX-License-Identifier: Apache-2.0
  [asking, way_out] = asks_for_one_unit(measure, options);
  if isempty(asking), return, end
  units = {};
  labels = {};
  for series = [varargin{:}]
    if isempty(series.units), continue, end
    units = [units, series.units]; %#ok<AGROW>
    names = series.labels;
    if isempty(names), names = arrayfun(@(i) sprintf('channel %d', i), 1:numel(series.units), 'UniformOutput', false); end
    labels = [labels, names]; %#ok<AGROW>
  end
  known = find(~cellfun(@isempty, units));
  if isempty(known), return, end
  other = known(find(~strcmp(units(known), units{known(1)}), 1));
  if isempty(other), return, end
  error('biotropy:invalid_argument', '%s needs one unit of all channels (%s has %s, %s %s)%s', ...
        asking, labels{known(1)}, units{known(1)}, labels{other}, units{other}, way_out);
end

function [asking, way_out] = asks_for_one_unit(measure, options)
% As is said, or as the convention of EntropyHub has it.
  names = strrep(options(1:2:end), '-', '_');
  values = options(2:2:end);
  given = @(name, default) last_of([{default}, values(strcmp(names, name))]);
  is_fuzzy = ~isempty(strfind(measure, 'fuzzyen')); %#ok<STREMP>
  is_hub = strcmp(given('convention', ''), 'entropyhub');
  units_of_r = {'sd', 'absolute'};
  forms = {'exponential', 'chen'};
  asking = '';
  way_out = '';
  if strcmp(measure, 'count_matches')
    asking = 'one r';
  elseif strcmp(given('r_unit', units_of_r{1 + (is_hub && (is_fuzzy || strncmp(measure, 'mv', 2)))}), 'absolute')
    asking = 'r_unit = ''absolute''';
    way_out = ', or an r in units of SD,';
  elseif is_fuzzy && strcmp(given('membership', forms{1 + is_hub}), 'chen') && ~isequal(given('fuzzy_power', 2), 1)
    asking = 'membership = ''chen''';
    way_out = ', or the membership ''exponential'',';
  end
end

function value = last_of(values)
  value = values{end};
end
