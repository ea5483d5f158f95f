import MomentumModel

/// The kind of an index. Source of the numbers: documented.
public enum NSFetchIndexElementType: UInt, Sendable {
  case binary = 0
  case rTree = 1
}

/// A part of an index: a property with its order.
open class NSFetchIndexElementDescription: NSObject, NSCopying {
  open private(set) var property: NSPropertyDescription?
  open var collationType: NSFetchIndexElementType { didSet { noteChange() } }
  open var isAscending = true { didSet { noteChange() } }
  /// The index that the element belongs to.
  public internal(set) weak var indexDescription: NSFetchIndexDescription?
  /// An expression in the place of the property, such as `self`.
  let expression: String?

  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    self.property = property
    self.collationType = collationType
    expression = (property as? NSExpressionDescription)?.expression?.text
  }

  init(expression: String, collationType: NSFetchIndexElementType) {
    self.expression = expression
    self.collationType = collationType
  }

  open var propertyName: String? { property?.name }

  private func noteChange() { indexDescription?.noteChange() }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy =
      property.map { NSFetchIndexElementDescription(property: $0, collationType: collationType) }
      ?? NSFetchIndexElementDescription(expression: expression ?? "", collationType: collationType)
    copy.isAscending = isAscending
    return copy
  }

  var element: FetchIndex.Element {
    let kind: FetchIndex.Kind = collationType == .rTree ? .rTree : .binary
    if let expression { return FetchIndex.Element(.expression(expression), kind: kind) }
    return FetchIndex.Element(
      .property(propertyName ?? ""), kind: kind, isAscending: isAscending)
  }
}

/// An index of an entity's table.
open class NSFetchIndexDescription: NSObject, NSCopying {
  open var name: String { didSet { noteChange() } }
  open var elements: [NSFetchIndexElementDescription] {
    didSet {
      for element in elements { element.indexDescription = self }
      noteChange()
    }
  }
  open var partialIndexPredicate: NSPredicate? { didSet { noteChange() } }
  public internal(set) weak var entity: NSEntityDescription?

  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
    super.init()
    for element in self.elements { element.indexDescription = self }
  }

  func noteChange() { entity?.noteChange() }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexDescription(
      name: name, elements: elements.compactMap { $0.copy() as? NSFetchIndexElementDescription })
    copy.partialIndexPredicate = partialIndexPredicate
    return copy
  }

  var index: FetchIndex {
    FetchIndex(
      name: name, elements: elements.map(\.element),
      partialPredicate: partialIndexPredicate.map { PredicateText($0).literal })
  }
}
