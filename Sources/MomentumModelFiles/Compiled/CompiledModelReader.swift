package import MomentumDiagnostics
package import MomentumModel
import MomentumPropertyList

/// Reads a compiled model: a `.mom` file, or the copy that a store has in `Z_MODELCACHE`.
///
/// The format is a keyed archive of an `NSManagedObjectModel`. Keys and their meaning were observed
/// in the caches of some 100 stores, whose entity hashes confirm them. The compiler does not keep
/// codegen settings, scalar types and declared order (entities and properties come sorted by name).
package enum CompiledModelReader {
  /// The model, or `nil` if the bytes are not a compiled model.
  ///
  /// - Parameter path: The file of the bytes, for diagnostics.
  package static func read(
    _ bytes: [UInt8], path: String, _ diagnostics: inout Diagnostics
  ) -> ObjectModel? {
    let location = SourceLocation(SourceFile(path: path, utf8: []), SourceRange(0, 0))
    let archive: KeyedArchive
    do throws(PropertyListError) {
      archive = try KeyedArchive(bytes)
    } catch {
      diagnostics.report(CompiledModelMessage.badArchive(reason: error.message), at: location)
      return nil
    }
    guard let root = archive.object(archive.root), root.className == "NSManagedObjectModel" else {
      let found = archive.object(archive.root)?.className ?? "nothing"
      diagnostics.report(CompiledModelMessage.noModel(found: found), at: location)
      return nil
    }
    var reading = CompiledModelReading(archive: archive, location: location)
    let model = reading.model(root)
    if reading.budget.isSpent {
      diagnostics.report(
        CompiledModelMessage.badArchive(reason: "it refers to its objects too often"), at: location)
      return nil
    }
    diagnostics.append(contentsOf: reading.diagnostics)
    return reading.diagnostics.hasErrors ? nil : model
  }
}

/// One run of the reader.
struct CompiledModelReading {
  typealias Object = KeyedArchive.Object

  let archive: KeyedArchive
  let location: SourceLocation
  var diagnostics = Diagnostics()
  var entityIDs: [String: EntityID] = [:]
  /// For each entity, its relationships by name; filled after all entities have been found.
  var relationshipIDs: [EntityID: [String: RelationshipID]] = [:]
  var composites: [CompositeType] = []
  let budget = ArchiveBudget()

  init(archive: KeyedArchive, location: SourceLocation) {
    self.archive = archive
    self.location = location
  }

  var format: ArchivedFormat { ArchivedFormat(archive: archive, budget: budget) }

  mutating func report(_ message: CompiledModelMessage) {
    diagnostics.report(message, at: location)
  }

  mutating func model(_ root: Object) -> ObjectModel {
    let archived = archive.pairs(root.members["NSEntities"])
      .compactMap { pair in archive.object(pair.value).map { (name: pair.key, object: $0) } }
      .sorted { $0.name < $1.name }
    for (index, entity) in archived.enumerated() { entityIDs[entity.name] = EntityID(index) }
    let own = archived.map { ownProperties(of: $0.object) }
    for (index, properties) in own.enumerated() {
      let names = properties.filter { $0.object.className == "NSRelationshipDescription" }.map(
        \.name)
      for (position, name) in names.enumerated() {
        relationshipIDs[EntityID(index), default: [:]][name] = RelationshipID(
          EntityID(index), position)
      }
    }
    let entities = zip(archived, own).map { entity($0.name, $0.object, $1) }
    return ObjectModel(
      versionIdentifiers: versionIdentifiers(root), entities: entities, composites: composites,
      configurations: configurations(root), fetchRequests: fetchRequests(root),
      listsAllIndexes: archived.contains { $0.object.members["NSFetchIndexDescriptions"] != nil })
  }

  /// Reads the configurations. SwiftData's stores have a configuration `default` of all entities,
  /// which means the same as no configuration and is left out (observed in two caches).
  private func configurations(_ root: Object) -> [Configuration] {
    archive.pairs(root.members["NSConfigurations"]).sorted { $0.key < $1.key }.compactMap { pair in
      let members = archive.items(pair.value).compactMap { item in
        archive.object(item).flatMap { archive.string($0.members["NSEntityName"]) }
          .flatMap { entityIDs[$0] }
      }
      if pair.key == "default", Set(members).count == entityIDs.count { return nil }
      return Configuration(name: pair.key, members: members.sorted())
    }
  }

