package import MomentumModel
import MomentumSQL
import MomentumStore

extension StoreStatements {
  /// The treatment of a row that violates a uniqueness constraint, in a batch insertion.
  package enum BatchConflict: Sendable, Hashable, CaseIterable {
    /// The insertion fails. For an entity without a constraint, this is the only treatment.
    case fail
    /// The existing row stays, as under Core Data's error merge policy for an entity with a
    /// constraint.
    case keepStored
    /// The existing row gets the new values, as under the merge policy by property in which the
    /// object wins over the store.
    case takeInserted
  }

  /// The statement for one row of a batch insertion, which sets attributes only.
  ///
  ///     INSERT INTO ZQUAKE(Z_PK, Z_ENT, Z_OPT, ZCODE, ZPLACE) VALUES(?, ?, ?, ?, ?)
  ///       ON CONFLICT(ZCODE) DO UPDATE SET Z_OPT = Z_OPT+1 , ZPLACE = excluded.ZPLACE
  ///
  /// `conflict` is ignored for entities without a uniqueness constraint. Source: the three forms
  /// observed on macOS 12, for one constraint with one attribute. Assumed: several constraints are
  /// written one after another.
  package func batchInsert(
    _ entity: EntityID, conflict: BatchConflict = .fail
  ) -> StoreStatement {
    insert(
      entity, attributeColumns(of: entity), conflict: self.conflict(conflict, entity))
  }

  private func conflict(
    _ conflict: BatchConflict, _ entity: EntityID
  ) -> SQLInsertConflict? {
    let constraints = constraints(of: entity)
    guard !constraints.isEmpty else { return nil }
    switch conflict {
    case .fail: return nil
    case .keepStored: return .ignore
    case .takeInserted:
      return .update(
        unique: constraints,
        [.increment("Z_OPT")]
          + updated(entity, except: Set(constraints.joined())).map { .excluded($0) })
    }
  }

  /// The columns of each uniqueness constraint of an entity, own and inherited.
  private func constraints(of entity: EntityID) -> [[String]] {
    model.lineage(of: entity).reversed().flatMap { owner in
      model[owner].uniquenessConstraints.compactMap { names -> [String]? in
        let columns = names.compactMap { schema.column(named: $0, of: owner, in: model) }
        return columns.count == names.count && !columns.isEmpty ? columns : nil
      }
    }
  }

  /// The columns that an upsert overwrites, in the order in which Core Foundation enumerates a
  /// dictionary of the attributes' names (observed for one entity with four attributes, one of them
  /// unique: `place`, `magnitude`, `time`).
  private func updated(_ entity: EntityID, except unique: Set<String>) -> [String] {
    var columns: [String: [String]] = [:]
    for column in attributeColumns(of: entity) where !unique.contains(column.name) {
      switch column.parameter {
      case .attribute(let id), .compositeElement(let id, _):
        columns[model[id].name, default: []].append(column.name)
      case .primaryKey, .entityNumber, .optimisticLock, .previousOptimisticLock, .toOne, .owner,
        .keyEntity, .position, .source, .destination, .keyRow, .highestKey, .previousHighestKey:
        break
      }
    }
    let names = model.attributes(of: entity).filter { !model[$0].isTransient }
      .map { model[$0].name }.sorted()
    return DictionaryOrder.coreFoundation(names).flatMap { columns[$0] ?? [] }
  }
}
