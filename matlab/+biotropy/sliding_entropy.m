function [value, times, result] = sliding_entropy(x, varargin)
%SLIDING_ENTROPY An entropy in windows that slide over a recording.
%   VALUE = biotropy.sliding_entropy(X, MEASURE, 'window', N, 'step', S, NAME, VALUE, ...) is the entropy of N samples from
%   every S-th sample of X, windows x channels. N and S are numbers of samples, or seconds such as '2 s' where the rate is
%   known: that of X, or the option rate in Hz. MEASURE is 'sampen' (default), 'apen', 'fuzzyen' or 'permen', of all ordered
%   pairs of channels (windows x channels x partners) 'cross-apen', 'cross-sampen' or 'cross-fuzzyen', or of all channels
%   together (windows) 'mvsampen' or 'mvfuzzyen'. Every value is that of the measure on the samples of its window alone, to
%   the last bit.
%   [VALUE, TIMES] = ... also returns the start of each window: in seconds for a recording (as in the times of FieldTrip),
%   otherwise in samples from 0. A third output is the structure with counts and reasons, as of biotropy.sampen.
%
%   X is as of biotropy.sampen, of one epoch; with 'pool_epochs' of several of the same course, such as trials, over which
%   the counts of a window are summed. With 'scales', as of biotropy.multiscale_entropy, VALUE has one more dimension.
%
%   Options, as names and values:
%   m                 Length of the templates (an integer from 1 to 1000); default 2, PermEn 3
%   r                 Tolerance, in units of r_unit (a finite number of at least 0); default 0.2
%   r_unit            Unit of r: the standard deviation (SD), the unit of the samples, or the sum of the SD of all
%                     channels; 'sd' or 'absolute' or 'total-variation'; default sd, MvSampEn and MvFuzzyEn
%                     total-variation
%   tau               Delay between the samples of a template (an integer of at least 1); default 1
%   missing           Missing samples and gaps: no value for the channel and epoch, or without the templates that
%                     touch them; 'raise' or 'omit'; default raise
%   surrogates        Surrogates that each value is compared with; 0: none (an integer from 0 to 1000000); default 0
%   convention        that of another program: see docs/conventions.md
%   threads           number of threads; default every core
%   device            'auto' (default), 'cpu' or the name of a device
%   All of them: biotropy.options(WORD) of a measure, 'multiscale' or 'surrogates'
%
%   See also biotropy.sampen

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(varargin, {'measure'});
  if isempty(values.measure), values.measure = 'sampen'; end
  result = biotropy_mex('measure', values.measure, biotropy.internal.samples(x, 'x'), [], [options, {'from_one', true}]);
  result = biotropy.internal.labelled(result, {'window', 'channel', 'partner', 'scale', 'm', 'r'});
  value = result.value;
  if isempty(result.time), result.time = result.start; end
  times = result.time;
end
