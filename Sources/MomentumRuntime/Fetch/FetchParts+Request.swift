package import MomentumCompiler
internal import MomentumDiagnostics
package import MomentumModel
package import MomentumPredicate
package import MomentumQuery

// Resolves the names of a fetch against the model. Errors of the predicate checker are thrown as
// failures with the reason `.request`.

extension FetchParts {
  /// The request for the objects.
  package func request(in compiled: CompiledModel) throws(StoreFailure) -> FetchRequest {
    let entity = try entity(in: compiled)
    for count in [limit, offset].compactMap({ $0 }) where count < 0 {
      throw StoreFailure(.request, "a limit or an offset is 0 or more")
    }
    var sortKeys: [SortKey] = []
    for sort in sorts { sortKeys.append(try sort.key(of: entity, in: compiled.model)) }
    return FetchRequest(
      entity: entity, predicate: try predicate(in: compiled), sortKeys: sortKeys, limit: limit,
      offset: offset)
  }

  package func entity(in compiled: CompiledModel) throws(StoreFailure) -> EntityID {
    try compiled.model.known(entityName)
  }

  /// All conditions combined; `nil` if there are none.
  package func predicate(in compiled: CompiledModel) throws(StoreFailure) -> TypedPredicate? {
    let entity = try entity(in: compiled)
    var all: [TypedPredicate] = []
    for condition in conditions {
      let typed = try condition.predicate(of: entity, in: compiled)
      if case .and(let operands) = typed { all += operands } else { all.append(typed) }
    }
    return all.count > 1 ? .and(all) : all.first
  }
}

extension FetchParts.Filter {
  func predicate(
    of entity: EntityID, in compiled: CompiledModel
  ) throws(StoreFailure) -> TypedPredicate {
    switch self {
    case .condition(let condition):
      let syntax = ConditionSyntax(condition)
      guard let predicate = syntax.predicate else {
        throw StoreFailure(
          .request, "the condition nests deeper than \(Condition.depthMax) levels")
      }
      var diagnostics = Diagnostics()
      let source = SourceFile(path: "<predicate>", text: syntax.format)
      return try compiled.check(predicate, source, syntax.arguments, of: entity, &diagnostics)
    case .format(let format, let constants):
      let typed = try compiled.predicate(format, constants.map(\.argument), of: entity)
      guard typed.variables.isEmpty else {
        let names = typed.variables.map { "$\($0.name)" }.joined(separator: ", ")
        throw StoreFailure(.request, "no values are given for \(names)")
      }
      return typed
    }
  }
}

extension CompiledModel {
  fileprivate func predicate(
    _ format: String, _ arguments: [PredicateArgument], of entity: EntityID
  ) throws(StoreFailure) -> TypedPredicate {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "<predicate>", text: format)
    guard let syntax = PredicateParser.parse(source, &diagnostics) else {
      throw StoreFailure(.request, diagnostics: diagnostics)
    }
    return try check(syntax, source, arguments, of: entity, &diagnostics)
  }

  fileprivate func check(
    _ syntax: PredicateSyntax, _ source: SourceFile, _ arguments: [PredicateArgument],
    of entity: EntityID, _ diagnostics: inout Diagnostics
  ) throws(StoreFailure) -> TypedPredicate {
    let typed = PredicateChecker.check(
      syntax, source: source, entity: entity, model: model, arguments: arguments,
      isRegularExpression: PatternSyntax.isRegularExpression, &diagnostics)
    guard let typed else { throw StoreFailure(.request, diagnostics: diagnostics) }
    return typed
  }
}

extension FetchSort {
  fileprivate func key(
    of entity: EntityID, in model: ObjectModel
  ) throws(StoreFailure) -> SortKey {
    let resolved = try path.resolved(from: entity, in: model)
    let isText = resolved.type == .attribute(.string) || resolved.type == .attribute(.uri)
    return SortKey(
      resolved.path, isAscending: order == .ascending,
      comparison: isText ? comparison : .binary)
  }
}

extension PropertyPath {
  /// The resolved path. Throws if the path leads over a to-many relationship, because it has
  /// several values then.
  package func resolved(
    from entity: EntityID, in model: ObjectModel
  ) throws(StoreFailure) -> ResolvedKeyPath {
    var diagnostics = Diagnostics()
    let resolved = KeyPathResolver(model: model).resolve(
      keys.map { KeyPathResolver.Key($0) }, from: entity, &diagnostics)
    guard let resolved else { throw StoreFailure(.request, diagnostics: diagnostics) }
    guard variable == nil, !resolved.crossesToMany else {
      throw StoreFailure(
        .request, "'\(keys.joined(separator: "."))' is not one value of each object")
    }
    return resolved
  }
}

extension ObjectModel {
  /// The entity with a name from generated code. Throws if the model does not have it.
  package func known(_ name: String) throws(StoreFailure) -> EntityID {
    guard let entity = entity(named: name) else {
      throw StoreFailure(.request, "the model has no entity '\(name)'")
    }
    return entity
  }
}
