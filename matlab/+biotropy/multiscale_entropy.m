function [value, result] = multiscale_entropy(x, varargin)
%MULTISCALE_ENTROPY Entropy at many time scales.
%   VALUE = biotropy.multiscale_entropy(X) is the sample entropy of X at the scales 1 to 20, a column for each series.
%   VALUE = biotropy.multiscale_entropy(X, SCALES, NAME, VALUE, ...) has the scales 1 to SCALES, or those of a vector or a
%   text such as '3-5', and the options below.
%   [VALUE, RESULT] = ... also returns the scales, complexity_index, counts and reasons.
%
%   X is as of biotropy.sampen.
%   measure  'sampen' (default), 'apen', 'fuzzyen' or 'permen'
%   missing_are_gaps  true: no template spans a missing sample at any scale (default false)
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
%   ties              Equal samples: the earlier one is the smaller, or their pattern is one of its own; 'time' or
%                     'equal'; default time
%   weighted          A pattern counts with the variance of each template that has it; default false
%   normalise         Divided by the largest value, the logarithm of the number of patterns; default false
%   pool_epochs       One value of all epochs from their summed counts; r in SD of the recording or of each epoch;
%                     'no' or 'recording' or 'epoch'; default no
%   base              Base of the logarithm: values in nats, bits or hartleys; 'e' or '2' or '10'; default e
%   missing           Missing samples and gaps: no value for the channel and epoch, or without the templates that
%                     touch them; 'raise' or 'omit'; default raise
%   engine            The engine that counts; otherwise the fastest
%   method            mse: coarse-graining; cmse, rcmse: from every start, values or counts taken together; rmse:
%                     low-pass filter and thinning; one of mse, rmse, cmse, rcmse; default mse
%   grain             Statistic of a window of samples; variance: generalised multiscale entropy; 'mean' or
%                     'variance'; default mean
%   tolerance_of      The series whose standard deviation r is a multiple of: the original, or that of each scale;
%                     'original' or 'scale'; default original; rmse, variance: scale
%   cutoff            rmse: edge of the low-pass filter times the scale, in cycles per sample (a number above 0);
%                     default 0.5
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
%   See also biotropy.sampen, biotropy.multivariate_multiscale_entropy

% SPDX-License-Identifier: Apache-2.0
  [value, result] = biotropy.internal.curves('sampen', x, varargin);
end
