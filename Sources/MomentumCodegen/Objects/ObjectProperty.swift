import MomentumModel

/// One property of a class of managed objects.
struct ObjectProperty {
  enum Kind {
    /// An attribute. `zero` is the value that the property returns if the object has none; `nil` if
    /// the property is optional.
    case attribute(TypeReference, zero: Expression?)
    /// An attribute whose raw values are converted to a type of the app, such as an enum.
    case raw(TypeReference)
    case transformable(TypeReference)
    /// A composite attribute, as a dictionary of its elements by name.
    case composite(TypeReference)
    /// An attribute for which the model gives no usable Swift type; the property is a
    /// `PropertyValue`.
    case untyped
    case toOne(TypeReference)
    case toMany(TypeReference, isOrdered: Bool)
    /// A fetched property and the class that it fetches.
    case fetched(TypeReference)
  }

  /// The name in the model.
  let name: String
  let identifier: Identifier
  let kind: Kind
  /// The expression of a derived attribute, whose value the store computes; `nil` for other
  /// properties.
  let derivation: String?
  /// Whether a to-many relationship gets functions such as `addToTips(_:)`. False if another
  /// relationship already has functions of these names: `Tips` and `tips` would have the same.
  let hasFunctions: Bool

  /// The expression that reads or sets the property by its name:
  /// `MomentumObjects.TypedProperties(self)[attribute: "name"]`. `label` is the subscript's label
  /// for the kind of property.
  private func element(_ label: Identifier) -> Expression {
    .element(ObjectProperty.properties, .init(label, key))
  }

  private static let properties = Expression.call(
    .type(.objects("TypedProperties")), [.init(nil, .name("self"))])

  private var key: Expression { .string(name) }

  /// The type of the Swift property.
  func type(_ plan: ObjectsPlan) -> TypeReference {
    switch kind {
    case .attribute(let type, let zero): zero == nil ? .optional(type) : type
    case .raw(let type), .transformable(let type), .composite(let type), .toOne(let type):
      .optional(type)
    case .untyped: .objects("PropertyValue")
    case .toMany(let type, let isOrdered): plan.collection(of: type, isOrdered: isOrdered)
    case .fetched(let type): .array(type)
    }
  }

  /// The computed property: `public var name: String? { get { … } set { … } }`. It has no setter if
  /// it is a derived attribute or a fetched property.
  func declaration(_ plan: ObjectsPlan) -> Declaration {
    let (get, set) = accessors
    var comment: [String] = []
    if let derivation { comment.append("Derived by the store: \(derivation)") }
    if case .fetched = kind { comment.append("The fetched property '\(name)'.") }
    if comment.isEmpty, identifier.text != name {
      comment.append("The property '\(name)' of the model.")
    }
    let isReadOnly = derivation != nil || set.isEmpty
    return .variable(
      VariableDeclaration(
        identifier, type(plan), comment: comment.isEmpty ? nil : Comment(lines: comment),
        modifiers: plan.modifiers, body: isReadOnly ? .getter(get) : .accessors(get: get, set: set))
    )
  }

  private var accessors: (get: [Statement], set: [Statement]) {
    func plain(_ label: Identifier) -> (get: [Statement], set: [Statement]) {
      ([.returning(element(label))], [.assign(element(label), .name("newValue"))])
    }
    switch kind {
    case .attribute(_, let zero):
      let (get, set) = plain("attribute")
      return (zero.map { [.returning(.binary(element("attribute"), .orElse, $0))] } ?? get, set)
    case .raw(let type): return raw(type)
    case .transformable: return plain("transformable")
    case .composite: return plain("composite")
    case .untyped:
      let value = Expression.element(.name("self"), .init(nil, key))
      return ([.returning(value)], [.assign(value, .name("newValue"))])
    case .toOne: return plain("toOne")
    case .toMany(_, let isOrdered): return plain(isOrdered ? "ordered" : "toMany")
    case .fetched: return (plain("ordered").get, [])
    }
  }

  /// The accessors of a property that converts raw values. The generated getter returns nil for a
  /// raw value that the type does not have.
  private func raw(_ type: TypeReference) -> (get: [Statement], set: [Statement]) {
    let rawValue = Expression.typed(
      element("attribute"), .optional(.member(type, "RawValue")))
    let get: [Statement] = [
      .guarding(.binds("rawValue", rawValue), else: .returning(.null)),
      .returning(.call(.type(type), [.init("rawValue", .name("rawValue"))])),
    ]
    let value = Expression.member(.chained(.name("newValue")), "rawValue")
    return (get, [.assign(element("attribute"), value)])
  }