  private func versionIdentifiers(_ root: Object) -> [String] {
    let names = archive.items(root.members["NSVersionIdentifiers"]).compactMap(archive.string)
    return names.isEmpty ? [""] : names.sorted()
  }

  // MARK: - Entities

  /// The properties that the entity declares. The archive repeats inherited ones in a sub-entity,
  /// as proxies or as copies; both are left out.
  private func ownProperties(of entity: Object) -> [(name: String, object: Object)] {
    let inherited =
      archive.object(entity.members["NSSuperentity"])
      .map { Set(archive.pairs($0.members["NSProperties"]).map(\.key)) } ?? []
    return archive.pairs(entity.members["NSProperties"])
      .filter { !inherited.contains($0.key) }
      .compactMap { pair in archive.object(pair.value).map { (pair.key, $0) } }
      .filter { $0.1.className != "_NSPropertyDescriptionProxy" }
      .sorted { $0.0 < $1.0 }
  }

  private mutating func entity(
    _ name: String, _ object: Object, _ properties: [(name: String, object: Object)]
  ) -> Entity {
    let owner = "entity '\(name)'"
    let className = archive.string(object.members["NSClassNameForEntity"])
    var entity = Entity(
      name: name, className: className == "NSManagedObject" ? nil : className,
      isAbstract: archive.flag(object.members["NSIsAbstract"]),
      parent: archive.object(object.members["NSSuperentity"]).flatMap {
        self.entity(named: $0, of: owner)
      },
      uniquenessConstraints: propertyLists(object.members["NSUniqueTuples"]),
      fetchIndexes: fetchIndexes(object, of: name),
      compoundIndexes: compoundIndexes(object),
      renamingIdentifier: renamingIdentifier(of: object, named: name),
      versionHashModifier: text(object.members["NSVersionHashModifier"]),
      userInfo: userInfo(of: object))
    for (name, property) in properties {
      add(property, named: name, to: &entity)
    }
    return entity
  }

  /// The entity that a reference names; `nil` for an unknown name, which is reported.
  mutating func entity(named object: Object, of owner: String) -> EntityID? {
    let name = archive.string(object.members["NSEntityName"]) ?? ""
    if let id = entityIDs[name] { return id }
    report(.lostEntity(name, of: owner))
    return nil
  }

  /// The renaming identifier; `nil` if it equals the element's name, which Core Data sets by
  /// default.
  func renamingIdentifier(of object: Object, named name: String) -> String? {
    text(object.members["NSRenamingIdentifier"]).flatMap { $0 == name ? nil : $0 }
  }

  /// A count of objects or rows; 0 if it is missing or negative.
  func count(_ value: PropertyList?) -> Int {
    archive.integer(value).flatMap { Int(exactly: $0) }.map { max($0, 0) } ?? 0
  }

  private func flag(_ value: PropertyList?, default: Bool) -> Bool {
    archive.integer(value).map { $0 != 0 } ?? `default`
  }

  func text(_ value: PropertyList?) -> String? {
    archive.string(value).flatMap { $0.isEmpty ? nil : $0 }
  }

  func userInfo(of object: Object) -> [UserInfoEntry] {
    archive.pairs(object.members["NSUserInfo"])
      .compactMap { pair in
        archive.string(pair.value).map { UserInfoEntry(key: pair.key, value: $0) }
      }
      .sorted { $0.key < $1.key }
  }

  // MARK: - Lists of properties

  /// The compound indexes as lists of property names. Newer compilers repeat fetch indexes here, so
  /// a list can contain `self` and `entity` too.
  ///
  /// Observed in two stores of Photos. A list with any other expression is left out: no store seen
  /// has an index for such a list, and the fetch index that the list repeats is read separately.
  private func compoundIndexes(_ object: Object) -> [[String]] {
    let properties = Set(archive.pairs(object.members["NSProperties"]).map(\.key))
    return propertyLists(object.members["NSCompoundIndexes"]).filter { list in
      list.allSatisfy { name in
        properties.contains(String(name.prefix { $0 != "." })) || name == "self" || name == "entity"
      }
    }
  }

