function warn_reasons(reasons, what)
%WARN_REASONS Warns of values that are not finite, with the first reason and its place in REASONS.

% SPDX-License-Identifier: Apache-2.0
  if ischar(reasons), reasons = {reasons}; end
  wrong = find(~cellfun('isempty', reasons));
  if isempty(wrong), return, end
  place = cell(1, ndims(reasons));
  [place{:}] = ind2sub(size(reasons), wrong(1));
  place = place(size(reasons) > 1);
  if isempty(place), place = {1}; end
  place = strjoin(cellfun(@num2str, place, 'UniformOutput', false), ', ');
  reason = regexprep(reasons{wrong(1)}, '`(\w+) = ([^`]*)`', '''$1'', ''$2''');
  warning('biotropy:not_finite', '%d of %d values are not finite; %s %s: %s', numel(wrong), numel(reasons), what, place, reason);
end
