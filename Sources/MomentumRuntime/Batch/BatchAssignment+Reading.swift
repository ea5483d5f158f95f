package import MomentumCompiler
package import MomentumDiagnostics
package import MomentumModel
internal import MomentumPredicate
internal import MomentumSQLite
internal import MomentumStore

extension BatchAssignment {
  /// Reads assignments such as `salary=1200`, `salary:=salary * 1.1`, `name=nil`,
  /// `address.city=Graz` or `owner=Person/p3`.
  ///
  /// After `=` comes a value of the property's type, or `nil`. After `:=` comes an expression. For
  /// numbers, dates and Booleans an expression may also follow `=`, because their values do not
  /// look like expressions.
  ///
  /// - Returns: `nil` if an error was reported. Locations of findings refer to `texts`.
  package static func read(
    _ texts: [String], of entity: EntityID, in compiled: CompiledModel, checksRules: Bool = true,
    _ diagnostics: inout Diagnostics
  ) -> [BatchAssignment]? {
    var found = Diagnostics()
    defer { diagnostics.append(contentsOf: found) }
    var result: [BatchAssignment] = []
    for text in texts {
      let reader = AssignmentReader(
        source: SourceFile(path: "<set>", text: text), text: text, entity: entity,
        compiled: compiled, checksRules: checksRules)
      guard let assignment = reader.read(&found) else { continue }
      if result.contains(where: { $0.key == assignment.key }) {
        found.report(BatchMessage.setTwice(assignment.key), at: reader.keyLocation)
      }
      result.append(assignment)
    }
    return found.hasErrors ? nil : result
  }
}

/// Reads one assignment: the text of one `--set` option of the command `update`.
private struct AssignmentReader {
  let source: SourceFile
  let text: String
  let entity: EntityID
  let compiled: CompiledModel
  let checksRules: Bool

  private var model: ObjectModel { compiled.model }
  private var entityName: String { model[entity].name }

  private var sign: String.Index? { text.firstIndex(of: "=") }

  /// Whether the sign between key and value is `:=`, after which an expression follows, and not
  /// `=`.
  private var isExpression: Bool {
    guard let sign, sign > text.startIndex else { return false }
    return text[text.index(before: sign)] == ":"
  }

