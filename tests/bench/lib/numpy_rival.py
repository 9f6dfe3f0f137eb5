"""Nine panels by NumPy, timed here: reads "nine 0.03" or "shared 0.03" from standard input and prints
the seconds of processor time that one run took, of as many runs as fill 0.03; "write 0" writes the
weights of both ways beside the inputs."""

import sys
import time
from pathlib import Path

import numpy as np

NINE = [0, 1, 2, 0, 1, 2, 3, 3, 3]
folder = Path(sys.argv[1])
n, d = int(sys.argv[2]), int(sys.argv[3])
scales = [np.float32(scale) for scale in sys.argv[4:]]
q, k, mask = (np.fromfile(folder / name, np.float32).reshape(n, -1) for name in ("q", "k", "mask"))


def softmax(x, scale):
    y = x * scale
    y += mask
    y -= y.max(axis=1, keepdims=True)
    np.exp(y, out=y)
    y /= y.sum(axis=1, keepdims=True)
    return y


def nine():
    for which in NINE:
        softmax(q @ k.T, scales[which])


def shared():
    x = q @ k.T
    for scale in scales:
        softmax(x, scale)


def timed(run, least):
    runs, start = 0, time.process_time()
    while runs == 0 or time.process_time() - start < least:
        run()
        runs += 1
    return (time.process_time() - start) / runs


def write():
    x = q @ k.T
    for i, scale in enumerate(scales):
        softmax(q @ k.T, scale).tofile(folder / f"nine{i}")
        softmax(x, scale).tofile(folder / f"shared{i}")


for line in sys.stdin:
    task, least = line.split()
    if task == "write":
        write()
        print("written", flush=True)
    else:
        print(timed({"nine": nine, "shared": shared}[task], float(least)), flush=True)
