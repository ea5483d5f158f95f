import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumModelFiles

/// Finds models that were moved or renamed, by comparing deleted models with added ones.
struct MovedBundles {
  let gone: [String]
  let added: [String]

  /// The former paths of added models.
  ///
  /// A deleted and an added model are taken for the same one if they share, tried in this order:
  /// name and a file; name and entities; a file; or, if the model was edited too, a version's name
  /// and entities. A shared name alone proves nothing: Xcode names the first model of every app
  /// `Model`.
  ///
  /// - Parameter reader: Returns the reader of the model at a path; the second argument tells
  ///   whether the model was deleted.
  func sources(
    _ reader: (String, Bool) throws(GitError) -> BundleReader
  ) throws(GitError) -> [String: String] {
    var result: [String: String] = [:]
    guard !gone.isEmpty, !added.isEmpty else { return result }
    var before: [String: [String: SourceFile]] = [:]
    var after: [String: [String: SourceFile]] = [:]
    for path in gone { before[path] = versions(try reader(path, true)) }
    for path in added { after[path] = versions(try reader(path, false)) }
    let hasFile = { (old: String, new: String) in
      let bytes = Set((before[old] ?? [:]).values.map(\.utf8))
      return (after[new] ?? [:]).values.contains { bytes.contains($0.utf8) }
    }
    let hasEntities = { (old: String, new: String) in
      MovedBundles.areRelated(
        MovedBundles.entities((before[old] ?? [:]).values),
        MovedBundles.entities((after[new] ?? [:]).values))
    }
    take(&result) { name(of: $0) == name(of: $1) && hasFile($0, $1) }
    take(&result) { name(of: $0) == name(of: $1) && hasEntities($0, $1) }
    take(&result, hasFile)
    take(&result) { old, new in
      (before[old] ?? [:]).contains { name, file in
        guard let newFile = after[new]?[name] else { return false }
        return MovedBundles.areRelated(
          MovedBundles.entities([file]), MovedBundles.entities([newFile]))
      }
    }
    return result
  }

  /// Whether two models share, by name, half of the entities of the smaller one. Also true if both
  /// have no entities.
  ///
  /// - Parameter one: `nil` for a model that cannot be read, which is taken as related to any
  ///   model.
  static func areRelated(_ one: Set<String>?, _ other: Set<String>?) -> Bool {
    guard let one, let other else { return true }
    if one.isEmpty || other.isEmpty { return one.isEmpty && other.isEmpty }
    return one.intersection(other).count * 2 >= min(one.count, other.count)
  }

  /// The names of the entities of all versions; `nil` if no version can be read.
  static func entities(_ files: some Sequence<SourceFile>) -> Set<String>? {
    let forms = files.compactMap { BundleReader.form(of: $0) }
    return forms.isEmpty ? nil : Set(forms.flatMap { $0.model.entities.map(\.name) })
  }

  /// Pairs added models without a partner with deleted ones for which `isSame` is true.
  private func take(_ result: inout [String: String], _ isSame: (String, String) -> Bool) {
    for path in added where result[path] == nil {
      let taken = Set(result.values)
      result[path] = gone.first { !taken.contains($0) && isSame($0, path) }
    }
  }

  private func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }

  /// The files of a model's versions, by name; empty for a model that cannot be read, which is then
  /// never taken as moved.
  private func versions(_ reader: BundleReader) -> [String: SourceFile] {
    guard let files = try? reader.files() else { return [:] }
    return Dictionary(
      files.versions.compactMap { version in version.file.map { (version.name, $0.contents) } }
    ) { first, _ in first }
  }
}
