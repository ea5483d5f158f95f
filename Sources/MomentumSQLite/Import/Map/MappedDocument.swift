internal import MomentumDiagnostics
internal import MomentumModel

/// Converts JSON or CSV of another form to the objects of an import, by the rules of a mapping
/// file. Values keep their positions in their files.
struct MappedDocument {
  private let source: ImportSource
  private let map: ImportMap
  private let model: ObjectModel
  /// The delimiter of CSV; `nil` for JSON.
  private let delimiter: UInt8?
  private var uses: MappedPaths
  private var count = 0
  /// An object, its nested objects and references, the outer object first. They are passed on when
  /// the outer object is complete: its links are known only after its nested objects were read.
  private var pending: [ImportItem] = []
  private var references: Set<String> = []
  /// Objects that lack the key of their id. They are reported only if some object of the rule has
  /// the key; otherwise one message about the path is enough.
  private var withoutID: [(path: ImportMap.Path, range: SourceRange)] = []

  init(source: ImportSource, map: ImportMap, model: ObjectModel, delimiter: UInt8?) {
    self.source = source
    self.map = map
    self.model = model
    self.delimiter = delimiter
    uses = MappedPaths(map)
  }

  mutating func read(_ issues: inout Diagnostics, _ body: (ImportItem) -> Void) {
    for entry in map.entries {
      guard let index = file(entry, &issues) else { continue }
      if let delimiter {
        readCSV(index, entry, delimiter, &issues, body)
      } else {
        readJSON(index, entry, &issues, body)
      }
    }
    for (path, range) in withoutID where uses.isFound(path) {
      report(.missingKey(path.text, of: "an object"), range, &issues)
    }
    if !issues.hasErrors { uses.check(map, isCSV: delimiter != nil, &issues) }
  }

  /// The index of the file to which a rule applies; a rule may omit the file if only one is
  /// imported. `nil` after an error.
  private func file(_ entry: ImportMap.Entry, _ issues: inout Diagnostics) -> Int? {
    let names = source.files.indices.map { source.fileName($0) }
    guard let file = entry.file else {
      if names.count == 1 { return 0 }
      issues.report(
        ImportMessage.missingKey("file", of: "a rule of a mapping file for several files"),
        at: SourceLocation(map.source, entry.range))
      return nil
    }
    if let index = names.firstIndex(of: file.name) { return index }
    issues.report(
      ImportMessage.mapFile(
        file.name, among: names, near: nearName(to: file.name, among: names)),
      at: SourceLocation(map.source, file.range))
    return nil
  }

  private mutating func readCSV(
    _ index: Int, _ entry: ImportMap.Entry, _ delimiter: UInt8, _ issues: inout Diagnostics,
    _ body: (ImportItem) -> Void
  ) {
    guard var table = CSVTable(index, of: source, delimiter: delimiter, &issues) else { return }
    let columns = table.header.map(\.text)
    uses.noteFile(entry.rule, source.fileName(index), columns: columns)
    guard entry.path.keys.isEmpty else {
      issues.report(
        ImportMessage.mapPath(entry.path.text, file: source.fileName(index), near: nil),
        at: SourceLocation(map.source, entry.path.range))
      return
    }
    while let row = table.nextRow(&issues) {
      add(table.json(row), entry.rule, &issues, body)
    }
  }

  private mutating func readJSON(
    _ index: Int, _ entry: ImportMap.Entry, _ issues: inout Diagnostics,
    _ body: (ImportItem) -> Void
  ) {
    let file = source.files[index]
    uses.noteFile(entry.rule, source.fileName(index), columns: nil)
    var paths = [entry.path.keys]
    // A member's name may contain dots: also look for a member whose name is the whole path.
    if entry.path.keys.count != 1 { paths.append([entry.path.text]) }
    var names: [String] = []
    for path in paths {
      var found = Diagnostics()
      let items = JSONParser.parse(file, itemsAt: path, keepsRest: false, &found) {
        add($0, entry.rule, &issues, body)
      }
      // Several rules may read the same file: report each of its errors once.
      for finding in found.all where !issues.all.contains(finding) { issues.report(finding) }
      guard let items else { return }
      if let target = items.target {
        for item in Self.items(target) { add(item, entry.rule, &issues, body) }
        return
      }
      names += JSONItems.paths(near: path, in: items.root)
    }
    issues.report(
      ImportMessage.mapPath(
        entry.path.text, file: source.fileName(index),
        near: nearName(to: entry.path.text, among: names)),
      at: SourceLocation(map.source, entry.path.range))
  }

  // MARK: - Objects

  private mutating func add(
    _ node: JSONNode, _ rule: ImportMap.Rule, _ issues: inout Diagnostics,
    _ body: (ImportItem) -> Void
  ) {
    _ = add(node, rule, &issues)
    pending.forEach(body)
    pending.removeAll()
  }

