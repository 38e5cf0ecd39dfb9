# SPDX-License-Identifier: CC0-1.0
"""Curves over scales, of one series, of two and of several; and values of pooled epochs."""


def case(measure, title, series, **options):
    return {"measure": measure, "title": title, "series": list(series), "set": options}


def curve(measure, title, series, method="mse", **options):
    own = {"method": method, "grain": "mean", "tolerance_of": "original", "scales": [1, 2, 3, 4]}
    if options.get("grain") == "variance":
        own |= {"scales": [2, 3, 4], "tolerance_of": "scale"}
    return case(measure, title, series, **(own | options))


def one_series():
    for name in ("lcg1-200", "ar11-200", "eeg0-300", "logistic-200"):
        for method in ("mse", "cmse", "rcmse"):
            yield curve("sampen", f"{name}: {method.upper()}", [name], method, m=1 if "200" in name else 2, r=0.25)
        yield curve("sampen", f"{name}: r of each scale", [name], m=1, r=0.25, tolerance_of="scale")
        yield curve("sampen", f"{name}: variances, generalised", [name], m=1, r=0.25, grain="variance")
        yield curve("apen", f"{name}: MSE of ApEn", [name], m=1)
        yield curve("apen", f"{name}: CMSE of ApEn", [name], "cmse", m=1)
        for method in ("mse", "cmse"):
            yield curve("permen", f"{name}: {method.upper()} of PermEn", [name], method)
        for method in ("mse", "cmse", "rcmse"):
            yield curve("fuzzyen", f"{name}: {method.upper()} of FuzzyEn", [name], method, scales=[1, 2, 3])
    for name in ("steps21-200", "rr-rest-300"):
        r = 1.0 if "steps" in name else 16.0
        for boundary in ("closed", "open"):
            yield curve("sampen", f"{name}: means of 2 and 4 integers are exact, {boundary} boundary", [name], scales=[1, 2, 4], m=1, r=r,
                        r_unit="absolute", boundary=boundary)  # fmt: skip
    yield curve("sampen", "a scale with too few means", ["short-6"], scales=[4], m=1, r=1.0, r_unit="absolute")
    yield curve("sampen", "missing samples: a mean is missing where a sample is", ["gaps-200"], scales=[1, 2, 3], m=1, r=0.25, missing="omit")
    yield curve("permen", "missing samples: a mean is missing where a sample is", ["gaps-200"], scales=[1, 2, 3], missing="omit")


def several_series():
    pair = ["lcg1-200", "lcg2-200"]
    for measure in ("cross-sampen", "cross-apen", "cross-fuzzyen"):
        for method in ("mse", "cmse", "rcmse"):
            if method != "rcmse" or measure != "cross-apen":
                yield curve(measure, f"two series: {method.upper()}", pair, method, scales=[1, 2, 3], m=1, r=0.25)
        yield curve(measure, "two series, z-scored at each scale", pair, scales=[1, 2, 3], m=1, r=0.25, tolerance_of="scale")
    for approach in ("full", "naive"):
        yield curve("mvsampen", f"three channels: MSE, {approach}", [*pair, "lcg3-200"], scales=[1, 2, 3], m=1, r=0.15, approach=approach)
    yield curve("mvfuzzyen", "three channels: MSE", [*pair, "lcg3-200"], scales=[1, 2, 3], m=1, r=0.15)


def pooled():
    for name, tolerance in (("lcg1-200", {}), ("ar11-200", {}), ("steps21-200", {"r": 0.0, "r_unit": "absolute"})):
        for kind in ("recording", "epoch"):
            for length in (40, 50):
                yield case("sampen", f"{name}: epochs of {length} samples, r of each {kind}", [name], m=1, epoch_length=length,
                           pool_epochs=kind, **tolerance)  # fmt: skip


def cases():
    for group in (one_series, several_series, pooled):
        yield from group()
