function answer_cases(requests, answers)
%ANSWER_CASES Answers requests of the conformance suite (calls.py describes them) by the functions for MATLAB.

% SPDX-License-Identifier: CC0-1.0
  warning('off', 'all');
  lines = strsplit(strtrim(fileread(requests)), "\n");
  file = fopen(answers, 'w');
  for i = 1:numel(lines)
    try
      found = answer(jsondecode(lines{i}));
    catch problem
      if isempty(strfind(problem.identifier, 'biotropy:')), rethrow(problem); end
      found = struct('refused', problem.message);
    end
    fprintf(file, '%s\n', jsonencode(found));
  end
  fclose(file);
end

function found = answer(request)
  series = cellfun(@read_series, cellstr(request.series), 'UniformOutput', false);
  options = options_of(request);
  is_cross = strncmp(request.measure, 'cross', 5);
  is_multivariate = strncmp(request.measure, 'mv', 2);
  if isfield(request, 'rr'), series{1} = cleaned(series{1}, request.rr); end
  if isfield(request, 'scales') && is_cross
    found = struct('not_offered', 'pairs of series over scales');
  elseif is_cross && numel(series{1}) ~= numel(series{2})
    found = struct('not_offered', 'two series of different lengths');
  elseif isfield(request, 'scales')
    found = curve(request, series, options, is_multivariate);
  else
    if isfield(request, 'epoch_length'), series{1} = epochs_of(series{1}, request.epoch_length); end
    if is_multivariate, series = {[series{:}]}; end
    [value, result] = feval(['biotropy.' strrep(request.measure, '-', '_')], series{:}, options{:});
    found = struct('values', {{text_of(value)}}, 'counts', counts_of(result, is_multivariate));
  end
end

function found = curve(request, series, options, is_multivariate)
  name = 'multiscale_entropy';
  if is_multivariate
    name = 'multivariate_multiscale_entropy';
    series = {[series{:}]};
  end
  value = feval(['biotropy.' name], series{1}, reshape(request.scales, 1, []), 'measure', request.measure, options{:});
  if numel(request.scales) == 1, value = value(end); end  % a single number is the largest of those from 1 on
  found = struct('values', {arrayfun(@text_of, reshape(value, 1, []), 'UniformOutput', false)});
end

% Longer vectors of several channels, and their sums, are reported in another way.
function counts = counts_of(result, is_multivariate)
  names = {'matches_m', 'matches_m1', 'templates_m', 'r'};
  if ~is_multivariate, names = [names, {'templates_m1', 'patterns', 'membership_m', 'membership_m1'}]; end
  counts = struct();
  for name = names, counts.(name{1}) = text_of(result.(name{1})); end
end

function samples = read_series(path)
  file = fopen(path);
  samples = fread(file, Inf, 'double');
  fclose(file);
end

function options = options_of(request)
  options = pairs_of(request.options);
  reals = fieldnames(request.reals);
  for i = 1:numel(reals), options = [options, {reals{i}, str2double(request.reals.(reals{i}){1})}]; end
end

function pairs = pairs_of(fields)
  names = fieldnames(fields);
  pairs = {};
  for i = 1:numel(names), pairs = [pairs, {names{i}, fields.(names{i})}]; end
end

function series = cleaned(values, rules)
  if strcmp(rules.ectopic, 'none'), rules = rmfield(rules, 'ectopic_change'); end
  rules = pairs_of(rules);
  series = biotropy.clean_rr(values, rules{:}, 'input_unit', 'ms', 'first', 'interval', 'values', 'intervals');
  series = reshape(series, [], 1);
end

function epochs = epochs_of(samples, size)
  n = floor(numel(samples) / size);
  epochs = reshape(samples(1:n * size), size, 1, n);
end

function text = text_of(value)
  text = sprintf('%.17g', value);
end
