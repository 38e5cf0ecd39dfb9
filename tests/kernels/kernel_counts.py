# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of every kernel in its machine code, which needs no GPU.

Usage: kernel_counts.py WRITE_PROGRAMS NVDISASM [ARCHITECTURE...]   prints a table in Markdown

For each kernel: registers of a work item, bytes spilled, and instructions of a warp per unit of work (a row, 32 pairs, ...)
in its innermost loop with the most work, and in the whole kernel if its work is unrolled. Loops are the natural loops of
the control flow: a branch back to a block that every path to the branch passes. An instruction that the work needs in a
known number (write_programs.cpp) says how often the compiler has unrolled a loop.
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def kernels(listing):
    """Instructions and labels of every kernel in an output of nvdisasm."""
    found, current = {}, None
    for line in listing.splitlines():
        section = re.match(r"\s*\.section\s+(\S+?),", line)
        if section:
            is_text = section[1].startswith(".text.")
            current = found.setdefault(section[1][6:], {"code": [], "labels": {}}) if is_text else None
        if current is None:
            continue
        label = re.match(r"(\.L_\w+):", line)
        if label:
            current["labels"][label[1]] = len(current["code"])
        instruction = re.match(r"\s*/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;", line)
        if instruction:
            current["code"].append(instruction[1].strip("{} "))
    return found


def operation(instruction):
    return re.sub(r"^@!?U?P\w+\s+", "", instruction).split()[0].split(".")[0]


def successors(kernel):
    code, following = kernel["code"], []
    for place, instruction in enumerate(code):
        name, target = operation(instruction), re.search(r"`\((\.L_\w+)\)", instruction)
        if name == "BRA" and target:
            is_conditional = instruction.startswith("@") or re.search(r"BRA\S* !?U?P\d", instruction)
            following.append([kernel["labels"][target[1]]] + ([place + 1] if is_conditional else []))
        elif name in ("EXIT", "RET", "BRX") and not instruction.startswith("@"):
            following.append([])
        else:
            following.append([place + 1])
    return [[place for place in places if place < len(code)] for places in following]


def postorder(following):
    order, seen, stack = [], {0}, [(0, iter(following[0]))]
    while stack:
        place, rest = stack[-1]
        for other in rest:
            if other not in seen:
                seen.add(other)
                stack.append((other, iter(following[other])))
                break
        else:
            order.append(place)
            stack.pop()
    return order


def dominators(following, preceding):
    """Of every reachable instruction, the last one that all paths to it pass (Cooper, Harvey and Kennedy 2001)."""
    order = postorder(following)[::-1]
    number = {place: position for position, place in enumerate(order)}
    above, changed = {0: 0}, True
    while changed:
        changed = False
        for place in order[1:]:
            first, *others = [other for other in preceding[place] if other in above]
            for other in others:
                while first != other:
                    while number[first] > number[other]:
                        first = above[first]
                    while number[other] > number[first]:
                        other = above[other]
            if above.get(place) != first:
                above[place], changed = first, True
    return above


def loops(kernel):
    """Natural loops, as sets of instructions by their first one."""
    following = successors(kernel)
    preceding = [[] for _ in following]
    for place, places in enumerate(following):
        for other in places:
            preceding[other].append(place)
    above = dominators(following, preceding)

    def dominates(head, place):
        while place not in (head, 0):
            place = above[place]
        return place == head

    found = {}
    for place in above:
        for head in following[place]:
            if not dominates(head, place):
                continue
            body, waiting = found.setdefault(head, {head}), [place]
            while waiting:
                other = waiting.pop()
                if other not in body:
                    body.add(other)
                    waiting.extend(preceding[other])
    return found


def per_unit(kernel, marker, markers):
    """Instructions per unit in the innermost loop with the most markers, or in all that is in no loop."""
    names = [operation(instruction) for instruction in kernel["code"]]
    found = loops(kernel)
    innermost = [body for head, body in found.items() if not any(other != head and other in body for other in found)]
    straight = set(range(len(names))).difference(*found.values())

    def count(places, name):
        return sum(names[place] == name for place in places)

    # A loop without enough markers for one unit has other work: it searches, or copies.
    with_work = [body for body in innermost if not marker or count(body, marker) >= markers]
    work = max(with_work or [straight], key=lambda places: count(places, marker) if marker else len(places))
    units = count(work, marker) / markers if marker else 1
    if units == 0:
        raise SystemExit(f"kernel_counts: no {marker} in the code")
    return (len(work) - count(work, "NOP")) / units


def resources(nvdisasm, file, name):
    tool = pathlib.Path(nvdisasm).with_name("cuobjdump")
    text = subprocess.run([tool, "-res-usage", file], capture_output=True, text=True, check=True).stdout
    numbers = re.search(rf"Function {name}:\s+REG:(\d+) STACK:(\d+)", text)
    return int(numbers[1]), int(numbers[2])


def main():
    program, nvdisasm, *architectures = sys.argv[1:]
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        listed = subprocess.run([program, folder, *architectures], capture_output=True, text=True, check=True).stdout
        compiler, *cases = listed.splitlines()
        for case in cases:
            file, architecture, name, what, unit, marker, markers = case.split("\t")
            listing = subprocess.run([nvdisasm, "-c", file], capture_output=True, text=True, check=True).stdout
            found = per_unit(kernels(listing)[name], marker, float(markers))
            registers, spilled = resources(nvdisasm, file, name)
            rows.setdefault((name, what, unit), {})[architecture] = (found, registers, spilled)
    architectures = list(dict.fromkeys(case.split("\t")[1] for case in cases))
    print(f"{compiler[2:]}; registers and bytes spilled are the most of all architectures")
    print()
    print("| kernel | case | per | registers | spilled |" + "".join(f" sm_{name} |" for name in architectures))
    print("|---|---|---|" + "---:|" * (2 + len(architectures)))
    for (name, what, unit), found in rows.items():
        registers = max(numbers[1] for numbers in found.values())
        spilled = max(numbers[2] for numbers in found.values())
        counts = "".join(f" {found[architecture][0]:.1f} |" for architecture in architectures)
        print(f"| `{name}` | {what} | {unit} | {registers} | {spilled} |{counts}")


if __name__ == "__main__":
    main()
