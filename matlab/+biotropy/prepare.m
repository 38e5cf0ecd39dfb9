function [epochs, info] = prepare(x, varargin)
%PREPARE Filters without phase shift, decimation and epochs of a recording, as the program prepares files.
%   EPOCHS = biotropy.prepare(X, RATE, NAME, VALUE, ...) is times x channels x epochs. X is times x channels of numbers, or a
%   structure of EEGLAB or of FieldTrip, which has its RATE. What lies between two gaps is filtered by itself,
%   and without epochs a gap is one missing sample (NaN): measure that with 'missing', 'omit', 'missing_are_gaps', true.
%   [EPOCHS, INFO] = ... also returns rate, channels, units, onsets (the start of each epoch in seconds) and reason
%   (channels x epochs), why a channel is rejected: its samples are NaN in that epoch.
%
%   Options, as names and values:
%   channels          Labels, numbers or ranges (Fp1,O2,5-8); otherwise all channels
%   band              Frequencies to keep; LO 0 makes a low-pass, HI inf a high-pass (a pair of frequencies in Hz)
%   filter            Kind of the band filter; 'butterworth' or 'fir'; default butterworth
%   order             Order of the Butterworth filter (a band-pass has twice as many poles); default 4
%   taps              Taps of the FIR filter, odd; 0: by the width of its transition bands (an odd integer, or 0);
%                     default 0
%   notch             Frequencies to remove, such as that of the mains, with commas (a list of frequencies in Hz)
%   notch_quality     Frequency of a notch over its width (a number above 0); default 30
%   filter_each       What the band filter and the notches are applied to: the whole recording, before it is
%                     decimated and cut, or each epoch after that; 'recording' or 'epoch'; default recording
%   decimate          Keep every K-th sample, after an anti-alias filter (an integer of at least 1); default 1
%   anti_alias        Kind of that filter; 'chebyshev' or 'fir'; default chebyshev
%   window            Length of a window that slides over the recording, in place of epochs, or with pool_epochs over
%                     all epochs together: samples after decimation, or seconds as "2 s"; results have the start of
%                     each
%   step              From one window to the next, in samples, or seconds as "1 s"
%   epoch             Length of an epoch: samples after decimation, or seconds as "2 s"; 0: the whole recording is
%                     one; default 0
%   overlap           Part of an epoch that the next one repeats, from 0 to below 1 (a number from 0 to below 1);
%                     default 0
%   reject            Leave out a channel in epochs where its peak-to-peak is above X, in its unit (a number above 0)
%   flat              Leave out a channel in epochs where its peak-to-peak is below X, in its unit (a number above 0)
%   padding           Runs of at least N equal samples at the ends of a channel are padding; 0: not looked for (an
%                     integer of at least 0); default 0
%   threads           number of threads; default every core
%
%   See also biotropy.read_signals, biotropy.sampen

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(varargin, {'rate'});
  x = biotropy.internal.samples(x, 'x');
  info = biotropy_mex('prepare', x, biotropy.internal.with(options, 'rate', values.rate));
  epochs = info.samples;
  info = rmfield(info, 'samples');
  biotropy.internal.warn_values(info);
end
