package import MomentumDiagnostics
package import MomentumModel

/// An entity and its new name. A class that has the entity's name is renamed with it.
///
/// ```swift
/// let rename = try EntityRename("Venue", to: "Place", in: model)
/// let edits = rename.modelEdits(in: syntax)
/// ```
package struct EntityRename: Sendable {
  package let model: ObjectModel
  package let entity: EntityID
  package let name: String
  package let newName: String
  /// Whether the class of the entity has the entity's name: `Venue`, `.Venue` or `Shop.Venue`.
  package let renamesClass: Bool

  package init(
    _ name: String, to newName: String, in model: ObjectModel
  ) throws(RenameFailure) {
    let entity = try RenameFailure.entity(name, in: model)
    guard RenameFailure.isName(newName) else { throw .notAName(newName) }
    guard newName != name else { throw .sameName(newName) }
    guard model.entity(named: newName) == nil else { throw .takenByEntity(newName) }
    self.model = model
    self.entity = entity
    self.name = name
    self.newName = newName
    // A class of SwiftData always has the name of its entity.
    let className = model[entity].className?.split(separator: ".").last
    renamesClass = model.isSwiftData || className.map { $0 == name } ?? false
  }

  // MARK: - Model

  /// The edits of the model: the declaration with its renaming identifier, its class, and every place
  /// of the model that names the entity.
  package func modelEdits(in syntax: ModelSyntax) -> [Diagnostic.FixIt] {
    var edits: [Diagnostic.FixIt] = []
    func edit(_ range: SourceRange, _ text: String) {
      edits.append(Diagnostic.FixIt("rename", replace: syntax.location(range), with: text))
    }
    func visit(_ element: SyntaxElement) {
      for name in EntityRename.names(in: element.kind) {
        if let written = element[name], written.value == self.name {
          edit(written.valueRange, newName)
        }
      }
      for child in element.children { visit(child) }
    }
    visit(syntax.root)
    let declaration = syntax.entities[entity.index].element
    // The identifier tells a migration which table of the old store has the objects.
    if declaration[.elementID] == nil, declaration[.renamingIdentifier] == nil,
      let written = declaration[.name]
    {
      let end = written.valueRange.end + 1
      edit(SourceRange(end, end), " elementID=\"\(name)\"")
    }
    if renamesClass, let written = declaration[.representedClassName],
      written.value.utf8.count == written.valueRange.end - written.valueRange.start
    {
      let start = written.valueRange.end - name.utf8.count
      edit(SourceRange(start, written.valueRange.end), newName)
    }
    return edits
  }

  /// The XML attributes of an element that name an entity.
  private static func names(in kind: ModelElementKind) -> [ModelAttributeName] {
    switch kind {
    case .entity: [.name, .parentEntity]
    case .relationship: [.destinationEntity, .inverseEntity]
    case .fetchRequest: [.entity]
    case .memberEntity, .element: [.name]
    default: []
    }
  }

  /// The changes of a mapping model. In a mapping to the edited version the destination entity is
  /// renamed. A mapping from that version, or of other versions, that names the entity is listed
  /// for a person to look at.
  ///
  /// - Parameter path: The path of the version's `contents` file.
  package func changes(of mapping: MappingModelSyntax, version path: String) -> MappingChanges {
    var result = MappingChanges()
    let version = MappedVersion(contents: path)
    let leadsHere = version.isNamed(by: mapping.destination.path)
    for entityMapping in mapping.entityMappings {
      let isDestination = entityMapping.destinationEntity == name
      if isDestination, leadsHere,
        let place = MappingText.find(
          name, of: "destinationname", inObjectAt: entityMapping.location)
      {
        result.edits.append(Diagnostic.FixIt("rename", replace: place, with: newName))
      } else if isDestination || entityMapping.sourceEntity == name {
        let isOlder = leadsHere && !isDestination
        // The source of a mapping to the version is an older model, which keeps its names.
        if !isOlder { result.places.append(entityMapping.location) }
      }
    }
    return result
  }

  /// The model with the new name.
  package var renamed: ObjectModel {
    var result = model
    result.entities[entity.index].name = newName
    return result
  }
}
