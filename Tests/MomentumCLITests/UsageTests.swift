import Foundation
import MomentumCLI
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

private let staff = RepositoryFiles.url("Models/Staff.xcdatamodeld").path

/// What is said of wrong usage.
@Suite struct UsageTests {
  @Test(arguments: [
    (["sql", staff, "--entity", "Employee", "--predicate", "a"], "did you mean '--where'?"),
    (["sql", staff, "--entity", "Employee", "--filter=a"], "did you mean '--where'?"),
    (["fetch", "a", "--model", staff, "--order-by", "name"], "did you mean '--sort'?"),
    (["sql", staff, "--fetch-limit", "5"], "did you mean '--limit'?"),
    (["query", staff, "--entity", "Employee"], "no command 'query'; did you mean 'sql'?"),
    (["sqll", staff], "no command 'sqll'; did you mean 'sql'?"),
    (["chekc"], "did you mean 'check'?"), (["xyzzyq"], "there are build, check"),
    (
      ["sql", staff, "--entity", "Employee", "--limit", "-1"], "--limit is a number from 0, not -1"
    ),
    (["sql", staff, "--offset", "-2"], "--offset is a number from 0, not -2"),
    (["sql"], "Missing expected argument '<model>'"),
  ])
  func wrongUsageIsAnsweredWithWhatWasMeant(arguments: [String], reason: String) {
    let run = Run(arguments)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.error.contains(reason), "\(run.error)")
    #expect(run.error.split(separator: "\n").count <= 3, "\(run.error)")
  }

  /// An option that a command does not have is not offered.
  @Test func onlyOptionsOfTheCommandAreOffered() {
    let run = Run("hash", staff, "--filter", "a")
    #expect(run.status == 64 && !run.error.contains("--where"), "\(run.error)")
  }

  @Test func helpAndVersionStillCome() {
    #expect(Run("--version").output == "0.1.0\n")
    #expect(Run("help", "sql").output.contains("USAGE: momentum sql "))
    for command in MomentumTool.commandNames {
      let help = Run(command, "--help")
      #expect(help.status == 0 && help.output.contains("USAGE: momentum \(command) "), "\(command)")
      #expect(help.output.contains("  --version "), "\(command)")
      #expect(help.output == Run("help", command).output, "\(command)")
      #expect(Run(command, "--version").output == "0.1.0\n", "\(command)")
    }
    #expect(Run().output.contains("SUBCOMMANDS:"))
  }

  @Test func aRequestWithoutAnEntityIsAnsweredWithTheNames() {
    let run = Run("sql", staff)
    #expect(run.status == 65)
    #expect(run.error.contains("give --entity NAME, or --request NAME"), "\(run.error)")
    #expect(run.error.contains("entities of the model: Contract, Department, "), "\(run.error)")
    #expect(run.error.contains("fetch requests of the model: "), "\(run.error)")
    #expect(!Run("sql", staff, "--quiet").error.contains("entities of the model"))
    let variable = Run("sql", bubbleTea, "--request", "venueFR")
    #expect(variable.error.contains("--var NAME=VALUE"), "\(variable.error)")
    let unknown = Run("sql", bubbleTea, "--request", "x")
    #expect(unknown.error.contains("cheapVenues, dealsNearby, venueFR"), "\(unknown.error)")
  }

  @Test func aStoreWithoutAModelAsksForOne() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = folder.appendingPathComponent("tea.sqlite").path
      #expect(Run("create", bubbleTea, store).status == 0)
      try Connection(path: store, access: .readWrite).execute("DELETE FROM Z_MODELCACHE")
      let run = Run("explain", store, "--entity", "Venue")
      #expect(run.status == 65 && run.error.contains("by --model"), "\(run.error)")
      let again = Run("create", bubbleTea, store)
      #expect(again.error.contains("exists, and create never writes over a file"))
      #expect(!again.error.contains("SQLite code"))
    }
  }

  @Test func idsAreFoundByTheirBeginning() {
    let run = Run("explain-diagnostic", "predicate.shadow")
    #expect(run.error.contains("did you mean 'predicate.shadowed-variable'?"), "\(run.error)")
    let typo = Run("explain-diagnostic", "predicate.missing-varable")
    #expect(typo.error.contains("did you mean 'predicate.missing-variable'?"), "\(typo.error)")
  }
}
