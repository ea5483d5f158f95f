import MomentumDiagnostics
import MomentumModel

// Reads aggregates over the objects of a to-many relationship, with or without a SUBQUERY.

extension KeyPathReader {
  // MARK: - Operators in a path

  /// Reads `tags.@count` or `books.@sum.price`.
  ///
  /// - Parameter place: The index of the operator in `parts`.
  func collectionOperator(
    _ parts: [PathPart], _ place: Int, from binding: SubqueryBinding?, _ range: SourceRange
  ) -> Operand? {
    let part = parts[place]
    guard let function = aggregate(part, parts, place) else { return nil }
    let before = Array(parts[..<place])
    let behind = Array(parts[(place + 1)...])
    if purpose.allowsRowAggregates, binding == nil,
      let rows = functionReader.rowAggregate(function, part, before, behind, range)
    {
      return rows.operand
    }
    if before.isEmpty, binding == nil {
      refuseLeadingOperator(part, behind, range)
      return nil
    }
    guard case .path(let path)? = walk(before, from: binding) else { return nil }
    guard let last = path.path.steps.last, model[last].isToMany, path.path.target == .object else {
      refuseOperator(part, on: path, before, behind, range)
      return nil
    }
    let collection = TypedCollection(path: path.path)
    return aggregation(
      function, part, collection, entity: model[last].destination, value: behind, range)
  }

  func aggregate(
    _ part: PathPart, _ parts: [PathPart], _ place: Int
  ) -> AggregateFunction? {
    if let function = FunctionTable.collectionOperators[part.name] { return function }
    let spelled = ["average": "avg", "minimum": "min", "maximum": "max"][part.name]
    let near =
      spelled ?? nearName(to: part.name, among: FunctionTable.collectionOperators.keys.sorted())
    report(
      .collectionOperator(
        sentence(parts),
        why: "'@\(part.name)' is not computed by a store"
          + (near.map { "; did you mean '@\($0)'?" }
            ?? "; '@count', '@sum', '@avg', '@min' and '@max' are")), at: part.range,
      fixIts: isArgument(part.range)
        ? [] : near.map { [fixIt("use '@\($0)'", part.range, "@\($0)")] } ?? [])
    return nil
  }

  private func sentence(_ parts: [PathPart]) -> String {
    let path = parts.map { ($0.isOperator ? "@" : "") + $0.name }.joined(separator: ".")
    return
      "Keypath containing KVC aggregate where there shouldn't be one; failed to handle \(path)"
  }

  private func refuseLeadingOperator(
    _ part: PathPart, _ behind: [PathPart], _ range: SourceRange
  ) {
    let names = behind.map { PredicatePrinter.escaped($0.name) }
    let isMovable =
      names.count == (part.name == "count" ? 1 : 2) && !behind.contains(where: \.isOperator)
    let moved =
      isMovable ? ([names[0], "@\(part.name)"] + names.dropFirst()).joined(separator: ".") : nil
    report(
      .collectionOperator(
        sentence([part] + behind),
        why: "'@\(part.name)' stands behind a to-many relationship"
          + (moved.map { "; write '\($0)'" } ?? ", as in 'items.@\(part.name)'")),
      at: part.range,
      fixIts: isArgument(part.range)
        ? [] : moved.map { [fixIt("move the operator", range, $0)] } ?? [])
  }

  /// Reports an operator after a key path that does not end in a to-many relationship.
  private func refuseOperator(
    _ part: PathPart, on path: ResolvedKeyPath, _ before: [PathPart], _ behind: [PathPart],
    _ range: SourceRange
  ) {
    let shown = before.map(\.name).joined(separator: ".")
    let parts = before + [part] + behind
    guard path.crossesToMany,
      let cut = path.path.steps.firstIndex(where: { model[$0].isToMany })
    else {
      report(
        .collectionOperator(
          sentence(parts),
          why: "'\(shown)' is one value, and '@\(part.name)' works on a to-many relationship"),
        at: part.range)
      return
    }
    let names = before.map { PredicatePrinter.escaped($0.name) }
    let relationship = names[...min(cut, names.count - 1)].joined(separator: ".")
    let isSelf = behind.isEmpty || (behind.count == 1 && behind[0].name == "self")
    let rest = names.dropFirst(cut + 1).map { "." + $0 }.joined()
    let rewrite =
      part.name == "count" ? "\(relationship).@count" : "\(relationship).@\(part.name)\(rest)"
    let isCertain =
      isSelf && names.count > cut && part.name != "count" && !text(range).contains("%")
    report(
      .collectionOperator(
        sentence(parts),
        why: "the operator stands right behind the to-many relationship; write '\(rewrite)'"),
      at: part.range, fixIts: isCertain ? [fixIt("move the operator", range, rewrite)] : [])
  }

  // MARK: - Aggregates

  /// Makes an aggregate over the objects of a collection, or over one value of each object.
  func aggregation(
    _ function: AggregateFunction, _ part: PathPart, _ collection: TypedCollection,
    entity: EntityID, value keys: [PathPart], _ range: SourceRange
  ) -> Operand? {
    warnAboutAggregateInTernary(range)
    var result = collection
    if function == .count {
      if let first = keys.first {
        report(
          .collectionOperator(
            "Keypath containing KVC aggregate where there shouldn't be one; failed to handle \(text(range))",
            why: "'@count' counts the objects before it and has no key behind it"), at: first.range)
        return nil
      }
      return Operand(.typed(.aggregation(.count, result), .count), range)
    }
    guard let value = value(keys, of: entity, part) else { return nil }
    guard checkAggregated(function, value.type, name: "@\(part.name)", keys.last?.range ?? range)
    else { return nil }
    result.value = value.path
    let type = PredicateType.of(function, value.type) ?? value.type
    return Operand(.typed(.aggregation(function, result), type), range)
  }

