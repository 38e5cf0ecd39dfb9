function [value, result] = cross_fuzzyen(x, y, varargin)
%CROSS_FUZZYEN Cross-fuzzy entropy.
%   VALUE = biotropy.cross_fuzzyen(X, Y) has the parameters of the papers.
%   VALUE = biotropy.cross_fuzzyen(X, Y, M, R, NAME, VALUE, ...) has templates of M samples, the tolerance R, and the options below;
%   M and R may also be given as options.
%   [VALUE, RESULT] = ... also returns a structure with the counts behind each value and the reasons of those that are not
%   finite, and with 'surrogates' the tests.
%
%   X is a vector, or times x channels x epochs of numbers: a value for each series, in a row as mean(X) has it. NaN is a
%   missing sample. Or it is a structure of EEGLAB or of FieldTrip: values are channels x epochs.
%   X and Y are of one size; of two structures, rates, times and the order of the same labels must agree.
%
%   Options, as names and values:
%   m                 Length of the templates (an integer from 1 to 1000); default 2, PermEn 3
%   r                 Tolerance, in units of r_unit (a finite number of at least 0); default 0.2
%   r_unit            Unit of r: the standard deviation (SD), the unit of the samples, or the sum of the SD of all
%                     channels; 'sd' or 'absolute' or 'total-variation'; default sd, MvSampEn and MvFuzzyEn
%                     total-variation
%   tau               Delay between the samples of a template (an integer of at least 1); default 1
%   ddof              The standard deviation divides by n - ddof (0 or 1); default 1
%   templates         Templates of length m: all that fit, or those that can be one sample longer; 'all' or 'common';
%                     default common, ApEn and Cross-ApEn all
%   theiler           Leave out pairs of templates at most W samples apart in time; -1: none; default -1, SampEn and
%                     FuzzyEn 0
%   undefined         Where nothing matches: infinite or NaN, minus infinity for NaN, or the largest value possible;
%                     'natural' or 'negative' or 'bound'; default natural
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
%   See also biotropy.options, biotropy.multiscale_entropy, biotropy.pairwise

% SPDX-License-Identifier: Apache-2.0
% Written by `make options` from the tables of options (biotropy/option.hpp).
  [value, result] = biotropy.internal.measure('cross-fuzzyen', x, y, varargin);
end
