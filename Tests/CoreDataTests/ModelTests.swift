import CoreData
import MomentumArchive
import MomentumCompiler
import MomentumDiagnostics
import MomentumTestSupport
import Testing

@Suite struct ModelTests {
  @Test func modelsWithTheSameVersionsAreEqual() throws {
    let model = try Shop.model()
    #expect(try model == Shop.model() && model.hash == Shop.model().hash)
    let other = try #require(model.copy() as? NSManagedObjectModel)
    #expect(other == model)
    other.versionIdentifiers = ["2"]
    #expect(other != model && model != NSManagedObjectModel())
    // A model that is not yet whole equals none, and does not stop who opens another one's store.
    let (half, entity, link) = (
      NSManagedObjectModel(), NSEntityDescription(), NSRelationshipDescription()
    )
    (entity.name, link.name) = ("Half", "nowhere")
    entity.properties = [link]
    half.entities = [entity]
    #expect(half != NSManagedObjectModel() && half != model)
    _ = try withExtendedLifetime(half) { try Shop.container() }
  }

  /// Another thread that looks for the model of a class or a store must not read one that is just being
  /// filled.
  @Test func aModelIsFoundWhenItIsWhole() throws {
    let (source, entity) = (NSManagedObjectModel(), NSEntityDescription())
    (entity.name, entity.managedObjectClassName) = ("Watched", "Watched")
    #expect(Watched.entity().name == nil)
    source.entities = [entity]
    #expect(Watched.entity() === entity)
    let merged = try #require(WatchingModel(byMerging: [source]))
    #expect(merged.foundWhileFilled == [false])
    #expect(Watched.entity().managedObjectModel === merged)
    merged.entities += []
    #expect(merged.foundWhileFilled == [false, true])
    withExtendedLifetime(source) {}
  }

  private final class Watched: NSManagedObject {}

  /// Notes at each assignment of entities whether the model is found.
  private final class WatchingModel: NSManagedObjectModel {
    var foundWhileFilled: [Bool] = []

    override var entities: [NSEntityDescription] {
      didSet { foundWhileFilled.append(Watched.entity().managedObjectModel === self) }
    }
  }

  /// A later property has the place of an earlier one: a model in code may replace one so.
  @Test func ofPropertiesWithOneNameTheLastOneCounts() throws {
    let (entity, first, second) = (
      NSEntityDescription(), NSAttributeDescription(), NSRelationshipDescription()
    )
    for property in [first, second] { property.name = "cover" }
    entity.name = "Book"
    entity.properties = [first]
    entity.properties += [second]
    #expect(entity.properties == [second] && entity.attributesByName.isEmpty)
    #expect(entity.relationshipsByName["cover"] === second)
  }