  /// The path to the value that is aggregated: `price` for `books.@sum.price`.
  private func value(
    _ keys: [PathPart], of entity: EntityID, _ part: PathPart
  ) -> ResolvedKeyPath? {
    guard !keys.isEmpty else {
      report(
        .collectionOperator(
          "Keypath containing KVC aggregate where there shouldn't be one",
          why:
            "'@\(part.name)' needs an attribute behind it, as in '@\(part.name).\(attributeExample(of: entity))'"
        ), at: part.range)
      return nil
    }
    if let second = keys.first(where: \.isOperator) {
      report(
        .collectionOperator(
          "Keypath containing KVC aggregate where there shouldn't be one",
          why: "a path has one collection operator"), at: second.range)
      return nil
    }
    let inner = SubqueryBinding(variable: "", name: "", entity: entity)
    guard case .path(var path)? = walk(keys, from: inner) else { return nil }
    path.path.origin = .queriedObject
    if path.crossesToMany {
      report(.multipleToMany(rewrite: nil), at: keys[0].range)
      return nil
    }
    return path
  }

  private func attributeExample(of entity: EntityID) -> String {
    model.attributes(of: entity).first { model[$0].type.isNumber }.map { model[$0].name }
      ?? "price"
  }

  /// Reports an aggregate that cannot be computed: a sum needs numbers, and the least or greatest
  /// value needs an order.
  func checkAggregated(
    _ function: AggregateFunction, _ type: PredicateType, name: String, _ range: SourceRange
  ) -> Bool {
    switch function {
    case .count, .countDistinct: return true
    case .mode:
      // Of several values that are equally frequent, `mode` returns the least, so the type must
      // have an order.
      guard type.kindWithoutOrder("") != nil else { return true }
      report(
        .functionArgument(
          "'\(name)'", takes: "numbers, texts or dates",
          found: "'\(text(range))', \(article(type))"), at: range)
      return false
    case .sum, .average, .median, .standardDeviation:
      if type.isNumber { return true }
      report(
        .functionArgument(
          "'\(name)'", takes: "numbers", found: "'\(text(range))', \(article(type))"), at: range)
      return false
    case .minimum, .maximum:
      guard let kind = type.kindWithoutOrder(article(type)) else { return true }
      report(.order(text(range), what: kind), at: range)
      return false
    }
  }

  /// Warns of an aggregate such as `@sum` inside TERNARY. Core Data refuses it (observed), but SQL
  /// can compute it.
  private func warnAboutAggregateInTernary(_ range: SourceRange) {
    guard scope.isInTernary else { return }
    report(
      .storeRefuses(
        sentence:
          "Keypath containing KVC aggregate where there shouldn't be one; failed to handle \(text(range))",
        why: "Core Data's SQLite store refuses it inside TERNARY; it is compiled here"), at: range)
  }

  // MARK: - Indices

  /// Reads `tags[SIZE]`, which counts the objects. Any other index is an error, because rows have
  /// no positions in SQL.
  func index(
    _ base: ExpressionSyntax, _ index: ExpressionSyntax, _ range: SourceRange
  ) -> Operand? {
    guard let operand = operandReader.operand(base) else { return nil }
    let isSize = index.kind == .indexSymbol(.size)
    let size = PathPart(name: "count", isOperator: true, range: index.range)
    if isSize, let row = FunctionTable.function(selector: "objectFrom:withIndex:") {
      warnings.warnAboutStore(row, [operand], range)
    }
    switch operand.shape {
    case .filtered(let objects) where isSize:
      return aggregation(
        .count, size, objects.collection, entity: objects.entity, value: [], range)
    case .path(let path) where isSize && operand.isToManyObject:
      if let last = path.path.steps.last, model[last].isToMany {
        return aggregation(
          .count, size, TypedCollection(path: path.path), entity: model[last].destination,
          value: [], range)
      }
    case .path, .typed, .literal, .value, .argument, .variable, .list, .arithmetic, .function,
      .conditional, .rowAggregate, .filtered, .fetched:
      break
    }
    refuseIndex(base, index, operand, range)
    return nil
  }

  private func refuseIndex(
    _ base: ExpressionSyntax, _ index: ExpressionSyntax, _ operand: Operand, _ range: SourceRange
  ) {
    if case .literal(.string(let key)) = index.kind, operand.type?.isObject == true {
      let path = base.kind == .selfObject ? key : "\(text(base)).\(key)"
      report(
        .unsupported(
          text(range), why: "a key of an object stands behind a dot", rewrite: "'\(path)'"),
        at: range, fixIts: [fixIt("write a key path", range, path)])
      return
    }
    let why =
      operand.crossesToMany
      ? "the rows of a relationship have no places in SQL; ask for any of them with ANY, for the least by '@min', or for their number by '[SIZE]'"
      : "'\(text(base))' is no collection"
    report(.unsupported(text(range), why: why, rewrite: nil), at: index.range)
  }
}

extension PredicateType {
  /// The text that names the value in a message, if values of the type have no order; `nil` for
  /// numbers, Booleans, texts and dates, which have an order.
  func kindWithoutOrder(_ name: @autoclosure () -> String) -> String? {
    switch self {
    case .object: return name()
    case .count: return nil
    case .attribute(let type):
      switch type {
      case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date:
        return nil
      case .undefined, .binary, .uuid, .uri, .transformable, .objectID, .composite:
        return name()
      }
    }
  }
}
