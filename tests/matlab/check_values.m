% SPDX-License-Identifier: Apache-2.0
% Values and counts are those of the program, to the last bit: of series, matrices, curves, files, heartbeats and states.
1;

function text = program(varargin)
  [status, text] = system(strjoin([{getenv('BIOTROPY_PROGRAM')}, varargin, {'2>&1'}], ' '));
  assert(status == 0, 'the program failed: %s\n%s', strjoin(varargin, ' '), text);
end

function write_table(path, X, labels)
  file = fopen(path, 'w');
  fprintf(file, '%s\n', strjoin(labels, ','));
  for i = 1:size(X, 1), fprintf(file, '%s\n', strjoin(arrayfun(@(v) sprintf('%.17g', v), X(i, :), 'UniformOutput', false), ',')); end
  fclose(file);
end

function made = table_of(text, separator)
% Columns of a table by their names, in the text of the program.
  lines = strsplit(strtrim(text), "\n");
  cells = cellfun(@(line) strsplit(line, separator, 'CollapseDelimiters', false), lines, 'UniformOutput', false);
  names = cells{1};
  rows = vertcat(cells{2:end});
  for i = 1:numel(names), made.(regexprep(names{i}, '[- ]', '_')) = rows(:, i)'; end
end

function values = numbers(cells)
  values = cellfun(@(cell) [sscanf(cell, '%f'), NaN(isempty(cell))], cells);
end

function made = results_of(varargin)
  program(varargin{:}, '-o', 'result.csv', '--quiet');
  made = table_of(fileread('result.csv'), ',');
end

