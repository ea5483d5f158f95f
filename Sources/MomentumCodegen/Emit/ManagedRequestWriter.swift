import MomentumModel

/// Writes one function per stored fetch request for the Core Data target.
struct ManagedRequestWriter {
  let model: ObjectModel
  let classes: ManagedClasses
  let access: AccessLevel

  /// `nil` where there is nothing to write.
  func file(_ requests: [CompiledFetchRequest]) -> SwiftFile? {
    guard !requests.isEmpty else { return nil }
    var scope = NameScope(reserved: ManagedTypes.reservedMembers)
    let names = scope.claim(requests.map(\.request.name))
    let extensions = zip(requests, names).map { request, name in
      Declaration.type(
        TypeDeclaration(
          .extension, classes.type(of: request.request.entity), members: [function(request, name)]))
    }
    return SwiftFile(
      declarations: [.importModule("Foundation"), .importModule("CoreData")] + extensions)
  }

  /// `public static func venuesByName(name: String) -> NSFetchRequest<Venue> { … }`
  private func function(_ compiled: CompiledFetchRequest, _ name: Identifier) -> Declaration {
    let stored = compiled.request
    let parameterNames = RequestParameters.names(
      compiled.parameters, reserved: ["request", "template"])
    let type = TypeReference.generic("NSFetchRequest", [result(of: stored)])
    var body: [Statement] = [
      .constant(
        "request", nil,
        .call(.type(type), [.init("entityName", .string(model[stored.entity].name))]))
    ]
    if let format = stored.predicateFormat {
      body += predicate(format, compiled.parameters, parameterNames)
    }
    body += settings(of: stored)
    body.append(.returning(.name("request")))
    return .function(
      FunctionDeclaration(
        .function(name),
        comment: RequestParameters.comment(compiled),
        modifiers: [.access(access), .static],
        parameters: zip(compiled.parameters, parameterNames).map {
          Parameter($1, parameterType($0))
        },
        result: type, body: body))
  }

  /// `let template = NSPredicate(format: "name == $NAME", argumentArray: nil)` and
  /// `request.predicate = template.withSubstitutionVariables(["NAME": name])`
  private func predicate(
    _ format: String, _ parameters: [CompiledFetchRequest.Parameter], _ names: [Identifier]
  ) -> [Statement] {
    let template = Expression.call(
      .name("NSPredicate"), [.init("format", .string(format)), .init("argumentArray", .null)])
    guard !parameters.isEmpty else { return [set("predicate", template)] }
    let values = zip(parameters, names).map {
      Expression.Pair(key: .string($0.name), value: .name($1))
    }
    let filled = Expression.call(
      .member(.name("template"), "withSubstitutionVariables"), [.init(nil, .dictionary(values))])
    return [.constant("template", nil, template), set("predicate", filled)]
  }

  /// What the model says beyond the defaults of `NSFetchRequest`.
  private func settings(of stored: StoredFetchRequest) -> [Statement] {
    var result: [Statement] = []
    if let type = resultType(of: stored) {
      result.append(set("resultType", .implicitMember(type)))
    }
    if stored.fetchLimit > 0 {
      result.append(set("fetchLimit", .integer(Int64(stored.fetchLimit))))
    }
    if stored.fetchBatchSize > 0 {
      result.append(set("fetchBatchSize", .integer(Int64(stored.fetchBatchSize))))
    }
    let flags: [(Identifier, Bool, standard: Bool)] = [
      ("includesSubentities", stored.includesSubentities, true),
      ("includesPropertyValues", stored.includesPropertyValues, true),
      ("includesPendingChanges", stored.includesPendingChanges, true),
      ("returnsObjectsAsFaults", stored.returnsObjectsAsFaults, true),
      ("returnsDistinctResults", stored.returnsDistinctResults, false),
    ]
    for (name, value, standard) in flags where value != standard {
      result.append(set(name, .boolean(value)))
    }
    return result
  }

  private func set(_ property: Identifier, _ value: Expression) -> Statement {
    .assign(.member(.name("request"), property), value)
  }

  private func result(of stored: StoredFetchRequest) -> TypeReference {
    switch stored.resultType {
    case .managedObject: classes.type(of: stored.entity)
    case .managedObjectID: .named("NSManagedObjectID")
    case .dictionary: .named("NSDictionary")
    case .count: .named("NSNumber")
    }
  }

  private func resultType(of stored: StoredFetchRequest) -> Identifier? {
    switch stored.resultType {
    case .managedObject: nil
    case .managedObjectID: "managedObjectIDResultType"
    case .dictionary: "dictionaryResultType"
    case .count: "countResultType"
    }
  }

  private func parameterType(_ parameter: CompiledFetchRequest.Parameter) -> TypeReference {
    let type =
      switch parameter.type {
      case .attribute(let type): ManagedTypes.parameter(of: type)
      case .object(let entity): classes.type(of: entity)
      case .count: TypeReference.named("Int")
      }
    return parameter.isCollection ? .array(type) : type
  }
}
