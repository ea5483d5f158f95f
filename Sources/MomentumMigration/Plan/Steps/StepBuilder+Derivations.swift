import MomentumModel
import MomentumSQL
import MomentumStore

extension StepBuilder {
  /// Computes derived attributes that are out of date.
  ///
  /// An attribute derived by `now()` is the time of the last save, so an existing value stays.
  /// Canonical, upper-case and lower-case texts are left to the next save: no SQL of Core Data for
  /// them is known.
  mutating func addDerivations() {
    for table in plans.entities {
      let statements = derivations(of: table)
      add(
        MigrationPlan.Step(
          comment: "computes the derived attributes of \(table.name)",
          statements: statements.map {
            // Replace Core Data's function: no other client has it, and the script of a plan would
            // fail there.
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
    return matches.newFamilies.family(of: table.match.root).flatMap { entity in
      matches.new.model[entity].attributes.indices.flatMap { index -> [SQLFragment] in
        let id = AttributeID(entity, index)
        return stale.contains(id) ? stale.statements(for: id, in: table) : []
      }
    }
  }

  /// The seconds since 2001-01-01 UTC, from functions that every SQLite has.
  static let now: SQLFragment = "((julianday('now') - 2451910.5) * 86400.0)"
}
