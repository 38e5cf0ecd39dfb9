function [value, result] = curves(usual, x, arguments)
%CURVES Entropies at many scales, one column for each series, and with two outputs the counts behind them.

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(arguments, {'scales'}, {'measure'});
  if isempty(values.measure), values.measure = usual; end
  if isempty(values.scales), values.scales = 20; end
  options = biotropy.internal.with(options, 'scales', values.scales, 'from_one', true);
  result = biotropy_mex('measure', values.measure, biotropy.internal.samples(x, 'x'), [], options);
  result = biotropy.internal.labelled(result, {'scale', 'channel', 'epoch'});
  value = result.value;
end
