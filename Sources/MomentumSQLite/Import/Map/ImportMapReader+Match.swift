internal import MomentumDiagnostics
internal import MomentumModel

extension ImportMapReader {
  /// Reads the attributes of `"match": "slug"`, `"match": ["street", "number"]`, or of `"match":
  /// true`, which means the attributes of the uniqueness constraint.
  func match(
    _ node: JSONNode, _ rule: ImportMap.Rule, _ issues: inout Diagnostics
  ) -> [String] {
    let nodes: [JSONNode]
    switch node.value {
    case .boolean(true): return constraint(node, rule, &issues)
    case .array(let items): nodes = items
    case .string: nodes = [node]
    case .null, .boolean, .number, .object:
      report(
        .expected("the name of an attribute, a list of names, or true", found: node.kind), node,
        &issues)
      return []
    }
    if nodes.isEmpty { report(.expected("an attribute", found: "an empty list"), node, &issues) }
    return nodes.compactMap { item in
      guard let name = text(item, &issues), isMatchable(name, item, rule.entity, &issues) else {
        return nil
      }
      guard rule.attributes.contains(where: { $0.name == name }) else {
        report(.missingKey(name, of: "'attributes', by which objects are matched,"), item, &issues)
        return nil
      }
      return name
    }
  }

  func isMatchable(
    _ name: String, _ node: JSONNode, _ entity: EntityID, _ issues: inout Diagnostics
  ) -> Bool {
    if case .attribute(let id)? = model.property(named: name, in: entity) {
      if Self.isMatchable(model[id]) { return true }
      report(
        .expected("an attribute that is stored in one column", found: "'\(name)'"), node, &issues)
      return false
    }
    let names = model.attributes(of: entity).map { model[$0].name }
    issues.report(
      ImportMessage.unknownProperty(
        kind: "attribute", name: name, entity: model[entity].name,
        near: nearName(to: name, among: names)), at: SourceLocation(file, node.range))
    return false
  }

  private static func isMatchable(_ attribute: Attribute) -> Bool {
    guard !attribute.isTransient, attribute.derivation == nil, !attribute.allowsExternalStorage
    else { return false }
    switch attribute.type {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date,
      .uuid, .uri, .binary:
      return true
    case .undefined, .transformable, .objectID, .composite: return false
    }
  }

  /// Finds the one uniqueness constraint of the entity and its ancestors whose properties the rule
  /// sets.
  private func constraint(
    _ node: JSONNode, _ rule: ImportMap.Rule, _ issues: inout Diagnostics
  ) -> [String] {
    let all = model.lineage(of: rule.entity).flatMap { model[$0].uniquenessConstraints }
    let given = all.filter { names in
      names.allSatisfy { name in
        guard case .attribute(let id)? = model.property(named: name, in: rule.entity) else {
          return false
        }
        return Self.isMatchable(model[id]) && rule.attributes.contains { $0.name == name }
      }
    }
    if given.count == 1 { return given[0] }
    let entity = model[rule.entity].name
    let found =
      all.isEmpty
      ? "no uniqueness constraint of entity '\(entity)'"
      : "\(given.count) uniqueness constraints of entity '\(entity)' whose attributes the rule gives"
    report(
      .expected("the names of the attributes to match by", found: "true with \(found)"), node,
      &issues)
    return []
  }
}
