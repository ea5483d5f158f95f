package import MomentumDiagnostics

/// A `contents` file as written: every element and attribute with its place.
///
/// Entities, attributes and relationships are in written order, so an id of the `ObjectModel` that
/// `ModelChecker` makes leads back to its element here.
package struct ModelSyntax: Sendable, Hashable {
  /// An entity's properties, each in written order.
  package struct Entity: Sendable, Hashable {
    package let element: SyntaxElement
    package let attributes: SyntaxElements
    package let relationships: SyntaxElements
    package let fetchedProperties: SyntaxElements

    init(_ element: SyntaxElement) {
      self.element = element
      attributes = SyntaxElements(element.children, of: .attribute)
      relationships = SyntaxElements(element.children, of: .relationship)
      fetchedProperties = SyntaxElements(element.children, of: .fetchedProperty)
    }
  }

  package let file: SourceFile
  /// The `model` element.
  package let root: SyntaxElement
  package let entities: [Entity]
  package let composites: [SyntaxElement]
  package let fetchRequests: [SyntaxElement]
  package let configurations: [SyntaxElement]

  /// - Parameter root: the `model` element.
  package init(file: SourceFile, root: SyntaxElement) {
    self.file = file
    self.root = root
    entities = root.children(.entity).map(Entity.init)
    composites = root.children(.composite)
    fetchRequests = root.children(.fetchRequest)
    configurations = root.children(.configuration)
  }

  /// The location of a range of this file, for a diagnostic.
  package func location(_ range: SourceRange) -> SourceLocation { SourceLocation(file, range) }

  /// The stored fetch requests by name; the first one if a name is repeated. A checked model may
  /// lack some of them, because the check leaves out requests with an unknown entity.
  package var fetchRequestsByName: [String: SyntaxElement] {
    Dictionary(fetchRequests.map { ($0[.name]?.value ?? "", $0) }) { first, _ in first }
  }

  /// The element that an id of the checked model came from; `nil` for an id of another model.
  package func element(of id: EntityID) -> SyntaxElement? {
    entities.indices.contains(id.index) ? entities[id.index].element : nil
  }

  /// The element that an id of the checked model came from; `nil` for an id of another model.
  package func element(of id: AttributeID) -> SyntaxElement? {
    guard entities.indices.contains(id.entity.index) else { return nil }
    let attributes = entities[id.entity.index].attributes
    return attributes.indices.contains(id.index) ? attributes[id.index] : nil
  }

  /// The element that an id of the checked model came from; `nil` for an id of another model.
  package func element(of id: RelationshipID) -> SyntaxElement? {
    guard entities.indices.contains(id.entity.index) else { return nil }
    let relationships = entities[id.entity.index].relationships
    return relationships.indices.contains(id.index) ? relationships[id.index] : nil
  }
}
