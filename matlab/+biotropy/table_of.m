function columns = table_of(result)
%TABLE_OF A result with a row for each value.
%   COLUMNS = biotropy.table_of(RESULT) is a table, or in Octave a structure of columns. RESULT is the structure that
%   biotropy.sampen and the other functions return behind the values. The first columns are the coordinates of the values
%   (channel, partner, epoch, scale, window as its time, m, r, as far as RESULT.dims has them), and then come the values, counts,
%   numbers of tests and reasons.
%
%   See also biotropy.sampen, biotropy.pairwise, biotropy.multiscale_entropy, biotropy.sliding_entropy

% SPDX-License-Identifier: Apache-2.0
  main = 'value';
  if ~isfield(result, main), main = 'mean'; end  % of pairs, where it was asked for
  dims = result.dims.(main);
  sizes_of = [size(result.(main)), ones(1, numel(dims))];
  at = cell(1, max(numel(dims), 2));
  [at{:}] = ind2sub(sizes_of, (1:numel(result.(main)))');
  columns = struct();
  for k = find(~cellfun(@isempty, dims))
    values = coordinates(result, dims{k}, sizes_of(k));
    columns.(dims{k}) = reshape(values(at{k}), [], 1);
  end
  names = fieldnames(result.dims)';
  for name = [{main}, names(~strcmp(names, main))]
    own = result.dims.(name{1});
    own = own(~cellfun(@isempty, own));
    if isempty(own) || ~all(ismember(own, dims)) || any(strcmp(name{1}, {'scales', 'grid_m', 'grid_r'})), continue, end
    places = cellfun(@(of) at{strcmp(of, dims)}, own, 'UniformOutput', false);
    array = result.(name{1});
    if ischar(array), array = {array}; end
    sizes = cellfun(@(of) sizes_of(find(strcmp(of, dims), 1)), own);
    if isscalar(own), index = places{1}; else, index = sub2ind(sizes, places{:}); end
    as = name{1};
    if strcmp(as, 'r'), as = 'tolerance'; end  % beside the r that was asked for
    columns.(as) = reshape(array(index), [], 1);
  end
  if exist('struct2table', 'file'), columns = struct2table(columns); end
end

function values = coordinates(result, name, n)
% Names of channels, or numbers.
  switch name
    case {'channel', 'partner'}
      values = (1:n)';
      if isfield(result, 'channels'), values = result.channels(:); end
    case 'epoch', values = result.epochs;
    case 'scale', values = result.scales;
    case 'window', values = result.time;
    otherwise, values = result.(['grid_' name]);
  end
end
