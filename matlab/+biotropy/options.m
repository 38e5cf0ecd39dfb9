function varargout = options(word)
%OPTIONS The options of the measures.
%   OPTIONS = biotropy.options is a structure array with name, kind, words, usual, unit, allowed, help and used_by of every
%   option; biotropy.options(WORD) has those of a measure, of 'multiscale', 'surrogates', 'prepare', 'read_signals'
%   or 'read_rr'. Without an output it prints them.
%
%   See also biotropy.measures

% SPDX-License-Identifier: Apache-2.0
  table = biotropy_mex('options', {});
  names = fieldnames(table);
  cells = cellfun(@(name) table.(name), names, 'UniformOutput', false);
  made = cell2struct([cells{:}], names, 2).';
  if nargin > 0
    uses = cellfun(@(list) any(strcmp(char(word), strsplit(list, ','))), {made.used_by});
    if ~any(uses)
      error('biotropy:invalid_argument', 'word is %s; it must be one of %s', char(word), ...
            strjoin(unique(strsplit(strjoin({made.used_by}, ','), ',')), ', '));
    end
    made = made(uses);
  end
  if nargout > 0
    varargout = {made};
    return
  end
  for one = made
    notes = {one.allowed, strrep(one.words, '|', ', '), ['default ', one.usual]};
    fprintf('%s: %s (%s)\n', one.name, one.help, strjoin(notes(~cellfun(@isempty, notes) & [true true ~isempty(one.usual)]), '; '));
  end
end
