import MomentumDiagnostics
import MomentumModel

// Reads calls of functions that compute one value of many: of the rows of a result, of the objects
// of a relationship, or of a list of constants.

extension FunctionReader {
  /// Reads a call such as `sum:(a)`. In an expression that a request fetches, the function is
  /// applied to the rows of the result. Elsewhere it is applied to the objects of the to-many path
  /// `a`.
  func aggregateCall(
    _ function: AggregateFunction, _ call: CallSyntax, _ range: SourceRange
  ) -> Operand? {
    if call.arguments.count > 1 || call.arguments.first?.isAggregate == true {
      return overList(function, call, range)
    }
    guard let argument = call.arguments.first else {
      report(
        .functionArgument("'\(call.selector)'", takes: "one argument", found: "none"),
        at: call.selectorRange)
      return nil
    }
    if purpose.names != nil {
      keyPathReader.refuseInHaving(function: text(range), range)
      return nil
    }
    guard let operand = operandReader.operand(argument) else { return nil }
    if purpose.allowsRowAggregates { return overRows(function, operand, call.selector, range) }
    return overRelationship(function, operand, call, range)
  }

  // MARK: - Rows

  /// The result for a path with an operator over the rows of a result, such as `@sum.price`;
  /// `operand` is `nil` after an error. No `RowOperand` at all means that the operator is applied
  /// to the objects of a relationship.
  struct RowOperand {
    var operand: Operand?
  }

  func rowAggregate(
    _ function: AggregateFunction, _ part: PathPart, _ before: [PathPart], _ behind: [PathPart],
    _ range: SourceRange
  ) -> RowOperand? {
    if before.isEmpty {
      guard let shape = keyPathReader.walk(behind, from: nil) else {
        return RowOperand(operand: nil)
      }
      let keys = behind.first.map { $0.range.union(behind[behind.count - 1].range) } ?? range
      if behind.isEmpty, function != .count {
        report(
          .collectionOperator(
            "Keypath containing KVC aggregate where there shouldn't be one",
            why: "'@\(part.name)' needs an attribute behind it"), at: part.range)
        return RowOperand(operand: nil)
      }
      return RowOperand(
        operand: overRows(function, Operand(shape, keys), "@\(part.name)", range))
    }
    let isLast = behind.isEmpty || (behind.count == 1 && behind[0].name == "self")
    guard isLast else { return nil }
    guard case .path(let path)? = keyPathReader.walk(before, from: nil) else {
      return RowOperand(operand: nil)
    }
    guard path.path.target != .object else { return nil }
    let keys = before[0].range.union(before[before.count - 1].range)
    return RowOperand(
      operand: overRows(function, Operand(.path(path), keys), "@\(part.name)", range))
  }

  private func overRows(
    _ function: AggregateFunction, _ operand: Operand, _ name: String, _ range: SourceRange
  ) -> Operand? {
    switch operand.shape {
    case .rowAggregate(.countDistinct, let inner) where function == .count:
      return Operand(.rowAggregate(.countDistinct, inner), range)
    case .rowAggregate:
      report(
        .unsupportedFunction(text(range), why: "an aggregate of an aggregate has no rows"),
        at: range)
      return nil
    case .filtered:
      report(
        .unsupportedFunction(text(range), why: "write '.@count' behind the SUBQUERY"), at: range)
      return nil
    case .path, .typed, .literal, .value, .argument, .variable, .list, .arithmetic, .function,
      .conditional, .fetched:
      break
    }
    if let row = FunctionTable.function(selector: name) {
      warnings.warnAboutStore(row.coreData, "'\(row.selector)'", range)
    }
    let type = operand.type ?? operand.constantType ?? .attribute(.double)
    guard keyPathReader.checkAggregated(function, type, name: name, operand.range) else {
      return nil
    }
    return Operand(.rowAggregate(function, operand), range)
  }

  /// Reads the call `distinct:(a)` inside `count:(distinct:(a))`, which counts the different
  /// values.
  func distinct(_ call: CallSyntax, _ range: SourceRange) -> Operand? {
    guard purpose.allowsRowAggregates, call.arguments.count == 1 else {
      report(
        .unsupportedFunction(
          text(range),
          why: "'distinct:' stands around one value inside 'count:' of a fetched expression"
        ), at: call.selectorRange)
      return nil
    }
    return operandReader.operand(call.arguments[0]).map {
      Operand(.rowAggregate(.countDistinct, $0), range)
    }
  }

  // MARK: - Relationships

