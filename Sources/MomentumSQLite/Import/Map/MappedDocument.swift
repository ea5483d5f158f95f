internal import MomentumDiagnostics
internal import MomentumModel
internal import MomentumText

/// Somebody's JSON → the document of an import, by the rules of a mapping file. Values keep their places in
/// the file that they come from.
struct MappedDocument {
  private let source: ImportSource
  private let model: ObjectModel
  private var objects: [JSONNode] = []

  /// `nil` where any error was reported.
  static func make(
    _ roots: [JSONNode], of source: ImportSource, _ map: ImportMap, model: ObjectModel,
    _ issues: inout Diagnostics
  ) -> JSONNode? {
    var found = Diagnostics()
    defer { issues.append(contentsOf: found) }
    var document = MappedDocument(source: source, model: model)
    for (file, path, rule) in map.rules {
      guard let root = document.root(file, roots, &found) else { continue }
      document.add(root, path, rule, &found)
    }
    guard !found.hasErrors else { return nil }
    let range = roots.first?.range ?? SourceRange(0, 0)
    let list = JSONNode(.array(document.objects), at: range)
    return JSONNode(
      .object([JSONMember(name: "objects", nameRange: range, value: list)]), at: range)
  }

  private init(source: ImportSource, model: ObjectModel) {
    self.source = source
    self.model = model
  }

  /// The document in the file that a rule names. A rule need not name a file where only one is given.
  private func root(
    _ file: String?, _ roots: [JSONNode], _ issues: inout Diagnostics
  ) -> JSONNode? {
    let names = roots.indices.map { source.fileName($0) }
    guard let file else {
      if roots.count == 1 { return roots[0] }
      issues.report(
        ImportMessage.missingKey("file", of: "a rule of a mapping file for several files"),
        at: source.location(SourceRange(0, 0)))
      return nil
    }
    if let index = names.firstIndex(of: file) { return roots[index] }
    issues.report(
      ImportMessage.expected(
        "a file '\(file)', which the mapping file names", found: names.joined(separator: ", ")),
      at: source.location(SourceRange(0, 0)))
    return nil
  }

  private mutating func add(
    _ root: JSONNode, _ path: [String], _ rule: ImportMap.Rule, _ issues: inout Diagnostics
  ) {
    guard let node = Self.value(at: path, in: root) else {
      report(.missingKey(path.joined(separator: "."), of: "the file"), root, &issues)
      return
    }
    for item in Self.items(node) { _ = add(item, rule, &issues) }
  }

  /// - Returns: The id under which other objects name it; `nil` after an error.
  private mutating func add(
    _ node: JSONNode, _ rule: ImportMap.Rule, _ issues: inout Diagnostics
  ) -> JSONNode? {
    guard case .object = node.value else {
      report(.expected("an object", found: node.kind), node, &issues)
      return nil
    }
    guard let id = id(of: node, rule, &issues) else { return nil }
    // The place is taken before nested objects come, so that keys follow the order of the file.
    let index = objects.count
    objects.append(node)
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
    func member(_ name: String, _ value: JSONNode.Value) -> JSONMember {
      JSONMember(name: name, nameRange: node.range, value: JSONNode(value, at: node.range))
    }
    objects[index] = JSONNode(
      .object([
        member("entity", .string(model[rule.entity].name)),
        JSONMember(name: "id", nameRange: id.range, value: id),
        member("attributes", .object(attributes)), member("relationships", .object(links)),
      ]), at: node.range)
    return id
  }

  // MARK: - Ids

  /// Objects of different families may have the same id in the file.
  private func name(_ text: String, _ entity: EntityID) -> String {
    "\(model[model.root(of: entity)].name) \(text)"
  }

  private func id(
    of node: JSONNode, _ rule: ImportMap.Rule, _ issues: inout Diagnostics
  ) -> JSONNode? {
    guard let path = rule.id else {
      return JSONNode(.string("object \(objects.count + 1)"), at: node.range)
    }
    guard let value = Self.value(at: path, in: node) else {
      report(.missingKey(path.joined(separator: "."), of: "an object"), node, &issues)
      return nil
    }
    return reference(value, rule.entity, &issues)
  }

  private func reference(
    _ node: JSONNode, _ entity: EntityID, _ issues: inout Diagnostics
  ) -> JSONNode? {
    switch node.value {
    case .string(let text), .number(let text):
      return JSONNode(.string(name(text, entity)), at: node.range)
    case .null, .boolean, .array, .object:
      report(.expected("a string or a number", found: node.kind), node, &issues)
      return nil
    }
  }

  private mutating func ids(
    _ link: ImportMap.Link, _ relationship: RelationshipID, in node: JSONNode,
    _ issues: inout Diagnostics
  ) -> JSONNode? {
    let path: [String]
    switch link {
    case .ids(let keys, _), .objects(let keys, _): path = keys
    }
    guard let value = Self.value(at: path, in: node) else { return nil }
    if value.value == .null { return value }
    var ids: [JSONNode] = []
    for item in Self.items(value, link) {
      let id: JSONNode?
      switch link {
      case .ids: id = reference(item, model[relationship].destination, &issues)
      case .objects(_, let rule): id = add(item, rule, &issues)
      }
      if let id { ids.append(id) }
    }
    if model[relationship].isToMany { return JSONNode(.array(ids), at: value.range) }
    // A list of one for a to-one relationship; more than one the import itself refuses.
    guard ids.count <= 1 else { return JSONNode(.array(ids), at: value.range) }
    return ids.first ?? JSONNode(.null, at: value.range)
  }