u = cumsum(sin((1:400)' .^ 1.7)) / 7;
v = sin((1:400)' .^ 1.4);
w = u(end:-1:1) + v;
X = [u v w];
write_table('series.csv', X, {'u', 'v', 'w'});

% Series.
for measure = {'sampen', 'apen', 'fuzzyen', 'permen'}
  theirs = results_of('entropy', 'series.csv', '--rate', '1', '--measure', measure{1}, '-m', '3', '--tau', '2');
  [ours, result] = biotropy.internal.measure(measure{1}, X, [], {'m', 3, 'tau', 2});
  assert(ours, numbers(theirs.value));
  if isfield(theirs, 'matches_m1'), assert(result.matches_m1, numbers(theirs.matches_m1)); end
end
for convention = {'costa', 'antropy', 'neurokit'}
  theirs = results_of('entropy', 'series.csv', '--rate', '1', '--convention', convention{1});
  assert(biotropy.sampen(X, 'convention', convention{1}), numbers(theirs.value));
end
theirs = results_of('entropy', 'series.csv', '--rate', '1', '--boundary', 'open', '--theiler', '5', '-r', '0.15', '--ddof', '0');
assert(biotropy.sampen(X, 'boundary', 'open', 'theiler', 5, 'r', 0.15, 'ddof', 0), numbers(theirs.value));

% All channels together, curves, matrices.
theirs = results_of('entropy', 'series.csv', '--rate', '1', '--measure', 'mvsampen');
assert(biotropy.mvsampen(X), numbers(theirs.value));
for method = {'mse', 'rmse', 'cmse', 'rcmse'}
  theirs = results_of('multiscale', 'series.csv', '--rate', '1', '--scales', '1-6', '--method', method{1});
  [ours, result] = biotropy.multiscale_entropy(X, 6, 'method', method{1});
  assert(ours(:)', numbers(theirs.value));
end
for measure = {'cross-apen', 'cross-sampen', 'cross-fuzzyen'}
  theirs = results_of('cross', 'series.csv', '--rate', '1', '--measure', measure{1}, '-m', '1');
  ours = biotropy.pairwise(X, measure{1}, 'm', 1)';
  assert(ours(:)', numbers(theirs.value));
end
theirs = results_of('entropy', 'series.csv', '--rate', '1', '--window', '100', '--step', '30');
ours = biotropy.sliding_entropy(X, 'sampen', 'window', 100, 'step', 30)';
assert(ours(:)', numbers(theirs.value));
theirs = results_of('cross', 'series.csv', '--rate', '1', '--measure', 'cross-sampen', '-m', '1', '--window', '100', '--step', '30');
ours = biotropy.sliding_entropy(X, 'cross-sampen', 'm', 1, 'window', 100, 'step', 30);
ours = permute(ours, [3 2 1]);
assert(ours(:)', numbers(theirs.value));

% A file, read here and there.
path = fullfile(getenv('BIOTROPY_DATA'), 'eeg', 'mne_test.edf');
if exist(path, 'file')
  [data, info] = biotropy.read_signals(path, [1 2 3]);
  assert(size(data, 2), 3);
  assert(numel(info.channels), 3);
  theirs = results_of('entropy', ['"' path '"'], '--channels', '1-3', '--measure', 'permen');
  assert(biotropy.permen(data), numbers(theirs.value));
end

% Text with decimal commas.
file = fopen('commas.csv', 'w');
fprintf(file, 'Fz;Cz\n0,5;1,25\n1,5;2\n');
fclose(file);
% What was read is a recording with its time: 50 samples are lost behind the first 100, and are neither in epochs nor in onsets.
file = fopen('lost.csv', 'w');
fprintf(file, 'time (s),Fz\n');
fprintf(file, '%.2f,%.12g\n', [[0:99, 150:249] / 100; sin((1:200) .^ 1.2)]);
fclose(file);
[data, info] = biotropy.read_signals('lost.csv', [], 'gap_fill', 3);
assert(info.gaps, 101);
assert(isequaln(info.samples, data));
[epochs, prepared] = biotropy.prepare(info, 'epoch', 50);
assert(prepared.onsets(:)', [0 0.5 1.5 2], 1e-12);
assert(prepared.channels, {'Fz'});
assert(epochs(:, 1, 3), data(104:153));
[~, whole] = biotropy.prepare(info, 'notch', 20);
assert(whole.gaps, 101);
assert(whole.times([100 101 102])', [0.99 1.245 1.5], 1e-12);
[~, again] = biotropy.prepare(whole, 'epoch', 50);
assert(again.onsets, prepared.onsets, 1e-12);
theirs = results_of('entropy', 'lost.csv', '--epoch', '50');
assert(reshape(biotropy.sampen(epochs), 1, []), numbers(theirs.value));

assert(biotropy.read_signals('commas.csv', {}, 'decimal', 'comma'), [0.5 1.25; 1.5 2]);

% Heartbeats.
path = fullfile(getenv('BIOTROPY_DATA'), 'heartbeat', 'nsr001.ecg');
if exist(path, 'file')
  [rr, report] = biotropy.read_rr(path);
  theirs = results_of('entropy', ['"' path '"'], '--missing', 'omit', '-r', '0.15');
  assert(biotropy.sampen(rr, 'missing', 'omit', 'r', 0.15), numbers(theirs.value));
  assert(numel(report.removed_index) == numel(report.removed_reason));
end
% Gaps of intervals are as wide as the delay, as in Python and R.
rr = biotropy.clean_rr([0.8 + 0.05 * sin((1:99) .^ 1.3), 3, 0.8 + 0.05 * sin((101:300) .^ 1.3)]);
wide = [rr(1:100); NaN; rr(101:end)];
gaps = {'tau', 2, 'missing', 'omit', 'missing_are_gaps', true};
assert(biotropy.sampen(rr, gaps{:}), biotropy.sampen(wide, 'tau', 2, 'missing', 'omit'));
assert(at(biotropy.multiscale_entropy(rr, 2, gaps{:}), 1), biotropy.sampen(rr, gaps{:}));
[rr, report] = biotropy.clean_rr([0.8 0.9 5 0.85 0.1 0.8 0.9], 'max', 2);
assert(isnan(rr'), logical([0 0 1 0 1 0 0]));
assert(report.removed_reason, {'too_long'; 'too_short'});
assert(report.removed_index, [3; 5]);

% States.
program('states', 'simulate', 'P3', '-o', 'states', '--samples', '3000');
program('states', 'train', 'states.csv', '--rate', '100', '-o', 'model.nc');
program('states', 'classify', 'states.csv', '--rate', '100', '--model', 'model.nc', '-o', 'classes.tsv');
theirs = table_of(fileread('classes.tsv'), "\t");
model = biotropy.read_model('model.nc');
assert(size(model.transitions), [3 3]);
assert(sum(model.transitions, 2), [1; 1; 1], 1e-12);
samples = biotropy.read_signals('states.csv');
[labels, result] = biotropy.classify('model.nc', samples);
assert(labels', theirs.label);
for k = 1:3
  assert(result.posteriors(:, k)', numbers(theirs.(['posterior_' model.classes{k}])));
end
refused('invalid_data', 'channels', @() biotropy.classify('model.nc', samples(:, 1:2)));

% Of structures, channels are found by their labels, time that is missing ends a recording, and the rate counts.
n = size(samples, 1);
EEG = struct('data', [0 * samples(:, 1), samples(:, end:-1:1)]', 'srate', 100, ...
             'chanlocs', struct('labels', [{'other'}; model.channels(end:-1:1)]), ...
             'event', struct('type', 'boundary', 'latency', 1000.5, 'duration', 7));
[labels, result] = biotropy.classify('model.nc', EEG);
[expected, pieces] = biotropy.classify('model.nc', samples, 'lengths', [1000, n - 1000]);
assert(labels, expected);
assert(result, pieces);
[~, joined] = biotropy.classify('model.nc', samples);
assert(~isequal(result.posteriors, joined.posteriors));
[~, result] = biotropy.classify('model.nc', EEG, 'lengths', [400, n - 400]);
[~, pieces] = biotropy.classify('model.nc', samples, 'lengths', [400, 600, n - 1000]);
assert(result, pieces);
other = EEG;
other.srate = 100.009;
biotropy.classify('model.nc', other);
other.srate = 50;
refused('invalid_data', 'x: 50 Hz, and the model was trained at 100 Hz', @() biotropy.classify('model.nc', other));
for wrong = {[400 0 n - 400], [n + 100, -100], [400 500], [400.5, n - 400.5], 'all'}
  refused('invalid_argument', 'integers of at least 1', @() biotropy.classify('model.nc', EEG, 'lengths', wrong{1}));
end
for label = {[], 7}
  other = EEG;
  other.chanlocs(3).labels = label{1};
  refused('invalid_data', ['x: no channel ''' model.channels{end - 1} ''''], @() biotropy.classify('model.nc', other));
end
other = EEG;
other.chanlocs(2).labels = 'Fz';
refused('invalid_data', ['x: no channel ''' model.channels{end} ''''], @() biotropy.classify('model.nc', other));
other.chanlocs(2).labels = other.chanlocs(3).labels;
other.chanlocs(1).labels = model.channels{end};
refused('invalid_data', 'more than once', @() biotropy.classify('model.nc', other));
unlabelled = rmfield(EEG, 'chanlocs');
refused('invalid_data', 'channels', @() biotropy.classify('model.nc', unlabelled));
unlabelled.data = samples';
assert(biotropy.classify('model.nc', unlabelled), expected);
trial = struct('label', {model.channels(end:-1:1)}, 'fsample', 100, 'trial', {{samples(:, end:-1:1)'}});
assert(biotropy.classify('model.nc', trial)', theirs.label);
program('states', 'train', 'states.csv', '--rate', '100', '--features', 'bands', '--bands', '5-40', '-o', 'bands.nc');
whole = rmfield(EEG, 'event');
assert(biotropy.classify('bands.nc', whole, 'input', 'samples'), biotropy.classify('bands.nc', samples, 'input', 'samples'));
refused('invalid_data', 'x: no channel', @() biotropy.classify('bands.nc', whole, 'input', 'vectors'));
% So do units, where they are known: of a model of features those of the samples, which its vectors do not have.
function write_recording(X, labels, units)
  file = fopen('units.eeg', 'w');
  fwrite(file, X', 'float32', 0, 'ieee-le');
  fclose(file);
  channels = arrayfun(@(i) sprintf('Ch%d=%s,,1,%s', i, labels{i}, units{i}), 1:numel(labels), 'UniformOutput', false);
  file = fopen('units.vhdr', 'w');
  fprintf(file, '%s\n', 'Brain Vision Data Exchange Header File Version 1.0', '[Common Infos]', 'DataFile=units.eeg', ...
          'DataFormat=BINARY', 'DataOrientation=MULTIPLEXED', sprintf('NumberOfChannels=%d', numel(labels)), ...
          'SamplingInterval=10000', '[Binary Infos]', 'BinaryFormat=IEEE_FLOAT_32', '[Channel Infos]', channels{:});
  fclose(file);
  copyfile('states_events.tsv', 'units_events.tsv');
end
write_recording(samples, model.channels, {'uV', 'mV', 'uV'});
program('states', 'train', 'units.vhdr', '-o', 'units.nc');
program('states', 'train', 'units.vhdr', '--features', 'bands', '--bands', '5-40', '-o', 'unit_bands.nc');
made = biotropy.read_model('units.nc');
assert(made.units', {'uV', 'mV', 'uV'});
told = EEG;
[told.chanlocs.unit] = deal('degC', 'microvolts', 'mV', []);
expected = biotropy.classify('units.nc', samples, 'lengths', [1000, n - 1000]);
assert(biotropy.classify('units.nc', told), expected);
told.chanlocs(3).unit = 'UV';
biotropy.classify('model.nc', told);
text = sprintf('x: channel ''%s'' is in ''uV'', and the model was trained in ''mV''', model.channels{2});
for name = {'units.nc', 'unit_bands.nc'}
  refused('invalid_data', text, @() biotropy.classify(name{1}, told, 'input', 'samples'));
  refused('invalid_data', text, @() biotropy.classify(name{1}, EEG, 'input', 'samples'));  % microvolts, where nothing is said
end
units = trial;
units.hdr = struct('label', {model.channels}, 'chanunit', {{'uV', 'uV', 'unknown'}});
refused('invalid_data', text, @() biotropy.classify('units.nc', units));
units.hdr.chanunit{2} = 'mV';
biotropy.classify('units.nc', units);
unlabelled.chanlocs = struct('labels', {[], [], []}, 'unit', {'uV', 'uV', 'uV'});
refused('invalid_data', text, @() biotropy.classify('units.nc', unlabelled));
made = biotropy.read_model('unit_bands.nc');
vectors = struct('data', sin((1:numel(made.channels))' * (1:50)), 'srate', 10, ...
                 'chanlocs', struct('labels', reshape(made.channels, 1, []), 'unit', 'degC'));
biotropy.classify('unit_bands.nc', vectors, 'input', 'vectors');
refused('invalid_argument', 'guess', @() biotropy.classify('model.nc', samples, 'decoder', 'guess'));

printf('values: right\n');
