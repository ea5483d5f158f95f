import MomentumModel

/// An innermost element of a composite, with the path to it.
struct CompositeMember: Sendable {
  /// The names on the path, joined by dots: `city`, `position.latitude`.
  var path: String
  /// The renaming identifiers on the path, joined by dots.
  var identifier: String
  var attribute: Attribute

  /// The stored elements of a composite, nested ones included, in declared order.
  static func all(of attribute: Attribute, in model: ObjectModel) -> [CompositeMember] {
    guard case .composite(let id) = attribute.type else { return [] }
    return all(of: id, in: model, path: "", identifier: "", depth: 0)
  }

  static func all(of id: CompositeID, in model: ObjectModel) -> [CompositeMember] {
    all(of: id, in: model, path: "", identifier: "", depth: 0)
  }

  private static func all(
    of id: CompositeID, in model: ObjectModel, path: String, identifier: String, depth: Int
  ) -> [CompositeMember] {
    // A checked model has no cycles. The limit is for a model made by code, which could recurse
    // without end.
    guard depth < 16, model.composites.indices.contains(id.index) else { return [] }
    return model[id].elements.filter { !$0.isTransient }.flatMap { element -> [CompositeMember] in
      let label = ModelCorrespondence.Label(element.name, element.renamingIdentifier)
      let path = path + label.name
      let identifier = identifier + label.identifier
      guard case .composite(let inner) = element.type else {
        return [CompositeMember(path: path, identifier: identifier, attribute: element)]
      }
      return all(
        of: inner, in: model, path: path + ".", identifier: identifier + ".", depth: depth + 1)
    }
  }

  /// The column names of a composite attribute without their prefix, sorted.
  static func columns(of attribute: Attribute, in model: ObjectModel) -> [String] {
    all(of: attribute, in: model).map { $0.attribute.name.uppercased() }.sorted()
  }

  var isRequiredWithoutDefault: Bool {
    !attribute.isOptional && !attribute.hasDefault && attribute.derivation == nil
  }

  var label: ModelCorrespondence.Label { ModelCorrespondence.Label(path, identifier) }
}
