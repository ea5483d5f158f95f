import MomentumModel

/// Writes the declarations of one class of managed objects.
struct ObjectClassWriter {
  let plan: ObjectsPlan
  let managedClass: ManagedClasses.ManagedClass

  private var model: ObjectModel { plan.model }
  private var classes: ManagedClasses { plan.classes }
  private var type: TypeReference { .named(managedClass.name) }

  /// The class without members: `public class Venue: MomentumObjects.ManagedObject {}`.
  var classDeclaration: Declaration {
    let parent = managedClass.parent.map { TypeReference.named(classes.list[$0].name) }
    var modifiers = plan.modifiers
    if plan.options.isFinal && !managedClass.isExtended { modifiers.append(.final) }
    let entities = managedClass.entities.map { "'\(model[$0].name)'" }
    let noun = entities.count == 1 ? "The entity" : "The entities"
    return .type(
      TypeDeclaration(
        .class, type, comment: Comment("\(noun) \(entities.joined(separator: ", "))."),
        modifiers: modifiers, inherited: [parent ?? plan.base]))
  }

  /// The extension with the properties, the extensions with the functions of to-many relationships,
  /// and the declarations that options such as `hasKeys` add.
  var propertiesDeclarations: [Declaration] {
    let all = allProperties
    let own = all.last ?? []
    var result: [Declaration] = [
      .type(
        TypeDeclaration(
          .extension, type, members: [fetchRequest] + own.map { $0.declaration(plan) }))
    ]
    result += own.flatMap { $0.accessors(plan, in: type) }
    if isIdentifiable(own) {
      result.append(
        .type(TypeDeclaration(.extension, type, inherited: [plan.types.swift("Identifiable")])))
    }
    if plan.options.hasKeys {
      result.append(
        plan.types.keys(
          all.joined().map(\.name), named: plan.keyName, in: type, plan.modifiers))
    }
    return result
  }

  /// The function that makes a request for the objects of the class: `public static func
  /// fetchRequest(of type: Venue.Type? = nil) -> ObjectRequest { … }`.
  ///
  /// The parameter has the class's own type, so that a subclass can have such a function too: a
  /// static function of an extension cannot be overridden, only overloaded.
  private var fetchRequest: Declaration {
    let entity = managedClass.entities.first.map { model[$0].name } ?? managedClass.writtenName
    // The default is nil and not `Venue.self`: a property may have the name of the class.
    var parameter = Parameter(label: "of", "type", .optional(.member(type, "Type")))
    parameter.value = .null
    return .function(
      FunctionDeclaration(
        .function("fetchRequest"), comment: Comment("A request for all objects of '\(entity)'."),
        modifiers: plan.modifiers + [.static], parameters: [parameter],
        result: .objects("ObjectRequest"),
        body: [
          .returning(.call(.type(.objects("ObjectRequest")), [.init(nil, .string(entity))]))
        ]))
  }

  /// Whether to write `extension Venue: Identifiable`. Only the class of a root entity gets it,
  /// since subclasses inherit the conformance. An attribute `id` is then the identity, so its type
  /// has to be `Hashable`.
  private func isIdentifiable(_ own: [ObjectProperty]) -> Bool {
    guard managedClass.parent == nil, plan.options.baseType == nil else { return false }
    guard let id = own.first(where: { $0.identifier.text == "id" }) else { return true }
    switch id.kind {
    case .attribute, .toOne: return true
    case .raw, .transformable, .composite, .untyped, .toMany, .fetched: return false
    }
  }

  // MARK: - Properties

