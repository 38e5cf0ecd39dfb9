function made = samples(x, name)
%SAMPLES Series of an array, of EEGLAB or of FieldTrip as doubles, times x channels x epochs.
%   MADE has the fields data, labels (a cell array; empty: unknown), srate (NaN: unknown), times (in seconds, of the first
%   trial; empty: unknown), starts (the first time of every trial; empty: unknown), seams (of a continuous
%   recording: samples after which time is missing), units (of every channel, '' where it is unknown; empty: unknown)
%   and is_recording.

% SPDX-License-Identifier: Apache-2.0
  if isstruct(x) && numel(x) ~= 1
    refuse('%s is an array of %d structures; it must be a single one', name, numel(x));
  elseif isstruct(x) && isfield(x, 'trial') && isfield(x, 'label')
    made = of_fieldtrip(x, name);
  elseif isstruct(x) && isfield(x, 'data') && isfield(x, 'srate')
    made = of_eeglab(x, name);
  else
    made = of_array(x, name);
  end
end

function made = of_array(x, name)
  if ~(isnumeric(x) || islogical(x)) || ~isreal(x) || isempty(x) || ndims(x) > 3
    refuse('%s is of the class %s and the size %s; it must be real numbers, times x channels x epochs', ...
           name, class(x), mat2str(size(x)));
  end
  if isa(x, 'int64') || isa(x, 'uint64')
    largest = cast(2^53, class(x));
    if any(x(:) > largest) || (isa(x, 'int64') && any(x(:) < -largest))
      refuse('%s has integers above 2^53, which doubles do not hold', name);
    end
  end
  made = struct('data', full(double(x)), 'labels', {{}}, 'srate', NaN, 'times', [], ...
                'starts', [], 'seams', [], 'units', {{}}, 'is_recording', false);
  if isvector(x)
    made.data = made.data(:);
  elseif size(x, 2) > size(x, 1)
    warning('biotropy:orientation', '%s has %d series of %d samples: time is the first dimension, as in mean(x)', ...
            name, size(x, 2), size(x, 1));
  end
end

function made = of_eeglab(x, name)
  if ischar(x.data)
    refuse('the samples of %s are in the file %s: load them first (pop_loadset, or eeg_checkset(EEG, ''loaddata''))', ...
           name, x.data);
  end
  if isempty(x.data), refuse('%s has no samples', name); end
  require_sizes(x, name);
  made = struct('data', permute(double(x.data), [2 1 3]), 'labels', {{}}, 'srate', rate_of(x, 'srate', name), 'times', [], ...
                'starts', [], 'seams', [], 'units', {{}}, 'is_recording', true);
  if isfield(x, 'chanlocs') && isstruct(x.chanlocs) && ~isempty(x.chanlocs)
    if numel(x.chanlocs) ~= size(x.data, 1)
      refuse('%s.chanlocs describes %d channels, and %s.data has %d; they must agree (eeg_checkset)', ...
             name, numel(x.chanlocs), name, size(x.data, 1));
    end
    if isfield(x.chanlocs, 'labels'), made.labels = labels_of({x.chanlocs.labels}); end
    if isfield(x.chanlocs, 'unit'), said = biotropy.internal.usual_units({x.chanlocs.unit}); end
  end
  % Samples are in microvolts where nothing else is said, as eeglab.cpp has it.
  made.units = cell(1, size(x.data, 1));
  made.units(:) = {'uV'};
  if exist('said', 'var'), made.units(~strcmp(said, '')) = said(~strcmp(said, '')); end
  warn_of_marks(x, name);
  n = size(made.data, 1);
  if isfield(x, 'event'), made.seams = seams_of(x.event, size(made.data, 1), size(made.data, 3), name); end
  if isfield(x, 'times') && ~isempty(x.times)
    if numel(x.times) ~= n, refuse('%s has other numbers of times than of samples', name); end
    require_length(double(x.times(end)) - double(x.times(1)), n, made.srate, [name '.times']);
    if ~isfield(x, 'xmin') || ~isscalar(x.xmin), x.xmin = double(x.times(1)) / 1000; end
    if abs(double(x.times(1)) - 1000 * double(x.xmin)) > 1 + 500 / made.srate  % times may be rounded to whole milliseconds
      refuse('%s.times begin at %g ms, and %s.xmin is %g s; they must agree (eeg_checkset)', name, x.times(1), name, x.xmin);
    end
  end
  if isfield(x, 'xmin') && isscalar(x.xmin)
    made.times = double(x.xmin) + (0:n - 1)' / made.srate;
    made.starts = repmat(double(x.xmin), 1, size(made.data, 3));
  end
  if isfield(x, 'xmin') && isfield(x, 'xmax') && isscalar(x.xmin) && isscalar(x.xmax)
    require_length(1000 * (x.xmax - x.xmin), n, made.srate, sprintf('%s.xmin and %s.xmax', name, name));
  end
