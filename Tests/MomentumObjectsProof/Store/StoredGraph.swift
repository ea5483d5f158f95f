import MomentumObjects
import MomentumSQL
import MomentumSQLite

/// Reads the tables of a SQLite store of ``ProofModel`` with plain SQL, and makes a graph of them.
struct StoredGraph {
  /// The numbers of the graph's objects by primary key, for each family of entities.
  struct Keys {
    var people: [Int64: Int] = [:]
    var companies: [Int64: Int] = [:]
    var tags: [Int64: Int] = [:]
    var notes: [Int64: Int] = [:]

    mutating func add(_ index: Int, _ kind: ReferenceGraph.Kind, _ key: Int64) {
      switch kind {
      case .person, .manager: people[key] = index
      case .company: companies[key] = index
      case .tag: tags[key] = index
      case .note: notes[key] = index
      }
    }
  }

  private let connection: Connection
  private let keys: Keys
  private var graph = ReferenceGraph()

  /// The graph that the tables hold.
  ///
  /// Throws ``ProgramFailure`` for rows that nobody has saved, for links to nowhere, for a file that
  /// SQLite's check finds damaged, and for a `Z_MAX` below a key.
  static func read(_ path: String, _ keys: Keys) throws -> ReferenceGraph {
    var stored = StoredGraph(
      connection: try Connection(path: path, access: .readWrite), keys: keys)
    try stored.checkFile()
    try stored.readPeople()
    try stored.readOthers()
    try stored.readNotes()
    try stored.readPairs()
    return stored.graph
  }

  /// Throws ``ProgramFailure`` for a damaged file, and for a `Z_MAX` below a key.
  static func check(_ path: String) throws {
    try StoredGraph(connection: Connection(path: path, access: .readWrite), keys: Keys())
      .checkFile()
  }

  private init(connection: Connection, keys: Keys) {
    self.connection = connection
    self.keys = keys
  }

  private func rows(_ sql: String) throws -> [[SQLValue]] {
    let statement = try connection.prepare(sql: sql)
    var rows: [[SQLValue]] = []
    while let row = try statement.nextRow() { rows.append(row) }
    return rows
  }

  private func checkFile() throws {
    let check = try rows("PRAGMA integrity_check")
    guard check == [[.text("ok")]] else { throw ProgramFailure("integrity_check: \(check)") }
    for (entity, table) in [
      ("Person", "ZPERSON"), ("Company", "ZCOMPANY"), ("Tag", "ZTAG"), ("Note", "ZNOTE"),
    ] {
      let sql = """
        SELECT (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entity)') >=
        (SELECT ifnull(max(Z_PK), 0) FROM \(table))
        """
      guard try rows(sql) == [[.integer(1)]] else {
        throw ProgramFailure("Z_MAX of \(entity) is below a key of \(table)")
      }
    }
  }

  private func number(_ value: SQLValue, _ keys: [Int64: Int], _ what: String) throws -> Int? {
    switch value {
    case .null: return nil
    case .integer(let key):
      guard let index = keys[key] else { throw ProgramFailure("\(what): unknown key \(key)") }
      return index
    case .real, .text, .blob: throw ProgramFailure("\(what) is \(value)")
    }
  }

  private mutating func insert(
    _ row: [SQLValue], _ keys: [Int64: Int], _ kind: ReferenceGraph.Kind
  ) throws -> Int {
    guard let index = try number(row[0], keys, "a row of \(kind.rawValue)") else {
      throw ProgramFailure("a row of \(kind.rawValue) without a key")
    }
    graph.kinds[index] = kind
    graph.values[index] = ReferenceGraph.Values()
    return index
  }

  // MARK: - Tables

  private mutating func readPeople() throws {
    let managers = try rows("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Manager'")
    for row in try rows(
      "SELECT Z_PK, Z_ENT, ZNAME, ZAGE, ZLEVEL, ZCOMPANY, ZPARTNER, ZBOSS FROM ZPERSON")
    {
      let index = try insert(row, keys.people, [[row[1]]] == managers ? .manager : .person)
      graph.values[index]?.name = row[2].string
      graph.values[index]?.age = row[3].number
      graph.values[index]?.level = row[4].number
      graph.companies[index] = try number(row[5], keys.companies, "company of \(index)")
      graph.partners[index] = try number(row[6], keys.people, "partner of \(index)")
      graph.bosses[index] = try number(row[7], keys.people, "boss of \(index)")
    }
  }

