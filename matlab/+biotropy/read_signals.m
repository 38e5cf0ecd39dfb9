function [x, info] = read_signals(path, varargin)
%READ_SIGNALS Read the signals of a recording: EDF, BDF, BrainVision, EEGLAB, FIF, GDF, WFDB, NPY, MAT, text.
%   X = biotropy.read_signals(PATH) is times x channels, in the physical unit of the file.
%   X = biotropy.read_signals(PATH, CHANNELS, NAME, VALUE, ...) reads the channels of a text such as 'Fp1,Fz' or '1-8', or of
%   a cell array of labels or a vector of numbers, which count channels from 1. In a text a number is a label where there is one.
%   [X, INFO] = ... also returns channels, units, times, rate (empty: unknown), bads, gaps, format and warnings.
%
%   rate         sampling rate in Hz of formats without one (text, NPY, MAT)
%   orientation  'automatic' (default), 'rows' or 'columns': the dimension of the channels
%   variable     variable of a MAT file, or field of a structure ('EEG.data')
%   columns      columns of text: names, numbers from 1 or ranges, separated by commas in a text
%   separator    'comma', 'semicolon', 'tab' or 'blank' of text; otherwise detected
%   decimal      'point' (default) or 'comma': the mark before the decimals of numbers in text
%   ignore_channel_table  true: no types and bad channels from the table of BIDS
%   allow_maxshield       true: recordings of FIF with internal active shielding are read as they are, distorted
%   outside_files         true: files may lie outside the folder of the header
%   gap_fill     missing samples (NaN) inserted in gaps; 0 (default): a gap is an error
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
