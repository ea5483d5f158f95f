import MomentumModel

/// Writes the declarations of one managed object class.
struct ManagedClassWriter {
  let plan: ManagedPlan
  let managedClass: ManagedClasses.ManagedClass

  private var model: ObjectModel { plan.model }
  private var classes: ManagedClasses { plan.classes }
  private var type: TypeReference { .named(managedClass.name) }

  /// The class without members: `@objc(Venue) public class Venue: NSManagedObject {}`.
  var classDeclaration: Declaration {
    let parent =
      managedClass.parent.map { TypeReference.named(classes.list[$0].name) }
      ?? plan.baseClass ?? .named("NSManagedObject")
    var modifiers = plan.modifiers.plain
    if plan.options.isFinal && !managedClass.isExtended { modifiers.append(.final) }
    // Core Data finds the class by the name in the model, which may not be allowed as the name of a
    // Swift type.
    let runtimeName = Identifier.plain(managedClass.writtenName) ?? managedClass.name
    var declaration = TypeDeclaration(
      .class, type, objCName: runtimeName, modifiers: modifiers, inherited: [parent])
    declaration.hasObjCNameOnAppleOnly = plan.options.servesLinux
    if plan.options.servesLinux, managedClass.writtenName != managedClass.name.text {
      declaration.members = [objectiveCName]
    }
    return .type(declaration)
  }

  /// The name by which the module CoreData of Linux finds a class that has another name in the model:
  /// `override public class var objectiveCName: String { "My-Venue" }`.
  private var objectiveCName: Declaration {
    .whenPresent(
      "ObjectiveC", [],
      else: [
        .variable(
          VariableDeclaration(
            "objectiveCName", plan.types.swift("String"),
            modifiers: [.override] + plan.modifiers.plain + [.class],
            body: .getter([.expression(.string(managedClass.writtenName))])))
      ])
  }

  /// The extension with the properties, the extensions with the accessors of to-many relationships,
  /// and the declarations that options such as `hasKeys` add.
  var propertiesDeclarations: [Declaration] {
    let all = allProperties
    let own = all.last ?? []
    var result: [Declaration] = [
      .type(
        TypeDeclaration(
          .extension, type,
          members: [fetchRequest] + properties(own)))
    ]
    result += own.flatMap {
      $0.accessors(plan.modifiers, in: type, plan.types, servesLinux: plan.options.servesLinux)
    }
    if isIdentifiable(own) {
      result.append(
        .type(TypeDeclaration(.extension, type, inherited: [plan.types.swift("Identifiable")])))
    }
    if plan.options.hasKeys {
      result.append(
        plan.types.keys(
          all.joined().map(\.name), named: plan.keyName, in: type, plan.modifiers.plain))
    }
    if plan.options.hasObjectIDs { result.append(objectID) }
    return result
  }

  /// The declarations of properties. Those with `@NSManaged` come first if they have accessors for
  /// Linux, so that one `#if` holds all of them.
  private func properties(_ own: [ManagedProperty]) -> [Declaration] {
    let declarations = own.map { $0.declaration(plan.modifiers) }
    let managed = own.filter(\.hasManagedAccessors)
    guard plan.options.servesLinux, !managed.isEmpty else { return declarations }
    let both = Declaration.whenPresent(
      "ObjectiveC", managed.map { $0.declaration(plan.modifiers) },
      else: managed.map { $0.linuxDeclaration(plan.modifiers) })
    let others = own.filter { !$0.hasManagedAccessors }.map { $0.declaration(plan.modifiers) }
    return [both] + others
  }

  /// Whether to write `extension Venue : Identifiable`. Only root entities get it, because
  /// sub-entities inherit the conformance (observed: files of Xcode 12–26). An attribute `id` then
  /// is the identity, whatever its type (observed for UUID, String and integers); a type that is
  /// not `Hashable`, such as a composite's dictionary, would not compile. A base class of the app
  /// may already be Identifiable, so its subclasses do not get the extension.
  private func isIdentifiable(_ own: [ManagedProperty]) -> Bool {
    guard managedClass.parent == nil, plan.baseClass == nil else { return false }
    guard let id = own.first(where: { $0.identifier.text == "id" }) else { return true }
    return !Declaration.typeAlias(nil, [], "ID", id.wrappedType).signatureNames(anyOf: ["Any"])
  }

  /// The typed request of a class: `@nonobjc public class func fetchRequest() ->
  /// NSFetchRequest<Venue> { … }`.
  private var fetchRequest: Declaration {
    let request = TypeReference.generic("NSFetchRequest", [type])
    let entityName = managedClass.entities.first.map { model[$0].name } ?? managedClass.writtenName
    let value = Expression.call(.type(request), [.init("entityName", .string(entityName))])
    return .function(
      FunctionDeclaration(
        .function("fetchRequest"), modifiers: [.nonObjC] + plan.modifiers.plain + [.class],
        result: request, body: [.returning(value)]))
  }

  // MARK: - Properties

