import MomentumSwiftSource

/// Finds the objects that a predicate, a sort descriptor or a key is for, by following where the
/// program passes it.
struct SubjectFinder {
  struct Result {
    var subject: Subject
    var certainty = Certainty.shown
    /// The name under which the code keeps the value, with its type, such as `Filters.active`, if
    /// code elsewhere may use it; otherwise `nil`.
    var boundName: String?
    /// Whether the value goes to the request as it is, so that its variables get no values.
    var isFinal = false

    static let unknown = Result(subject: .unknown)
  }

  let project: SwiftProject
  let region: CodeRegion
  var depth = 0

  private var unit: SwiftUnit { project.units[region.unit] }
  private var tokens: SwiftTokens { unit.tokens }
  private var finder: UseFinder { UseFinder(unit: unit, region: region) }

  private func evaluator(at token: Int) -> Evaluator {
    Evaluator(project: project, region: region, token: token)
  }

  /// The subject of the value that has these tokens. If no use shows it, the subject that its
  /// surroundings suggest, as an assumption.
  func find(_ range: Range<Int>) -> Result {
    let found = direct(range)
    if found.subject.isKnown { return found }
    var assumed = surroundings(at: range.lowerBound)
    assumed.boundName = found.boundName
    return assumed
  }

  /// The subject that the type and the function around a token suggest.
  private func surroundings(at token: Int) -> Result {
    if let type = region.member?.type {
      let subject = project.meaning(of: type).subject
      if case .entity = subject { return Result(subject: subject, certainty: .assumed) }
    }
    for typeName in [region.typeName].compactMap({ $0 }) + region.outerTypes {
      if let subject = project.subject(ofClass: typeName), subject.isKnown {
        return Result(subject: subject, certainty: .assumed)
      }
    }
    return .unknown
  }

  // MARK: - Uses

  func direct(_ range: Range<Int>) -> Result {
    guard depth < 8 else { return .unknown }
    switch finder.use(of: range) {
    case .member(let name):
      return Result(subject: SubjectFinder.isForeignCall(name) ? .foreign : .unknown)
    case .returned: return returned()
    case .declared(let name, let token, let type): return declared(name, token, type)
    case .assigned(let path, let token): return assigned(path, token)
    case .argument(let callee, let open, let label): return argument(callee, open, label)
    case .none: return .unknown
    }
  }

  private var deeper: SubjectFinder {
    var copy = self
    copy.depth += 1
    return copy
  }

  /// The subject of a value that a function, an accessor or a constant has as its result.
  private func returned() -> Result {
    guard let member = region.member else { return .unknown }
    if let type = member.type {
      let subject = project.meaning(of: type).subject
      if subject.isKnown { return Result(subject: subject) }
    }
    return Result(subject: .unknown, boundName: bound(member.name, member.owner))
  }

  /// The name under which a value is kept, with its type: `Filters.active`, and `.active` for a
  /// name outside of types.
  private func bound(_ name: String, _ owner: String?) -> String { "\(owner ?? "").\(name)" }

  private func declared(_ name: String, _ token: Int, _ type: SwiftType?) -> Result {
    if let type {
      let subject = project.meaning(of: type).subject
      if subject.isKnown { return Result(subject: subject) }
    }
    let end = region.local(name, before: token + 1)?.end ?? region.range.upperBound
    return deeper.follow(name, from: token + 1, to: end)
  }

  /// The subject that the uses of a local name show.
  func follow(_ name: String, from start: Int, to end: Int) -> Result {
    guard depth < 8 else { return .unknown }
    var index = start
    var last = Result.unknown
    while index < min(end, region.range.upperBound) {
      defer { index += 1 }
      guard tokens[index].kind == .identifier, isUse(index, of: name) else { continue }
      let found = direct(index..<index + 1)
      if found.subject.isKnown { return found }
      if found.boundName != nil { last = found }
    }
    return last
  }

