import MomentumMigration
import MomentumMigrator
import MomentumTestSupport
import Testing

/// What no row of the result may have, where the source has no such thing.
@Suite struct MustBeZeroTests {
  @Test func oneRowIsOneTooMany() throws {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let before = try fixture.content()
      var plan = ApplyFixture.plan
      plan.steps[0].statements[1] = "UPDATE ZVENUE SET ZTOWN = 'Rome' WHERE Z_PK > 1"
      #expect(throws: MigrationError.self, "one venue has no town") {
        try fixture.migrate(plan: plan)
      }
      expectText(try fixture.content(), before, "a result that is wrong is not kept")
    }
  }
}
