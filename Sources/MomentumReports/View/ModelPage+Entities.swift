import MomentumModel
import MomentumText

// The sections of entities, composite types and configurations.

extension ModelPage {
  var overview: String {
    let identifiers = model.versionIdentifiers.filter { !$0.isEmpty }.map(whole)
    return """
      <section aria-labelledby="overview">
      <h2 id="overview" tabindex="-1">Overview</h2>
      \(pairs([
        ("Version", HTMLText.isolated(version)),
        ("Identifiers", identifiers.isEmpty ? nil : identifiers.joined(separator: ", ")),
        ("Source", model.isSwiftData ? "SwiftData classes" : nil),
        ("Checksum", checksum.map(whole) ?? "unknown"),
      ]))
      \(configurations)
      </section>
      """
  }

  private var configurations: String {
    guard !model.configurations.isEmpty else { return "" }
    let items = model.configurations.map { configuration in
      let members = configuration.members.map(link).joined(separator: ", ")
      let cloud = configuration.usedWithCloudKit ? " <span class=\"tag\">CloudKit</span>" : ""
      return
        "<div><dt>\(HTMLText.isolated(configuration.name))\(cloud)</dt><dd>\(members)</dd></div>"
    }
    return "<h3>Configurations</h3>\n<dl class=\"pairs\">\(items.joined(separator: "\n"))</dl>"
  }

  var entitySections: [String] {
    var children: [EntityID: [EntityID]] = [:]
    for id in model.entityIDs {
      if let parent = model[id].parent { children[parent, default: []].append(id) }
    }
    return ["<section aria-labelledby=\"entities\">\n<h2 id=\"entities\">Entities</h2>"]
      + model.entityIDs.map { section(of: $0, children: children[$0] ?? []) }
      + ["</section>"] + compositeSections
  }

  private func section(of id: EntityID, children: [EntityID]) -> String {
    let entity = model[id]
    let isAbstract = entity.isAbstract ? " <span class=\"tag\">abstract</span>" : ""
    let parts =
      [
        "<article class=\"thing\" id=\"\(anchor(id))\" tabindex=\"-1\">",
        "<h3>\(name(id))\(isAbstract)</h3>", facts(of: id, children: children),
      ] + propertyParts(of: id)
      + [uniqueness(of: entity), indexes(of: entity), userInfo(entity.userInfo), "</article>"]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func facts(of id: EntityID, children: [EntityID]) -> String {
    let entity = model[id]
    let table = tables.indices.contains(id.index) ? tables[id.index] : nil
    return pairs([
      ("Class", entity.className.map { HTMLText.code($0) }),
      (
        "Code generation",
        entity.codeGeneration == .manual ? nil : entity.codeGeneration.rawValue
      ),
      ("Parent", entity.parent.map(link)),
      ("Sub-entities", children.isEmpty ? nil : children.map(link).joined(separator: ", ")),
      ("Table", table.map { HTMLText.code($0) }),
      ("Rows", rowCount(of: id).map { HTMLText.escaped("\($0)") }),
      ("Renaming ID", entity.renamingIdentifier.map { HTMLText.code($0) }),
      ("Hash modifier", entity.versionHashModifier.map { HTMLText.code($0) }),
      ("Syncable", entity.isSyncable ? nil : "no"),
      (
        "Version hash",
        hashes[entity.name].map { "<code class=\"hash\">\(HTMLText.escaped($0))</code>" }
          ?? "unknown"
      ),
    ])
  }

  // MARK: - Constraints, indexes, user info

  private func uniqueness(of entity: Entity) -> String {
    list("Uniqueness constraints", entity.uniquenessConstraints.map(names))
  }

  private func indexes(of entity: Entity) -> String {
    let fetchIndexes = entity.fetchIndexes.map { index in
      let elements = index.elements.map(element).joined(separator: ", ")
      let condition = index.partialPredicate.map { ", where \(whole($0))" } ?? ""
      return "\(HTMLText.code(index.name)): \(elements)\(condition)"
    }
    return list("Fetch indexes", fetchIndexes)
      + list("Compound indexes", entity.compoundIndexes.map(names))
  }

  private func names(_ names: [String]) -> String {
    names.map { HTMLText.code($0) }.joined(separator: ", ")
  }

  private func element(_ element: FetchIndex.Element) -> String {
    let key =
      switch element.key {
      case .property(let name): HTMLText.code(name)
      case .expression(let text): "expression \(whole(text))"
      }
    let kind = element.kind == .rTree ? " R-tree" : ""
    return key + kind + (element.isAscending ? " ascending" : " descending")
  }

  private func list(_ title: String, _ items: [String]) -> String {
    guard !items.isEmpty else { return "" }
    return "<h4>\(title)</h4>\n<ul>\(items.map { "<li>\($0)</li>" }.joined(separator: "\n"))</ul>\n"
  }

  private func userInfo(_ entries: [UserInfoEntry]) -> String {
    list("User info", entries.map { "\(whole($0.key)) = \(whole($0.value))" })
  }

  // MARK: - Composite types

  private var compositeSections: [String] {
    guard !model.composites.isEmpty else { return [] }
    let sections = model.composites.indices.map { index in
      let composite = model.composites[index]
      return """
        <article class="thing" id="\(anchor(composite: index))" tabindex="-1">
        <h3>\(HTMLText.isolated(composite.name)) <span class="tag">composite</span></h3>
        \(attributeTable(composite.elements))
        </article>
        """
    }
    return ["<section aria-labelledby=\"composites\">\n<h2 id=\"composites\">Composite types</h2>"]
      + sections + ["</section>"]
  }
}