  private func isUse(_ index: Int, of name: String) -> Bool {
    guard tokens.name(index) == name else { return false }
    if index > 0, tokens[index - 1].kind == .period {
      return index > 1 && tokens.token(index - 2, is: "self")
    }
    if tokens[index + 1].kind == .colon, index > 0,
      [.leftParenthesis, .comma].contains(tokens[index - 1].kind)
    {
      return false
    }
    if index > 0, tokens.token(index - 1, is: "let") || tokens.token(index - 1, is: "var") {
      return false
    }
    // `name = value`, `name += value` and `name.append(value)` do not use the value that `name`
    // had.
    if tokens[index + 1].kind == .op,
      tokens.token(index + 1, is: "=") || tokens.token(index + 1, is: "+=")
    {
      return false
    }
    if tokens[index + 1].kind == .period {
      let member = tokens.name(index + 2)
      return SubjectFinder.isForeignCall(member) || member == "withSubstitutionVariables"
        || member == "reversed"
    }
    return true
  }

  private func assigned(_ path: [String], _ token: Int) -> Result {
    var path = path
    if path.first == "self", path.count > 1 { path.removeFirst() }
    guard let last = path.last else { return .unknown }
    if last.hasPrefix("predicateFor") || last == "filterPredicate" {
      return Result(subject: .foreign)
    }
    if last == "sortDescriptors", path.dropLast().last.map(FrameworkNames.isView) == true {
      return Result(subject: .foreign)
    }
    if path.count == 1 {
      let end = region.local(last, before: token)?.end ?? region.range.upperBound
      let found = deeper.follow(last, from: token + 1, to: end)
      if found.subject.isKnown { return found }
      return Result(subject: .unknown, boundName: bound(last, region.typeName))
    }
    let sign = endOfChain(token)
    let base = baseExpression(token, sign)
    let meaning = base.map { evaluator(at: token).meaning(of: $0) } ?? .unknown
    switch meaning {
    case .request(let subject):
      return Result(subject: subject, isFinal: last == "predicate" && isPlain)
    case .objects(let subject), .object(let subject): return Result(subject: subject)
    case .foreign, .plain: return Result(subject: .foreign)
    case .value(let type):
      if let name = type.genericArguments.first?.lastName,
        let subject = project.subject(ofClass: name), subject.isKnown
      {
        return Result(subject: subject, certainty: .assumed)
      }
      return .unknown
    case .description, .type, .objectModel, .unknown: break
    }
    guard !SubjectFinder.requestProperties.contains(last), let first = path.first,
      let local = region.local(first, before: token)
    else { return .unknown }
    return deeper.follow(first, from: token + 1, to: local.end)
  }

  private var isPlain: Bool { depth == 0 }

  private func endOfChain(_ start: Int) -> Int {
    var index = start
    while index < region.range.upperBound,
      tokens[index].kind != .op
        || !(tokens.token(index, is: "=") || tokens.token(index, is: "+="))
    {
      index += 1
    }
    return index
  }

  /// The object whose member is assigned: `request` of `request.predicate`.
  private func baseExpression(_ start: Int, _ sign: Int) -> SwiftExpression? {
    guard let target = unit.expression(at: start, before: sign) else { return nil }
    if case .member(let base?, _) = target.kind { return base }
    return nil
  }

  private static let requestProperties: Set<String> = [
    "predicate", "sortDescriptors", "propertiesToFetch", "propertiesToGroupBy", "havingPredicate",
    "relationshipKeyPathsForPrefetching", "nsPredicate", "nsSortDescriptors", "propertiesToUpdate",
  ]

  // MARK: - Arguments

