function [value, result] = measure(word, x, y, arguments)
%MEASURE Values of a measure, and with two outputs the counts behind them.

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(arguments, {'m', 'r'});
  options = biotropy.internal.with(options, 'm', values.m, 'r', values.r);
  if strncmp(word, 'cross-', 6), y = biotropy.internal.samples(y, 'y'); end
  [of_x, ~, data, other, found] = biotropy.internal.prepared(word, options, x, y);
  result = biotropy_mex('measure', word, data, other, options);
  n = fieldnames(result);
  for i = 1:numel(n), result.(n{i}) = shaped(result.(n{i}), of_x.is_recording, strncmp(word, 'mv', 2)); end
  if ~isempty(found.channels), result.channels = found.channels.'; end
  value = result.value;
  biotropy.internal.warn_reasons(result.reason, 'series');
  if iscell(result.reason) && numel(result.reason) == 1, result.reason = result.reason{1}; end
end

function value = shaped(value, is_recording, is_multivariate)
% Of channels x epochs: a row of channels as mean(x) has it, x epochs; as it is for recordings; a row of epochs.
  if is_multivariate
    value = reshape(value, 1, []);
  elseif ~is_recording
    value = reshape(value, [1, size(value, 1), size(value, 2)]);
  end
end