  private mutating func readOthers() throws {
    for row in try rows("SELECT Z_PK, ZNAME FROM ZCOMPANY") {
      graph.values[try insert(row, keys.companies, .company)]?.name = row[1].string
    }
    for row in try rows("SELECT Z_PK, ZWORD, ZRANK FROM ZTAG") {
      let index = try insert(row, keys.tags, .tag)
      graph.values[index]?.word = row[1].string
      graph.values[index]?.rank = row[2].number
    }
  }

  private mutating func readNotes() throws {
    for row in try rows(
      "SELECT Z_PK, ZTEXT, ZAUTHOR, ZPARENT FROM ZNOTE ORDER BY ZAUTHOR, Z_FOK_AUTHOR")
    {
      let index = try insert(row, keys.notes, .note)
      graph.values[index]?.text = row[1].string
      graph.parents[index] = try number(row[3], keys.notes, "parent of \(index)")
      if let author = try number(row[2], keys.people, "author of \(index)") {
        graph.notes[author, default: []].append(index)
      }
    }
    let positions = try rows(
      "SELECT count(*) FROM ZNOTE WHERE ZAUTHOR IS NOT NULL GROUP BY ZAUTHOR, Z_FOK_AUTHOR")
    guard positions.allSatisfy({ $0 == [.integer(1)] }) else {
      throw ProgramFailure("two notes of one author have one position")
    }
  }

  private mutating func readPairs() throws {
    for pair in try pairs("PEOPLE", "TAGS", keys.people, keys.tags) { graph.tags.insert(pair) }
    for pair in try pairs("STUDENTS", "MENTORS", keys.people, keys.people) {
      graph.mentors.insert(pair)
    }
  }

  /// The rows of the join table with two columns `Z_nPEOPLE` and `Z_nTAGS`.
  private func pairs(
    _ person: String, _ other: String, _ people: [Int64: Int], _ others: [Int64: Int]
  ) throws -> [ReferenceGraph.Pair] {
    let tables = try rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    for table in tables.compactMap({ $0.first?.string }) where table.hasPrefix("Z_") {
      let columns = try rows("PRAGMA table_info(\(table))").compactMap { $0[1].string }
      guard let one = columns.first(where: { $0.hasPrefix("Z_") && $0.hasSuffix(person) }),
        let two = columns.first(where: { $0.hasPrefix("Z_") && $0.hasSuffix(other) })
      else { continue }
      return try rows("SELECT \(one), \(two) FROM \(table)").map { row in
        guard let person = try number(row[0], people, "\(table).\(one)"),
          let other = try number(row[1], others, "\(table).\(two)")
        else { throw ProgramFailure("\(table) has a row with NULL") }
        return ReferenceGraph.Pair(person: person, other: other)
      }
    }
    throw ProgramFailure("no join table of \(person) and \(other)")
  }
}

extension SQLValue {
  var string: String? { if case .text(let text) = self { text } else { nil } }
  var number: Int64? { if case .integer(let number) = self { number } else { nil } }
}

extension ReferenceGraph {
  /// What another graph has differently, in one line; `nil` if both are equal.
  func difference(from other: ReferenceGraph) -> String? {
    let (mine, its) = (Set(kinds.keys), Set(other.kinds.keys))
    guard mine == its else {
      return "objects \(mine.subtracting(its).sorted()) are missing, "
        + "\(its.subtracting(mine).sorted()) should not be there"
    }
    for index in mine.sorted() where kinds[index] != other.kinds[index] {
      return "the entity of object \(index) differs"
    }
    for index in mine.sorted() where row(of: index) != other.row(of: index) {
      return "object \(index) should be \(row(of: index)) and is \(other.row(of: index))"
    }
    return nil
  }
}
