import MomentumDiagnostics
import MomentumDiff

extension DiffReport {
  /// The number of the format. It rises when a member is removed or gets another meaning.
  package static let formatVersion = 1

  /// The changes as JSON in the form of `Grammar/DiffReport.schema.json`, with a line end.
  ///
  /// Names and texts are complete and unchanged. Members without a value are left out.
  package static func json(
    _ compared: [ComparedVersions], uncompared: [UncomparedModel] = []
  ) -> String {
    JSONText.object(
      [
        ("formatVersion", .integer(formatVersion)),
        ("comparisons", .array(compared.map(DiffJSON.comparison))),
      ]
        + DiffJSON.optional(
          "uncompared", uncompared.isEmpty ? nil : .array(uncompared.map(DiffJSON.uncompared)))
    ).pretty
  }
}

/// The JSON of a diff's parts.
enum DiffJSON {
  typealias Members = [(key: String, value: JSONText)]

  static func comparison(_ compared: ComparedVersions) -> JSONText {
    .object([
      ("old", label(compared.old)),
      ("new", label(compared.new)),
      ("verdict", verdict(compared)),
      ("changes", .array(compared.diff.changes.map(change))),
      ("suspectedRenames", .array(compared.diff.suspectedRenames.map(rename))),
    ])
  }

  static func uncompared(_ model: UncomparedModel) -> JSONText {
    .object(
      [("path", .string(model.path))] + optional("ref", model.ref)
        + [
          ("reason", .string(model.reason.rawValue)), ("text", .string(model.sentence)),
          ("findings", .array(model.findings.map(finding))),
        ])
  }

  private static func finding(_ finding: Diagnostic) -> JSONText {
    .object(
      [("rule", .string(finding.id)), ("text", .string(finding.text))]
        + optional("location", finding.location.map(location))
        + optional(
          "notes",
          finding.notes.isEmpty ? nil : .array(finding.notes.map { .string($0.text) })))
  }

  static func label(_ label: VersionLabel) -> JSONText {
    .object(
      [("name", .string(label.name)), ("path", .string(label.path))]
        + optional("ref", label.ref))
  }

  private static func verdict(_ compared: ComparedVersions) -> JSONText {
    let diff = compared.diff
    let verdict = Verdict(diff: diff)
    let counts = MigrationClass.allCases.map { item in
      (
        key: item.rawValue,
        value: JSONText.integer(diff.changes.count { $0.assessment.migrationClass == item })
      )
    }
    return .object(
      [
        ("inference", .string(inference(diff.inference))),
        ("class", .string(verdict.migrationClass.rawValue)),
        ("text", .string(verdict.sentence)),
        ("counts", .object(counts)),
      ] + optional("isUnreleasedEdit", compared.isUnreleasedEdit ? .bool(true) : nil)
        + optional("mappingModel", diff.mapping?.path)
        + optional(
          "mappingFindings",
          diff.mapping.flatMap { mapping in
            mapping.findings.isEmpty ? nil : .array(mapping.findings.map { finding($0.diagnostic) })
          })
        + optional("error", verdict.error.map(error))
        + optional(
          "reasons", verdict.reasons.isEmpty ? nil : .array(verdict.reasons.map { .string($0) })))
  }

  static func inference(_ inference: ModelDiff.Inference) -> String {
    switch inference {
    case .notNeeded: "not-needed"
    case .inferred: "inferred"
    case .impossible: "impossible"
    }
  }

  private static func change(_ change: ModelChange) -> JSONText {
    let further = change.furtherAssessments.map { JSONText.object(members(of: $0)) }
    return .object(
      [
        ("element", .string(change.element.rawValue)),
        ("kind", .string(change.kind.rawValue)),
      ] + optional("old", change.old.map(place)) + optional("new", change.new.map(place))
        + [
          ("differences", .array(change.differences.names.map { .string($0) })),
          ("details", .array(change.details.map(detail))),
        ] + members(of: change.assessment)
        + optional("further", further.isEmpty ? nil : .array(further)))
  }

