function [x, info] = read_signals(path, varargin)
%READ_SIGNALS Read the signals of a recording: EDF, BDF, BrainVision, EEGLAB, FIF, GDF, WFDB, NPY, MAT, text.
%   X = biotropy.read_signals(PATH) is times x channels, in the physical unit of the file.
%   X = biotropy.read_signals(PATH, CHANNELS, NAME, VALUE, ...) reads the channels of a text such as 'Fp1,Fz' or '1-8', or of
%   a cell array of labels or a vector of numbers, which count channels from 1. In a text a number is a label where there is one.
%   [X, INFO] = ... also returns samples (X), channels, units, times, rate (empty: unknown), bads, gaps, format, notices and
%   notice_codes. INFO.gaps counts the first missing samples of gaps from 1. INFO is a recording, which functions take in place of X: they know its names, units, rate and lost time.
%   INFO.bads has the reason of a bad channel, which is NaN in X, and '' of a good one.
%
%   gap_fill     missing samples (NaN) inserted in gaps; 0 (default): a gap is an error
%
%   Options, as names and values:
%   rate              Samples per second of files without a rate (text, NPY, MAT, annotations alone)
%   columns           Text: the columns, by name, number or range (RR,2-9); otherwise all numbers but time
%   time              Text: the column of time, or none; otherwise by its name
%   All of them: biotropy.options('read_signals')
%
%   See also biotropy.read_rr, biotropy.sampen

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(varargin, {'channels'});
  if ischar(values.channels) && isempty(values.channels)
    error('biotropy:invalid_argument', 'channels is an empty text; it must be labels or numbers, or [] for all');
  elseif isnumeric(values.channels) && ~isempty(values.channels)
    values.channels = strjoin(arrayfun(@(n) sprintf('=%d', n), values.channels, 'UniformOutput', false), ',');
  end
  info = biotropy_mex('read_signals', char(path), biotropy.internal.with(options, 'channels', values.channels));
  x = info.samples;
  x(:, ~cellfun(@isempty, info.bads)) = NaN;
  info.samples = x;
  info.gaps = info.gaps + 1;
end
