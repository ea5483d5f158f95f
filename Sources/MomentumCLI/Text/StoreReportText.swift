import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles
import MomentumRuntime
import MomentumSQLite
import MomentumSwiftData
import MomentumVersionHash

/// Finds the versions of a bundle that fit a store.
struct VersionMatches {
  struct Version {
    var name: String
    var isCurrent: Bool
    /// The entities whose hashes differ from the store's; `nil` if the version could not be read.
    var mismatches: [HashMismatch]?
    /// The differences from the model in the store, by entity. Empty if the store keeps no model.
    var differences: [String: [String]] = [:]
    /// The answers of the store about relationships of Swift sources that may be inverse to each
    /// other.
    var inverses: [InverseEvidence.Answer] = []
  }

  var versions: [Version]

  /// - Parameter model: A bundle, or one version of it.
  init(of model: VersionedPath, store: String, metadata: StoreMetadata) throws {
    var diagnostics = Diagnostics()
    var found = try modelFileFailures { () throws(ModelFileError) in
      try ModelBundle.versions(path: model.path, &diagnostics)
    }
    if model.version != nil {
      let name = try ModelInput.load(model.path, model.version, &diagnostics).versionName
      found = found.filter { $0.name == name }
    }
    if found.isEmpty { throw InputRejected(diagnostics: diagnostics) }
    let swift = try modelFileFailures { () throws(ModelFileError) in
      try ModelBundle.swiftData(path: model.path)
    }
    versions = try found.map { version in
      let answers = swift.map { Self.inverses(of: version, in: $0, metadata) } ?? []
      var decisions = InverseDecisions()
      for answer in answers { decisions.decide(answer.pair, areInverse: answer.areInverse) }
      let input = try ModelInput.read(version.path, decisions: decisions)
      return Version(
        name: version.name, isCurrent: version.isCurrent,
        mismatches: input.compiled?.mismatches(metadata), inverses: answers)
    }
    try explainNearest(model.path, store)
  }

  private static func inverses(
    of version: ModelVersion, in reader: SwiftDataReader, _ metadata: StoreMetadata
  ) -> [InverseEvidence.Answer] {
    guard let schema = reader.schemas.first(where: { $0.name == version.name }) else { return [] }
    return InverseEvidence(reader, schema, wanted: metadata.entityHashes) {
      ModelHashes(of: $0).byEntity
    }.answers()
  }

  /// If no version matches, compares the one with the fewest mismatches entity by entity.
  private mutating func explainNearest(_ bundle: String, _ store: String) throws {
    guard isNone, let nearest, let kept = try? ModelInput.read(store).compiled else { return }
    let paths = try bundlePaths(bundle)
    guard let path = paths[versions[nearest].name],
      let model = try ModelInput.read(path).compiled?.model
    else { return }
    for mismatch in versions[nearest].mismatches ?? [] {
      versions[nearest].differences[mismatch.entity] = HashDifference.describe(
        entity: mismatch.entity, in: kept.model, and: model)
    }
  }

  private func bundlePaths(_ bundle: String) throws -> [String: String] {
    var ignored = Diagnostics()
    let found = try? ModelBundle.versions(path: bundle, &ignored)
    return Dictionary((found ?? []).map { ($0.name, $0.path) }) { first, _ in first }
  }

  /// The index of the version with the fewest mismatches; `nil` if no version could be read.
  var nearest: Int? {
    versions.indices.filter { versions[$0].mismatches != nil }
      .min { (versions[$0].mismatches?.count ?? 0) < (versions[$1].mismatches?.count ?? 0) }
  }

  /// Whether no version matches.
  var isNone: Bool { !versions.contains { $0.mismatches?.isEmpty == true } }
}

/// A store's report as text and as JSON.
enum StoreReportText {
  static func json(_ report: StoreReport, _ matches: VersionMatches?) -> JSONText {
    guard let matches, case .object(let members) = report.json else { return report.json }
    let versions = matches.versions.map { version in
      JSONText.object(
        [
          ("name", .string(version.name)), ("isCurrent", .bool(version.isCurrent)),
          ("matches", .bool(version.mismatches?.isEmpty == true)),
          (
            "mismatches",
            .array((version.mismatches ?? []).map { .string($0.description) })
          ),
          (
            "differences",
            .object(
              version.differences.sorted { $0.key < $1.key }.map {
                ($0.key, .array($0.value.map { .string($0) }))
              })
          ),
        ] + inversesJSON(version))
    }
    return .object(members + [("versions", .array(versions))])
  }