end

function labels = labels_of(labels)
% Numbers are texts, and ch2 is the label of a second channel that has none, as in eeglab.cpp. No labels at all are unknown.
  for i = 1:numel(labels)
    if isa(labels{i}, 'string'), labels{i} = char(labels{i}); end
    if isnumeric(labels{i}) && isscalar(labels{i}), labels{i} = sprintf('%.15g', labels{i}); end
    if ~ischar(labels{i}), labels{i} = ''; end
    labels{i} = strtrim(labels{i});
  end
  none = cellfun(@isempty, labels);
  if all(none), labels = {}; return, end
  labels(none) = arrayfun(@(i) sprintf('ch%d', i), find(none), 'UniformOutput', false);
end

function warn_of_marks(x, name)
% EEGLAB keeps epochs that are marked for rejection until the user takes them out.
  n = size(x.data, 3);
  if n == 1 || ~isfield(x, 'reject') || ~isstruct(x.reject) || ~isscalar(x.reject), return, end
  marked = false(1, n);
  for kind = {'manual', 'jp', 'kurt', 'thresh', 'const', 'freq', 'global'}
    for field = {['rej' kind{1}], ['icarej' kind{1}]}
      if ~isfield(x.reject, field{1}) || numel(x.reject.(field{1})) ~= n, continue, end
      marked = marked | reshape(x.reject.(field{1}) ~= 0, 1, []);
    end
  end
  if ~any(marked), return, end
  warning('biotropy:rejected_epochs_read', ['%d of the %d epochs of %s are marked for rejection, and are measured as all others: ' ...
                                     'take them out (pop_rejepoch)'], sum(marked), n, name);
end

function require_sizes(x, name)
% Epochs that were joined, or channels that were taken away, without the fields that say so: templates would cross epochs.
  fields = {'nbchan', 'pnts', 'trials'};
  for i = 1:numel(fields)
    if ~isfield(x, fields{i}) || isempty(x.(fields{i})) || isequal(double(x.(fields{i})), size(x.data, i)), continue, end
    refuse('%s.%s is %g, and %s.data has the size %s; they must agree (eeg_checkset)', ...
           name, fields{i}, x.(fields{i})(1), name, mat2str(size(x.data)));
  end
end

function rate = rate_of(x, field, name)
  rate = x.(field);
  if ~isnumeric(rate) || ~isscalar(rate) || ~isreal(rate) || ~(rate > 0 && rate < Inf)
    refuse('%s of %s must be a positive number of Hz', field, name);
  end
  rate = double(rate);
end

function require_length(milliseconds, n, rate, source)
% Times may be rounded to whole milliseconds; both ends are 0 where nobody has set them.
  if n < 2 || milliseconds == 0 || abs(milliseconds - 1000 * (n - 1) / rate) <= 1 + 1e-3 * milliseconds, return, end
  refuse('srate says %.9g Hz, and %s %.9g Hz; they must agree (eeg_checkset makes times anew)', ...
         rate, source, 1000 * (n - 1) / milliseconds);
end