  /// Lists of property names, such as uniqueness constraints; the archive has either names or
  /// references to properties.
  private func propertyLists(_ value: PropertyList?) -> [[String]] {
    archive.items(value).map { list in archive.items(list).compactMap(propertyName) }
      .filter { !$0.isEmpty }
  }

  private func propertyName(_ value: PropertyList) -> String? {
    archive.string(value)
      ?? archive.object(value).flatMap { archive.string($0.members["NSPropertyName"]) }
      ?? format.expression(value)
  }

  /// The fetch indexes, each name once. If a program uses one model for several stores, the cached
  /// model lists its indexes several times (observed in the caches of stores).
  private mutating func fetchIndexes(_ object: Object, of entity: String) -> [FetchIndex] {
    var names: Set<String> = []
    return archive.items(object.members["NSFetchIndexDescriptions"])
      .compactMap { fetchIndex($0, of: entity) }
      .filter { names.insert($0.name).inserted }
  }

  private mutating func fetchIndex(_ value: PropertyList, of entity: String) -> FetchIndex? {
    guard let object = archive.object(value),
      let name = archive.string(object.members["NSIndexName"])
    else { return nil }
    var index = FetchIndex(
      name: name,
      elements: archive.items(object.members["NSIndexElements"]).compactMap(indexElement))
    if case .object = archive.node(object.members["NSPartialIndexPredicate"]) {
      index.partialPredicate = format.predicate(object.members["NSPartialIndexPredicate"])
      if index.partialPredicate == nil {
        report(.lostExpression("fetch index '\(name)' of '\(entity)'"))
        return nil
      }
    }
    return index
  }

  private func indexElement(_ value: PropertyList) -> FetchIndex.Element? {
    guard let object = archive.object(value) else { return nil }
    let kind: FetchIndex.Kind =
      archive.integer(object.members["NSFetchIndexElementType"]) == 1 ? .rTree : .binary
    // A missing flag means ascending.
    let isAscending = archive.integer(object.members["NSAscending"]).map { $0 != 0 } ?? true
    let expression = archive.object(object.members["NSIndexedProperty"])
      .flatMap { format.expression($0.members["NSExpression"]) }
    if let expression {
      return FetchIndex.Element(.expression(expression), kind: kind, isAscending: isAscending)
    }
    return archive.string(object.members["NSPropertyName"]).map {
      FetchIndex.Element(.property($0), kind: kind, isAscending: isAscending)
    }
  }

  // MARK: - Fetch requests

  private mutating func fetchRequests(_ root: Object) -> [StoredFetchRequest] {
    archive.pairs(root.members["NSFetchRequestTemplates"]).sorted { $0.key < $1.key }.compactMap {
      fetchRequest($0.value, named: $0.key)
    }
  }

  /// Reads a stored fetch request. The keys are those of an open-source reader of compiled models;
  /// no such archive was observed. The keys of flags are assumed; a missing flag has the default of
  /// `NSFetchRequest`.
  mutating func fetchRequest(
    _ value: PropertyList?, named name: String
  ) -> StoredFetchRequest? {
    guard let object = archive.object(value),
      let target = archive.object(object.members["NSEntity"]),
      let entity = entity(named: target, of: "fetch request '\(name)'")
    else { return nil }
    var request = StoredFetchRequest(name: name, entity: entity)
    if case .object = archive.node(object.members["NSPredicate"]) {
      request.predicateFormat = format.predicate(object.members["NSPredicate"])
      if request.predicateFormat == nil {
        // A request without its predicate would find other objects, so the request is left out.
        report(.lostExpression("fetch request '\(name)'"))
        return nil
      }
    }
    request.resultType =
      StoredFetchRequest.ResultType(rawValue: count(object.members["NSResultType"]))
      ?? .managedObject
    request.fetchLimit = count(object.members["NSFetchLimit"])
    request.fetchBatchSize = count(object.members["NSBatchSize"])
    let flags = object.members
    request.includesSubentities = flag(flags["NSIncludesSubentities"], default: true)
    request.includesPropertyValues = flag(flags["NSIncludesPropertyValues"], default: true)
    request.includesPendingChanges = flag(flags["NSIncludesPendingChanges"], default: true)
    request.returnsObjectsAsFaults = flag(flags["NSReturnsObjectsAsFaults"], default: true)
    request.returnsDistinctResults = flag(flags["NSReturnsDistinctResults"], default: false)
    return request
  }
}