  /// The properties of each class from the topmost ancestor to this class, each name once.
  ///
  /// Swift names are chosen from the topmost ancestor down: otherwise a property could hide an
  /// inherited one.
  private var allProperties: [[ObjectProperty]] {
    var scope = NameScope(reserved: ObjectClassWriter.reservedMembers)
    var seenNames: Set<String> = []
    var functionNames: Set<String> = []
    return classes.lineage(of: managedClass).map { ancestor in
      let drafts = drafts(of: ancestor).filter { seenNames.insert($0.name).inserted }
      let identifiers = scope.claim(drafts.map(\.name))
      return zip(drafts, identifiers).map { draft, identifier in
        var hasFunctions = false
        if case .toMany = draft.kind {
          hasFunctions = functionNames.insert(identifier.raised(after: "addTo").text).inserted
        }
        return ObjectProperty(
          name: draft.name, identifier: identifier, kind: draft.kind,
          derivation: draft.derivation, hasFunctions: hasFunctions)
      }
    }
  }

  private typealias Draft = (name: String, kind: ObjectProperty.Kind, derivation: String?)

  /// The attributes, relationships and fetched properties of a class's entities, each kind sorted
  /// by name.
  private func drafts(of managedClass: ManagedClasses.ManagedClass) -> [Draft] {
    let entities = managedClass.entities.map { model[$0] }
    let attributes: [Draft] = entities.flatMap(\.attributes).map {
      ($0.name, kind(of: $0), $0.derivation)
    }
    let relationships: [Draft] = entities.flatMap(\.relationships).map { relationship in
      let type = classes.type(of: relationship.destination)
      let kind: ObjectProperty.Kind =
        relationship.isToMany
        ? .toMany(type, isOrdered: relationship.isOrdered) : .toOne(type)
      return (relationship.name, kind, nil)
    }
    let fetched: [Draft] = entities.flatMap(\.fetchedProperties).map { property in
      let type = property.request.map { classes.type(of: $0.entity) }
      return (property.name, .fetched(type ?? .objects("ManagedObject")), nil)
    }
    return [attributes, relationships, fetched].flatMap { drafts in
      drafts.sorted { $0.name < $1.name }
    }
  }

  private func kind(of attribute: Attribute) -> ObjectProperty.Kind {
    if let type = plan.valueType(of: attribute) { return .raw(type.type) }
    if let type = plan.type(of: attribute.type) {
      return .attribute(type, zero: isRequired(attribute) ? zero(of: attribute.type) : nil)
    }
    switch attribute.type {
    case .composite:
      return .composite(.dictionary(plan.types.swift("String"), .objects("PropertyValue")))
    case .transformable:
      // MomentumObjects compares a transformable's value with the saved one to find changes, which
      // is not possible if the type contains `Any`, such as `[String: Any]`.
      guard let name = attribute.valueClass, let type = SwiftTypeName.parse(name),
        !Declaration.typeAlias(nil, [], "ID", type).signatureNames(anyOf: ["Any", "AnyObject"])
      else { return .untyped }
      return .transformable(type)
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date,
      .binary, .uuid, .uri, .undefined, .objectID:
      return .untyped
    }
  }

  private func isRequired(_ attribute: Attribute) -> Bool {
    switch plan.options.optionals {
    case .xcode: attribute.usesScalarType && attribute.type != .date
    case .model: !attribute.isOptional
    }
  }

  /// The value that a required property returns if the object has none: 0, false or an empty
  /// string. `nil` for a type without such a value; the property is then optional.
  private func zero(of type: AttributeType) -> Expression? {
    switch type {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: .integer(0)
    case .boolean: .boolean(false)
    case .string: .string("")
    case .date, .binary, .uuid, .uri, .undefined, .transformable, .objectID, .composite: nil
    }
  }

  /// Members of `ManagedObject` without parameters, which a property of the same name would
  /// override, and modules that accessors name.
  package static let reservedMembers: Set<String> = [
    "objectID", "context", "entityName", "isInserted", "isUpdated", "isDeleted", "hasChanges",
    "isFault", "faultingState", "hasPersistentChangedValues", "changedValues",
    "changedValuesForCurrentEvent", "awakeFromInsert", "awakeFromFetch", "prepareForDeletion",
    "willSave", "didSave", "willTurnIntoFault", "didTurnIntoFault", "validateForInsert",
    "validateForUpdate", "validateForDelete", "fireFault", "description", "debugDescription",
    "hashValue", "MomentumObjects", "Foundation", "Swift",
  ]
}