  private var key: String {
    let head = text[..<(sign ?? text.endIndex)]
    let trimmed = (isExpression ? head.dropLast() : head)
    return String(trimmed.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private var value: String { sign.map { String(text[text.index(after: $0)...]) } ?? "" }

  var keyLocation: SourceLocation { SourceLocation(source, SourceRange(0, key.utf8.count)) }

  private var valueLocation: SourceLocation {
    SourceLocation(source, SourceRange(text.utf8.count - value.utf8.count, text.utf8.count))
  }

  func read(_ found: inout Diagnostics) -> BatchAssignment? {
    guard sign != nil, !key.isEmpty else {
      found.report(BatchMessage.setSpelling(text), at: keyLocation)
      return nil
    }
    guard let target = target(&found), let value = value(for: target, &found) else { return nil }
    return BatchAssignment(key: key, target: target, value: value)
  }

  // MARK: - Keys

  private func target(_ found: inout Diagnostics) -> BatchAssignment.Target? {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch model.property(named: parts[0], in: entity) {
    case .attribute(let id): return attribute(id, Array(parts.dropFirst()), &found)
    case .relationship(let id):
      guard parts.count == 1 else {
        return refuse("a batch update sets properties of the entity itself", &found)
      }
      guard !model[id].isToMany, compiled.schema.relationships[id] != nil else {
        return refuse("it is no stored to-one relationship", &found)
      }
      return .toOne(id)
    case .fetchedProperty: return refuse("it is a fetched property", &found)
    case nil:
      let names =
        model.attributes(of: entity).map { model[$0].name }
        + model.relationships(of: entity).map { model[$0].name }
      found.report(
        BatchMessage.unknownKey(
          key, entity: entityName, near: nearName(to: key, among: names)), at: keyLocation)
      return nil
    }
  }

  private func refuse(
    _ why: String, _ found: inout Diagnostics
  ) -> BatchAssignment.Target? {
    found.report(BatchMessage.notSettable(key: key, why: why), at: keyLocation)
    return nil
  }

  private func attribute(
    _ id: AttributeID, _ path: [String], _ found: inout Diagnostics
  ) -> BatchAssignment.Target? {
    guard model[id].derivation == nil else {
      return refuse("it is derived, and the store computes it", &found)
    }
    guard AttributeRule(id, path: path, model, compiled.schema) != nil else {
      if case .composite(let composite) = model[id].type {
        let names = model[composite].elements.map { "\(model[id].name).\($0.name)" }
        return refuse("name one of its elements, such as '\(names.first ?? key)'", &found)
      }
      return refuse("it is not stored", &found)
    }
    return .attribute(id, path: path)
  }

  // MARK: - Values

  private func value(
    for target: BatchAssignment.Target, _ found: inout Diagnostics
  ) -> BatchAssignment.Value? {
    switch target {
    case .attribute(let id, let path):
      guard let rule = AttributeRule(id, path: path, model, compiled.schema) else { return nil }
      return value(of: rule, &found)
    case .toOne(let id): return object(id, &found)
    }
  }

  private func value(
    of rule: AttributeRule, _ found: inout Diagnostics
  ) -> BatchAssignment.Value? {
    if isExpression { return expression(rule, &found) }
    if value == "nil" {
      if checksRules, rule.isRequired, rule.optionalPrefixes.isEmpty {
        found.report(
          BatchMessage.missingValue(key: key, entity: entityName), at: valueLocation)
        return nil
      }
      return .constant(nil)
    }
    do {
      return constant(try ImportText.value(value, rule.type), rule, &found)
    } catch {
      if rule.type.takesBareExpressions, !ImportText.isNumber(value) {
        return expression(rule, &found)
      }
      found.report(
        BatchMessage.valueRule(key: key, rule: error.expected), at: valueLocation)
      return nil
    }
  }

  private func constant(
    _ value: AttributeValue, _ rule: AttributeRule, _ found: inout Diagnostics
  ) -> BatchAssignment.Value? {
    if checksRules, let broken = rule.brokenRule(by: value) {
      found.report(BatchMessage.valueRule(key: key, rule: broken), at: valueLocation)
      return nil
    }
    return .constant(value)
  }

  /// Reads a reference to an object: entity name, slash, `p`, primary key (`Person/p3`), or the
  /// object's URI. `nil` as text clears the relationship.
  private func object(
    _ id: RelationshipID, _ found: inout Diagnostics
  ) -> BatchAssignment.Value? {
    let relationship = model[id]
    if value == "nil" {
      guard relationship.isOptional || !checksRules else {
        found.report(
          BatchMessage.missingValue(key: key, entity: entityName), at: valueLocation)
        return nil
      }
      return .object(nil)
    }
    let parts = value.split(separator: "/")
    guard !isExpression, parts.count >= 2, let last = parts.last, last.hasPrefix("p"),
      let number = Int64(last.dropFirst()), number > 0,
      let named = model.entity(named: String(parts[parts.count - 2])),
      model.inherits(named, from: relationship.destination)
    else {
      let name = model[relationship.destination].name
      found.report(
        BatchMessage.valueRule(key: key, rule: "nil or an object such as \(name)/p12"),
        at: valueLocation)
      return nil
    }
    return .object(ObjectReference(entity: named, primaryKey: number))
  }

  // MARK: - Expressions

  private func expression(
    _ rule: AttributeRule, _ found: inout Diagnostics
  ) -> BatchAssignment.Value? {
    guard let (typed, type) = checked(&found) else { return nil }
    let probe = TypedPredicate.comparison(
      TypedComparison(left: typed, comparisonOperator: .equal, right: .null))
    guard probe.variables.isEmpty, ExpressionKind(type) == ExpressionKind(.attribute(rule.type))
    else {
      let kind = ExpressionKind(.attribute(rule.type)).phrase
      found.report(
        BatchMessage.expressionType(key: key, expected: kind), at: valueLocation)
      return nil
    }
    return .expression(typed, type)
  }
}

extension AssignmentReader {
  /// Parses and checks the expression after the sign. Blanks before the expression keep it at its
  /// offset in the assignment, so that findings point into the text that the user wrote.
  private func checked(_ found: inout Diagnostics) -> (TypedExpression, PredicateType)? {
    var own = Diagnostics()
    defer { for finding in own.all { found.report(finding.moved(to: source)) } }
    let blanks = String(repeating: " ", count: text.utf8.count - value.utf8.count)
    let padded = SourceFile(path: source.path, text: blanks + value)
    guard let syntax = PredicateParser.parseExpression(padded, isChecked: true, &own) else {
      return nil
    }
    return PredicateChecker.checkExpression(
      syntax, source: padded, entity: entity, model: model,
      storedRequests: compiled.storedFetches, allowsRowAggregates: false, &own)
  }
}

extension Diagnostic {
  /// The diagnostic with all its locations moved to another file.
  fileprivate func moved(to file: SourceFile) -> Diagnostic {
    var copy = self
    copy.location?.file = file
    for index in copy.notes.indices { copy.notes[index].location?.file = file }
    for index in copy.fixIts.indices { copy.fixIts[index].location.file = file }
    return copy
  }
}

/// Groups of types whose values can be assigned to each other.
private enum ExpressionKind {
  case number, truth, text, date, uuid, bytes, none

  init(_ type: PredicateType) {
    switch type {
    case .count: self = .number
    case .object: self = .none
    case .attribute(let type):
      switch type {
      case .integer16, .integer32, .integer64, .decimal, .double, .float: self = .number
      case .boolean: self = .truth
      case .string, .uri: self = .text
      case .date: self = .date
      case .uuid: self = .uuid
      case .binary, .transformable: self = .bytes
      case .undefined, .objectID, .composite: self = .none
      }
    }
  }

  var phrase: String {
    switch self {
    case .number: "a number"
    case .truth: "a Boolean; YES and NO are values, not expressions"
    case .text: "a text"
    case .date: "a date"
    case .uuid: "a UUID"
    case .bytes: "bytes"
    case .none: "a single value"
    }
  }
}

extension AttributeType {
  /// Whether an expression may follow a plain `=`. It may if no value of the type looks like an
  /// expression; a text, for example, could.
  fileprivate var takesBareExpressions: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean, .date: true
    case .undefined, .string, .binary, .uuid, .uri, .transformable, .objectID, .composite: false
    }
  }
}
