import MomentumDiagnostics
import MomentumModel

/// Finds the sites of one Objective-C file.
struct ObjectiveCSiteFinder {
  private(set) var sites: [ScanSite] = []
  private let unit: ObjectiveCUnit
  private let evaluator: ObjectiveCEvaluator
  private let uses: ObjectiveCUses

  init(_ unit: ObjectiveCUnit, _ index: ObjectiveCIndex, _ model: ScanModel) {
    self.unit = unit
    evaluator = ObjectiveCEvaluator(unit: unit, index: index, model: model)
    uses = ObjectiveCUses(evaluator: evaluator)
  }

  mutating func run() {
    for index in unit.tokens.indices {
      if unit.isSign(index, "["), let message = unit.message(at: index) {
        read(message)
      } else if unit.isSign(index, "."), unit.isName(index + 1), unit.isSign(index + 2, "=") {
        readProperties(unit.text(index + 1), index)
      }
    }
  }

  private mutating func read(_ message: ObjectiveCMessage) {
    let first = message.parts[0]
    switch first.keyword {
    case "predicateWithFormat", "expressionWithFormat": readFormat(message)
    case "expressionForKeyPath": readKey(message, first, .fetched)
    case "sortDescriptorWithKey", "initWithKey": readSort(message)
    case "fetchRequestWithEntityName", "initWithEntityName", "entityForName",
      "batchUpdateRequestWithEntityName":
      readEntity(first, .request)
    case "insertNewObjectForEntityForName": readEntity(first, .insertion)
    case "fetchRequestTemplateForName", "fetchRequestFromTemplateWithName": readTemplate(message)
    case "initWithFetchRequest": readSection(message)
    case "setPropertiesToFetch": readList(first.arguments.first, .fetched, message.receiver)
    case "setRelationshipKeyPathsForPrefetching":
      readList(first.arguments.first, .prefetched, message.receiver)
    default: readKeyValue(message)
    }
  }

  private mutating func append(_ site: ScanSite) { sites.append(site) }

  // MARK: - Formats

  private mutating func readFormat(_ message: ObjectiveCMessage) {
    let part = message.parts[0]
    guard let first = part.arguments.first, let format = evaluator.text(first) else { return }
    let found = uses.find(message.range)
    let close = unit.tokens[message.range.upperBound - 1].start
    let end = SourceLocation(unit.source, SourceRange(close, close))
    let arguments: FormatSite.Arguments
    if let array = message.argument("argumentArray") {
      arguments = elements(array).map { .array($0.map(argument)) } ?? .unknown
    } else if message.parts.count > 1 {
      arguments = .unknown
    } else {
      arguments = .list(part.arguments.dropFirst().map(argument))
    }
    var site = FormatSite(
      format: format, arguments: arguments, end: end, language: .objectiveC)
    site.isFinal = found.isFinal
    append(
      ScanSite(
        part.keyword == "predicateWithFormat" ? .predicate(site) : .expression(site),
        subject: found.subject, certainty: found.certainty))
  }

  private func argument(_ range: Range<Int>) -> FormatArgument {
    FormatArgument(value(range), at: unit.location(range))
  }

  private func value(_ range: Range<Int>) -> ArgumentValue {
    if let text = evaluator.text(range) { return .string(text) }
    guard evaluator.unit.operandEnd(range.lowerBound, before: range.upperBound) == range.upperBound
    else { return .unknown }
    switch evaluator.meaning(range) {
    case .plain(let value): return value
    case .object(let subject): return .object(subject)
    case .objects: return .list
    case .unknown, .type, .request, .description, .foreign, .objectModel, .value: return .unknown
    }
  }

  /// The elements of `@[a, b]`; `nil` for another expression.
  private func elements(_ range: Range<Int>) -> [Range<Int>]? {
    guard let first = range.first, unit.tokens[first].kind == .at, unit.isSign(first + 1, "["),
      let close = unit.partner(of: first + 1)
    else { return nil }
    var result: [Range<Int>] = []
    var start = first + 2
    var index = start
    while index < close {
      if unit.isSign(index, ",") {
        result.append(start..<index)
        start = index + 1
      }
      index = unit.partner(of: index).map { $0 > index ? $0 + 1 : index + 1 } ?? index + 1
    }
    if start < close { result.append(start..<close) }
    return result
  }

  // MARK: - Sort descriptors

