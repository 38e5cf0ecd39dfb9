function [value, result] = curves(usual, x, arguments)
%CURVES Entropies at many scales, one column for each series, and with two outputs the counts behind them.

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(arguments, {'scales'}, {'measure'});
  if isempty(values.measure), values.measure = usual; end
  [~, ~, data, ~, found] = biotropy.internal.prepared(values.measure, [options, {'use', 'scales'}], x, []);
  if isfield(found, 'x')  % the library widens gaps at each scale
    is_flag = strcmp(strrep(options(1:2:end), '-', '_'), 'missing_are_gaps');
    options = biotropy.internal.with(options(repelem(~is_flag, 2)), 'missing_are_gaps', true);
  end
  options = biotropy.internal.with(options, 'scales', values.scales);
  result = biotropy_mex('multiscale', values.measure, data, options);
  result = biotropy.internal.labelled(result, {'scale', 'channel', 'epoch'}, found);
  value = result.value;
  biotropy.internal.warn_reasons(result.reason, 'value');
end
