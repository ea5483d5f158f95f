internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

// Columns of a Core Data store that the server does not have, because it has the same link once.

extension CopyPlan {
  /// The to-one relationships whose inverse, also a to-one relationship, has the column on the server.
  var oneToOneMirrors:
    [(id: RelationshipID, key: ForeignKey, other: (id: RelationshipID, key: ForeignKey))]
  {
    store.relationships.compactMap { id, storage in
      guard case .foreignKey(let key) = storage, case .inverseForeignKey? = plain.relationships[id],
        let inverse = model.storedInverse(of: id), inverse != id,
        case .foreignKey(let own)? = store.relationships[inverse]
      else { return nil }
      return (id, key, (inverse, own))
    }.sorted { ($0.id.entity.index, $0.id.index) < ($1.id.entity.index, $1.id.index) }
  }

  /// The statements that fill the columns of the store which follow from others: the other side of
  /// one-to-one relationships, and the entity numbers beside foreign keys. One for each table:
  ///
  /// `UPDATE ZTIP SET Z3_VENUE = (SELECT o.Z_ENT FROM ZVENUE o WHERE o.Z_PK = ZTIP.ZVENUE)`.
  var linkStatements: [SQLFragment] {
    var assignments: [String: [SQLFragment]] = [:]
    for (id, key, other) in oneToOneMirrors {
      let (table, holder) = (store[id.entity].table, store[other.id.entity].table)
      let source: SQLFragment =
        "FROM \(name: holder) o WHERE o.\(name: other.key.column) = \(name: table).Z_PK"
      assignments[table, default: []].append(
        "\(name: key.column) = (SELECT o.Z_PK \(sql: source))")
      if let number = key.entityColumn {
        assignments[table]?.append("\(name: number) = (SELECT o.Z_ENT \(sql: source))")
      }
    }
    let mirrored = Set(oneToOneMirrors.map(\.id))
    let others = store.relationships.filter { !mirrored.contains($0.key) }.sorted {
      ($0.key.entity.index, $0.key.index) < ($1.key.entity.index, $1.key.index)
    }
    for (id, storage) in others {
      guard let (table, key, destination) = heldKey(id, storage), let number = key.entityColumn
      else { continue }
      assignments[table, default: []].append(
        "\(name: number) = (SELECT o.Z_ENT FROM \(name: destination) o "
          + "WHERE o.Z_PK = \(name: table).\(name: key.column))")
    }
    return assignments.sorted { $0.key < $1.key }.map { table, list in
      "UPDATE \(name: table) SET \(list: list)"
    }
  }

  /// The table that has a foreign key, the key, and the table that it refers to; `nil` for a
  /// relationship that reads the key of another one.
  private func heldKey(
    _ id: RelationshipID, _ storage: RelationshipStorage
  ) -> (table: String, key: ForeignKey, destination: String)? {
    let (own, other) = (store[id.entity].table, store[model[id].destination].table)
    switch storage {
    case .foreignKey(let key): return (own, key, other)
    case .inverseForeignKey(let key):
      return model.storedInverse(of: id) == nil ? (other, key, own) : nil
    case .joinTable: return nil
    }
  }
}
