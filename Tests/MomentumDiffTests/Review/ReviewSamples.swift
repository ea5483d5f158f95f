import MomentumDiagnostics
import MomentumDiff
import MomentumDiffSamples
import MomentumTestSupport

/// Bundles in memory, as a commit and the work tree have them.
enum ReviewSamples {
  /// An entity `Venue`, its lines in XML.
  static func version(_ name: String, _ lines: String...) throws -> ReviewedVersion {
    ReviewedVersion(
      name: name, path: "M.xcdatamodeld/\(name).xcdatamodel/contents",
      form: try form(name, lines))
  }

  static func form(_ name: String, _ lines: [String]) throws -> DiffedModel {
    try DiffSample.model(
      "<entity name=\"Venue\">\n\(lines.joined(separator: "\n"))\n</entity>", name)
  }

  static func attribute(_ name: String, _ more: String = "") -> String {
    SampleContents.attribute(name, "String", more)
  }

  static func bundle(_ versions: [ReviewedVersion], current: String?) -> ReviewedBundle {
    ReviewedBundle(
      path: "M.xcdatamodeld", versions: versions, currentVersion: current,
      currentVersionLocation: SourceLocation(
        SourceFile(path: ".xccurrentversion", utf8: []), SourceRange(0, 0)))
  }

  /// Each finding in a line: severity, id, text.
  static func text(_ findings: [VersionFinding]) -> String {
    findings.map { "\($0.diagnostic.severity) \($0.diagnostic.id): \($0.diagnostic.text)" }
      .joined(separator: "\n")
  }
}

extension MappingJudge {
  /// For a bundle of an app without mapping models.
  static let noMappings = MappingJudge { diff, _, _ in diff }
}
