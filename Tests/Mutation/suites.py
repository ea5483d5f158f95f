"""The suites of the tests: how long each takes, which mutants it reaches, and what it says of one."""
import collections
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time

Suite = collections.namedtuple("Suite", "name seconds reached")
Verdict = collections.namedtuple("Verdict", "word by tried reaching seconds")
Run = collections.namedtuple("Run", "status issue seconds wall trapped")

# Suites are run together as long as they take no longer than this, because each start costs time too.
BATCH_SECONDS = 4
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
ISSUE = re.compile(r"✘ Test (.+?) recorded an issue(.*)")
PLACE = re.compile(r" at (\w+\.swift):\d+:\d+")


class Runner:
    def __init__(self, copy, scratch):
        self.copy = copy
        self.trace = scratch / "trace"
        self.saved = scratch / "suites.json"
        # Tests of repositories need a folder that lies in none.
        self.folder = pathlib.Path(tempfile.gettempdir(), f"momentum-mutation-{os.getpid()}")
        self.binary = [str(copy / ".build/debug/momentumPackageTests.xctest"), "--testing-library", "swift-testing"]

    def baseline(self, pattern, last, seconds):
        """Every suite without a mutant. One that fails, or takes all the time of a mutant, is left out."""
        key = [pattern, seconds, os.stat(self.binary[0]).st_mtime_ns]
        saved = json.loads(self.saved.read_text()) if self.saved.exists() else {}
        if saved.get("key") == key:
            return [Suite(name, cost, set(reached)) for name, cost, reached in saved["suites"]]
        listed = subprocess.run(self.binary + ["--list-tests"], cwd=self.copy, capture_output=True, text=True).stdout
        names = {line.split("/")[0] + ("/" if "/" in line else "") for line in listed.split("\n") if "." in line}
        known = []
        for name in sorted(name for name in names if re.search(pattern, name)):
            self.trace.write_bytes(bytes(last + 1))
            run = self.run(0, [name], seconds, int(seconds) + 1)
            if run.status != 0:
                print(f"left out, {word(run)} without a mutant: {name} {run.issue}", flush=True)
                continue
            reached = {number for number, byte in enumerate(self.trace.read_bytes()) if byte}
            known.append(Suite(name, run.seconds, reached))
        self.saved.write_text(json.dumps({"key": key, "suites": [[*suite[:2], sorted(suite.reached)] for suite in known]}))
        print(f"{len(known)} suites, {sum(suite.seconds for suite in known):.0f} s of CPU time", flush=True)
        return known

    def judge(self, number, known, seconds):
        """The suites that reach a mutant, cheap ones first, until one notices."""
        reaching = sorted((suite for suite in known if number in suite.reached), key=lambda suite: suite.seconds)
        spent, tried, left = 0.0, 0, float(seconds)
        while tried < len(reaching) and reaching[tried].seconds <= left:
            batch = [reaching[tried]]
            for suite in reaching[tried + 1:]:
                cost = sum(item.seconds for item in batch) + suite.seconds
                if cost > min(BATCH_SECONDS, left):
                    break
                batch.append(suite)
            cost = sum(item.seconds for item in batch)
            run = self.run(number, [suite.name for suite in batch], cost)
            spent += run.seconds
            tried += len(batch)
            left -= cost
            if run.status != 0:
                by = run.issue or batch[0].name.rstrip("/") + (" …" if len(batch) > 1 else "")
                return Verdict(word(run), by, tried, len(reaching), spent)
        return Verdict("survived" if reaching else "not reached", "", tried, len(reaching), spent)

    def run(self, number, names, cost, most=None):
        """One process, ended at the first issue or when it takes far longer than without a mutant."""
        environment = dict(os.environ, MOMENTUM_TEST_CORPUS="none", TMPDIR=str(self.folder), NO_COLOR="1")
        environment.pop("RECORD", None)
        environment["MOMENTUM_MUTANT"] = str(number)
        if number == 0:
            environment["MOMENTUM_MUTANT_TRACE"] = str(self.trace)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        expression = "^(" + "|".join(re.escape(name) for name in names) + ")"
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        process = subprocess.Popen(
            self.binary + ["--filter", expression], cwd=self.copy, env=environment, text=True, errors="replace",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: limit(most or int(cost * 5) + 30))
        late = threading.Timer(cost * 10 + 90, lambda: end(process))
        late.start()
        issue = ""
        for line in process.stdout:
            found = ISSUE.search(COLOUR.sub("", line))
            if found and not issue:
                place = PLACE.search(found[2])
                issue = found[1] + (f" in {place[1]}" if place else "")
                end(process)
        status = process.wait()
        is_late = not late.is_alive()
        late.cancel()
        end(process)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        timed_out = not issue and (is_late or status in (-signal.SIGXCPU, -signal.SIGKILL))
        return Run(1 if issue else status, issue, seconds, time.monotonic() - began, timed_out)

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def word(run):
    if run.issue:
        return "killed"
    if run.trapped:
        return "timed out"
    return "crashed" if run.status < 0 else "killed"


def limit(seconds):
    # A mutant may loop, and take memory or fill a file while it does.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(5)


def end(process):
    """Ends the process and those that it started: they are in a session of their own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