  // MARK: - Values

  private func value(
    _ source: ImportMap.Source, _ attribute: Attribute?, in node: JSONNode,
    _ issues: inout Diagnostics
  ) -> JSONNode? {
    switch source {
    case .value(let value): return JSONNode(value, at: node.range)
    case .key(let path, let form):
      guard let value = Self.value(at: path, in: node) else { return nil }
      guard let attribute else { return value }
      return typed(value, attribute, form, &issues)
    }
  }

  /// Numbers in quotes and the like are what APIs send; they are taken for what the attribute is.
  private func typed(
    _ node: JSONNode, _ attribute: Attribute, _ form: ImportMap.DateForm,
    _ issues: inout Diagnostics
  ) -> JSONNode {
    if attribute.type == .date, let seconds = date(node, form) {
      guard let seconds else {
        report(
          .wrongType(property: attribute.name, expected: form.phrase, found: node.kind), node,
          &issues)
        return JSONNode(.null, at: node.range)
      }
      return JSONNode(.number("\(seconds)"), at: node.range)
    }
    switch (node.value, attribute.type) {
    case (.string(let text), _):
      return JSONNode(ImportText.node(text, attribute.type), at: node.range)
    case (.number(let text), .string): return JSONNode(.string(text), at: node.range)
    case (.number("0"), .boolean): return JSONNode(.boolean(false), at: node.range)
    case (.number("1"), .boolean): return JSONNode(.boolean(true), at: node.range)
    case (.null, _), (.boolean, _), (.number, _), (.array, _), (.object, _): return node
    }
  }

  /// `nil` where the import reads the date itself, `.some(nil)` for a text that is none.
  private func date(_ node: JSONNode, _ form: ImportMap.DateForm) -> Double?? {
    let text: String
    switch node.value {
    case .string(let string), .number(let string): text = string
    case .null, .boolean, .array, .object: return nil
    }
    // 1970-01-01 is so many seconds before 2001-01-01.
    let epoch = 978_307_200.0
    switch form {
    case .standard: return nil
    case .unix: return .some(Double(text).map { $0 - epoch })
    case .unixMilliseconds: return .some(Double(text).map { $0 / 1000 - epoch })
    case .pattern(let pattern): return .some(DatePattern(pattern).seconds(text))
    }
  }

  /// The node behind a path of keys; `nil` where one is missing. The name of a column may have dots.
  private static func value(at path: [String], in root: JSONNode) -> JSONNode? {
    var node = root
    if path.count > 1, case .object(let members) = root.value,
      let whole = members.first(where: { $0.name == path.joined(separator: ".") })
    {
      return whole.value
    }
    for key in path {
      guard case .object(let members) = node.value,
        let next = members.first(where: { $0.name == key })?.value
      else { return nil }
      node = next
    }
    return node
  }

  /// The ids of a link; a text is cut at the separator that the rule gives.
  private static func items(_ node: JSONNode, _ link: ImportMap.Link) -> [JSONNode] {
    guard case .ids(_, let separator?) = link, case .string(let text) = node.value else {
      return items(node)
    }
    return text.split(separator: separator).map {
      JSONNode(.string(Self.trimmed($0)), at: node.range)
    }
  }

  /// Without blanks at its ends.
  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// The elements of a list, or the one thing that stands in its place.
  private static func items(_ node: JSONNode) -> [JSONNode] {
    switch node.value {
    case .array(let items): items
    case .null: []
    case .boolean, .number, .string, .object: [node]
    }
  }

  private func report(_ message: ImportMessage, _ node: JSONNode, _ issues: inout Diagnostics) {
    issues.report(message, at: source.location(node.range))
  }
}

extension ImportMap.DateForm {
  fileprivate var phrase: String {
    switch self {
    case .standard: "a date"
    case .unix: "seconds since 1970"
    case .unixMilliseconds: "milliseconds since 1970"
    case .pattern(let pattern): "a date as '\(pattern)'"
    }
  }
}

/// `dd.MM.yyyy HH:mm:ss`: digits in fixed numbers, with all else as it stands, in UTC.
struct DatePattern {
  private let pattern: String

  init(_ pattern: String) { self.pattern = pattern }

  /// Seconds since 2001, `nil` for a text of another form.
  func seconds(_ text: String) -> Double? {
    var parts: [Character: String] = [:]
    var rest = Substring(text)
    for character in pattern {
      guard let next = rest.popFirst() else { return nil }
      if "yMdHms".contains(character) {
        guard next.isASCII, next.isNumber else { return nil }
        parts[character, default: ""].append(next)
      } else if next != character {
        return nil
      }
    }
    guard rest.isEmpty, let year = parts["y"], year.count == 4, let month = parts["M"] else {
      return nil
    }
    func two(_ key: Character) -> String { parts[key] ?? (key == "d" ? "01" : "00") }
    return ISODate.seconds(
      "\(year)-\(month)-\(two("d"))T\(two("H")):\(two("m")):\(two("s"))Z")
  }
}
