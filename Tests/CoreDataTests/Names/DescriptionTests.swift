import CoreData
import Testing

/// The properties of descriptions: set, read, copied, and used by a model and its stores.
@Suite struct DescriptionTests {
  typealias AttributeType = NSAttributeDescription.AttributeType

  /// Source of the numbers: documented (`NSAttributeType`).
  @Test func typesOfAttributesHaveTheDocumentedNumbers() {
    let attribute = NSAttributeDescription()
    let types: [(NSAttributeType, NSAttributeDescription.AttributeType, UInt, String?)] = [
      (.undefinedAttributeType, .undefined, 0, nil),
      (.integer16AttributeType, .integer16, 100, "NSNumber"),
      (.integer32AttributeType, .integer32, 200, "NSNumber"),
      (.integer64AttributeType, .integer64, 300, "NSNumber"),
      (.decimalAttributeType, .decimal, 400, "NSDecimalNumber"),
      (.doubleAttributeType, .double, 500, "NSNumber"),
      (.floatAttributeType, .float, 600, "NSNumber"),
      (.stringAttributeType, .string, 700, "NSString"),
      (.booleanAttributeType, .boolean, 800, "NSNumber"),
      (.dateAttributeType, .date, 900, "NSDate"),
      (.binaryDataAttributeType, .binaryData, 1000, "NSData"),
      (.UUIDAttributeType, .uuid, 1100, "NSUUID"), (.URIAttributeType, .uri, 1200, "NSURL"),
      (.transformableAttributeType, .transformable, 1800, nil),
      (.objectIDAttributeType, .objectID, 2000, nil),
      (.compositeAttributeType, .composite, 2100, "NSDictionary"),
    ]
    for (old, new, number, className) in types {
      #expect(old.rawValue == number && new.rawValue == number)
      #expect(NSAttributeDescription.AttributeType(rawValue: number) == new)
      attribute.type = new
      #expect(attribute.attributeType == old && attribute.attributeValueClassName == className)
    }
    attribute.type = NSAttributeDescription.AttributeType(rawValue: 7)
    #expect(attribute.attributeType == .undefinedAttributeType, "an unknown number is no type")
  }

  @Test func anAttributeIsCopiedWithAllItsProperties() throws {
    let attribute = NSAttributeDescription()
    #expect(attribute.isOptional && !attribute.isTransient && attribute.defaultValue == nil)
    attribute.name = "photo"
    attribute.attributeType = .transformableAttributeType
    attribute.attributeValueClassName = "Photo"
    attribute.valueTransformerName = "PhotoTransformer"
    attribute.allowsExternalBinaryDataStorage = true
    attribute.preservesValueInHistoryOnDeletion = true
    attribute.allowsCloudEncryption = true
    let property: NSPropertyDescription = attribute
    property.isOptional = false
    property.isTransient = true
    property.isIndexed = true
    property.isIndexedBySpotlight = true
    property.isStoredInExternalRecord = true
    property.versionHashModifier = "2"
    property.renamingIdentifier = "picture"
    property.userInfo = ["source": "camera"]
    let copy = try #require(property.copy() as? NSAttributeDescription)
    #expect(copy !== attribute && copy.name == "photo" && copy.type == .transformable)
    #expect(copy.attributeValueClassName == "Photo")
    #expect(copy.valueTransformerName == "PhotoTransformer")
    #expect(copy.allowsExternalBinaryDataStorage && copy.preservesValueInHistoryOnDeletion)
    #expect(copy.allowsCloudEncryption && !copy.isOptional && copy.isTransient)
    #expect(copy.isIndexed && copy.isIndexedBySpotlight && copy.isStoredInExternalRecord)
    #expect(copy.versionHashModifier == "2" && copy.renamingIdentifier == "picture")
    #expect(copy.userInfo?["source"] as? String == "camera")
  }

