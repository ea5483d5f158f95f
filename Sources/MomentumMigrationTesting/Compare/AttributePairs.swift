internal import MomentumDiff
internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// A column of an attribute, or of an element of a composite.
struct AttributeLeaf {
  /// The attribute's name; for an element of a composite its path, for example `address.city`.
  var name: String
  var path: [String]
  var column: String
  var allowsExternalStorage: Bool
  /// The default value in the form in which the column stores it; `nil` if there is none.
  var defaultValue: SQLValue?

  /// The columns of an attribute; empty if it is not stored.
  static func all(_ id: AttributeID, _ side: StoreSide) -> [AttributeLeaf] {
    let attribute = side.model[id]
    if let column = side.schema.attributeColumns[id] {
      return [AttributeLeaf(attribute.name, [], column, attribute)]
    }
    guard let leaves = side.schema.compositeColumns[id] else { return [] }
    return leaves.map { leaf in
      let element = side.element(leaf.path, of: attribute)
      let name = ([attribute.name] + leaf.path).joined(separator: ".")
      return AttributeLeaf(name, leaf.path, leaf.column, element ?? attribute)
    }
  }

  private init(_ name: String, _ path: [String], _ column: String, _ attribute: Attribute) {
    self.name = name
    self.path = path
    self.column = column
    allowsExternalStorage = attribute.allowsExternalStorage
    defaultValue = attribute.defaultValue.map { value in
      // With external storage, the first byte tells where the value is: 1 means in the column
      // (observed).
      if attribute.allowsExternalStorage, case .blob(let bytes) = value.stored {
        return .blob([1] + bytes)
      }
      return value.stored
    }
  }
}

extension StoreSide {
  /// The element at the end of a path in a composite attribute.
  fileprivate func element(_ path: [String], of attribute: Attribute) -> Attribute? {
    var current = attribute
    for name in path {
      guard case .composite(let id) = current.type, model.composites.indices.contains(id.index),
        let inner = model[id].elements.first(where: { $0.name == name })
      else { return nil }
      current = inner
    }
    return current
  }
}

/// The columns of attributes that two entities share, and the columns that only one of them has.
struct AttributePairs {
  var pairs: [(old: AttributeLeaf, new: AttributeLeaf)] = []
  var removed: [AttributeLeaf] = []
  var added: [AttributeLeaf] = []

  init(_ oldID: EntityID, _ newID: EntityID, _ comparer: StoreComparer) {
    // An attribute with another derivation has other values, so it is not compared.
    let found = comparer.correspondence.attributePairs(old: oldID, new: newID).filter {
      comparer.old.model[$0.old].derivation == comparer.new.model[$0.new].derivation
    }
    for pair in found {
      add(
        AttributeLeaf.all(pair.old, comparer.old), AttributeLeaf.all(pair.new, comparer.new))
    }
    let oldPaired = Set(found.map(\.old))
    let newPaired = Set(found.map(\.new))
    removed += comparer.old.model.attributes(of: oldID).filter { !oldPaired.contains($0) }
      .flatMap { AttributeLeaf.all($0, comparer.old) }
    added += comparer.new.model.attributes(of: newID).filter { !newPaired.contains($0) }
      .flatMap { AttributeLeaf.all($0, comparer.new) }
  }

  private mutating func add(_ left: [AttributeLeaf], _ right: [AttributeLeaf]) {
    for leaf in right {
      if let other = left.first(where: { $0.path == leaf.path }) {
        pairs.append((other, leaf))
      } else {
        added.append(leaf)
      }
    }
    removed += left.filter { leaf in !right.contains { $0.path == leaf.path } }
  }
}
