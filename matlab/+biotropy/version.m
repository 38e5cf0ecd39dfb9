function text = version()
%VERSION The version of the library, such as '0.1.0'.

% SPDX-License-Identifier: Apache-2.0
  text = biotropy_mex('version');
end
