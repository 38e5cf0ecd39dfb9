function [value, result] = multivariate_multiscale_entropy(x, varargin)
%MULTIVARIATE_MULTISCALE_ENTROPY Entropy of all channels together at many time scales.
%   VALUE = biotropy.multivariate_multiscale_entropy(X) has a column for each epoch of X, at the scales 1 to 20.
%   VALUE = biotropy.multivariate_multiscale_entropy(X, SCALES, NAME, VALUE, ...) has the scales 1 to SCALES, or those of
%   a vector or a text such as '3-5', and the options below.
%   [VALUE, RESULT] = ... also returns the scales, complexity_index, counts and reasons.
%
%   X is as of biotropy.mvsampen.
%   measure  'mvsampen' (default) or 'mvfuzzyen'
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
%   See also biotropy.mvsampen, biotropy.multiscale_entropy

% SPDX-License-Identifier: Apache-2.0
  [value, result] = biotropy.internal.curves('mvsampen', x, varargin);
end
