function [rr, report] = read_rr(path, varargin)
%READ_RR Read and clean RR intervals: beat annotations of a WFDB record, or a list of intervals or times.
%   RR = biotropy.read_rr(PATH, NAME, VALUE, ...) is a column of intervals, with a NaN in front of each that follows a gap:
%   measure it with 'missing', 'omit' and, with tau above 1 or at many scales, 'missing_are_gaps', true.
%   [RR, REPORT] = ... also returns times (ends in seconds), unit, n_read, the removals (removed_index counts from 1) and a
%   report in a line.
%
%   Options, as names and values:
%   min               Shorter RR intervals are removed; 0 keeps them (a number of seconds); default 0.3
%   max               Longer RR intervals are removed; inf keeps them (a number of seconds); default 1.5
%   ectopic           Remove intervals too different from the one before, the mean of both neighbours, or the median
%                     around them; one of none, previous, neighbours, median; default none
%   ectopic_change    The relative difference that is too much (a number above 0); default 0.2
%   policy            At removed intervals: a gap that no template spans, or nothing; 'gap' or 'close'; default gap
%   input_unit        Unit of intervals in text and arrays; auto: milliseconds if the median is above 10; 'auto' or
%                     's' or 'ms'; default auto
%   output_unit       Unit of the intervals that are returned; auto: as read; 'auto' or 's' or 'ms'; default auto
%   values            Contents of text and arrays: RR intervals, or the times of beats; detect: intervals, and an
%                     error if nine of ten rise as times do; 'detect' or 'intervals' or 'times'; default detect
%   first             First value of text and arrays: an interval, or the time to the first beat (onset); detect:
%                     that time if it is above 3 times the median; 'detect' or 'interval' or 'onset'; default detect
%   beats             Tables of events of BIDS (_events.tsv): the trial_type whose onsets are the beats
%   consecutive       WFDB: leave out intervals with an annotation inside that is no beat (ann2rr -c); default false
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
%   See also biotropy.clean_rr, biotropy.sampen

% SPDX-License-Identifier: Apache-2.0
  [~, options] = biotropy.internal.given(varargin, {});
  report = biotropy_mex('read_rr', char(path), options);
  report.removed_index = report.removed_index + 1;  % from 1
  rr = report.rr;
end
