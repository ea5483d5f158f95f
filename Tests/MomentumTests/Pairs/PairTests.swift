import Momentum
import MomentumCompiler
import MomentumTestSupport
import Testing

/// Statements that Core Data printed or that its stores hold, against ours, byte for byte.
///
/// `Tests/Cases/Pairs` has them with names of our own. Where the corpus of logs is beside the clone, each is
/// also held against the logged statement, so that no row can drift from what was observed.
@Suite(.tags(.corpus)) struct PairTests {
  @Test(arguments: PairCase.all)
  func caseGivesTheStatementByteForByte(pair: PairCase) throws {
    expectText(try pair.sql(), pair.expected, "\(pair)")
    guard let logged = try LoggedStatements.shared.get()[pair.id] else {
      #expect(RepositoryFiles.corpus == nil, "the corpus has no \(pair.id)")
      return
    }
    let migration = pair.file["migration"] ?? ""
    let names = PairNames(try pair.compiledModel().model, migration: migration)
    if let difference = names.difference(pair.expected, logged) {
      Issue.record("\(pair) is not what Core Data printed: \(difference)")
    }
  }

  @Test func everyCaseHasAStatementAndIsAboutAnother() throws {
    let ids = PairCase.all.map(\.id)
    #expect(ids.count >= 81, "\(ids.count) cases were read from Tests/Cases/Pairs")
    #expect(Set(ids).count == ids.count, "a statement has two cases")
    for pair in PairCase.all where pair.expected.isEmpty {
      Issue.record("\(pair) has no statement below it")
    }
    let notes = try LoggedStatements.notes()
    #expect(!notes.isEmpty && notes.isDisjoint(with: ids), "a statement has a case and a note")
    for logged in try LoggedStatements.shared.get().values where logged.isExact {
      #expect(
        ids.contains(logged.id) || notes.contains(logged.id),
        "\(logged.id) needs a case or a note in Tests/Cases/Pairs/Notes.md")
    }
  }

  /// Two statements are of one form if they differ in names alone, each name for one other.
  @Test(arguments: [
    ("SELECT t0.ZNAME FROM ZSHIP t0", true), ("SELECT t0.ZNAME FROM ZSHIP t1", false),
    ("SELECT t0.ZTITLE FROM ZPOST t0", true), ("SELECT t0.ZTITLE, FROM ZPOST t0", false),
    ("SELECT t0.ZPOST FROM ZPOST t0", false), ("SELECT t0.ZNAME FROM ZSHIP t0 LIMIT 1", false),
    ("SELECT t0.Z1TITLE FROM ZPOST t0", false), ("SELECT DISTINCT t0.ZTITLE FROM ZPOST t0", false),
    ("SELECT t0.Z_PK FROM ZPOST t0", false), ("SELECT t0.ZTITLE FROM POST t0", false),
  ])
  func theComparisonWithALogSeesEverythingButNames(logged: String, isEqual: Bool) {
    let names = PairNames(names: ["Ship", "name"])
    let found = names.difference(
      "SELECT t0.ZNAME FROM ZSHIP t0", LoggedStatement(id: "a", isExact: true, sql: logged))
    #expect((found == nil) == isEqual, "\(logged): \(found ?? "no difference")")
  }
}
