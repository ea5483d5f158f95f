import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumSwiftSource

// Compiles members: `$0.name`, `$0.owner?.name`, `$0.items.count`, `user.id`, `Date.now`.

extension ClosureCompiler {
  mutating func member(
    _ base: SwiftExpression?, _ name: String, _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    guard let base else { return implicitMember(name, expression) }
    guard let owner = compile(base) else { return nil }
    if owner.isOptional, !owner.isVariable, name != "isEmpty", name != "count" {
      // Swift refuses this, so the code was written for a model where the value is required.
      report(
        .type("'\(text(owner.range))', which may be nil,", "the value that '.\(name)' is of"),
        at: place)
      return nil
    }
    switch owner.form {
    case .typeName: return member(name, ofType: owner.name, expression)
    case .instance: return captured(name, expression)
    case .expression(let path): return member(name, of: owner, path, expression)
    case .predicate, .span, .ordering, .orderingResult:
      return unsupported("'.\(name)' of '\(text(base))'", expression)
    }
  }

  /// Compiles `.orderedSame` and `.now`; reports others, such as `.draft`, as cases of enums.
  private mutating func implicitMember(_ name: String, _ expression: SwiftExpression) -> Term? {
    if let result = orderingResult(name, expression) { return result }
    if let date = date(name, expression) { return date }
    report(.enumCase(".\(name)"), expression.tokens)
    return nil
  }

  private func orderingResult(_ name: String, _ expression: SwiftExpression) -> Term? {
    let signs: [String: ComparisonOperator] = [
      "orderedSame": .equal, "orderedAscending": .less, "orderedDescending": .greater,
    ]
    return signs[name].map { Term(.orderingResult($0), .other, range(expression.tokens)) }
  }

  /// `Date.now` and `.now`. The macro refuses them, but their meaning is clear, so they are compiled and
  /// reported.
  private mutating func date(_ name: String, _ expression: SwiftExpression) -> Term? {
    guard name == "now" else { return nil }
    return now(expression)
  }

  mutating func now(_ expression: SwiftExpression) -> Term {
    let place = range(expression.tokens)
    report(.valueInside(text(expression), name: "now"), at: place)
    let call = CallSyntax(selector: "now", selectorRange: place, arguments: [])
    return Term(.call(call), .attribute(.date), place)
  }

  /// Compiles a member of a type: `Date.now`, `Kind.draft`, `Int.max`.
  private mutating func member(
    _ name: String, ofType type: String, _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    if type == "ComparisonResult", let result = orderingResult(name, expression) { return result }
    if type == "Date" || type.hasSuffix(".Date"), let date = date(name, expression) { return date }
    if name.first?.isUppercase == true {
      var inner = Term(.typeName, .other, place)
      inner.name = "\(type).\(name)"
      return inner
    }
    let variableName = "\(type)_\(name)".replacing(".", with: "_")
    var result = variable(variableName, place)
    if isConstant(type) {
      report(.valueInside(text(expression), name: name), at: place)
    } else {
      report(.enumCase("\(type).\(name)"), at: place)
      result.type = .enumCase
    }
    return result
  }

  /// Whether the static members of a type are values, such as `Int.max`, and not cases of an enum.
  private func isConstant(_ type: String) -> Bool {
    let last = type.split(separator: ".").last.map(String.init) ?? type
    guard !classes.isEnumeration(last) else { return false }
    return [
      "Int", "Int16", "Int32", "Int64", "Double", "Float", "Decimal", "UUID", "Date", "Data",
      "String",
    ]
    .contains(last) || last.hasSuffix("Constants")
  }

  /// Reports `self.text` and compiles it to a variable named after the property.
  private mutating func captured(_ name: String, _ expression: SwiftExpression) -> Term? {
    report(.valueInside(text(expression), name: name), expression.tokens)
    return variable(name, range(expression.tokens))
  }

  // MARK: - Members of values

  private mutating func member(
    _ name: String, of owner: Term, _ path: ExpressionSyntax, _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    switch owner.type {
    case .object(let entity): return property(name, of: entity, owner, path, expression)
    case .objects: return member(name, ofObjects: owner, path, expression)
    case .attribute(.string): return member(name, ofText: owner, path, expression)
    case .composite(let composite):
      return element(name, of: composite, owner, path, expression)
    case .variable, .enumCase: return member(name, ofVariable: owner, expression)
    case .attribute(.transformable), .attribute(.binary):
      report(.arrayAttribute(text(owner.range)), at: place)
      return nil
    case .attribute, .identifier, .list, .null, .integerLiteral, .floatLiteral, .other:
      report(.unsupportedCall(name, instead: nil), at: nameRange(of: expression))
      return nil
    }
  }

  /// Compiles `user.id` of a captured `user` to the variable `user_id` and reports it. `isEmpty`,
  /// `count` and `rawValue` of a captured value are not reported, because the macro accepts them.
  private mutating func member(
    _ name: String, ofVariable owner: Term, _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    if owner.type == .enumCase {
      var same = owner
      same.type = .variable
      return same
    }
    var result = variable("\(owner.name)_\(name)", place)
    switch name {
    case "isEmpty": result.type = .attribute(.boolean)
    case "count": result.type = .attribute(.integer64)
    case "rawValue": break
    default: report(.valueInside(text(expression), name: name), at: place)
    }
    return result
  }

