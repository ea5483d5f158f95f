import Foundation
import MomentumCompiler
import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Models, and the requests that they store (SR-65 to SR-77, SR-91).
@Suite struct ModelScenarioTests {
  private static let entities = """
    <entity name="City">
      <attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="size" optional="YES" attributeType="Integer 64"/>
    </entity>
    <entity name="Road"/>
    <fetchRequest name="large" entity="City" predicateString="#size &gt; $SIZE AND name BEGINSWITH $START" fetchLimit="2"/>
    <fetchRequest name="everything" entity="City" includeSubentities="NO"/>
    <configuration name="Cities"><memberEntity name="City"/></configuration>
    """

  private func context() throws -> ObjectContext {
    try sqliteContext(Self.entities)
  }

  @Test("SR scenario 65, SR-72: a model in use cannot change; a changed copy is another model")
  func immutableModel() throws {
    let compiled = try compiledModel(Self.entities)
    let container = ObjectContainer(compiled)
    var copy = compiled.model
    copy.entities[0].name = "Town"
    // Core Data raises an exception; here a model is a value, and a change is one of the copy.
    #expect(container.model.model.entities[0].name == "City")
    container.descriptions = [StoreDescription(.memory)]
    try container.openStores()
    try container.viewContext.insert("City")
    #expect(throws: ObjectMisuse.self) { try container.viewContext.insert("Town") }
    let other = ObjectContainer(
      try compiledModel(Self.entities.replacingOccurrences(of: "City", with: "Town")))
    try other.viewContext.insert("Town")
  }

  @Test(
    "SR scenario 66, SR-73, SR-74: a copy of a stored request; all variables need values")
  func storedRequests() throws {
    let context = try context()
    for (name, size) in [("Ulm", 5), ("Uelzen", 3), ("Bonn", 9), ("Unna", 6), ("Usedom", 7)] {
      let city = try context.insert("City")
      city["name"] = .string(name)
      city["size"] = .integer(Int64(size))
    }
    try context.save()
    let coordinator = context.coordinator
    var request = try coordinator.storedRequest(
      "large",
      variables: ["SIZE": ObjectPredicate.Argument(4), "START": ObjectPredicate.Argument("U")])
    #expect(request.limit == 2)
    #expect(try context.fetch(request).count == 2)
    request.limit = 0
    #expect(try context.fetch(request).count == 3)
    #expect(
      try coordinator.storedRequest(
        "large", variables: ["SIZE": .null, "START": .null]
      ).limit == 2, "the model's request has not changed")
    #expect(try context.count(coordinator.storedRequest("everything")) == 5)
    #expect(try !coordinator.storedRequest("everything").includesSubentities)
    var error = #expect(throws: ObjectMisuse.self) {
      try coordinator.storedRequest("large", variables: ["SIZE": ObjectPredicate.Argument(4)])
    }
    #expect(error?.description.contains("$START") == true)
    error = #expect(throws: ObjectMisuse.self) { try coordinator.storedRequest("other") }
    #expect(error?.description.contains("'other'") == true)
  }

  @Test("SR scenario 67, SR-77: a configuration fits the metadata with its hashes, and no other")
  func compatibleConfiguration() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      func metadata(_ name: String, _ configuration: String?) throws -> [String: MetadataValue] {
        let kind = StoreDescription.Kind.sqlite(folder.path + "/" + name)
        let container = ObjectContainer(try compiledModel(Self.entities))
        var description = StoreDescription(kind)
        description.configuration = configuration
        container.descriptions = [description]
        try container.openStores()
        container.close()
        return try kind.fileMetadata()
      }
      let model = try ModelPlan(compiledModel(Self.entities))
      let whole = try metadata("whole.sqlite", nil)
      let cities = try metadata("cities.sqlite", "Cities")
      #expect(try model.isConfiguration(nil, compatibleWith: whole))
      #expect(try model.isConfiguration("Cities", compatibleWith: cities))
      #expect(try !model.isConfiguration("Cities", compatibleWith: whole), "an entity more")
      #expect(try !model.isConfiguration(nil, compatibleWith: cities), "an entity less")
      #expect(try !model.isConfiguration(nil, compatibleWith: [:]))
      let changed = try ModelPlan(
        compiledModel(Self.entities.replacingOccurrences(of: "\"size\"", with: "\"extent\"")))
      #expect(try !changed.isConfiguration(nil, compatibleWith: whole))
    }
  }

  @Test("A value of Swift is an argument of a predicate")
  func arguments() throws {
    #expect(ObjectPredicate.Argument("a") == .value(.string("a")))
    #expect(ObjectPredicate.Argument(3 as Int16?) == .value(.integer(3)))
    #expect(ObjectPredicate.Argument(nil as String?) == .null)
    #expect(
      ObjectPredicate.Argument([1.5, 2]) == .list([.value(.double(1.5)), .value(.double(2))]))
    let context = try context()
    let city = try context.insert("City")
    #expect(ObjectPredicate.Argument(city) == .object(city.objectID))
    #expect(ObjectPredicate.Argument([city]) == .list([.object(city.objectID)]))
    #expect(ObjectPredicate.Argument(nil as ManagedObject?) == .null)
  }
}