  private func argument(_ callee: Range<Int>, _ open: Int, _ label: String?) -> Result {
    guard !callee.isEmpty, let expression = unit.expression(at: callee.lowerBound, before: open)
    else { return .unknown }
    let close = tokens.index(afterBracketAt: open)
    let names = expression.chainNames ?? []
    let name = names.last ?? ""
    let kind = name == "init" ? names.dropLast().last ?? "" : name
    if SubjectFinder.isForeignCall(name) { return Result(subject: .foreign) }
    if SubjectFinder.wrappers.contains(kind) { return deeper.direct(callee.lowerBound..<close) }
    if callee.lowerBound > 0, tokens[callee.lowerBound - 1].kind == .at {
      return attribute(expression, open)
    }
    if ["append", "insert", "add"].contains(name), let base = names.dropLast().last {
      let end = region.local(base, before: callee.lowerBound)?.end ?? region.range.upperBound
      let start = region.local(base, before: callee.lowerBound)?.token ?? callee.lowerBound
      let found = deeper.follow(base, from: start + 1, to: end)
      return found.subject.isKnown
        ? found : Result(subject: .unknown, boundName: bound(base, region.typeName))
    }
    let arguments = ExpressionReader.arguments(open + 1..<max(close - 1, open + 1), in: tokens)
    return callResult(expression, arguments, callee.lowerBound..<close, label)
  }

  private func callResult(
    _ callee: SwiftExpression, _ arguments: [SwiftExpression.Argument], _ range: Range<Int>,
    _ label: String?
  ) -> Result {
    let evaluator = evaluator(at: range.lowerBound)
    let whole = evaluator.meaning(of: SwiftExpression(.call(callee, arguments), range))
    if whole.subject.isKnown { return Result(subject: whole.subject) }
    // Another argument may show the subject: a class, an entity or a request.
    for argument in arguments where argument.label != label || label == nil {
      let meaning = evaluator.meaning(of: argument.value)
      switch meaning {
      case .type(let name, _):
        if let subject = project.subject(ofClass: name), subject.isKnown {
          return Result(subject: subject)
        }
      case .request(let subject), .description(let subject):
        if subject.isKnown { return Result(subject: subject) }
      default:
        if let label = argument.label, label.lowercased().contains("entity"),
          let text = evaluator.text(of: argument.value)
        {
          let subject = project.subject(ofEntity: text.text)
          if subject.isKnown { return Result(subject: subject) }
        }
      }
    }
    if case .member(let base?, _) = callee.kind {
      let receiver = evaluator.meaning(of: base)
      switch receiver {
      case .type(let name, let types):
        for inner in [name] + types.compactMap(\.lastName) {
          if let subject = project.subject(ofClass: inner), subject.isKnown {
            return Result(subject: subject)
          }
        }
      case .value(let type):
        if let name = type.genericArguments.first?.lastName,
          let subject = project.subject(ofClass: name), subject.isKnown
        {
          return Result(subject: subject)
        }
      case .foreign: return Result(subject: .foreign)
      case .request(let subject), .objects(let subject):
        if subject.isKnown { return Result(subject: subject) }
      default: break
      }
    }
    if let inside = inside(callee, arguments, label, range), inside.subject.isKnown {
      return inside
    }
    return typeOfResult(range)
  }

  /// The subject that the body of the called function shows for the parameter with this label;
  /// `nil` if the function is not in the sources.
  private func inside(
    _ callee: SwiftExpression, _ arguments: [SwiftExpression.Argument], _ label: String?,
    _ range: Range<Int>
  ) -> Result? {
    let evaluator = evaluator(at: range.lowerBound)
    var functions: [SourceIndex.Member] = []
    switch callee.kind {
    case .name(let name, _):
      functions =
        (region.typeName.map { evaluator.members(name, of: $0) } ?? [])
        + (project.index.globals[name] ?? []) + evaluator.members("init", of: name)
    case .member(let base?, let name):
      switch evaluator.meaning(of: base) {
      case .type(let type, _): functions = evaluator.members(name, of: type)
      case .value(let type): functions = evaluator.members(name, of: type.lastName ?? "")
      case .object:
        if case .name("self", _) = base.kind, let typeName = region.typeName {
          functions = evaluator.members(name, of: typeName)
        }
      case .unknown:
        if case .name("self", _) = base.kind, let typeName = region.typeName {
          functions = evaluator.members(name, of: typeName)
        }
      default: break
      }
    default: break
    }
    guard let function = evaluator.best(functions, arguments), let body = function.body,
      let parameter = function.parameters.first(where: { $0.label == label })
    else { return nil }
    let other = CodeRegion(
      project.units[function.unit], unit: function.unit, range: body, typeName: function.owner,
      member: function)
    let finder = SubjectFinder(project: project, region: other, depth: depth + 1)
    return finder.follow(parameter.name, from: body.lowerBound, to: body.upperBound)
  }

