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
  model = biotropy.read_model(path);
  options = biotropy.internal.with(options, 'input', values.input);
  found = biotropy_mex('model_channels', char(path), series, biotropy.internal.with(options, 'lengths', values.lengths));
  options = biotropy.internal.with(options, 'lengths', found.lengths);
  result = biotropy_mex('classify', char(path), series.data(:, found.places + 1).', options);
  result.posteriors = result.posteriors.';
  result.labels = result.labels + 1;
  labels = model.classes(result.labels);
end
