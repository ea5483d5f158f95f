import MomentumDiagnostics
import MomentumModel
import MomentumSwiftSource

// Reads names of entities, keys of requests and keys of key-value coding.

extension SwiftSiteFinder {
  /// Reads a key outside of a format: `sectionNameKeyPath: "city"`,
  /// `NSExpression(forKeyPath: "name")`.
  mutating func readKey(_ expression: SwiftExpression, _ use: KeyUse, _ range: Range<Int>) {
    guard let key = evaluator(at: range.lowerBound).text(of: expression) else { return }
    let region = region(around: range.lowerBound)
    let found = SubjectFinder(project: project, region: region).find(range)
    var site = ScanSite(.key(key, use), subject: found.subject, certainty: found.certainty)
    site.boundName = found.boundName
    append(site)
  }

  /// The call that a label is in: its bracket, the callee's tokens and the arguments.
  private struct Call {
    var open: Int
    var callee: Range<Int>
    var expression: SwiftExpression
    var arguments: [SwiftExpression.Argument]
    /// The last name of the callee, or the one before `init`.
    var name: String
  }

  private func call(around label: Int) -> Call? {
    guard let open = unit.parent(of: label), tokens[open].kind == .leftParenthesis else {
      return nil
    }
    let start = unit.chainStart(before: open)
    guard start < open, let expression = unit.expression(at: start, before: open) else {
      return nil
    }
    let names = expression.chainNames ?? []
    let last = names.last ?? ""
    return Call(
      open: open, callee: start..<open, expression: expression, arguments: arguments(open),
      name: last == "init" ? names.dropLast().last ?? "" : last)
  }

  // MARK: - Entities

  mutating func readEntityName(_ label: Int) {
    guard let call = call(around: label),
      let argument = call.arguments.first(where: { $0.value.tokens.lowerBound == label + 2 }),
      let name = evaluator(at: label).text(of: argument.value)
    else { return }
    var use = call.name == "insertNewObject" ? EntityUse.insertion : .request
    if FrameworkNames.requests.contains(call.name), let className = requestClass(call) {
      use = .requestOfClass(className)
    }
    append(ScanSite(.entityName(name, use)))
  }

  /// The class that a request is declared for: `Person` of `NSFetchRequest<Person>(…)` and of
  /// `let r: NSFetchRequest<Person> = NSFetchRequest(…)`; `nil` if none is written.
  private mutating func requestClass(_ call: Call) -> String? {
    if case .name(_, let types) = call.expression.kind, let last = types.last?.lastName {
      return last
    }
    let region = region(around: call.open)
    let end = tokens.index(afterBracketAt: call.open)
    guard
      case .declared(_, _, let type?) = UseFinder(unit: unit, region: region)
        .use(of: call.callee.lowerBound..<end),
      FrameworkNames.requests.contains(type.lastName ?? "")
    else { return nil }
    return type.genericArguments.last?.lastName
  }

  /// Reads `Person(context:)`, which makes an object of the class. Only an abstract entity makes it
  /// a site.
  mutating func readInsertion(_ label: Int) {
    guard let call = call(around: label), case .name(let name, _) = call.expression.kind,
      let place = project.entity(ofClass: name), project.model[place].isAbstract,
      !project.model.isShared(name), call.arguments.first?.label == "context"
    else { return }
    append(
      ScanSite(
        .entityName(
          SourceLiteral(project.model[place].name, at: tokens.location(call.callee)), .insertion)))
  }

  /// Reads a look-up by name: `model.entitiesByName["Person"]`, `entity.attributesByName["name"]`
  mutating func readTable(_ table: String, _ index: Int) {
    let arguments = arguments(index + 1)
    let evaluator = evaluator(at: index)
    guard arguments.count == 1, let name = evaluator.text(of: arguments[0].value) else { return }
    let end = tokens.index(afterBracketAt: index + 1)
    // `entitiesByName["Venue"] != nil` asks whether the model has the name, so a missing one is no
    // mistake.
    if tokens[end].kind == .op, tokens[end + 1].kind == .identifier,
      tokens.token(end + 1, is: "nil")
    {
      return
    }
    if table == "entitiesByName" {
      append(ScanSite(.entityName(name, .request)))
      return
    }
    guard tokens[index - 1].kind == .period else { return }
    let start = unit.chainStart(before: index - 1)
    guard start < index - 1, let base = unit.expression(at: start, before: index - 1),
      case .description(let subject) = evaluator.meaning(of: base), subject.isKnown
    else { return }
    append(ScanSite(.key(name, .primitive), subject: subject))
  }

  // MARK: - Stored requests

  mutating func readTemplate(_ index: Int) {
    let arguments = arguments(index + 1)
    let evaluator = evaluator(at: index)
    guard let first = arguments.first, let name = evaluator.text(of: first.value) else { return }
    var variables: [SourceLiteral]?
    let given = arguments.first { $0.label == "substitutionVariables" }
    if let given {
      switch given.value.unparenthesized.kind {
      case .dictionary(let pairs):
        let keys = pairs.map { evaluator.text(of: $0.key) }
        if keys.allSatisfy({ $0 != nil }) { variables = keys.compactMap { $0 } }
      case .array(let elements) where elements.isEmpty: variables = []
      default: break
      }
    }
    append(
      ScanSite(.template(name, TemplateSite(variables: variables, takesVariables: given != nil))))
  }

