import Testing

@testable import MomentumMigration

/// Times and sizes as the text of a plan shows them: on both sides of where the unit changes.
@Suite struct PlanAmountTests {
  @Test(arguments: [
    (0, "0.0 s"), (0.04, "0.0 s"), (0.06, "0.1 s"), (9.94, "9.9 s"), (9.96, "10.0 s"), (10, "10 s"),
    (12.4, "12 s"), (12.6, "13 s"), (86_400, "86400 s"), (1e30, "9223372036854775807 s"),
  ])
  func secondsHaveATenthBelowTen(seconds: Double, text: String) {
    #expect(MigrationPlan.shown(seconds: seconds) == text)
  }

  @Test(
    arguments: [
      (0, "0 kB"), (999, "0 kB"), (1000, "1 kB"), (999_999, "999 kB"), (1_000_000, "1.0 MB"),
      (1_960_000, "2.0 MB"), (131_040_000, "131.0 MB"),
    ] as [(Int64, String)])
  func bytesAreMegabytesFromAMillionOn(bytes: Int64, text: String) {
    #expect(MigrationPlan.shown(bytes: bytes) == text)
  }
}
