import MomentumModel
import MomentumObjects

/// Makes an `NSError` of an error of the object graph, with the code and the user info that Core
/// Data gives it (OG-615, OG-621, OG-630).
struct CoreDataErrors {
  /// The context whose objects the error names; `nil` if there is none.
  let context: NSManagedObjectContext?

  func error(of error: ObjectError) -> NSError {
    var info: [String: Any] = [:]
    for (key, value) in error.userInfo { info[key] = value.foundationValue }
    info[NSLocalizedDescriptionKey] = error.description
    if error.details.isEmpty {
      addObjects(of: error, to: &info)
    } else {
      info[NSDetailedErrorsKey] = error.details.map { detail in
        (detail.underlying as NSError?).flatMap { $0.domain == NSCocoaErrorDomain ? $0 : nil }
          ?? self.error(of: detail)
      }
    }
    if !error.conflicts.isEmpty {
      info[NSPersistentStoreSaveConflictsErrorKey] = error.conflicts.map {
        NSMergeConflict($0, in: context)
      }
    } else if !error.violations.isEmpty {
      info[NSPersistentStoreSaveConflictsErrorKey] = error.violations.map {
        NSConstraintConflict($0, in: context)
      }
    }
    if let underlying = error.underlying { info[NSUnderlyingErrorKey] = underlying as NSError }
    return NSError(domain: NSCocoaErrorDomain, code: error.code.rawValue, userInfo: info)
  }

  private func addObjects(of error: ObjectError, to info: inout [String: Any]) {
    let objects = error.objects.compactMap { id in context.map { $0.object(named: id) } }
    guard (1500..<1700).contains(error.code.rawValue) else {
      if !objects.isEmpty { info[NSAffectedObjectsErrorKey] = objects }
      return
    }
    if let object = objects.first { info[NSValidationObjectErrorKey] = object }
    if let key = error.key {
      info[NSValidationKeyErrorKey] = key
      info[NSValidationPredicateErrorKey] = objects.first?.entity.propertiesByName[key]
        .flatMap { ModelRules.predicate(of: $0, warning: error) }
    }
    switch error.values.count {
    case 0: break
    case 1: info[NSValidationValueErrorKey] = value(error.values[0])
    default: info[NSValidationValueErrorKey] = NSSet(array: error.values.map(value))
    }
  }

  private func value(_ value: StoredValue) -> Any {
    switch value {
    case .attribute(let value): value.foundationValue
    case .identity(let id): context.map { $0.object(named: id) } ?? NSManagedObjectID(id, nil)
    case .identities(let ids):
      NSSet(
        array: ids.map { id in context.map { $0.object(named: id) } ?? NSManagedObjectID(id, nil) })
    }
  }
}

extension MetadataValue {
  /// The value as the metadata of a store have it: `String`, `NSNumber`, `Date`, `Data` and
  /// collections of these.
  var foundationValue: Any {
    switch self {
    case .string(let text): text
    case .integer(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .boolean(let flag): NSNumber(value: flag)
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let bytes): Data(bytes)
    case .array(let values): values.map(\.foundationValue)
    case .dictionary(let values): values.mapValues(\.foundationValue)
    }
  }

  /// The value of metadata; `nil` for a value that a property list cannot have.
  init?(foundation value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let number as NSNumber: self = Self(number)
    case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
    case let data as Data: self = .data(Array(data))
    case let values as [Any]: self = .array(values.compactMap { Self(foundation: $0) })
    case let values as [String: Any]:
      self = .dictionary(values.compactMapValues { Self(foundation: $0) })
    default: return nil
    }
  }

  private init(_ number: NSNumber) {
    if number.isBoolean {
      self = .boolean(number.boolValue)
    } else if number.isFloat {
      self = .double(number.doubleValue)
    } else {
      self = .integer(number.int64Value)
    }
  }
}
