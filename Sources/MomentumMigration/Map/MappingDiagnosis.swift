package import MomentumDiagnostics
package import MomentumDiff
package import MomentumModel

/// Reports what is wrong with a mapping model of a bundle.
///
/// It reports:
/// - a stale mapping model, which Core Data does not find;
/// - a mapping model that does only what inference does, or in place of which Core Data may use
///   inference;
/// - values that get lost;
/// - the expressions and classes that Momentum cannot carry out, each by name.
package struct MappingDiagnosis {
  /// The findings about one mapping model, and the versions it belongs to.
  package struct Examination: Sendable, Hashable {
    /// The mapping model, completed as Xcode's compiler does it; `nil` if the editor's file fits no
    /// two versions.
    package var mapping: MappingModel?
    /// The version that the mapping model migrates from; `nil` if no version fits.
    package var old: NamedModel?
    package var new: NamedModel?
    package var findings: Diagnostics
  }

  /// Examines a mapping model as Xcode's editor saves it: names and expressions.
  package static func examine(
    _ syntax: MappingModelSyntax, versions: [NamedModel]
  ) -> Examination {
    var findings = Diagnostics()
    let matching = MappingVersions(versions).matching(syntax)
    if let stale = matching.staleReasons {
      findings.report(
        MappingMessage.stale(reasons: stale, isCertain: false),
        at: SourceLocation(syntax.file, SourceRange(0, 0)))
    }
    guard let old = matching.old, let new = matching.new else {
      return Examination(mapping: nil, old: matching.old, new: matching.new, findings: findings)
    }
    let mapping = MappingCompiler.compile(syntax, old: old.model, new: new.model)
    var review = MappingReview(
      mapping: mapping, syntax: syntax, old: old, new: new,
      start: SourceLocation(syntax.file, SourceRange(0, 0)))
    review.review()
    findings.append(contentsOf: review.findings)
    return Examination(mapping: mapping, old: old, new: new, findings: findings)
  }

  /// Examines a compiled mapping model: hashes and expressions.
  package static func examine(
    _ mapping: MappingModel, at location: SourceLocation? = nil, versions: [NamedModel]
  ) -> Examination {
    var findings = Diagnostics()
    let matching = MappingVersions(versions).matching(mapping)
    if let stale = matching.staleReasons {
      findings.report(MappingMessage.stale(reasons: stale, isCertain: true), at: location)
    }
    guard let old = matching.old, let new = matching.new else {
      return Examination(mapping: mapping, old: matching.old, new: matching.new, findings: findings)
    }
    var review = MappingReview(
      mapping: mapping, syntax: nil, old: old, new: new, start: location)
    review.review()
    findings.append(contentsOf: review.findings)
    return Examination(mapping: mapping, old: old, new: new, findings: findings)
  }
}
