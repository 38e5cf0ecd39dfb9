function result = eeg_biotropy(EEG, varargin)
%EEG_BIOTROPY Entropies of a dataset of EEGLAB.
%   RESULT = eeg_biotropy(EEG, 'measure', MEASURE, NAME, VALUE, ...) measures every channel and epoch, all channels together
%   ('mvsampen', 'mvfuzzyen'), or all ordered pairs of channels ('cross-apen', 'cross-sampen', 'cross-fuzzyen'), and with
%   'scales' a curve over time scales. RESULT has the values, the counts behind them, the labels of the channels, and the
%   measure, options and version that made them.
%
%   measure   'sampen' (default) and those of biotropy.measures
%   channels  indices of the channels (default all)
%   scales    the largest scale, or a vector of scales
%   and the options of the measure: biotropy.options(MEASURE)
%
%   Boundaries of continuous datasets are gaps: with 'missing', 'omit' no template spans one, otherwise they are an error.
%
%   See also pop_biotropy, biotropy.sampen, biotropy.pairwise, biotropy.multiscale_entropy

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(varargin, {}, {'measure', 'channels'});
  measure = values.measure;
  if isempty(measure), measure = 'sampen'; end
  if ~isempty(values.channels), EEG = chosen(biotropy.internal.samples(EEG, 'EEG'), values.channels); end
  has_scales = any(strcmp(options(1:2:end), 'scales'));
  if strncmp(measure, 'cross-', 6)
    [~, result] = biotropy.pairwise(EEG, measure, options{:});
  elseif has_scales && strncmp(measure, 'mv', 2)
    [~, result] = biotropy.multivariate_multiscale_entropy(EEG, 'measure', measure, options{:});
  elseif has_scales
    [~, result] = biotropy.multiscale_entropy(EEG, 'measure', measure, options{:});
  else
    [~, result] = biotropy.internal.measure(measure, EEG, [], options);
  end
  result.measure = measure;
  result.options = options;
  result.version = biotropy.version;
end

function made = chosen(made, channels)
  n = size(made.data, 2);
  if ~isnumeric(channels) || any(channels < 1 | channels > n | channels ~= floor(channels)) || ...
     numel(unique(channels)) < numel(channels)
    error('biotropy:invalid_argument', 'channels is %s; it must be indices from 1 to %d, every channel once', ...
          num2str(channels), n);
  end
  made.data = made.data(:, channels, :);
  for name = {'channels', 'units'}
    if ~isempty(made.(name{1})), made.(name{1}) = made.(name{1})(channels); end
  end
end
