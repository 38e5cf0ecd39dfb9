# SPDX-License-Identifier: Apache-2.0
"""What `biotropy.report` writes: sentences, panels and tables."""
