import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

/// `predicate --swift` and `sql --swift`.
@Suite struct SwiftRequestCommandTests {
  private let trips = RepositoryFiles.url("Models/Trips.swift").path

  /// The output with the path of the file shortened.
  private func output(_ run: Run) -> String { run.output.replacing(trips, with: "Trips.swift") }

  @Test func eachRequestIsALine() {
    let run = Run("predicate", "--swift", trips)
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    expectText(
      output(run),
      """
      ok\tTrips.swift:51:5\tTrip\t$text_isEmpty == 1 OR title CONTAINS[cdl] $text
      ok\tTrips.swift:55:22\tTrip\tSUBQUERY(stops, $stop, $stop.nights >= $nights).@count != 0
      ok\tTrips.swift:62:21\tTrip\tbudget * 1.1

      """)
  }

  @Test func sqlOfALine() {
    let run = Run("sql", trips, "--swift", trips + ":51")
    #expect(run.status == 0, "\(run.error)")
    expectText(
      output(run),
      """
      -- Trips.swift:51: Trip where $text_isEmpty == 1 OR title CONTAINS[cdl] $text
      --   ?1 = $text_isEmpty
      --   ?2 = 1
      --   ?3 = $text
      SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZBUDGET, t0.ZEND, t0.ZISDONE, t0.ZNOTES, t0.ZRATING, t0.ZSTART, t0.ZTITLE, t0.ZOWNER FROM ZTRIP t0 WHERE (? = ? OR  NSCoreDataStringSearch( t0.ZTITLE, ?, 417, 1)) ORDER BY t0.Z_PK;

      """)
    let plain = Run("sql", trips, "--swift", trips + ":55", "--layout", "plain")
    #expect(
      plain.status == 0 && plain.output.contains("FROM trip "), "\(plain.output)\(plain.error)")
  }

  @Test func aPredicateThatIsRefusedIsNamed() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let code = folder.appendingPathComponent("Code.swift")
      try Data(
        """
        let a = #Predicate<Trip> { $0.titel == text }
        let b = #Predicate<Trip> { $0.owner == nil }

        """.utf8
      ).write(to: code)
      let run = Run("predicate", "--swift", code.path, "--model", trips)
      #expect(run.status == 1)
      #expect(
        run.output.replacing(code.path, with: "Code.swift")
          == "error\tCode.swift:1:9\tTrip\t'Trip' has no property 'titel'; did you mean 'title'?\n"
          + "ok\tCode.swift:2:9\tTrip\towner == nil\n")
      #expect(run.error.contains("Code.swift:1:31: warning: 'Trip' has no property 'titel'"))
      #expect(
        run.error.contains("Code.swift:2:28: warning: '$0.owner' is an optional relationship"))
      // The classes of the model's sources say what is computed.
      let sql = Run("sql", trips, "--swift", folder.path, "--format", "json")
      #expect(sql.status == 1 && sql.error.isEmpty)
      #expect(sql.output.contains("\"sql\": null"))
      #expect(sql.output.contains("WHERE  t0.ZOWNER IS NULL"))
      #expect(sql.output.contains("swift-predicate.relationship-nil"))
      let none = Run("sql", trips, "--swift", code.path + ":9")
      #expect(none.status == 65 && none.error.contains("has no #Predicate"))
    }
  }

  @Test(arguments: [
    ["predicate", "--swift", "a.swift", "name == 1"],
    ["predicate", "--swift", "a.swift", "--lines"],
    ["predicate", "--swift", "a.swift", "--model", "m", "--entity", "Trip"],
    ["sql", "m", "--swift", "a.swift", "--entity", "Trip"],
    ["sql", "m", "--swift", "a.swift", "--limit", "3"],
    ["sql", "m", "--swift", "a.swift", "--format", "pretty"],
    ["sql", "m", "--swift", "a.swift", "--sql-debug", "1"],
  ])
  func optionsThatDoNotGoWithIt(arguments: [String]) {
    #expect(Run(arguments).status == 64)
  }

  @Test func aFileThatIsNotThere() {
    #expect(Run("predicate", "--swift", "no.swift").status == 74)
  }
}
