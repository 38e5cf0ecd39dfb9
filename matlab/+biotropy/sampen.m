function [value, result] = sampen(x, varargin)
%SAMPEN Sample entropy.
%   VALUE = biotropy.sampen(X) has the parameters of the papers.
%   VALUE = biotropy.sampen(X, M, R, NAME, VALUE, ...) has templates of M samples, the tolerance R, and the options below;
%   M and R may also be given as options.
%   [VALUE, RESULT] = ... also returns a structure with the counts behind each value and the reasons of those that are not
%   finite, and with 'surrogates' the tests.
%
%   X is a vector, or times x channels x epochs of numbers: a value for each series, in a row as mean(X) has it. NaN is a
%   missing sample. Or it is a structure of EEGLAB or of FieldTrip: values are channels x epochs.
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
%   pool_epochs       One value of all epochs from their summed counts; r in SD of the recording or of each epoch;
%                     'no' or 'recording' or 'epoch'; default no
%   base              Base of the logarithm: values in nats, bits or hartleys; 'e' or '2' or '10'; default e
%   missing           Missing samples and gaps: no value for the channel and epoch, or without the templates that
%                     touch them; 'raise' or 'omit'; default raise
%   engine            The engine that counts; otherwise the fastest
%   standard_error    SampEn: its standard error and a confidence interval too, too narrow for slow series with r in
%                     SD; default false
%   confidence        Share of the normal distribution inside the interval (a number above 0 and below 1); default
%                     0.95
%   covariance        Covariances of overlapping pairs: about the mean, with the error of the SD where r is in SD; as
%                     Lake et al. or PhysioNet's sampen add them up (the convention physionet), which is too much;
%                     'centred' or 'lake' or 'physionet'
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
  [value, result] = biotropy.internal.measure('sampen', x, [], varargin);
end
