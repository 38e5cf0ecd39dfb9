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
%   ddof              The standard deviation divides by n - ddof (0 or 1); default 1
%   boundary          Whether a distance of exactly r is a match; 'closed' or 'open'; default closed
%   templates         Templates of length m: all that fit, or those that can be one sample longer; 'all' or 'common';
%                     default common, ApEn and Cross-ApEn all
%   theiler           Leave out pairs of templates at most W samples apart in time; -1: none; default -1, SampEn and
%                     FuzzyEn 0
%   bias              Treatment of templates without a match; one of max, zero, skip, none; default max
%   undefined         Where nothing matches: infinite or NaN, minus infinity for NaN, or the largest value possible;
%                     'natural' or 'negative' or 'bound'; default natural
%   sign              Whether a negative value keeps its sign; 'kept' or 'dropped'; default kept
%   membership        Degree of membership at distance d: exponential exp(-(d/r)^n), chen exp(-d^n/r), and others;
%                     one of exponential, chen, gaussian, constant-gaussian, sigmoid, bell, triangular, trapezoidal1,
%                     trapezoidal2, z-shaped, gudermannian; default exponential
%   fuzzy_power       The exponent n of the membership (a finite number above 0); default 2
%   membership_corner Distance of degree 1/2 (sigmoid) or 0 (trapezoidal2); default 0
%   local_mean        Whether the mean of a template is removed before it is compared; 'removed' or 'kept'; default
%                     removed
%   pool_epochs       One value of all epochs from their summed counts; r in SD of the recording or of each epoch;
%                     'no' or 'recording' or 'epoch'; default no
%   base              Base of the logarithm: values in nats, bits or hartleys; 'e' or '2' or '10'; default e
%   missing           Missing samples and gaps: no value for the channel and epoch, or without the templates that
%                     touch them; 'raise' or 'omit'; default raise
%   engine            The engine that counts; otherwise the fastest
%   surrogates        Surrogates that each value is compared with; 0: none (an integer from 0 to 1000000); default 0
%   surrogate_kind    iaaft, aaft: keep values and spectrum; phases: the spectrum; joint-phases: cross-spectra too;
%                     shuffle: the values; shift, epochs: each channel; one of iaaft, aaft, phases, joint-phases,
%                     shuffle, shift, epochs; default iaaft
%   surrogate_seed    Seed of the surrogates: the same one gives the same (an integer of at least 0); default 1
%   surrogate_stop    No more surrogates for a value that H of them reach, at either end; 0: never stop (an integer
%                     of at least 0); default 0
%   convention        that of another program: see docs/conventions.md
%   threads           number of threads; default every core
%   device            'auto' (default), 'cpu' or the name of a device
%
%   See also biotropy.cross_apen, biotropy.sampen

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(varargin, {'measure'});
  if isempty(values.measure), values.measure = 'cross-apen'; end
  result = biotropy_mex('measure', values.measure, biotropy.internal.samples(x, 'x'), [], options);
  result = biotropy.internal.labelled(result, {'channel', 'partner', 'scale', 'epoch', 'm', 'r'});
  if isfield(result, 'value'), value = result.value; else, value = result.mean; end
  biotropy.internal.warn_values(result);
end