  private static func members(of assessment: Assessment) -> Members {
    [
      ("class", .string(assessment.migrationClass.rawValue)),
      ("rule", .string(assessment.rule.id)),
      ("effect", .string(assessment.effect)),
    ] + optional("error", assessment.coreDataError.map(error))
      + optional("recipe", assessment.repair)
  }

  private static func rename(_ rename: ModelDiff.SuspectedRename) -> JSONText {
    .object([
      ("element", .string(rename.element.rawValue)),
      ("old", place(rename.old)),
      ("new", place(rename.new)),
      // JSON cannot express NaN and the infinities.
      ("similarity", .number(rename.similarity.isFinite ? rename.similarity : 0)),
      ("recipe", .string(rename.repair)),
    ])
  }

  private static func detail(_ detail: ModelChange.Detail) -> JSONText {
    .object(
      [("field", .string(detail.field))] + optional("old", detail.old)
        + optional("new", detail.new))
  }

  private static func place(_ place: ModelChange.Place) -> JSONText {
    .object(
      optional("entity", place.entity) + optional("name", place.name)
        + optional("location", place.location.map(location)))
  }

  private static func location(_ location: SourceLocation) -> JSONText {
    let start = location.file.lineColumn(at: location.range.start)
    let end = location.file.lineColumn(at: location.range.end)
    return .object([
      ("file", .string(location.file.path)),
      ("line", .integer(start.line)), ("column", .integer(start.column)),
      ("endLine", .integer(end.line)), ("endColumn", .integer(end.column)),
      ("offset", .integer(location.range.start)),
      ("length", .integer(location.range.end - location.range.start)),
    ])
  }

  static func error(_ error: CoreDataError) -> JSONText {
    let code: Members =
      error.isException
      ? [] : [("domain", .string("NSCocoaErrorDomain")), ("code", .integer(error.code))]
    return .object(code + [("reason", .string(error.reason))])
  }

  static func optional(_ key: String, _ text: String?) -> Members {
    optional(key, text.map { JSONText.string($0) })
  }

  static func optional(_ key: String, _ value: JSONText?) -> Members {
    value.map { [(key, $0)] } ?? []
  }
}

extension ModelChange.Differences {
  /// The names of the differences in the set, in the order of their bits.
  var names: [String] {
    ModelChange.Differences.table.filter { contains($0.bit) }.map(\.name)
  }

  /// All names, for the test that compares them with the schema.
  package static var allNames: [String] { table.map(\.name) }

  private static let table: [(bit: ModelChange.Differences, name: String)] = [
    (.name, "name"),
    (.renamingIdentifier, "renaming-identifier"),
    (.versionHashModifier, "version-hash-modifier"),
    (.optional, "optional"),
    (.transient, "transient"),
    (.userInfo, "user-info"),
    (.type, "type"),
    (.defaultValue, "default-value"),
    (.validation, "validation"),
    (.externalStorage, "external-storage"),
    (.preservedAfterDeletion, "preserved-after-deletion"),
    (.derivation, "derivation"),
    (.valueTransformer, "value-transformer"),
    (.valueClass, "value-class"),
    (.indexed, "indexed"),
    (.scalar, "scalar"),
    (.spotlight, "spotlight"),
    (.cloudEncryption, "cloud-encryption"),
    (.syncable, "syncable"),
    (.destination, "destination"),
    (.inverse, "inverse"),
    (.cardinality, "cardinality"),
    (.ordered, "ordered"),
    (.count, "count"),
    (.deleteRule, "delete-rule"),
    (.parent, "parent"),
    (.abstract, "abstract"),
    (.className, "class-name"),
    (.codeGeneration, "code-generation"),
    (.members, "members"),
    (.request, "request"),
    (.versionIdentifier, "version-identifier"),
  ]
}
