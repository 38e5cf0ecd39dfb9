function require_one_unit(measure, options, varargin)
%REQUIRE_ONE_UNIT Refuses an absolute r, which is one number for all channels, where these have several units.
%   After the options come the series that biotropy.internal.samples made.

% SPDX-License-Identifier: Apache-2.0
  if ~is_absolute(measure, options), return, end
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
  error('biotropy:invalid_argument', ['r_unit = ''absolute'' is not allowed: one unit of all channels (%s has %s, %s %s), or ' ...
                                      'an r in units of SD, is needed'], ...
        labels{known(1)}, units{known(1)}, labels{other}, units{other});
end

function is = is_absolute(measure, options)
% As is said, or as the convention of EntropyHub has it.
  names = strrep(options(1:2:end), '-', '_');
  values = options(2:2:end);
  unit = values(strcmp(names, 'r_unit'));
  if ~isempty(unit)
    is = strcmp(unit{1}, 'absolute');
  else
    is = any(strcmp(values(strcmp(names, 'convention')), 'entropyhub')) && ...
         (strncmp(measure, 'mv', 2) || ~isempty(strfind(measure, 'fuzzyen'))); %#ok<STREMP>
  end
end
