import MomentumMigrator
import MomentumTestSupport
import Testing

/// What is read of a store before it is changed and after it: each is a call that a test can make fail.
@Suite struct VerificationCallTests {
  private func reads(_ options: MigrationOptions) throws -> (before: [String], after: [String]) {
    try RepositoryFiles.withApplyFixture { fixture in
      try fixture.makeStore(.delete)
      let log = CallLog()
      var options = options
      options.beforeCall = { call throws(MigrationError) in
        if call.kind == .read || call.subject.hasPrefix("UPDATE Z_METADATA") {
          log.add(call.kind == .read ? call.subject : "-")
        }
      }
      try fixture.migrate(options)
      let lines = log.text.split(separator: "\n").map(String.init)
      let change = try #require(lines.firstIndex(of: "-"))
      #expect(lines[change...].dropFirst().allSatisfy { $0 != "-" }, "it is changed once")
      return (Array(lines[..<change]), Array(lines[(change + 1)...]))
    }
  }

  @Test(arguments: [false, true])
  func aMigrationReadsTheStoreAndThenTheWholeResult(inPlace: Bool) throws {
    let (before, after) = try reads(MigrationOptions(isInPlace: inPlace))
    #expect(before.count == 3)
    #expect(before.first?.hasSuffix("venues.sqlite") == true, "the store itself")
    #expect(
      before.dropFirst() == [
        "SELECT COUNT(*) FROM ZVENUE WHERE ZNAME IS NULL", "SELECT COUNT(*) FROM ZVENUE",
      ])
    #expect(
      after == [
        "integrity_check", "sqlite_master", "Z_PRIMARYKEY",
        "SELECT coalesce(max(Z_PK), 0) FROM ZVENUE", "Z_METADATA", "SELECT COUNT(*) FROM ZVENUE",
        "SELECT COUNT(*) FROM ZVENUE WHERE ZTOWN IS NULL",
        "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size",
      ])
  }

  @Test func theQuickCheckTakesTheFirstPlace() throws {
    #expect(try reads(MigrationOptions(verification: .quick)).after.first == "quick_check")
  }
}
