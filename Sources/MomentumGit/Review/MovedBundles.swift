import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumModelFiles

/// Finds out which models were moved or renamed: of those that are gone and those that came.
struct MovedBundles {
  let gone: [String]
  let added: [String]

  /// The former paths of added models.
  ///
  /// A model keeps its name and a file, or its name and entities, or a file, or, where it was edited too, the name
  /// of a version and entities. The first that fits counts, in this order. A name alone says nothing: Xcode calls
  /// the first model of every app `Model`.
  ///
  /// - Parameter reader: Of a path, and whether it is one that is gone.
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
        guard let other = after[new]?[name] else { return false }
        return MovedBundles.areRelated(
          MovedBundles.entities([file]), MovedBundles.entities([other]))
      }
    }
    return result
  }

  /// Whether two models have half of the smaller one's entities in common, by name, or both have none.
  ///
  /// - Parameter one: `nil` for a model that cannot be read, which may be any.
  static func areRelated(_ one: Set<String>?, _ other: Set<String>?) -> Bool {
    guard let one, let other else { return true }
    if one.isEmpty || other.isEmpty { return one.isEmpty && other.isEmpty }
    return one.intersection(other).count * 2 >= min(one.count, other.count)
  }

  /// Of all versions; `nil` where none can be read.
  static func entities(_ files: some Sequence<SourceFile>) -> Set<String>? {
    let forms = files.compactMap { BundleReader.form(of: $0) }
    return forms.isEmpty ? nil : Set(forms.flatMap { $0.model.entities.map(\.name) })
  }

  /// Pairs what is in no pair yet.
  private func take(_ result: inout [String: String], _ isSame: (String, String) -> Bool) {
    for path in added where result[path] == nil {
      let taken = Set(result.values)
      result[path] = gone.first { !taken.contains($0) && isSame($0, path) }
    }
  }

  private func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }

  /// By name; a model that cannot be read was not moved as far as can be told.
  private func versions(_ reader: BundleReader) -> [String: SourceFile] {
    guard let files = try? reader.files() else { return [:] }
    return Dictionary(
      files.versions.compactMap { version in version.file.map { (version.name, $0.contents) } }
    ) { first, _ in first }
  }
}
