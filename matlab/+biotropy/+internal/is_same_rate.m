function is = is_same_rate(one, other)
%IS_SAME_RATE Whether two recordings have one sampling rate; an unknown one (NaN) is let pass.

% SPDX-License-Identifier: Apache-2.0
  is = isnan(one) || isnan(other) || biotropy_mex('is_same_rate', one, other);
end