  /// The answers about inverses as a member of the object. There is none for other models than
  /// Swift sources, because only Swift sources may not tell which relationships are inverse.
  private static func inversesJSON(
    _ version: VersionMatches.Version
  ) -> [(String, JSONText)] {
    guard !version.inverses.isEmpty else { return [] }
    return [
      (
        "inverses",
        .array(
          version.inverses.map { answer in
            .object([
              ("first", .string(Self.name(answer.pair.first))),
              ("second", .string(Self.name(answer.pair.second))),
              ("areInverse", .bool(answer.areInverse)),
            ])
          })
      )
    ]
  }

  private static func name(_ property: (entity: String, name: String)) -> String {
    "\(property.entity).\(property.name)"
  }

  static func text(
    _ report: StoreReport, _ matches: VersionMatches?, width: Int? = nil
  ) -> String {
    let metadata = report.metadata
    var lines = [
      "store          \(metadata.uuid)",
      "framework      \(metadata.frameworkVersion.map { String($0) } ?? "unknown")",
      "identifiers    \(quotedList(metadata.modelVersionIdentifiers))",
      "digest         \(metadata.hashesDigest ?? "none")",
      "pages          \(report.pageCount) × \(report.pageSize) bytes, \(report.encoding), auto-vacuum \(report.autoVacuum), journal \(report.journalMode)\(report.hasWriteAheadLog ? ", with a -wal file" : "")",
      "integrity      \(report.integrity.text)",
      "model cache    \(report.hasModelCache ? "yes" : "no")",
      "history        \(report.hasHistory ? "yes" : "no")",
    ].map { TerminalText.oneLine($0) }
    if !metadata.others.isEmpty {
      lines.append(
        "other keys     "
          + TerminalText.oneLine(metadata.others.keys.sorted().joined(separator: ", ")))
    }
    let table = TextTable(
      ["entity", "number", "parent", "rows", "last key"],
      alignments: [.left, .right, .right, .right, .right],
      rows: report.entities.filter { !$0.isHistory }.map {
        [
          name($0), String($0.number), $0.parent == 0 ? "" : String($0.parent),
          $0.rowCount.map { String($0) } ?? missingCount($0, report),
          $0.parent == 0 ? String($0.maximumKey) : "",
        ]
      })
    return lines.map { $0 + "\n" }.joined() + "\n" + table.text(fitting: width)
      + (matches.map(text) ?? "")
  }

  /// An entity's name in the report, `LuxuryCar (ExpensiveSportCar)`: the name in the model, and
  /// the older one in `Z_PRIMARYKEY`.
  private static func name(_ entity: StoreReport.Entity) -> String {
    entity.modelName.map { "\($0) (\(entity.name))" } ?? entity.name
  }

  /// The text in place of a count. An entity without a hash was renamed, and its table cannot be
  /// identified.
  private static func missingCount(_ entity: StoreReport.Entity, _ report: StoreReport) -> String {
    let hashes = report.metadata.entityHashes
    return entity.modelName != nil || hashes.isEmpty || hashes[entity.name] != nil
      ? "no table" : "renamed, table uncertain"
  }

  private static func text(_ matches: VersionMatches) -> String {
    var lines = [""]
    for (index, version) in matches.versions.enumerated() {
      let name = "version '\(version.name)'\(version.isCurrent ? " (current)" : "")"
      switch version.mismatches {
      case nil: lines.append("\(name): cannot be read; 'momentum check' says why")
      case []?:
        lines.append("\(name): matches")
        lines += version.inverses.map { answer in
          "  the store shows that \(Self.name(answer.pair.first)) and \(Self.name(answer.pair.second)) are \(answer.areInverse ? "" : "not ")inverse: write '\(answer.areInverse ? "@Relationship(inverse:)" : "@Relationship")' on one of them"
        }
      case let mismatches?:
        lines.append(
          "\(name): \(plural(mismatches.count, "entity")) differ\(mismatches.count == 1 ? "s" : "")"
        )
        // Show details only if no version fits, for the version with the fewest mismatches.
        guard matches.isNone, index == matches.nearest else { break }
        for mismatch in mismatches {
          lines.append("  \(mismatch.description)")
          lines += (version.differences[mismatch.entity] ?? []).map { "    \($0)" }
        }
      }
    }
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
  }
}

extension StoreReport.Integrity {
  var isSound: Bool {
    switch self {
    case .ok, .notChecked: true
    case .damaged: false
    }
  }

  var text: String {
    switch self {
    case .ok: "ok"
    case .notChecked: "not checked"
    case .damaged(let messages): "damaged: " + messages.joined(separator: "; ")
    }
  }
}
