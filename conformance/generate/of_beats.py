# SPDX-License-Identifier: CC0-1.0
"""RR intervals of heartbeats: values in milliseconds or steps of 1/128 s, with ties, artefacts and gaps."""

RULES = {"min": 0.3, "max": 1.5, "ectopic": "none", "ectopic_change": 0.2, "policy": "gap"}


def case(measure, title, series, **options):
    return {"measure": measure, "title": title, "series": [series], "set": options}


def cases():
    for measure in ("sampen", "apen"):
        for name in ("rr-rest-300", "rr-nn-300", "beats-200"):
            for boundary in ("closed", "open"):
                r = 5 / 128 if name == "beats-200" else 20.0
                yield case(measure, f"{name}: r = {r:g} in their unit, {boundary} boundary", name, r=r, r_unit="absolute", boundary=boundary)
            yield case(measure, f"{name}: r = 0.15 SD, m = 1", name, m=1, r=0.15)
        yield case(measure, "rr-rest-910: all intervals", "rr-rest-910")
        for policy in ("gap", "close"):
            for ectopic in ("none", "previous"):
                rules = RULES | {"policy": policy, "ectopic": ectopic}
                yield case(measure, f"artefacts removed ({ectopic}), {policy}", "rr-artefacts-200", rr=rules, missing="omit")
                yield case(measure, f"artefacts removed ({ectopic}), {policy}, r = 20 ms", "rr-artefacts-200", rr=rules, missing="omit",
                           r=20.0, r_unit="absolute")  # fmt: skip
        narrow = RULES | {"min": 1.0, "max": 1.2}
        yield case(measure, "limits of 1 and 1.2 s", "rr-artefacts-200", rr=narrow, missing="omit", m=1)
        strict = RULES | {"ectopic": "previous", "ectopic_change": 0.05}
        yield case(measure, "changes above 5 %", "rr-artefacts-200", rr=strict, missing="omit", m=1)
    for policy in ("gap", "close"):
        yield case("permen", f"artefacts removed, {policy}", "rr-artefacts-200", rr=RULES | {"policy": policy}, missing="omit")
        yield case("fuzzyen", f"artefacts removed, {policy}", "rr-artefacts-200", rr=RULES | {"policy": policy}, missing="omit")
