// SPDX-License-Identifier: Apache-2.0
//
// Gaussian and logistic classifiers as models whose sources are standard normal, so that files, streams, adaptation and
// checks of models take them as any other.
//
// Gaussian: W of a class is the inverse of a root of its shrunk covariance (shrunk_gaussians.hpp).
//
// Logistic: up to a number for each sample, the scores a_k x + c_k of logistic regression are the log densities of
// normal classes of one covariance S,
//
//     ln N(x; S a_k, S) = ln N(x; 0, S) + a_k x - a_k S a_k / 2 ,
//
// and what is left of c_k is the offset of the class. Of all S the one is taken with which the model has the mean and
// the covariance of all labelled samples. In coordinates where these are 0 and 1, and with weights whose mean by the
// frequencies f_k of the classes is 0, it solves S + S B S = 1 with B = sum_k f_k a_k a_k^T: it has the eigenvectors of
// B, and 2 / (1 + sqrt(1 + 4 b)) for an eigenvalue b. So densities say how familiar a sample is, and a map that brings
// the mean and the covariance of another person to those of the model (adaptation.hpp) is right.
#pragma once

#include <vector>

#include "biotropy/sicamm/training_internal.hpp"

namespace biotropy::sicamm {

/// The ridge of logistic regression with the least log loss on folds that are left out; 1 where none can be.
/// @throws Error as make_folds() does; cancelled.
double best_ridge(const Job& job);

/// The classes of ClassifierKind::gaussian or logistic, with the ridge of the settings. @throws Error as
/// fit_shrunk_gaussians() and fit_logistic().
std::vector<ClassFit> fit_normal_classes(const Job& job);

}  // namespace biotropy::sicamm