  /// Reads `sum:(books.price)`. Core Data refuses this form (observed), so the warning proposes the
  /// path form `books.@sum.price`, which has the same meaning.
  private func overRelationship(
    _ function: AggregateFunction, _ operand: Operand, _ call: CallSyntax, _ range: SourceRange
  ) -> Operand? {
    guard let collection = collection(of: operand, counts: function == .count),
      let spelling = FunctionTable.collectionOperators.first(where: { $0.value == function })?.key
    else {
      let why =
        operand.crossesToMany
        ? "a predicate knows '@count', '@sum', '@avg', '@min' and '@max' of a to-many relationship"
        : "'\(text(operand.range))' is one value for each object; a function of all rows is a fetched expression"
      report(.unsupportedFunction(text(range), why: why), at: range)
      return nil
    }
    let part = PathPart(name: spelling, isOperator: true, range: call.selectorRange)
    let rewrite = pathForm(of: operand, spelling, collection)
    report(
      .storeRefuses(
        sentence: "Unsupported function expression \(text(range))",
        why: "Core Data's SQLite store refuses the function form; it is compiled here"
          + (rewrite.map { "; write '\($0)'" } ?? "")), at: range,
      fixIts: rewrite.map { [fixIt("use the path form", range, $0)] } ?? [])
    if function == .count {
      return keyPathReader.aggregation(
        function, part, collection.collection, entity: collection.entity, value: [], range)
    }
    guard let value = collection.collection.value, let type = operand.type,
      keyPathReader.checkAggregated(function, type, name: call.selector, operand.range)
    else { return nil }
    var result = collection.collection
    result.value = value
    return Operand(
      .typed(.aggregation(function, result), PredicateType.of(function, type) ?? type), range)
  }

  /// The to-many relationship in a path, with the keys after it as the value: `books` and `price`
  /// for `books.price`.
  private func collection(
    of operand: Operand, counts: Bool
  ) -> Operand.FilteredCollection? {
    if case .filtered(let objects) = operand.shape { return counts ? objects : nil }
    guard case .path(let path) = operand.shape,
      let cut = path.path.steps.firstIndex(where: { model[$0].isToMany })
    else { return nil }
    let destination = model[path.path.steps[cut]].destination
    var head = path.path
    head.steps = Array(path.path.steps[...cut])
    head.target = .object
    let tail = Array(path.path.steps[(cut + 1)...])
    if counts {
      guard tail.isEmpty, path.path.target == .object else { return nil }
      return Operand.FilteredCollection(
        collection: TypedCollection(path: head), entity: destination)
    }
    guard path.path.target != .object else { return nil }
    let value = TypedKeyPath(root: destination, steps: tail, target: path.path.target)
    return Operand.FilteredCollection(
      collection: TypedCollection(path: head, value: value), entity: destination)
  }

  private func pathForm(
    of operand: Operand, _ spelling: String, _ objects: Operand.FilteredCollection
  ) -> String? {
    let written = text(operand.range)
    if spelling == "count" { return "\(written).@count" }
    let keys = written.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let cut = objects.collection.path.steps.count
    guard keys.count > cut, !written.hasPrefix("$"), !written.uppercased().hasPrefix("SELF") else {
      return nil
    }
    return (keys[..<cut] + ["@\(spelling)"] + keys[cut...]).joined(separator: ".")
  }

  // MARK: - Lists

  /// Reads `sum:({a, b})` as `a + b`, and `average:` as this sum divided by the number of elements.
  /// `min:` and `max:` need constants, and `count:` is the number of elements.
  private func overList(
    _ function: AggregateFunction, _ call: CallSyntax, _ range: SourceRange
  ) -> Operand? {
    var elements = call.arguments
    if elements.count == 1, case .aggregate(let inner) = elements[0].kind { elements = inner }
    var operands: [Operand] = []
    for element in elements {
      if let operand = operandReader.single(element) { operands.append(operand) }
    }
    guard operands.count == elements.count else { return nil }
    if function == .count { return Operand(.literal(.integer(Int64(operands.count))), range) }
    guard let first = operands.first else {
      if function == .sum { return Operand(.literal(.integer(0)), range) }
      report(
        .unsupportedFunction(text(range), why: "an empty collection has no such value"), at: range)
      return nil
    }
    switch function {
    case .sum, .average:
      var sum = first
      for operand in operands.dropFirst() {
        guard let next = operandReader.compute(.add, sum, operand, range) else { return nil }
        sum = next
      }
      if function == .sum { return sum }
      return operandReader.compute(
        .divide, sum, Operand(.literal(.double(Double(operands.count))), range), range)
    case .minimum, .maximum:
      return extreme(function, operands, range)
    case .count, .countDistinct, .median, .mode, .standardDeviation:
      report(
        .unsupportedFunction(
          text(range), why: "only sum:, average:, count:, min: and max: of a list are computed"),
        at: range)
      return nil
    }
  }

  private func extreme(
    _ function: AggregateFunction, _ operands: [Operand], _ range: SourceRange
  ) -> Operand? {
    var best: (operand: Operand, value: Double)?
    for operand in operands {
      guard case .literal(let literal) = operand.shape,
        let value = ConstantFolding.double(literal)
      else {
        report(
          .unsupportedFunction(
            text(range),
            why:
              "of a list with keys no least or greatest value is computed; write TERNARY(a < b, a, b)"
          ),
          at: operand.range)
        return nil
      }
      if let found = best, function == .minimum ? found.value <= value : found.value >= value {
        continue
      }
      best = (operand, value)
    }
    return best.map { Operand($0.operand.shape, range) }
  }
}

extension ExpressionSyntax {
  /// Whether the expression is written in braces.
  var isAggregate: Bool {
    if case .aggregate = kind { return true }
    return false
  }
}
