function refused(status, text, call)
%REFUSED Fails unless the call is an error with this status, whose message has the text in it.

% SPDX-License-Identifier: Apache-2.0
  try
    call();
  catch wrong
    assert(wrong.identifier, ['biotropy:' status]);
    assert(~isempty(strfind(wrong.message, text)), '"%s" is not in "%s"', text, wrong.message);
    return
  end
  error('nothing was refused: %s', text);
end
