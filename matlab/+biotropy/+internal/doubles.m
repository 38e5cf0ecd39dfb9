function x = doubles(x, name)
%DOUBLES Real numbers as doubles, which hold every integer up to 2^53.

% SPDX-License-Identifier: Apache-2.0
  if ~(isnumeric(x) || islogical(x)) || ~isreal(x) || isempty(x) || ndims(x) > 3
    error('biotropy:invalid_argument', '%s is of the class %s and the size %s; it must be real numbers, times x channels x epochs', ...
          name, class(x), mat2str(size(x)));
  end
  if isinteger(x) && any(abs(x(:)) > cast(2^53, class(x)))
    error('biotropy:invalid_argument', '%s has integers above 2^53, which doubles do not hold', name);
  end
  x = full(double(x));
end
