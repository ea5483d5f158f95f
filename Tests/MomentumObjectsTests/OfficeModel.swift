import MomentumModel
import Testing

@testable import MomentumObjects

/// A coordinator with one store and a model of people, companies, notes and tags.
struct Office {
  let model: ModelPlan
  let store: TableStore
  let coordinator: StoreCoordinator
  let context: ObjectContext

  init(classes: ObjectClasses = ObjectClasses(), entities: String = Office.entities) throws {
    model = try ModelPlan(compiledModel(entities))
    store = TableStore(model)
    coordinator = StoreCoordinator(model, classes: classes)
    try coordinator.add(store)
    context = ObjectContext(coordinator)
  }

  /// The stores of the product, which must behave alike.
  enum StoreKind: Sendable, CaseIterable {
    case sqlite
    case memory
  }

  /// An office with a store of the product; ``store`` is not used.
  init(_ kind: StoreKind) throws {
    model = try ModelPlan(compiledModel(Office.entities))
    store = TableStore(model)
    coordinator = StoreCoordinator(model)
    switch kind {
    case .sqlite: try coordinator.add(SQLiteObjectStore(path: nil, model: model))
    case .memory: try coordinator.add(MemoryObjectStore(model))
    }
    context = ObjectContext(coordinator)
  }

  /// Another context of the same coordinator.
  func other() -> ObjectContext { ObjectContext(coordinator) }

  /// A saved person.
  func person(_ name: String, age: Int64 = 30) throws -> ManagedObject {
    let person = try context.insert("Person")
    person["name"] = .string(name)
    person["age"] = .integer(age)
    try context.save()
    return person
  }

  static let entities = """
    <entity name="Person">
      <attribute name="name" optional="YES" attributeType="String" minValueString="2"
        maxValueString="8"/>
      <attribute name="age" optional="YES" attributeType="Integer 16" defaultValueString="18"
        minValueString="0" maxValueString="150" usesScalarValueType="YES"/>
      <attribute name="home" optional="YES" attributeType="String"/>
      <attribute name="mood" optional="YES" transient="YES" attributeType="String"/>
      <relationship name="company" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Company" inverseName="people" inverseEntity="Company"/>
      <relationship name="partner" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Person" inverseName="partner" inverseEntity="Person"/>
      <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Tag" inverseName="people" inverseEntity="Tag"/>
      <relationship name="notes" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade"
        destinationEntity="Note" inverseName="author" inverseEntity="Note"/>
    </entity>
    <entity name="Manager" parentEntity="Person">
      <attribute name="level" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
    </entity>
    <entity name="Company">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="people" optional="YES" toMany="YES" deletionRule="Deny"
        destinationEntity="Person" inverseName="company" inverseEntity="Person"/>
    </entity>
    <entity name="Tag">
      <attribute name="word" attributeType="String"/>
      <relationship name="people" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Person" inverseName="tags" inverseEntity="Person"/>
    </entity>
    <entity name="Note">
      <attribute name="text" optional="YES" attributeType="String"/>
      <relationship name="author" maxCount="1" deletionRule="Nullify"
        destinationEntity="Person" inverseName="notes" inverseEntity="Person"/>
    </entity>
    """
}

extension ManagedObject {
  /// The names of the objects of a to-many relationship, sorted.
  func names(_ relationship: String, by key: String = "name") -> [String] {
    switch self[relationship] {
    case .objects(let objects): objects.map { $0.text(key) ?? "nil" }.sorted()
    case .orderedObjects(let objects): objects.map { $0.text(key) ?? "nil" }
    default: []
    }
  }

  func text(_ key: String) -> String? {
    if case .attribute(.string(let text)) = self[key] { return text }
    return nil
  }

  func object(_ key: String) -> ManagedObject? {
    if case .object(let object) = self[key] { return object }
    return nil
  }
}
