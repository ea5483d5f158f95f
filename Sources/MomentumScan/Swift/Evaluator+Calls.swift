import MomentumModel
import MomentumSwiftSource

extension Evaluator {
  // MARK: - Members

  /// The meaning of `base.name`.
  func member(_ name: String, of base: SwiftExpression) -> Meaning {
    if case .name("self", _) = base.kind, let typeName = region.typeName,
      let member = members(name, of: typeName).first
    {
      return meaning(of: member)
    }
    switch meaning(of: base) {
    case .type(let type, let arguments): return staticMember(name, of: type, arguments)
    case .request(let subject):
      switch name {
      case "fetchRequest", "request", "wrappedValue": return .request(subject)
      case "fetchedObjects", "results": return .objects(subject)
      case "entity": return .description(subject)
      default: return .unknown
      }
    case .object(let subject):
      return name == "entity" ? .description(subject) : property(name, of: subject)
    case .objects(let subject):
      switch name {
      case "first", "last": return .object(subject)
      case "wrappedValue", "projectedValue", "lazy", "finalResult": return .objects(subject)
      case "count": return .plain(.integer)
      case "isEmpty": return .plain(.boolean)
      default: return .unknown
      }
    case .foreign: return .foreign
    case .value(let type):
      guard let owner = type.lastName, let member = members(name, of: owner).first else {
        return .unknown
      }
      return bound(meaning(of: member), member, to: type)
    case .plain(.text), .plain(.string):
      switch name {
      case "count": return .plain(.integer)
      case "isEmpty": return .plain(.boolean)
      default: return .unknown
      }
    case .plain(.list):
      return name == "count" ? .plain(.integer) : .unknown
    case .unknown, .description, .objectModel, .plain: return .unknown
    }
  }

  /// The meaning of a member whose type is a generic parameter of its owner, as in
  /// `Store<Person>().request`.
  private func bound(
    _ meaning: Meaning, _ member: SourceIndex.Member, to type: SwiftType
  ) -> Meaning {
    guard !meaning.subject.isKnown, let argument = type.genericArguments.first?.lastName,
      let subject = project.subject(ofClass: argument)
    else { return meaning }
    switch meaning {
    case .request: return .request(subject)
    case .objects: return .objects(subject)
    default: return meaning
    }
  }

  private func staticMember(_ name: String, of type: String, _ arguments: [SwiftType]) -> Meaning {
    if name == "self" { return .type(type, arguments) }
    if let member = members(name, of: type).first(where: { $0.isStatic }) {
      return meaning(of: member)
    }
    switch (type, name) {
    case ("Date", "now"), ("Date", "distantPast"), ("Date", "distantFuture"): return .plain(.date)
    default: return .unknown
    }
  }

  /// The meaning of a property of a managed object.
  func property(_ name: String, of subject: Subject) -> Meaning {
    guard case .entity(let place) = subject else { return .unknown }
    let model = project.model.model(of: place)
    switch model.property(named: name, in: place.entity) {
    case .relationship(let id):
      let target = Subject.entity(
        EntityPlace(model: place.model, entity: model[id].destination))
      return model[id].isToMany ? .objects(target) : .object(target)
    case .attribute(let id):
      return Evaluator.value(of: model[id])
    case .fetchedProperty: return .unknown
    case nil:
      if let className = project.model[place].className?.split(separator: ".").last.map(
        String.init),
        let member = members(name, of: className).first(where: { !$0.isStatic })
      {
        return meaning(of: member)
      }
      return .unknown
    }
  }

  /// The meaning of an attribute as a program reads it: a scalar, or an object where it may be nil.
  private static func value(of attribute: Attribute) -> Meaning {
    switch attribute.type {
    case .string: .plain(.text)
    case .date where !attribute.usesScalarType: .plain(.date)
    case .uuid: .plain(.uuid)
    case .uri: .plain(.url)
    case .binary: .plain(.data)
    case .integer16, .integer32, .integer64:
      attribute.usesScalarType ? .plain(.integer) : .plain(.number)
    case .double, .float: attribute.usesScalarType ? .plain(.real) : .plain(.number)
    case .boolean: attribute.usesScalarType ? .plain(.boolean) : .plain(.number)
    case .decimal: .plain(.number)
    case .undefined, .date, .transformable, .objectID, .composite: .unknown
    }
  }

