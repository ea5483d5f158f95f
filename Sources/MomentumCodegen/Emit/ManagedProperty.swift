/// One property of a managed object class.
struct ManagedProperty {
  enum Value {
    case attribute(TypeReference)
    case toOne(TypeReference)
    case toMany(TypeReference, isOrdered: Bool)
    /// A fetched property and the class it fetches.
    case fetched(TypeReference?)

    var isToMany: Bool {
      switch self {
      case .toMany: true
      case .attribute, .toOne, .fetched: false
      }
    }
  }

  /// The name in the model.
  var name: String
  var identifier: Identifier
  var value: Value
  /// Whether Core Data finds the property by its Swift name; else it goes through its key.
  var isManaged: Bool
  var hasAccessors: Bool

  private var type: TypeReference {
    switch value {
    case .attribute(let type): type
    case .toOne(let type): .optional(type)
    case .toMany(_, let isOrdered): .optional(.named(isOrdered ? "NSOrderedSet" : "NSSet"))
    // Assumed: Xcode writes the array without an optional, as Core Data always answers one.
    case .fetched(let type): type.map { .array($0) } ?? .optional(.named("NSArray"))
    }
  }

  /// `@NSManaged public var name: String?`, or accessors by key for a name Swift cannot have.
  func declarations(_ access: AccessLevel) -> [Declaration] {
    if isManaged {
      return [
        .variable(
          VariableDeclaration(identifier, type, modifiers: [.managed, .access(access)]))
      ]
    }
    let key = Expression.string(name)
    func notify(_ method: Identifier) -> Expression {
      .call(.name(method), [.init("forKey", key)])
    }
    let read = Expression.call(.name("primitiveValue"), [.init("forKey", key)])
    let write = Expression.call(
      .name("setPrimitiveValue"), [.init(nil, .name("newValue")), .init("forKey", key)])
    return [
      .variable(
        VariableDeclaration(
          identifier, optionalType, comment: Comment("The property '\(name)' of the model."),
          modifiers: [.access(access)],
          body: .accessors(
            get: [
              .expression(notify("willAccessValue")), .deferred(notify("didAccessValue")),
              .returning(.conditionalCast(read, wrappedType)),
            ],
            set: [
              .expression(notify("willChangeValue")), .deferred(notify("didChangeValue")),
              .expression(write),
            ])))
    ]
  }

  private var wrappedType: TypeReference {
    if case .optional(let type) = type { type } else { type }
  }

  private var optionalType: TypeReference { .optional(wrappedType) }

  /// `// MARK: Generated accessors for tips` and an extension with the methods of a to-many.
  func accessors(_ access: AccessLevel, in owner: TypeReference) -> [Declaration] {
    guard hasAccessors, case .toMany(let element, let isOrdered) = value else { return [] }
    let methods = ToManyAccessors(
      name: identifier, element: element,
      collection: .named(isOrdered ? "NSOrderedSet" : "NSSet"),
      modifiers: [.managed, .access(access)])
    return [
      .remark(Comment("MARK: Generated accessors for \(name)")),
      .type(
        TypeDeclaration(
          .extension, owner, members: (isOrdered ? methods.ordered : []) + methods.unordered)),
    ]
  }
}

/// The methods that Core Data makes for a to-many relationship.
private struct ToManyAccessors {
  let name: Identifier
  let element: TypeReference
  let collection: TypeReference
  let modifiers: [Modifier]

  private var one: Parameter { Parameter(label: nil, "value", element) }
  private var several: Parameter { Parameter(label: nil, "values", collection) }
  private var array: TypeReference { .array(element) }
  private var index: Parameter { Parameter(label: "at", "idx", .named("Int")) }
  private var indexes: Parameter { Parameter(label: "at", "indexes", .named("NSIndexSet")) }

  /// `addToTips(_:)` and `removeFromTips(_:)`, each for one and for several.
  var unordered: [Declaration] {
    [
      method("addTo", [name.raised(after: "add", before: "Object")], [one]),
      method("removeFrom", [name.raised(after: "remove", before: "Object")], [one]),
      method("addTo", [name.raised(after: "add")], [several]),
      method("removeFrom", [name.raised(after: "remove")], [several]),
    ]
  }

  /// The methods by index of an ordered relationship.
  var ordered: [Declaration] {
    let atIndex = name.raised(after: "in", before: "AtIndex")
    return [
      method(
        "insertInto", ["insertObject", atIndex],
        [one, index]),
      method("removeFrom", [name.raised(after: "removeObjectFrom", before: "AtIndex")], [index]),
      method(
        "insertInto", [name.raised(after: "insert"), "atIndexes"],
        [Parameter(label: nil, "values", array), indexes]),
      method("removeFrom", [name.raised(after: "remove", before: "AtIndexes")], [indexes]),
      method(
        "replace", [name.raised(after: "replaceObjectIn", before: "AtIndex"), "withObject"],
        [index, Parameter(label: "with", "value", element)]),
      method(
        "replace",
        [
          name.raised(after: "replace", before: "AtIndexes"),
          name.raised(after: "with"),
        ],
        [indexes, Parameter(label: "with", "values", array)]),
    ]
  }

  private func method(
    _ verb: Identifier, _ selector: [Identifier], _ parameters: [Parameter]
  ) -> Declaration {
    .function(
      FunctionDeclaration(
        .function(name.raised(after: verb)), selector: selector, modifiers: modifiers,
        parameters: parameters))
  }
}
