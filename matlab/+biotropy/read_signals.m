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
%   orientation       Dimension of the channels; automatic: the shorter side of an array, the columns of a table;
%                     'automatic' or 'rows' or 'columns'; default automatic
%   variable          MAT: the variable, or field of a structure (EEG.data); otherwise the only array
%   input_format      Text: the program or device that wrote it; otherwise by its first line; one of automatic,
%                     table, openbci, empatica, acqknowledge, kubios; default automatic
%   skip_lines        Text: lines above the names or samples to leave out (an integer of at least 0); default 0
%   comments          Text: characters that begin a line without samples; default #%
%   separator         Text: separator of columns; otherwise the first of tab, semicolon, comma and blank in the
%                     second line; one of comma, semicolon, tab, blank, none
%   header            Text: whether the first line has names; otherwise if it has a word above numbers; 'automatic'
%                     or 'yes' or 'no'; default automatic
%   decimal           Text: mark before the decimals of numbers; 'point' or 'comma'; default point
%   missing_words     Text: further words or numbers for missing samples, such as -999
%   columns           Text: the columns, by name, number or range (RR,2-9); otherwise all numbers but time
%   time              Text: the column of time, or none; otherwise by its name
%   time_unit         Text: unit of the column of time; otherwise that in its name; one of automatic, s, ms, us, ns,
%                     min, h, samples; default automatic
%   ignore_channel_table Take bad channels and types from the file alone, not from the table of channels (BIDS,
%                     _channels.tsv) of the recording; default false
%   bads              Channels, and spans of time (BAD_...), that are marked as bad: without values, or as all
%                     others; 'reject' or 'keep'; default reject
%   allow_maxshield   FIF: read recordings with internal active shielding (MaxShield) as they are, distorted; default
%                     false
%   annotator         WFDB: the ending of the annotation file; otherwise atr, ecg, qrs or the only one there is
%   outside_files     WFDB, BrainVision, EEGLAB and FIF: read files outside the folder of the file that names them;
%                     default false
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
