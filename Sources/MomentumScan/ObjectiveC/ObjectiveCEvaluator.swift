import MomentumModel
import MomentumSwiftSource

/// Finds what Objective-C expressions stand for (see `Meaning`), from declarations and messages.
struct ObjectiveCEvaluator {
  let unit: ObjectiveCUnit
  let index: ObjectiveCIndex
  let model: ScanModel

  // MARK: - Classes

  func subject(ofClass name: String) -> Subject? {
    if let place = model.entity(ofClass: name) { return .entity(place) }
    return index.isManagedObject(name) ? .unknown : nil
  }

  func subject(ofEntity name: String) -> Subject {
    if let place = model.entity(named: name) { return .entity(place) }
    return index.names.modelNames.contains(name) ? .declaredInCode : .unknown
  }

  func meaning(of type: ObjectiveCIndex.TypeText) -> Meaning {
    let argument = type.argument.flatMap { subject(ofClass: $0) } ?? .unknown
    if FrameworkNames.requests.contains(type.name) { return .request(argument) }
    if ["NSArray", "NSSet", "NSOrderedSet", "NSMutableArray", "NSMutableSet"].contains(type.name) {
      return argument.isKnown ? .objects(argument) : .foreign
    }
    if let subject = subject(ofClass: type.name) { return .object(subject) }
    if type.name == "NSEntityDescription" { return .description(.unknown) }
    switch type.name {
    case "BOOL", "bool": return .plain(.boolean)
    case "int", "long", "short", "NSInteger", "NSUInteger", "int16_t", "int32_t", "int64_t",
      "uint32_t", "uint64_t", "unsigned", "size_t":
      return .plain(.integer)
    case "double", "float", "CGFloat", "NSTimeInterval": return .plain(.real)
    default: break
    }
    if let value = SwiftProject.values[type.name] { return .plain(value) }
    if FrameworkNames.isForeign(type.name) { return .foreign }
    return .value(.named([]))
  }

  // MARK: - Code around

  /// The brace of the method or function around a token; `nil` outside of all.
  func body(around token: Int) -> Int? {
    var result: Int?
    var next = unit.parent(of: token)
    while let open = next {
      if unit.isSign(open, "{") { result = open }
      next = unit.parent(of: open)
    }
    return result
  }

  /// The class whose implementation is around a token; `nil` outside of all.
  func className(around token: Int) -> String? {
    var at = token
    while at > 0 {
      at -= 1
      guard unit.tokens[at].kind == .at else { continue }
      switch unit.text(at + 1) {
      case "implementation": return unit.text(at + 2)
      case "end", "interface": return nil
      default: continue
      }
    }
    return nil
  }

  /// The declaration of a local name: its type and the tokens of its value. `nil` if no declaration
  /// is found before the token.
  func local(_ name: String, before token: Int) -> (
    type: ObjectiveCIndex.TypeText, value: Range<Int>?, token: Int
  )? {
    let open = body(around: token) ?? 0
    var at = token
    while at > open {
      at -= 1
      guard unit.isName(at), unit.text(at) == name else { continue }
      if let type = parameterType(at) { return (type, nil, at) }
      guard let type = declaredType(before: at, from: open) else { continue }
      if unit.isSign(at + 1, "=") { return (type, at + 2..<statementEnd(at), at) }
      return (type, nil, at)
    }
    // The parameters are before the brace.
    at = open
    while at > max(0, open - 80) {
      at -= 1
      if unit.isSign(at, ";") || unit.isSign(at, "}") { return nil }
      if unit.isName(at), unit.text(at) == name, unit.isSign(at - 1, ")"),
        let bracket = unit.partner(of: at - 1), let type = unit.typeText(bracket + 1..<at - 1)
      {
        return (type, nil, open)
      }
      if unit.isName(at), unit.text(at) == name, let type = parameterType(at) {
        return (type, nil, open)
      }
    }
    return nil
  }

