/// Finds the objects that a predicate or a sort descriptor of Objective-C is for.
struct ObjectiveCUses {
  let evaluator: ObjectiveCEvaluator
  private var unit: ObjectiveCUnit { evaluator.unit }

  init(evaluator: ObjectiveCEvaluator) { self.evaluator = evaluator }

  func find(_ range: Range<Int>) -> SubjectFinder.Result {
    let found = direct(range, 0)
    if found.subject.isKnown { return found }
    if let owner = evaluator.className(around: range.lowerBound),
      let subject = evaluator.subject(ofClass: owner.prefix(while: { $0 != "(" }).description),
      subject.isKnown
    {
      return SubjectFinder.Result(subject: subject, certainty: .assumed)
    }
    return .unknown
  }

  /// The first token of a chain of names, messages and subscripts that ends before `end`.
  func chainStart(before end: Int) -> Int {
    var index = end
    while index > 0 {
      if unit.isSign(index - 1, "]") || unit.isSign(index - 1, ")"),
        let open = unit.partner(of: index - 1)
      {
        index = open
        return index
      }
      guard unit.isName(index - 1) else { return index }
      index -= 1
      guard unit.isSign(index - 1, ".") else { return index }
      index -= 1
    }
    return index
  }

  private func direct(_ range: Range<Int>, _ depth: Int) -> SubjectFinder.Result {
    guard depth < 8 else { return .unknown }
    let before = range.lowerBound - 1
    if unit.isSign(before, "=") { return assigned(before, depth) }
    guard let open = unit.parent(of: range.lowerBound) else { return .unknown }
    if unit.isSign(open, "[") {
      if open > 0, unit.tokens[open - 1].kind == .at {
        guard let close = unit.partner(of: open) else { return .unknown }
        return direct(open - 1..<close + 1, depth + 1)
      }
      guard let message = unit.message(at: open) else { return .unknown }
      return argument(range, of: message, depth)
    }
    if unit.isSign(open, "("), let close = unit.partner(of: open), !unit.isName(open - 1) {
      return direct(open..<close + 1, depth + 1)
    }
    return .unknown
  }

  private func argument(
    _ range: Range<Int>, of message: ObjectiveCMessage, _ depth: Int
  ) -> SubjectFinder.Result {
    if message.receiver.contains(range.lowerBound) {
      let isForeign = ObjectiveCUses.foreign.contains(message.parts[0].keyword)
      if isForeign { return SubjectFinder.Result(subject: .foreign) }
      if [
        "predicateWithSubstitutionVariables", "copy", "autorelease", "retain",
        "reversedSortDescriptor",
      ]
      .contains(message.parts[0].keyword) {
        return direct(message.range, depth + 1)
      }
      return .unknown
    }
    guard
      let part = message.parts.first(where: { part in
        part.arguments.contains { $0.contains(range.lowerBound) }
      })
    else { return .unknown }
    switch part.keyword {
    case "setPredicate", "setSortDescriptors", "setHavingPredicate", "setPropertiesToFetch":
      return subject(of: message.receiver, isFinal: part.keyword == "setPredicate" && depth == 0)
    case "setExpression", "addObject", "insertObject":
      guard let first = message.receiver.first, unit.isName(first) else { return .unknown }
      return follow(unit.text(first), from: first, depth)
    case "andPredicateWithSubpredicates", "orPredicateWithSubpredicates",
      "notPredicateWithSubpredicate", "arrayWithObject", "arrayWithObjects", "initWithType",
      "subpredicates", "initWithObjects", "expressionForFunction", "arguments":
      return direct(message.range, depth + 1)
    case let keyword where ObjectiveCUses.foreign.contains(keyword):
      return SubjectFinder.Result(subject: .foreign)
    default: return siblings(range, message)
    }
  }

