import Foundation

/// Why objects could not be read, checked or saved, with the code that Core Data uses.
///
/// ```swift
/// do { try context.save() } catch let error as ObjectError {
///   for cause in error.causes { print(cause.code.rawValue, cause.key ?? "", cause.description) }
/// }
/// ```
public struct ObjectError: Error, CustomStringConvertible {
  /// The kind of the error.
  public let code: Code
  /// The objects that the error concerns.
  public let objects: [ObjectID]
  /// The property that the error concerns; `nil` if it concerns none.
  public let key: String?
  /// The error in one English sentence, without stored values.
  public let description: String
  /// The user info of Core Data's error, by its keys: `reason`, `metadata`, `NSFilePath`,
  /// `NSSQLiteErrorDomain`, `entity`, `property`.
  public let userInfo: [String: MetadataValue]
  /// The single errors if there are several, or the errors that caused this one; otherwise empty.
  public let details: [ObjectError]
  /// The value that breaks a rule: the value of an attribute, or the identities of a relationship's
  /// objects. Empty if a value is missing.
  package let values: [StoredValue]
  /// The violated uniqueness constraints, for ``Code/constraintConflict``.
  package let violations: [ConstraintViolation]
  /// The rows that others have changed, for ``Code/mergeConflict``.
  package let conflicts: [MergeConflict]
  /// The error of another part of the program that caused this one; `nil` if there is none.
  package let underlying: (any Error)?

  package init(
    _ code: Code, objects: [ObjectID] = [], key: String? = nil, _ description: String? = nil,
    values: [StoredValue] = [], userInfo: [String: MetadataValue] = [:],
    details: [ObjectError] = [], violations: [ConstraintViolation] = [],
    conflicts: [MergeConflict] = [], underlying: (any Error)? = nil
  ) {
    self.code = code
    self.objects = objects
    self.key = key
    self.description = description ?? code.text(of: key)
    self.values = values
    self.userInfo = userInfo
    self.details = details
    self.violations = violations
    self.conflicts = conflicts
    self.underlying = underlying
  }

  /// The single errors: ``details``, or the error itself.
  public var causes: [ObjectError] { details.isEmpty ? [self] : details }

  /// Several errors as one; `nil` for none. A single error is returned unchanged, even one that a
  /// class of the app has thrown.
  static func combined(_ errors: [any Error]) -> (any Error)? {
    let single: [any Error] = errors.flatMap { error -> [any Error] in
      guard let own = error as? ObjectError else { return [error] }
      return own.causes
    }
    guard single.count > 1 else { return single.first }
    let details = single.map { error in
      error as? ObjectError ?? ObjectError(.notValid, "\(error)", underlying: error)
    }
    return ObjectError(.multipleErrors, objects: details.flatMap(\.objects), details: details)
  }
}

extension ObjectError {
  /// The code of an error. Source of the numbers: documented.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The number in `NSCocoaErrorDomain`.
    public let rawValue: Int

    /// Makes a code from a number in `NSCocoaErrorDomain`.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The store was opened for reading only.
    package static let readOnlyStore = Code(rawValue: 513)
    /// A value is refused by the object's class, or a relationship leads to a discarded object.
    public static let notValid = Code(rawValue: 1550)
    /// Several errors; they are in ``ObjectError/details``.
    public static let multipleErrors = Code(rawValue: 1560)
    /// A required property has no value.
    public static let missingValue = Code(rawValue: 1570)
    /// A relationship has too few objects.
    public static let tooFewObjects = Code(rawValue: 1580)
    /// A relationship has too many objects.
    public static let tooManyObjects = Code(rawValue: 1590)
    /// The delete rule Deny prevents the deletion of an object.
    public static let deniedDelete = Code(rawValue: 1600)
    /// A number is too large.
    public static let numberTooLarge = Code(rawValue: 1610)
    /// A number is too small.
    public static let numberTooSmall = Code(rawValue: 1620)
    /// A date is too late.
    public static let dateTooLate = Code(rawValue: 1630)
    /// A date is too early.
    public static let dateTooSoon = Code(rawValue: 1640)
    /// A text is too long.
    public static let textTooLong = Code(rawValue: 1660)
    /// A text is too short.
    public static let textTooShort = Code(rawValue: 1670)
    /// A text does not have the required form.
    public static let textPattern = Code(rawValue: 1680)
    /// A save was begun inside another save of the same context.
    public static let recursiveSave = Code(rawValue: 132_001)
    /// An object is not in the store.
    public static let referentialIntegrity = Code(rawValue: 133_000)
    /// A relationship leads to an object in another store.
    public static let externalRelationship = Code(rawValue: 133_010)
    /// Others have changed the same objects.
    public static let mergeConflict = Code(rawValue: 133_020)
    /// A fetch was cancelled.
    package static let userCancelled = Code(rawValue: 3072)
    /// A uniqueness constraint is violated.
    public static let constraintConflict = Code(rawValue: 133_021)
    /// Some stores were saved, but another store failed.
    package static let incompleteSave = Code(rawValue: 134_040)
    /// There is no store, or no store has the entity.
    public static let noStore = Code(rawValue: 134_060)

    /// The sentence that Core Data uses for the code. Source: observed (OG-614).
    func text(of key: String?) -> String {
      guard let sentence = Self.sentences[rawValue] else { return "A Core Data error occurred." }
      return sentence.replacingOccurrences(of: "%{PROPERTY}@", with: key ?? "%{PROPERTY}@")
    }

    private static let sentences: [Int: String] = [
      513: "The store was opened for reading only and cannot be saved.",
      1550: "%{PROPERTY}@ is not valid.",
      1551: "One or more constraints were violated.",
      1560: "Multiple validation errors occurred.",
      1570: "%{PROPERTY}@ is a required value.",
      1580: "Too few items in %{PROPERTY}@.",
      1590: "Too many items in %{PROPERTY}@.",
      1600: "Items cannot be deleted from %{PROPERTY}@.",
      1610: "%{PROPERTY}@ is too large.",
      1620: "%{PROPERTY}@ is too small.",
      1630: "%{PROPERTY}@ is too late.",
      1640: "%{PROPERTY}@ is too soon.",
      1650: "%{PROPERTY}@ is invalid.",
      1660: "%{PROPERTY}@ is too long.",
      1670: "%{PROPERTY}@ is too short.",
      1680: "%{PROPERTY}@ is invalid.",
      3072: "The fetch was cancelled.",
      132_000: "Could not acquire a lock in a managed object context.",
      132_001: "attempt to recursively call -save: on the context aborted",
      132_010: "Could not acquire a lock in a managed persistent store coordinator.",
      133_000: "Attempt to access an object not found in store.",
      133_010: "Cannot save objects with references outside of their own stores.",
      133_020: "Could not merge changes.",
      133_021: "One or more constraints were violated.",
      134_000: "Failed to save. Unknown store type, format, or version.",
      134_010: "The store type is inconsistent with the data format.",
      134_020:
        "The model configuration used to open the store is incompatible with the one that was used "
        + "to create the store.",
      134_030: "An error occurred while saving.",
      134_040: "Save operation could not be completed.",
      134_060: "A Core Data error occurred.",
      134_070: "An error occurred in the persistent store.",
      134_080: "An error occurred while opening the persistent store.",
      134_090: "A timeout error occurred while connecting to the persistent store.",
      134_100:
        "The managed object model version used to open the persistent store is incompatible with the "
        + "one that was used to create the persistent store.",
      134_110: "An error occurred during persistent store migration.",
      134_180: "An SQLite error occurred.",
    ]
  }
}