  // MARK: - To-many

  /// The remark `// MARK: Generated accessors for tips` and an extension with the functions of a
  /// to-many relationship; empty for any other property.
  func accessors(_ plan: ObjectsPlan, in owner: TypeReference) -> [Declaration] {
    guard hasFunctions, case .toMany(let type, let isOrdered) = kind else { return [] }
    let functions = ToManyFunctions(
      key: key, name: identifier, element: type,
      collection: plan.collection(of: type, isOrdered: isOrdered), plan: plan,
      properties: ObjectProperty.properties)
    return [
      .remark(Comment("MARK: Generated accessors for \(name)")),
      .type(
        TypeDeclaration(
          .extension, owner,
          members: (isOrdered ? functions.ordered : []) + functions.unordered)),
    ]
  }
}

/// The functions for a to-many relationship: those that Xcode generates, with `Set` and `Array` in
/// place of `NSSet` and `NSOrderedSet`.
private struct ToManyFunctions {
  let key: Expression
  let name: Identifier
  let element: TypeReference
  let collection: TypeReference
  let plan: ObjectsPlan
  let properties: Expression

  private var one: Parameter { Parameter(label: nil, "value", element) }
  private var several: Parameter { Parameter(label: nil, "values", collection) }
  private var array: TypeReference { .array(element) }
  private var index: Parameter { Parameter(label: "at", "idx", plan.types.swift("Int")) }
  private var indexes: Parameter {
    Parameter(label: "at", "indexes", plan.types.foundation("IndexSet"))
  }

  /// The ordered relationship as an expression: `self.tips`, an array that can be changed in place.
  private var list: Expression { .member(.name("self"), name) }

  /// The functions of every to-many relationship: `addToTips(_:)` and `removeFromTips(_:)`, each
  /// for one object and for several.
  var unordered: [Declaration] {
    let add = change("add", "to")
    let remove = change("remove", "from")
    return [
      function("addTo", [one], [add]),
      function("removeFrom", [one], [remove]),
      function("addTo", [several], [.loop("value", .name("values"), [add])]),
      function("removeFrom", [several], [.loop("value", .name("values"), [remove])]),
    ]
  }

  /// The statement that adds or removes one object:
  /// `MomentumObjects.TypedProperties(self).add(value, to: "tips")`.
  private func change(_ verb: Identifier, _ label: Identifier) -> Statement {
    .expression(
      .call(.member(properties, verb), [.init(nil, .name("value")), .init(label, key)]))
  }

  /// The functions of an ordered relationship that take an index: `insertIntoTips(_:at:)`,
  /// `removeFromTips(at:)`, `replaceTips(at:with:)`, each for one object and for several.
  var ordered: [Declaration] {
    let pair = Expression.name("pair")
    let pairs = Expression.call(
      .member(.name("Swift"), "zip"), [.init(nil, .name("indexes")), .init(nil, .name("values"))])
    let reversed = Expression.call(.member(.name("indexes"), "reversed"), [])
    return [
      function("insertInto", [one, index], [insert(.name("value"), at: .name("idx"))]),
      function("removeFrom", [index], [remove(at: .name("idx"))]),
      function(
        "insertInto", [Parameter(label: nil, "values", array), indexes],
        [.loop("pair", pairs, [insert(.member(pair, "1"), at: .member(pair, "0"))])]),
      function(
        "removeFrom", [indexes], [.loop("idx", reversed, [remove(at: .name("idx"))])]),
      function(
        "replace", [index, Parameter(label: "with", "value", element)],
        [replace(at: .name("idx"), with: .name("value"))]),
      function(
        "replace", [indexes, Parameter(label: "with", "values", array)],
        [.loop("pair", pairs, [replace(at: .member(pair, "0"), with: .member(pair, "1"))])]),
    ]
  }

  private func insert(_ value: Expression, at index: Expression) -> Statement {
    .expression(.call(.member(list, "insert"), [.init(nil, value), .init("at", index)]))
  }

  private func remove(at index: Expression) -> Statement {
    .expression(.call(.member(list, "remove"), [.init("at", index)]))
  }

  private func replace(at index: Expression, with value: Expression) -> Statement {
    .assign(.element(list, .init(nil, index)), value)
  }

  private func function(
    _ verb: Identifier, _ parameters: [Parameter], _ body: [Statement]
  ) -> Declaration {
    .function(
      FunctionDeclaration(
        .function(name.raised(after: verb)), modifiers: plan.modifiers, parameters: parameters,
        body: body))
  }
}
