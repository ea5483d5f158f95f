import MomentumDiff
import MomentumModel
import MomentumStore

/// An attribute, or an element of a composite, with its column.
struct StoredLeaf {
  /// The names of the elements, outermost first; empty for an attribute that is not a composite.
  var path: [String]
  var column: String
  /// The attribute itself, or the element.
  var element: Attribute
}

/// The columns of attributes in one layout.
struct StoredLeaves {
  let model: ObjectModel
  let attributeColumns: [AttributeID: String]
  let compositeColumns: [AttributeID: [CompositeLeaf]]

  init(_ old: OldStore) {
    model = old.model
    attributeColumns = old.attributeColumns
    compositeColumns = old.compositeColumns
  }

  init(_ new: PlannedModel) {
    model = new.model
    attributeColumns = new.schema.attributeColumns
    compositeColumns = new.schema.compositeColumns
  }

  func leaves(of id: AttributeID) -> [StoredLeaf] {
    if let column = attributeColumns[id] {
      return [StoredLeaf(path: [], column: column, element: model[id])]
    }
    return (compositeColumns[id] ?? []).compactMap { leaf in
      element(leaf.path, of: model[id].type).map {
        StoredLeaf(path: leaf.path, column: leaf.column, element: $0)
      }
    }
  }

  private func element(_ path: [String], of type: AttributeType) -> Attribute? {
    var type = type
    var result: Attribute?
    for name in path {
      guard case .composite(let id) = type,
        let element = model[id].elements.first(where: { $0.name == name })
      else { return nil }
      result = element
      type = element.type
    }
    return result
  }

  /// The path of an element in the old composite, which differs if elements were renamed; `nil` for
  /// an added element.
  static func oldPath(
    of path: [String], new: (ObjectModel, AttributeType), old: (ObjectModel, AttributeType)
  ) -> [String]? {
    var (newType, oldType) = (new.1, old.1)
    var result: [String] = []
    for name in path {
      guard case .composite(let newID) = newType, case .composite(let oldID) = oldType else {
        return nil
      }
      let newElements = new.0[newID].elements
      let oldElements = old.0[oldID].elements
      let pairs = ModelCorrespondence.pairs(
        oldElements.map { .init($0.name, $0.renamingIdentifier) },
        newElements.map { .init($0.name, $0.renamingIdentifier) })
      guard let pair = pairs.first(where: { newElements[$0.right].name == name }) else {
        return nil
      }
      result.append(oldElements[pair.left].name)
      newType = newElements[pair.right].type
      oldType = oldElements[pair.left].type
    }
    return result
  }
}
