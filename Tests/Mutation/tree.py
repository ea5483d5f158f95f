"""The copy of the repository: which places are changed, and how the changes are built behind one switch."""
import collections
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys

# A fifth is chosen in addition, because some changes do not compile: a branch that has to be taken.
SPARE = 1.2
ROUNDS = 40

SWITCH_FILE = "MutationSwitch.swift"
# The tests of a trace say which mutants they reach: each has a byte in a file that all processes map. A
# call of write() would not do, because tests of faults count and fail such calls.
SWITCH = """\
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

private let chosenMutant = getenv("MOMENTUM_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

nonisolated(unsafe) private let reachedMutants: UnsafeMutablePointer<UInt8>? = {
  guard let path = getenv("MOMENTUM_MUTANT_TRACE") else { return nil }
  let file = open(path, O_RDWR)
  guard file >= 0 else { return nil }
  let bytes = mmap(nil, COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
  close(file)
  return bytes == MAP_FAILED ? nil : bytes?.assumingMemoryBound(to: UInt8.self)
}()

func __mutant(_ number: Int) -> Bool {
  if let reachedMutants { reachedMutants[number] = 1 }
  return number == chosenMutant
}
"""


def swift(*words, log, **options):
    with open(log, "w") as file:
        return subprocess.run(["swift", *words], stdout=file, stderr=subprocess.STDOUT, **options).returncode


def places(root, scratch, modules):
    """What the finder prints. It is linked to the parser that the toolchain ships."""
    info = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))
    host = os.path.join(info["paths"]["runtimeResourcePath"], "host")
    tool = scratch / "tool"
    log = scratch / "tool.log"
    flags = ["-Xswiftc", "-I" + host]
    for flag in ["-L" + host, "-rpath", host]:
        flags += ["-Xlinker", flag]
    if swift("build", "--package-path", str(root / "Tests/Mutation"), "--scratch-path", str(tool), *flags, log=log):
        sys.exit(log.read_text())
    lines = subprocess.check_output(
        [tool / "debug/MutationPlaces", root, *("Sources/" + module for module in modules)], text=True)
    return [json.loads(line) for line in lines.split("\n") if line]


def choose(places, modules, count, seed):
    """As many of each module, and in a module as many of each kind, as far as there are places."""
    generator = random.Random(seed)
    rows = collections.defaultdict(lambda: collections.defaultdict(list))
    for place in places:
        rows[place["file"].split("/")[1]][place["kind"]].append(place)
    chosen = []
    share = int(count * SPARE / len(modules)) + 1
    for module in modules:
        taken = collections.defaultdict(list)
        kinds = {kind: generator.sample(rows[module][kind], len(rows[module][kind])) for kind in sorted(rows[module])}
        left = share
        while left and any(kinds.values()):
            for kind in generator.sample(sorted(kinds), len(kinds)):
                # Two changes in one another cannot be switched each by itself.
                while left and kinds[kind]:
                    place = kinds[kind].pop()
                    ranges = taken[place["file"]]
                    if all(place["end"] <= start or end <= place["start"] for start, end in ranges):
                        ranges.append((place["start"], place["end"]))
                        chosen.append(place)
                        left -= 1
                        break
    return dict(enumerate(chosen, start=1))


def build(root, copy, scratch, modules, chosen, count):
    """Builds the copy with the chosen places, without those that do not compile; the mutants that are left."""
    copy_files(root, copy, {place["file"] for place in chosen.values()})
    for module in modules:
        text = SWITCH.replace("COUNT", str(max(chosen) + 1))
        write(copy / "Sources" / module / SWITCH_FILE, text.encode())
    # Those of an earlier run are not found out again: each round would build what the round before has touched.
    saved = scratch / "refused.json"
    choice = hashlib.sha256(json.dumps(chosen, sort_keys=True).encode()).hexdigest()
    refused = set(json.loads(saved.read_text()).get(choice, [])) if saved.exists() else set()
    mutants = {number: place for number, place in chosen.items() if number not in refused}
    log = scratch / "build.log"
    for _ in range(ROUNDS):
        lines = write_mutants(root, copy, chosen, mutants)
        if swift("build", "--build-tests", cwd=copy, log=log) == 0:
            return share_out(mutants, modules, count)
        wrong = blamed(copy, log, lines)
        if not wrong:
            sys.exit(log.read_text()[-4000:] + "\nthe copy does not build, and no mutant is to blame")
        print("do not compile:", *sorted(wrong), flush=True)
        for number in wrong:
            del mutants[number]
        refused |= wrong
        saved.write_text(json.dumps({choice: sorted(refused)}))
    sys.exit("the copy does not build")


def share_out(mutants, modules, count):
    result = {}
    for module in modules:
        own = [number for number in sorted(mutants) if mutants[number]["file"].split("/")[1] == module]
        result.update((number, mutants[number]) for number in own[:-(-count // len(modules))])
    return result


def write_mutants(root, copy, chosen, mutants):
    """The lines that each mutant has in the copy, by file: the compiler names lines only."""
    lines = collections.defaultdict(dict)
    for file in sorted({place["file"] for place in chosen.values()}):
        text = (root / file).read_bytes()
        result, end = b"", 0
        own = {number: place for number, place in mutants.items() if place["file"] == file}
        for number, place in sorted(own.items(), key=lambda item: item[1]["start"]):
            result += text[end:place["start"]]
            first = result.count(b"\n") + 1
            result += place["text"].replace("§", f"__mutant({number})").encode()
            lines[file][number] = (first, result.count(b"\n") + 1)
            end = place["end"]
        write(copy / file, result + text[end:])
    return lines


def blamed(copy, log, lines):
    """The mutants that the compiler complains about: those of the line, or else the nearest of the file."""
    wrong = set()
    for path, line in re.findall(r"^(/.+?\.swift):(\d+):\d+: error:", log.read_text(), re.MULTILINE):
        file, line = os.path.relpath(path, copy), int(line)
        near = {number: max(first - line, line - last, 0) for number, (first, last) in lines.get(file, {}).items()}
        wrong |= {number for number, distance in near.items() if distance == min(near.values())}
    return wrong


def write(path, data):
    # A file that stays the same keeps its time, so that it is not compiled again.
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def copy_files(root, copy, changed):
    names = subprocess.check_output(["git", "-C", root, "ls-files", "-coz", "--exclude-standard"], text=True).split("\0")
    names = {name for name in names if name and (root / name).is_file()}
    # Git does not have the versions of the dependencies, but the copy has to be built with the same.
    if (root / "Package.resolved").exists():
        names.add("Package.resolved")
    for name in names - changed:
        write(copy / name, (root / name).read_bytes())
        shutil.copymode(root / name, copy / name)
    for folder in ["Sources", "Tests"]:
        for path in (copy / folder).rglob("*"):
            if path.name != SWITCH_FILE and path.is_file() and str(path.relative_to(copy)) not in names:
                path.unlink()


times = {}


def check_unchanged(copy):
    """Stops where a mutant made a test write into the copy: the next mutants would be judged by wrong files."""
    now = {}
    for folder in ["Sources", "Tests", "Models", "Grammar"]:
        for path in (copy / folder).rglob("*"):
            if path.is_file():
                now[path] = path.stat().st_mtime_ns
    if times and now != times:
        changed = sorted(str(path) for path in set(now) | set(times) if now.get(path) != times.get(path))
        sys.exit("a test changed the copy; begin again: " + ", ".join(changed[:10]))
    times.update(now)
