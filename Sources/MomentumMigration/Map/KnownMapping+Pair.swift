import MomentumDiagnostics
public import MomentumDiff
import MomentumModel
import MomentumVersionHash

extension KnownMapping {
  /// Where findings about the whole file point.
  var location: SourceLocation {
    switch form {
    case .editor(let syntax): SourceLocation(syntax.file, SourceRange(0, 0))
    case .compiled: SourceLocation(SourceFile(path: path, utf8: []), SourceRange(0, 0))
    }
  }

  /// Whether Core Data finds it for a store of one model and an app with the other.
  ///
  /// A compiled one has hashes. The editor's file has names and copies of the two models; it is compiled for these.
  ///
  /// - Parameter versions: All versions of the bundle, so that another version of the same names is not taken for
  ///   the one that the file names.
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

  /// The mapping model with the default expressions that Xcode's compiler adds to the editor's file.
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
  /// The mapping model for a pair of models; the first by path of several.
  func first(
    from old: DiffedModel, to new: DiffedModel, among versions: [NamedModel]
  ) -> KnownMapping? {
    filter { $0.leads(from: old, to: new, among: versions) }.min { $0.path < $1.path }
  }
}

extension ModelDiff {
  /// The diff with each change judged by the mapping model for the two versions. Without such a mapping model the diff
  /// is returned unchanged.
  ///
  /// - Parameters:
  ///   - mappings: All that are known.
  ///   - versions: All versions of the bundle.
  public func judged(by mappings: [KnownMapping], among versions: [NamedModel]) -> ModelDiff {
    guard let (old, new) = models, inference != .notNeeded,
      let known = mappings.first(from: old, to: new, among: versions)
    else { return self }
    return MappingJudgement(known, old: old, new: new).judge(self)
  }
}

extension MappingJudge {
  /// By what the mapping model for the two versions copies, sets and drops.
  public static let mappingModels = MappingJudge { diff, mappings, versions in
    diff.judged(by: mappings, among: versions)
  }
}
