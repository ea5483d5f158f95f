import MomentumEvaluation
import MomentumModel
import MomentumObjects

extension PredicateValue {
  /// Any value of a program, for the evaluation of a predicate.
  init(foundation value: Any?) {
    switch flat(value) {
    case nil: self = .null
    case let object as NSManagedObject:
      self = .object(EvaluatedManagedObject(object: object.core))
    case let id as NSManagedObjectID: self = .object(EvaluatedIdentity(id))
    case let entity as NSEntityDescription: self = .string(entity.name ?? "")
    case let fetch as NSFetchRequestExpression:
      self.init(foundation: fetch.expressionValue(with: nil, context: nil))
    case let values as [Any]: self = .array(values.map { Self(foundation: $0) })
    case let set as NSSet: self = .set(PredicateSet(set.allObjects.map { Self(foundation: $0) }))
    case let set as NSOrderedSet:
      self = .orderedSet(PredicateSet(set.array.map { Self(foundation: $0) }))
    case let values as [AnyHashable: Any]:
      self = .dictionary(
        PredicateDictionary(
          values.map { (Self(foundation: $0.base), Self(foundation: $1)) }
            .sorted { "\($0.0)" < "\($1.0)" }))
    case let value?:
      self =
        AttributeValue(foundation: value).map { Self($0) } ?? .object(EvaluatedAnything(value))
    }
  }

  /// The value as Foundation has it.
  var foundationValue: Any? {
    switch self {
    case .null: nil
    case .boolean(let flag): NSNumber(value: flag)
    case .integer(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .decimal(let number): NSDecimalNumber(decimal: number)
    case .string(let text), .className(let text): text
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let bytes): Data(bytes)
    case .uuid(let uuid): uuid
    case .url(let text): URL(string: text)
    case .object(let object as EvaluatedManagedObject):
      ManagedObjectClasses.shared.object(of: object.object)
    case .object(let object as EvaluatedAnything): object.value
    case .object: nil
    case .array(let elements): elements.map { $0.foundationValue ?? NSNull() }
    case .set(let set): NSSet(array: set.elements.map { $0.foundationValue ?? NSNull() })
    case .orderedSet(let set):
      NSOrderedSet(array: set.elements.map { $0.foundationValue ?? NSNull() })
    case .dictionary(let dictionary):
      Dictionary(
        zip(dictionary.keys, dictionary.values).map {
          ($0.foundationValue as? String ?? "\($0)", $1.foundationValue ?? NSNull())
        }
      ) { $1 }
    }
  }
}

/// An object of the program that is no managed object. Its stored properties are its keys, since
/// Linux has no key-value coding.
///
/// `@unchecked`: the evaluator asks for `Sendable`, but the object is used by one thread, during one
/// evaluation that this thread has begun.
private struct EvaluatedAnything: EvaluatedObject, @unchecked Sendable {
  let value: Any

  init(_ value: Any) { self.value = value }

  var identity: ObjectIdentity {
    let object = value as AnyObject
    return ObjectIdentity(
      kind: "\(type(of: value))", number: Int64(ObjectIdentifier(object).hashValue))
  }

  func value(forKey key: String) throws(UnknownKey) -> PredicateValue {
    if key == "self" { return .object(self) }
    var mirror: Mirror? = Mirror(reflecting: value)
    while let next = mirror {
      for child in next.children where child.label == key {
        return PredicateValue(foundation: child.value)
      }
      mirror = next.superclassMirror
    }
    throw UnknownKey(key)
  }
}

/// An identity, which is equal to its object.
private struct EvaluatedIdentity: EvaluatedObject {
  let identity: ObjectIdentity

  init(_ id: NSManagedObjectID) { identity = id.core.evaluated }

  func value(forKey key: String) throws(UnknownKey) -> PredicateValue { throw UnknownKey(key) }
}

extension ObjectPredicate.Argument {
  /// Any value of a program, as an argument of a request. Stops the program for a value that no
  /// store can compare.
  init(foundation value: Any?) {
    switch flat(value) {
    case nil: self = .null
    case let object as NSManagedObject: self = .object(object.core.objectID)
    case let id as NSManagedObjectID: self = .object(id.core)
    case let token as NSPersistentHistoryToken: self = .token(token.core)
    // The history has entities by their names: `changedEntity == %@`.
    case let entity as NSEntityDescription: self = .value(.string(entity.name ?? ""))
    case let fetch as NSFetchRequestExpression:
      self.init(foundation: fetch.expressionValue(with: nil, context: nil))
    case let values as [Any]: self = .list(values.map { Self(foundation: $0) })
    case let set as NSSet: self = .list(set.allObjects.map { Self(foundation: $0) })
    case let set as NSOrderedSet: self = .list(set.array.map { Self(foundation: $0) })
    case let value?:
      guard let attribute = AttributeValue(foundation: value) else {
        CoreDataException.raise(
          "NSInvalidArgumentException",
          "a value of the class '\(type(of: value))' cannot be an argument of a predicate.")
      }
      self = .value(attribute)
    }
  }
}
