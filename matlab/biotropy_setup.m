function biotropy_setup(prefix, folder)
%BIOTROPY_SETUP Compile the gateway to the library, and put it on the path.
%   biotropy_setup compiles against the installed library that pkg-config finds.
%   biotropy_setup(PREFIX) compiles against the one below this folder, such as '/usr/local'.
%   biotropy_setup(PREFIX, FOLDER) writes the gateway to FOLDER, by default the one of this function.
%   A C compiler is needed (see "mex -setup" of MATLAB), and in Octave the package octave-dev.

% SPDX-License-Identifier: Apache-2.0
  here = fileparts(mfilename('fullpath'));
  if nargin < 2 || isempty(folder), folder = here; end
  if nargin < 1 || isempty(prefix), prefix = found_prefix(); end
  [headers, libraries] = places(prefix);
  sources = cellfun(@(name) fullfile(here, 'src', name), {'biotropy_mex.c', 'mex_options.c', 'mex_results.c'}, ...
                    'UniformOutput', false);
  flags = {['-I' headers], ['-L' libraries], '-lbiotropy_c'};
  if exist('OCTAVE_VERSION', 'builtin')
    flags = [flags, {'-DBIOTROPY_OCTAVE', ['-Wl,-rpath,' libraries]}];
    mkoctfile('--mex', '-o', fullfile(folder, 'biotropy_mex.mex'), flags{:}, sources{:});
    remove_objects();
  else
    % utIsInterruptPending is how a MEX function learns of Ctrl-C.
    mex('-outdir', folder, '-output', 'biotropy_mex', flags{:}, '-DBIOTROPY_MATLAB', '-lut', ...
        ['LDFLAGS=$LDFLAGS -Wl,-rpath,' libraries], sources{:});
  end
  addpath(here, folder);
end

function remove_objects()
  for name = {'biotropy_mex.o', 'mex_options.o', 'mex_results.o'}
    if exist(name{1}, 'file') == 2, delete(name{1}); end
  end
end

function prefix = found_prefix()
  [status, output] = system('pkg-config --variable=prefix biotropy-c');
  if status ~= 0
    error('biotropy:setup', ['pkg-config does not find biotropy-c; install the library, or name its folder: ' ...
                             'biotropy_setup(''/usr/local'')']);
  end
  prefix = strtrim(output);
end

function [headers, libraries] = places(prefix)
  headers = fullfile(prefix, 'include');
  candidates = [{'lib', 'lib64'}, strcat({'lib/'}, {'x86_64-linux-gnu', 'aarch64-linux-gnu'})];
  for candidate = candidates
    libraries = fullfile(prefix, candidate{1});
    if exist(fullfile(headers, 'biotropy.h'), 'file') && ~isempty(dir(fullfile(libraries, 'libbiotropy_c.*'))), return; end
  end
  error('biotropy:setup', 'include/biotropy.h or lib/libbiotropy_c is missing below %s: install the library there', prefix);
end
