import MomentumModel

/// One property of a managed object class.
struct ManagedProperty {
  enum Value {
    /// A value that Core Data itself makes accessors for: `String?`, `Int16`.
    case attribute(TypeReference, isOptional: Bool)
    /// An optional scalar such as `Int16?`: Core Data makes no accessors for it, so they are
    /// generated.
    case optionalScalar(TypeReference)
    /// A value of the app's own type, such as an enum; the store holds its raw value.
    case typed(TypeReference)
    case toOne(TypeReference, isOptional: Bool)
    case toMany(TypeReference, isOrdered: Bool, collection: TypeReference, isOptional: Bool)
    /// A fetched property and the class it fetches.
    case fetched(TypeReference)
  }

  /// The name in the model.
  var name: String
  var identifier: Identifier
  var value: Value
  /// Whether the Swift name is the property's name in the model, so that `@NSManaged` finds the
  /// property. If false, accessors use the key.
  var isManaged: Bool
  var hasAccessors: Bool

  /// The type of the property without `?`.
  var wrappedType: TypeReference {
    switch value {
    case .attribute(let type, _), .optionalScalar(let type), .typed(let type), .toOne(let type, _),
      .toMany(_, _, let type, _):
      type
    case .fetched(let type): .array(type)
    }
  }

  private var isOptional: Bool {
    switch value {
    case .attribute(_, let isOptional), .toOne(_, let isOptional), .toMany(_, _, _, let isOptional):
      isOptional
    case .optionalScalar, .typed: true
    case .fetched: false
    }
  }

  /// The property: `@NSManaged public var name: String?`, or a computed property that reads and
  /// writes by key if Core Data cannot make the accessors.
  func declaration(_ modifiers: ManagedModifiers) -> Declaration {
    switch value {
    case .attribute, .toOne, .toMany:
      guard isManaged else { return primitive(modifiers) }
      return .variable(VariableDeclaration(identifier, type, modifiers: modifiers.managed))
    case .optionalScalar: return primitive(modifiers)
    case .typed(let type): return typed(type, modifiers)
    case .fetched(let type): return fetched(type, modifiers)
    }
  }

  private var type: TypeReference { isOptional ? .optional(wrappedType) : wrappedType }

  /// Whether the property has `@NSManaged` on Apple's systems.
  var hasManagedAccessors: Bool {
    switch value {
    case .attribute, .toOne, .toMany: isManaged
    case .optionalScalar, .typed, .fetched: false
    }
  }

  /// The property that has `@NSManaged` on Apple's systems, for Linux:
  /// `public var name: String? { get { managedValue(forKey: "name") } set { … } }`.
  func linuxDeclaration(_ modifiers: ManagedModifiers) -> Declaration {
    .variable(
      VariableDeclaration(
        identifier, type, modifiers: modifiers.plain,
        body: .forwarding(
          get: .call(.name("managedValue"), [.init("forKey", key)]),
          set: .call(
            .name("setManagedValue"), [.init(nil, .name("newValue")), .init("forKey", key)]))))
  }

  // MARK: - Accessors by key

  private var key: Expression { .string(name) }

  private func notify(_ method: Identifier) -> Statement {
    .expression(.call(.name(method), [.init("forKey", key)]))
  }

  private func released(_ method: Identifier) -> Statement {
    .deferred(.call(.name(method), [.init("forKey", key)]))
  }

  private var primitiveValue: Expression {
    .call(.name("primitiveValue"), [.init("forKey", key)])
  }

  private func accessors(
    _ modifiers: ManagedModifiers, read: [Statement], written value: Expression
  ) -> Declaration {
    let comment = isManaged ? nil : Comment("The property '\(name)' of the model.")
    let store = Expression.call(
      .name("setPrimitiveValue"), [.init(nil, value), .init("forKey", key)])
    return .variable(
      VariableDeclaration(
        identifier, .optional(wrappedType), comment: comment, modifiers: modifiers.plain,
        body: .accessors(
          get: [notify("willAccessValue"), released("didAccessValue")] + read,
          set: [notify("willChangeValue"), released("didChangeValue"), .expression(store)])))
  }

  /// The property with accessors by key: `return primitiveValue(forKey: "a b") as? Int16`.
  private func primitive(_ modifiers: ManagedModifiers) -> Declaration {
    accessors(
      modifiers, read: [.returning(.conditionalCast(primitiveValue, wrappedType))],
      written: .name("newValue"))
  }

  /// The property that converts raw values: `return Color(rawValue: rawValue)`. It reads nil for a
  /// raw value that the type does not have.
  private func typed(_ type: TypeReference, _ modifiers: ManagedModifiers) -> Declaration {
    let rawValue = Expression.conditionalCast(primitiveValue, .member(type, "RawValue"))
    return accessors(
      modifiers,
      read: [
        .guarding(.binds("rawValue", rawValue), else: .returning(.null)),
        .returning(.call(.type(type), [.init("rawValue", .name("rawValue"))])),
      ],
      written: .member(.chained(.name("newValue")), "rawValue"))
  }

  /// The property for a fetched property: `value(forKey: "siblings") as? [Article] ?? []`. It has
  /// no setter, because Core Data has none.
  private func fetched(_ type: TypeReference, _ modifiers: ManagedModifiers) -> Declaration {
    let all = Expression.call(.name("value"), [.init("forKey", key)])
    return .variable(
      VariableDeclaration(
        identifier, .array(type), comment: Comment("The fetched property '\(name)'."),
        modifiers: modifiers.plain,
        body: .getter([
          .returning(.binary(.conditionalCast(all, .array(type)), .orElse, .array([])))
        ])))
  }

  // MARK: - To-many

  /// The accessor methods of a to-many relationship: a remark
  /// `// MARK: Generated accessors for tips` and an extension. Empty for any other property.
  func accessors(
    _ modifiers: ManagedModifiers, in owner: TypeReference, _ types: ManagedTypes,
    servesLinux: Bool
  ) -> [Declaration] {
    guard hasAccessors, case .toMany(let element, let isOrdered, let collection, _) = value else {
      return []
    }
    func members(isManaged: Bool) -> [Declaration] {
      let methods = ToManyAccessors(
        name: identifier, key: key, element: element, collection: collection, types: types,
        modifiers: isManaged ? modifiers.managed : modifiers.plain, isManaged: isManaged)
      return (isOrdered ? methods.ordered : []) + methods.unordered
    }
    let managed = members(isManaged: true)
    let all =
      servesLinux
      ? [Declaration.whenPresent("ObjectiveC", managed, else: members(isManaged: false))] : managed
    return [
      .remark(Comment("MARK: Generated accessors for \(name)")),
      .type(TypeDeclaration(.extension, owner, members: all)),
    ]
  }
}

/// The modifiers of the members of a managed object class.
struct ManagedModifiers {
  let access: AccessLevel
  let isNonisolated: Bool

  private var isolation: [Modifier] { isNonisolated ? [.nonisolated] : [] }

  /// The modifiers of a member without `@NSManaged`: `nonisolated public`, in the order of Xcode
  /// 26.
  var plain: [Modifier] { isolation + [.access(access)] }
  /// The modifiers of a property whose accessors Core Data makes: `@NSManaged nonisolated public`.
  var managed: [Modifier] { [.managed] + plain }
}
