import MomentumModel

/// The managed object classes of a model and their names in Swift.
struct ManagedClasses {
  struct ManagedClass {
    /// The class's name as the model writes it, without its module.
    var writtenName: String
    var name: Identifier
    /// The index in `ManagedClasses.list` of the nearest ancestor's class; `nil` if the superclass
    /// is `NSManagedObject`.
    var parent: Int?
    /// The entities of the class, those nearest to a root first.
    var entities: [EntityID]
    /// Whether the class itself is generated; if not, the app declares it. `arePropertiesWritten`
    /// is the same for its properties.
    var isWritten = false
    var arePropertiesWritten = false
    /// Whether another class in `ManagedClasses.list` is a subclass of this one.
    var isExtended = false
  }

  private(set) var list: [ManagedClass] = []
  private var indexByEntity: [EntityID: Int] = [:]
  /// The class of entities without a class of their own.
  private let base: TypeReference

  /// - Parameters:
  ///   - base: The class of entities without a class of their own.
  ///   - reserved: Names that no class may have.
  init(
    _ model: ObjectModel, _ selection: ManagedSelection,
    base: TypeReference = .named("NSManagedObject"),
    reserved: Set<String> = ["NSManagedObject", "NSFetchRequest", "NSSet", "NSOrderedSet"]
  ) {
    self.base = base
    let names = model.entityIDs.map { ManagedClasses.className(of: model[$0]) }
    var indexByName: [String: Int] = [:]
    for (id, name) in zip(model.entityIDs, names) {
      guard let name else { continue }
      let index = indexByName[name] ?? list.count
      if index == list.count {
        indexByName[name] = index
        list.append(
          ManagedClass(
            writtenName: name, name: "NSManagedObject", parent: nil, entities: []))
      }
      list[index].entities.append(id)
      indexByEntity[id] = index
    }
    nameClasses(reserved)
    for index in list.indices { finish(index, in: model, selection) }
    for index in list.indices {
      if let parent = list[index].parent { list[parent].isExtended = true }
    }
  }

  /// The Swift type for objects of an entity: the entity's class, such as `Venue`, or
  /// `NSManagedObject`.
  func type(of entity: EntityID) -> TypeReference {
    indexByEntity[entity].map { .named(list[$0].name) } ?? base
  }

  /// The class and those of its superclasses that are in `list`, the topmost first.
  func lineage(of managedClass: ManagedClass) -> [ManagedClass] {
    var result = [managedClass]
    var seen: Set<Int> = []
    // A checked model has no cycles, but a model made in code may have one, and this loop would not
    // end.
    while let parent = result[0].parent, seen.insert(parent).inserted {
      result.insert(list[parent], at: 0)
    }
    return result
  }

  private mutating func nameClasses(_ reserved: Set<String>) {
    var scope = NameScope(reserved: reserved)
    for (index, name) in scope.claim(list.map(\.writtenName)).enumerated() {
      list[index].name = name
    }
  }

  /// The class of an entity; `nil` if its objects are plain `NSManagedObject`.
  func managedClass(of entity: EntityID) -> ManagedClass? {
    indexByEntity[entity].map { list[$0] }
  }

  private mutating func finish(
    _ index: Int, in model: ObjectModel, _ selection: ManagedSelection
  ) {
    let entities = list[index].entities.enumerated().sorted {
      (model.lineage(of: $0.element).count, $0.offset)
        < (model.lineage(of: $1.element).count, $1.offset)
    }.map(\.element)
    list[index].entities = entities
    list[index].isWritten = entities.contains { selection.writesClass(of: $0) }
    list[index].arePropertiesWritten = entities.contains { selection.writesProperties(of: $0) }
    let ancestors = entities.first.map { model.lineage(of: $0).dropFirst() } ?? []
    list[index].parent = ancestors.compactMap { indexByEntity[$0] }.first { $0 != index }
  }

  /// The name of an entity's class without its module: `Venue` for `.Venue`, `App.Venue` or
  /// `Venue`. `nil` for an entity without a class of its own, whose objects are plain
  /// `NSManagedObject`.
  static func className(of entity: Entity) -> String? {
    guard let written = entity.className else { return nil }
    let parts = written.split(separator: ".", omittingEmptySubsequences: true)
    guard let name = parts.last, name != "NSManagedObject" else { return nil }
    return String(name)
  }
}
