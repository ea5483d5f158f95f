internal import MomentumServerStore

/// Compares the tables that a model has with those that a database has.
struct CatalogueComparison {
  let expected: ServerCatalogue
  let found: ServerCatalogue
  /// The entity or property by table and column; the whole table has the column "".
  let subjects: [String: [String: String]]

  private var findings: [DriftFinding] = []

  init(expected: ServerCatalogue, found: ServerCatalogue, subjects: [String: [String: String]]) {
    self.expected = expected
    self.found = found
    self.subjects = subjects
  }

  static func findings(
    expected: ServerCatalogue, found: ServerCatalogue, subjects: [String: [String: String]]
  ) -> [DriftFinding] {
    var comparison = CatalogueComparison(expected: expected, found: found, subjects: subjects)
    comparison.run()
    return comparison.findings
  }

  private mutating func run() {
    for (name, table) in expected.tables.sorted(by: { $0.key < $1.key }) {
      guard let other = found.tables[name] else {
        report(.missingTable, name)
        continue
      }
      compareColumns(name, table, other)
      compareConstraints(name, table, other)
      compareIndexes(name, table, other)
    }
    // Momentum's own tables begin with this word, and no table of a model does.
    for name in found.tables.keys.sorted()
    where expected.tables[name] == nil && !name.hasPrefix("momentum_") {
      report(.otherTable, name)
    }
  }

  private mutating func report(
    _ kind: DriftFinding.Kind, _ table: String, _ name: String? = nil, column: String? = nil,
    expected: String? = nil, found: String? = nil
  ) {
    findings.append(
      DriftFinding(
        kind: kind, table: table, name: name,
        subject: subjects[table]?[column ?? name ?? ""], expected: expected, found: found))
  }

  // MARK: - Columns

  private mutating func compareColumns(
    _ table: String, _ left: ServerCatalogue.Table, _ right: ServerCatalogue.Table
  ) {
    let others = Dictionary(right.columns.map { ($0.name, $0) }) { first, _ in first }
    for column in left.columns {
      guard let other = others[column.name] else {
        report(.missingColumn, table, column.name, expected: column.words)
        continue
      }
      compare(table, column, other)
    }
    let names = Set(left.columns.map(\.name))
    // Contexts add versions of rows to the tables of any model.
    for column in right.columns
    where !names.contains(column.name) && column.name != ServerTables.versionColumn {
      report(.extraColumn, table, column.name, found: column.words)
    }
  }

  private mutating func compare(
    _ table: String, _ column: ServerCatalogue.Column, _ other: ServerCatalogue.Column
  ) {
    if column.type != other.type {
      report(.type, table, column.name, expected: column.type, found: other.type)
    }
    if column.nullability != other.nullability {
      report(
        .nullability, table, column.name, expected: column.nullability.rawValue,
        found: other.nullability.rawValue)
    }
    if column.identity != other.identity {
      report(
        .identity, table, column.name, expected: column.identityWords, found: other.identityWords)
    }
    let (form, otherForm) = (column.generationWords, other.generationWords)
    if form != otherForm {
      report(.generation, table, column.name, expected: form, found: otherForm)
    }
    let (value, otherValue) = (column.defaultValue, other.defaultValue)
    if value != otherValue {
      report(.defaultValue, table, column.name, expected: value, found: otherValue)
    }
  }

  // MARK: - Constraints

  private mutating func compareConstraints(
    _ table: String, _ left: ServerCatalogue.Table, _ right: ServerCatalogue.Table
  ) {
    // By what they say: names of most constraints are chosen by the server.
    var rest = right.constraints
    for constraint in left.constraints {
      if let place = rest.firstIndex(where: { $0.says == constraint.says }) {
        rest.remove(at: place)
        continue
      }
      let kind = Self.missing[constraint.kind] ?? .missingCheck
      report(
        kind, table, constraint.name, column: constraint.columns.first,
        expected: constraint.definition)
    }
    for constraint in rest {
      report(
        .extraConstraint, table, constraint.name, column: constraint.columns.first,
        found: constraint.definition)
    }
  }

  private static let missing: [String: DriftFinding.Kind] = [
    "p": .missingPrimaryKey, "u": .missingUnique, "f": .missingForeignKey, "c": .missingCheck,
  ]

  // MARK: - Indexes

  private mutating func compareIndexes(
    _ table: String, _ left: ServerCatalogue.Table, _ right: ServerCatalogue.Table
  ) {
    var rest = right.indexes
    for index in left.indexes {
      // By name, or by what it says: an index under another name serves the same requests.
      let place =
        rest.firstIndex { $0.name == index.name }
        ?? rest.firstIndex { $0.definition == index.definition }
      guard let place else {
        report(.missingIndex, table, index.name, expected: index.definition)
        continue
      }
      let other = rest.remove(at: place)
      if other.definition != index.definition {
        report(
          .index, table, index.name, expected: index.definition, found: other.definition)
      } else if !other.isValid {
        report(.invalidIndex, table, other.name, found: other.definition)
      }
    }
    for index in rest { report(.extraIndex, table, index.name, found: index.definition) }
  }
}

extension ServerCatalogue.Column {
  fileprivate var identityWords: String {
    identity.isEmpty ? "given by the program" : "GENERATED \(identity) AS IDENTITY"
  }

  /// `lower(name)`, or `lower(name) when it is read`
  fileprivate var generationWords: String? {
    switch generation {
    case .stored: expression
    case .virtual: (expression ?? "") + " when it is read"
    case nil: nil
    }
  }

  fileprivate var defaultValue: String? { generation == nil ? expression : nil }

  /// `text NOT NULL`
  fileprivate var words: String {
    nullability == .nullable ? type : "\(type) \(nullability.rawValue)"
  }
}

extension ServerCatalogue.Constraint {
  fileprivate var says: String { "\(kind) \(definition)" }
}
