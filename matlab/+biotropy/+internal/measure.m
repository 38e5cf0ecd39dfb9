function [value, result] = measure(word, x, y, arguments)
%MEASURE Values of a measure, and with two outputs the counts behind them.

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(arguments, {'m', 'r'});
  options = biotropy.internal.with(options, 'm', values.m, 'r', values.r);
  of_x = biotropy.internal.samples(x, 'x');
  data = biotropy.internal.with_gaps(of_x, options);
  other = [];
  if isempty(y)
    biotropy.internal.require_one_unit(word, options, of_x);
  else
    of_y = biotropy.internal.samples(y, 'y');
    biotropy.internal.require_alike(of_x, of_y);
    biotropy.internal.require_one_unit(word, options, of_x, of_y);
    other = biotropy.internal.with_gaps(of_y, options);
    if ~isequal(size(data), size(other))
      error('biotropy:invalid_argument', 'x and y hold series of the sizes %s and %s; they must be the same', ...
            mat2str(size(data)), mat2str(size(other)));
    end
  end
  result = biotropy_mex('measure', word, data, other, options);
  n = fieldnames(result);
  for i = 1:numel(n), result.(n{i}) = shaped(result.(n{i}), of_x.is_recording, strncmp(word, 'mv', 2)); end
  if ~isempty(of_x.labels), result.channels = of_x.labels; end
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
