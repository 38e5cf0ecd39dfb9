function [value, result] = pairwise(x, varargin)
%PAIRWISE A cross measure between all ordered pairs of channels.
%   VALUE = biotropy.pairwise(X) is the Cross-ApEn of the channels of X, channels x channels x epochs: VALUE(i, j) compares
%   templates of channel i with those of channel j.
%   VALUE = biotropy.pairwise(X, MEASURE, NAME, VALUE, ...) takes 'cross-apen', 'cross-sampen' or 'cross-fuzzyen', and the
%   options below.
%   [VALUE, RESULT] = ... also returns the mean over epochs, counts and reasons.
%
%   X is as of biotropy.sampen.
%   scales   the number of scales, or a list of them: VALUE is channels x channels x scales x epochs
%   average  true: VALUE is the mean over the epochs with a finite value, and RESULT has no values of epochs (default false)
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
%   See also biotropy.cross_apen, biotropy.sampen

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(varargin, {'measure'});
  if isempty(values.measure), values.measure = 'cross-apen'; end
  result = biotropy_mex('measure', values.measure, biotropy.internal.samples(x, 'x'), [], [options, {'pairs', true, 'from_one', true}]);
  result = biotropy.internal.labelled(result, {'channel', 'partner', 'scale', 'epoch', 'm', 'r'});
  if isfield(result, 'value'), value = result.value; else, value = result.mean; end
end