  /// The type of a parameter of a C function or a block, `void show(Venue *venue) {` or
  /// `^(Venue *venue) {`; `nil` if the name is no parameter.
  private func parameterType(_ name: Int) -> ObjectiveCIndex.TypeText? {
    guard unit.isSign(name + 1, ",") || unit.isSign(name + 1, ")"),
      let open = unit.parent(of: name), unit.isSign(open, "("),
      let close = unit.partner(of: open), unit.isSign(close + 1, "{"),
      unit.isSign(open - 1, "^") || unit.isName(open - 1),
      // `if (a * b) {` has no parameters.
      !["if", "while", "for", "switch"].contains(unit.text(open - 1))
    else { return nil }
    var first = name
    while first > open + 1, !unit.isSign(first - 1, ",") { first -= 1 }
    return first < name ? unit.typeText(first..<name) : nil
  }

  /// The type before a name that is declared: `NSArray<Person *> *`.
  private func declaredType(before name: Int, from start: Int) -> ObjectiveCIndex.TypeText? {
    guard
      unit.isSign(name + 1, "=") || unit.isSign(name + 1, ";") || unit.isSign(name + 1, ",")
        || unit.isName(name + 1) && unit.text(name + 1) == "in"
    else { return nil }
    var first = name - 1
    while first > start,
      unit.isSign(first, "*") || unit.isSign(first, ">") || unit.isSign(first, "<")
        || unit.isName(first)
    {
      if unit.isName(first), ["return", "in", "else"].contains(unit.text(first)) { return nil }
      first -= 1
    }
    guard first + 1 < name,
      unit.isSign(first, ";") || unit.isSign(first, "{") || unit.isSign(first, "}")
        || unit.isSign(first, "(") || unit.isSign(first, ")")
    else { return nil }
    return unit.typeText(first + 1..<name)
  }

  func statementEnd(_ token: Int) -> Int {
    var index = token
    while index < unit.tokens.count, !unit.isSign(index, ";") {
      index = unit.partner(of: index).map { $0 > index ? $0 + 1 : index + 1 } ?? index + 1
    }
    return index
  }

  // MARK: - Texts

  func text(_ range: Range<Int>) -> SourceLiteral? {
    if let literal = unit.literal(range) { return literal }
    guard let first = range.first else { return nil }
    if range.count == 1, unit.isName(first) {
      if let local = local(unit.text(first), before: first), local.type.name == "NSString",
        let value = local.value
      {
        return unit.literal(value)
      }
      return index.constants[unit.text(first)]
    }
    // The name of a class or a selector as text: NSStringFromClass([Person class]),
    // NSStringFromSelector(@selector(name))
    guard range.count > 3, unit.isSign(first + 1, "(") else { return nil }
    switch unit.text(first) {
    case "NSStringFromClass":
      guard let message = unit.message(at: first + 2), message.selector == "class",
        message.receiver.count == 1
      else { return nil }
      let name = unit.text(message.receiver)
      return name == "self" ? nil : SourceLiteral(name, at: unit.location(range))
    case "NSStringFromSelector":
      guard unit.tokens[first + 2].kind == .at, unit.text(first + 3) == "selector" else {
        return nil
      }
      return SourceLiteral(unit.text(first + 5), at: unit.location(range))
    default: return nil
    }
  }

  // MARK: - Expressions