  /// The properties of each class from the topmost ancestor to this class, each in Xcode's order
  /// and each name once.
  ///
  /// Swift names are chosen from the topmost ancestor down: otherwise a property could hide an
  /// inherited one. A name that an ancestor has is left out, since Core Data does not let a
  /// sub-entity declare it again.
  private var allProperties: [[ManagedProperty]] {
    var scope = NameScope(reserved: ManagedTypes.reservedMembers)
    var seenNames: Set<String> = []
    var accessorNames: Set<String> = []
    return classes.lineage(of: managedClass).map { ancestor in
      let drafts = drafts(of: ancestor).filter { seenNames.insert($0.name).inserted }
      let identifiers = scope.claim(drafts.map(\.name))
      return zip(drafts, identifiers).map { draft, identifier in
        let isManaged = Identifier.isPlain(draft.name) && identifier.text == draft.name
        var hasAccessors = false
        if case .toMany = draft.value, isManaged {
          hasAccessors = accessorNames.insert(identifier.raised(after: "addTo").text).inserted
        }
        return ManagedProperty(
          name: draft.name, identifier: identifier, value: draft.value, isManaged: isManaged,
          hasAccessors: hasAccessors)
      }
    }
  }

  private typealias Draft = (name: String, value: ManagedProperty.Value)

  /// The attributes, relationships and fetched properties of a class's entities, each kind sorted
  /// by name.
  private func drafts(of managedClass: ManagedClasses.ManagedClass) -> [Draft] {
    let entities = managedClass.entities.map { model[$0] }
    let attributes: [Draft] = entities.flatMap(\.attributes).map { ($0.name, value(of: $0)) }
    let relationships: [Draft] = entities.flatMap(\.relationships).map { ($0.name, value(of: $0)) }
    var kinds = [attributes, relationships]
    if plan.options.hasFetchedProperties {
      kinds.append(
        entities.flatMap(\.fetchedProperties).map { property in
          let fetched = property.request.map { classes.type(of: $0.entity) }
          return (property.name, .fetched(fetched ?? .named("NSManagedObject")))
        })
    }
    return kinds.flatMap { drafts in drafts.sorted { $0.name < $1.name } }
  }

  private var followsModel: Bool { plan.options.optionals == .model }

  private func value(of attribute: Attribute) -> ManagedProperty.Value {
    if let type = plan.valueType(of: attribute) { return .typed(type.type) }
    let (type, isScalar) = plan.types.value(of: attribute)
    guard isScalar else {
      return .attribute(type, isOptional: !followsModel || attribute.isOptional)
    }
    return followsModel && attribute.isOptional
      ? .optionalScalar(type) : .attribute(type, isOptional: false)
  }

  private func value(of relationship: Relationship) -> ManagedProperty.Value {
    let destination = classes.type(of: relationship.destination)
    let isOptional = !followsModel || relationship.isOptional
    guard relationship.isToMany else { return .toOne(destination, isOptional: isOptional) }
    let collection: TypeReference =
      if relationship.isOrdered {
        plan.types.foundation("NSOrderedSet")
      } else if plan.options.hasTypedSets && !plan.types.shadowed.contains("Set") {
        .generic("Set", [destination])
      } else {
        plan.types.foundation("NSSet")
      }
    return .toMany(
      destination, isOrdered: relationship.isOrdered, collection: collection,
      isOptional: isOptional)
  }

  // MARK: - What options add

  /// The typed object ID of a class:
  /// `public struct ObjectID: RawRepresentable, Hashable, Sendable { … }`.
  private var objectID: Declaration {
    let id = TypeReference.named("NSManagedObjectID")
    let modifiers = plan.modifiers.plain
    let existing = Expression.call(
      .member(.name("context"), "existingObject"), [.init("with", .name("rawValue"))])
    let members: [Declaration] = [
      .variable(VariableDeclaration("rawValue", id, modifiers: modifiers, isConstant: true)),
      .function(
        FunctionDeclaration(
          .initializer(isFailable: false), modifiers: modifiers,
          parameters: [Parameter("rawValue", id)],
          body: [.assign(.member(.name("self"), "rawValue"), .name("rawValue"))])),
      .function(
        FunctionDeclaration(
          .initializer(isFailable: false), modifiers: modifiers,
          parameters: [Parameter(label: nil, "object", type)],
          body: [
            .assign(.member(.name("self"), "rawValue"), .member(.name("object"), "objectID"))
          ])),
      .function(
        FunctionDeclaration(
          .function("object"),
          comment: Comment(
            "The object in a context, nil if it is of another class; throws if it is gone."),
          modifiers: modifiers,
          parameters: [
            Parameter(label: "in", "context", .named("NSManagedObjectContext"))
          ],
          error: .named(plan.types.shadowed.contains("Error") ? "any Swift.Error" : "any Error"),
          result: .optional(type),
          body: [.returning(.conditionalCast(.attempt(existing), type))])),
    ]
    let name = managedClass.name.text
    let structure = TypeDeclaration(
      .struct, .named(plan.objectIDName), comment: Comment("The identifier of a \(name)."),
      modifiers: modifiers,
      inherited: ["RawRepresentable", "Hashable", "Sendable"].map { plan.types.swift($0) },
      members: members)
    return .type(TypeDeclaration(.extension, type, members: [.type(structure)]))
  }
}
