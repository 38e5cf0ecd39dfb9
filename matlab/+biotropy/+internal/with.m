function options = with(options, varargin)
%WITH Options with further names and values; [] is none.

% SPDX-License-Identifier: Apache-2.0
  for i = 1:2:numel(varargin)
    if ~isempty(varargin{i + 1}), options = [options, varargin(i:i + 1)]; end %#ok<AGROW>
  end
end
