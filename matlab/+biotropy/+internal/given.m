function [values, options] = given(arguments, positional, named)
%GIVEN Arguments by position and by name, and options as a cell array of names and values.
%   VALUES is a structure with the fields POSITIONAL and NAMED, [] for those that are not given. The first come in their
%   order or by name: a single one if the number of arguments is odd, several as long as no text begins the names.
%   MATLAB passes name=value as a string and the value, and Octave passes the value by position. [] is no value, and what is
%   given twice is an error.

% SPDX-License-Identifier: Apache-2.0
  if nargin < 3, named = {}; end
  names = [positional, named];
  values = cell2struct(cell(1, numel(names)), names, 2);
  n = mod(numel(arguments), 2);
  if numel(positional) ~= 1
    n = find([cellfun(@is_text, arguments), true], 1) - 1;
  end
  rest = arguments(n + 1:end);
  if n > numel(positional) || mod(numel(rest), 2) ~= 0 || ~all(cellfun(@is_text, rest(1:2:end)))
    error('biotropy:invalid_argument', 'at most %d arguments go by position; give the others as names with values', ...
          numel(positional));
  end
  for i = 1:n, values.(positional{i}) = plain(arguments{i}, positional{i}); end
  known = positional(~cellfun(@isempty, arguments(1:n)));
  options = {};
  for i = 1:2:numel(rest)
    name = char(rest{i});
    value = plain(rest{i + 1}, name);
    if isempty(value) && ~ischar(value), continue, end
    if any(strcmpi(strrep(name, '-', '_'), known)), error('biotropy:invalid_argument', '%s is given more than once', name); end
    known{end + 1} = strrep(name, '-', '_'); %#ok<AGROW>
    if any(strcmpi(name, names)), values.(names{strcmpi(name, names)}) = value; else, options = [options, {name, value}]; end %#ok<AGROW>
  end
end

function is = is_text(value)
  is = ischar(value) || isa(value, 'string');
end

function value = plain(value, name)
% [] and {} are no value; what is empty in another shape, such as of find(), was meant to be some.
  if isempty(value) && ~ischar(value) && ~isequal(size(value), [0 0])
    error('biotropy:invalid_argument', '%s is empty (%s); give a value, or [] for none', name, mat2str(size(value)));
  end
  if isa(value, 'string') && numel(value) == 1, value = char(value); end
  if iscellstr(value) && ~isempty(value) %#ok<ISCLSTR>
    if any(cellfun(@(text) isempty(text) || any(text == ','), value))
      error('biotropy:invalid_argument', '%s has a text that is empty or has a comma; give its number', name);
    end
    value = strjoin(reshape(value, 1, []), ',');
  end
  if isnumeric(value) && ~isempty(value), value = reshape(biotropy.internal.doubles(value, name), 1, []); end
end
