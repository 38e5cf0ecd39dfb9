function [value, result] = measure(word, x, y, arguments)
%MEASURE Values of a measure, and with two outputs the counts behind them.

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(arguments, {'m', 'r'});
  options = biotropy.internal.with(options, 'm', values.m, 'r', values.r, 'from_one', true);
  of_x = biotropy.internal.samples(x, 'x');
  if strncmp(word, 'cross-', 6), y = biotropy.internal.samples(y, 'y'); end
  result = biotropy_mex('measure', word, of_x, y, options);
  % As it is for recordings, and as mean(x) has it for arrays: a row of channels x epochs.
  single = {''};
  if of_x.is_recording && ~strncmp(word, 'mv', 2), single = {}; end
  result = biotropy.internal.labelled(result, [single, {'channel', 'epoch', 'm', 'r'}]);
  value = result.value;
  if iscell(result.reason) && numel(result.reason) == 1, result.reason = result.reason{1}; end
end
