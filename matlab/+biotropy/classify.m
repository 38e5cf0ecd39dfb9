function [labels, result] = classify(path, x, varargin)
%CLASSIFY Classes of samples, by a model of states that was trained before.
%   LABELS = biotropy.classify(PATH, X, NAME, VALUE, ...) is a cell array with the name of the class of each time of X,
%   times x channels in the order of the model (biotropy.read_model).
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
  [~, options] = biotropy.internal.given(varargin, {});
  series = biotropy.internal.samples(x, 'x');
  data = series.data;
  if size(data, 3) > 1, error('biotropy:invalid_argument', 'x has %d epochs: one is needed', size(data, 3)); end
  result = biotropy_mex('classify', char(path), data.', options);
  result.posteriors = result.posteriors.';
  result.labels = result.labels + 1;
  model = biotropy.read_model(path);
  labels = model.classes(result.labels);
end
