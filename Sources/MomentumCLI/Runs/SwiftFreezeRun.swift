import Foundation
import MomentumDiagnostics
import MomentumGit
import MomentumModelFiles
import MomentumSwiftData
import MomentumVersionHash

/// Freezes a SwiftData schema: writes copies of all that its hashes depend on, and undoes later
/// edits of the version itself.
struct SwiftFreezeRun {
  /// The path of the sources, with the version after an `@`.
  let place: VersionedPath
  /// The commit whose form of the version is kept; `nil` to keep the present form.
  let commit: String?
  /// The file for the copies; `nil` for one beside the version.
  let output: String?

  /// The new text of a file.
  struct Change {
    var path: String
    var text: String
  }

  /// - Returns: The files to write; empty if the version depends on nothing outside of it and has
  ///   the wanted form.
  func changes() throws -> [Change] {
    let present = try reader(nil)
    let former = try commit.map { try reader($0) } ?? present
    let old = try version(among: former)
    let newName = try newVersionName(for: old, former, present)
    let freezer = SchemaFreezer(former: former, present: present)
    guard let result = freezer.freeze(old, as: newName), !result.isEmpty else { return [] }
    let name = newName ?? old
    let changes = try files(result, name, present)
    try verify(changes, name, hashes(old, former), present)
    return changes
  }

  private func version(among reader: SwiftDataReader) throws -> String {
    let names = reader.schemas.map(\.name)
    // Sources without a version get one of the name that the user wrote.
    if let only = reader.schemas.first, reader.schemas.count == 1, !only.isVersioned {
      try refuseUnread(only)
      return only.name
    }
    guard let wanted = place.version ?? reader.current?.name, names.contains(wanted) else {
      let wanted = place.version ?? ""
      throw CommandFailure(
        "'\(place.path)' has no schema '\(wanted)'\(commit.map { " at '\($0)'" } ?? "")"
          + (nearName(to: wanted, among: names).map { "; did you mean '\($0)'?" }
            ?? "; it has \(quotedList(names, max: 12))"),
        status: .badInput)
    }
    let schema = reader.schemas.first { $0.name == wanted }
    if let schema { try refuseUnread(schema) }
    guard let schema, schema.isVersioned else {
      throw CommandFailure(
        "'\(place.path)' has no VersionedSchema; only a version with a name can hold copies of its classes",
        status: .badInput)
    }
    return wanted
  }

  private func refuseUnread(_ schema: SwiftSchema) throws {
    guard let unread = schema.unread.first else { return }
    throw CommandFailure(
      "the list of classes of '\(schema.name)' cannot be read\(commit.map { " at '\($0)'" } ?? ""): \(unread.reason.text)",
      status: .badInput)
  }

  /// The name for the version that sources without a `VersionedSchema` get; `nil` for a version
  /// that has a name.
  private func newVersionName(
    for schema: String, _ former: SwiftDataReader, _ present: SwiftDataReader
  ) throws -> String? {
    guard former.schemas.contains(where: { $0.name == schema && !$0.isVersioned }) else {
      return nil
    }
    let name = place.version ?? SchemaFreezer.firstVersionName
    guard name != schema else {
      throw CommandFailure(
        "'\(place.path)' has no VersionedSchema; write the name that the new one gets, such as '\(place.path)@\(SchemaFreezer.firstVersionName)'",
        status: .badInput)
    }
    if present.schemas.contains(where: { $0.name == name && $0.isVersioned }) {
      throw CommandFailure(
        "'\(place.path)' has a schema '\(name)' already\(commit.map { ", which '\($0)' does not have" } ?? "")",
        status: .badInput)
    }
    return name
  }

  // MARK: - Reading

  private func reader(_ commit: String?) throws -> SwiftDataReader {
    var source = ModelFileSource.disk(within: nil)
    var path = place.path
    if let commit {
      (source, path) = try gitFailures { () throws(GitError) in
        let repository = try GitRepository.containing(path: place.path)
        let files = try CommitFiles(
          repository, try repository.resolve(commit), label: commit + ":")
        var inside = repository.path
        while inside.hasSuffix("/") { inside.removeLast() }
        return (.tree(try files.modelTree(of: inside)), inside)
      }
    }
    let found = try modelFileFailures { () throws(ModelFileError) in
      try ModelBundle.swiftData(path: path, in: source)
    }
    guard let found else {
      throw CommandFailure(
        "'\(commit.map { $0 + ":" } ?? "")\(path)' has no SwiftData schema: no class with '@Model' is there",
        status: .badInput)
    }
    return found
  }

  // MARK: - New files

  private func files(
    _ result: SchemaFreezer.Result, _ name: String, _ present: SwiftDataReader
  ) throws -> [Change] {
    var texts: [String: [UInt8]] = [:]
    let edits = result.edits.sorted { $0.location.range.start > $1.location.range.start }
    for edit in edits {
      let file = edit.location.file
      var bytes = texts[file.path] ?? file.utf8
      bytes.replaceSubrange(
        edit.location.range.start..<edit.location.range.end, with: edit.text.utf8)
      texts[file.path] = bytes
    }
    if !result.lines.isEmpty {
      let path = output ?? frozenPath(name, present)
      let earlier = texts[path] ?? FileManager.default.contents(atPath: path).map { Array($0) }
      let text =
        earlier.map {
          String(decoding: $0, as: UTF8.self) + "\n" + result.lines.joined(separator: "\n") + "\n"
        }
        ?? "// What \(name) had when it was released. Do not edit: stores of users depend on it.\n\n"
        + result.text
      texts[path] = Array(text.utf8)
    }
    return texts.sorted { $0.key < $1.key }.map {
      Change(path: $0.key, text: String(decoding: $0.value, as: UTF8.self))
    }
  }

  /// A file beside the one that declares the version.
  private func frozenPath(_ name: String, _ present: SwiftDataReader) -> String {
    let file = present.schemas.first { $0.name == name }?.location.file.path ?? place.path
    let isFile = file.hasSuffix(".swift")
    let folder = isFile ? file.lastIndex(of: "/").map { String(file[...$0]) } ?? "" : file + "/"
    return "\(folder)\(name)+Frozen.swift"
  }

  /// Reads the new files back: the version must have the hashes that it had.
  private func verify(
    _ changes: [Change], _ name: String, _ former: [String: [UInt8]]?, _ present: SwiftDataReader
  ) throws {
    let texts = Dictionary(changes.map { ($0.path, $0.text) }) { first, _ in first }
    let kept = present.sources.sourceFiles
    let files =
      kept.map { file in texts[file.path].map { SourceFile(path: file.path, text: $0) } ?? file }
      + changes.filter { change in !kept.contains { $0.path == change.path } }
      .map { SourceFile(path: $0.path, text: $0.text) }
    let frozen = SwiftDataReader(files)
    guard let wanted = former, let got = hashes(name, frozen), wanted == got else {
      let names = Set(
        (former ?? [:]).filter { entry in
          hashes(name, frozen)?[entry.key] != entry.value
        }.keys
      ).sorted()
      throw CommandFailure(
        "no copy gives '\(name)' its hashes back\(names.isEmpty ? "" : " (\(quotedList(names, max: 5)))"); nothing is written",
        status: .findings)
    }
  }

  private func hashes(_ name: String, _ reader: SwiftDataReader) -> [String: [UInt8]]? {
    reader.schemas.first { $0.name == name }.map {
      ModelHashes(of: reader.model(of: $0).model).byEntity
    }
  }
}
