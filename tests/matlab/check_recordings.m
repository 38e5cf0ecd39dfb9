% SPDX-License-Identifier: Apache-2.0
% Structures of EEGLAB and FieldTrip, and the plug-in with its history. inputgui of EEGLAB is replaced (eeglab/inputgui.m).
1;
X = reshape(sin((1:1800) .^ 1.2), 150, 4, 3);
EEG = struct('data', single(permute(X, [2 1 3])), 'srate', 100, 'nbchan', 4, 'pnts', 150, 'trials', 3, 'event', [], ...
             'etc', [], 'chanlocs', struct('labels', {'Fz', 'Cz', 'Pz', 'Oz'}));
S = double(single(X));

% A dataset of epochs: channels x epochs.
[value, result] = biotropy.sampen(EEG);
assert(value, reshape(biotropy.sampen(S), 4, 3));
assert(result.channels, {'Fz', 'Cz', 'Pz', 'Oz'});
assert(biotropy.mvsampen(EEG), biotropy.mvsampen(S));
assert(biotropy.pairwise(EEG), biotropy.pairwise(S));
assert(biotropy.multiscale_entropy(EEG, 2), biotropy.multiscale_entropy(S, 2));

% Filters and epochs: what the program makes of a file, with the rate of the structure.
[epochs, info] = biotropy.prepare(X(:, :, 1), 100, 'band', [2 30], 'order', 2, 'decimate', 2, 'epoch', '0.5 s');
assert(size(epochs), [25 4 3]);
assert(info.onsets(:)', [0 0.5 1]);
assert(info.rate, 50);
single_epoch = setfield(setfield(EEG, 'data', permute(X(:, :, 1), [2 1])), 'trials', 1);
[same, info] = biotropy.prepare(single_epoch, 'band', [2 30], 'order', 2, 'decimate', 2, 'epoch', 25);
assert(same, epochs);
assert(info.channels(:)', {'Fz', 'Cz', 'Pz', 'Oz'});
[~, info] = biotropy.prepare(setfield(single_epoch, 'xmin', 2), 'epoch', 50);
assert(info.onsets(:)', [2 2.5 3]);
result = eeg_biotropy(EEG, 'measure', 'cross-sampen', 'scales', 2);
assert(result.value, biotropy.pairwise(EEG, 'cross-sampen', 'scales', 2));
assert({result.parameters.measure, result.parameters.method}, {'cross-sampen', 'mse'});
assert([result.parameters.m, result.parameters.r, result.parameters.tau], [2, 0.2, 1]);
assert(biotropy.prepare(X(:, 1, 1)), X(:, 1, 1));
refused('invalid_argument', '200', @() biotropy.prepare(single_epoch, 200, 'notch', 50));
holed = setfield(single_epoch, 'event', struct('type', 'boundary', 'latency', 50.5, 'duration', 20));
[~, direct] = biotropy.sampen(holed, 'tau', 3, 'missing', 'omit');
[~, result] = biotropy.sampen(biotropy.prepare(holed), 'tau', 3, 'missing', 'omit', 'missing_are_gaps', true);
assert(result.templates_m(:), direct.templates_m(:));
warned_of = @() biotropy.prepare([X(:, 1, 1), zeros(150, 1)], 'epoch', 50);
lastwarn('', '');
flat = warned_of();
[~, identifier] = lastwarn();
assert(identifier, 'biotropy:not_finite');
assert(all(isnan(flat(:, 2, :))(:)) && ~any(isnan(flat(:, 1, :))(:)));

% A continuous one, with a boundary between two samples, is two pieces.
continuous = EEG;
continuous.data = EEG.data(:, :, 1);
continuous.trials = 1;
continuous.event = struct('type', {'stimulus', 'boundary', 'boundary'}, 'latency', {10, 60.5, 0.5}, 'duration', {0, 5, 0});
refused('missing_values', '1 place, the first after sample 60', @() biotropy.sampen(continuous));
joined = [S(1:60, :, 1); NaN(2, 4); S(61:150, :, 1)];
omitted = biotropy.sampen(continuous, 'missing', 'omit', 'tau', 2);
assert(omitted, biotropy.sampen(joined, 'missing', 'omit', 'tau', 2)');
assert(~isequal(omitted, biotropy.sampen(S(:, :, 1), 'tau', 2)'));
[~, info] = biotropy.prepare(continuous, 'epoch', 30);
assert(info.onsets(:)', [0 0.3 0.65 0.95 1.25], 1e-12);  % 5 samples were cut out
for word = {NaN, [], Inf}
  without = setfield(continuous, 'event', struct('type', 'boundary', 'latency', word));
  refused('invalid_argument', 'gaps is', @() biotropy.sampen(without));
end
cut = setfield(EEG, 'event', struct('type', 'boundary', 'latency', {150.5, 300.5, 450.5}));
assert(biotropy.sampen(cut), value);  % between epochs
cut.event(2).latency = 210.5;
refused('missing_values', 'in epoch 2, after its sample 60', @() biotropy.sampen(cut, 'missing', 'omit'));
% At a scale it is a gap as wide as the delay, whatever other scales there are.
for call = {@biotropy.multiscale_entropy, @biotropy.multivariate_multiscale_entropy}
  curve = call{1}(continuous, [1 2], 'tau', 2, 'missing', 'omit');
  assert(at(call{1}(continuous, 4, 'tau', 2, 'missing', 'omit'), 1:2, ':'), curve);
  assert(call{1}(continuous, [1 2], 'tau', 2, 'missing', 'omit', 'missing_are_gaps', false), curve);
end
assert(biotropy.multiscale_entropy(continuous, 1, 'tau', 2, 'missing', 'omit')', omitted);
plain = rmfield(continuous, 'event');
[windows, times] = biotropy.sliding_entropy(plain, 'window', 50, 'step', 5);
% Windows that have the gap, before sample 60, have no value.
parted = biotropy.sliding_entropy(continuous, 'window', 50, 'step', 5);
has_gap = times > 0.1 & times < 0.6;
assert(all(all(isnan(parted(has_gap, :)))));
assert(parted(~has_gap, :), windows(~has_gap, :));
assert(times', (0:5:100) / 100);
assert(biotropy.sliding_entropy(plain, 'window', '0.5 s', 'step', 5), windows);
refused('invalid_argument', 'rate', @() biotropy.sliding_entropy(plain, 'window', 50, 'step', 5, 'rate', 90));
assert(windows(2, 3), biotropy.sampen(S(6:55, 3, 1)));
empty = EEG;
empty.data = [];
refused('invalid_argument', 'size [0 0]', @() biotropy.sampen(empty));
in_file = EEG;
in_file.data = 'sub-1.fdt';
refused('invalid_argument', 'load them first', @() biotropy.sampen(in_file));

plain.times = (0:149) * 10 - 500;
[~, times] = biotropy.sliding_entropy(plain, 'window', 50, 'step', 5);
assert(times', -0.5 + (0:5:100) / 100);
plain.xmin = 0;
refused('invalid_data', 'first time stamp is -0.5 s', @() biotropy.sampen(plain));
plain = rmfield(plain, 'times');
plain.xmin = -0.5;
[~, times] = biotropy.sliding_entropy(plain, 'window', 50, 'step', 5);
assert(times', -0.5 + (0:5:100) / 100);

% Epochs that were joined, and rates that are no numbers.
wrong = setfield(EEG, 'data', reshape(EEG.data, 4, 450));
refused('invalid_argument', 'x has pnts for 150, and x.data has the size [4 450]', @() biotropy.sampen(wrong));
wrong.pnts = 450;
refused('invalid_argument', 'x has trials for 3', @() biotropy.sampen(wrong));
wrong = setfield(EEG, 'data', EEG.data(1:3, :, :));
refused('invalid_argument', 'x has nbchan for 4', @() biotropy.sampen(wrong));
wrong = setfield(EEG, 'chanlocs', EEG.chanlocs([1 1 2 3 4]));
refused('invalid_argument', 'x has chanlocs for 5', @() biotropy.sampen(wrong));
refused('invalid_argument', 'EEG has chanlocs for 5', @() eeg_biotropy(wrong, 'channels', 1));
wrong = setfield(EEG, 'data', EEG.data([1 3 4], :, :));
refused('invalid_argument', 'EEG has nbchan for 4', @() eeg_biotropy(wrong, 'channels', 2));
refused('invalid_argument', '[1 2]', @() biotropy.sampen([EEG EEG]));
% A channel without a label, or with a number.
named = EEG;
named.chanlocs(2).labels = [];
named.chanlocs(3).labels = 7;
[~, result] = biotropy.sampen(named);
assert(result.channels, {'Fz', 'ch2', '7', 'Oz'});
% A channel of another type than the brain's has no value.
typed = EEG;
[typed.chanlocs.type] = deal('EEG', 'eeg', 'EOG', '');
[value, result] = biotropy.sampen(typed);
assert(isnan(value), logical([0 0 0; 0 0 0; 1 1 1; 0 0 0]));
assert(result.reason{3, 2}, 'its type is EOG');
for rate = {'100', [], 0, NaN, [100 100]}
  refused('invalid_argument', 'rate', @() biotropy.sampen(setfield(EEG, 'srate', rate{1})));
end

% FieldTrip.
data = struct('label', {{'Fz'; 'Cz'; 'Pz'; 'Oz'}}, 'fsample', 100, 'trial', {{X(:, :, 1)', X(:, :, 2)', X(:, :, 3)'}});
[value, result] = biotropy.apen(data, 'm', 1);
assert(value, reshape(biotropy.apen(X, 'm', 1), 4, 3));
assert(result.channels, {'Fz', 'Cz', 'Pz', 'Oz'});
averages = rmfield(data, 'trial');
averages.trial = permute(X, [3 2 1]);
assert(biotropy.apen(averages, 'm', 1), value);
% Times tell the rate and the start, and may not differ from it or between trials.
seconds = 5 + (0:149) / 100;
timed = rmfield(data, 'fsample');
timed.time = {seconds, seconds + 4, seconds + 9.5};
assert(biotropy.apen(timed, 'm', 1), value);
one = timed;
one.trial = timed.trial(1);
one.time = timed.time(1);
[windows, times] = biotropy.sliding_entropy(one, 'window', 50, 'step', 25);
assert(windows(2, 3), biotropy.sampen(X(26:75, 3, 1)));
assert(times', seconds(1:25:101));
one.fsample = 100;
[~, again] = biotropy.sliding_entropy(one, 'window', 50, 'step', 25);
assert(again, times);
averages.time = seconds;
assert(biotropy.apen(averages, 'm', 1), value);
moved = timed;
assert(biotropy.cross_apen(timed, moved, 'm', 1), biotropy.cross_apen(data, data, 'm', 1));
for trial = [2 3 1]
  moved.time = timed.time;
  moved.time{trial} = moved.time{trial} + 8;
  refused('invalid_argument', 'differ in their time', @() biotropy.cross_apen(timed, moved));
end
refused('invalid_argument', 'rate', @() biotropy.sampen(setfield(data, 'fsample', '100')));
quicker = setfield(data, 'fsample', 250);
refused('invalid_argument', 'x and y differ in their rates (100 and 250 Hz)', @() biotropy.cross_apen(timed, quicker));
one.fsample = 250;
refused('invalid_data', 'the rate is 250 Hz, and time stamps come 100 a second', @() biotropy.sampen(one));
wrong = timed;
wrong.time{2} = (0:149) / 200;
refused('invalid_data', 'the rate is 100 Hz', @() biotropy.sampen(wrong));
wrong.time{2} = [seconds(1:75), seconds(76:150) + 1];
refused('missing_values', 'in epoch 2, after its sample 75', @() biotropy.sampen(wrong));
% A gap in a continuous recording is one like a boundary of EEGLAB.
lost = one;
lost.fsample = 100;
lost.time = wrong.time(2);
refused('missing_values', 'the first after sample 75', @() biotropy.sampen(lost, 'tau', 2));
with_gap = [X(1:75, :, 1); NaN(2, 4); X(76:150, :, 1)];
assert(biotropy.sampen(lost, 'tau', 2, 'missing', 'omit'), biotropy.sampen(with_gap, 'tau', 2, 'missing', 'omit')');
wrong.time{2} = seconds(1:149);
refused('invalid_argument', 'stamps is', @() biotropy.sampen(wrong));
wrong.time = timed.time(1:2);
refused('invalid_argument', 'stamps is', @() biotropy.sampen(wrong));
wrong = setfield(timed, 'label', {'Fz', 'Cz'});
refused('invalid_argument', 'channels is 2 values', @() biotropy.sampen(wrong));
data.trial{2} = data.trial{2}(:, 1:100);
refused('invalid_argument', 'ft_redefinetrial', @() biotropy.apen(data));

% What a structure says of its rate agrees.
timed = EEG;
timed.times = round((0:149) * 10 - 500);
timed.xmin = -0.5;
timed.xmax = 0.99;
assert(biotropy.sampen(timed), biotropy.sampen(EEG));
timed.times = (0:149) * 4;
refused('invalid_data', 'the rate is 100 Hz', @() biotropy.sampen(timed));
timed.times = (0:99) * 10;
refused('invalid_argument', 'stamps is', @() biotropy.sampen(timed));
timed.times = [];
timed.xmax = 0.5;
refused('invalid_data', 'the rate is 100 Hz', @() biotropy.sampen(timed));
timed.xmin = 0;
timed.xmax = 0;
assert(biotropy.sampen(timed), biotropy.sampen(EEG));

% Epochs that are marked for rejection are measured, and said; colours are no marks.
marked = setfield(EEG, 'reject', struct('rejmanual', [0 1 0], 'rejmanualcol', [1 1 0.8], 'icarejjp', [], 'rejkurt', [1 0]));
lastwarn('');
assert(biotropy.sampen(marked), biotropy.sampen(EEG));
assert(~isempty(strfind(lastwarn, '1 of the 3 epochs of x are marked')));
marked.reject.rejmanual = [0 0 0];
lastwarn('');
biotropy.sampen(marked);
assert(lastwarn, '');

% An absolute r is for channels of one unit.
units = EEG;
[units.chanlocs.unit] = deal('uV', [], [char([194 181]) 'V'], 'uV');
assert(biotropy.sampen(units, 'r', 0.1, 'r_unit', 'absolute'), biotropy.sampen(EEG, 'r', 0.1, 'r_unit', 'absolute'));
[units.chanlocs.unit] = deal('uV', [], 'uV', 'degC');
assert(biotropy.sampen(units), biotropy.sampen(EEG));
header = struct('label', {{'Oz', 'Fz', 'Cz', 'Pz', 'ECG'}}, 'chanunit', {{'degC', 'uV', 'uV', 'unknown', 'mV'}});
recorded = struct('label', {{'Fz'; 'Cz'; 'Pz'; 'Oz'}}, 'fsample', 100, 'trial', {{X(:, :, 1)'}}, 'hdr', header);
for several = {units, recorded}
  x = several{1};
  text = 'one unit of all channels (Fz has uV, Oz degC), or an r in units of SD';
  refused('invalid_argument', text, @() biotropy.cross_apen(x, x, 'r_unit', 'absolute'));
end
[units.chanlocs.labels] = deal([]);
refused('invalid_argument', '(channel 1 has uV, channel 4 degC)', @() biotropy.sampen(units, 'r_unit', 'absolute'));
refused('invalid_argument', text, @() biotropy.sliding_entropy(recorded, 'window', 50, 'step', 25, 'r_unit', 'absolute'));
recorded.label{4} = 'O2';
biotropy.sampen(recorded, 'r_unit', 'absolute');

% Two structures: the same labels are in one order, and rates are equal.
other = EEG;
other.data = EEG.data(:, end:-1:1, :);
[value, result] = biotropy.cross_sampen(EEG, other);
assert(value, reshape(biotropy.cross_sampen(S, S(end:-1:1, :, :)), 4, 3));
other.chanlocs = EEG.chanlocs([2 1 3 4]);
for call = {@biotropy.cross_apen, @biotropy.cross_sampen, @biotropy.cross_fuzzyen}
  refused('invalid_argument', 'x and y differ in the order of their channels', @() call{1}(EEG, other));
end
other.chanlocs = struct('labels', {'F1', 'F2', 'F3', 'F4'});
assert(biotropy.cross_sampen(EEG, other), value);
other.srate = 250;
refused('invalid_argument', 'x and y differ in their rates (100 and 250 Hz)', @() biotropy.cross_sampen(EEG, other));
assert(biotropy.cross_sampen(EEG, S(end:-1:1, :, :)), value);
other.chanlocs(2).labels = [];
other.srate = 100;
assert(biotropy.cross_sampen(EEG, other), value);
later = setfield(other, 'xmin', 2);
assert(biotropy.cross_sampen(EEG, later), value);
refused('invalid_argument', 'x and y differ in their times (from 0 and from 2 s in epoch 1)', ...
        @() biotropy.cross_sampen(setfield(EEG, 'xmin', 0), later));

% Matches are counted with one r in one unit.
lone = setfield(plain, 'data', EEG.data(1, :, 1));
lone.nbchan = 1;
lone.chanlocs = struct('labels', 'Fz', 'unit', 'uV');
below = setfield(lone, 'data', EEG.data(2, :, 1));
below.chanlocs.labels = 'Cz';
counted = biotropy.count_matches(S(:, 1, 1), S(:, 2, 1), 'r', 0.1);
assert(biotropy.count_matches(lone, below, 'r', 0.1), counted);
below.chanlocs.unit = 'mV';
refused('invalid_argument', '(Fz has uV, Cz mV)', ...
        @() biotropy.count_matches(lone, below, 'r', 0.1));
assert(biotropy.count_matches(lone, S(:, 2, 1), 'r', 0.1), counted);
below.chanlocs.unit = [];  % microvolts
assert(biotropy.count_matches(lone, 'y', below, 'r', 0.1), counted);
refused('invalid_argument', 'their rates (100 and 250 Hz)', ...
        @() biotropy.count_matches(lone, setfield(below, 'srate', 250), 'r', 0.1));
refused('invalid_argument', 'their times (from -0.5 and from 2 s', ...
        @() biotropy.count_matches(lone, setfield(below, 'xmin', 2), 'r', 0.1));

% No template of them spans a boundary, whatever the delay, and each count is that of a sample.
cut = setfield(lone, 'event', struct('type', 'boundary', 'latency', {40.5, 100.5, 147.5}, 'duration', 5));
n = 150;
for tau = 1:3
  for length_of = [2 3]
    spans = (0:length_of - 1) * tau;
    starts = (1:n - spans(end))';
    within = ~any(starts <= [40 100 147] & starts + spans(end) > [40 100 147], 2);
    values = S(:, 1, 1)(starts + spans);
    near = within & within';
    for k = 1:length_of, near = near & abs(values(:, k) - values(:, k)') <= 0.3; end
    [totals, result] = biotropy.count_matches(cut, 'r', 0.3, 'tau', tau, 'lengths', length_of, 'per_template', true);
    assert(totals, sum(near(:)));
    assert(result.(sprintf('templates_%d', length_of)), sum(near, 2));
    assert(totals < biotropy.count_matches(lone, 'r', 0.3, 'tau', tau, 'lengths', length_of));
    assert(biotropy.count_matches(S(:, 1, 1), cut, 'r', 0.3, 'tau', tau, 'lengths', length_of), ...
           biotropy.count_matches(cut, S(:, 1, 1), 'r', 0.3, 'tau', tau, 'lengths', length_of));
  end
end
[~, result] = biotropy.count_matches(cut, 'r', 0.3, 'templates', 'common', 'per_template', true);
assert([numel(result.templates_2), numel(result.templates_3)], [148 148]);
[~, result] = biotropy.count_matches(cut, 'r', 0.3, 'tau', 100, 'lengths', [2 3], 'templates', 'all', 'per_template', true);
assert([numel(result.templates_2), numel(result.templates_3)], [50 0]);

refused('invalid_argument', 'every channel once', @() eeg_biotropy(EEG, 'channels', [1 2 1]));

% The functions for EEGLAB: from the command line, and what they write into the history.
[made, com] = pop_biotropy(EEG, 'measure', 'cross-sampen', 'r', 0.15, 'missing', 'omit', 'average', true);
assert(com, 'EEG = pop_biotropy(EEG, ''measure'', ''cross-sampen'', ''r'', 0.15, ''missing'', ''omit'', ''average'', true);');
assert(made.etc.biotropy.cross_sampen.mean, biotropy.pairwise(EEG, 'cross-sampen', 'r', 0.15, 'average', true));
repeated = made;
made.etc = struct('kept', 1);
eval(strrep(com, 'EEG', 'made'));
assert(made.etc.kept, 1);
assert(made.etc.biotropy, repeated.etc.biotropy);
[~, com] = pop_biotropy(EEG, 'm', {'2'}, 'channels', [3 1]);
assert(com, 'EEG = pop_biotropy(EEG, ''m'', {''2''}, ''channels'', [3 1]);');
refused('invalid_argument', 'channels is Fz; it must be', @() pop_biotropy(EEG, 'channels', 'Fz'));
made = pop_biotropy(EEG, 'measure', 'fuzzyen', 'channels', [3 1]);
assert(made.etc.biotropy.fuzzyen.channels, {'Pz', 'Fz'});
assert(made.etc.biotropy.fuzzyen.value, at(biotropy.fuzzyen(EEG), [3 1], 1:3));
made = pop_biotropy([EEG, EEG], 'scales', [1 3]);
assert(made(2).etc.biotropy.multiscale_sampen.value, biotropy.multiscale_entropy(EEG, [1 3]));
assert(made(2).etc.biotropy.multiscale_sampen.version, biotropy.version);
refused('invalid_argument', 'channels', @() pop_biotropy(EEG, 'channels', 5));
refused('invalid_argument', 'load one first', @() pop_biotropy([]));
refused('invalid_argument', 'there is no option mm', @() pop_biotropy(EEG, 'mm', 5));
refused('invalid_argument', 'measure is given more than once', @() eeg_biotropy(EEG, 'measure', 'apen', 'measure', 'sampen'));

% The window: what was typed, and nothing where it was cancelled.
global answers_of_window
answers_of_window = {9, '1', '0.3', '', '''tau'', 2'};
[made, com] = pop_biotropy(EEG);
assert(com, 'EEG = pop_biotropy(EEG, ''measure'', ''cross-fuzzyen'', ''m'', 1, ''r'', 0.3, ''tau'', 2);');
assert(isfield(made.etc.biotropy, 'cross_fuzzyen'));
answers_of_window = {2, '', '0,2', '', ''};
answers_of_window{3} = 'x y';
refused('invalid_argument', 'r is x y', @() pop_biotropy(EEG));
answers_of_window = {};
[same, com] = pop_biotropy(EEG);
assert(same, EEG);
assert(com, '');

% The menu of EEGLAB calls the function in the frame that it gives.
global menus_of_window
name = eegplugin_biotropy(1, struct('no_check', 'try, '), struct('store_and_hist', ' catch, end'));
assert(name, ['biotropy' biotropy.version]);
assert(menus_of_window{end}, 'try, [EEG, LASTCOM] = pop_biotropy(EEG); catch, end');
answers_of_window = {1, '', '', '', ''};
eval(menus_of_window{end});
assert(LASTCOM, 'EEG = pop_biotropy(EEG, ''measure'', ''apen'');');
assert(EEG.etc.biotropy.apen.value, reshape(biotropy.apen(S), 4, 3));

printf('recordings: right\n');
