# SPDX-License-Identifier: Apache-2.0
"""An outlet of the Lab Streaming Layer as a process of its own: what an amplifier does.

Arguments: a JSON object of name, source_id, labels, types, units, rate; a file of samples (NPY) with a column for each
label; and a file of time stamps (NPY). The stamps begin now. The process ends when its standard input does: nothing says
when samples have arrived but the receiver itself.
"""

import json
import sys
import time

import numpy as np
import pylsl

stream = json.loads(sys.argv[1])
samples, stamps = (np.load(path) for path in sys.argv[2:])
info = pylsl.StreamInfo(stream["name"], "EEG", samples.shape[1], stream["rate"], "double64", stream["source_id"])
channels = info.desc().append_child("channels") if stream["labels"] else None
for texts in zip(stream["labels"], stream["types"], stream["units"], strict=True):
    channel = channels.append_child("channel")
    for name, text in zip(("label", "type", "unit"), texts, strict=True):
        channel.append_child_value(name, text)
outlet = pylsl.StreamOutlet(info)
if not outlet.wait_for_consumers(600):
    sys.exit("nobody asked for samples")
start = pylsl.local_clock() - stamps[0]
for sample, stamp in zip(samples, stamps, strict=True):
    outlet.push_sample(sample.tolist(), start + stamp)
    time.sleep(0.001)
sys.stdin.read()
