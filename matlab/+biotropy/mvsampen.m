function [value, result] = mvsampen(x, varargin)
%MVSAMPEN Multivariate sample entropy.
%   VALUE = biotropy.mvsampen(X) has the parameters of the papers.
%   VALUE = biotropy.mvsampen(X, M, R, NAME, VALUE, ...) has templates of M samples, the tolerance R, and the options below;
%   M and R may also be given as options.
%   [VALUE, RESULT] = ... also returns a structure with the counts behind each value and the reasons of those that are not
%   finite, and with 'surrogates' the tests.
%
%   X is times x channels x epochs of numbers: a value for each epoch, in a row. NaN is a missing sample. Or it is a
%   structure of EEGLAB or of FieldTrip.
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
%   All of them: biotropy.options('mvsampen') and biotropy.options('surrogates')
%
%   Example
%     x = randn(1000, 2);
%     [value, result] = biotropy.mvsampen(x, 'tau', 2)
%
%   A value that is not finite has a warning, biotropy:not_finite, and its reason in RESULT. Errors have identifiers such as
%   biotropy:invalid_argument.
%
%   Source: Ahmed and Mandic (2011), doi:10.1103/PhysRevE.84.061918
%
%   See also biotropy.options, biotropy.multiscale_entropy, biotropy.pairwise

% SPDX-License-Identifier: Apache-2.0
% Written by `make options` from the tables of options (biotropy/option.hpp).
  [value, result] = biotropy.internal.measure('mvsampen', x, [], varargin);
end
