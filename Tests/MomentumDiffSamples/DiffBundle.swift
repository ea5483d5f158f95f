import Foundation
import MomentumDiagnostics
package import MomentumDiff
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// A bundle with its versions, oldest first: one of our own, or one of the corpus where it is there.
package struct DiffBundle: Sendable {
  package struct Version: Sendable {
    package var name: String
    package var model: DiffedModel
  }

  package var name: String
  package var versions: [Version]

  private static func ownPaths() -> [String] {
    let base = RepositoryFiles.url("Models").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: base)) ?? [])
      .filter { $0.hasSuffix(".xcdatamodeld") }.sorted().map { "\(base)/\($0)" }
  }

  private static func pathsOfCorpus() -> [String] {
    let base = RepositoryFiles.corpus?.appendingPathComponent("versions").path ?? ""
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    return folders.sorted().flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: "\(base)/\(folder)")) ?? [])
        .filter { $0.hasSuffix(".xcdatamodeld") }.sorted().map { "\(base)/\(folder)/\($0)" }
    }
  }

  /// With both sides of every case of the decision table as a bundle of two versions; of the corpus, four bundles in
  /// the short form.
  package static func all() throws -> [DiffBundle] {
    try CaseFile.all(in: "Diff").map { file in
      DiffBundle(
        name: file.path,
        versions: try ["old", "new"].map { side in
          Version(
            name: side,
            model: try DiffSample.model(try #require(file[side]), "\(file.path) \(side)"))
        })
    } + (ownPaths() + pathsOfCorpus().thinned(to: 4)).map(read)
  }

  package static func read(_ path: String) throws -> DiffBundle {
    var ignored = Diagnostics()
    let versions = try ModelBundle.versions(path: path, &ignored).compactMap { version in
      try read(path, version.name)
    }
    let name = path.split(separator: "/").suffix(2).joined(separator: "/")
    return DiffBundle(name: name, versions: versions)
  }

  private static func read(_ path: String, _ version: String) throws -> Version? {
    var diagnostics = Diagnostics()
    let loaded = try ModelBundle.load(path: path, version: version, &diagnostics)
    guard let syntax = loaded.flatMap({ ModelReader.read(contents: $0.contents, &diagnostics) }),
      let model = ModelChecker.check(syntax, &diagnostics)
    else { return nil }
    return Version(name: version, model: DiffedModel(model, syntax: syntax))
  }
}
