import MomentumDiagnostics
import MomentumModel

// Reads SUBQUERY(<collection>, $x, <predicate>) and the keys and operators after it.

extension OperandReader {
  func subquery(
    _ collection: ExpressionSyntax, _ variable: String, _ predicate: PredicateSyntax,
    _ range: SourceRange
  ) -> Operand? {
    let base = within { $0.collectionVariable = variable }.operand(collection)
    guard let base, let objects = objects(base, collection) else {
      return nil
    }
    var name = variable
    if bindings.contains(where: { $0.variable == variable }) {
      report(.shadowedVariable(variable), at: variableRange(variable, collection, predicate))
      var number = 2
      while bindings.contains(where: { $0.name == name || $0.variable == name }) {
        name = "\(variable)_\(number)"
        number += 1
      }
    }
    // A SUBQUERY of a SUBQUERY has two predicates about the same object, so both variables get the
    // same name.
    if let filter = objects.collection.filter { name = filter.variable }
    let binding = SubqueryBinding(variable: variable, name: name, entity: objects.entity)
    let inner = within { $0.bindings.append(binding) }
    guard let checked = inner.comparisonTyper.check(predicate) else { return nil }
    var result = objects
    result.collection.filter = TypedCollection.Filter(
      variable: name,
      predicate: result.collection.filter.map { .both($0.predicate, checked) } ?? checked)
    return Operand(.filtered(result), range)
  }

  /// The range of the variable, such as `$x` in `SUBQUERY(books, $x, $x.price > 1)`. The syntax has
  /// only the variable's name, so the range is searched for between the collection and the
  /// predicate.
  private func variableRange(
    _ variable: String, _ collection: ExpressionSyntax, _ predicate: PredicateSyntax
  ) -> SourceRange {
    let between = SourceRange(collection.range.end, predicate.range.start)
    let bytes = Array(text(between).utf8)
    guard let sign = bytes.firstIndex(of: UInt8(ascii: "$")) else { return between }
    let rest = bytes[sign...]
    let end =
      rest.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") } ?? rest.endIndex
    return SourceRange(between.start + sign, between.start + end)
  }

  /// The objects of a SUBQUERY's first operand. Reports an operand that does not end in a to-many
  /// relationship.
  private func objects(
    _ operand: Operand, _ syntax: ExpressionSyntax
  ) -> Operand.FilteredCollection? {
    if case .filtered(let objects) = operand.shape { return objects }
    let sentence = "Can't have a non-relationship collection element in a subquery \(text(syntax))"
    guard case .path(let path) = operand.shape, path.path.target == .object else {
      report(
        .subqueryCollection(
          sentence, why: "SUBQUERY goes over the objects of a to-many relationship"),
        at: syntax.range)
      return nil
    }
    guard let last = path.path.steps.last, model[last].isToMany else {
      let why =
        path.crossesToMany
        ? "the path goes on behind its to-many relationship; end it there and ask for the rest in the predicate"
        : "'\(text(syntax))' is one object; compare its keys without SUBQUERY"
      report(.subqueryCollection(sentence, why: why), at: syntax.range)
      return nil
    }
    return Operand.FilteredCollection(
      collection: TypedCollection(path: path.path), entity: model[last].destination)
  }

  /// Reads the keys and operators after a SUBQUERY: `.@count`, `.@sum.price`, `.price.@sum`.
  func ask(
    _ operand: Operand, _ parts: [PathPart], _ range: SourceRange
  ) -> Operand? {
    guard case .filtered(let objects) = operand.shape else { return nil }
    guard let place = parts.firstIndex(where: \.isOperator) else {
      report(
        .unsupported(
          text(range), why: "the keys of a SUBQUERY's objects are many values",
          rewrite: "the comparison into the SUBQUERY's predicate, and '.@count > 0' behind it"),
        at: parts.first?.range ?? range)
      return nil
    }
    let part = parts[place]
    guard let function = keyPathReader.aggregate(part, parts, place) else { return nil }
    var keys = Array(parts[..<place]) + Array(parts[(place + 1)...])
    if place > 0, keys.last?.name == "self" { keys.removeLast() }
    return keyPathReader.aggregation(
      function, part, objects.collection, entity: objects.entity, value: keys, range)
  }
}

extension TypedPredicate {
  /// Joins two conditions on the same object by AND, without an AND inside an AND.
  static func both(_ first: TypedPredicate, _ second: TypedPredicate) -> TypedPredicate {
    if case .and(let operands) = first { return .and(operands + [second]) }
    return .and([first, second])
  }
}
