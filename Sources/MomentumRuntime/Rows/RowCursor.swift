package import MomentumModel
package import MomentumQuery
package import MomentumSQLite

/// Reads the rows of a statement one by one. When the cursor is released, it resets the statement.
@usableFromInline
package final class RowCursor {
  @usableFromInline package let row: Row
  private let statement: Statement
  /// The property of each column, for messages; `nil` for a statement of generated code.
  private let meaning: ColumnMeaning?

  package init(_ statement: Statement, _ meaning: ColumnMeaning?) {
    self.statement = statement
    self.meaning = meaning
    row = Row(statement)
  }

  deinit { finish() }

  /// Moves to the next row; returns `false` at the end.
  @usableFromInline
  package func next() throws(StoreFailure) -> Bool {
    do throws(SQLiteError) {
      return try statement.step()
    } catch { throw StoreFailure(.sqlite(error)) }
  }

  /// Resets the statement, which releases its lock on the store.
  @usableFromInline
  package func finish() { if statement.standsOnRow { statement.reset() } }

  /// The failure for a value that cannot be read. It names the property but not the stored value,
  /// which may be private.
  @usableFromInline
  package func failure(_ error: RowError) -> StoreFailure {
    let place = meaning?.place(of: error.column) ?? unknownPlace(error.column)
    return StoreFailure(.row, "\(place): what is stored is no \(error.expected)")
  }

  private func unknownPlace(_ column: Int) -> String {
    statement.columnName(at: column).map { "column \(column) (\($0)) of the result" }
      ?? "column \(column), which the result does not have"
  }
}

/// The property of each column of a statement, for messages.
package struct ColumnMeaning {
  var model: ObjectModel
  var entity: EntityID
  var columns: [FetchColumn]

  package init(model: ObjectModel, entity: EntityID, columns: [FetchColumn]) {
    self.model = model
    self.entity = entity
    self.columns = columns
  }

  /// A column in messages: `entity 'Venue', property 'name'`; `nil` past the last column.
  package func place(of column: Int) -> String? {
    guard columns.indices.contains(column) else { return nil }
    switch columns[column] {
    case .attribute(let id): return place(id.entity, model[id].name)
    case .compositeElement(let id, let path, _):
      return place(id.entity, ([model[id].name] + path).joined(separator: "."))
    case .toOne(let id), .toOneEntity(let id): return place(id.entity, model[id].name)
    case .primaryKey, .constant, .entityNumber, .optimisticLock:
      return "entity '\(model[entity].name)', the object's key"
    case .value(let name, _): return place(entity, name)
    case .count: return "entity '\(model[entity].name)', the number of objects"
    }
  }

  private func place(_ entity: EntityID, _ property: String) -> String {
    "entity '\(model[entity].name)', property '\(property)'"
  }
}
