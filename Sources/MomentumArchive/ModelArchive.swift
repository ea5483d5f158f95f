package import MomentumDiagnostics
package import MomentumModel
import MomentumPropertyList

/// Writes a model as a compiled model: the content of a `.mom` file, or of the table `Z_MODELCACHE`
/// in a store. `CompiledModelReader` in MomentumModelFiles and Core Data read it.
///
/// ```swift
/// let bytes = ModelArchive.bytes(of: compiled.model, module: "Shop", at: location, &diagnostics)
/// ```
///
/// Classes and keys are those of 39 models that `momc` compiled (observed; the models' tools
/// versions are 22758 and before). As in the output of `momc`, codegen settings, scalar types,
/// declared orders and the names of composites are left out. Entities and properties are written in
/// the order of their names, so equal models make equal bytes.
package struct ModelArchive {
  typealias Reference = KeyedArchiveBuilder.Reference

  /// Where the archive is kept. Core Data archives a model in use differently from `momc`
  /// (observed in the `Z_MODELCACHE` of 103 stores).
  package enum Form {
    /// A `.mom` file.
    case compiledModel
    /// The `Z_MODELCACHE` of a store. Sub-entities repeat the properties that they inherit.
    case storeCache
  }

  let model: ObjectModel
  let form: Form
  private let module: String?
  private let location: SourceLocation
  var predicates = PredicateArchive(builder: KeyedArchiveBuilder())
  var diagnostics = Diagnostics()
  /// References to the archived entities, by the index of `EntityID`. They are made before the
  /// content of any object, because entities and relationships refer to each other.
  var entities: [Reference] = []
  var relationships: [RelationshipID: Reference] = [:]

  /// - Parameters:
  ///   - module: The Swift module of classes that are written as `.Name`; `nil` keeps the period,
  ///     as `momc` does without `--module`.
  ///   - location: The file of the model, where parts that cannot be archived are reported.
  package static func bytes(
    of model: ObjectModel, module: String?, form: Form = .compiledModel,
    at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> [UInt8] {
    var archive = ModelArchive(model: model, module: module, form: form, location: location)
    let root = archive.write()
    diagnostics.append(contentsOf: archive.diagnostics)
    return archive.predicates.builder.archive(root: root)
  }

  private init(model: ObjectModel, module: String?, form: Form, location: SourceLocation) {
    self.model = model
    self.module = module
    self.form = form
    self.location = location
  }

  private mutating func write() -> Reference {
    let root = predicates.builder.reserve()
    entities = Array(repeating: .null, count: model.entities.count)
    for id in inNameOrder {
      entities[id.index] = predicates.builder.reserve()
      let names = model[id].relationships.enumerated().sorted { $0.element.name < $1.element.name }
      for (index, _) in names {
        relationships[RelationshipID(id, index)] = predicates.builder.reserve()
      }
    }
    for id in inNameOrder { write(id, root) }
    var members = [
      "NSEntities": entitiesByName().value,
      "NSFetchRequestTemplates": templates().value,
      "NSVersionIdentifiers": identifiers().value,
    ]
    if !model.configurations.isEmpty { members["NSConfigurations"] = configurations().value }
    predicates.builder.define(root, .model, members)
    return root
  }

  private mutating func entitiesByName() -> Reference {
    guard form == .storeCache else {
      return named(model.entityIDs.map { (model[$0].name, entities[$0.index]) })
    }
    let names = inNameOrder.map { predicates.builder.text(model[$0].name) }
    let mapping = predicates.builder.object(
      .knownKeysMapping,
      [
        "keys": predicates.builder.array(names).value, "length": .integer(Int64(names.count)),
        "version": .integer(1),
      ])
    let values = predicates.builder.array(inNameOrder.map { entities[$0.index] })
    return predicates.builder.object(
      .knownKeysDictionary,
      [
        "searchMapping": mapping.value, "values": values.value, "version": .integer(1),
        "emptyToken": predicates.builder.text("__empty_slot_token_4c24_98dc_ac1e_b773__").value,
      ])
  }

  /// The entities sorted by name. Objects are archived in this order, so equal models make equal
  /// bytes.
  private var inNameOrder: [EntityID] {
    model.entityIDs.sorted { model[$0].name < model[$1].name }
  }

  private mutating func identifiers() -> Reference {
    let texts = model.versionIdentifiers.sorted().map { predicates.builder.text($0) }
    return predicates.builder.array(texts, .set)
  }

  private mutating func configurations() -> Reference {
    named(
      model.configurations.sorted { $0.name < $1.name }.map { configuration in
        let names = configuration.members.sorted { model[$0].name < model[$1].name }
        let members = names.map { entities[$0.index] }
        return (configuration.name, predicates.builder.array(members, .set))
      })
  }

  private mutating func templates() -> Reference {
    var written: [(String, Reference)] = []
    for request in model.fetchRequests.sorted(by: { $0.name < $1.name }) {
      if let reference = fetchRequest(request, of: "fetch request '\(request.name)'") {
        written.append((request.name, reference))
      }
    }
    return written.isEmpty ? .null : named(written)
  }

  /// The pairs of a dictionary, sorted by key.
  func sorted<Value>(_ pairs: [(name: String, value: Value)]) -> [(key: String, value: Value)] {
    pairs.sorted { $0.name < $1.name }.map { ($0.name, $0.value) }
  }

  mutating func named(_ pairs: [(String, Reference)]) -> Reference {
    predicates.builder.dictionary(
      sorted(pairs.map { (name: $0.0, value: $0.1) }), .mutableDictionary)
  }

  // MARK: - Entities

  private mutating func write(_ id: EntityID, _ root: Reference) {
    let entity = model[id]
    var members = [
      "NSEntityName": predicates.builder.text(entity.name).value,
      "NSManagedObjectModel": root.value,
      "NSClassNameForEntity": predicates.builder.text(className(of: entity)).value,
      "NSRenamingIdentifier": predicates.builder.text(entity.renamingIdentifier ?? entity.name)
        .value,
      "NSVersionHashModifier": predicates.builder.text(entity.versionHashModifier).value,
      "NSSuperentity": (entity.parent.map { entities[$0.index] } ?? .null).value,
      "NSSubentities": named(
        model.children(of: id).map { (model[$0].name, entities[$0.index]) }
      ).value,
      "NSUserInfo": userInfo(entity.userInfo).value,
      "NSProperties": properties(of: id).value,
    ]
    if entity.isAbstract { members["NSIsAbstract"] = .boolean(true) }
    if !entity.uniquenessConstraints.isEmpty {
      members["NSUniqueTuples"] = lists(entity.uniquenessConstraints).value
    }
    if !entity.fetchIndexes.isEmpty {
      let indexes = entity.fetchIndexes.compactMap { fetchIndex($0, of: id) }
      members["NSFetchIndexDescriptions"] = predicates.builder.array(indexes, .mutableArray).value
    }
    let compound = compoundIndexes(of: entity)
    if !entity.fetchIndexes.isEmpty || !compound.isEmpty {
      members["NSCompoundIndexes"] = lists(compound).value
    }
    predicates.builder.define(entities[id.index], .entity, members)
  }

  /// The class name in the archive: `Shop.Venue` for `.Venue` in the module Shop.
  private func className(of entity: Entity) -> String {
    guard let name = entity.className else { return "NSManagedObject" }
    return name.hasPrefix(".") ? (module ?? "") + name : name
  }

  /// `momc` repeats fetch indexes over several properties as compound indexes (observed).
  private func compoundIndexes(of entity: Entity) -> [[String]] {
    let repeated = entity.fetchIndexes.filter { $0.elements.count > 1 }.map { index in
      index.elements.map { element in
        switch element.key {
        case .property(let name), .expression(let name): name
        }
      }
    }
    return entity.compoundIndexes.filter { !repeated.contains($0) } + repeated
  }

  private mutating func lists(_ lists: [[String]]) -> Reference {
    let items = lists.map { names in
      predicates.builder.array(names.map { predicates.builder.text($0) }, .mutableArray)
    }
    return predicates.builder.array(items, .mutableArray)
  }

  mutating func userInfo(_ entries: [UserInfoEntry]) -> Reference {
    predicates.builder.dictionary(
      entries.sorted { $0.key < $1.key }.map {
        (key: $0.key, value: predicates.builder.text($0.value))
      })
  }

  // MARK: - Indexes

  private mutating func fetchIndex(_ index: FetchIndex, of id: EntityID) -> Reference? {
    let owner = "fetch index '\(index.name)' of entity '\(model[id].name)'"
    var condition = Reference.null
    if let format = index.partialPredicate {
      guard let written = predicate(format, of: owner) else { return nil }
      condition = written
    }
    let reference = predicates.builder.reserve()
    var elements: [Reference] = []
    for element in index.elements {
      guard let written = self.element(element, of: reference, owner) else { return nil }
      elements.append(written)
    }
    predicates.builder.define(
      reference, .fetchIndex,
      [
        "NSIndexName": predicates.builder.text(index.name).value,
        "NSPartialIndexPredicate": condition.value,
        "NSIndexElements": predicates.builder.array(elements).value,
        "NSEntity": entities[id.index].value,
      ])
    return reference
  }

  private mutating func element(
    _ element: FetchIndex.Element, of index: Reference, _ owner: String
  ) -> Reference? {
    var members = [
      "NSFetchIndexElementType": PropertyList.integer(element.kind == .rTree ? 1 : 0),
      "NSFetchIndexDescription": index.value,
      "NSAscending": .boolean(element.isAscending),
    ]
    switch element.key {
    case .property(let name): members["NSPropertyName"] = predicates.builder.text(name).value
    case .expression(let text):
      guard let expression = expression(text, of: owner) else { return nil }
      members["NSIndexedProperty"] =
        predicates.builder.object(.expressionDescription, ["NSExpression": expression.value]).value
    }
    return predicates.builder.object(.fetchIndexElement, members)
  }

  // MARK: - Requests, predicates and expressions

  /// Archives a stored fetch request. The keys are those of an open-source reader of compiled
  /// models; the flags are assumed to be named like the settings of `NSFetchRequest`, and to be
  /// left out where they have its defaults.
  mutating func fetchRequest(_ request: StoredFetchRequest, of owner: String) -> Reference? {
    var members = [
      "NSEntity": entities[request.entity.index].value,
      "NSEntityName": predicates.builder.text(model[request.entity].name).value,
      "NSResultType": .integer(Int64(request.resultType.rawValue)),
      "NSFetchLimit": .integer(Int64(request.fetchLimit)),
      "NSBatchSize": .integer(Int64(request.fetchBatchSize)),
      "NSPredicate": Reference.null.value,
    ]
    if let format = request.predicateFormat {
      guard let written = predicate(format, of: owner) else { return nil }
      members["NSPredicate"] = written.value
    }
    if !request.includesSubentities { members["NSIncludesSubentities"] = .boolean(false) }
    if !request.includesPropertyValues { members["NSIncludesPropertyValues"] = .boolean(false) }
    if !request.includesPendingChanges { members["NSIncludesPendingChanges"] = .boolean(false) }
    if !request.returnsObjectsAsFaults { members["NSReturnsObjectsAsFaults"] = .boolean(false) }
    if request.returnsDistinctResults { members["NSReturnsDistinctResults"] = .boolean(true) }
    return predicates.builder.object(.fetchRequest, members)
  }

  private mutating func predicate(_ format: String, of owner: String) -> Reference? {
    do throws(PredicateArchive.Failure) {
      return try predicates.predicate(format: format)
    } catch {
      return lost(owner, error)
    }
  }

  mutating func expression(_ text: String, of owner: String) -> Reference? {
    do throws(PredicateArchive.Failure) {
      return try predicates.expression(format: text)
    } catch {
      return lost(owner, error)
    }
  }

  private mutating func lost(_ owner: String, _ failure: PredicateArchive.Failure) -> Reference? {
    diagnostics.report(ArchiveMessage.leftOut(owner, reason: failure.text), at: location)
    return nil
  }
}
