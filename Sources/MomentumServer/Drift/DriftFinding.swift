/// A difference between a database and the tables of a model.
package struct DriftFinding: Sendable, Hashable {
  /// What differs; the text is that of the JSON.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case missingTable = "missing-table"
    /// A table that is none of the model's. It is no fault: several models may share a database.
    case otherTable = "other-table"
    case missingColumn = "missing-column"
    case extraColumn = "extra-column"
    case type
    case nullability
    case defaultValue = "default"
    case identity
    case generation
    case missingPrimaryKey = "missing-primary-key"
    case missingUnique = "missing-unique"
    case missingForeignKey = "missing-foreign-key"
    case missingCheck = "missing-check"
    case extraConstraint = "extra-constraint"
    case missingIndex = "missing-index"
    case extraIndex = "extra-index"
    case index
    case invalidIndex = "invalid-index"
  }

  package var kind: Kind
  package var table: String
  /// The column, constraint or index; `nil` if the whole table is meant.
  package var name: String?
  /// The entity or property in the model's words: `Venue.name`; `nil` for what the model does not
  /// have.
  package var subject: String?
  /// What the model says, and what the database has, in the server's words.
  package var expected: String?
  package var found: String?

  /// Whether the database is not as the model says.
  package var isDrift: Bool { kind != .otherTable }

  /// The finding in one line: `venue.name (Venue.name): the type is integer, the model has text`.
  package var text: String {
    var place = name.map { "\(table).\($0)" } ?? table
    if let subject { place += " (\(subject))" }
    return place + ": " + sentence
  }

  private var sentence: String {
    let expected = expected ?? "none"
    let found = found ?? "none"
    return switch kind {
    case .missingTable: "the table is missing"
    case .otherTable: "the table is none of the model's"
    case .missingColumn: "the column is missing; the model has \(expected)"
    case .extraColumn: "the column is none of the model's; it has \(found)"
    case .type: "the type is \(found), the model has \(expected)"
    case .nullability: "the column is \(found), in the model it is \(expected)"
    case .defaultValue: "the default is \(found), the model has \(expected)"
    case .identity: "the values are \(found), in the model they are \(expected)"
    case .generation: "the column is computed as \(found), in the model as \(expected)"
    case .missingPrimaryKey, .missingUnique, .missingForeignKey, .missingCheck:
      "the constraint is missing: \(expected)"
    case .extraConstraint: "the constraint is none of the model's: \(found)"
    case .missingIndex: "the index is missing: \(expected)"
    case .extraIndex: "the index is none of the model's: \(found)"
    case .index: "the index is \(found), in the model \(expected)"
    case .invalidIndex: "the index is not valid, so that no request uses it: \(found)"
    }
  }
}

/// What `momentum inspect` says of a database.
package struct DriftReport: Sendable, Hashable {
  /// The address without password.
  package var address: String
  package var schema: String
  /// 150018 for 15.18.
  package var serverVersion: Int
  /// The name of the model that the database has noted; `nil` if it was not made by Momentum.
  package var recordedModel: String?
  /// The entities whose version hashes differ from those that the database has noted.
  package var entitiesDiffering: [String] = []
  package var tableCount: Int
  /// In the order of tables and columns.
  package var findings: [DriftFinding]

  package var hasDrift: Bool { findings.contains(where: \.isDrift) }
}