  func meaning(_ range: Range<Int>, depth: Int = 0) -> Meaning {
    guard let first = range.first, depth < 10 else { return .unknown }
    if unit.isSign(first, "("), let close = unit.partner(of: first), close + 1 < range.upperBound {
      // A cast says the class if the value does not.
      let own = meaning(close + 1..<range.upperBound, depth: depth + 1)
      if own.subject.isKnown { return own }
      return unit.typeText(first + 1..<close).map { meaning(of: $0) } ?? own
    }
    if unit.isSign(first, "("), let close = unit.partner(of: first), close + 1 == range.upperBound {
      return meaning(first + 1..<close, depth: depth + 1)
    }
    if unit.isSign(first, "["), let message = unit.message(at: first) {
      let own = meaning(message, depth)
      return members(own, message.range.upperBound, range.upperBound)
    }
    if unit.tokens[first].kind == .number {
      return range.count > 1 ? .unknown : .plain(unit.text(first).contains(".") ? .real : .integer)
    }
    if unit.tokens[first].kind == .at {
      return .plain(unit.isSign(first + 1, "[") || unit.isSign(first + 1, "{") ? .list : .number)
    }
    guard unit.isName(first) else { return .unknown }
    let name = unit.text(first)
    switch name {
    case "YES", "NO", "true", "false": return range.count == 1 ? .plain(.boolean) : .unknown
    case "nil", "NULL": return .plain(.null)
    case "self":
      let owner = className(around: first)
      if range.count == 1 {
        return owner.flatMap { subject(ofClass: $0) }.map { .object($0) } ?? .unknown
      }
      guard let owner, unit.isSign(first + 1, "."),
        let type = index.properties[owner]?[unit.text(first + 2)]
      else { return .unknown }
      return members(meaning(of: type), first + 3, range.upperBound)
    default: break
    }
    let own = variable(name, first, depth)
    return members(own, first + 1, range.upperBound)
  }

  private func variable(_ name: String, _ token: Int, _ depth: Int) -> Meaning {
    if let local = local(name, before: token) {
      let declared = meaning(of: local.type)
      switch declared {
      case .request(.unknown), .object(.unknown), .description(.unknown), .value, .foreign:
        if let value = local.value {
          let found = meaning(value, depth: depth + 1)
          if found.subject.isKnown, !isForeignCollection(found, declared) { return found }
        }
        if case .request = declared, let subject = assignedEntity(name, local.token, token, depth) {
          return .request(subject)
        }
        return declared
      default: return declared
      }
    }
    if name.first == "_", let owner = className(around: token),
      let type = index.properties[owner]?[String(name.dropFirst())]
    {
      return meaning(of: type)
    }
    return name.first?.isUppercase == true ? .type(name, []) : .unknown
  }

  private func isForeignCollection(_ found: Meaning, _ declared: Meaning) -> Bool {
    if case .foreign = found { return false }
    return false
  }

  /// The subject of a request that gets its entity after its declaration: `request.entity = …` or
  /// `[request setEntity:…]`; `nil` if it gets none.
  private func assignedEntity(_ name: String, _ start: Int, _ token: Int, _ depth: Int) -> Subject?
  {
    let end = body(around: token).flatMap { unit.partner(of: $0) } ?? unit.tokens.count
    var index = start
    while index < end {
      defer { index += 1 }
      guard unit.isName(index), unit.text(index) == name else { continue }
      if unit.isSign(index + 1, "."), unit.text(index + 2) == "entity", unit.isSign(index + 3, "=")
      {
        let subject = meaning(index + 4..<statementEnd(index), depth: depth + 1).subject
        if subject.isKnown { return subject }
      } else if unit.isSign(index - 1, "["), let message = unit.message(at: index - 1),
        let argument = message.argument("setEntity")
      {
        let subject = meaning(argument, depth: depth + 1).subject
        if subject.isKnown { return subject }
      }
    }
    return nil
  }

  /// The meaning of a value after the members and subscripts that follow it: `.a.b`, `[0]`.
  private func members(_ start: Meaning, _ from: Int, _ end: Int) -> Meaning {
    var result = start
    var index = from
    while index < end {
      if unit.isSign(index, "."), unit.isName(index + 1) {
        result = member(unit.text(index + 1), of: result)
        index += 2
      } else if unit.isSign(index, "["), let close = unit.partner(of: index) {
        if case .objects(let subject) = result {
          result = .object(subject)
        } else {
          result = .unknown
        }
        index = close + 1
      } else {
        return .unknown
      }
    }
    return result
  }

