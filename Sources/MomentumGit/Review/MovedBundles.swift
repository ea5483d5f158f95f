import MomentumDiagnostics
import MomentumMigration
import MomentumModel
import MomentumModelFiles

/// Finds out which models were moved or renamed: of those that are gone and those that came.
struct MovedBundles {
  let gone: [String]
  let added: [String]

  /// The former paths of added models.
  ///
  /// A model keeps its name, or a version's file, or, where it was edited too, the name of a version and one of
  /// its entities. The first that fits counts, in this order.
  ///
  /// - Parameter reader: Of a path, and whether it is one that is gone.
  func sources(
    _ reader: (String, Bool) throws(GitError) -> BundleReader
  ) throws(GitError) -> [String: String] {
    var result: [String: String] = [:]
    take(&result) { name(of: $0) == name(of: $1) }
    guard result.count < min(gone.count, added.count) else { return result }
    var before: [String: [String: SourceFile]] = [:]
    var after: [String: [String: SourceFile]] = [:]
    for path in gone { before[path] = versions(try reader(path, true)) }
    for path in added { after[path] = versions(try reader(path, false)) }
    take(&result) { old, new in
      let bytes = Set((before[old] ?? [:]).values.map(\.utf8))
      return (after[new] ?? [:]).values.contains { bytes.contains($0.utf8) }
    }
    take(&result) { old, new in
      (before[old] ?? [:]).contains { name, file in
        guard let other = after[new]?[name] else { return false }
        return !entities(file).isDisjoint(with: entities(other))
      }
    }
    return result
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

  private func entities(_ file: SourceFile) -> Set<String> {
    Set(BundleReader.form(of: file)?.model.entities.map(\.name) ?? [])
  }
}