  // MARK: - Calls

  func call(_ callee: SwiftExpression, _ arguments: [SwiftExpression.Argument]) -> Meaning {
    switch callee.kind {
    case .name(let name, let types): return construction(name, types, arguments)
    case .member(nil, _): return .unknown
    case .member(let base?, "init"):
      if case .name(let name, let types) = base.kind { return construction(name, types, arguments) }
      return .unknown
    case .member(let base?, let name): return method(name, of: base, arguments)
    case .call(_, let inner) where arguments.allSatisfy { $0.value.isClosure } && !inner.isEmpty:
      // The reader took the block of `if items.first { … }` for a trailing closure: ignore it.
      return meaning(of: callee)
    case .closure(let closure): return result(of: closure)
    default: return .unknown
    }
  }

  /// The meaning of `{ … return x }()`: unknown, since no statements are followed. A variable's own
  /// type still counts.
  private func result(of closure: SwiftClosure) -> Meaning { .unknown }

  private func construction(
    _ name: String, _ types: [SwiftType], _ arguments: [SwiftExpression.Argument]
  ) -> Meaning {
    if FrameworkNames.requests.contains(name) { return request(name, types, arguments) }
    if let place = project.entity(ofClass: name) { return .object(.entity(place)) }
    switch name {
    case "NSManagedObject":
      let entity = arguments.first { $0.label == "entity" }
      return .object(entity.map { meaning(of: $0.value).subject } ?? .unknown)
    case "NSEntityDescription", "NSAttributeDescription": return .description(.declaredInCode)
    case "NSManagedObjectModel": return .objectModel
    case "type":
      return .unknown
    default: break
    }
    if let value = SwiftProject.values[name] { return .plain(value) }
    if name.first?.isUppercase == true {
      if project.index.types[name] == nil, FrameworkNames.isForeign(name) { return .foreign }
      if project.isManagedObject(name) { return .object(.unknown) }
      return .value(.named([SwiftType.Component(name, types)]))
    }
    let functions =
      (region.typeName.map { members(name, of: $0) } ?? []) + (project.index.globals[name] ?? [])
    return result(of: functions, arguments)
  }

  /// The meaning of a call that makes a request.
  private func request(
    _ name: String, _ types: [SwiftType], _ arguments: [SwiftExpression.Argument]
  ) -> Meaning {
    for argument in arguments {
      switch argument.label {
      case "entityName", "forEntityName":
        if let text = text(of: argument.value) {
          let subject = project.subject(ofEntity: text.text)
          if subject.isKnown { return .request(subject) }
        }
      case "entity", "fetchRequest":
        let subject = meaning(of: argument.value).subject
        if subject.isKnown { return .request(subject) }
      default: break
      }
    }
    if let last = types.last?.unwrapped.type.lastName, let subject = project.subject(ofClass: last)
    {
      return .request(subject)
    }
    return .request(.unknown)
  }

