import MomentumDiagnostics
import MomentumModel

// Reads `author IN %@.friends`: a path that begins at an object given as an argument.

extension OperandReader {
  /// Reads a path after an argument. If the argument is an object, the objects at the end of the
  /// path become a request:
  ///
  ///     author IN %@.friends   →   author IN (SELECT … WHERE its inverse of 'friends' is the object)
  func path(
    ofArgument index: Int, _ components: [KeyComponent], at argumentRange: SourceRange,
    _ range: SourceRange
  ) -> Operand? {
    let given = argument(index, at: argumentRange)
    guard let parts = keyPathReader.parts(components), let given else { return nil }
    let value = Operand(.argument(given), argumentRange)
    guard let object = state.converter.object(given) else {
      return functionReader.member(parts, of: value, range)
    }
    return objects(parts, of: object, range)
  }

  private func objects(
    _ parts: [PathPart], of object: ObjectReference, _ range: SourceRange
  ) -> Operand? {
    if let part = parts.first(where: \.isOperator) {
      report(
        .keyOfValue(
          "the argument", why: "'@\(part.name)' of an object is a value; give that value instead"),
        at: part.range)
      return nil
    }
    let path: ResolvedKeyPath
    do throws(KeyPathResolver.Failure) {
      path = try state.resolver.walk(
        parts.map { KeyPathResolver.Key($0.name) }, from: object.entity)
    } catch {
      let place = error.index < parts.count ? parts[error.index].range : range
      report(
        error.message, at: place,
        fixIts: KeyPathResolver.fixIts(error.near, SourceLocation(source, place)))
      return nil
    }
    guard path.path.target == .object, case .object(let entity) = path.type else {
      report(
        .keyOfValue(
          "the argument",
          why: "'\(text(range))' is a value that the object has; give that value instead"),
        at: parts.last?.range ?? range)
      return nil
    }
    if path.path.steps.isEmpty { return Operand(.argument(.object(object)), range) }
    return request(for: entity, fromWhich: path.path.steps, reach: object, range)
  }

  /// Makes a request for the objects that are reached from `object` by `steps`. Its condition goes
  /// back from them to `object` over the inverse relationships, in reverse order.
  private func request(
    for entity: EntityID, fromWhich steps: [RelationshipID], reach object: ObjectReference,
    _ range: SourceRange
  ) -> Operand? {
    let inverses = steps.reversed().compactMap { model[$0].inverse }
    guard inverses.count == steps.count else {
      let name = steps.first { model[$0].inverse == nil }.map { model[$0].name } ?? ""
      report(
        .keyOfValue(
          "the argument",
          why: "'\(name)' has no inverse to find its objects by; give the objects themselves"),
        at: range)
      return nil
    }
    let toManyCount = inverses.count { model[$0].isToMany }
    guard toManyCount < 2 else {
      report(
        .multipleToMany(rewrite: "'%@' with the objects themselves as the argument"), at: range)
      return nil
    }
    let back = TypedKeyPath(root: entity, steps: inverses, target: .object)
    let condition = TypedComparison(
      quantifier: toManyCount == 1 ? .any : nil, left: .keyPath(back), comparisonOperator: .equal,
      right: .object(object))
    return Operand(
      .fetched(TypedFetch(entity: entity, predicate: .comparison(condition))), range)
  }
}

extension ValueConverter {
  /// The object that an argument names; `nil` for an argument that is no object.
  func object(_ argument: PredicateArgument) -> ObjectReference? {
    switch argument {
    case .object(let reference):
      reference.entity.index < model.entities.count ? reference : nil
    case .text(let text): object(text)
    case .value, .key, .null, .list, .fetch: nil
    }
  }
}