  @Test func aFileBecomesDescriptions() throws {
    let model = try Shop.model()
    #expect(model.entities.map(\.name) == ["Author", "Book", "Chapter", "Guide"])
    #expect(model.versionIdentifiers == ["1.0"])
    let book = try #require(model.entitiesByName["Book"])
    #expect(book.managedObjectClassName == "Book")
    #expect(book.subentities.map(\.name) == ["Guide"])
    #expect(model.entitiesByName["Guide"]?.superentity === book)
    let pages = try #require(book.attributesByName["pages"])
    #expect(pages.attributeType == .integer32AttributeType && pages.type == .integer32)
    #expect(pages.attributeValueClassName == "NSNumber")
    #expect(pages.defaultValue as? Int == 0)
    #expect(pages.entity === book)
    let author = try #require(book.relationshipsByName["author"])
    #expect(!author.isToMany && author.deleteRule == .nullifyDeleteRule)
    #expect(author.destinationEntity === model.entitiesByName["Author"])
    #expect(
      author.inverseRelationship === model.entitiesByName["Author"]?.relationshipsByName["books"])
    #expect(
      model.entitiesByName["Guide"]?.attributesByName["title"] === book.attributesByName["title"])
  }

  @Test func configurationsAndTemplatesAreRead() throws {
    let model = try Shop.model()
    #expect(model.configurations == ["PF_DEFAULT_CONFIGURATION_NAME", "Texts"])
    #expect(model.entities(forConfigurationName: "Texts")?.map(\.name) == ["Chapter"])
    #expect(model.entities(forConfigurationName: nil)?.count == 4)
    let template = try #require(model.fetchRequestTemplate(forName: "Cheap"))
    #expect(template.entityName == "Book")
    #expect(model.fetchRequestTemplatesByName.keys.sorted() == ["Cheap"])
  }

  @Test func aCompiledModelIsReadAsItsSource() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let source = SourceFile(path: "contents", text: Shop.contents)
      var diagnostics = Diagnostics()
      let compiled = try #require(CompiledModel.compile(source, &diagnostics))
      let version = CompiledBundle.Version(
        name: "Shop", model: compiled.model,
        location: SourceLocation(source, SourceRange(0, 0)))
      let bundle = CompiledBundle(
        versions: [version], current: "Shop", module: nil, &diagnostics)
      let url = folder.appendingPathComponent("Shop.momd")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for file in bundle.files {
        try Data(file.bytes).write(to: url.appendingPathComponent(file.name))
      }
      let read = try #require(NSManagedObjectModel(contentsOf: url))
      #expect(read.entityVersionHashesByName == (try Shop.model()).entityVersionHashesByName)
      let mom = try #require(
        NSManagedObjectModel(contentsOf: url.appendingPathComponent("Shop.mom")))
      #expect(mom.entities.map(\.name).count == 4)
    }
  }

  @Test func aMissingFileIsNoModel() {
    #expect(NSManagedObjectModel(contentsOf: URL(fileURLWithPath: "/nowhere/X.momd")) == nil)
  }

  @Test func aModelMadeInCodeHasTheHashesOfTheSameFile() throws {
    let entity = NSEntityDescription()
    entity.name = "Note"
    let text = NSAttributeDescription()
    text.name = "text"
    text.type = .string
    text.defaultValue = "empty"
    let parent = NSRelationshipDescription()
    parent.name = "parent"
    parent.maxCount = 1
    parent.destinationEntity = entity
    let children = NSRelationshipDescription()
    children.name = "children"
    children.destinationEntity = entity
    children.deleteRule = .cascadeDeleteRule
    parent.inverseRelationship = children
    children.inverseRelationship = parent
    entity.properties = [text, parent, children]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let written = """
      <model>
        <entity name="Note">
          <attribute name="text" optional="YES" attributeType="String" \
      defaultValueString="empty"/>
          <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify" \
      destinationEntity="Note" inverseName="children" inverseEntity="Note"/>
          <relationship name="children" optional="YES" toMany="YES" deletionRule="Cascade" \
      destinationEntity="Note" inverseName="parent" inverseEntity="Note"/>
        </entity>
      </model>
      """
    try RepositoryFiles.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("contents")
      try written.write(to: url, atomically: true, encoding: .utf8)
      let read = try #require(NSManagedObjectModel(contentsOf: url))
      #expect(model.entityVersionHashesByName == read.entityVersionHashesByName)
    }
    #expect(entity.versionHash.count == 32)
    let before = model.versionChecksum
    text.isOptional = false
    #expect(model.versionChecksum != before)
  }

  @Test func copiesAndMergedModelsKeepWhatLeadsFromEntityToEntity() throws {
    let model = try Shop.model()
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(copy.entityVersionHashesByName == model.entityVersionHashesByName)
    let book = try #require(copy.entitiesByName["Book"])
    #expect(book !== model.entitiesByName["Book"])
    #expect(book.relationshipsByName["author"]?.destinationEntity === copy.entitiesByName["Author"])
    #expect(copy.entitiesByName["Guide"]?.superentity === book)

    let other = NSManagedObjectModel()
    let entity = NSEntityDescription()
    entity.name = "Shelf"
    let name = NSAttributeDescription()
    name.name = "name"
    name.attributeType = .stringAttributeType
    entity.properties = [name]
    other.entities = [entity]
    let merged = try #require(NSManagedObjectModel(byMerging: [model, other]))
    #expect(merged.entitiesByName.count == 5)
    #expect(merged.entityVersionHashesByName["Shelf"] == entity.versionHash)
    #expect(merged.configurations.contains("Texts"))
  }

  @Test func rulesOfDescriptionsAreChecked() throws {
    let entity = NSEntityDescription()
    entity.name = "Note"
    let text = NSAttributeDescription()
    text.name = "text"
    text.attributeType = .stringAttributeType
    text.setValidationPredicates(
      [NSPredicate(format: "SELF BEGINSWITH %@", "A"), NSPredicate(format: "length > 1")],
      withValidationWarnings: ["begins with A", NSValidationStringTooShortError])
    entity.properties = [text]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let container = NSPersistentContainer(name: "Notes", managedObjectModel: model)
    container.persistentStoreDescriptions[0].type = NSInMemoryStoreType
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let note = NSEntityDescription.insertNewObject(
      forEntityName: "Note", into: container.viewContext)
    note.setValue("B", forKey: "text")
    do {
      try container.viewContext.save()
      Issue.record("a broken rule was saved")
    } catch let error as NSError {
      let details = error.userInfo[NSDetailedErrorsKey] as? [NSError]
      #expect(error.code == NSValidationMultipleErrorsError)
      #expect(details?.map(\.code).sorted() == [1550, 1670])
    }
    note.setValue("Ann", forKey: "text")
    try container.viewContext.save()
  }

  /// A model with one entity `Tag`, whose names are unique and indexed.
  private func tags() -> NSManagedObjectModel {
    let entity = NSEntityDescription()
    entity.name = "Tag"
    let name = NSAttributeDescription()
    name.name = "name"
    name.attributeType = .stringAttributeType
    entity.properties = [name]
    entity.uniquenessConstraints = [["name"]]
    let element = NSFetchIndexElementDescription(property: name, collationType: .binary)
    element.isAscending = false
    entity.indexes = [NSFetchIndexDescription(name: "byName", elements: [element])]
    #expect(element.indexDescription === entity.indexes[0] && element.propertyName == "name")
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  @Test func indexesOfDescriptionsAreIndexesOfTheTable() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("Tags.sqlite")
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: tags())
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url)
      try coordinator.remove(store)
      let bytes = try Data(contentsOf: url)
      #expect(bytes.range(of: Data("CREATE INDEX Z_Tag_byName ON ZTAG".utf8)) != nil)
      #expect(bytes.range(of: Data("ZNAME COLLATE BINARY DESC".utf8)) != nil)
    }
  }

  @Test func aUniqueValueIsReported() throws {
    let container = NSPersistentContainer(name: "Tags", managedObjectModel: tags())
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let context = container.viewContext
    func tag() -> NSManagedObject {
      let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
      tag.setValue("new", forKey: "name")
      return tag
    }
    let saved = tag()
    try context.save()
    let other = tag()
    do {
      try context.save()
      Issue.record("a unique value was saved twice")
    } catch let error as NSError {
      #expect(error.code == NSManagedObjectConstraintMergeError)
      let conflicts =
        error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
      #expect(conflicts?.first?.constraint == ["name"])
      #expect(conflicts?.first?.databaseObject === saved)
      #expect(conflicts?.first?.conflictingObjects == [other])
    }
  }
}