  private func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
  }

  private func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let result = NSAttributeDescription()
    result.name = name
    result.attributeType = type
    return result
  }

  private func entity(_ name: String, _ properties: [NSPropertyDescription]) -> NSEntityDescription
  {
    let result = NSEntityDescription()
    result.name = name
    result.properties = properties
    return result
  }

  private func context(_ model: NSManagedObjectModel) throws -> NSManagedObjectContext {
    let container = NSPersistentContainer(name: "Made", managedObjectModel: model)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container.viewContext
  }

  @Test func aModifierChangesTheVersionHash() {
    let text = attribute("text", .stringAttributeType)
    let note = entity("Note", [text])
    let model = model(note)
    var hashes: Set<Data> = [note.versionHash]
    text.versionHashModifier = "2"
    hashes.insert(note.versionHash)
    note.versionHashModifier = "3"
    hashes.insert(note.versionHash)
    #expect(hashes.count == 3 && model.entityVersionHashesByName["Note"] == note.versionHash)
    text.renamingIdentifier = "body"
    note.renamingIdentifier = "Memo"
    #expect(hashes.contains(note.versionHash), "a renaming identifier is no part of the hash")
  }

  @Test func anAbstractEntityHasNoObjectsButItsSubentitiesDo() throws {
    let shape = entity("Shape", [attribute("name", .stringAttributeType)])
    shape.isAbstract = true
    let circle = entity("Circle", [attribute("radius", .doubleAttributeType)])
    shape.subentities = [circle]
    let made = model(shape, circle)
    #expect(shape.subentitiesByName["Circle"] === circle && circle.superentity === shape)
    #expect(circle.isKindOf(entity: shape) && !shape.isKindOf(entity: circle))
    #expect(Set(circle.propertiesByName.keys) == ["name", "radius"])
    #expect(shape.managedObjectModel === made && circle.properties.count == 2)
    let context = try context(made)
    let object = NSEntityDescription.insertNewObject(forEntityName: "Circle", into: context)
    object.setValue("round", forKey: "name")
    try context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Shape")
    #expect(try context.fetch(request).map(\.entity.name) == ["Circle"])
    request.includesSubentities = false
    #expect(try context.fetch(request).isEmpty)
  }

  @Test func anEntityIsCopiedWithAllItsProperties() throws {
    let name = attribute("name", .stringAttributeType)
    let note = entity("Note", [name])
    note.managedObjectClassName = "App.Note"
    note.isAbstract = true
    note.versionHashModifier = "4"
    note.renamingIdentifier = "Memo"
    note.userInfo = ["kind": "text"]
    note.compoundIndexes = [["name"]]
    note.uniquenessConstraints = [[name]]
    note.coreSpotlightDisplayNameExpression = NSExpression(forKeyPath: "name")
    note.indexes = [NSFetchIndexDescription(name: "byName", elements: nil)]
    let copy = try #require(note.copy() as? NSEntityDescription)
    #expect(copy.name == "Note" && copy.managedObjectClassName == "App.Note" && copy.isAbstract)
    #expect(copy.versionHashModifier == "4" && copy.renamingIdentifier == "Memo")
    #expect(copy.userInfo?["kind"] as? String == "text")
    #expect(copy.compoundIndexes as? [[String]] == [["name"]])
    #expect(copy.uniquenessConstraints.count == 1 && copy.indexes.map(\.name) == ["byName"])
    #expect(copy.coreSpotlightDisplayNameExpression.keyPath == "name")
    #expect(copy.propertiesByName["name"] !== name && copy.attributesByName["name"] != nil)
  }

  @Test func aRelationshipsRulesAreThoseOfItsStore() throws {
    let tag = entity("Tag", [attribute("name", .stringAttributeType)])
    let note = entity("Note", [attribute("text", .stringAttributeType)])
    let tags = NSRelationshipDescription()
    tags.name = "tags"
    tags.destinationEntity = tag
    tags.minCount = 1
    tags.maxCount = 2
    tags.isOrdered = true
    tags.isOptional = false
    #expect(tags.isToMany && tags.deleteRule == .nullifyDeleteRule)
    let notes = NSRelationshipDescription()
    notes.name = "notes"
    notes.destinationEntity = note
    notes.deleteRule = .denyDeleteRule
    notes.inverseRelationship = tags
    tags.inverseRelationship = notes
    note.properties.append(tags)
    tag.properties.append(notes)
    let context = try context(model(note, tag))
    #expect(note.relationships(forDestination: tag) == [tags])
    let objects = (1...3).map { _ in
      NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    }
    let object = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
    func code() -> Int? {
      do { try context.save() } catch { return (error as NSError).code }
      return nil
    }
    #expect(code() == NSValidationMissingMandatoryPropertyError)
    object.setValue(NSOrderedSet(array: objects), forKey: "tags")
    #expect(code() == NSValidationRelationshipExceedsMaximumCountError)
    object.setValue(NSOrderedSet(array: [objects[2], objects[0]]), forKey: "tags")
    #expect(code() == nil)
    context.refreshAllObjects()
    #expect((object.value(forKey: "tags") as? NSOrderedSet)?.array.first as? NSObject == objects[2])
    context.delete(objects[0])
    #expect(code() == NSValidationRelationshipDeniedDeleteError)
  }

  /// Source of the numbers: documented (`NSDeleteRule`).
  @Test func deleteRulesHaveTheDocumentedNumbers() throws {
    let rules = (0...3).map { NSDeleteRule(rawValue: $0) }
    #expect(
      rules == [.noActionDeleteRule, .nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule])
    let relationship = NSRelationshipDescription()
    relationship.deleteRule = .noActionDeleteRule
    relationship.maxCount = 1
    let copy = try #require(relationship.copy() as? NSRelationshipDescription)
    #expect(copy.deleteRule == .noActionDeleteRule && !copy.isToMany)
  }

  @Test func aCompositeAttributeHasElements() throws {
    let address = NSCompositeAttributeDescription()
    address.name = "address"
    address.elements = [
      attribute("street", .stringAttributeType), attribute("number", .integer32AttributeType),
    ]
    #expect(address.attributeType == .compositeAttributeType)
    let copy = try #require(address.copy() as? NSCompositeAttributeDescription)
    #expect(copy.elements.map(\.name) == ["street", "number"])
    let context = try context(model(entity("House", [address])))
    let house = NSEntityDescription.insertNewObject(forEntityName: "House", into: context)
    house.setValue(["street": "Lane", "number": 4], forKey: "address")
    try context.save()
    context.refresh(house, mergeChanges: false)
    let value = house.value(forKey: "address") as? [String: Any]
    #expect(value?["street"] as? String == "Lane" && value?["number"] as? Int == 4)
  }

  @Test func aDerivedAttributeIsComputedByTheStore() throws {
    let derived = NSDerivedAttributeDescription()
    derived.name = "saved"
    derived.attributeType = .dateAttributeType
    derived.derivationExpression = NSExpression(format: "now()")
    let copy = try #require(derived.copy() as? NSDerivedAttributeDescription)
    #expect(copy.derivationExpression == derived.derivationExpression)
    let context = try context(
      model(entity("Person", [attribute("name", .stringAttributeType), derived])))
    let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
    person.setValue("Ann", forKey: "name")
    try context.save()
    #expect(person.value(forKey: "saved") == nil, "the store computes it, and nobody has read it")
    context.refresh(person, mergeChanges: false)
    let saved = try #require(person.value(forKey: "saved") as? Date)
    #expect(abs(saved.timeIntervalSinceNow) < 3600)
  }

  @Test("OG-916: a fetched property has the order of its request and reads its own description")
  func fetchedPropertyIsSortedAndReadsItsUserInfo() throws {
    let fetched = NSFetchedPropertyDescription()
    fetched.name = "others"
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
    request.predicate = NSPredicate(
      format: "name != $FETCH_SOURCE.name AND name BEGINSWITH $FETCHED_PROPERTY.userInfo.start "
        + "AND $FETCHED_PROPERTY.name == 'others'")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    fetched.fetchRequest = request
    fetched.userInfo?["start"] = "A"
    let context = try context(
      model(entity("Person", [attribute("name", .stringAttributeType), fetched])))
    let people = ["Ann", "Abe", "Ada", "Bea", "Alf"].map { name in
      let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
      person.setValue(name, forKey: "name")
      return person
    }
    try context.save()
    func others() throws -> [String] {
      try #require(people[0].value(forKey: "others") as? [NSManagedObject])
        .compactMap { $0.value(forKey: "name") as? String }
    }
    #expect(try others() == ["Alf", "Ada", "Abe"])
    // The user info may be changed while the model is in use.
    let own = people[0].entity.propertiesByName["others"]
    own?.userInfo?["start"] = "B"
    #expect(try others() == ["Bea"])
    own?.userInfo = nil
    #expect(try others() == [])
  }

  @Test func aFetchedPropertyHasTheObjectsOfItsRequest() throws {
    let fetched = NSFetchedPropertyDescription()
    fetched.name = "namesakes"
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
    request.predicate = NSPredicate(format: "name == $FETCH_SOURCE.name")
    fetched.fetchRequest = request
    let copy = try #require(fetched.copy() as? NSFetchedPropertyDescription)
    #expect(copy.fetchRequest?.entityName == "Person")
    let context = try context(
      model(entity("Person", [attribute("name", .stringAttributeType), fetched])))
    let people = ["Ann", "Bea", "Ann"].map { name in
      let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
      person.setValue(name, forKey: "name")
      return person
    }
    try context.save()
    let found = try #require(people[0].value(forKey: "namesakes") as? [NSManagedObject])
    #expect(Set(found) == [people[0], people[2]])
  }
}
