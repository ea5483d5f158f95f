import MomentumModel
import MomentumSQL

/// A value that a column holds: an attribute, or an element of a composite that has no inner
/// elements.
struct PlainLeaf {
  var attribute: AttributeID
  /// Names of composite elements, outermost first; empty for the attribute itself.
  var path: [String]
  /// The declaration of the value: the attribute itself, or the element of the composite.
  var element: Attribute
  var type: SQLColumnType
  /// Whether the value and all composites around it are required.
  var isRequired: Bool

  /// The stored leaves of an attribute, in declared order. The check of the model limits the depth
  /// of composites.
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
/// Attributes are named before foreign keys, so that an attribute keeps its own name and a key with
/// the same name gets another one.
struct PlainColumnNames {
  private(set) var leaves: [AttributeID: [(leaf: PlainLeaf, column: String)]] = [:]
  /// The name of the primary key's column: `id`, or `row_id` if an attribute is called `id`.
  private(set) var identity = ""
  /// The name of the column with a row's entity: `entity`; `nil` if the table holds only one
  /// entity. No attribute can have this name, because `NSManagedObject` has a property of that
  /// name.
  private(set) var entity: String?
  /// The foreign key's column of each to-one relationship: `author_id`.
  private(set) var keys: [RelationshipID: String] = [:]
  /// The column with positions of each ordered to-many relationship: `attachments_position`.
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
    // A property of the root entity keeps its name; a property with the same name in a sub-entity
    // gets the sub-entity's name as a prefix.
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

  /// The name of a leaf's column without regard to collisions: `layout_margin` for the element
  /// `margin` of the composite attribute `layout`.
  static func base(_ leaf: PlainLeaf, _ model: ObjectModel) -> String {
    ([model[leaf.attribute].name] + leaf.path).map(PlainName.snakeCase).joined(separator: "_")
  }

  /// Names a foreign key's column after the relationship and the column that it refers to:
  /// `author_id`. The name is `author_row_id` if that column is `row_id`, or if an attribute is
  /// called `author_id`.
  mutating func nameKey(of id: RelationshipID, _ name: String, referenced: String) {
    let base = PlainName.snakeCase(name)
    keys[id] = scope.take("\(base)_\(referenced)", "\(base)_row_id")
  }

  mutating func namePosition(of id: RelationshipID, _ name: String) {
    positions[id] = scope.take("\(PlainName.snakeCase(name))_position")
  }
}
