public import MomentumDiagnostics

/// A `contents` file as written: every element and attribute with its place.
///
/// Entities, attributes and relationships are in written order, so an id of the `ObjectModel` that
/// `ModelChecker` makes leads back to its element here.
public struct ModelSyntax: Sendable, Hashable {
  /// An entity's properties, each in written order.
  public struct Entity: Sendable, Hashable {
    public let element: SyntaxElement
    public let attributes: SyntaxElements
    public let relationships: SyntaxElements
    public let fetchedProperties: SyntaxElements

    init(_ element: SyntaxElement) {
      self.element = element
      attributes = SyntaxElements(element.children, of: .attribute)
      relationships = SyntaxElements(element.children, of: .relationship)
      fetchedProperties = SyntaxElements(element.children, of: .fetchedProperty)
    }
  }

  public let file: SourceFile
  /// The `model` element.
  public let root: SyntaxElement
  public let entities: [Entity]
  public let composites: [SyntaxElement]
  public let fetchRequests: [SyntaxElement]
  public let configurations: [SyntaxElement]

  /// - Parameter root: the `model` element.
  public init(file: SourceFile, root: SyntaxElement) {
    self.file = file
    self.root = root
    entities = root.children(.entity).map(Entity.init)
    composites = root.children(.composite)
    fetchRequests = root.children(.fetchRequest)
    configurations = root.children(.configuration)
  }

  /// A place in the file.
  public func location(_ range: SourceRange) -> SourceLocation { SourceLocation(file, range) }

  /// The stored fetch requests by name; the first one if a name is repeated. A checked model may
  /// lack some of them.
  public var fetchRequestsByName: [String: SyntaxElement] {
    Dictionary(fetchRequests.map { ($0[.name]?.value ?? "", $0) }) { first, _ in first }
  }

  /// The element that an id of the checked model came from; `nil` for an id of another model.
  public func element(of id: EntityID) -> SyntaxElement? {
    entities.indices.contains(id.index) ? entities[id.index].element : nil
  }

  /// The element that an id of the checked model came from; `nil` for an id of another model.
  public func element(of id: AttributeID) -> SyntaxElement? {
    guard entities.indices.contains(id.entity.index) else { return nil }
    let attributes = entities[id.entity.index].attributes
    return attributes.indices.contains(id.index) ? attributes[id.index] : nil
  }

  /// The element that an id of the checked model came from; `nil` for an id of another model.
  public func element(of id: RelationshipID) -> SyntaxElement? {
    guard entities.indices.contains(id.entity.index) else { return nil }
    let relationships = entities[id.entity.index].relationships
    return relationships.indices.contains(id.index) ? relationships[id.index] : nil
  }
}
