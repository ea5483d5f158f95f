internal import MomentumDiagnostics
internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// Reads an import once: checks each object as it is read and keeps only what later checks need.
struct ImportPlanning {
  private let document: ImportDocument
  private let options: ImportOptions
  private let reader: ImportFileReader
  private let attributes: ImportAttributes
  private var links: ImportLinks
  private var objects: [ImportPlan.Object] = []
  private var keys: [Int64] = []
  private var keyPlaces: [KeyPlace: Int32] = [:]
  private var matches: [Int32: ImportMatch] = [:]
  /// The index of each object of the files, by the values that identify the object.
  private var byValues: [Identity: Int32] = [:]
  private var references: [(object: ImportObject, match: ImportMatch)] = []
  private let lookedUp: [LookedUp]

  /// A key that a file gives, in the table of its root entity. Two objects of one family with the
  /// same key would be one row.
  private struct KeyPlace: Hashable {
    var root: EntityID
    var key: Int64
  }

  private struct Identity: Hashable {
    var root: EntityID
    var columns: [String]
    var values: [SQLValue]
  }

  /// An attribute whose value in the file identifies the destination of a relationship.
  private struct LookedUp: Hashable {
    var entity: EntityID
    var column: String
  }

  init(_ document: ImportDocument, schema: StoreSchema, options: ImportOptions) {
    self.document = document
    self.options = options
    let (source, model) = (document.source, document.model)
    reader = ImportFileReader(source: source, model: model, options: options)
    attributes = ImportAttributes(
      source: source, model: model, schema: schema, checksRules: options.checksRules)
    links = ImportLinks(
      source: source, model: model, schema: schema, checksRules: options.checksRules)
    let attributes = attributes
    lookedUp = document.lookedUp.compactMap { entity, name in
      attributes.column(name, of: entity).map { LookedUp(entity: entity, column: $0) }
    }
  }

  private var model: ObjectModel { document.model }
  private var source: ImportSource { document.source }

  /// Reads the files and makes the plan; `nil` if an error was reported.
  consuming func plan(
    _ onProgress: (ImportProgress) -> Void, _ issues: inout Diagnostics
  ) -> ImportPlan? {
    var reading = self
    return reading.read(onProgress, &issues)
  }

  private mutating func read(
    _ onProgress: (ImportProgress) -> Void, _ issues: inout Diagnostics
  ) -> ImportPlan? {
    var found = Diagnostics()
    var ofFiles = Diagnostics()
    let document = document
    let head = document.forEachItem(&ofFiles) {
      add($0, &found)
      onProgress(.read(objects: objects.count))
    }
    // Report only the errors of the file itself: the findings about objects come from the part of
    // the file that could be read, and may be wrong.
    guard let head else {
      issues.append(contentsOf: ofFiles)
      return nil
    }
    found.append(contentsOf: ofFiles)
    if let file = head.file { reader.checkHead(file, &found) }
    let lastKeys = reader.lastKeys(head.lastKeys, &found)
    let itemCount = objects.count
    addReferences()
    links.resolve(objects, &found)
    let all = links.links(objects, &matches, &found)
    issues.append(contentsOf: found)
    guard !found.hasErrors else { return nil }
    return ImportPlan(
      document: document, options: options, objects: objects, itemCount: itemCount,
      givenKeys: keyPlaces.isEmpty
        ? [] : keys + Array(repeating: 0, count: objects.count - itemCount),
      links: all, lastKeys: options.keepsKeys ? lastKeys : [:], matches: matches)
  }

  // MARK: - Objects

  private mutating func add(_ item: ImportItem, _ found: inout Diagnostics) {
    if item.isReference { return addReference(item, &found) }
    let id = ImportFileReader.id(of: item.node)
    let object = reader.object(item.node, &found)
    let index = Int32(clamping: objects.count)
    if let id {
      let range = ImportFileReader.idMember(of: item.node)?.range ?? item.node.range
      let isNew = object == nil ? links.object(of: id) == nil : links.define(id, as: index)
      if object == nil { links.defineRefused(id) }
      if !isNew { reportRepeated(id, range, &found) }
    }
    guard let object else { return }
    var missing = Diagnostics()
    let values = attributes.values(of: object, missing: &missing, &found)
    objects.append(ImportPlan.Object(entity: object.entity, range: object.range))
    addKey(object, index, &found)
    if item.match.isEmpty {
      found.append(contentsOf: missing)
    } else if let match = match(item, object, values, missing, &found) {
      matches[index] = match
      if !remember(object.entity, match.columns, match.values, index) {
        found.report(
          ImportMessage.matchedTwice(entity: model[object.entity].name, attributes: match.names),
          at: source.location(object.range))
      }
    }
    for place in lookedUp where model.inherits(object.entity, from: place.entity) {
      if let value = values[place.column], value != .null {
        remember(object.entity, [place.column], [value], index)
      }
    }
    links.add(object, at: index, &found)
  }

