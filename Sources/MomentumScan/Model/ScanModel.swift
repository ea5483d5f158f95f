import MomentumDiagnostics
package import MomentumModel
import MomentumPredicate

/// The models that sources are checked against.
package struct ScanModel: Sendable {
  package let parts: [ObjectModel]
  private let byName: [String: [EntityPlace]]
  private let byClass: [String: [EntityPlace]]
  /// The names of all properties of all entities and of all elements of composite types.
  package let allKeys: Set<String>
  private let templates: [String: Template]

  /// A fetch request that a model stores.
  package struct Template: Sendable {
    package var subject: EntityPlace
    /// The names of the variables of its predicate.
    package var variables: Set<String>
  }

  package init(_ parts: [ObjectModel]) {
    self.parts = parts
    var byName: [String: [EntityPlace]] = [:]
    var byClass: [String: [EntityPlace]] = [:]
    var keys: Set<String> = []
    var templates: [String: Template] = [:]
    for (index, model) in parts.enumerated() {
      for id in model.entityIDs {
        let place = EntityPlace(model: index, entity: id)
        byName[model[id].name, default: []].append(place)
        if let name = model[id].className.flatMap(ScanModel.simpleClassName) {
          byClass[name, default: []].append(place)
        }
        keys.formUnion(model.ownPropertyNames(of: id))
      }
      for composite in model.composites { keys.formUnion(composite.elements.map(\.name)) }
      for request in model.fetchRequests {
        templates[request.name] = Template(
          subject: EntityPlace(model: index, entity: request.entity),
          variables: FormatSyntax.variables(of: request.predicateFormat))
      }
    }
    self.byName = byName
    self.byClass = byClass
    self.templates = templates
    allKeys = keys
  }

  /// The class name without its module: `Person` for `.Person` and `App.Person`. `nil` for
  /// `NSManagedObject`, the class of every entity that names none.
  private static func simpleClassName(_ name: String) -> String? {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    return last == "NSManagedObject" || last.isEmpty ? nil : last
  }

  package subscript(place: EntityPlace) -> Entity { parts[place.model][place.entity] }

  package func model(of place: EntityPlace) -> ObjectModel { parts[place.model] }

  package func entity(named name: String) -> EntityPlace? { byName[name]?.first }

  /// The entity that has a class. If several have it: the one that is an ancestor of the others,
  /// else the one with the name of the class, else the first. `nil` if none has it.
  package func entity(ofClass name: String) -> EntityPlace? {
    guard let places = byClass[name], let first = places.first else { return nil }
    guard places.count > 1 else { return first }
    return places.first { place in
      places.allSatisfy {
        $0.model == place.model && parts[place.model].inherits($0.entity, from: place.entity)
      }
    } ?? places.first { self[$0].name == name } ?? first
  }

  /// The entities of other models that have the name or the class of an entity: two apps of one
  /// folder may each have an `Item`.
  func namesakes(of place: EntityPlace) -> [EntityPlace] {
    guard parts.count > 1 else { return [] }
    let own = self[place]
    let others =
      (byName[own.name] ?? [])
      + (own.className.flatMap(ScanModel.simpleClassName).flatMap { byClass[$0] } ?? [])
    return others.filter { $0.model != place.model }
  }

  /// Whether several entities have a class, so that the class alone does not tell the entity of an
  /// object.
  package func isShared(_ name: String) -> Bool { (byClass[name]?.count ?? 0) > 1 }

  /// The names of the classes that entities have, without modules.
  var classNames: [String] { Array(byClass.keys) }

  package var entityNames: [String] { byName.keys.sorted() }

  package func template(_ name: String) -> Template? { templates[name] }

  package var templateNames: [String] { templates.keys.sorted() }

  /// Whether the objects of an entity are of a class, or of a subclass of it that another entity has.
  package func isObject(of place: EntityPlace, ofClass name: String) -> Bool {
    guard let classes = byClass[name] else { return false }
    return classes.contains {
      $0.model == place.model && parts[place.model].inherits(place.entity, from: $0.entity)
    }
  }

  /// All entities of all models.
  package var places: [EntityPlace] {
    parts.indices.flatMap { index in
      parts[index].entityIDs.map { EntityPlace(model: index, entity: $0) }
    }
  }

  /// The names that a key of a managed object may have without being a property of its entity.
  package static let managedObjectKeys: Set<String> = [
    "entity", "objectID", "self", "SELF", "managedObjectContext", "hasChanges", "isInserted",
    "isUpdated", "isDeleted", "isFault", "inserted", "updated", "deleted", "fault", "faultingState",
    "hasPersistentChangedValues", "class", "className", "superclass", "description",
    "debugDescription", "hash", "observationInfo", "objectWillChange",
  ]

  /// The keys of the objects of the persistent history.
  static let historyKeys: Set<String> = [
    "changeType", "token", "changedObjectID", "changeID", "tombstone", "updatedProperties",
    "transaction", "author", "contextName", "bundleID", "processID", "timestamp", "storeID",
    "transactionNumber", "changes",
  ]
}
