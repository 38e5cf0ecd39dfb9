function [labels, result] = classify(path, x, varargin)
%CLASSIFY Classes of samples, by a model of states that was trained before.
%   LABELS = biotropy.classify(PATH, X, NAME, VALUE, ...) is a cell array with the name of the class of each time of X,
%   times x channels in the order of the model (biotropy.read_model).
%   X may be a structure of EEGLAB or FieldTrip: its channels are found by their labels, its rate and units must be those of
%   the model, where they are known, and a boundary ends a recording.
%   [LABELS, RESULT] = ... also returns posteriors (times x classes), log_likelihoods, labels (from 1) and flags.
%
%   decoder  'filter' (default), 'fixed-lag', 'smoother' or 'viterbi'
%   lag      of 'fixed-lag', in samples (default 5)
%   beta     power of the densities, in place of the model's
%   lengths  of recordings that follow each other in X
%   input    of a model of features: 'samples', of which it makes features, or 'vectors' of features
%
%   See also biotropy.read_model

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(varargin, {}, {'lengths', 'input'});
  series = biotropy.internal.samples(x, 'x');
  data = series.data;
  if size(data, 3) > 1, error('biotropy:invalid_argument', 'x has %d epochs; it must have one', size(data, 3)); end
  model = biotropy.read_model(path);
  if strcmp(values.input, 'vectors')
    channels = model.channels;
  else
    channels = model.recorded_channels;
    require_rate(series.srate, model.sampling_rate);
  end
  places = 1:size(data, 2);
  if ~isempty(series.labels), places = places_of(channels, series.labels); end
  if ~strcmp(values.input, 'vectors'), require_units(series, places, model); end
  options = biotropy.internal.with(options, 'input', values.input, 'lengths', pieces(series, values.lengths));
  result = biotropy_mex('classify', char(path), data(:, places).', options);
  result.posteriors = result.posteriors.';
  result.labels = result.labels + 1;
  labels = model.classes(result.labels);
end

function require_rate(rate, wanted)
  if isnan(rate) || isempty(wanted) || biotropy.internal.is_same_rate(rate, wanted), return, end
  error('biotropy:invalid_data', 'x has %.10g Hz, and the model was trained at %.10g Hz', rate, wanted);
end

function require_units(series, places, model)
% Where both are known. The gateway refuses another number of channels.
  if isempty(series.units) || numel(places) ~= numel(model.units), return, end
  found = reshape(series.units(places), 1, []);
  wanted = biotropy.internal.usual_units(reshape(model.units, 1, []));
  other = find(~strcmp(found, wanted) & ~strcmp(found, '') & ~strcmp(wanted, ''), 1);
  if isempty(other), return, end
  error('biotropy:invalid_data', 'x: channel ''%s'' is in ''%s'', and the model was trained in ''%s''', ...
        model.recorded_channels{other}, found{other}, wanted{other});
end

function places = places_of(channels, labels)
% Of the channels of the model among the labels of a recording.
  found = cellfun(@(channel) sum(strcmp(labels, channel)), channels);
  if any(found == 0)
    error('biotropy:invalid_data', 'x has no channel ''%s'', which the model was trained on', ...
          strjoin(reshape(channels(found == 0), 1, []), ''', '''));
  end
  if any(found > 1)
    error('biotropy:invalid_data', 'x has the channel ''%s'' more than once', channels{find(found > 1, 1)});
  end
  places = cellfun(@(channel) find(strcmp(labels, channel)), channels);
end

function lengths = pieces(series, lengths)
% Recordings end where the option says so, and where time is missing.
  if isempty(series.seams), return, end
  n = size(series.data, 1);
  if isempty(lengths), lengths = n; end
  if ~isnumeric(lengths) || any(lengths < 1 | lengths ~= floor(lengths)) || sum(lengths) ~= n
    error('biotropy:invalid_argument', 'lengths is %s; it must be integers of at least 1, %d in all', ...
          num2str(lengths), n);
  end
  lengths = diff([0, unique([cumsum(lengths), series.seams])]);
end
