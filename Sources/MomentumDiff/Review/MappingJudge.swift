package import MomentumModel

/// Judges the changes of a diff if Core Data migrates by a mapping model of the app.
///
/// A review gets the judge as a value, because reading a mapping model's expressions requires the
/// predicate language: a program that reviews no versions need not link it. The judge for all
/// mapping models is `MappingJudge.mappingModels` in MomentumMigration:
///
/// ```swift
/// let findings = review.findings() + review.changes(judgedBy: .mappingModels)
/// ```
package struct MappingJudge: Sendable {
  /// Returns a diff with its changes judged by the mapping models of the app. The versions are all
  /// versions of the bundle.
  package typealias Judgement = @Sendable (ModelDiff, [KnownMapping], [NamedModel]) -> ModelDiff

  let judgement: Judgement

  /// - Parameter judgement: Returns the diff unchanged if there is no mapping model for its models.
  package init(_ judgement: @escaping Judgement) {
    self.judgement = judgement
  }
}

/// A version of a bundle, as mapping models name it.
package struct NamedModel: Sendable, Hashable {
  package var name: String
  package var model: ObjectModel

  package init(name: String, model: ObjectModel) {
    self.name = name
    self.model = model
  }
}