  private func method(
    _ name: String, of base: SwiftExpression, _ arguments: [SwiftExpression.Argument]
  ) -> Meaning {
    let owner = meaning(of: base)
    switch (owner, name) {
    case (.type("NSEntityDescription", _), "entity"):
      return .description(entityArgument(arguments))
    case (.type("NSEntityDescription", _), "insertNewObject"):
      return .object(entityArgument(arguments))
    case (.type("NSPersistentHistoryChange", _), _),
      (.type("NSPersistentHistoryTransaction", _), _),
      (.type("NSPersistentHistoryChangeRequest", _), _):
      return .foreign
    case (.type("NSNumber", _), _), (.type("NSDecimalNumber", _), _): return .plain(.number)
    case (.type(let type, _), "fetchRequest"):
      return .request(
        project.subject(ofClass: type) ?? (FrameworkNames.isForeign(type) ? .foreign : .unknown))
    case (.type(let type, _), "entity"), (.type(let type, _), "entityDescription"):
      return .description(project.subject(ofClass: type) ?? .unknown)
    case (.type(let type, _), _):
      let found = result(of: members(name, of: type), arguments, receiver: type)
      if case .unknown = found, project.index.types[type] == nil, FrameworkNames.isForeign(type) {
        return .foreign
      }
      return found
    default: break
    }
    switch name {
    case "fetch", "executeFetchRequest", "performFetch", "execute":
      if let first = arguments.first, case .request(let subject) = meaning(of: first.value) {
        return .objects(subject)
      }
    case "fetchRequestFromTemplate", "fetchRequestTemplate":
      if let first = arguments.first, let text = text(of: first.value),
        let template = project.model.template(text.text)
      {
        return .request(.entity(template.subject))
      }
      return .request(.unknown)
    case "copy", "mutableCopy": return owner
    case "object", "existingObject", "registeredObject":
      if case .request(let subject) = owner { return .object(subject) }
      if case .unknown = owner, arguments.first?.label == "with" || arguments.first?.label == "for"
      {
        return .object(.unknown)
      }
    default: break
    }
    return instanceMethod(name, owner, arguments)
  }

  private func instanceMethod(
    _ name: String, _ owner: Meaning, _ arguments: [SwiftExpression.Argument]
  ) -> Meaning {
    switch owner {
    case .objects(let subject):
      switch name {
      case "first", "last", "randomElement", "min", "max", "removeFirst", "popLast":
        return .object(subject)
      case "filter", "sorted", "prefix", "suffix", "dropFirst", "dropLast", "reversed", "shuffled":
        return .objects(subject)
      default: return .unknown
      }
    case .object(let subject):
      guard case .entity(let place) = subject,
        let className = project.model[place].className?.split(separator: ".").last.map(String.init)
      else { return .unknown }
      return result(of: members(name, of: className), arguments)
    case .value(let type):
      guard let typeName = type.lastName else { return .unknown }
      let functions = members(name, of: typeName)
      let found = result(of: functions, arguments)
      return functions.first.map { bound(found, $0, to: type) } ?? found
    case .foreign: return .foreign
    case .unknown, .type, .request, .description, .objectModel, .plain: return .unknown
    }
  }

  /// The meaning of the result of a function in the sources.
  private func result(
    of functions: [SourceIndex.Member], _ arguments: [SwiftExpression.Argument],
    receiver: String? = nil
  ) -> Meaning {
    guard let function = best(functions, arguments) else { return .unknown }
    let found = function.type.map { project.meaning(of: $0) } ?? .unknown
    if found.subject.isKnown { return found }
    // A generic function gets its type from `Person.self`, or from the type that it is called on.
    let given =
      arguments.lazy.map { meaning(of: $0.value) }.compactMap { meaning -> Subject? in
        if case .type(let name, _) = meaning { return project.subject(ofClass: name) }
        return nil
      }.first ?? receiver.flatMap { project.subject(ofClass: $0) }
    guard let given, given.isKnown else { return found }
    switch found {
    case .request: return .request(given)
    case .objects: return .objects(given)
    case .object: return .object(given)
    case .plain(.list): return .objects(given)
    case .value(let type) where type.lastName == "Self" || (type.lastName?.count ?? 9) == 1:
      return .object(given)
    default: return found
    }
  }

  /// The function whose argument labels fit best; `nil` if none fits.
  func best(
    _ functions: [SourceIndex.Member], _ arguments: [SwiftExpression.Argument]
  ) -> SourceIndex.Member? {
    let labels = arguments.filter { !$0.value.isClosure }.map(\.label)
    return functions.first { $0.parameters.map(\.label) == labels }
      ?? functions.first { function in
        labels.allSatisfy { label in function.parameters.contains { $0.label == label } }
      } ?? functions.first
  }

  private func entityArgument(_ arguments: [SwiftExpression.Argument]) -> Subject {
    guard
      let name = arguments.first(where: { $0.label == "forEntityName" || $0.label == "entityName" }
      ),
      let text = text(of: name.value)
    else { return .unknown }
    return project.subject(ofEntity: text.text)
  }
}

extension SwiftExpression {
  var isClosure: Bool { if case .closure = kind { true } else { false } }
}
