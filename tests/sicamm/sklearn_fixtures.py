# SPDX-License-Identifier: Apache-2.0
"""Writes sklearn_fixtures.txt: unmixing matrices that scikit-learn's FastICA finds, and mixtures of normal distributions
that its GaussianMixture finds, in samples that the tests rebuild bit for bit.

To write the file anew, in any folder:

    python3 -m venv sklearn && sklearn/bin/pip install 'scikit-learn==1.9.1'
    sklearn/bin/python tests/sicamm/sklearn_fixtures.py > tests/sicamm/sklearn_fixtures.txt

Each line is `contrast : rows of the unmixing matrix`, for sources of variance 1, or `mixture : rounds, mean log-likelihood,
weights, means, covariances`, of samples times ten from three components with these samples as means and covariances of 1.
"""

import numpy as np
import sklearn
from sklearn.decomposition import FastICA
from sklearn.mixture import GaussianMixture

N_SAMPLES = 3000
MIXING = np.array([[1.0, 0.5, -0.25, 0.125], [0.25, 1.0, 0.5, -0.5], [-0.5, 0.25, 1.0, 0.5], [0.125, -0.5, 0.25, 1.0]])


def samples():
    """Powers of a linear congruential generator, mixed by binary fractions: flat, peaked and skewed sources."""
    state, rows = 12345, []
    for _ in range(N_SAMPLES):
        draws = []
        for _ in range(4):
            state = (1664525 * state + 1013904223) % 2**32
            draws.append(state / 2**32 - 0.5)
        sources = [draws[0], draws[1] * draws[1] * draws[1], (draws[2] + 0.5) * (draws[2] + 0.5), draws[3] * abs(draws[3])]
        mixed = []
        for row in MIXING.tolist():
            total = 0.0
            for weight, source in zip(row, sources):
                total += weight * source
            mixed.append(total)
        rows.append(mixed)
    return np.array(rows)


def main():
    x = samples()
    print(f"# scikit-learn {sklearn.__version__}; written by sklearn_fixtures.py, which says how to write it anew.")
    for contrast in ("logcosh", "exp", "cube"):
        found = FastICA(fun=contrast, whiten="unit-variance", whiten_solver="eigh", tol=1e-12, max_iter=1000,
                        random_state=0).fit(x)
        print(contrast, ":", *(repr(float(value)) for value in found.components_.ravel()))
    x = 10.0 * x
    found = GaussianMixture(3, reg_covar=0.01, tol=1e-6, max_iter=500, weights_init=[0.5, 0.25, 0.25], means_init=x[:3],
                            precisions_init=np.stack([np.eye(4)] * 3)).fit(x)
    values = [found.n_iter_, found.lower_bounds_[-1], *found.weights_, *found.means_.ravel(), *found.covariances_.ravel()]
    print("mixture :", *(repr(float(value)) for value in values))


main()
