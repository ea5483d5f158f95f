/// The states of an object between its insertion and its deletion. Several may hold at once.
struct ObjectState: OptionSet {
  let rawValue: UInt8

  /// The object is new and not saved yet.
  static let inserted = ObjectState(rawValue: 1)
  /// The object was saved and has changed since.
  static let updated = ObjectState(rawValue: 2)
  /// The next save deletes the object.
  static let deleted = ObjectState(rawValue: 4)
  /// The object's values are not in memory.
  static let fault = ObjectState(rawValue: 8)
  /// The object's values were just read. Setters in `awakeFromFetch` do not mark it as changed.
  static let awaking = ObjectState(rawValue: 16)
  /// A save must compare the object with the store, although it has no changes.
  static let checked = ObjectState(rawValue: 32)
  /// The object's row was not in the store when it was read. Its properties have no values.
  static let inaccessible = ObjectState(rawValue: 64)

  /// The object is deleted, and its delete rules were applied.
  static let propagated = ObjectState(rawValue: 128)

  /// The states in which the context keeps the object alive.
  static let kept: ObjectState = [.inserted, .updated, .deleted, .checked]
}
