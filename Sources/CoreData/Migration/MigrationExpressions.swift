import MomentumDiagnostics
import MomentumObjects
import MomentumPredicate

/// Evaluates the expressions of an entity mapping: `$source.name`,
/// `FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", …)`.
struct MigrationExpressions {
  private let manager: NSMigrationManager
  private let mapping: NSEntityMapping
  private let policy: NSEntityMigrationPolicy
  private var variables: [String: Any]

  init(
    _ manager: NSMigrationManager, _ mapping: NSEntityMapping, _ policy: NSEntityMigrationPolicy,
    source: NSManagedObject? = nil, destination: NSManagedObject? = nil
  ) {
    (self.manager, self.mapping, self.policy) = (manager, mapping, policy)
    variables = [
      NSMigrationManagerKey: manager, NSMigrationEntityMappingKey: mapping,
      NSMigrationEntityPolicyKey: policy,
    ]
    variables[NSMigrationSourceObjectKey] = source
    variables[NSMigrationDestinationObjectKey] = destination
  }

  /// The managed objects of a value: an object, a set, a list, or nothing.
  static func objects(_ value: Any?) -> [NSManagedObject] {
    switch flat(value) {
    case let object as NSManagedObject: [object]
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
    case let list as [Any]: list.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }

  /// The source objects of the mapping.
  func sources() throws -> [NSManagedObject] {
    guard let entity = mapping.sourceEntityName else { return [] }
    if let expression = mapping.sourceExpression {
      return Self.objects(try value(of: expression, nil))
    }
    return try fetch(request(entity, NSPredicate(value: true)))
  }

  func value(of expression: NSExpression, _ property: NSPropertyMapping?) throws -> Any? {
    var own = self
    own.variables[NSMigrationPropertyMappingKey] = property
    let context = NSMutableDictionary(dictionary: own.variables)
    let source = own.variables[NSMigrationSourceObjectKey]
    switch expression.expressionType {
    case .constantValue, .block:
      return expression.expressionValue(with: source, context: context)
    default: break
    }
    if let fetch = expression as? NSFetchRequestExpression,
      let request = try value(of: fetch.requestExpression, property) as? AnyFetchRequest
    {
      return try manager.sourceContext.results(of: request)
    }
    guard let syntax = Self.syntax(expression.content.format) else {
      return expression.expressionValue(with: source, context: context)
    }
    return try own.value(of: syntax, expression)
  }

  private static func syntax(_ text: String) -> ExpressionSyntax? {
    var diagnostics = Diagnostics()
    return PredicateParser.parseExpression(
      SourceFile(path: "expression", text: text), &diagnostics)
  }

  /// Evaluates what only a migration has; the rest is an expression like any other.
  private func value(of syntax: ExpressionSyntax, _ whole: NSExpression) throws -> Any? {
    switch syntax.kind {
    case .variable(let name): return variables[name]
    case .path(let base, let keys):
      guard case .variable(let name) = base.kind, let object = variables[name] as? NSManagedObject,
        let path = Self.path(keys)
      else { break }
      return try value(path, of: object)
    case .function(let target, let selector, let arguments):
      guard case .variable(let name) = target.kind,
        case .literal(.string(let method)) = selector.kind
      else { break }
      if name == NSMigrationEntityPolicyKey {
        return try policy.value(
          ofMethod: Selector(method), arguments: arguments.map { try value(of: $0, whole) })
      }
      if name == NSMigrationManagerKey {
        return try call(method, arguments.map { try value(of: $0, whole) })
      }
    case .fetch(let request, _, _):
      if let request = try value(of: request, whole) as? AnyFetchRequest {
        return try manager.sourceContext.results(of: request)
      }
    default: break
    }
    let rest = NSExpression(
      ExpressionContent(
        format: FormatPredicate.text(of: syntax, whole.content.arguments)), .function)
    do throws(NSExpression.UnusableExpression) {
      return try rest.textValue(
        with: variables[NSMigrationSourceObjectKey],
        context: NSMutableDictionary(dictionary: variables))
    } catch {
      throw Self.error(mapping, error.description)
    }
  }

  private static func path(_ keys: [KeyComponent]) -> String? {
    var names: [String] = []
    for key in keys {
      switch key.name {
      case .key(let name), .quoted(let name): names.append(name)
      case .collectionOperator(let name): names.append("@" + name)
      case .argument, .variable, .expression: return nil
      }
    }
    return names.joined(separator: ".")
  }

  /// The value of a path of to-one relationships with all its kinds of values, transformed ones, too.
  private func value(_ path: String, of object: NSManagedObject) throws -> Any? {
    var value: Any? = object
    for key in path.split(separator: ".").map(String.init) {
      guard let next = value as? NSManagedObject, !key.hasPrefix("@") else {
        return object.value(forKeyPath: path)
      }
      // The path may be from a file, so a wrong one is an error and does not stop the program.
      guard key == "objectID" || next.entity.propertiesByName[key] != nil else {
        throw Self.error(
          mapping, "the entity '\(next.entity.name ?? "")' has no property '\(key)'.")
      }
      value = key == "objectID" ? next.objectID : next.value(forKey: key)
      if value == nil { return nil }
    }
    return value
  }

  /// Sets a property of a new object. A key or a value that the entity does not take may be from a file, so it
  /// is an error, and does not stop the program as that of a program's own statement does.
  func set(_ value: Any?, forKey key: String, of object: NSManagedObject) throws {
    let value = object.conversion.propertyValue(of: value, forKey: key)
    do { try object.core.setValue(value, forKey: key) } catch let misuse as ObjectMisuse {
      throw Self.error(mapping, misuse.description)
    }
  }

  /// An error of an entity mapping, which may be from a file.
  static func error(_ mapping: NSEntityMapping, _ reason: String) -> NSError {
    NSError(
      domain: NSCocoaErrorDomain, code: NSEntityMigrationPolicyError,
      userInfo: [
        NSLocalizedDescriptionKey: "The mapping '\(mapping.name ?? "")' cannot be used: \(reason)"
      ])
  }

  /// The error for a method that a policy or a manager does not have.
  static func unknown(_ method: Selector, of object: AnyObject) -> NSError {
    NSError(
      domain: NSCocoaErrorDomain, code: NSEntityMigrationPolicyError,
      userInfo: [
        NSLocalizedDescriptionKey:
          "-[\(type(of: object)) \(method.name)]: unrecognized selector. Without Objective-C no "
          + "method is found by its name: override value(ofMethod:arguments:)."
      ])
  }

  // MARK: - Methods of the manager

  private func call(_ method: String, _ arguments: [Any?]) throws -> Any? {
    let (name, value) = (arguments.first as? String ?? "", arguments.dropFirst().first ?? nil)
    switch method {
    case "destinationInstancesForEntityMappingNamed:sourceInstances:":
      return manager.destinationInstances(
        forEntityMappingName: name, sourceInstances: Self.objects(value))
    case "sourceInstancesForEntityMappingNamed:destinationInstances:":
      return manager.sourceInstances(
        forEntityMappingName: name, destinationInstances: Self.objects(value))
    case "destinationInstancesForSourceRelationshipNamed:sourceInstances:":
      return manager.destinations(of: Self.objects(value))
    case "fetchRequestForSourceEntityNamed:predicateString:":
      let format = value as? String ?? "TRUEPREDICATE"
      var diagnostics = Diagnostics()
      let source = SourceFile(path: "predicate", text: format)
      guard PredicateParser.parse(source, &diagnostics) != nil, !diagnostics.hasErrors else {
        throw Self.error(
          mapping, "\(TextRenderer().render(diagnostics.all.filter { $0.severity == .error }))")
      }
      return request(name, NSPredicate(format: format))
    default: return try manager.value(ofMethod: Selector(method), arguments: arguments)
    }
  }

  private func request(
    _ entity: String, _ predicate: NSPredicate
  ) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = predicate
    request.includesSubentities = false
    // A policy may read primitive values, which an object that is a fault does not have.
    request.returnsObjectsAsFaults = false
    return request
  }

  private func fetch(_ request: NSFetchRequest<NSManagedObject>) throws -> [NSManagedObject] {
    try manager.sourceContext.fetch(request)
  }
}
