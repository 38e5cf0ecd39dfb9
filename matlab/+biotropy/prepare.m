function [epochs, info] = prepare(x, varargin)
%PREPARE Filters without phase shift, decimation and epochs of a recording, as the program prepares files.
%   EPOCHS = biotropy.prepare(X, RATE, NAME, VALUE, ...) is times x channels x epochs. X is times x channels of numbers, or a
%   structure of EEGLAB or of FieldTrip, which has its RATE. What lies between two gaps is filtered by itself,
%   and without epochs a gap is one missing sample (NaN): measure that with 'missing', 'omit', 'missing_are_gaps', true.
%   [EPOCHS, INFO] = ... also returns rate, channels, units, onsets (the start of each epoch in seconds) and reason
%   (channels x epochs), why a channel is rejected: its samples are NaN in that epoch. Without epochs INFO is a recording, as of
%   read_signals, which functions take in place of EPOCHS: they know its names, rate and lost time.
%
%   Options, as names and values:
%   channels          Labels, numbers or ranges (Fp1,O2,5-8); otherwise all channels
%   band              Frequencies to keep; LO 0 makes a low-pass, HI inf a high-pass (a pair of frequencies in Hz)
%   notch             Frequencies to remove, such as that of the mains, with commas (a list of frequencies in Hz)
%   window            Length of a window that slides over the recording, in place of epochs, or with pool_epochs over
%                     all epochs together: samples after decimation, or seconds as "2 s"; results have the start of
%                     each
%   step              From one window to the next, in samples, or seconds as "1 s"
%   epoch             Length of an epoch: samples after decimation, or seconds as "2 s"; 0: the whole recording is
%                     one; default 0
%   threads           number of threads; default every core
%   All of them: biotropy.options('prepare')
%
%   See also biotropy.read_signals, biotropy.sampen

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(varargin, {'rate'});
  x = biotropy.internal.samples(x, 'x');
  info = biotropy_mex('prepare', x, biotropy.internal.with(options, 'rate', values.rate, 'from_one', true));
  epochs = info.samples;
  info.gaps = info.gaps + 1;
  if size(epochs, 3) > 1, info = rmfield(info, {'samples', 'gaps', 'times'}); end
end
