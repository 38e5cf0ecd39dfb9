function element = at(values, varargin)
%AT An element of what a function returns.

% SPDX-License-Identifier: Apache-2.0
  element = values(varargin{:});
end
