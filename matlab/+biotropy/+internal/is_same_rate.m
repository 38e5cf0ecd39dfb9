function is = is_same_rate(one, other)
%IS_SAME_RATE Whether two recordings have one sampling rate, as biotropy/series/rate.hpp says; an unknown one (NaN) is let pass.

% SPDX-License-Identifier: Apache-2.0
  is = ~(abs(one - other) > 1e-4 * max(one, other));
end
