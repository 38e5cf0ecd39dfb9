function columns = table_of(result)
%TABLE_OF A result with a row for each value.
%   COLUMNS = biotropy.table_of(RESULT) is a table, or in Octave a structure of columns. RESULT is the structure that
%   biotropy.sampen and the other functions return behind the values. The first columns are the coordinates of the values
%   (channel, partner, epoch, scale, window as its time, m, r, as far as RESULT.dims has them), and then come the values, counts,
%   numbers of tests and reasons.
%
%   See also biotropy.sampen, biotropy.pairwise, biotropy.multiscale_entropy, biotropy.sliding_entropy

% SPDX-License-Identifier: Apache-2.0
  dims = result.dims.value;
  at = cell(1, max(numel(dims), 2));
  [at{:}] = ind2sub([size(result.value), 1], (1:numel(result.value))');
  columns = struct();
  for k = find(~cellfun(@isempty, dims))
    values = coordinates(result, dims{k});
    columns.(dims{k}) = reshape(values(at{k}), [], 1);
  end
  names = fieldnames(result.dims)';
  for name = [{'value'}, names(~strcmp(names, 'value'))]
    own = result.dims.(name{1});
    own = own(~cellfun(@isempty, own));
    if isempty(own) || ~all(ismember(own, dims)) || any(strcmp(name{1}, {'scales', 'grid_m', 'grid_r'})), continue, end
    places = cellfun(@(of) at{strcmp(of, dims)}, own, 'UniformOutput', false);
    array = result.(name{1});
    if ischar(array), array = {array}; end
    sizes = cellfun(@(of) size(result.value, find(strcmp(of, dims))), own);
    if isscalar(own), index = places{1}; else, index = sub2ind(sizes, places{:}); end
    as = name{1};
    if strcmp(as, 'r'), as = 'tolerance'; end  % beside the r that was asked for
    columns.(as) = reshape(array(index), [], 1);
  end
  if exist('struct2table', 'file'), columns = struct2table(columns); end
end

function values = coordinates(result, name)
% Names of channels, or numbers.
  switch name
    case {'channel', 'partner'}
      at = find(strcmp(result.dims.value, name));
      values = (1:size(result.value, at))';
      if isfield(result, 'channels'), values = result.channels(:); end
    case 'epoch', values = result.epochs;
    case 'scale', values = result.scales;
    case 'window', values = result.time;
    otherwise, values = result.(['grid_' name]);
  end
end
