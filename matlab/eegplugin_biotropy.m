function version = eegplugin_biotropy(figure, try_strings, catch_strings)
%EEGPLUGIN_BIOTROPY Plug-in of EEGLAB: puts "Entropy (Biotropy)" into the menu Tools.
%   EEGLAB calls it, if this folder lies in its folder plugins and biotropy_setup has been run.
%
%   See also pop_biotropy, eeg_biotropy

% SPDX-License-Identifier: Apache-2.0
  version = ['biotropy' biotropy.version];
  command = [try_strings.no_check '[EEG, LASTCOM] = pop_biotropy(EEG);' catch_strings.store_and_hist];
  uimenu(findobj(figure, 'tag', 'tools'), 'label', 'Entropy (Biotropy)', 'callback', command, ...
         'userdata', 'startup:off;study:off');
end
