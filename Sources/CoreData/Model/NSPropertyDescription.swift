import MomentumModel

/// A property of an entity.
open class NSPropertyDescription: NSObject, NSCopying {
  /// The entity that declares the property; `nil` for a property without an entity.
  weak var owner: NSEntityDescription?
  open var name: String = "" { didSet { noteChange() } }
  open var isOptional = true { didSet { noteChange() } }
  open var isTransient = false { didSet { noteChange() } }
  open var isIndexed = false { didSet { noteChange() } }
  open var isIndexedBySpotlight = false { didSet { noteChange() } }
  open var isStoredInExternalRecord = false { didSet { noteChange() } }
  /// Empty at first, not `nil`, so that `userInfo?["key"] = value` adds to it.
  open var userInfo: [AnyHashable: Any]? = [:] { didSet { noteChange() } }
  open var versionHashModifier: String? { didSet { noteChange() } }
  open var renamingIdentifier: String? { didSet { noteChange() } }
  open private(set) var validationPredicates: [NSPredicate] = []
  open private(set) var validationWarnings: [Any] = []

  /// Whether the property is written to CloudKit or iCloud; only models that were read from files
  /// set it.
  var isSyncable = true

  public override init() { super.init() }

  /// The entity that declares the property. Stops the program for a property without an entity.
  open var entity: NSEntityDescription {
    guard let owner else {
      CoreDataException.raise(
        "NSInternalInconsistencyException", "the property '\(name)' is in no entity.")
    }
    return owner
  }

  /// Adds rules, each with a code or a text for the error of a value that breaks it.
  open func setValidationPredicates(
    _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [Any]?
  ) {
    self.validationPredicates = validationPredicates ?? []
    self.validationWarnings = validationWarnings ?? []
    noteChange()
  }

  /// The hash of the property; a part of the hash of its entity.
  open var versionHash: Data { owner?.versionHash ?? Data() }

  func noteChange() { owner?.noteChange() }

  func makeCopy() -> NSPropertyDescription { NSPropertyDescription() }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = makeCopy()
    copy.name = name
    copy.isOptional = isOptional
    copy.isTransient = isTransient
    copy.isIndexed = isIndexed
    copy.isIndexedBySpotlight = isIndexedBySpotlight
    copy.isStoredInExternalRecord = isStoredInExternalRecord
    copy.userInfo = userInfo
    copy.versionHashModifier = versionHashModifier
    copy.renamingIdentifier = renamingIdentifier
    copy.validationPredicates = validationPredicates
    copy.validationWarnings = validationWarnings
    copy.isSyncable = isSyncable
    return copy
  }

  open override var description: String {
    "(<\(type(of: self))>), name \(name), isOptional \(isOptional ? 1 : 0), "
      + "isTransient \(isTransient ? 1 : 0), entity \(owner?.name ?? "(null)")"
  }
}

extension [AnyHashable: Any] {
  /// The pairs of a model's user info, sorted by key.
  var entries: [UserInfoEntry] {
    map { UserInfoEntry(key: "\($0.key)", value: "\($0.value)") }.sorted { $0.key < $1.key }
  }

  init(_ entries: [UserInfoEntry]) {
    self = Dictionary(entries.map { (AnyHashable($0.key), $0.value as Any) }) { $1 }
  }
}
