import MomentumDiff
import MomentumModel
import MomentumTestSupport
import MomentumVersionHash
import Testing

/// What holds for every pair of models.
enum DiffLaws {
  static func expect(
    _ old: DiffedModel, _ new: DiffedModel, _ comment: Comment,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let forth = ModelDiffer.diff(old, new)
    let back = ModelDiffer.diff(new, old)
    if forth.inverse != back {
      expectText(
        text(forth.inverse), text(back), "inverse of \(comment)", sourceLocation: sourceLocation)
      Issue.record("\(comment): the way back is not the inverse", sourceLocation: sourceLocation)
    }
    for assessment in (forth.changes + back.changes).flatMap(\.assessments) {
      #expect(
        assessment.rule.classes.contains(assessment.migrationClass),
        "\(comment): \(assessment.rule) is \(assessment.migrationClass), which its row does not have",
        sourceLocation: sourceLocation)
    }
    let isHashEqual = ModelHashes(of: old.model) == ModelHashes(of: new.model)
    // Without a migration only what code reads and saves can go wrong.
    let effects = forth.changes.flatMap(\.assessments).filter {
      !isHashEqual || !$0.rule.isReadByCode
    }
    #expect(
      effects.allSatisfy { $0.migrationClass == .nothing } == isHashEqual,
      "\(comment)\n\(text(forth))", sourceLocation: sourceLocation)
    #expect(
      (forth.inference == .notNeeded) == isHashEqual, comment, sourceLocation: sourceLocation)
    expectInference(old, new, forth, comment, sourceLocation)
  }

  /// The mapping model is there exactly where the diff says that there is one.
  private static func expectInference(
    _ old: DiffedModel, _ new: DiffedModel, _ diff: ModelDiff, _ comment: Comment,
    _ sourceLocation: Testing.SourceLocation
  ) {
    switch (MappingInference.infer(old: old.model, new: new.model), diff.inference) {
    case (.failure(let failure), .impossible(let error, let reasons)):
      #expect(failure.error == error && failure.reasons == reasons, sourceLocation: sourceLocation)
      #expect(diff.migrationClass >= .unproven, comment, sourceLocation: sourceLocation)
    case (.success(let mapping), .notNeeded):
      #expect(mapping.entityMappings.allSatisfy { $0.kind == .copy }, comment)
    case (.success(let mapping), .inferred):
      let destinations = mapping.entityMappings.compactMap(\.destinationEntity)
      let concrete = new.model.entities.filter { !$0.isAbstract }.map(\.name)
      #expect(destinations.sorted() == concrete.sorted(), comment, sourceLocation: sourceLocation)
    case (.failure, .notNeeded), (.failure, .inferred), (.success, .impossible):
      Issue.record("\(comment): inference disagrees", sourceLocation: sourceLocation)
    }
  }

  /// Every change in a few lines, then suspicions and the inference.
  static func text(_ diff: ModelDiff?) -> String {
    guard let diff else { return "no diff" }
    var lines: [String] = []
    for change in diff.changes {
      lines.append("\(change.summary)")
      for detail in change.details {
        lines.append("    \(detail.field): \(detail.old ?? "–") → \(detail.new ?? "–")")
      }
      for assessment in change.assessments {
        lines.append("  \(assessment.migrationClass.rawValue) [\(assessment.rule)]")
        lines.append("  \(assessment.effect)")
        if let error = assessment.coreDataError {
          lines.append("  Core Data: \(error.code) \(error.reason)")
        }
        if let repair = assessment.repair { lines.append("  repair: \(repair)") }
      }
    }
    for rename in diff.suspectedRenames {
      lines.append("suspected: \(rename.old.path) → \(rename.new.path): \(rename.repair)")
    }
    switch diff.inference {
    case .notNeeded: lines.append("no migration")
    case .inferred: lines.append("inferred")
    case .impossible(let error, _): lines.append("not inferred: \(error.code)")
    }
    return lines.joined(separator: "\n")
  }
}