  /// The subject by the type of the variable that gets the result of a call: `let people: [Person] = …`.
  private func typeOfResult(_ range: Range<Int>) -> Result {
    var (start, end) = (range.lowerBound, range.upperBound)
    _ = end
    // Go on to the end of the chain of members and calls that begins with the call.
    while end < region.range.upperBound, tokens[end].kind == .period {
      end += 2
      if tokens[end].kind == .leftParenthesis { end = tokens.index(afterBracketAt: end) }
    }
    while start > region.range.lowerBound,
      tokens.token(start - 1, is: "try") || tokens.token(start - 1, is: "await")
        || tokens.token(start - 1, is: "?") || tokens.token(start - 1, is: "!")
    {
      start -= 1
    }
    if end < region.range.upperBound, tokens.token(end, is: "as") {
      var reader = TypeText(tokens, in: end + 1..<region.range.upperBound)
      if tokens[end + 1].kind == .op {
        reader = TypeText(tokens, in: end + 2..<region.range.upperBound)
      }
      if let type = reader.read() {
        let subject = project.meaning(of: type).subject
        if subject.isKnown { return Result(subject: subject) }
      }
    }
    switch finder.use(of: start..<end) {
    case .declared(_, _, let type?):
      return Result(subject: project.meaning(of: type).subject, certainty: .assumed)
    case .returned:
      guard let type = region.member?.type else { return .unknown }
      return Result(subject: project.meaning(of: type).subject, certainty: .assumed)
    default: return .unknown
    }
  }

  /// The subject of an argument of a property wrapper, by the type of its variable:
  /// `@FetchRequest(sortDescriptors: …) var people: FetchedResults<Person>`.
  private func attribute(_ expression: SwiftExpression, _ open: Int) -> Result {
    let close = tokens.index(afterBracketAt: open)
    let arguments = ExpressionReader.arguments(open + 1..<max(close - 1, open + 1), in: tokens)
    let whole = evaluator(at: open).meaning(
      of: SwiftExpression(.call(expression, arguments), expression.tokens))
    if whole.subject.isKnown { return Result(subject: whole.subject) }
    guard let type = region.member?.type else { return .unknown }
    return Result(subject: project.meaning(of: type).subject)
  }

  // MARK: - Names

  /// Calls that make one predicate, expression or list of others.
  private static let wrappers: Set<String> = [
    "NSCompoundPredicate", "andPredicate", "orPredicate", "notPredicate", "NSComparisonPredicate",
    "NSExpression", "Array", "NSArray", "Optional", "AnySequence", "compactMap", "flatMap",
  ]

  /// Calls that use a predicate, a descriptor or a key on objects in memory or of other frameworks.
  static func isForeignCall(_ name: String) -> Bool { foreignCalls.contains(name) }

  private static let foreignCalls: Set<String> = [
    "evaluate", "filtered", "filter", "sorted", "sort", "sortedArray", "setValidationPredicates",
    "matching", "containing", "element", "expectation", "XCTNSPredicateExpectation",
    "fetchAssets", "fetchAssetCollections", "fetchCollectionLists", "events", "reminders",
    "unifiedContacts", "CKQuery", "HKQuery", "allowEvaluation", "enumerateEvents", "objects",
    "getEntries", "compare", "predicateFormat", "wait", "fulfillment",
  ]
}
