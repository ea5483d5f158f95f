import MomentumSQL
import MomentumSQLite

/// What the writers have confirmed, and how the rows must show it.
struct CounterResults {
  private var tallies: [String: [Int: (writes: Int, refused: Int)]] = [:]
  private(set) var entries: [Int: Int] = [:]
  private(set) var busy = 0
  private(set) var problems: [String] = []

  var writes: Int { tallies.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.writes } } }
  var refused: Int { tallies.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.refused } } }

  mutating func add(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("tally", 5):
      tallies[words[2], default: [:]][Int(words[1]) ?? -1] = (
        Int(words[3]) ?? -1, Int(words[4]) ?? -1
      )
    case ("entries", 3): entries[Int(words[1]) ?? -1] = Int(words[2]) ?? -1
    case ("busy", 3): busy += Int(words[2]) ?? 0
    case ("problem", _): problems.append(line)
    case _: break
    }
  }

  /// What the store has differently.
  func differences(in path: String) throws -> [String] {
    let connection = try Connection(path: path, access: .readWrite)
    var found: [String] = []
    func value(_ sql: String) throws -> Int {
      let statement = try connection.prepare(sql: sql)
      return try statement.nextRow()?.first?.number.map(Int.init) ?? -1
    }
    let check = try connection.prepare(sql: "PRAGMA integrity_check").nextRow()
    if check != [.text("ok")] { found.append("integrity_check: \(check ?? [])") }
    for (name, writers) in tallies.sorted(by: { $0.key < $1.key }) {
      let row = "FROM ZCOUNTER WHERE ZPOLICY = '\(name)'"
      let writes = writers.values.reduce(0) { $0 + $1.writes }
      // Each confirmed save has raised the version once.
      let versions = try value("SELECT Z_OPT \(row)") - 1
      if versions != writes {
        found.append("\(name): \(versions) versions of \(writes) confirmed saves")
      }
      if name == "error", try value("SELECT ZSHARED \(row)") != writes {
        found.append("\(name): \(try value("SELECT ZSHARED \(row)")) of \(writes) are counted")
      }
      guard name != "overwrite" else { continue }
      for (writer, tally) in writers.sorted(by: { $0.key < $1.key }) {
        let own = try value("SELECT ZOWN\(writer) \(row)")
        if own != tally.writes {
          found.append("\(name), writer \(writer): \(own) of \(tally.writes) are counted")
        }
      }
    }
    return try found + differencesOfEntries(value)
  }

  private func differencesOfEntries(_ value: (String) throws -> Int) throws -> [String] {
    var found: [String] = []
    for (writer, count) in entries.sorted(by: { $0.key < $1.key }) {
      let rows = try value(
        "SELECT count(DISTINCT ZNUMBER) FROM ZENTRY WHERE ZWRITER = \(writer)")
      if rows != count { found.append("writer \(writer): \(rows) of \(count) entries") }
    }
    let all = try value("SELECT count(*) FROM ZENTRY")
    let highest = try value("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Entry'")
    let last = try value("SELECT ifnull(max(Z_PK), 0) FROM ZENTRY")
    if all != entries.values.reduce(0, +) { found.append("\(all) entries in all") }
    if highest < last { found.append("Z_MAX is \(highest), and there is a key \(last)") }
    return found
  }
}
