import MomentumAdapt
import MomentumDiagnostics
import MomentumModel

/// The copy of one or several sources, for tests.
struct Adapted {
  /// The texts of the copies, without the lines above the source.
  var texts: [String] = []
  /// Each finding as `line:column: id: text`.
  var findings: [String] = []

  init(_ sources: [String], models: [ObjectModel] = [Adapted.shop]) {
    let files = sources.enumerated().map { SourceFile(path: "S\($0).swift", text: $1) }
    let adaptation = SourceAdaptation(files, models: models)
    var found = Diagnostics()
    texts = files.indices.map { index in
      let text = adaptation.text(of: index, &found)
      return text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        .last.map(String.init) ?? ""
    }
    findings = found.all.map { finding in
      let start = finding.location.map { $0.file.lineColumn(at: $0.range.start) }
      return "\(start?.line ?? 0):\(start?.column ?? 0): \(finding.id): \(finding.text)"
    }
  }

  init(_ source: String, models: [ObjectModel] = [Adapted.shop]) {
    self.init([source], models: models)
  }

  var text: String { texts.first ?? "" }

  /// Venues with tips, in the class names that apps use.
  static let shop = ObjectModel(entities: [
    Entity(
      name: "Venue", className: "Venue",
      attributes: [Attribute(name: "name", type: .string), Attribute(name: "date", type: .date)],
      relationships: [
        Relationship(name: "tips", destination: EntityID(1), isToMany: true),
        Relationship(name: "URLs", destination: EntityID(1), isToMany: true),
      ]),
    Entity(
      name: "Tip", className: ".Tip", attributes: [Attribute(name: "text", type: .string)],
      relationships: [Relationship(name: "venue", destination: EntityID(0))]),
  ])
}
