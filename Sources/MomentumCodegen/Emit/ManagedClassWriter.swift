import MomentumModel

/// Writes the two files of one managed object class.
struct ManagedClassWriter {
  let model: ObjectModel
  let classes: ManagedClasses
  let managedClass: ManagedClasses.ManagedClass
  let access: AccessLevel

  private var type: TypeReference { .named(managedClass.name) }
  private var imports: [Declaration] {
    [.importModule("Foundation"), .importModule("CoreData")]
  }

  /// `@objc(Venue) public class Venue: NSManagedObject {}`
  var classFile: SwiftFile {
    let parent = TypeReference.named(
      managedClass.parent.map { classes.list[$0].name } ?? "NSManagedObject")
    return SwiftFile(
      declarations: imports + [
        .type(
          TypeDeclaration(
            .class, type,
            objCName: managedClass.name, modifiers: [.access(access)], inherited: [parent]))
      ])
  }

  var propertiesFile: SwiftFile {
    var members = [fetchRequest]
    var accessors: [Declaration] = []
    for property in properties {
      members += property.declarations(access)
      accessors += property.accessors(access, in: type)
    }
    var declarations = imports
    declarations.append(.type(TypeDeclaration(.extension, type, members: members)))
    declarations += accessors
    if managedClass.parent == nil {
      declarations.append(
        .type(TypeDeclaration(.extension, type, inherited: [.named("Identifiable")])))
    }
    return SwiftFile(declarations: declarations)
  }

  /// `@nonobjc public class func fetchRequest() -> NSFetchRequest<Venue> { … }`
  private var fetchRequest: Declaration {
    let request = TypeReference.generic("NSFetchRequest", [type])
    let entityName = managedClass.entities.first.map { model[$0].name } ?? managedClass.writtenName
    let value = Expression.call(.type(request), [.init("entityName", .string(entityName))])
    return .function(
      FunctionDeclaration(
        .function("fetchRequest"), modifiers: [.nonObjC, .access(access), .class],
        result: request, body: [.returning(value)]))
  }

  /// The class's own properties in the order of Xcode's output, each name once.
  ///
  /// Names are given from the topmost ancestor down, so that nothing hides what a class inherits. A
  /// name that an ancestor has is left out: Core Data does not let a sub-entity declare it again.
  private var properties: [ManagedProperty] {
    var scope = NameScope(reserved: ManagedTypes.reservedMembers)
    var known: Set<String> = []
    var accessorNames: Set<String> = []
    var result: [ManagedProperty] = []
    for ancestor in classes.lineage(of: managedClass) {
      let drafts = drafts(of: ancestor).filter { known.insert($0.name).inserted }
      let identifiers = scope.claim(drafts.map(\.name))
      result = zip(drafts, identifiers).map { draft, identifier in
        let isManaged = Identifier.isPlain(draft.name) && identifier.text == draft.name
        let raised = identifier.raised(after: "addTo").text
        return ManagedProperty(
          name: draft.name, identifier: identifier, value: draft.value, isManaged: isManaged,
          hasAccessors: draft.value.isToMany && isManaged
            && accessorNames.insert(raised).inserted)
      }
    }
    return result
  }

  private typealias Draft = (name: String, value: ManagedProperty.Value)

  /// Attributes, relationships and fetched properties of a class's entities, each kind by name.
  private func drafts(of managedClass: ManagedClasses.ManagedClass) -> [Draft] {
    let entities = managedClass.entities.map { model[$0] }
    let attributes: [Draft] = entities.flatMap(\.attributes).map {
      ($0.name, .attribute(ManagedTypes.property(of: $0)))
    }
    let relationships: [Draft] = entities.flatMap(\.relationships).map {
      let destination = classes.type(of: $0.destination)
      return (
        $0.name,
        $0.isToMany ? .toMany(destination, isOrdered: $0.isOrdered) : .toOne(destination)
      )
    }
    let fetched: [Draft] = entities.flatMap(\.fetchedProperties).map {
      ($0.name, .fetched($0.request.map { classes.type(of: $0.entity) }))
    }
    return [attributes, relationships, fetched].flatMap { drafts in
      drafts.sorted { $0.name < $1.name }
    }
  }
}
