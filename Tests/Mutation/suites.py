"""The suites of the tests: how long each takes, which mutants it reaches, and what it says of one."""
import collections
import concurrent.futures
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

Suite = collections.namedtuple("Suite", "name seconds reached")
Verdict = collections.namedtuple("Verdict", "word by tried reaching seconds")
Run = collections.namedtuple("Run", "status issue seconds timed_out")

# Suites are run together as long as they take no longer than this, because each start costs time too.
BATCH_SECONDS = 4
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
ISSUE = re.compile(r"✘ Test (.+?) recorded an issue(.*)")
PLACE = re.compile(r" at (\w+\.swift):\d+:\d+")


class Runner:
    def __init__(self, copy, scratch, jobs):
        self.copy = copy
        self.saved = scratch / "suites.json"
        # Tests of repositories need a folder that lies in none.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="momentum-mutation-"))
        self.jobs = concurrent.futures.ThreadPoolExecutor(jobs)
        self.binary = [str(copy / ".build/debug/momentumPackageTests.xctest"), "--testing-library", "swift-testing"]

    def baseline(self, pattern, last, seconds):
        """Every suite without a mutant. One that fails, or takes all the time of a mutant, is left out."""
        listed = subprocess.run(self.binary + ["--list-tests"], cwd=self.copy, capture_output=True, text=True).stdout
        names = {line.split("/")[0] + ("/" if "/" in line else "") for line in listed.split("\n") if "." in line}
        names = sorted(name for name in names if re.search(pattern, name))
        # What is known of an earlier run of the same build is not found out again.
        built = os.stat(self.binary[0]).st_mtime_ns
        saved = json.loads(self.saved.read_text()) if self.saved.exists() else {}
        costs = saved["costs"] if saved.get("built") == built else {}

        def measure(name):
            trace = self.folder / f"{threading.get_ident()}.trace"
            trace.write_bytes(bytes(last + 1))
            run = self.run(0, [name], seconds, int(seconds) + 1, trace)
            if run.status != 0:
                print(f"left out, {word(run)} without a mutant: {name} {run.issue}", flush=True)
                return
            reached = [number for number, byte in enumerate(trace.read_bytes()) if byte]
            costs[name] = [run.seconds, reached]
            print(f"{name} takes {run.seconds:.1f} s, reaches {len(reached)}", flush=True)
            self.saved.write_text(json.dumps({"built": built, "costs": costs.copy()}))

        list(self.jobs.map(measure, (name for name in names if name not in costs)))
        known = [Suite(name, costs[name][0], set(costs[name][1])) for name in names if name in costs]
        print(f"{len(known)} suites, {sum(suite.seconds for suite in known):.0f} s of CPU time", flush=True)
        return known

    def judgements(self, numbers, known, seconds):
        """Each number with its verdict, as they come."""
        waiting = {self.jobs.submit(self.judge, number, known, seconds): number for number in numbers}
        for done in concurrent.futures.as_completed(waiting):
            yield waiting[done], done.result()

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

    def run(self, number, names, cost, most=None, trace=None):
        """One process, ended at the first issue or when it takes far longer than without a mutant."""
        # A folder for each run: what a process leaves that is being killed may still be written.
        folder = tempfile.mkdtemp(dir=self.folder)
        environment = dict(os.environ, MOMENTUM_TEST_CORPUS="none", TMPDIR=folder, NO_COLOR="1")
        environment.pop("RECORD", None)
        environment["MOMENTUM_MUTANT"] = str(number)
        if trace:
            environment["MOMENTUM_MUTANT_TRACE"] = str(trace)
        expression = "^(" + "|".join(re.escape(name) for name in names) + ")"
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
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status = os.waitstatus_to_exitcode(status)
        is_late = not late.is_alive()
        late.cancel()
        end(process)
        shutil.rmtree(folder, ignore_errors=True)
        timed_out = not issue and (is_late or status in (-signal.SIGXCPU, -signal.SIGKILL))
        return Run(1 if issue else status, issue, usage.ru_utime + usage.ru_stime, timed_out)

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def word(run):
    if run.issue:
        return "killed"
    if run.timed_out:
        return "timed out"
    return "crashed" if run.status < 0 else "killed"


def limit(seconds):
    # A mutant may loop, and take memory or fill a file while it does.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(5)


def end(process):
    """Ends the process and those that it started: they are in a session of their own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
