function uimenu(varargin)
%UIMENU Keeps the callback of a menu.

% SPDX-License-Identifier: Apache-2.0
  global menus_of_window
  menus_of_window{end + 1} = varargin{find(strcmp(varargin, 'callback')) + 1};
end
