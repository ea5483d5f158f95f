import MomentumModel

// Lists the columns that an entity's table needs, and finds the entity and order columns that
// belong to its foreign keys.

extension CatalogFinder {
  /// The columns that the properties of a table's entities need, in the order of the table that the
  /// layout computes from the model.
  func wantedColumns(of table: EntityTable) -> [WantedColumn] {
    let types = Dictionary(table.columns.map { ($0.name, $0.sqlType) }) { first, _ in first }
    var wanted: [String: WantedColumn] = [:]
    func add(
      _ column: String, _ name: String, _ entity: EntityID, _ place: String, owner: EntityID? = nil
    ) {
      let number = owner.map { String(computed[$0].number) } ?? ""
      wanted[column] = WantedColumn(
        computed: column, natural: "Z" + number + name.uppercased(), isNumbered: owner != nil,
        sqlType: types[column] ?? "", numbers: familyNumbers(of: entity), place: place)
    }
    for entity in entities[table.name] ?? [] {
      for index in model[entity].attributes.indices {
        let id = AttributeID(entity, index)
        let place = "\(model[entity].name).\(model[id].name)"
        if let column = computed.attributeColumns[id] { add(column, model[id].name, entity, place) }
        for leaf in computed.compositeColumns[id] ?? [] {
          add(leaf.column, leaf.path.last ?? "", entity, place)
        }
      }
    }
    for held in keys[table.name] ?? [] {
      let id = held.relationship
      add(
        held.key.column, model[id].name, held.holder,
        "\(model[id.entity].name).\(model[id].name)", owner: model[id].isToMany ? id.entity : nil)
    }
    return table.columns.compactMap { wanted[$0.name] }
  }

  /// Finds the entity and order columns of foreign keys. Their names, such as `Z7_COVER` and
  /// `Z_FOK_COVER`, end with the name that the key's column has in the store.
  mutating func findColumnsBesideKeys(
    of table: EntityTable, _ found: StoreCatalog.Table, _ finder: inout ColumnFinder
  ) {
    for held in keys[table.name] ?? [] {
      let (id, key) = (held.relationship, held.key)
      guard let column = name(of: key.column, in: table) else { continue }
      let place = "\(model[id.entity].name).\(model[id].name)"
      let tail = String(column.dropFirst())
      if let wanted = key.entityColumn {
        let number = number(of: model[id].destination)
        let name =
          finder.take(first: ["Z\(number)_\(tail)", wanted])
          ?? finder.take(prefix: "Z", numbered: "_" + tail)
        setName(name, of: wanted, in: table)
        if name == nil { lackColumn(.entityColumn, place, found.name, wanted) }
      }
      if let wanted = key.orderColumn {
        let name =
          finder.take(first: ["Z_FOK_\(tail)", wanted])
          ?? NumberedName(column, prefix: "Z").flatMap {
            finder.take(prefix: "Z_FOK_", numbered: $0.rest)
          }
        setName(name, of: wanted, in: table)
        if name == nil { lackColumn(.orderColumn, place, found.name, wanted) }
      }
    }
  }

  private mutating func lackColumn(
    _ kind: MissingPart.Kind, _ place: String, _ table: String, _ column: String
  ) {
    lack(kind, place, "table \(table) has no column \(column)", name: column)
  }
}
