function found = findobj(varargin)
%FINDOBJ The menu Tools of a window.

% SPDX-License-Identifier: Apache-2.0
  assert(varargin(2:3), {'tag', 'tools'});
  found = 1;
end
