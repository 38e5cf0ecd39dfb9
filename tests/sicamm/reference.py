# SPDX-License-Identifier: Apache-2.0
"""SICAMM from its definition, in NumPy and SciPy, as an implementation independent of the library: kernel
densities as sums over all points with Silverman's bandwidth, the forward filter, the smoother and the most probable
path in logarithms. The tests of the Python package run it beside the program (test_states_reference.py). By itself it
writes reference.txt, which test_reference.cpp holds the library against where there is no Python.

To write the file anew, in any folder:

    python3 -m venv reference && reference/bin/pip install 'numpy==2.4.6' 'scipy==1.17.1'
    reference/bin/python tests/sicamm/reference.py > tests/sicamm/reference.txt

Each line is `case what : values...`; the posteriors stand sample by sample.
"""

import numpy as np
import scipy
from scipy.special import logsumexp

STRIDE = 7  # every seventh sample is kept in the file


class Draws:
    """A linear congruential generator whose values are exact in binary, so that the tests draw the same."""

    def __init__(self, state):
        self.state = state

    def uniform(self):
        self.state = (1664525 * self.state + 1013904223) % 2**32
        return self.state / 2**32 - 0.5


def case(seed, channels, classes, n_points, n_samples, stay):
    draws = Draws(seed)
    unmixing, bias, points = [], [], []
    for k in range(classes):
        w = [[(1.0 if i == j else 0.0) + 0.5 * draws.uniform() for j in range(channels)] for i in range(channels)]
        unmixing.append(np.array(w))
        bias.append(np.array([draws.uniform() for _ in range(channels)]))
        shape = [[draws.uniform() * (1 + k) for _ in range(n_points)] for _ in range(channels)]
        points.append(np.array(shape) ** 3 * 8.0 + 0.25 * np.array(shape))
    samples = np.array([[4.0 * draws.uniform() for _ in range(channels)] for _ in range(n_samples)])
    samples[n_samples // 2] *= 1e4  # an artefact
    transitions = np.full((classes, classes), (1.0 - stay) / max(1, classes - 1))
    np.fill_diagonal(transitions, stay if classes > 1 else 1.0)
    return unmixing, bias, points, samples, np.full(classes, 1.0 / classes), transitions


def silverman(points):
    """The bandwidth of Garcia-Molla et al. 2019."""
    mad = np.median(np.abs(points - np.median(points)))
    return mad / 0.6745 * (4.0 / (3.0 * len(points))) ** 0.2


def log_kernel_density(points, x, h):
    """ln f at each x: Gaussian kernels at the points."""
    z = (x[:, None] - points[None, :]) / h
    return logsumexp(-0.5 * z * z, axis=1) - np.log(len(points) * h * np.sqrt(2.0 * np.pi))


def log_densities(unmixing, bias, points, samples, bandwidth=None):
    """ln p(x | k); the bandwidths [class][component] are those of Garcia-Molla et al. 2019 where none are given."""
    columns = []
    for k, (w, b, s) in enumerate(zip(unmixing, bias, points)):
        sources = (samples - b) @ w.T
        widths = [silverman(of_component) for of_component in s] if bandwidth is None else bandwidth[k]
        parts = [log_kernel_density(s[j], sources[:, j], widths[j]) for j in range(len(s))]
        columns.append(np.sum(parts, axis=0) + np.linalg.slogdet(w)[1])
    return np.stack(columns, axis=1)


def forward(log_emissions, priors, transitions):
    log_a = np.empty_like(log_emissions)
    norms, state = [], np.log(priors)
    for i, emission in enumerate(log_emissions):
        if i > 0:
            state = logsumexp(state[:, None] + np.log(transitions), axis=0)
        state = state + emission
        norms.append(logsumexp(state))
        state = state - norms[-1]
        log_a[i] = state
    return log_a, np.array(norms)


def backward(log_emissions, transitions):
    log_b = np.zeros_like(log_emissions)
    for i in range(len(log_emissions) - 2, -1, -1):
        log_b[i] = logsumexp(np.log(transitions) + log_emissions[i + 1] + log_b[i + 1], axis=1)
        log_b[i] -= log_b[i].max()
    return log_b


def best_path(log_emissions, priors, transitions):
    score, before = np.log(priors) + log_emissions[0], []
    for emission in log_emissions[1:]:
        arrived = score[:, None] + np.log(transitions)
        before.append(arrived.argmax(axis=0))
        score = arrived.max(axis=0) + emission
    path = [int(score.argmax())]
    for row in reversed(before):
        path.append(int(row[path[-1]]))
    return path[::-1]


def line(name, what, values):
    print(name, what, ":", *(repr(float(value)) for value in np.ravel(values)))


def main():
    print(f"# NumPy {np.__version__}, SciPy {scipy.__version__}; written by reference.py, which says how to write it "
          "anew.")
    cases = {"two": (1, 3, 2, 400, 210, 0.9), "four": (2, 5, 4, 250, 140, 0.75), "one": (3, 2, 1, 100, 35, 1.0)}
    for name, parameters in cases.items():
        unmixing, bias, points, samples, priors, transitions = case(*parameters)
        emissions = log_densities(unmixing, bias, points, samples)
        log_a, norms = forward(emissions, priors, transitions)
        log_c = log_a + backward(emissions, transitions)
        smoothed = np.exp(log_c - logsumexp(log_c, axis=1, keepdims=True))
        line(name, "log_densities", emissions[::STRIDE])
        line(name, "filter", np.exp(log_a)[::STRIDE])
        line(name, "smoother", smoothed[::STRIDE])
        line(name, "log_likelihoods", norms[::STRIDE])
        line(name, "path", best_path(emissions, priors, transitions))


if __name__ == "__main__":
    main()
