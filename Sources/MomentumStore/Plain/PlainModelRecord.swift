package import MomentumSQL

/// Which model a database with the plain layout was made for: the rows of the table
/// `momentum_model`, one for each entity.
///
///     model   | entity | hash                 | layout
///     --------+--------+----------------------+-------
///     Shop    | Venue  | 9f86d081884c7d659a2f | 1
///
/// Without this table nothing would tell that a database belongs to another version of the model:
/// many versions have the same tables. Tables of a model never have this name, because a table of
/// an entity `MomentumModel` gets a `_` before its name.
package struct PlainModelRecord: Sendable, Hashable {
  package static let table = "momentum_model"
  /// The version of the rules by which a model becomes tables.
  package static let layoutVersion: Int64 = 1

  /// The model's name: that of its bundle or of its generated type.
  package var model: String
  /// The version hash of each entity, as hexadecimal digits in lower case, by the entity's name.
  package var hashes: [String: String]
  package var layout: Int64

  package init(
    model: String, hashes: [String: String], layout: Int64 = PlainModelRecord.layoutVersion
  ) {
    self.model = model
    self.hashes = hashes
    self.layout = layout
  }

  // MARK: - Statements

  /// Creates the table, unless it exists.
  package static let creation: SQLFragment =
    "CREATE TABLE IF NOT EXISTS \(name: table) (model text NOT NULL, entity text NOT NULL, "
    + "hash text NOT NULL, layout integer NOT NULL, PRIMARY KEY (model, entity))"

  /// Reads all records. If the table does not exist, the database was not made by Momentum.
  package static let reading: SQLFragment =
    "SELECT model, entity, hash, layout FROM \(name: table) ORDER BY model, entity"

  /// The statements that write the record, after those of an earlier version of the model are
  /// deleted. Run them in the transaction that makes or migrates the tables.
  package var writing: [SQLFragment] {
    let rows = hashes.sorted { $0.key < $1.key }.map { entity, hash -> SQLFragment in
      "(\(bind: .text(model)), \(bind: .text(entity)), \(bind: .text(hash)), \(number: layout))"
    }
    let deletion: SQLFragment =
      "DELETE FROM \(name: Self.table) WHERE model = \(bind: .text(model))"
    // 65,535 placeholders are the most that PostgreSQL takes.
    let insertions = stride(from: 0, to: rows.count, by: 1000).map { start -> SQLFragment in
      let part = Array(rows[start..<min(start + 1000, rows.count)])
      return "INSERT INTO \(name: Self.table) (model, entity, hash, layout) VALUES \(list: part)"
    }
    return [deletion] + insertions
  }

  /// The records in the rows of ``reading``, sorted by the model's name.
  package static func records(
    _ rows: [(model: String, entity: String, hash: String, layout: Int64)]
  ) -> [PlainModelRecord] {
    var records: [String: PlainModelRecord] = [:]
    for row in rows {
      records[
        row.model, default: PlainModelRecord(model: row.model, hashes: [:], layout: row.layout)
      ]
      .hashes[row.entity] = row.hash
    }
    return records.values.sorted { $0.model < $1.model }
  }

  // MARK: - Comparison

  /// The entities whose hashes differ, with those that only one of both has; sorted by name. Empty
  /// if the database has the tables of `other`.
  package func entitiesDiffering(from other: PlainModelRecord) -> [String] {
    Set(hashes.keys).union(other.hashes.keys).filter { hashes[$0] != other.hashes[$0] }.sorted()
  }
}
