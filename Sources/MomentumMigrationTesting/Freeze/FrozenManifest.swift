public import MomentumDiagnostics

/// What was frozen of a bundle: the file `frozen.json` beside the stores.
///
///     {
///       "format": 1,
///       "versions": [
///         {"name": "Model", "file": "Model.sqlite", "checksum": "…", "entities": {"Venue": "4a3b…"},
///          "rows": {"Venue": 8}}
///       ]
///     }
public struct FrozenManifest: Sendable, Hashable {
  public static let fileName = "frozen.json"

  public struct Version: Sendable, Hashable {
    public var name: String
    /// The store's name in the folder.
    public var file: String
    /// `NSStoreModelVersionChecksumKey`, base64: what the version is recognised by.
    public var checksum: String
    /// Entities and their version hashes in hexadecimal, by name.
    public var entities: [String: String]
    /// Rows of each concrete entity, by name.
    public var rows: [String: Int]
  }

  public var versions: [Version]

  public init(versions: [Version] = []) { self.versions = versions }

  public subscript(name: String) -> Version? { versions.first { $0.name == name } }

  /// Sorted keys and a final line end: equal manifests have equal bytes.
  public var text: String {
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

  /// Reads the file; `nil` after a diagnostic on text that is no manifest.
  public static func read(
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
        // A manifest leads to files of its own folder only.
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

/// The findings about a bundle and its frozen stores.
enum FreezeMessage: DiagnosticMessage {
  case differentFile(String)
  case editedVersion(String, entities: [String])
  case malformedManifest
  case missingVersion(String)
  case unfilledEntity(String, version: String, reason: String)
  case unusableVersion(String, reason: String)

  var id: String {
    switch self {
    case .differentFile: "freeze.different-file"
    case .editedVersion: "freeze.edited-version"
    case .malformedManifest: "freeze.malformed-manifest"
    case .missingVersion: "freeze.missing-version"
    case .unfilledEntity: "freeze.unfilled-entity"
    case .unusableVersion: "freeze.unusable-version"
    }
  }

  var severity: Severity {
    switch self {
    case .differentFile, .editedVersion, .malformedManifest, .unusableVersion: .error
    case .missingVersion: .warning
    case .unfilledEntity: .note
    }
  }

  var text: String {
    switch self {
    case .differentFile(let file):
      "'\(file)' holds something else than what would be written; --force writes over it"
    case .editedVersion(let name, let entities):
      "version '\(name)' was edited after it was frozen: "
        + (entities.count == 1 ? "entity " : "entities ")
        + entities.map { "'\($0)'" }.joined(separator: ", ")
        + (entities.count == 1 ? " has" : " have")
        + " other hashes, so stores of users no longer match; add a new version instead"
    case .malformedManifest: "a manifest of frozen stores has 'format' 1 and a list 'versions'"
    case .missingVersion(let name):
      "version '\(name)' was frozen, but the bundle no longer has it"
    case .unfilledEntity(let entity, let version, let reason):
      "entity '\(entity)' of version '\(version)' has no rows: \(reason)"
    case .unusableVersion(let name, let reason): "version '\(name)' is not frozen: \(reason)"
    }
  }
}
