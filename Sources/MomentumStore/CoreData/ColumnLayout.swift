import MomentumModel

/// Computes the columns of one root entity's table: gives each column a unique name, and sorts the
/// columns into the groups in which Core Data writes them.
///
/// Source: observed; exact for 99 % of the tables of 178 stores.
struct ColumnLayout {
  /// The groups of columns, in the order of the table. Within a group, columns are sorted by
  /// entity, then by property name.
  enum Group: Int, CaseIterable {
    /// The integers and Booleans of an entity, then its to-one keys, then those of the next entity.
    case integersAndKeys
    case orders
    case virtualKeys
    case realsAndDates
    case decimals
    case strings
    case uris
    case uuids
    case transformables
    case binaries
  }

  private let index: ModelIndex
  /// To-many relationships without inverse, whose key is in the destination's table; by the
  /// destination's entity.
  private let virtualKeys: [EntityID: [RelationshipID]]
  private var names = UniqueNames(taken: ["Z_PK", "Z_ENT", "Z_OPT"])
  private var groups = [[StoreColumn]](repeating: [], count: Group.allCases.count)

  private(set) var attributeColumns: [AttributeID: String] = [:]
  private(set) var compositeColumns: [AttributeID: [CompositeLeaf]] = [:]
  /// The key of each to-one relationship, and of each to-many relationship without inverse.
  private(set) var foreignKeys: [RelationshipID: ForeignKey] = [:]
  /// The columns that hold a foreign key, in table order. Each of them gets an index.
  private(set) var keyColumns: [String] = []

  init(root: EntityID, index: ModelIndex, virtualKeys: [EntityID: [RelationshipID]]) {
    self.index = index
    self.virtualKeys = virtualKeys
    for entity in index.family(of: root) { add(entity) }
    addOrders()
    keyColumns = columns.map(\.name).filter { isKey.contains($0) }
  }

  private var isKey: Set<String> = []

  var columns: [StoreColumn] { groups.flatMap { $0 } }

  /// Adds the columns of an entity. Their order matters: if two names collide, the later column
  /// gets a number.
  private mutating func add(_ entity: EntityID) {
    let attributes = leafAttributes(of: entity)
    for leaf in attributes where leaf.group == .integersAndKeys { add(leaf) }
    addToOneKeys(of: entity)
    for relationship in virtualKeys[entity] ?? [] { addVirtualKey(relationship) }
    for leaf in attributes where leaf.group != .integersAndKeys { add(leaf) }
  }

  // MARK: - Attributes

  /// A value that gets a column: an attribute, or an element of a composite that has no inner
  /// elements.
  private struct Leaf {
    var attribute: AttributeID
    var path: [String]
    var name: String
    var type: AttributeType
    var group: Group
    var sqlType: String
  }

  private func leafAttributes(of entity: EntityID) -> [Leaf] {
    index.storedAttributes(of: entity).flatMap { id -> [Leaf] in
      let attribute = index.model[id]
      if case .composite(let composite) = attribute.type {
        return leaves(of: composite, in: id, path: [], depth: 0)
      }
      return leaf(attribute, in: id, path: []).map { [$0] } ?? []
    }
  }

  /// The stored elements of a composite, in declared order. The column of an element has only the
  /// element's name, not that of the composite.
  private func leaves(
    of composite: CompositeID, in attribute: AttributeID, path: [String], depth: Int
  ) -> [Leaf] {
    guard depth < 16 else { return [] }
    return index.model[composite].elements.filter { !$0.isTransient }.flatMap {
      element -> [Leaf] in
      let path = path + [element.name]
      if case .composite(let inner) = element.type {
        return leaves(of: inner, in: attribute, path: path, depth: depth + 1)
      }
      return leaf(element, in: attribute, path: path).map { [$0] } ?? []
    }
  }

  private func leaf(_ element: Attribute, in attribute: AttributeID, path: [String]) -> Leaf? {
    guard let (group, sqlType) = ColumnLayout.storage(of: element.type) else { return nil }
    return Leaf(
      attribute: attribute, path: path, name: element.name, type: element.type, group: group,
      sqlType: sqlType)
  }

