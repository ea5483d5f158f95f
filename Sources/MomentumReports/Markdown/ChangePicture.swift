import MomentumDiagram
import MomentumDiff
import MomentumModel

/// The entities that a diff touches, as a diagram in Mermaid: added elements are green, removed
/// ones red.
///
/// A `classDiagram` for the reasons in `MermaidPrinter`; its marks for visibility, `+` and `-`,
/// also look like those of a diff.
struct ChangePicture {
  let compared: ComparedVersions
  private let groups: [ChangeGroup]
  /// The index of an entity's box, by the entity's new name and by its old name.
  let boxes: [String: Int]

  /// A diagram with more boxes is not made, since it could not be read.
  static let boxesMax = 30
  /// The most UTF-8 bytes of a diagram. GitHub's Mermaid refuses texts of more than 50,000
  /// characters, and a comment on GitHub, of which the diagram is a part, may have 65,536.
  static let lengthMax = 20_000
  private static let rowsMax = 16

  init(_ compared: ComparedVersions) {
    self.compared = compared
    groups = ChangeGroup.all(of: compared.diff).filter { group in
      group.entity != nil && group.changes.contains { ChangePicture.isDrawn($0.element) }
    }
    var boxes: [String: Int] = [:]
    for (index, group) in groups.enumerated() {
      for case let name? in group.changes.map({ $0.old?.entity }) where boxes[name] == nil {
        boxes[name] = index
      }
    }
    for (index, group) in groups.enumerated() { group.entity.map { boxes[$0] = index } }
    self.boxes = boxes
  }

  /// The diagram; `nil` if the diff touches nothing that can be drawn, or too much.
  var mermaid: String? {
    guard !groups.isEmpty, groups.count <= ChangePicture.boxesMax else { return nil }
    var lines = ["classDiagram", "  direction LR"]
    for index in groups.indices { lines += box(index) }
    lines += edges
    for (name, style) in ChangePicture.styles { lines.append("  classDef \(name) \(style)") }
    let text = lines.joined(separator: "\n") + "\n"
    return text.utf8.count <= ChangePicture.lengthMax ? text : nil
  }

  /// Background and text colours are both fixed, since GitHub shows a comment on a light or on a
  /// dark background.
  private static let styles = [
    ("added", "fill:#dafbe1,stroke:#1a7f37,color:#1f2328"),
    ("removed", "fill:#ffebe9,stroke:#cf222e,color:#1f2328"),
    ("changed", "fill:#fff8c5,stroke:#9a6700,color:#1f2328"),
  ]

  private static func isDrawn(_ element: ModelChange.Element) -> Bool {
    switch element {
    case .entity, .attribute, .relationship, .fetchedProperty: true
    case .model, .uniquenessConstraint, .fetchIndex, .fetchRequest, .configuration, .composite:
      false
    }
  }

  // MARK: - Boxes

  private func box(_ index: Int) -> [String] {
    let group = groups[index]
    let own = group.changes.first { $0.element == .entity }?.kind
    let start = "  class n\(index)[\"\(text(group.entity ?? ""))\"]:::\(style(own))"
    let rows = self.rows(of: group, own)
    guard !rows.isEmpty else { return [start] }
    let hiddenCount = rows.count - ChangePicture.rowsMax
    return [start + " {"] + rows.prefix(ChangePicture.rowsMax).map { "    \($0)" }
      + (hiddenCount > 0 ? ["    and \(hiddenCount) more"] : []) + ["  }"]
  }

  private func style(_ kind: ModelChange.Kind?) -> String {
    switch kind {
    case .added: "added"
    case .removed: "removed"
    case .renamed, .changed, .moved, nil: "changed"
    }
  }

  /// All attributes of an added or removed entity; of other entities only those that changed.
  private func rows(of group: ChangeGroup, _ own: ModelChange.Kind?) -> [String] {
    let model = own == .removed ? compared.oldModel : compared.newModel
    if own == .added || own == .removed, let id = group.entity.flatMap(model.entity(named:)) {
      let sign = own == .removed ? "-" : "+"
      return model[id].attributes.map { "\(sign)\(text($0.name)): \(text($0.type.xmlName))" }
    }
    return group.changes.compactMap(row)
  }

  private func row(_ change: ModelChange) -> String? {
    guard change.element == .attribute || change.element == .fetchedProperty,
      let name = (change.new ?? change.old)?.name
    else { return nil }
    let before = change.old?.name.flatMap { $0 == name ? nil : text($0) + " #8594; " } ?? ""
    let type = change.details.first { $0.field == "type" }
    let types = [
      change.kind == .added ? nil : type?.old, change.kind == .removed ? nil : type?.new,
    ]
    .compactMap { $0.map(text) }.joined(separator: " #8594; ")
    let shown = types.isEmpty ? unchangedType(of: change).map(text) ?? "" : types
    return sign(change.kind) + before + text(name) + (shown.isEmpty ? "" : ": \(shown)")
  }

  /// The mark of a change. Mermaid has no mark for renamed or moved elements, so they have `~`,
  /// like changed ones.
  private func sign(_ kind: ModelChange.Kind) -> String { kind.sign == ">" ? "~" : kind.sign }

  private func unchangedType(of change: ModelChange) -> String? {
    guard let place = change.new ?? change.old, let entity = place.entity, let name = place.name
    else { return nil }
    let model = change.new == nil ? compared.oldModel : compared.newModel
    guard let id = model.entity(named: entity),
      case .attribute(let attribute) = model.property(named: name, in: id)
    else { return nil }
    return model[attribute].type.xmlName
  }

  private func text(_ name: String) -> String {
    MermaidPrinter.escaped(ReportText.name(name, max: 60))
  }
}
