import MomentumDiagnostics
import MomentumDiff

extension MigrationMatrixReport {
  /// The matrix as JSON in the form of `Grammar/MigrationMatrix.schema.json`, with a line end.
  package func json() -> String {
    let worse = Set(worseJumps)
    return JSONText.object([
      ("formatVersion", .integer(DiffReport.formatVersion)),
      ("versions", .array(versions.map { .string($0) })),
      ("pairs", .array(pairs.map { self.pair($0, isWorse: worse.contains($0)) })),
    ]).pretty
  }

  private func pair(_ pair: Pair, isWorse: Bool) -> JSONText {
    var members: DiffJSON.Members = [
      ("old", .integer(pair.old)), ("new", .integer(pair.new)),
      ("class", .string(pair.migrationClass.rawValue)),
      ("inference", .string(DiffJSON.inference(pair.inference))),
    ]
    if isWorse { members.append(("isWorseThanItsSteps", .bool(true))) }
    if case .impossible(let error, let reasons) = pair.inference {
      members.append(("error", DiffJSON.error(error)))
      if !reasons.isEmpty { members.append(("reasons", .array(reasons.map { .string($0) }))) }
    }
    return .object(members)
  }
}
