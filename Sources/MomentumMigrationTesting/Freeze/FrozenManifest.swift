package import MomentumDiagnostics

/// A list of the frozen versions of a bundle: the file `frozen.json` beside the stores.
///
///     {
///       "format": 1,
///       "versions": [
///         {"name": "Model", "file": "Model.sqlite", "checksum": "…", "entities": {"Venue": "4a…"},
///          "rows": {"Venue": 8}}
///       ]
///     }
package struct FrozenManifest: Sendable, Hashable {
  package static let fileName = "frozen.json"

  package struct Version: Sendable, Hashable {
    package var name: String
    /// The name of the store's file in the folder.
    package var file: String
    /// `NSStoreModelVersionChecksumKey` in base64, by which the version is recognized.
    package var checksum: String
    /// The version hashes in hexadecimal, by entity name.
    package var entities: [String: String]
    /// The number of rows of each concrete entity, by name.
    package var rows: [String: Int]
  }

  package var versions: [Version]

  package init(versions: [Version] = []) { self.versions = versions }

  package subscript(name: String) -> Version? { versions.first { $0.name == name } }

  /// The manifest as JSON with sorted keys and a final newline, so that equal manifests have equal
  /// bytes.
  package var text: String {
    JSONText.object([
      ("format", .integer(1)),
      (
        "versions",
        .array(
          versions.map { version in
            .object([
              ("name", .string(version.name)), ("file", .string(version.file)),
              ("checksum", .string(version.checksum)),
              (
                "entities",
                .object(
                  version.entities.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
              ),
              (
                "rows",
                .object(
                  version.rows.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
              ),
            ])
          })
      ),
    ]).pretty
  }

  /// Reads a manifest. Returns `nil` with a diagnostic if the text is not a manifest.
  package static func read(
    _ file: SourceFile, _ diagnostics: inout Diagnostics
  ) -> FrozenManifest? {
    guard let root = JSONParser.parse(file, &diagnostics) else { return nil }
    var result = FrozenManifest()
    guard root["format"]?.integer == 1, case .array(let items)? = root["versions"]?.value else {
      diagnostics.report(
        FreezeMessage.malformedManifest, at: SourceLocation(file, root.range))
      return nil
    }
    for item in items {
      guard let name = item["name"]?.string, let store = item["file"]?.string,
        let checksum = item["checksum"]?.string,
        // The file must be in the manifest's own folder: a path with a slash could name any file.
        !store.contains("/"), !store.isEmpty
      else {
        diagnostics.report(
          FreezeMessage.malformedManifest, at: SourceLocation(file, item.range))
        return nil
      }
      result.versions.append(
        Version(
          name: name, file: store, checksum: checksum,
          entities: item.members("entities") { $0.string },
          rows: item.members("rows") { $0.integer }))
    }
    return result
  }
}

extension JSONNode {
  fileprivate subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name == name }?.value
  }

  fileprivate var string: String? {
    if case .string(let text) = value { text } else { nil }
  }

  fileprivate var integer: Int? {
    if case .number(let text) = value { Int(text) } else { nil }
  }

  fileprivate func members<Value>(
    _ name: String, _ read: (JSONNode) -> Value?
  ) -> [String: Value] {
    guard case .object(let members)? = self[name]?.value else { return [:] }
    return Dictionary(
      members.compactMap { member in read(member.value).map { (member.name, $0) } }
    ) { first, _ in first }
  }
}
