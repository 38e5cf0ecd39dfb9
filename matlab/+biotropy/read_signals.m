function [x, info] = read_signals(path, varargin)
%READ_SIGNALS Read the signals of a recording: EDF, BDF, BrainVision, EEGLAB, FIF, GDF, WFDB, NPY, MAT, text.
%   X = biotropy.read_signals(PATH) is times x channels, in the physical unit of the file.
%   X = biotropy.read_signals(PATH, CHANNELS, NAME, VALUE, ...) reads the channels of a text such as 'Fp1,Fz' or '1-8', or of
%   a cell array of labels or a vector of numbers, which count channels from 1. In a text a number is a label where there is one.
%   [X, INFO] = ... also returns channels, units, times, rate (empty: unknown), bads, gaps, format and warnings.
%
%   gap_fill     missing samples (NaN) inserted in gaps; 0 (default): a gap is an error
%
%   Options, as names and values:
%
%   See also biotropy.read_rr, biotropy.sampen

% SPDX-License-Identifier: Apache-2.0
  [values, options] = biotropy.internal.given(varargin, {'channels'});
  if ischar(values.channels) && isempty(values.channels)
    error('biotropy:invalid_argument', 'channels is an empty text: labels or numbers, or [] for all, are needed');
  elseif isnumeric(values.channels) && ~isempty(values.channels)
    values.channels = strjoin(arrayfun(@(n) sprintf('=%d', n), values.channels, 'UniformOutput', false), ',');
  end
  info = biotropy_mex('read_signals', char(path), biotropy.internal.with(options, 'channels', values.channels));
  x = info.samples;
  info = rmfield(info, 'samples');
end