  func member(_ name: String, of base: Meaning) -> Meaning {
    switch (base, name) {
    case (.request(let subject), "fetchRequest"): return .request(subject)
    case (.request(let subject), "entity"), (.object(let subject), "entity"):
      return .description(subject)
    case (.request(let subject), "fetchedObjects"): return .objects(subject)
    case (.objects(let subject), "firstObject"), (.objects(let subject), "lastObject"),
      (.objects(let subject), "anyObject"):
      return .object(subject)
    case (.objects, "count"): return .plain(.integer)
    case (.type(let name, _), "fetchRequest"):
      return .request(
        subject(ofClass: name) ?? (FrameworkNames.isForeign(name) ? .foreign : .unknown))
    case (.type(let name, _), "entity"): return .description(subject(ofClass: name) ?? .unknown)
    case (.object(.entity(let place)), _):
      let model = model.model(of: place)
      switch model.property(named: name, in: place.entity) {
      case .relationship(let id):
        let target = Subject.entity(EntityPlace(model: place.model, entity: model[id].destination))
        return model[id].isToMany ? .objects(target) : .object(target)
      case .attribute, .fetchedProperty, nil: return .unknown
      }
    case (.foreign, _): return .foreign
    default: return .unknown
    }
  }

  private func meaning(_ message: ObjectiveCMessage, _ depth: Int) -> Meaning {
    let receiver = meaning(message.receiver, depth: depth + 1)
    let selector = message.selector
    let first = message.parts[0]
    if case .type(let name, _) = receiver {
      switch selector {
      case "fetchRequest", "entity": return member(selector, of: receiver)
      case "alloc", "new": return constructed(name)
      case "class": return receiver
      default: break
      }
    }
    switch first.keyword {
    case "fetchRequestWithEntityName", "initWithEntityName", "batchUpdateRequestWithEntityName":
      return .request(named(first))
    case "initWithFetchRequest":
      return .request(
        first.arguments.first.map { meaning($0, depth: depth + 1).subject } ?? .unknown)
    case "entityForName": return .description(named(first))
    case "insertNewObjectForEntityForName": return .object(named(first))
    case "entityDescriptionWithContext": return .description(receiverSubject(receiver))
    case "fetchRequestTemplateForName", "fetchRequestFromTemplateWithName":
      let template = first.arguments.first.flatMap { text($0) }.flatMap { model.template($0.text) }
      return .request(template.map { .entity($0.subject) } ?? .unknown)
    case "executeFetchRequest":
      return .objects(
        first.arguments.first.map { meaning($0, depth: depth + 1).subject } ?? .unknown)
    case "objectAtIndex", "objectAtIndexedSubscript":
      if case .objects(let subject) = receiver { return .object(subject) }
      return .unknown
    case "numberWithInt", "numberWithInteger", "numberWithBool", "numberWithDouble",
      "numberWithLong", "numberWithUnsignedInteger", "numberWithFloat", "numberWithLongLong":
      return .plain(.number)
    case "date", "dateWithTimeIntervalSinceNow": return .plain(.date)
    case "stringWithFormat", "description", "stringValue", "uppercaseString": return .plain(.text)
    default: break
    }
    if first.keyword.hasPrefix("init") { return receiver }
    if first.arguments.isEmpty { return member(first.keyword, of: receiver) }
    if case .foreign = receiver { return .foreign }
    return .unknown
  }

  private func named(_ part: ObjectiveCMessage.Part) -> Subject {
    guard let argument = part.arguments.first, let name = text(argument) else { return .unknown }
    return subject(ofEntity: name.text)
  }

  private func receiverSubject(_ receiver: Meaning) -> Subject {
    guard case .type(let name, _) = receiver else { return .unknown }
    return subject(ofClass: name) ?? (FrameworkNames.isForeign(name) ? .foreign : .unknown)
  }

  private func constructed(_ name: String) -> Meaning {
    meaning(of: ObjectiveCIndex.TypeText(name: name))
  }
}
