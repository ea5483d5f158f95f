import MomentumDiagnostics
import MomentumDiff
import MomentumMigration

/// What a case file shows of a mapping model and of its plan.
enum MappingCaseText {
  static func trimmed(_ text: String) -> String {
    text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  static func findings(_ list: [Diagnostic]) -> String {
    list.map { finding in
      let place = finding.location.map { "\($0.range.start)-\($0.range.end) " } ?? ""
      return "\(place)\(finding.severity) \(finding.id): \(finding.text)"
    }.joined(separator: "\n")
  }

  static func judged(_ diff: ModelDiff) -> String {
    diff.changes.flatMap { change -> [String] in
      [change.summary]
        + change.assessments.flatMap { one -> [String] in
          let error = one.coreDataError.map { " \($0.code)" } ?? ""
          return [
            "  \(one.migrationClass.rawValue) [\(one.rule)\(error)] \(one.effect)",
            one.repair.map { "    repair: \($0)" },
          ].compactMap { $0 }
        }
    }.joined(separator: "\n")
      + diff.suspectedRenames.map { "\nsuspected: \($0.old.path) → \($0.new.path)" }.joined()
      + (diff.mapping?.findings.map { "\n\($0.migrationClass.rawValue): \($0.diagnostic.text)" }
        .joined() ?? "\nno mapping model")
  }

  static func programs(_ made: MappingPlan) -> String {
    let functions = made.functions.map { function in
      "\(function.name)/\(function.argumentCount) \(function.call.selector)"
    }
    let moments = made.moments.map { "before \($0.step): \($0.phase) of \($0.mapping)" }
    let entities = made.entities.flatMap { entity in
      [
        "\(entity.name) \(entity.mapTable.sql)", entity.sourceKeys.map { "  \($0)" },
        entity.insertOne.map { "  \($0)" },
      ].compactMap { $0 }
    }
    return (["needs policies: \(made.needsPolicies)"] + functions + moments + entities)
      .joined(separator: "\n")
  }
}
