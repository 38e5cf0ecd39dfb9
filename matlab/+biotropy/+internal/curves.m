function [value, result] = curves(usual, x, arguments)
%CURVES Entropies at many scales, one column for each series, and with two outputs the counts behind them.

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(arguments, {'scales'}, {'measure'});
  if isempty(values.measure), values.measure = usual; end
  is_multivariate = strncmp(usual, 'mv', 2);
  if ~ischar(values.measure) || strncmp(values.measure, 'mv', 2) ~= is_multivariate
    error('biotropy:invalid_argument', 'measure must be one such as ''%s''', usual);
  end
  of_x = biotropy.internal.samples(x, 'x');
  biotropy.internal.require_one_unit(values.measure, options, of_x);
  % One missing sample for a gap, so that windows at each scale are those of the program; the library widens it at the scale.
  data = biotropy.internal.with_gaps(of_x, [options, {'tau', 1, 'channel_tau', 1}]);
  if ~isempty(of_x.seams)
    is_flag = strcmp(strrep(options(1:2:end), '-', '_'), 'missing_are_gaps');
    options = biotropy.internal.with(options(repelem(~is_flag, 2)), 'missing_are_gaps', true);
  end
  options = biotropy.internal.with(options, 'scales', values.scales);
  result = biotropy_mex('multiscale', values.measure, data, options);
  if ~isempty(of_x.labels), result.channels = of_x.labels; end
  value = result.value;
  biotropy.internal.warn_reasons(result.reason, 'value');
end