  /// - Returns: The id by which other objects refer to this object; `nil` after an error.
  private mutating func add(
    _ node: JSONNode, _ rule: ImportMap.Rule, _ issues: inout Diagnostics
  ) -> JSONNode? {
    guard case .object = node.value else {
      report(.expected("an object", found: node.kind), node, &issues)
      return nil
    }
    guard let id = id(of: node, rule, &issues) else { return nil }
    // Reserve the place before nested objects are added, so that keys follow the order of the file.
    let index = pending.count
    pending.append(ImportItem(node: node))
    count += 1
    var attributes: [JSONMember] = []
    for (name, attribute, source) in rule.attributes {
      guard let value = value(source, attribute, in: node, &issues) else { continue }
      attributes.append(JSONMember(name: name, nameRange: value.range, value: value))
    }
    var links: [JSONMember] = []
    for (name, relationship, link) in rule.relationships {
      guard let value = ids(link, relationship, in: node, &issues) else { continue }
      links.append(JSONMember(name: name, nameRange: value.range, value: value))
    }
    pending[index] = ImportItem(
      node: object(rule.entity, id, attributes, links, at: node.range), match: rule.match)
    return id
  }

  private func object(
    _ entity: EntityID, _ id: JSONNode, _ attributes: [JSONMember], _ links: [JSONMember],
    at range: SourceRange
  ) -> JSONNode {
    func member(_ name: String, _ value: JSONNode.Value) -> JSONMember {
      JSONMember(name: name, nameRange: range, value: JSONNode(value, at: range))
    }
    return JSONNode(
      .object([
        member("entity", .string(model[entity].name)),
        JSONMember(name: "id", nameRange: id.range, value: id),
        member("attributes", .object(attributes)), member("relationships", .object(links)),
      ]), at: range)
  }

  // MARK: - Ids

  /// Adds the root entity's name: objects of different families may have the same id in the file.
  private func name(_ text: String, _ entity: EntityID) -> String {
    "\(model[model.root(of: entity)].name) \(text)"
  }

  private mutating func id(
    of node: JSONNode, _ rule: ImportMap.Rule, _ issues: inout Diagnostics
  ) -> JSONNode? {
    guard let path = rule.id else {
      return JSONNode(.string("object \(count + 1)"), at: node.range)
    }
    guard let value = uses.value(at: path, in: node) else {
      // If no object has the key, one message about the path is enough.
      if withoutID.count < 1000 { withoutID.append((path, node.range)) }
      return nil
    }
    return reference(value, rule.entity, &issues)
  }

  private func reference(
    _ node: JSONNode, _ entity: EntityID, _ issues: inout Diagnostics
  ) -> JSONNode? {
    guard let text = text(node, &issues) else { return nil }
    return JSONNode(.string(name(text, entity)), at: node.range)
  }

  private func text(_ node: JSONNode, _ issues: inout Diagnostics) -> String? {
    switch node.value {
    case .string(let text), .number(let text): return text
    case .null, .boolean, .array, .object:
      report(.expected("a string or a number", found: node.kind), node, &issues)
      return nil
    }
  }

  /// The id of the object with this value in an attribute; a reference item is added that looks up
  /// the object.
  private mutating func lookUp(
    _ node: JSONNode, _ name: String, _ entity: EntityID, _ issues: inout Diagnostics
  ) -> JSONNode? {
    guard let text = text(node, &issues),
      case .attribute(let attribute)? = model.property(named: name, in: entity)
    else { return nil }
    let id = JSONNode(.string("\(model[entity].name) with \(name) \(text)"), at: node.range)
    guard case .string(let key) = id.value, references.insert(key).inserted else { return id }
    let value = typed(node, model[attribute], .standard, &issues)
    let member = JSONMember(name: name, nameRange: node.range, value: value)
    pending.append(
      ImportItem(
        node: object(entity, id, [member], [], at: node.range), match: [name], isReference: true))
    return id
  }

  private mutating func ids(
    _ link: ImportMap.Link, _ relationship: RelationshipID, in node: JSONNode,
    _ issues: inout Diagnostics
  ) -> JSONNode? {
    guard let value = uses.value(at: link.path, in: node) else { return nil }
    if value.value == .null { return value }
    let destination = model[relationship].destination
    var ids: [JSONNode] = []
    for item in Self.items(value, separator: link.separator) {
      let id: JSONNode?
      switch link {
      case .ids: id = reference(item, destination, &issues)
      case .matches(_, let name, _): id = lookUp(item, name, destination, &issues)
      case .objects(_, let rule): id = add(item, rule, &issues)
      }
      if let id { ids.append(id) }
    }
    if model[relationship].isToMany { return JSONNode(.array(ids), at: value.range) }
    // A list with one id is allowed for a to-one relationship; the import reports a longer list.
    guard ids.count <= 1 else { return JSONNode(.array(ids), at: value.range) }
    return ids.first ?? JSONNode(.null, at: value.range)
  }

  // MARK: - Values

  private mutating func value(
    _ source: ImportMap.Source, _ attribute: Attribute, in node: JSONNode,
    _ issues: inout Diagnostics
  ) -> JSONNode? {
    switch source {
    case .value(let value): return JSONNode(value, at: node.range)
    case .key(let path, let form):
      guard let value = uses.value(at: path, in: node) else { return nil }
      return typed(value, attribute, form, &issues)
    }
  }

  func report(_ message: ImportMessage, _ node: JSONNode, _ issues: inout Diagnostics) {
    report(message, node.range, &issues)
  }

  private func report(_ message: ImportMessage, _ range: SourceRange, _ issues: inout Diagnostics) {
    issues.report(message, at: source.location(range))
  }
}
