function made = options(word)
%OPTIONS The options of the measures.
%   OPTIONS = biotropy.options is a structure array with name, kind, words, usual, unit, allowed, help and used_by of every
%   option; biotropy.options(WORD) has those of a measure, of 'multiscale' or of 'surrogates'.
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
      error('biotropy:invalid_argument', 'word is %s; it must be a measure, ''multiscale'' or ''surrogates''', ...
            char(word));
    end
    made = made(uses);
  end
end
