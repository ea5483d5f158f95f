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
    let parent = TypeReference.named(managedClass.parent ?? "NSManagedObject")
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
  private var properties: [ManagedProperty] {
    var drafts: [(name: String, rank: Int, value: ManagedProperty.Value)] = []
    var known = inheritedNames
    func add(_ name: String, _ rank: Int, _ value: @autoclosure () -> ManagedProperty.Value) {
      if known.insert(name).inserted { drafts.append((name, rank, value())) }
    }
    for entity in managedClass.entities.map({ model[$0] }) {
      for attribute in entity.attributes {
        add(attribute.name, 0, .attribute(ManagedTypes.property(of: attribute)))
      }
      for relationship in entity.relationships {
        let destination = classes.type(of: relationship.destination)
        add(
          relationship.name, 1,
          relationship.isToMany
            ? .toMany(destination, isOrdered: relationship.isOrdered) : .toOne(destination))
      }
      for property in entity.fetchedProperties {
        add(property.name, 2, .fetched(property.request.map { classes.type(of: $0.entity) }))
      }
    }
    drafts.sort { ($0.rank, $0.name) < ($1.rank, $1.name) }
    var scope = NameScope(reserved: ManagedTypes.reservedMembers)
    let identifiers = scope.claim(drafts.map(\.name))
    var accessorNames: Set<String> = []
    return zip(drafts, identifiers).map { draft, identifier in
      let isManaged = Identifier.isPlain(draft.name) && identifier.text == draft.name
      let raised = identifier.raised(after: "addTo").text
      return ManagedProperty(
        name: draft.name, identifier: identifier, value: draft.value, isManaged: isManaged,
        hasAccessors: draft.rank == 1 && isManaged && accessorNames.insert(raised).inserted)
    }
  }

  /// Names that an ancestor's class declares; Core Data does not let a sub-entity declare them again.
  private var inheritedNames: Set<String> {
    guard let first = managedClass.entities.first, managedClass.parent != nil else { return [] }
    let ancestors = model.lineage(of: first).dropFirst().filter { classes.hasClass($0) }
    return Set(
      ancestors.map { model[$0] }.flatMap { entity in
        entity.attributes.map(\.name) + entity.relationships.map(\.name)
          + entity.fetchedProperties.map(\.name)
      })
  }
}
