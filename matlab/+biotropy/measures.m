function made = measures()
%MEASURES The measures: a structure array with name, title, description and series (0: all channels together).
%
%   See also biotropy.options

% SPDX-License-Identifier: Apache-2.0
  table = biotropy_mex('measures', {});
  made = struct('name', table.name.', 'title', table.title.', 'description', table.description.', ...
                'series', num2cell(table.series.'));
end
