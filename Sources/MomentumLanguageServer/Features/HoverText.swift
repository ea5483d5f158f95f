import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumStore

/// What a hover says, as Markdown, and the bytes that it is about.
package struct HoverText: Sendable, Hashable {
  package var markdown: String
  package var range: SourceRange

  package init(_ markdown: String, _ range: SourceRange) {
    self.markdown = markdown
    self.range = range
  }
}

/// Says what a symbol is: its type, its table or column, and the indexes that have it.
struct SymbolDescription {
  let compiled: CompiledModel

  private var model: ObjectModel { compiled.model }

  func markdown(of symbol: ModelSymbol) -> String? {
    switch symbol {
    case .entity(let name): model.entity(named: name).map(entity)
    case .property(let owner, let name):
      model.entity(named: owner).flatMap { property(name, of: $0) }
    case .fetchRequest(let name): request(name)
    }
  }

  // MARK: - Entities

  private func entity(_ id: EntityID) -> String {
    let entity = model[id]
    var lines = ["**\(code(entity.name))** entity"]
    if let parent = entity.parent { lines[0] += " of \(code(model[parent].name))" }
    if entity.isAbstract { lines[0] += ", abstract" }
    if let name = entity.className { lines.append("class \(code(name))") }
    lines.append(
      "\(entity.attributes.count) attributes, \(entity.relationships.count) relationships")
    lines.append("table \(code(compiled.schema[id].table))")
    for index in entity.fetchIndexes {
      lines.append("index \(code(index.name)) on \(keys(of: index))")
    }
    for constraint in entity.uniquenessConstraints {
      lines.append("unique \(constraint.map(code).joined(separator: ", "))")
    }
    return lines.joined(separator: "  \n")
  }

  private func keys(of index: FetchIndex) -> String {
    index.elements.map { element in
      switch element.key {
      case .property(let name), .expression(let name): code(name)
      }
    }.joined(separator: ", ")
  }

  // MARK: - Properties

  private func property(_ name: String, of owner: EntityID) -> String? {
    var lines: [String]
    switch model.property(named: name, in: owner) {
    case .attribute(let id): lines = attribute(id)
    case .relationship(let id): lines = relationship(id)
    case .fetchedProperty(let fetched):
      lines = ["**\(code(name))** fetched property"]
      if let request = fetched.request {
        lines[0] += " of \(code(model[request.entity].name))"
        if let format = request.predicateFormat { lines.append(code(format)) }
      }
    case nil: return nil
    }
    let indexes = model.lineage(of: owner).flatMap { model[$0].fetchIndexes }.filter { index in
      index.elements.contains { $0.key == .property(name) }
    }
    for index in indexes { lines.append("index \(code(index.name)) on \(keys(of: index))") }
    if case .attribute? = model.property(named: name, in: owner), indexes.isEmpty {
      lines.append("no index")
    }
    return lines.joined(separator: "  \n")
  }

  private func attribute(_ id: AttributeID) -> [String] {
    let attribute = model[id]
    var type = PredicateType.attribute(attribute.type).name(in: model)
    if attribute.isOptional { type += ", optional" }
    if attribute.isTransient { type += ", transient" }
    var lines = ["**\(code(attribute.name))** \(type), attribute of \(code(model[id.entity].name))"]
    if let derivation = attribute.derivation { lines.append("derived from \(code(derivation))") }
    if let element = compiled.syntax.element(of: id), let value = element[.defaultValueString] {
      lines.append("default \(code(value.value))")
    }
    if let column = compiled.schema.attributeColumns[id] {
      lines.append("column \(code(compiled.schema[id.entity].table + "." + column))")
    }
    return lines
  }

  private func relationship(_ id: RelationshipID) -> [String] {
    let relationship = model[id]
    let kind =
      relationship.isToMany ? (relationship.isOrdered ? "ordered to-many" : "to-many") : "to-one"
    var lines = [
      "**\(code(relationship.name))** \(kind) relationship of \(code(model[id.entity].name)) to \(code(model[relationship.destination].name))"
    ]
    if let inverse = relationship.inverse {
      lines.append("inverse \(code(model[inverse.entity].name + "." + model[inverse].name))")
    } else {
      lines.append("no inverse")
    }
    lines.append("delete rule \(relationship.deleteRule.rawValue)")
    return lines
  }

  // MARK: - Requests

  private func request(_ name: String) -> String? {
    guard let stored = compiled.storedRequests.first(where: { $0.request.name == name }) else {
      return nil
    }
    let head = "**\(code(name))** fetch request of \(code(model[stored.request.entity].name))"
    guard let fetch = compiled.compile(stored) else { return head }
    return head + "\n\n" + PlanText.markdown(of: fetch, in: compiled)
  }

  private func code(_ text: String) -> String { MarkdownCode.inline(text) }
}

/// Names and statements as code in Markdown. A name may have any character, so it must not be able
/// to end the code early.
enum MarkdownCode {
  static func inline(_ text: String) -> String {
    let line = TerminalText.oneLine(text)
    guard line.contains("`") else { return "`\(line)`" }
    let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence) \(line) \(fence)"
  }

  static func block(_ text: String, _ language: String) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\(language)\n\(text)\n\(fence)"
  }
}