  // MARK: - Properties of requests

  mutating func readProperties(_ name: String, _ index: Int) {
    guard tokens[index - 1].kind == .period, tokens[index + 1].kind == .op,
      tokens.token(index + 1, is: "=")
    else { return }
    let region = region(around: index)
    guard let value = unit.expression(at: index + 2, before: region.range.upperBound) else {
      return
    }
    let start = unit.chainStart(before: index - 1)
    guard start < index - 1, let base = unit.expression(at: start, before: index - 1) else {
      return
    }
    let evaluator = evaluator(at: index)
    let subject = evaluator.meaning(of: base).subject
    let use: KeyUse
    switch name {
    case "relationshipKeyPathsForPrefetching": use = .prefetched
    case "propertiesToUpdate": use = .updated
    default: use = .fetched
    }
    for element in elements(of: value) {
      guard let key = evaluator.text(of: element) else { continue }
      append(ScanSite(.key(key, use), subject: subject))
    }
  }

  /// The elements of a list, or the keys of a dictionary; none for another expression.
  private func elements(of expression: SwiftExpression) -> [SwiftExpression] {
    switch expression.unparenthesized.kind {
    case .array(let elements): elements
    case .dictionary(let pairs): pairs.map(\.key)
    case .cast(let inner, _, _): elements(of: inner)
    default: []
    }
  }

  mutating func readSection(_ label: Int) {
    guard let call = call(around: label),
      let argument = call.arguments.first(where: { $0.label == "sectionNameKeyPath" }),
      let key = evaluator(at: label).text(of: argument.value)
    else { return }
    let end = tokens.index(afterBracketAt: call.open)
    let subject = evaluator(at: label).meaning(
      of: SwiftExpression(
        .call(call.expression, call.arguments), call.callee.lowerBound..<end)
    ).subject
    append(ScanSite(.key(key, .section), subject: subject))
  }

  // MARK: - Key-value coding

  /// The kind of key that each method of key-value coding takes.
  private static let methods: [String: KeyUse] = [
    "value": .value, "setValue": .value, "validateValue": .value, "addObserver": .value,
    "willChangeValue": .value, "didChangeValue": .value, "primitiveValue": .primitive,
    "setPrimitiveValue": .primitive, "willAccessValue": .value, "didAccessValue": .value,
    "mutableSetValue": .collection, "mutableOrderedSetValue": .collection,
    "objectIDs": .collection, "hasFault": .primitive, "committedValues": .primitive,
    "dictionaryWithValues": .value,
  ]

  mutating func readKeyValue(_ label: Int) {
    guard let call = call(around: label), let use = SwiftSiteFinder.methods[call.name],
      let argument = call.arguments.first(where: { $0.value.tokens.lowerBound == label + 2 })
    else { return }
    let evaluator = evaluator(at: label)
    guard let subject = receiver(call, evaluator) else { return }
    let keys: [SwiftExpression] =
      tokens.token(label, is: "forKeys") ? elements(of: argument.value) : [argument.value]
    for key in keys {
      guard let text = evaluator.text(of: key) else { continue }
      if call.name == "setValue" || call.name == "setPrimitiveValue",
        let first = call.arguments.first
      {
        append(
          ScanSite(.valueForKey(text, value: value(first.value)), subject: subject))
      } else {
        append(ScanSite(.key(text, use), subject: subject))
      }
    }
  }

  /// The objects on which a method such as `value(forKey:)` is called; `nil` for objects that are
  /// not managed objects.
  private mutating func receiver(_ call: Call, _ evaluator: Evaluator) -> Subject? {
    switch call.expression.kind {
    case .name:
      guard let typeName = evaluator.region.typeName else { return nil }
      return project.subject(ofClass: typeName)
    case .member(let base?, _):
      if case .name("super", _) = base.kind {
        return evaluator.region.typeName.flatMap { project.subject(ofClass: $0) }
      }
      guard case .object(let subject) = evaluator.meaning(of: base) else { return nil }
      return subject
    default: return nil
    }
  }

  // MARK: - #keyPath

  /// Reads the `#keyPath` of a class of the model. If it is an argument of a format, it is checked
  /// there too.
  mutating func readKeyPath(_ index: Int) {
    guard tokens[index + 1].kind == .leftParenthesis,
      let path = arguments(index + 1).first?.value.path
    else { return }
    var names = path[...]
    var subject: Subject?
    while let first = names.first, first.first?.isUppercase == true {
      subject = project.subject(ofClass: first)
      names = names.dropFirst()
    }
    guard let subject, subject.isKnown, !names.isEmpty else { return }
    let end = tokens.index(afterBracketAt: index + 1) - 1
    // The keys are at the end of the tokens between the brackets.
    let first = end - (names.count * 2 - 1)
    guard first > index + 1 else { return }
    var key = SourceLiteral(at: tokens.location(first..<end))
    key.append(
      names.joined(separator: "."),
      from: tokens.range(first..<end), in: tokens.file)
    append(ScanSite(.key(key, .keyPath), subject: subject))
  }
}
