"""The table of the mutants, a row as soon as one is judged, and the summary by module and kind."""
import collections

COLUMNS = ["mutant", "place", "kind", "change", "verdict", "by", "suites", "seconds"]
KILLED = ["killed", "crashed", "timed out"]


class Table:
    def __init__(self, scratch, seed, places, modules, known):
        self.path = scratch / "mutants.tsv"
        self.summary = scratch / "summary.md"
        self.seed, self.places, self.modules, self.suites = seed, places, modules, len(known)
        self.old = self.read()
        self.rows = []
        self.path.write_text("\t".join(COLUMNS) + "\n")

    def read(self):
        if not self.path.exists():
            return []
        return [dict(zip(COLUMNS, line.split("\t"))) for line in self.path.read_text().split("\n")[1:] if line]

    def keep(self, mutants, only):
        """The rows of an earlier run of the same seed; a row of another change is not one of them."""
        for row in self.old:
            place = mutants.get(int(row["mutant"]))
            if place and int(row["mutant"]) not in only and row["change"] == place["shown"]:
                self.append(row)

    def add(self, number, place, verdict):
        self.append({
            "mutant": str(number), "place": f"{place['file']}:{place['line']}", "kind": place["kind"],
            "change": place["shown"], "verdict": verdict.word, "by": verdict.by,
            "suites": f"{verdict.tried}/{verdict.reaching}", "seconds": f"{verdict.seconds:.1f}",
        })

    def append(self, row):
        self.rows.append(row)
        line = "\t".join(row[column].replace("\t", " ") for column in COLUMNS)
        with open(self.path, "a") as file:
            file.write(line + "\n")
        print(line, flush=True)

    def write(self):
        self.rows.sort(key=lambda row: int(row["mutant"]))
        self.path.write_text("".join("\t".join(line) + "\n" for line in [COLUMNS] + [
            [row[column].replace("\t", " ") for column in COLUMNS] for row in self.rows]))
        seconds = sorted(float(row["seconds"]) for row in self.rows) or [0.0]
        lines = [
            f"Seed {self.seed}: {len(self.rows)} mutants of {self.places} places, {self.suites} suites. A mutant took "
            f"{sum(seconds) / len(seconds):.1f} s of CPU time, the median is {seconds[len(seconds) // 2]:.1f} s.", ""]
        lines += self.counts("module", lambda row: row["place"].split("/")[1].removeprefix("Momentum"))
        lines += self.counts("kind", lambda row: row["kind"])
        lines += ["| survivor | place | change | suites |", "| --- | --- | --- | --- |"]
        for row in self.rows:
            if row["verdict"] not in KILLED:
                change = row["change"].replace("|", "\\|")
                lines.append(f"| {row['mutant']} | `{row['place']}` | `{change}` | {row['suites']} |")
        self.summary.write_text("\n".join(lines) + "\n")
        print(f"{self.path}\n{self.summary}", flush=True)

    def counts(self, title, key):
        groups = collections.defaultdict(collections.Counter)
        for row in self.rows:
            groups[key(row)][row["verdict"]] += 1
            groups["all"][row["verdict"]] += 1
        words = KILLED + ["survived", "not reached"]
        lines = [f"| {title} | mutants | {' | '.join(words)} |", "| --- |" + " --- |" * (len(words) + 1)]
        for name in sorted(groups, key=lambda name: (name == "all", name)):
            counts = groups[name]
            lines.append(f"| {name} | {sum(counts.values())} | " + " | ".join(str(counts[word]) for word in words) + " |")
        return lines + [""]
