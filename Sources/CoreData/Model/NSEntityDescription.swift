import MomentumModel

/// An entity: a kind of object with its properties.
open class NSEntityDescription: NSObject, NSCopying {
  /// The model that has the entity; `nil` for an entity without a model.
  weak var model: NSManagedObjectModel?
  open var name: String? { didSet { noteChange() } }
  open var isAbstract = false { didSet { noteChange() } }
  open var managedObjectClassName: String! = "NSManagedObject" { didSet { noteChange() } }
  public internal(set) weak var superentity: NSEntityDescription?
  /// Empty at first, not `nil`, so that `userInfo?["key"] = value` adds to it.
  open var userInfo: [AnyHashable: Any]? = [:] { didSet { noteChange() } }
  open var versionHashModifier: String? { didSet { noteChange() } }
  open var renamingIdentifier: String? { didSet { noteChange() } }
  open var indexes: [NSFetchIndexDescription] = [] {
    didSet {
      for index in indexes { index.entity = self }
      noteChange()
    }
  }
  open var compoundIndexes: [[Any]] = [] { didSet { noteChange() } }
  open var uniquenessConstraints: [[Any]] = [] { didSet { noteChange() } }
  open var coreSpotlightDisplayNameExpression = NSExpression(written: "")
  /// The properties that the entity itself declares.
  private(set) var ownProperties: [NSPropertyDescription] = []
  /// How Xcode generates the class, and whether the entity is synchronised, in the file that the
  /// entity was read from.
  var source: Entity?

  public override init() { super.init() }

  open var subentities: [NSEntityDescription] = [] {
    didSet {
      for entity in oldValue where entity.superentity === self { entity.superentity = nil }
      for entity in subentities { entity.superentity = self }
      noteChange()
    }
  }

  open var subentitiesByName: [String: NSEntityDescription] {
    Dictionary(subentities.map { ($0.name ?? "", $0) }) { first, _ in first }
  }

  // MARK: - Properties

  /// The properties of the entity, those of its ancestors included, once the entity is in a model.
  ///
  /// A later property takes the place of an earlier one with its name. Observed: a model of a public
  /// library replaces an attribute by a relationship in this way (tests of CoreDataPlus).
  open var properties: [NSPropertyDescription] {
    get { (superentity?.properties ?? []) + ownProperties }
    set {
      let inherited = superentity?.properties ?? []
      let own = newValue.filter { property in !inherited.contains { $0 === property } }
      let last = Dictionary(own.map { ($0.name, $0) }) { $1 }
      ownProperties = own.filter { $0.name.isEmpty || last[$0.name] === $0 }
      for property in ownProperties { property.owner = self }
      noteChange()
    }
  }

  open var propertiesByName: [String: NSPropertyDescription] {
    Dictionary(properties.map { ($0.name, $0) }) { $1 }
  }

  open var attributesByName: [String: NSAttributeDescription] {
    propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
  }

  open var relationshipsByName: [String: NSRelationshipDescription] {
    propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
  }

  open func relationships(
    forDestination entity: NSEntityDescription
  ) -> [NSRelationshipDescription] {
    properties.compactMap { $0 as? NSRelationshipDescription }
      .filter { $0.destinationEntity.map { entity.isKindOf(entity: $0) } ?? false }
  }

  open func isKindOf(entity: NSEntityDescription) -> Bool {
    self === entity || superentity?.isKindOf(entity: entity) ?? false
  }

  /// The model that has the entity. Stops the program for an entity without a model.
  open var managedObjectModel: NSManagedObjectModel {
    guard let model else {
      CoreDataException.raise(
        "NSInternalInconsistencyException", "the entity '\(name ?? "")' is in no model.")
    }
    return model
  }

  // MARK: - Hashes

  /// The hash by which stores recognise the version of an entity: 32 bytes; empty for an entity
  /// that is in no model.
  open var versionHash: Data {
    model?.entityVersionHashesByName[name ?? ""] ?? Data()
  }

  func noteChange() { model?.noteChange() }

  // MARK: - Copies

  /// A copy of the entity with copies of its properties and sub-entities. Relationships lead to the
  /// same destinations, until a model takes the copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSEntityDescription()
    copy.name = name
    copy.isAbstract = isAbstract
    copy.managedObjectClassName = managedObjectClassName
    copy.userInfo = userInfo
    copy.versionHashModifier = versionHashModifier
    copy.renamingIdentifier = renamingIdentifier
    copy.source = source
    copy.properties = ownProperties.compactMap { $0.copy() as? NSPropertyDescription }
    copy.subentities = subentities.compactMap { $0.copy() as? NSEntityDescription }
    copy.uniquenessConstraints = uniquenessConstraints
    copy.compoundIndexes = compoundIndexes
    copy.coreSpotlightDisplayNameExpression = coreSpotlightDisplayNameExpression
    copy.indexes = indexes.compactMap { $0.copy() as? NSFetchIndexDescription }
    return copy
  }

  open override var description: String {
    "(<NSEntityDescription>) name \(name ?? "(null)"), managedObjectClassName "
      + "\(managedObjectClassName ?? "(null)"), isAbstract \(isAbstract ? 1 : 0)"
  }

  // MARK: - By context

  /// The entity with a name in the model of a context.
  open class func entity(
    forEntityName entityName: String, in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    context.model?.entitiesByName[entityName]
  }

  /// Makes an object of an entity and inserts it into a context.
  open class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    guard let entity = entity(forEntityName: entityName, in: context) else {
      CoreDataException.raise(
        "NSInternalInconsistencyException",
        "+entityForName: could not locate an entity named '\(entityName)' in this model.")
    }
    return ManagedObjectClasses.shared.type(of: entity).init(entity: entity, insertInto: context)
  }
}