  @discardableResult
  private mutating func remember(
    _ entity: EntityID, _ columns: [String], _ values: [SQLValue], _ index: Int32
  ) -> Bool {
    let identity = Identity(root: model.root(of: entity), columns: columns, values: values)
    if let known = byValues[identity] { return known == index }
    byValues[identity] = index
    return true
  }

  private mutating func match(
    _ item: ImportItem, _ object: ImportObject, _ values: [String: SQLValue],
    _ missing: Diagnostics, _ found: inout Diagnostics
  ) -> ImportMatch? {
    var match = ImportMatch(
      columns: [], values: [], names: item.match, isReference: item.isReference, missing: missing)
    for name in item.match {
      guard let column = attributes.column(name, of: object.entity), let value = values[column]
      else { return nil }
      guard value != .null else {
        // If the file has a value, its error was reported already.
        let given = object.attributes.first { $0.name == name }?.value
        if given == nil || given?.value == .null {
          found.report(
            ImportMessage.matchNeedsValue(name), at: source.location(given?.range ?? object.range))
        }
        return nil
      }
      match.columns.append(column)
      match.values.append(value)
    }
    return match
  }

  private mutating func addKey(
    _ object: ImportObject, _ index: Int32, _ found: inout Diagnostics
  ) {
    keys.append(object.key ?? 0)
    guard let key = object.key else { return }
    let place = KeyPlace(root: model.root(of: object.entity), key: key)
    guard let other = keyPlaces.updateValue(index, forKey: place) else { return }
    found.report(
      ImportMessage.duplicateKey(key, entity: model[place.root].name),
      at: source.location(object.range),
      notes: [
        .init("the first object with the key", at: source.location(objects[Int(other)].range))
      ])
  }

  private func reportRepeated(_ id: String, _ range: SourceRange, _ found: inout Diagnostics) {
    var notes: [Diagnostic.Note] = []
    if let first = links.object(of: id), objects.indices.contains(Int(first)) {
      notes.append(
        .init("the first object with the id", at: source.location(objects[Int(first)].range)))
    }
    found.report(ImportMessage.duplicateID(id), at: source.location(range), notes: notes)
  }

  // MARK: - Objects of the store

  private mutating func addReference(_ item: ImportItem, _ found: inout Diagnostics) {
    guard let object = reader.reference(item.node) else { return }
    var ignored = Diagnostics()
    let values = attributes.values(of: object, missing: &ignored, &found)
    if let match = match(item, object, values, Diagnostics(), &found) {
      references.append((object, match))
    } else if let id = object.id {
      links.defineRefused(id)
    }
  }

  /// Adds references after all objects of the files, so that a reference finds an object of the
  /// files before one of the store.
  private mutating func addReferences() {
    for (object, match) in references {
      guard let id = object.id else { continue }
      let identity = Identity(
        root: model.root(of: object.entity), columns: match.columns, values: match.values)
      if let known = byValues[identity] {
        _ = links.define(id, as: known)
        continue
      }
      let index = Int32(clamping: objects.count)
      objects.append(ImportPlan.Object(entity: object.entity, range: object.range))
      matches[index] = match
      byValues[identity] = index
      _ = links.define(id, as: index)
    }
  }
}

extension ImportDocument {
  /// The attributes by which relationships of a mapping file look up objects.
  fileprivate var lookedUp: [(entity: EntityID, name: String)] {
    guard case .mapped(let map, _) = form else { return [] }
    func found(_ rule: ImportMap.Rule) -> [(entity: EntityID, name: String)] {
      rule.relationships.flatMap { entry -> [(entity: EntityID, name: String)] in
        switch entry.link {
        case .ids: []
        case .matches(_, let name, _): [(model[entry.relationship].destination, name)]
        case .objects(_, let rule): found(rule)
        }
      }
    }
    var seen: Set<String> = []
    return map.entries.flatMap { found($0.rule) }.filter {
      seen.insert("\($0.entity.index) \($0.name)").inserted
    }
  }
}