  private mutating func member(
    _ name: String, ofObjects owner: Term, _ path: ExpressionSyntax, _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    guard name == "count" || name == "isEmpty" else {
      report(
        .unsupportedCall(
          name, instead: "ask 'contains(where:)', 'allSatisfy', 'count' or 'isEmpty'"),
        at: nameRange(of: expression))
      return nil
    }
    if owner.hasOptionalCollection {
      report(.optionalCollectionCount(text(expression)), at: place)
    } else if owner.isOptional {
      report(.optionalCollection(text(owner.range)), at: place)
    }
    let count = path.appending(.collectionOperator("count"), at: nameRange(of: expression))
    var result: Term
    if name == "count" {
      result = Term(.expression(count), .attribute(.integer64), place)
    } else {
      let zero = ExpressionSyntax(.literal(.integer(0)), place)
      result = Term(.compare(count, .equal, zero, place))
      result.isEmptiness = true
    }
    result.guards = owner.guards
    result.hasOptionalCollection = owner.hasOptionalCollection
    return result
  }

  private mutating func member(
    _ name: String, ofText owner: Term, _ path: ExpressionSyntax, _ expression: SwiftExpression
  ) -> Term? {
    let place = range(expression.tokens)
    var result: Term
    switch name {
    case "isEmpty":
      let empty = ExpressionSyntax(.literal(.string("")), place)
      result = Term(.compare(path, .equal, empty, place))
    case "count":
      let call = CallSyntax(selector: "length:", selectorRange: place, arguments: [path])
      result = Term(.call(call), .attribute(.integer64), place)
    default:
      let instead = PredicateMethods.instead[name]
      report(.unsupportedCall(name, instead: instead), at: nameRange(of: expression))
      return nil
    }
    result.guards = owner.guards
    return result
  }

  // MARK: - Properties

  private mutating func property(
    _ name: String, of entity: EntityID, _ owner: Term, _ path: ExpressionSyntax,
    _ expression: SwiftExpression
  ) -> Term? {
    let place = nameRange(of: expression)
    let entityName = model[entity].name
    let declared = classes.property(name, of: entityName)
    switch model.property(named: name, in: entity) {
    case .attribute(let id):
      if declared?.isConstant == true { report(.constantProperty(name), at: place) }
      if model[id].isTransient {
        report(.notStored(name, why: "an ephemeral attribute"), at: place)
        return nil
      }
      return attribute(model[id], owner, path, expression)
    case .relationship(let id):
      let relationship = model[id]
      let key = path.appending(.key(name), at: place)
      let type: Term.ValueType =
        relationship.isToMany
        ? .objects(relationship.destination) : .object(relationship.destination)
      return Term(.expression(key), type, place, isOptional: relationship.isOptional)
        .reached(from: owner)
    case .fetchedProperty, nil: break
    }
    if name == "persistentModelID" || name == "id", declared == nil {
      return Term(.expression(path), .identifier(entity), place).reached(from: owner)
    }
    switch declared?.storage {
    case .computed: report(.notStored(name, why: "a computed property"), at: place)
    case .transient: report(.notStored(name, why: "marked '@Transient'"), at: place)
    case .stored, nil:
      let near = nearName(to: name, among: model.propertyNames(of: entity))
      report(.unknownProperty(name, of: entityName, near: near), at: place)
    }
    return nil
  }

  private mutating func attribute(
    _ attribute: Attribute, _ owner: Term, _ path: ExpressionSyntax, _ expression: SwiftExpression
  ) -> Term? {
    let key = path.appending(.key(attribute.name), at: nameRange(of: expression))
    let type: Term.ValueType =
      if case .composite(let composite) = attribute.type { .composite(composite) } else {
        .attribute(attribute.type)
      }
    var term = Term(
      .expression(key), type, range(expression.tokens), isOptional: attribute.isOptional)
    term.name = attribute.name
    return term.reached(from: owner)
  }

  /// Compiles a property of a stored struct, or the raw value of a stored enum.
  private mutating func element(
    _ name: String, of composite: CompositeID, _ owner: Term, _ path: ExpressionSyntax,
    _ expression: SwiftExpression
  ) -> Term? {
    if let column = owner.enumerationColumn(in: model) {
      report(.enumProperty(owner.name), at: owner.range)
      guard name == "rawValue" else {
        report(.unsupportedCall(name, instead: nil), at: nameRange(of: expression))
        return nil
      }
      return column.reached(from: owner)
    }
    let elements = model[composite].elements
    guard let element = elements.first(where: { $0.name == name }) else {
      let near = nearName(to: name, among: elements.map(\.name))
      report(
        .unknownProperty(name, of: model[composite].name, near: near), at: nameRange(of: expression)
      )
      return nil
    }
    report(.structField(text(expression)), expression.tokens)
    var required = element
    // The model lets the columns of a missing struct be NULL; in Swift they are required.
    required.isOptional = false
    return attribute(required, owner, path, expression)
  }

  /// The source range of the last name of a member expression: `name` in `$0.owner.name`.
  func nameRange(of expression: SwiftExpression) -> SourceRange {
    guard case .member = expression.kind, !expression.tokens.isEmpty else {
      return range(expression.tokens)
    }
    let last = expression.tokens.upperBound - 1
    return range(last..<last + 1)
  }
}
