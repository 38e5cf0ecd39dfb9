function [EEG, com] = pop_biotropy(EEG, varargin)
%POP_BIOTROPY Entropies of a dataset of EEGLAB, from a window or with options.
%   EEG = pop_biotropy(EEG) opens a window.
%   EEG = pop_biotropy(EEG, 'measure', MEASURE, NAME, VALUE, ...) has the options of eeg_biotropy.
%   [EEG, COM] = ... also returns the command for the history.
%
%   What was found is in EEG.etc.biotropy, in a field with the name of the measure, such as cross_sampen, or for curves
%   multiscale_sampen. EEG may be an array of datasets.
%
%   See also eeg_biotropy, eegplugin_biotropy

% SPDX-License-Identifier: Apache-2.0
  com = '';
  if isempty(EEG) || isempty(EEG(1).data), error('biotropy:invalid_argument', 'there is no dataset: load one first'); end
  options = varargin;
  if isempty(options)
    options = asked();
    if isempty(options), return, end
  end
  for i = 1:numel(EEG)
    result = eeg_biotropy(EEG(i), options{:});
    name = strrep(result.measure, '-', '_');
    if any(strcmp(result.options(1:2:end), 'scales')), name = ['multiscale_' name]; end %#ok<AGROW>
    if ~isfield(EEG, 'etc') || ~isstruct(EEG(i).etc), EEG(i).etc = struct(); end
    EEG(i).etc.biotropy.(name) = result;
  end
  com = sprintf('EEG = pop_biotropy(EEG%s);', sprintf(', %s', strjoin(cellfun(@as_code, options, 'UniformOutput', false), ', ')));
end

function options = asked()
% The window; no options if it is cancelled.
  all = biotropy.measures;
  words = {all.name};
  titles = strcat({all.title}, {': '}, {all.description});
  [answers, ~, pressed] = inputgui('geometry', {[1 1], [1 1], [1 1], [1 1], 1, 1}, 'title', 'Entropy -- pop_biotropy()', ...
    'helpcom', 'pophelp(''pop_biotropy'')', 'uilist', { ...
      {'style', 'text', 'string', 'Measure'}, {'style', 'popupmenu', 'string', strjoin(titles, '|'), 'value', 2}, ...
      {'style', 'text', 'string', 'Length of the templates (m)'}, {'style', 'edit', 'string', ''}, ...
      {'style', 'text', 'string', 'Tolerance (r)'}, {'style', 'edit', 'string', ''}, ...
      {'style', 'text', 'string', 'Time scales (empty: no curve)'}, {'style', 'edit', 'string', ''}, ...
      {'style', 'text', 'string', 'Other options, such as ''tau'', 2, ''missing'', ''omit'''}, ...
      {'style', 'edit', 'string', ''}});
  options = {};
  if isempty(answers) || isempty(pressed), return, end
  options = {'measure', words{answers{1}}};
  names = {'m', 'r', 'scales'};
  for i = 1:numel(names)
    if isempty(strtrim(answers{i + 1})), continue, end
    number = str2num(answers{i + 1}); %#ok<ST2NM>
    if isempty(number), number = answers{i + 1}; end  % which the library refuses
    options = [options, {names{i}, number}]; %#ok<AGROW>
  end
  options = [options, eval(['{' answers{5} '}'])];
end

function text = as_code(value)
% A value as MATLAB reads it, with every digit of a number.
  if ischar(value)
    text = ['''' strrep(value, '''', '''''') ''''];
  elseif iscell(value)
    text = ['{' strjoin(cellfun(@as_code, reshape(value, 1, []), 'UniformOutput', false), ', ') '}'];
  elseif islogical(value) && isscalar(value)
    if value, text = 'true'; else, text = 'false'; end
  else
    text = mat2str(value, 17);
    short = mat2str(value);
    if isequal(str2num(short), value), text = short; end %#ok<ST2NM>
  end
end
