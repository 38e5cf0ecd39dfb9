function made = samples(x, name)
%SAMPLES What an array or a structure of read_signals, EEGLAB or FieldTrip says of a recording; the library checks it.
%   MADE has the fields data (doubles, times x channels x epochs), is_recording, and [] where nothing is known: channels,
%   units and types (cell arrays of texts), rate in Hz, starts of epochs and stamps of samples in seconds, and gaps, the first
%   samples (from 0, through all epochs) behind missing time.

% SPDX-License-Identifier: Apache-2.0
  if isstruct(x) && isscalar(x) && isfield(x, 'is_recording')
    made = x;
    return
  end
  made = struct('data', [], 'channels', [], 'units', [], 'types', [], 'rate', [], 'starts', [], 'stamps', [], 'gaps', [], ...
                'is_recording', true);
  if isstruct(x) && isscalar(x) && isfield(x, 'trial') && isfield(x, 'label')
    made = of_fieldtrip(made, x, name);
  elseif isstruct(x) && isscalar(x) && isfield(x, 'data') && isfield(x, 'srate')
    made = of_eeglab(made, x, name);
  elseif isstruct(x) && isscalar(x) && all(isfield(x, {'samples', 'times', 'rate'}))
    made = of_file(made, x, name);
  else
    made.data = biotropy.internal.doubles(x, name);
    made.is_recording = false;
    if isvector(x)
      made.data = made.data(:);
    end
  end
end

function made = of_file(made, x, name)
% What read_signals and prepare return. Without gaps the rate says the times of the samples.
  made.data = biotropy.internal.doubles(x.samples, [name '.samples']);
  made.channels = x.channels;
  made.units = x.units;
  made.rate = x.rate;
  made.gaps = x.gaps - 1;
  if ~isempty(x.gaps), made.stamps = x.times; end
  if isfield(x, 'onsets'), made.starts = x.onsets; end
end

function made = of_eeglab(made, x, name)
  require_sizes(x, name);
  made.data = permute(biotropy.internal.doubles(x.data, [name '.data']), [2 1 3]);
  [n, n_channels, n_epochs] = size(made.data);
  made.rate = known(x.srate);
  made.units = repmat({'uV'}, 1, n_channels);  % where nothing else is said
  if isfield(x, 'chanlocs') && isfield(x.chanlocs, 'labels'), made.channels = texts({x.chanlocs.labels}); end
  if isfield(x, 'chanlocs') && isfield(x.chanlocs, 'type'), made.types = texts({x.chanlocs.type}); end
  if isfield(x, 'chanlocs') && isfield(x.chanlocs, 'unit')
    units = texts({x.chanlocs.unit});
    made.units(~strcmp(units, '')) = units(~strcmp(units, ''));
  end
  warn_of_marks(x, name);
  start = field(x, 'xmin');
  times = field(x, 'times') / 1000;
  if isempty(times) && numel([start, field(x, 'xmax')]) == 2 && x.xmax > x.xmin, times = linspace(start, double(x.xmax), n); end
  made.stamps = times;
  if isfield(x, 'event'), made = with_boundaries(made, x.event, sum(start)); end
  if isempty(start) && ~isempty(times), start = times(1); end
  made.starts = repmat(start, 1, n_epochs);
end

function number = field(x, name)
  number = [];
  if isfield(x, name), number = double(x.(name)); end
end

function rate = known(rate)
% An empty rate is none that can be used, where arrays have one that is not known.
  if isempty(rate), rate = NaN; end
end

function all = texts(all)
% Labels may be numbers.
  for i = 1:numel(all)
    if isa(all{i}, 'string'), all{i} = char(all{i}); end
    if isnumeric(all{i}) && isscalar(all{i}), all{i} = sprintf('%.15g', all{i}); end
    if ~ischar(all{i}), all{i} = ''; end
    all{i} = strtrim(all{i});
  end
end

function require_sizes(x, name)
% Epochs that were joined, or channels that were taken away, without the fields that say so: templates would cross epochs.
  if ischar(x.data)
    error('biotropy:invalid_argument', ['the samples of %s are in the file %s; load them first (pop_loadset, or ' ...
                                        'eeg_checkset(EEG, ''loaddata''))'], name, x.data);
  end
  fields = {'nbchan', 'pnts', 'trials', 'chanlocs'};
  for i = 1:4
    if ~isfield(x, fields{i}) || isempty(x.(fields{i})), continue, end
    if i == 4, n = numel(x.chanlocs); else, n = double(x.(fields{i})(1)); end
    if n == size(x.data, mod(i - 1, 3) + 1), continue, end
    error('biotropy:invalid_argument', '%s has %s for %g, and %s.data has the size %s; they must agree (eeg_checkset)', ...
          name, fields{i}, n, name, mat2str(size(x.data)));
  end
