public import MomentumModel

/// How the changes of a diff are judged where Core Data migrates by a mapping model of the app.
///
/// A review of versions is given one, since reading a mapping model's expressions needs the predicate language:
/// who reviews no versions does not link it. The one for all mapping models is `MappingJudge.mappingModels` in
/// MomentumMigration:
///
/// ```swift
/// let findings = review.findings() + review.changes(judgedBy: .mappingModels)
/// ```
public struct MappingJudge: Sendable {
  /// The diff, the mapping models of the app, and all versions of the bundle.
  public typealias Judgement = @Sendable (ModelDiff, [KnownMapping], [NamedModel]) -> ModelDiff

  let judgement: Judgement

  /// - Parameter judgement: Returns the diff unchanged where no mapping model is for its pair of models.
  public init(_ judgement: @escaping Judgement) {
    self.judgement = judgement
  }
}

/// A version of a bundle, as mapping models name it.
public struct NamedModel: Sendable, Hashable {
  public var name: String
  public var model: ObjectModel

  public init(name: String, model: ObjectModel) {
    self.name = name
    self.model = model
  }
}
