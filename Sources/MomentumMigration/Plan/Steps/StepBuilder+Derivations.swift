import MomentumModel
import MomentumStore

extension StepBuilder {
  /// Computes derived attributes that are new, that are computed otherwise, or whose objects have changed.
  ///
  /// `now()` is the time of the last save and stays where it was there already. A canonical, upper or lower case
  /// form is left to the next save: no statement of Core Data's is known for it.
  mutating func addDerivations() {
    for table in plans.entities {
      let statements = derivations(of: table)
      add(
        MigrationPlan.Step(
          comment: "computes the derived attributes of \(table.name)",
          statements: statements.map { $0.replacing("NSCoreDataNow()", with: StepBuilder.now) },
          causes: causes.of(newTable: table.name), table: table.name,
          rowCount: table.match.source?.rowCount))
    }
  }

  func derivations(of table: TablePlan) -> [String] {
    guard table.match.source != nil else { return [] }
    let isMoved = changesLinks
    return matches.newFamilies.family(of: table.match.root).flatMap { entity in
      matches.new.model[entity].attributes.indices.flatMap { index -> [String] in
        let id = AttributeID(entity, index)
        guard let expression = matches.new.model[id].derivation,
          let column = matches.new.schema.attributeColumns[id],
          isNew(id) || (isMoved && Derivation(expression) != .now)
        else { return [] }
        let start = "UPDATE \(sqlName(table.name)) SET \(sqlName(column)) = "
        return table.match.schema.derivations.filter { $0.hasPrefix(start) }
      }
    }
  }

  /// Seconds since 2001-01-01 UTC, in functions that every SQLite has.
  private static let now = "((julianday('now') - 2451910.5) * 86400.0)"

  private func isNew(_ id: AttributeID) -> Bool {
    matches.newFamilies.family(of: id.entity).contains { entity in
      guard let pair = matches.pairs[entity.index] else { return false }
      guard let source = pair.attributes[id] else { return true }
      return matches.old.model[source].derivation != matches.new.model[id].derivation
    }
  }

  /// Whether counts and values of other objects may be others now.
  private var changesLinks: Bool {
    !plans.links.isEmpty || !plans.removed.isEmpty
      || plans.entities.contains { !$0.droppedNumbers.isEmpty }
  }
}