  private mutating func readSort(_ message: ObjectiveCMessage) {
    guard let argument = message.parts[0].arguments.first, message.argument("ascending") != nil
    else {
      return
    }
    let found = uses.find(message.range)
    if message.argument("comparator") != nil {
      if found.certainty == .shown {
        append(ScanSite(.sortBlock(unit.location(message.range)), subject: found.subject))
      }
      return
    }
    guard let key = evaluator.text(argument) else { return }
    var sort = SortSite()
    if let selector = message.argument("selector"),
      unit.text(selector.lowerBound + 1) == "selector",
      let close = unit.partner(of: selector.lowerBound + 2)
    {
      sort.selector = unit.text(selector.lowerBound + 3..<close)
      sort.selectorLocation = unit.location(selector)
    }
    append(
      ScanSite(.sortKey(key, sort), subject: found.subject, certainty: found.certainty))
  }

  // MARK: - Names

  private mutating func readEntity(_ part: ObjectiveCMessage.Part, _ use: EntityUse) {
    guard let argument = part.arguments.first, let name = evaluator.text(argument) else { return }
    append(ScanSite(.entityName(name, use)))
  }

  private mutating func readKey(
    _ message: ObjectiveCMessage, _ part: ObjectiveCMessage.Part, _ use: KeyUse
  ) {
    guard let argument = part.arguments.first, let key = evaluator.text(argument) else { return }
    let found = uses.find(message.range)
    append(ScanSite(.key(key, use), subject: found.subject, certainty: found.certainty))
  }

  private mutating func readSection(_ message: ObjectiveCMessage) {
    guard let argument = message.argument("sectionNameKeyPath"), let key = evaluator.text(argument)
    else { return }
    append(ScanSite(.key(key, .section), subject: evaluator.meaning(message.range).subject))
  }

  private mutating func readTemplate(_ message: ObjectiveCMessage) {
    guard let argument = message.parts[0].arguments.first, let name = evaluator.text(argument)
    else {
      return
    }
    var variables: [SourceLiteral]?
    let given = message.argument("substitutionVariables")
    if let given, unit.isSign(given.lowerBound + 1, "{"),
      let close = unit.partner(of: given.lowerBound + 1)
    {
      var found: [SourceLiteral] = []
      var index = given.lowerBound + 2
      while index < close {
        if unit.isSign(index + 1, ":"), let key = unit.literal(index..<index + 1) {
          found.append(key)
        }
        index = unit.partner(of: index).map { $0 > index ? $0 + 1 : index + 1 } ?? index + 1
      }
      variables = found
    }
    append(
      ScanSite(.template(name, TemplateSite(variables: variables, takesVariables: given != nil))))
  }

  private mutating func readProperties(_ name: String, _ period: Int) {
    let use: KeyUse
    switch name {
    case "propertiesToFetch", "propertiesToGroupBy": use = .fetched
    case "relationshipKeyPathsForPrefetching": use = .prefetched
    default: return
    }
    readList(
      period + 3..<evaluator.statementEnd(period), use, uses.chainStart(before: period)..<period)
  }

  private mutating func readList(_ list: Range<Int>?, _ use: KeyUse, _ receiver: Range<Int>) {
    guard let list, let elements = elements(list) else { return }
    let subject = evaluator.meaning(receiver).subject
    for element in elements {
      guard let key = evaluator.text(element) else { continue }
      append(ScanSite(.key(key, use), subject: subject))
    }
  }

  // MARK: - Key-value coding

  private static let methods: [String: KeyUse] = [
    "valueForKey": .value, "valueForKeyPath": .value, "primitiveValueForKey": .primitive,
    "willAccessValueForKey": .value, "didAccessValueForKey": .value,
    "willChangeValueForKey": .value, "didChangeValueForKey": .value,
    "mutableSetValueForKey": .collection, "mutableOrderedSetValueForKey": .collection,
  ]

  private mutating func readKeyValue(_ message: ObjectiveCMessage) {
    let part = message.parts[0]
    let isSetter = ["setValue", "setPrimitiveValue"].contains(part.keyword)
    let use = ObjectiveCSiteFinder.methods[part.keyword]
    guard isSetter || use != nil,
      let argument = isSetter
        ? message.argument("forKey") ?? message.argument("forKeyPath") : part.arguments.first,
      let key = evaluator.text(argument)
    else { return }
    let receiver =
      unit.text(message.receiver) == "super" ? nil : evaluator.meaning(message.receiver)
    guard case .object(let subject)? = receiver else { return }
    if isSetter, let given = part.arguments.first {
      append(ScanSite(.valueForKey(key, value: value(given)), subject: subject))
    } else {
      append(ScanSite(.key(key, use ?? .value), subject: subject))
    }
  }
}
