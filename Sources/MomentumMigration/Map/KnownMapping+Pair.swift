import MomentumDiagnostics
package import MomentumDiff
import MomentumModel
import MomentumVersionHash

extension KnownMapping {
  /// The location for findings about the whole file of the mapping model.
  var location: SourceLocation {
    switch form {
    case .editor(let syntax): SourceLocation(syntax.file, SourceRange(0, 0))
    case .compiled: SourceLocation(SourceFile(path: path, utf8: []), SourceRange(0, 0))
    }
  }

  /// Whether Core Data finds this mapping model for a store of `old` and an app with `new`.
  ///
  /// A compiled mapping model is found by its entity hashes. The editor's file has no hashes: it
  /// names two models and holds copies of them, and Xcode compiles it for these two.
  ///
  /// - Parameter versions: All versions of the bundle. Without them, the editor's file could match
  ///   a version whose entities merely have the same names as those in its copies.
  func leads(from old: DiffedModel, to new: DiffedModel, among versions: [NamedModel]) -> Bool {
    switch form {
    case .editor(let syntax):
      return !syntax.entityMappings.isEmpty
        && MappingVersions(versions).mismatches(syntax, old: old.model, new: new.model).isEmpty
    case .compiled(let mapping):
      return !mapping.entityMappings.isEmpty
        && mapping.entityMappings.allSatisfy { entity in
          let isOfOld = entity.sourceEntity.map { old.hashes[$0] == entity.sourceHash }
          let isOfNew = entity.destinationEntity.map { new.hashes[$0] == entity.destinationHash }
          return isOfOld ?? true && isOfNew ?? true
        }
    }
  }

  /// The mapping model with the default expressions that Xcode adds to the editor's file.
  func mapping(from old: DiffedModel, to new: DiffedModel) -> MappingModel {
    switch form {
    case .editor(let syntax): MappingCompiler.compile(syntax, old: old.model, new: new.model)
    case .compiled(let mapping): mapping
    }
  }

  var syntax: MappingModelSyntax? {
    switch form {
    case .editor(let syntax): syntax
    case .compiled: nil
    }
  }
}

extension [KnownMapping] {
  /// The first mapping model, by path, that Core Data finds for this pair of models; `nil` if there
  /// is none.
  func first(
    from old: DiffedModel, to new: DiffedModel, among versions: [NamedModel]
  ) -> KnownMapping? {
    filter { $0.leads(from: old, to: new, among: versions) }.min { $0.path < $1.path }
  }
}

extension ModelDiff {
  /// The diff with each change judged by the mapping model for the two versions. Without such a
  /// mapping model the diff is returned unchanged.
  ///
  /// - Parameters:
  ///   - mappings: All mapping models that are known.
  ///   - versions: All versions of the bundle.
  package func judged(by mappings: [KnownMapping], among versions: [NamedModel]) -> ModelDiff {
    guard let (old, new) = models, inference != .notNeeded,
      let known = mappings.first(from: old, to: new, among: versions)
    else { return self }
    return MappingJudgement(known, old: old, new: new).judge(self)
  }
}

extension MappingJudge {
  /// Judges each change by what the mapping model for the two versions copies, sets and drops.
  package static let mappingModels = MappingJudge { diff, mappings, versions in
    diff.judged(by: mappings, among: versions)
  }
}