end

function warn_of_marks(x, name)
% EEGLAB keeps epochs that are marked for rejection until the user takes them out.
  n = size(x.data, 3);
  if n == 1 || ~isfield(x, 'reject') || ~isstruct(x.reject) || ~isscalar(x.reject), return, end
  marked = false(1, n);
  for kind = {'manual', 'jp', 'kurt', 'thresh', 'const', 'freq', 'global'}
    for of = {['rej' kind{1}], ['icarej' kind{1}]}
      if ~isfield(x.reject, of{1}) || numel(x.reject.(of{1})) ~= n, continue, end
      marked = marked | reshape(x.reject.(of{1}) ~= 0, 1, []);
    end
  end
  if ~any(marked), return, end
  warning('biotropy:rejected_epochs_read', ['%d of the %d epochs of %s are marked for rejection and measured; ' ...
                                            'take them out (pop_rejepoch)'], sum(marked), n, name);
end

function made = with_boundaries(made, events, start)
% Boundaries begin with that word; where the types of events are numbers, EEGLAB writes -99. Their duration is what was cut out,
% in samples, if all have one.
  lost = [];
  for event = reshape(events, 1, [])
    type = event.type;
    if ~ischar(type), type = sprintf('%g', type); end
    if ~strncmpi(type, 'boundary', 8) && ~strncmpi(type, 'new segment', 11) && str2double(type) ~= -99, continue, end
    latency = NaN;  % which the library refuses
    if isscalar(event.latency), latency = double(event.latency); end
    made.gaps(end + 1) = max(ceil(latency - 1), 0 * latency);
    lost(end + 1) = 0; %#ok<AGROW>
    if isfield(event, 'duration') && isscalar(event.duration), lost(end) = double(event.duration); end
  end
  n = size(made.data, 1);
  inside = find(made.gaps > 0 & made.gaps < n);
  if isempty(inside) || ~all(lost(inside) > 0) || ~isscalar(made.rate), return, end
  if isempty(made.stamps), made.stamps = start + (0:n - 1) / made.rate; end
  for i = inside
    behind = made.gaps(i) + 1:numel(made.stamps);
    made.stamps(behind) = made.stamps(behind) + lost(i) / made.rate;
  end
end

function made = of_fieldtrip(made, x, name)
% Raw data, a cell array of channels x times, or averages with their trials, trials x channels x times.
  data = x.trial;
  if iscell(data)
    sizes = cellfun(@size, data(:), 'UniformOutput', false);
    if isempty(sizes) || ~isequal(sizes{:}, sizes{1})
      error('biotropy:invalid_argument', '%s has trials of several sizes; cut them to one (ft_redefinetrial)', name);
    end
    data = permute(cat(3, data{:}), [3 1 2]);
  end
  made.data = permute(biotropy.internal.doubles(data, [name '.trial']), [3 2 1]);
  made.channels = texts(reshape(x.label, 1, []));
  if isfield(x, 'hdr')
    made.units = texts_in(x.hdr, 'chanunit', made.channels);
    made.types = texts_in(x.hdr, 'chantype', made.channels);
  end
  if isfield(x, 'fsample'), made.rate = known(x.fsample); end
  if ~isfield(x, 'time'), return, end
  times = x.time;
  if iscell(times), times = cellfun(@(of_trial) double(of_trial(:)'), times(:)', 'UniformOutput', false); times = [times{:}]; end
  made.stamps = double(times);
end

function all = texts_in(header, name, labels)
% FieldTrip has the units and types of all channels of the file.
  all = [];
  if ~isfield(header, name) || ~isfield(header, 'label') || numel(header.(name)) ~= numel(header.label), return, end
  found = texts(header.(name));
  found(strcmp(found, 'unknown')) = {''};
  [is_there, at] = ismember(labels, header.label);
  all = repmat({''}, 1, numel(labels));
  all(is_there) = found(at(is_there));
end
