/// A set of properties of one entity. It needs no allocation for the first 21 properties of each
/// kind.
struct PropertySet: Sequence, ExpressibleByArrayLiteral {
  private var codes = SmallSet()

  init() {}
  init(arrayLiteral elements: PropertyPlace...) { for element in elements { insert(element) } }
  init(_ elements: some Sequence<PropertyPlace>) { for element in elements { insert(element) } }

  var isEmpty: Bool { codes.isEmpty }

  func contains(_ place: PropertyPlace) -> Bool { code(of: place).map(codes.contains) ?? false }

  /// Adds an attribute or a relationship. A fetched property is ignored: it cannot be set, so it is
  /// never among the changed properties.
  mutating func insert(_ place: PropertyPlace) {
    if let code = code(of: place) { codes.insert(code) }
  }

  mutating func formUnion(_ other: PropertySet) { codes.formUnion(other.codes) }

  private func code(of place: PropertyPlace) -> Int? {
    switch place {
    case .attribute(let index): index * 3
    case .toOne(let index): index * 3 + 1
    case .toMany(let index): index * 3 + 2
    case .fetchedProperty: nil
    }
  }

  struct Iterator: IteratorProtocol {
    fileprivate var codes: SmallSet.Iterator

    mutating func next() -> PropertyPlace? {
      guard let code = codes.next() else { return nil }
      switch code % 3 {
      case 0: return .attribute(code / 3)
      case 1: return .toOne(code / 3)
      default: return .toMany(code / 3)
      }
    }
  }

  func makeIterator() -> Iterator { Iterator(codes: codes.makeIterator()) }
}
