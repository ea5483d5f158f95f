internal import MomentumDiagnostics
internal import MomentumModel

/// Reads CSV files as the objects of an import. The name of a file is the entity of its objects,
/// and its first line has the names of their properties; each value keeps its position in its file.
struct CSVDocument {
  private let source: ImportSource
  private let delimiter: UInt8
  private let model: ObjectModel
  private var lastKeys: [JSONMember] = []

  init(source: ImportSource, delimiter: UInt8, model: ObjectModel) {
    self.source = source
    self.delimiter = delimiter
    self.model = model
  }

  private enum Column {
    case id(String)
    case attribute(String, AttributeType)
    case relationship(String, isToMany: Bool)
    /// A column whose name was already reported; its fields are skipped, so that one mistake gives
    /// one message.
    case refused
  }

  /// Passes each object of the files to `body`.
  ///
  /// - Returns: The content of `$lastKeys.csv`: for each root entity the highest key that was
  ///   assigned.
  mutating func read(_ issues: inout Diagnostics, _ body: (JSONNode) -> Void) -> JSONNode {
    for index in source.files.indices { read(index, &issues, body) }
    return JSONNode(.object(lastKeys), at: SourceRange(0, 0))
  }

  private mutating func read(
    _ index: Int, _ issues: inout Diagnostics, _ body: (JSONNode) -> Void
  ) {
    let name = source.stem(index)
    let entity = model.entity(named: name)
    guard entity != nil || name == CSVCell.lastKeysFile else {
      let near = nearName(to: name, among: model.entities.map(\.name))
      let start = source.starts[index]
      report(.unknownEntity(name, near: near), SourceRange(start, start), &issues)
      return
    }
    guard var table = CSVTable(index, of: source, delimiter: delimiter, &issues) else { return }
    if let entity {
      let columns = table.header.map { column($0, entity, &issues) }
      while let row = table.nextRow(&issues) { body(object(row, columns, table.header, name)) }
    } else {
      checkKeyColumns(table.header, &issues)
      while let row = table.nextRow(&issues) { addKey(row, table.header) }
    }
  }

  // MARK: - The first line

  private func checkKeyColumns(_ header: [CSVField], _ issues: inout Diagnostics) {
    for field in header where !CSVCell.lastKeysColumns.contains(field.text) {
      let near = nearName(to: field.text, among: CSVCell.lastKeysColumns)
      report(.unknownKey(field.text, near: near), field.range, &issues)
    }
    for name in CSVCell.lastKeysColumns where !header.contains(where: { $0.text == name }) {
      report(.missingKey(name, of: "the first line"), CSVTable.range(header), &issues)
    }
  }

  private func column(
    _ field: CSVField, _ entity: EntityID, _ issues: inout Diagnostics
  ) -> Column {
    let own = [CSVCell.id: "id", CSVCell.key: "key", CSVCell.version: "version"]
    if let name = own[field.text] { return .id(name) }
    switch model.property(named: field.text, in: entity) {
    case .attribute(let id):
      let attribute = model[id]
      if attribute.derivation != nil {
        report(.derivedAttribute(attribute.name), field.range, &issues)
      } else if attribute.isTransient {
        report(.notStored(property: attribute.name), field.range, &issues)
      } else {
        return .attribute(attribute.name, attribute.type)
      }
    case .relationship(let id):
      return .relationship(model[id].name, isToMany: model[id].isToMany)
    case .fetchedProperty, nil:
      let names =
        model.attributes(of: entity).map { model[$0].name }
        + model.relationships(of: entity).map { model[$0].name } + own.keys.sorted()
      report(
        .unknownProperty(
          kind: "property", name: field.text, entity: model[entity].name,
          near: nearName(to: field.text, among: names)), field.range, &issues)
    }
    return .refused
  }

  // MARK: - Rows

  private func object(
    _ row: [CSVField], _ columns: [Column], _ header: [CSVField], _ entity: String
  ) -> JSONNode {
    let place = CSVTable.range(row)
    var members = [
      JSONMember(name: "entity", nameRange: place, value: JSONNode(.string(entity), at: place))
    ]
    var attributes: [JSONMember] = []
    var relationships: [JSONMember] = []
    for (field, (name, column)) in zip(row, zip(header, columns)) {
      let at = field.range
      let nameRange = name.range
      switch column {
      case .refused: break
      case .id(let name):
        guard !field.isMissing else { break }
        let isNumber = name != "id" && ImportText.isNumber(field.text)
        let value = isNumber ? JSONNode.Value.number(field.text) : .string(field.text)
        members.append(
          JSONMember(name: name, nameRange: nameRange, value: JSONNode(value, at: at)))
      case .attribute(let name, let type):
        let value = JSONNode(CSVCell.value(field, type), at: at)
        attributes.append(JSONMember(name: name, nameRange: nameRange, value: moved(value, to: at)))
      case .relationship(let name, let isToMany):
        guard let ids = CSVCell.ids(field, isToMany: isToMany, at: at) else { break }
        relationships.append(JSONMember(name: name, nameRange: nameRange, value: ids))
      }
    }
    for (name, list) in [("attributes", attributes), ("relationships", relationships)] {
      members.append(
        JSONMember(name: name, nameRange: place, value: JSONNode(.object(list), at: place)))
    }
    return JSONNode(.object(members), at: place)
  }

  private mutating func addKey(_ row: [CSVField], _ header: [CSVField]) {
    guard let entity = header.firstIndex(where: { $0.text == CSVCell.lastKeysColumns[0] }),
      let key = header.firstIndex(where: { $0.text == CSVCell.lastKeysColumns[1] })
    else { return }
    let text = row[key].text
    let value = ImportText.isNumber(text) ? JSONNode.Value.number(text) : .string(text)
    lastKeys.append(
      JSONMember(
        name: row[entity].text, nameRange: row[entity].range,
        value: JSONNode(value, at: row[key].range)))
  }

  /// Gives all nodes of the JSON in a field the range of the field: their own ranges count from the
  /// start of the field's text, not of the file.
  private func moved(_ node: JSONNode, to range: SourceRange) -> JSONNode {
    switch node.value {
    case .null, .boolean, .number, .string: JSONNode(node.value, at: range)
    case .array(let items): JSONNode(.array(items.map { moved($0, to: range) }), at: range)
    case .object(let members):
      JSONNode(
        .object(
          members.map {
            JSONMember(name: $0.name, nameRange: range, value: moved($0.value, to: range))
          }), at: range)
    }
  }

  private func report(_ message: ImportMessage, _ range: SourceRange, _ issues: inout Diagnostics) {
    issues.report(message, at: source.location(range))
  }
}
