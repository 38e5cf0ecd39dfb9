function model = read_model(path)
%READ_MODEL What a model of states says about itself.
%   MODEL = biotropy.read_model(PATH) has channels, recorded_channels (of which features are made), their units, classes, priors,
%   transitions, beta, sampling_rate (empty: unknown) and notes, of a file that `biotropy states train` or Python wrote.
%
%   See also biotropy.classify

% SPDX-License-Identifier: Apache-2.0
  model = biotropy_mex('read_model', char(path), {});
  model.notes = model.notes.';
  model.transitions = model.transitions.';
end
