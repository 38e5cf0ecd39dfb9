function [x, y, data, other, found] = prepared(measure, options, x, y)
%PREPARED Two series, or one, as biotropy.internal.samples has them, checked by the library for a measure with its
%   options: DATA and OTHER are the samples, with NaN where time is missing, and FOUND is what the library knows of them.

% SPDX-License-Identifier: Apache-2.0
  x = biotropy.internal.samples(x, 'x');
  if ~isempty(y), y = biotropy.internal.samples(y, 'y'); end
  found = biotropy_mex('prepare_signals', measure, x, y, options);
  data = x.data;
  other = [];
  if isfield(found, 'x'), data = found.x; end
  if ~isempty(y), other = y.data; end
  if isfield(found, 'y'), other = found.y; end
end
