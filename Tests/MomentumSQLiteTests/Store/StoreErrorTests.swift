import MomentumDiagnostics
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// What an error of a store says.
@Suite struct StoreErrorTests {
  private func check(
    _ error: StoreError, _ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    expectText(error.description, text, sourceLocation: sourceLocation)
  }

  @Test func eachErrorNamesItsPath() {
    check(
      .notAStore(path: "a", missing: "T"), "'a' is not a Core Data store: it has no table T")
    check(.metadata(path: "a", message: "m"), "the metadata of 'a' cannot be read: m")
    check(.modelCache(path: "a", message: "m"), "the model that 'a' keeps cannot be read: m")
    check(
      .sideFileExists(path: "a-wal"),
      "'a-wal' was left by another database; a new store beside it would be damaged by it")
    check(
      .schemaMismatch(path: "a", entity: "E"),
      "'a' was made with another model: entity 'E' has another number or is missing")
    check(.unboundParameter("P"), "no value is given for the parameter 'P'")
    check(
      .statementTooLong(bytesMax: 9),
      "the SQL of the request would be longer than 9 bytes; nest less in its computations")
  }

  @Test func fivePartsAreNamedThatAStoreLacks() {
    let start = "'a' has the version hashes of the model, but its tables do not fit it: "
    func error(_ count: Int) -> StoreError {
      .lacksParts(
        path: "a",
        parts: (0..<count).map { number in
          number == 0
            ? MissingPart(.table, place: "table ZT", text: "there is no ZT", name: "ZT")
            : MissingPart(.column, place: "E.p\(number)", text: "no ZP\(number)", name: "")
        })
    }
    check(error(1), start + "there is no ZT")
    check(error(2), start + "there is no ZT; no ZP1 (E.p1)")
    let five =
      start + "there is no ZT; no ZP1 (E.p1); no ZP2 (E.p2); no ZP3 (E.p3); no ZP4 (E.p4)"
    check(error(5), five)
    check(error(6), five + "; and 1 more")
    check(error(8), five + "; and 3 more")
  }

  @Test func anObjectThatRepeatsValuesNamesTheRule() {
    let cause = SQLiteError(.step, code: .constraint, message: "UNIQUE failed")
    let place = SourceLocation(SourceFile(path: "f", text: ""), SourceRange(0, 0))
    check(
      .notUnique(object: "o", location: place, rule: "its name is taken", cause: cause),
      "object 'o' cannot be inserted: its name is taken")
    check(
      .notUnique(object: "o", location: place, rule: nil, cause: cause),
      "object 'o' repeats values that have to be unique (UNIQUE failed)")
    check(.sqlite(cause), "\(cause)")
  }
}
