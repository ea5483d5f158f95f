import MomentumModel

/// One property of a class of managed objects.
struct ObjectProperty {
  enum Kind {
    /// An attribute; `zero` is the value that a missing one reads as, `nil` for an optional property.
    case attribute(TypeReference, zero: Expression?)
    /// An attribute that is read as a type of the app, by its raw value.
    case raw(TypeReference)
    case transformable(TypeReference)
    /// The elements by name.
    case composite(TypeReference)
    /// A value without a Swift type of its own.
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
  /// The derivation, for an attribute that the store computes.
  let derivation: String?
  /// Whether a to-many relationship has functions for single objects: `Tips` and `tips` would have the
  /// same ones.
  let hasFunctions: Bool

  /// `MomentumObjects.TypedProperties(self)[attribute: "name"]`
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

  /// `public var name: String? { get { … } set { … } }`; without a setter if the store computes the
  /// value.
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

  /// `nil` for a raw value that the type does not have.
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

  /// `// MARK: Generated accessors for tips` and an extension with functions for single objects.
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

/// The functions for a to-many relationship: those that Xcode generates, with Swift's collections.
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

  /// The relationship as a list that can be changed in place.
  private var list: Expression { .member(.name("self"), name) }

  /// `addToTips(_:)` and `removeFromTips(_:)`, each for one object and for several.
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

  /// `MomentumObjects.TypedProperties(self).add(value, to: "tips")`
  private func change(_ verb: Identifier, _ label: Identifier) -> Statement {
    .expression(
      .call(.member(properties, verb), [.init(nil, .name("value")), .init(label, key)]))
  }

  /// The functions of an ordered relationship that take a place.
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
