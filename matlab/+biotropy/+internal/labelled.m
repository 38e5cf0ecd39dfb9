function result = labelled(result, order)
%LABELLED A result whose arrays have their dimensions in this order, others last, with their names and coordinates.
%   ORDER has names of dimensions, '' for one of a single element. RESULT.dims has the names of each array in its order.
%   Epochs are counted from 1. RESULT.parameters is a structure of numbers and texts.

% SPDX-License-Identifier: Apache-2.0
  if isempty(result.channels), result = rmfield(result, 'channels'); else, result.channels = result.channels.'; end
  given = struct();
  for one = result.parameters
    number = str2double(one{2});
    if isnan(number), given.(one{1}) = one{2}; else, given.(one{1}) = number; end
  end
  result.parameters = given;
  if ~isfield(result, 'dims'), return, end
  for name = fieldnames(result.dims)'
    own = result.dims.(name{1});
    kept = [order(cellfun(@(of) isempty(of) || any(strcmp(of, own)), order)), own(~ismember(own, order))];
    places = numel(own) + cumsum(cellfun(@isempty, kept));  % of those of a single element
    for k = find(~cellfun(@isempty, kept)), places(k) = find(strcmp(kept{k}, own)); end
    if isscalar(places), places(2) = 2; end
    epoch = find(strcmp(own, 'epoch'));
    if ~isempty(epoch), result.epochs = (1:size(result.(name{1}), epoch))'; end
    result.(name{1}) = permute(result.(name{1}), places);
    result.dims.(name{1}) = kept;
  end
end
