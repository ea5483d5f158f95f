import MomentumModel
import MomentumSQL

/// A value that a column holds: an attribute, or a leaf of a composite one.
struct PlainLeaf {
  var attribute: AttributeID
  /// Names of composite elements, outermost first; empty for the attribute itself.
  var path: [String]
  /// The attribute or the element.
  var element: Attribute
  var type: SQLColumnType
  /// Whether the value and all composites around it are required.
  var isRequired: Bool

  /// Stored leaves in declared order. A composite's depth is bounded by the check of the model.
  static func leaves(of id: AttributeID, in model: ObjectModel) -> [PlainLeaf] {
    func leaves(_ element: Attribute, _ path: [String], _ isRequired: Bool) -> [PlainLeaf] {
      guard !element.isTransient, path.count <= 16 else { return [] }
      let isRequired = isRequired && !element.isOptional
      if case .composite(let composite) = element.type {
        return model[composite].elements.flatMap { leaves($0, path + [$0.name], isRequired) }
      }
      return SQLColumnType(element.type).map {
        [
          PlainLeaf(
            attribute: id, path: path, element: element, type: $0, isRequired: isRequired)
        ]
      } ?? []
    }
    return leaves(model[id], [], true)
  }
}

/// The column names of one root entity's table.
///
/// Attributes are named first, so that they keep their own names; keys get another name if theirs
/// is taken.
struct PlainColumnNames {
  private(set) var leaves: [AttributeID: [(leaf: PlainLeaf, column: String)]] = [:]
  /// `id`, or `row_id` if an attribute is called `id`.
  private(set) var identity = ""
  /// `entity`, if the table holds more than one entity. No attribute can have this name, because
  /// `NSManagedObject` has a property of that name.
  private(set) var entity: String?
  /// `author_id`, by relationship.
  private(set) var keys: [RelationshipID: String] = [:]
  /// `attachments_position`, by ordered to-many relationship.
  private(set) var positions: [RelationshipID: String] = [:]

  private var scope = PlainNameScope.columns

  init(root: EntityID, index: ModelIndex) {
    let all = index.family(of: root).flatMap { entity in
      index.model[entity].attributes.indices.flatMap {
        PlainLeaf.leaves(of: AttributeID(entity, $0), in: index.model)
      }
    }
    var uses: [String: Set<EntityID>] = [:]
    for leaf in all {
      uses[PlainColumnNames.base(leaf, index.model), default: []].insert(leaf.attribute.entity)
    }
    // Properties of the root entity keep their name; others of the same name get their entity's
    // name as a prefix.
    for leaf in all {
      let base = PlainColumnNames.base(leaf, index.model)
      let owner = leaf.attribute.entity
      let isShared = owner != root && (uses[base]?.count ?? 0) > 1
      let column =
        isShared
        ? scope.take(PlainName.snakeCase(index.model[owner].name) + "_" + base) : scope.take(base)
      leaves[leaf.attribute, default: []].append((leaf, column))
    }
    identity = scope.take("id", "row_id")
    if index.hasSubentities(root) { entity = scope.take("entity", "entity_name") }
  }

  /// `layout_margin` for the element `margin` of the composite attribute `layout`.
  static func base(_ leaf: PlainLeaf, _ model: ObjectModel) -> String {
    ([model[leaf.attribute].name] + leaf.path).map(PlainName.snakeCase).joined(separator: "_")
  }

  /// `author_id`, with the name of the key it refers to: `author_row_id` if that is `row_id`, or if
  /// an attribute is called `author_id`.
  mutating func nameKey(of id: RelationshipID, _ name: String, referenced: String) {
    let base = PlainName.snakeCase(name)
    keys[id] = scope.take("\(base)_\(referenced)", "\(base)_row_id")
  }

  mutating func namePosition(of id: RelationshipID, _ name: String) {
    positions[id] = scope.take("\(PlainName.snakeCase(name))_position")
  }
}
