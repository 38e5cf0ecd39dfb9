# SPDX-License-Identifier: Apache-2.0
"""What the functions of `biotropy.plot` draw, and with what."""
