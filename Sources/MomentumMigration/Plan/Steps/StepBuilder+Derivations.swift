import MomentumModel
import MomentumSQL
import MomentumStore

extension StepBuilder {
  /// Computes derived attributes that are out of date.
  ///
  /// `now()` is the time of the last save and stays where it was there already. A canonical, upper or lower case
  /// form is left to the next save: no statement of Core Data's is known for it.
  mutating func addDerivations() {
    for table in plans.entities {
      let statements = derivations(of: table)
      add(
        MigrationPlan.Step(
          comment: "computes the derived attributes of \(table.name)",
          statements: statements.map {
            // The functions of Core Data are missing where the plan is run as a script.
            .other(
              SQLFragment(
                printed: $0.text.replacing("NSCoreDataNow()", with: StepBuilder.now.text)))
          },
          causes: causes.of(newTable: table.name), table: table.name,
          rowCount: table.match.source?.rowCount))
    }
  }

  func derivations(of table: TablePlan) -> [SQLFragment] {
    guard table.match.source != nil else { return [] }
    let stale = StaleDerivations(matches, plans)
    return matches.newFamilies.family(of: table.match.root).flatMap { entity in
      matches.new.model[entity].attributes.indices.flatMap { index -> [SQLFragment] in
        let id = AttributeID(entity, index)
        return stale.contains(id) ? stale.statements(for: id, in: table) : []
      }
    }
  }

  /// Seconds since 2001-01-01 UTC, in functions that every SQLite has.
  static let now: SQLFragment = "((julianday('now') - 2451910.5) * 86400.0)"
}