  /// The subject of a predicate or sort descriptor that is an argument of a message: that of the
  /// class, the entity or the request that is the receiver or another argument.
  private func siblings(_ range: Range<Int>, _ message: ObjectiveCMessage) -> SubjectFinder.Result {
    let whole = evaluator.meaning(message.range)
    if whole.subject.isKnown { return SubjectFinder.Result(subject: whole.subject) }
    switch evaluator.meaning(message.receiver) {
    case .type(let name, _):
      if let subject = evaluator.subject(ofClass: name), subject.isKnown {
        return SubjectFinder.Result(subject: subject)
      }
      if FrameworkNames.isForeign(name) { return SubjectFinder.Result(subject: .foreign) }
    case .foreign: return SubjectFinder.Result(subject: .foreign)
    default: break
    }
    for part in message.parts {
      for argument in part.arguments where !argument.contains(range.lowerBound) {
        if case .type(let name, _) = evaluator.meaning(argument),
          let subject = evaluator.subject(ofClass: name), subject.isKnown
        {
          return SubjectFinder.Result(subject: subject)
        }
        guard part.keyword.lowercased().contains("entity"), let text = evaluator.text(argument)
        else {
          continue
        }
        let subject = evaluator.subject(ofEntity: text.text)
        if subject.isKnown { return SubjectFinder.Result(subject: subject) }
      }
    }
    return .unknown
  }

  private func subject(of receiver: Range<Int>, isFinal: Bool) -> SubjectFinder.Result {
    let meaning = evaluator.meaning(receiver)
    switch meaning {
    case .request(let subject): return SubjectFinder.Result(subject: subject, isFinal: isFinal)
    case .foreign: return SubjectFinder.Result(subject: .foreign)
    default:
      // `[self listView]`, `self.listView` and `listView` are a view.
      let names = receiver.filter { unit.isName($0) }
      let isView = names.last.map { FrameworkNames.isView(unit.text($0)) } ?? false
      return isView ? SubjectFinder.Result(subject: .foreign) : .unknown
    }
  }

  private func assigned(_ sign: Int, _ depth: Int) -> SubjectFinder.Result {
    let start = chainStart(before: sign)
    guard start < sign else { return .unknown }
    let last = unit.text(sign - 1)
    if sign - start > 2, unit.isSign(sign - 2, ".") {
      switch last {
      case "predicate", "sortDescriptors", "havingPredicate", "propertiesToFetch":
        return subject(of: start..<sign - 2, isFinal: last == "predicate" && depth == 0)
      case let name where name.hasPrefix("predicateFor") || name == "filterPredicate":
        return SubjectFinder.Result(subject: .foreign)
      case "expression":
        return follow(unit.text(start), from: sign, depth)
      default: return .unknown
      }
    }
    return follow(last, from: sign, depth)
  }

  /// The subject that the later uses of a local variable show.
  private func follow(_ name: String, from token: Int, _ depth: Int) -> SubjectFinder.Result {
    guard depth < 6, let open = evaluator.body(around: token), let end = unit.partner(of: open)
    else {
      return .unknown
    }
    var index = token + 1
    while index < end {
      defer { index += 1 }
      guard unit.isName(index), unit.text(index) == name, !unit.isSign(index + 1, "="),
        !unit.isSign(index - 1, ".")
      else { continue }
      let found = direct(index..<index + 1, depth + 1)
      if found.subject.isKnown { return found }
    }
    return .unknown
  }

  private static let foreign: Set<String> = [
    "evaluateWithObject", "filteredArrayUsingPredicate", "filteredSetUsingPredicate",
    "filterUsingPredicate", "filteredOrderedSetUsingPredicate", "sortedArrayUsingDescriptors",
    "sortUsingDescriptors", "setValidationPredicates", "fetchAssetsWithOptions",
    "initWithRecordType", "expectationForPredicate", "matchingPredicate", "containingPredicate",
    "elementMatchingPredicate", "compareObject", "predicateForEventsWithStartDate",
  ]
}
