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
%   ddof              The standard deviation divides by n - ddof (0 or 1); default 1
%   boundary          Whether a distance of exactly r is a match; 'closed' or 'open'; default closed
%   approach          Longer templates compared: all with each other, or those of the same extended channel; 'full'
%                     or 'naive'; default full
%   channel_m         m of each channel, in place of m
%   channel_tau       tau of each channel, in place of tau
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
%   See also biotropy.sampen

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(varargin, {'measure'});
  if isempty(values.measure), values.measure = 'sampen'; end
  result = biotropy_mex('measure', values.measure, biotropy.internal.samples(x, 'x'), [], options);
  result = biotropy.internal.labelled(result, {'window', 'channel', 'partner', 'scale', 'm', 'r'});
  value = result.value;
  if isempty(result.time), result.time = result.start; end
  times = result.time;
  biotropy.internal.warn_values(result);
end