function seams = seams_of(events, n, n_epochs, name)
% Boundaries begin with that word; where the types of events are numbers, EEGLAB writes -99. Those between epochs separate
% nothing.
  seams = [];
  for event = reshape(events, 1, [])
    type = event.type;
    if ~ischar(type), type = sprintf('%g', type); end
    if ~strncmpi(type, 'boundary', 8) && ~strncmpi(type, 'new segment', 11) && str2double(type) ~= -99, continue, end
    if ~isnumeric(event.latency) || ~isscalar(event.latency) || ~isfinite(event.latency)
      refuse('a boundary of %s has no latency', name);
    end
    latency = double(event.latency);
    if latency > 1 && latency < n * n_epochs, seams(end + 1) = ceil(latency - 1); end %#ok<AGROW>
  end
  seams = unique(seams);
  if n_epochs == 1, return, end
  seams = seams(mod(seams, n) ~= 0);
  if isempty(seams), return, end
  error('biotropy:missing_values', ['time is missing in epoch %d of %s, after its sample %d (a boundary): take such epochs ' ...
                                    'out (pop_rejepoch)'], floor(seams(1) / n) + 1, name, mod(seams(1), n));
end

function made = of_fieldtrip(x, name)
% Raw data, a cell array of channels x times, or averages with their trials, trials x channels x times.
  if iscell(x.trial)
    sizes = cellfun(@size, x.trial(:), 'UniformOutput', false);
    if isempty(sizes) || ~isequal(sizes{:}, sizes{1})
      refuse('the trials of %s differ in their sizes: cut them to one (ft_redefinetrial)', name);
    end
    data = permute(double(cat(3, x.trial{:})), [2 1 3]);
  else
    data = permute(double(x.trial), [3 2 1]);
  end
  if numel(x.label) ~= size(data, 2), refuse('%s has %d labels for %d channels', name, numel(x.label), size(data, 2)); end
  made = struct('data', data, 'labels', {reshape(x.label, 1, [])}, 'srate', NaN, 'times', [], ...
                'starts', [], 'seams', [], 'units', {{}}, 'is_recording', true);
  if isfield(x, 'hdr'), made.units = units_in(x.hdr, made.labels); end
  if isfield(x, 'fsample'), made.srate = rate_of(x, 'fsample', name); end
  if isfield(x, 'time'), made = with_times(made, x.time, name); end
end

function units = units_in(header, labels)
% FieldTrip has the units of all channels of the file.
  units = {};
  if ~isfield(header, 'chanunit') || ~isfield(header, 'label') || numel(header.chanunit) ~= numel(header.label), return, end
  known = biotropy.internal.usual_units(reshape(header.chanunit, 1, []));
  known(strcmp(known, 'unknown')) = {''};
  [is_there, at] = ismember(labels, header.label);
  units = repmat({''}, 1, numel(labels));
  units(is_there) = known(at(is_there));
end

function made = with_times(made, times, name)
% The rate, if it is not known, the times of the first trial, the starts of all, and gaps between times. Averages have one
% row of times for all trials.
  [n, ~, trials] = size(made.data);
  if ~iscell(times), times = repmat({times}, 1, trials); end
  if numel(times) ~= trials || any(cellfun(@numel, times) ~= n)
    refuse('%s has other numbers of times than of samples', name);
  end
  times = cellfun(@(of_trial) reshape(double(of_trial), [], 1), times, 'UniformOutput', false);
  made.times = times{1};
  made.starts = cellfun(@(of_trial) of_trial(1), reshape(times, 1, []));
  uneven = [];
  for i = 1:trials
    options = {};
    if ~isnan(made.srate), options = {'rate', made.srate}; end
    found = biotropy_mex('read_stamps', times{i}, options);
    if isnan(made.srate) && found.step > 0, made.srate = 1 / found.step; end
    if any(strcmp(found.kind, {'packets', 'uneven'})), uneven(end + 1) = i; end %#ok<AGROW>
    if isempty(found.gaps), continue, end
    if trials > 1
      error('biotropy:missing_values', 'time is missing in trial %d of %s, after its sample %d: take such trials out', ...
            i, name, found.gaps(1));
    end
    made.seams = reshape(found.gaps, 1, []);
  end
  if isempty(uneven), return, end
  warning('biotropy:times_uneven', ['the times of %s are uneven in %d trials, the first is trial %d: the samples are taken as ' ...
                                    'evenly spaced'], name, numel(uneven), uneven(1));
end

function refuse(varargin)
  error('biotropy:invalid_argument', varargin{:});
end
