function require_alike(x, y)
%REQUIRE_ALIKE Refuses two series that biotropy.internal.samples made, which are compared by their places, unless the same
%   labels are in one order, and rates and times are the same where both are known.

% SPDX-License-Identifier: Apache-2.0
  if isequal(sort(x.labels), sort(y.labels)) && ~isequal(x.labels, y.labels)
    error('biotropy:invalid_argument', 'x and y differ in the order of their channels; they must be the same');
  end
  if ~biotropy.internal.is_same_rate(x.srate, y.srate)
    error('biotropy:invalid_argument', 'x and y differ in their rates (%.10g and %.10g Hz); they must be the same', ...
          x.srate, y.srate);
  end
  % Other numbers of trials are other sizes, which the caller refuses.
  n = min(numel(x.starts), numel(y.starts));
  other = find(abs(x.starts(1:n) - y.starts(1:n)) * x.srate > 0.5, 1);
  if isempty(other), return, end
  error('biotropy:invalid_argument', ['x and y differ in their times (from %g and from %g s in trial %d); give equal ' ...
                                      'ones or, if they are right as they are, their samples alone'], ...
        x.starts(other), y.starts(other), other);
end