  /// The group and declared type of a column; `nil` for an attribute that is not stored in one
  /// column, such as a composite.
  private static func storage(of type: AttributeType) -> (Group, String)? {
    switch type {
    case .integer16, .integer32, .integer64, .boolean, .objectID: (.integersAndKeys, "INTEGER")
    case .double, .float: (.realsAndDates, "FLOAT")
    case .date: (.realsAndDates, "TIMESTAMP")
    case .decimal: (.decimals, "DECIMAL")
    case .string: (.strings, "VARCHAR")
    case .uri: (.uris, "VARCHAR")
    case .uuid: (.uuids, "BLOB")
    case .transformable: (.transformables, "BLOB")
    case .binary: (.binaries, "BLOB")
    case .undefined, .composite: nil
    }
  }

  private mutating func add(_ leaf: Leaf) {
    let column = names.claim("Z" + leaf.name.uppercased())
    append(StoreColumn(name: column, sqlType: leaf.sqlType), to: leaf.group)
    if leaf.path.isEmpty {
      attributeColumns[leaf.attribute] = column
    } else {
      compositeColumns[leaf.attribute, default: []].append(
        CompositeLeaf(path: leaf.path, type: leaf.type, column: column))
    }
  }

  // MARK: - Keys

  private mutating func addToOneKeys(of entity: EntityID) {
    for id in index.storedRelationships(of: entity) where !index.model[id].isToMany {
      let relationship = index.model[id]
      let column = names.claim("Z" + relationship.name.uppercased())
      append(StoreColumn(name: column, sqlType: "INTEGER"), to: .integersAndKeys)
      isKey.insert(column)
      var key = ForeignKey(column: column)
      if index.hasSubentities(relationship.destination) {
        let entityColumn = names.claim(
          "Z\(index.number(of: relationship.destination))_\(column.dropFirst())")
        append(StoreColumn(name: entityColumn, sqlType: "INTEGER"), to: .integersAndKeys)
        key.entityColumn = entityColumn
      }
      foreignKeys[id] = key
    }
  }

  /// Adds the order columns of ordered to-many relationships. They are sorted by the name of the
  /// entity that declares the to-many relationship, then by the entity number of the inverse's
  /// entity, then in the order of ``ModelIndex/toOnePlaces(of:)``.
  private mutating func addOrders() {
    var places: [EntityID: [String: Int]] = [:]
    let ordered = foreignKeys.keys.compactMap { id -> (id: RelationshipID, rank: OrderRank)? in
      guard let inverse = index.inverse(of: id), index.model[inverse].isToMany,
        index.model[inverse].isOrdered
      else { return nil }
      let own = places[id.entity] ?? index.toOnePlaces(of: id.entity)
      places[id.entity] = own
      return (
        id,
        OrderRank(
          owner: index.model[inverse.entity].name, entity: index.number(of: id.entity),
          place: own[index.model[id].name] ?? own.count)
      )
    }
    for (id, _) in ordered.sorted(by: { $0.rank < $1.rank }) {
      guard let column = foreignKeys[id]?.column else { continue }
      let order = addOrder("Z_FOK_\(column.dropFirst())", to: .orders)
      foreignKeys[id]?.orderColumn = order
    }
  }

  /// The sort key of an order column: `owner` is compared first, then `entity`, then `place`.
  private struct OrderRank: Comparable {
    var owner: String
    var entity: Int
    var place: Int

    static func < (left: OrderRank, right: OrderRank) -> Bool {
      (left.owner, left.entity, left.place) < (right.owner, right.entity, right.place)
    }
  }

  private mutating func addVirtualKey(_ id: RelationshipID) {
    let relationship = index.model[id]
    let column = names.claim("Z\(index.number(of: id.entity))\(relationship.name.uppercased())")
    append(StoreColumn(name: column, sqlType: "INTEGER"), to: .virtualKeys)
    isKey.insert(column)
    var key = ForeignKey(column: column)
    if relationship.isOrdered {
      key.orderColumn = addOrder("Z_FOK_\(column.dropFirst())", to: .virtualKeys)
    }
    foreignKeys[id] = key
  }

  private mutating func addOrder(_ wanted: String, to group: Group) -> String {
    let name = names.claim(wanted)
    append(StoreColumn(name: name, sqlType: "INTEGER"), to: group)
    return name
  }

  // MARK: - Names

  private mutating func append(_ column: StoreColumn, to group: Group) {
    groups[group.rawValue].append(column)
  }
}
