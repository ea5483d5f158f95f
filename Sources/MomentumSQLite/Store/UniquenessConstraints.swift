internal import MomentumDiagnostics
package import MomentumModel
internal import MomentumSQL
package import MomentumStore

/// The uniqueness constraints of a family of entities, by which the constraint in an error message
/// of SQLite is found.
package struct UniquenessConstraints: Sendable {
  /// The columns of each constraint as SQLite's message lists them, with the names of its
  /// properties.
  private let constraints: [(columns: String, names: [String])]

  /// Takes the constraints of the whole family: the same value may be in a row of a sub-entity.
  package init(of root: EntityID, _ model: ObjectModel, _ schema: StoreSchema) {
    constraints = model.entityIDs.filter { model.inherits($0, from: root) }.flatMap { entity in
      model[entity].uniquenessConstraints.map { names in
        let columns = names.compactMap { schema.column(named: $0, of: entity, in: model) }
        return (columns.map { "\(schema[root].table).\($0)" }.joined(separator: ", "), names)
      }
    }
  }

  /// Describes SQLite's error about a violated unique index in the words of the model; `nil` for
  /// another error.
  ///
  /// `UNIQUE constraint failed: ZVENUE.ZNAME, ZVENUE.ZCITY` →
  /// `another object of entity 'Venue' has the same 'name', 'city', which must be unique`
  package func text(for error: SQLiteError, entity: String) -> String? {
    guard let names = names(for: error) else { return nil }
    let list = quotedList(names)
    return "another object of entity '\(entity)' has the same \(list), which must be unique"
  }

  /// The names of the properties in the violated constraint; `nil` if the error has another reason.
  package func names(for error: SQLiteError) -> [String]? {
    guard error.reason == .constraint else { return nil }
    return constraints.first { error.message.hasSuffix(": " + $0.columns) }?.names
  }
}
