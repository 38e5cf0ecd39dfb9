# SPDX-License-Identifier: Apache-2.0
library(testthat)
library(biotropy)

test_check("biotropy")
