function [answers, userdata, pressed] = inputgui(varargin)
%INPUTGUI The window of EEGLAB, with answers that a test has given.

% SPDX-License-Identifier: Apache-2.0
  global answers_of_window
  layout = varargin{find(strcmp(varargin, 'geometry')) + 1};
  elements = varargin{find(strcmp(varargin, 'uilist')) + 1};
  assert(sum(cellfun(@numel, layout)), numel(elements));
  typed = cellfun(@(element) ~strcmp(element{2}, 'text'), elements);
  answers = answers_of_window;
  userdata = [];
  pressed = '';
  if isempty(answers), return, end
  assert(numel(answers), sum(typed));
  pressed = 'retuninginputui';
end
