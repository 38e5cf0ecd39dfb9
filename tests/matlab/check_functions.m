% SPDX-License-Identifier: Apache-2.0
% Arguments, shapes, classes of numbers, missing samples and errors of the functions.
1;
function warned(identifier, call)
  lastwarn('', '');
  evalc('call();');
  [~, found] = lastwarn();
  assert(found, identifier);
end

x = sin((1:300)' .^ 1.3) + 0.1 * cos((1:300)' * 7);
X = reshape(sin((1:1200) .^ 1.2), 100, 4, 3);

% The plain double loop.
[b, a] = deal(0);
tolerance = 0.2 * std(x);
for i = 1:298
  for j = i + 1:298
    is_match = all(abs(x(i:i + 1) - x(j:j + 1)) <= tolerance);
    b = b + is_match;
    a = a + (is_match && abs(x(i + 2) - x(j + 2)) <= tolerance);
  end
end
[value, result] = biotropy.sampen(x, 2, 0.2);
assert([result.matches_m, result.matches_m1], [b, a]);
assert(value, log(b / a), 1e-14);
assert(result.reason, '');

% Forms of arguments: by position, by name, and name=value as Octave and MATLAB pass it.
assert(biotropy.sampen(x), value);
assert(biotropy.sampen(x, 'm', 2, 'r', 0.2), value);
assert(biotropy.sampen(x, m=2, r=0.2), value);
assert(biotropy.sampen(x, 2, 'r', 0.2), value);
assert(biotropy.sampen(x', 'r', 0.2, 'm', int8(2)), value);
assert(biotropy.sampen(x, 'm', [], 'tau', []), value);
assert(biotropy.sampen(x, 'weighted', false), value);
assert(biotropy.sampen(x, 'threads', 1, 'engine', 'direct'), value);
assert(biotropy.sampen(x, 'r-unit', 'absolute', 'r', tolerance), value);
assert(biotropy.sampen(x, 'base', 2), value / log(2), 1e-14);

% Classes of numbers: the doubles that they hold.
assert(biotropy.sampen(single(x)), biotropy.sampen(double(single(x))));
whole = round(100 * x);
assert(biotropy.sampen(int16(whole)), biotropy.sampen(whole));
assert(biotropy.sampen(int64(whole)), biotropy.sampen(whole));
assert(biotropy.permen(x > 0, 'ties', 'equal'), biotropy.permen(double(x > 0), 'ties', 'equal'));
assert(biotropy.sampen(sparse(x)), value);

% Shapes: time is the first dimension.
assert(size(biotropy.apen(X)), [1 4 3]);
assert(size(biotropy.apen(X(:, :, 1))), [1 4]);
assert(at(biotropy.apen(X), 1, 2, 3), biotropy.apen(X(:, 2, 3)));
assert(at(biotropy.cross_apen(X, X(:, [2 1 4 3], :)), 1, 1, 2), biotropy.cross_apen(X(:, 1, 2), X(:, 2, 2)));
[value, result] = biotropy.mvsampen(X);
assert(size(value), [1 3]);
assert(size(result.reason), [1 3]);
assert(value(2), biotropy.mvsampen(X(:, :, 2)));
assert(size(biotropy.sampen(X, 'pool_epochs', 'recording')), [1 4]);

% Every measure has a function.
for measure = biotropy.measures
  call = str2func(['biotropy.' strrep(measure.name, '-', '_')]);
  if measure.series == 2, value = call(X, X + 1); else, value = call(X); end
  assert(all(isfinite(value(:))), measure.name);
  assert(~isempty(biotropy.options(measure.name)));
end
options = biotropy.options('permen');
assert({options.name}, {'m', 'tau', 'ties', 'weighted', 'normalise', 'base', 'missing'});

% Matrices: templates of the row, matched in the column.
[M, result] = biotropy.pairwise(X, 'cross-apen', 'r', 0.25);
assert(size(M), [4 4 3]);
assert(M(1, 3, 2), biotropy.cross_apen(X(:, 1, 2), X(:, 3, 2), 'r', 0.25));
assert(M(3, 1, 2), biotropy.cross_apen(X(:, 3, 2), X(:, 1, 2), 'r', 0.25));
assert(size(biotropy.pairwise(X, 'average', true)), [4 4]);
assert(biotropy.pairwise(X, 'cross-apen', 'r', 0.25, 'average', true), result.mean);
Y = X(:, 1:3, :);  % as many channels as epochs
Y(1:20, 2, 3) = NaN;
[~, result] = biotropy.pairwise(Y, 'cross-sampen', 'missing', 'omit');
assert(result.templates_m([2 3], [2 3]), size(Y, 1) - [2 22; 2 2]);

assert(biotropy.pairwise(x, 'cross-sampen'), biotropy.cross_sampen(x, x));
[M, result] = biotropy.pairwise(X, 'cross-sampen', 'scales', [1 2]);
assert(size(M), [4 4 2 3]);
assert(squeeze(M(:, :, 1, :)), biotropy.pairwise(X, 'cross-sampen'));
assert(size(result.mean), [4 4 2]);

% Curves and windows.
[curve, result] = biotropy.multiscale_entropy(X, 3, 'measure', 'apen', 'm', 1);
assert(size(curve), [3 4 3]);
coarse = mean(reshape(X(1:99, 2, 3), 3, []), 1)';
assert(curve(3, 2, 3), biotropy.apen(coarse, 1, 0.2 * std(X(:, 2, 3)), 'r_unit', 'absolute'), 1e-14);
assert(at(biotropy.multiscale_entropy(X, [3 1]), 1, 2, 3), at(biotropy.multiscale_entropy(X, 3), 3, 2, 3));
assert(size(biotropy.multivariate_multiscale_entropy(X, 2)), [2 3]);
[windows, times] = biotropy.sliding_entropy(X(:, :, 1), 'sampen', 'window', 50, 'step', 7);
assert(size(windows), [8 4]);
assert(times', 0:7:49);
assert(at(biotropy.sliding_entropy(X(:, :, 1), 'mvsampen', 'window', 50, 'step', 7), 2), biotropy.mvsampen(X(8:57, :, 1)));
assert(biotropy.sliding_entropy(X(:, :, 1), 'window', '0.5 s', 'step', '0.07 s', 'rate', 100), windows);
refused('invalid_argument', 'rate', @() biotropy.sliding_entropy(x, 'window', '2 s', 'step', 2));
pooled = biotropy.sliding_entropy(X, 'window', 50, 'step', 7, 'pool_epochs', 'recording');
assert(pooled(2, :), biotropy.sampen(X(8:57, :, :), 'pool_epochs', 'recording'));
scaled = biotropy.sliding_entropy(X(:, :, 1), 'window', 50, 'step', 7, 'scales', 2);
several = biotropy.sliding_entropy(X(:, :, 1), 'window', 50, 'step', 7, 'm', [1 2]);
assert(several(:, :, 2), biotropy.sliding_entropy(X(:, :, 1), 'window', 50, 'step', 7, 'm', 2));
assert(squeeze(scaled(2, :, :))', biotropy.multiscale_entropy(X(8:57, :, 1), 2));
assert(windows(3, 2), biotropy.sampen(X(15:64, 2, 1)));

% Results have names of dimensions and coordinates, and become tables of a row for each value.
[~, result] = biotropy.sampen(X, 'm', [1 2]);
assert(result.dims.value, {'', 'channel', 'epoch', 'm'});
assert(size(result.value), [1 4 3 2]);
cells = biotropy.table_of(result);
assert(at(fieldnames(cells), 1:4), {'channel'; 'epoch'; 'm'; 'value'});
at_row = cells.channel == 2 & cells.epoch == 3 & cells.m == 2;
assert(cells.value(at_row), biotropy.sampen(X(:, 2, 3)));
assert(cells.templates_m1(at_row), 98);
assert(cells.reason{at_row}, '');
[~, result] = biotropy.sampen(x);
assert(getfield(biotropy.table_of(result), 'value'), result.value);
trial = struct('label', {{'Fz', 'Cz', 'Pz', 'Oz'}}, 'fsample', 100, 'trial', {{X(:, :, 1)', X(:, :, 2)'}});
[M, result] = biotropy.pairwise(trial, 'cross-sampen');
assert(result.dims.templates_m, {'channel', 'epoch'});
cells = biotropy.table_of(result);
at_row = strcmp(cells.channel, 'Cz') & strcmp(cells.partner, 'Oz') & cells.epoch == 2;
assert(cells.value(at_row), M(2, 4, 2));
assert(cells.templates_m(at_row), result.templates_m(2, 2));
[~, result] = biotropy.pairwise(trial, 'cross-sampen', 'average', true);
cells = biotropy.table_of(result);
assert(cells.mean(strcmp(cells.channel, 'Cz') & strcmp(cells.partner, 'Oz')), result.mean(2, 4));
[curve, result] = biotropy.multiscale_entropy(X, [1 3], 'surrogates', 9, 'surrogate_kind', 'shuffle');
cells = biotropy.table_of(result);
at_row = cells.scale == 3 & cells.channel == 4 & cells.epoch == 2;
assert([cells.value(at_row), cells.p(at_row)], [curve(2, 4, 2), result.p(2, 4, 2)]);
[windows, times, result] = biotropy.sliding_entropy(X(:, :, 1), 'sampen', 'window', 50, 'step', 7);
cells = biotropy.table_of(result);
assert(cells.value(cells.window == times(3) & cells.channel == 2), windows(3, 2));
[value, result] = biotropy.mvsampen(X, 'standard_error', []);
assert(getfield(biotropy.table_of(result), 'value'), value');
[~, result] = biotropy.sampen(x, 'standard_error', true);
assert(getfield(biotropy.table_of(result), 'standard_error') > 0);

% Counts.
[totals, result] = biotropy.count_matches([1 2 1 2.4 1 4], 'lengths', [1 2], 'r', 0.5, 'per_template', true);
assert(totals, [14; 9]);
assert(result.templates_1, [3; 2; 3; 2; 3; 1]);
assert(at(biotropy.count_matches(x, x(1:50), 'r', 0.1), 1), sum(sum(abs(x(1:299) - x(1:49)') <= 0.1 & abs(x(2:300) - x(2:50)') <= 0.1)));
% A missing sample that is a gap, as of RR intervals: no template steps over it, whatever the delay.
holed = x;
holed([100 200]) = NaN;
gapped = {'r', 0.3, 'tau', 2, 'lengths', 2, 'per_template', true};
[totals, result] = biotropy.count_matches(holed, gapped{:}, 'missing_are_gaps', true);
starts = (1:298)';
within = ~any(starts <= [100 200] & starts + 2 >= [100 200], 2);
near = within & within' & abs(x(starts) - x(starts)') <= 0.3 & abs(x(starts + 2) - x(starts + 2)') <= 0.3;
assert(totals, sum(near(:)));
assert(result.templates_2, sum(near, 2));
assert(totals < biotropy.count_matches(holed, gapped{:}));

% Surrogates.
[~, result] = biotropy.sampen(x, 'surrogates', 19, 'surrogate_kind', 'shuffle');
assert(result.p > 0 && result.p <= 1);
[~, again] = biotropy.sampen(x, 'surrogates', 19, 'surrogate_kind', 'shuffle');
assert(result, again);

% Series that are not tested, or that surrogates reject too often, and padding: numbers count from 1.
function said(code, text, call)
  lastwarn('', '');
  state = warning('off', 'biotropy:not_finite');  % which some of these series cause besides
  evalc('call();');
  warning(state);
  [message, found] = lastwarn();
  assert(found, ['biotropy:' code]);
  assert(isempty(text) || ~isempty(strfind(message, text)), '"%s" is not in "%s"', text, message);
end
level = exp(4 * filter(1, [1 -0.9], sin((1:300)' .^ 1.7)));
X(5, 2, 3) = NaN;
tested = {'surrogates', 9, 'surrogate_kind', 'shuffle', 'missing', 'omit'};
place = 'epoch 3 of 3, channel 2 of 4';
said('not_tested', place, @() biotropy.sampen(X, tested{:}));
said('not_tested', place, @() biotropy.pairwise(X, tested{:}));
said('not_tested', place, @() biotropy.multiscale_entropy(X, 1, tested{:}));
said('not_tested', [place ' of y'], @() biotropy.cross_sampen(cos(1:size(X, 1))' + zeros(1, 4, 3), X, tested{:}));
said('distorted', '', @() biotropy.sampen(level, 'surrogates', 9));
said('padding', 'x: 1 of 1', @() biotropy.count_matches(min((1:300)', 151), 'r', 1));
said('padding', 'series 2 of 2 ends in 150', @() biotropy.permen([x, min((1:300)', 151)]));

% Missing samples, and what has no value.
gap = x;
gap(100) = NaN;
advice = '1 missing sample (NaN) of 300; ''missing'', ''omit'' leaves out the templates that touch one';
refused('missing_values', advice, @() biotropy.sampen(gap));
assert(isfinite(biotropy.sampen(gap, 'missing', 'omit')));
warned('biotropy:not_finite', @() biotropy.sampen([gap x]));
assert(~isempty(strfind(lastwarn(), advice)));
assert(~isempty(strfind(lastwarn(), 'channel 1:')));
warned('biotropy:not_finite', @() biotropy.pairwise([x(1:40) flipud(x(1:40))], 'cross-sampen', 'r', 1e-6));
warned('biotropy:not_finite', @() biotropy.sampen(cat(3, [x x], [x gap])));
assert(~isempty(strfind(lastwarn(), 'epoch 2, channel 2:')));
refused('too_short', 'left between the limits min = 0.3 and max = 1.5 s', @() biotropy.clean_rr(0.1 + 0.01 * sin(1:50)));
state = warning('off', 'all');
[value, result] = biotropy.sampen([gap x]);
warning(state);
assert(isnan(value), [true false]);
assert(cellfun('isempty', result.reason), [false true]);
warned('biotropy:orientation', @() biotropy.permen(X(:, :, 1)'));

% What is wrong is said.
refused('invalid_argument', 'm is 0; it must be', @() biotropy.sampen(x, 'm', 0));
refused('invalid_argument', 'm is 0.2; it must be', @() biotropy.sampen(x, 0.2));
refused('invalid_argument', 'there is no option mm here', @() biotropy.sampen(x, 'mm', 2));
refused('invalid_argument', 'names with values', @() biotropy.sampen(x, 'm'));
refused('invalid_argument', 'at most 2', @() biotropy.sampen(x, 2, 0.2, 1));
refused('invalid_argument', 'm is given more than once', @() biotropy.sampen(x, 2, 'm', 3));
refused('invalid_argument', 'M is given more than once', @() biotropy.sampen(x, 'm', 2, 'M', 3));
assert(biotropy.sampen(x, 'M', 3), biotropy.sampen(x, 3));
refused('invalid_argument', 'measure', @() biotropy.pairwise(X, 'sampen'));
refused('invalid_argument', 'r_unit is given more than once', @() biotropy.sampen(x, 'r-unit', 'sd', 'r_unit', 'absolute'));
assert(biotropy.sampen(x, 3, 'm', []), biotropy.sampen(x, 3));
refused('invalid_argument', 'names with values', @() biotropy.sampen(x, 'm', 2, 3, 4));
refused('invalid_argument', 'class cell', @() biotropy.sampen(x, 'tau', {1}));
refused('invalid_argument', 'real numbers', @() biotropy.sampen('text'));
refused('invalid_argument', 'real numbers', @() biotropy.sampen(x + 1i));
refused('invalid_argument', 'real numbers', @() biotropy.sampen([]));
refused('invalid_argument', 'real numbers', @() biotropy.sampen({x}));
refused('invalid_argument', 'real numbers', @() biotropy.sampen(zeros(2, 2, 2, 2)));
refused('invalid_argument', '2^53', @() biotropy.sampen(int64([1; 2; 2^53]) + int64(1)));
refused('invalid_argument', 'y is of', @() biotropy.cross_apen(x, []));
refused('invalid_argument', 'y is empty ([0 1])', @() biotropy.count_matches(x, x(x > 10), 'r', 0.1));
refused('invalid_argument', 'r is empty ([1 0])', @() biotropy.sampen(x, 'r', zeros(1, 0)));
refused('invalid_argument', 'channels is empty ([1 0])', @() biotropy.read_signals('a.csv', zeros(1, 0)));
refused('invalid_argument', 'channels is an empty text', @() biotropy.read_signals('a.csv', ''));
refused('invalid_argument', 'a text that is empty', @() biotropy.read_signals('a.csv', {''}));
refused('invalid_argument', 'has a comma', @() biotropy.read_signals('a.csv', {'F3,F4', 'Cz'}));
refused('invalid_argument', 'surrogate_seed has integers above 2^53', @() biotropy.sampen(x, 'surrogate_seed', uint64(2)^53 + 1));
refused('invalid_argument', 'average', @() biotropy.pairwise(X, 'average', 0.5));
refused('invalid_argument', 'word is sampne', @() biotropy.options('sampne'));
refused('invalid_argument', 'window is missing', @() biotropy.sliding_entropy(x, 'step', 2));
refused('invalid_argument', 'r must be a single number', @() biotropy.count_matches(x));
refused('invalid_argument', 'r must be a single number', @() biotropy.count_matches(x, 'r', [0.1 0.2]));
assert(biotropy.multiscale_entropy(X(:, :, 1), 3, 'measure', 'mvsampen'), biotropy.multivariate_multiscale_entropy(X(:, :, 1), 3));
refused('invalid_argument', 'call them', @() biotropy_mex('measure'));
refused('no_engine', 'steam', @() biotropy.sampen(x, 'engine', 'steam'));
refused('file_not_found', 'nothing.edf', @() biotropy.read_signals('nothing.edf'));
refused('file_not_found', 'nothing.nc', @() biotropy.read_model('nothing.nc'));

printf('functions: right\n');
