function warn_reasons(reasons, what)
%WARN_REASONS Warns of values that are not finite, with the first reason.

% SPDX-License-Identifier: Apache-2.0
  if ischar(reasons), reasons = {reasons}; end
  wrong = find(~cellfun('isempty', reasons));
  if isempty(wrong), return, end
  warning('biotropy:not_finite', '%d of %d values are not finite; %s %d: %s', numel(wrong), numel(reasons), what, wrong(1), ...
          strrep(reasons{wrong(1)}, 'ask to omit', '''missing'', ''omit'' leaves out'));
end
