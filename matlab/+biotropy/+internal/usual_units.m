function units = usual_units(units)
%USUAL_UNITS Units as texts in one form, that of usual_unit() in biotropy/series/unit.cpp; '' is not known.

% SPDX-License-Identifier: Apache-2.0
  for i = 1:numel(units)
    if ~ischar(units{i}), units{i} = ''; end
    unit = strrep(strrep(strtrim(units{i}), char([194 181]), 'u'), char([206 188]), 'u');
    unit(ismember(double(unit), [181, 956])) = 'u';
    for word = {'femto', 'f'; 'pico', 'p'; 'nano', 'n'; 'micro', 'u'; 'milli', 'm'; 'volts', 'V'; 'volt', 'V'; 'tesla', 'T'; ...
                'amperes', 'A'; 'ampere', 'A'}'
      unit = regexprep(unit, word{1}, word{2}, 'ignorecase');
    end
    units{i} = regexprep(regexprep(unit, '^([fpnumkMU]?)v$', '$1V'), '^UV$', 'uV');
  end
end
