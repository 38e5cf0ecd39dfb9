function warn_values(result)
%WARN_VALUES Warns of values that are not finite, with the first reason and its place.
%   Pairs whose templates have no match have no reason.

% SPDX-License-Identifier: Apache-2.0
  texts = result.reason;
  if ischar(texts), texts = {texts}; end
  wrong = find(~cellfun('isempty', texts));
  of = 'reason';
  if isempty(wrong) && isfield(result, 'value')
    wrong = find(~isfinite(result.value));
    of = 'value';
    texts = repmat({'templates have no match'}, size(result.value));
  end
  if isempty(wrong), return, end
  dims = {'channel', 'epoch'};
  if isfield(result, 'dims') && isfield(result.dims, of), dims = result.dims.(of); end
  at = cell(1, max(numel(dims), 2));
  [at{:}] = ind2sub(size(texts), wrong(1));
  has_names = isfield(result, 'channels') && ~isempty(result.channels);
  places = {};
  for k = find(size(texts) > 1)
    label = num2str(at{k});
    if has_names && any(strcmp(dims{k}, {'channel', 'partner'})), label = result.channels{at{k}}; end
    if strcmp(dims{k}, 'scale'), label = num2str(result.scales(at{k})); end
    places{end + 1} = [dims{k}, ' ', label];
  end
  place = strjoin(places, ', ');
  if ~isempty(place), place = [place, ': ']; end
  reason = regexprep(texts{wrong(1)}, '`(\w+) = ([^`]*)`', '''$1'', ''$2''');
  warning('biotropy:not_finite', '%d of %d values are not finite; %s%s', numel(wrong), numel(texts), place, reason);
end
