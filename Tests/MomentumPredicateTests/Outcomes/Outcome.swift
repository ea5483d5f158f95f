import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

/// An item with an attribute of every type, which the tables of outcomes ask about.
enum ItemModel {
  static let item = EntityID(0)
  static let part = EntityID(1)

  static let model = ObjectModel(
    entities: [
      Entity(
        name: "Item",
        attributes: [
          Attribute(name: "small", type: .integer16), Attribute(name: "whole", type: .integer32),
          Attribute(name: "large", type: .integer64), Attribute(name: "exact", type: .decimal),
          Attribute(name: "wide", type: .double), Attribute(name: "narrow", type: .float),
          Attribute(name: "text", type: .string), Attribute(name: "flag", type: .boolean),
          Attribute(name: "day", type: .date), Attribute(name: "bytes", type: .binary),
          Attribute(name: "code", type: .uuid), Attribute(name: "link", type: .uri),
          Attribute(name: "photo", type: .transformable),
          Attribute(name: "box", type: .composite(CompositeID(0))),
          Attribute(name: "needed", type: .string, isOptional: false),
          Attribute(
            name: "fixedBox", type: .composite(CompositeID(0)), isOptional: false),
        ],
        relationships: [
          Relationship(
            name: "parts", destination: part, inverse: RelationshipID(part, 0), isToMany: true),
          Relationship(name: "main", destination: part),
          Relationship(name: "base", destination: part, isOptional: false),
        ]),
      Entity(
        name: "Part",
        attributes: [
          Attribute(name: "name", type: .string, isOptional: false),
          Attribute(name: "mass", type: .double),
        ],
        relationships: [
          Relationship(name: "item", destination: item, inverse: RelationshipID(item, 0))
        ]),
    ],
    composites: [
      CompositeType(
        name: "Box",
        elements: [
          Attribute(name: "label", type: .string),
          Attribute(name: "width", type: .double, isOptional: false),
        ])
    ])
}

/// What became of a format: the predicate with its types, and the findings.
struct Outcome {
  var predicate: TypedPredicate?
  var findings: Diagnostics
  private let source: SourceFile

  init(_ format: String, _ arguments: [PredicateArgument] = []) {
    source = SourceFile(path: "p", text: format)
    findings = Diagnostics()
    guard let syntax = PredicateParser.parse(source, &findings) else { return }
    predicate = PredicateChecker.check(
      syntax, source: source, entity: ItemModel.item, model: ItemModel.model,
      arguments: arguments, &findings)
  }

  /// `ok`, or the ids of the findings.
  var kind: String {
    let ids = findings.all.map { $0.id.replacing("predicate.", with: "") }.joined(separator: " ")
    guard predicate != nil else { return ids.isEmpty ? "nothing" : ids }
    return ids.isEmpty ? "ok" : "ok, " + ids
  }

  /// The types as JSON, and each finding with the text that it marks and what to write for it.
  var text: String {
    let typed = predicate.map { ["  " + $0.json(in: ItemModel.model).compact] } ?? []
    let lines = findings.all.flatMap { finding in
      let marked = finding.location.map { "«\(source.text(in: $0.range))» " } ?? ""
      return ["  \(finding.severity) \(finding.id): \(marked)\(finding.text)"]
        + finding.fixIts.map { fix in
          let range = fix.location.range
          return "    \(fix.text): «\(fix.replacement)» for «\(source.text(in: range))»"
            + (range.start == range.end ? " at \(range.start)" : "")
        }
    }
    return (typed + lines).joined(separator: "\n")
  }
}
