# SPDX-License-Identifier: Apache-2.0
"""Work on many recordings: where they lie, what is read of them, and who computes."""
