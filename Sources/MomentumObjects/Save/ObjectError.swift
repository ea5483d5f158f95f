/// Why objects could not be read, checked or saved, with the code that Core Data uses.
///
/// ```swift
/// do { try context.save() } catch let error as ObjectError {
///   for cause in error.causes { print(cause.code.rawValue, cause.key ?? "", cause.description) }
/// }
/// ```
public struct ObjectError: Error, CustomStringConvertible {
  /// What went wrong.
  public let code: Code
  /// The objects that the error is about.
  public let objects: [ObjectID]
  /// The property that the error is about; `nil` if it is about none.
  public let key: String?
  /// What went wrong in one sentence, in English and without stored values.
  public let description: String
  /// The single errors, if there are several; otherwise empty.
  public let details: [ObjectError]
  /// The conflicts of a save that no merge policy has resolved.
  package let conflict: StoreConflict?

  init(
    _ code: Code, objects: [ObjectID] = [], key: String? = nil, _ description: String? = nil,
    details: [ObjectError] = [], conflict: StoreConflict? = nil
  ) {
    self.code = code
    self.objects = objects
    self.key = key
    self.description = description ?? code.text(of: key)
    self.details = details
    self.conflict = conflict
  }

  /// The single errors: ``details``, or the error itself.
  public var causes: [ObjectError] { details.isEmpty ? [self] : details }

  /// Several errors as one; a single error is returned unchanged. `nil` for none.
  static func combined(_ errors: [ObjectError]) -> ObjectError? {
    let single = errors.flatMap(\.causes)
    guard single.count > 1 else { return single.first }
    return ObjectError(.multipleErrors, objects: single.flatMap(\.objects), details: single)
  }
}

extension ObjectError {
  /// The code of an error. Source of the numbers: documented.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The number in `NSCocoaErrorDomain`.
    public let rawValue: Int

    /// Makes a code from a number in `NSCocoaErrorDomain`.
    public init(rawValue: Int) { self.rawValue = rawValue }

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
    /// The delete rule Deny keeps an object.
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
    /// A relationship leads into another store.
    public static let externalRelationship = Code(rawValue: 133_010)
    /// Others have changed the same objects.
    public static let mergeConflict = Code(rawValue: 133_020)
    /// A uniqueness constraint is violated.
    public static let constraintConflict = Code(rawValue: 133_021)
    /// There is no store, or none for the entity.
    public static let noStore = Code(rawValue: 134_060)

    /// The sentence that Core Data uses. Source: observed.
    func text(of key: String?) -> String {
      let property = key ?? "%{PROPERTY}@"
      switch self {
      case .notValid: return "\(property) is not valid."
      case .multipleErrors: return "Multiple validation errors occurred."
      case .missingValue: return "\(property) is a required value."
      case .tooFewObjects: return "Too few items in \(property)."
      case .tooManyObjects: return "Too many items in \(property)."
      case .deniedDelete: return "Items cannot be deleted from \(property)."
      case .numberTooLarge: return "\(property) is too large."
      case .numberTooSmall: return "\(property) is too small."
      case .dateTooLate: return "\(property) is too late."
      case .dateTooSoon: return "\(property) is too soon."
      case .textTooLong: return "\(property) is too long."
      case .textTooShort: return "\(property) is too short."
      case .textPattern: return "\(property) is invalid."
      case .recursiveSave: return "attempt to recursively call -save: on the context aborted"
      case .referentialIntegrity: return "Attempt to access an object not found in store."
      case .externalRelationship:
        return "Cannot save objects with references outside of their own stores."
      case .mergeConflict: return "Could not merge changes."
      case .constraintConflict: return "One or more constraints were violated."
      default: return "A Core Data error occurred."
      }
    }
  }
}
