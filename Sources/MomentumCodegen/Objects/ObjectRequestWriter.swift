import MomentumModel

/// Writes one function per stored fetch request for the target of MomentumObjects.
struct ObjectRequestWriter {
  let plan: ObjectsPlan

  private var model: ObjectModel { plan.model }
  private let request = TypeReference.objects("ObjectRequest")
  private let argument = TypeReference.member(.objects("ObjectPredicate"), "Argument")

  init(plan: ObjectsPlan) { self.plan = plan }

  /// An extension with one function for each request. A request is left out if the properties of
  /// its entity's class are not generated, because the app may not have the class.
  func declarations(_ requests: [CompiledFetchRequest]) -> [Declaration] {
    let requests = requests.filter {
      plan.classes.managedClass(of: $0.request.entity)?.arePropertiesWritten ?? false
    }
    var scope = NameScope(reserved: ["fetchRequest", "ignoresChanges", plan.keyName.text])
    return zip(requests, scope.claim(requests.map(\.request.name))).map { compiled, name in
      .type(
        TypeDeclaration(
          .extension, plan.classes.type(of: compiled.request.entity),
          members: [function(compiled, name)]))
    }
  }

  /// The function for one request: `public static func named(names: [String]) ->
  /// MomentumObjects.ObjectRequest { … }`.
  private func function(_ compiled: CompiledFetchRequest, _ name: Identifier) -> Declaration {
    let stored = compiled.request
    let names = RequestParameters.names(
      compiled.parameters, reserved: ["request", "MomentumObjects", "Foundation", "Swift"])
    let made = made(compiled, names)
    let changes = changes(of: stored)
    var comment = RequestParameters.comment(compiled)
    comment.lines += resultLines(stored)
    return .function(
      FunctionDeclaration(
        .function(name), comment: comment, modifiers: plan.modifiers + [.static],
        parameters: zip(compiled.parameters, names).map { Parameter($1, type(of: $0)) },
        result: request,
        body: changes.isEmpty
          ? [.returning(made)]
          : [.variable("request", made)] + changes + [.returning(.name("request"))]))
  }

  /// Lines for the function's comment. They name the call that returns what the stored request asks
  /// for; a request made by code has no result type.
  private func resultLines(_ stored: StoredFetchRequest) -> [String] {
    switch stored.resultType {
    case .managedObject: []
    case .managedObjectID: ["", "It is stored with the result type of `fetchIDs`."]
    case .dictionary: ["", "It is stored with the result type of `fetchDictionaries`."]
    case .count: ["", "It is stored with the result type of `count`."]
    }
  }

  /// The expression that makes the request: `ObjectRequest("Venue", where: ObjectPredicate("name ==
  /// $NAME", variables: ["NAME": …]))`.
  private func made(_ compiled: CompiledFetchRequest, _ names: [Identifier]) -> Expression {
    var arguments: [Expression.Argument] = [
      .init(nil, .string(model[compiled.request.entity].name))
    ]
    if let format = compiled.request.predicateFormat {
      var parts: [Expression.Argument] = [.init(nil, .string(format))]
      if !names.isEmpty {
        let pairs = zip(compiled.parameters, names).map { parameter, name in
          Expression.Pair(key: .string(parameter.name), value: value(of: parameter, name))
        }
        parts.append(.init("variables", .dictionary(pairs)))
      }
      arguments.append(.init("where", .call(.type(.objects("ObjectPredicate")), parts)))
    }
    return .call(.type(request), arguments)
  }

  /// The assignments of the request's settings that differ from the defaults of a new request:
  /// `request.limit = 10`.
  private func changes(of stored: StoredFetchRequest) -> [Statement] {
    let plain = StoredFetchRequest(name: "", entity: stored.entity)
    var result: [Statement] = []
    func set(_ name: Identifier, _ isChanged: Bool, _ value: Expression) {
      guard isChanged else { return }
      result.append(.assign(.member(.name("request"), name), value))
    }
    set("limit", stored.fetchLimit != plain.fetchLimit, .integer(Int64(stored.fetchLimit)))
    set(
      "batchSize", stored.fetchBatchSize != plain.fetchBatchSize,
      .integer(Int64(stored.fetchBatchSize)))
    set("includesSubentities", !stored.includesSubentities, .boolean(false))
    set("includesPendingChanges", !stored.includesPendingChanges, .boolean(false))
    set("includesPropertyValues", !stored.includesPropertyValues, .boolean(false))
    set("returnsFaults", !stored.returnsObjectsAsFaults, .boolean(false))
    set("isDistinct", stored.returnsDistinctResults, .boolean(true))
    return result
  }

  // MARK: - Parameters

  private func type(of parameter: CompiledFetchRequest.Parameter) -> TypeReference {
    guard let type = elementType(of: parameter) else { return argument }
    let whole = parameter.isCollection ? TypeReference.array(type) : type
    return parameter.acceptsNil ? .optional(whole) : whole
  }

  /// The type of the parameter, or of each element of a list; `nil` for an attribute type that has
  /// no Swift type, so that the parameter is an `ObjectPredicate.Argument`.
  private func elementType(of parameter: CompiledFetchRequest.Parameter) -> TypeReference? {
    switch parameter.type {
    case .attribute(let type): plan.type(of: type)
    case .object(let entity): plan.classes.type(of: entity)
    case .count: plan.types.swift("Int")
    }
  }

  /// The value of a variable of the predicate: `MomentumObjects.ObjectPredicate.Argument(name)`.
  private func value(
    of parameter: CompiledFetchRequest.Parameter, _ name: Identifier
  ) -> Expression {
    guard elementType(of: parameter) != nil else { return .name(name) }
    return .call(.type(argument), [.init(nil, .name(name))])
  }
}
