import MomentumDiff
import MomentumMigration
import MomentumMigrator
import MomentumSQL
import Testing

struct FailedCheckTests {
  @Test func aFailedCheckKeepsItsRows() {
    let check = MigrationPlan.Precondition(
      rule: .change(.attributeMadeRequired), place: "Venue.rating", problem: "has no rating",
      consequence: .fails, countSQL: "SELECT 1", rowsSQL: "SELECT 1, 2")
    let failed = FailedCheck(check: check, count: 1, firstRows: [.init(entity: "Venue", key: 2)])
    #expect(failed.firstRows.first?.key == 2)
  }
}
