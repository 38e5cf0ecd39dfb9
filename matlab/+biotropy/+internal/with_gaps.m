function data = with_gaps(series, options)
%WITH_GAPS Samples with NaN where time is missing: as many as no template can step over with the delay of the options.

% SPDX-License-Identifier: Apache-2.0
  data = series.data;
  if isempty(series.seams), return, end
  if ~strcmp(chosen(options, 'missing', 'raise'), 'omit')
    error('biotropy:missing_values', ['time is missing at %d boundaries, the first after sample %d: ''missing'', ''omit'' ' ...
                                      'leaves out the templates that span one'], numel(series.seams), series.seams(1));
  end
  taus = chosen(options, 'channel_tau', chosen(options, 'tau', 1));
  if ischar(taus), taus = str2double(strsplit(taus, ',')); end
  width = max([taus, 1]);
  pieces = {};
  starts = [0, series.seams, size(data, 1)];
  for i = 1:numel(starts) - 1
    if i > 1, pieces{end + 1} = NaN(width, size(data, 2)); end %#ok<AGROW>
    pieces{end + 1} = data(starts(i) + 1:starts(i + 1), :); %#ok<AGROW>
  end
  data = vertcat(pieces{:});
end

function value = chosen(options, name, value)
  for i = 1:2:numel(options)
    if strcmp(strrep(options{i}, '-', '_'), name), value = options{i + 1}; end
  end
end
