import MomentumModel

/// Writes one function per stored fetch request for the Core Data target.
struct ManagedRequestWriter {
  let plan: ManagedPlan

  private var model: ObjectModel { plan.model }
  private var classes: ManagedClasses { plan.classes }
  private var types: ManagedTypes { plan.types }

  /// The functions, and the error that they throw; empty if there is no request to write. A request
  /// is left out if the properties of its entity's class are not generated.
  func declarations(_ requests: [CompiledFetchRequest]) -> [Declaration] {
    let requests = requests.filter {
      classes.managedClass(of: $0.request.entity)?.arePropertiesWritten ?? true
    }
    guard !requests.isEmpty else { return [] }
    var scope = NameScope(
      reserved: ["fetchRequest", "entity", plan.keyName.text, plan.objectIDName.text])
    let names = scope.claim(requests.map(\.request.name))
    let extensions = zip(requests, names).map { request, name in
      Declaration.type(
        TypeDeclaration(
          .extension, classes.type(of: request.request.entity), members: [member(request, name)]))
    }
    return extensions + [error]
  }

  /// Writes the function that returns a stored request as `NSFetchRequest<Venue>`. The model returns
  /// requests of another type. On a Mac a cast converts them. On Linux Swift's cast between two
  /// generic types always fails and the function would throw, so it calls `typed()` there.
  private func member(_ compiled: CompiledFetchRequest, _ name: Identifier) -> Declaration {
    let cast = function(compiled, name) { template, type, missing in
      [
        .constant("template", nil, template),
        .guarding(
          .binds("request", .conditionalCast(.name("template"), type)), else: .failing(missing)),
        .returning(.name("request")),
      ]
    }
    guard plan.options.servesLinux else { return cast }
    let copy = function(compiled, name) { template, _, missing in
      [
        .constant("template", nil, template),
        .guarding(.binds("request", .name("template")), else: .failing(missing)),
        .returning(.call(.member(.name("request"), "typed"), [])),
      ]
    }
    return .whenPresent("ObjectiveC", [cast], else: [copy])
  }

  /// The function for one request: `public static func named(names: [String], from model:
  /// NSManagedObjectModel = …) throws(…) -> …`.
  ///
  /// The request is a copy of the model's template with the variables filled (documented:
  /// `NSManagedObjectModel.fetchRequestFromTemplate(withName:substitutionVariables:)`), so limits
  /// and result type are those of the model that is loaded.
  private func function(
    _ compiled: CompiledFetchRequest, _ name: Identifier,
    _ body: (_ template: Expression, _ type: TypeReference, _ missing: Expression) -> [Statement]
  ) -> Declaration {
    let stored = compiled.request
    let names = RequestParameters.names(
      compiled.parameters, reserved: ["request", "model", "template"])
    let type = TypeReference.generic("NSFetchRequest", [result(of: stored)])
    let values = zip(compiled.parameters, names).map { parameter, name in
      Expression.Pair(key: .string(parameter.name), value: value(of: parameter, name))
    }
    let template = Expression.call(
      .member(.name("model"), "fetchRequestFromTemplate"),
      [
        .init("withName", .string(stored.name)),
        .init("substitutionVariables", .dictionary(values)),
      ])
    let missing = Expression.call(
      .type(.named(plan.errorName)), [.init("name", .string(stored.name))])
    return .function(
      FunctionDeclaration(
        .function(name), comment: RequestParameters.comment(compiled),
        modifiers: plan.modifiers.plain + [.static],
        parameters: zip(compiled.parameters, names).map { Parameter($1, parameterType($0)) }
          + [modelParameter(stored.entity)],
        error: .named(plan.errorName), result: type,
        body: body(template, type, missing)))
  }

  /// The parameter `from model: NSManagedObjectModel = entity().managedObjectModel`. It has no
  /// default value if several entities share the class, because `entity()` cannot tell which is
  /// meant.
  private func modelParameter(_ entity: EntityID) -> Parameter {
    var parameter = Parameter(label: "from", "model", .named("NSManagedObjectModel"))
    if classes.managedClass(of: entity)?.entities.count == 1 {
      // Write `entity()` without the class's name: a property may have the same name as the class.
      parameter.value = .member(.call("entity"), "managedObjectModel")
    }
    return parameter
  }

  /// The value to substitute for a variable: `name`, or `name as Any? ?? NSNull()` if nil is
  /// allowed, because substitutions have NSNull for nil (documented:
  /// `NSPredicate.withSubstitutionVariables(_:)`).
  private func value(
    of parameter: CompiledFetchRequest.Parameter, _ name: Identifier
  ) -> Expression {
    guard parameter.acceptsNil else { return .name(name) }
    let null = Expression.call(.type(types.foundation("NSNull")), [])
    return .binary(.typed(.name(name), .optional(.named("Any"))), .orElse, null)
  }

  private func result(of stored: StoredFetchRequest) -> TypeReference {
    switch stored.resultType {
    case .managedObject: classes.type(of: stored.entity)
    case .managedObjectID: .named("NSManagedObjectID")
    case .dictionary: types.foundation("NSDictionary")
    case .count: types.foundation("NSNumber")
    }
  }

  private func parameterType(_ parameter: CompiledFetchRequest.Parameter) -> TypeReference {
    let type =
      switch parameter.type {
      case .attribute(let type): types.parameter(of: type)
      case .object(let entity): classes.type(of: entity)
      case .count: types.swift("Int")
      }
    let whole = parameter.isCollection ? TypeReference.array(type) : type
    return parameter.acceptsNil ? .optional(whole) : whole
  }

  /// The error for a request that the loaded model does not have: `public struct
  /// BubbleTeaRequestError: Error, Sendable { public let name: String … }`.
  private var error: Declaration {
    let modifiers = plan.modifiers.plain
    let string = types.swift("String")
    let text = Expression.binary(
      .binary(.string("the model has no fetch request '"), .add, .name("name")), .add,
      .string("'"))
    let members: [Declaration] = [
      .variable(VariableDeclaration("name", string, modifiers: modifiers, isConstant: true)),
      .variable(
        VariableDeclaration(
          "description", string, modifiers: modifiers, body: .getter([.returning(text)]))),
    ]
    return .type(
      TypeDeclaration(
        .struct, .named(plan.errorName),
        comment: Comment("A stored fetch request that the loaded model does not have."),
        modifiers: modifiers,
        inherited: ["Error", "Sendable", "CustomStringConvertible"].map { types.swift($0) },
        members: members))
  }
}
