/// The states of an object between its insertion and its deletion. Several may hold at once.
struct ObjectState: OptionSet {
  let rawValue: UInt8

  /// New and not saved.
  static let inserted = ObjectState(rawValue: 1)
  /// Saved and changed since.
  static let updated = ObjectState(rawValue: 2)
  /// Will be deleted by the next save.
  static let deleted = ObjectState(rawValue: 4)
  /// Without values in memory.
  static let fault = ObjectState(rawValue: 8)
  /// Its values were just filled in. Setters in `awakeFromFetch` do not count as changes.
  static let awaking = ObjectState(rawValue: 16)
  /// A clean object that a save must compare with the store.
  static let checked = ObjectState(rawValue: 32)
  /// Its row was not in the store when it was read. Its properties have no values.
  static let inaccessible = ObjectState(rawValue: 64)

  /// Deleted, and its delete rules were applied.
  static let propagated = ObjectState(rawValue: 128)

  /// The states in which a context keeps the object alive.
  static let kept: ObjectState = [.inserted, .updated, .deleted, .checked]
}
