internal import MomentumText

// The SQL functions that Core Data registers, by name.
//
// Observed in logs and in triggers of real stores: NSCoreDataStringSearch with four arguments,
// NSCoreDataNow, the two trigger functions. Assumed, no log shows them: NSCoreDataStringCompare,
// NSCoreDataLike, NSCoreDataMatches and their arguments; our own SQL is their only caller.

extension ScalarFunction {
  static let coreData: [ScalarFunction] = [
    .init("NSCoreDataStringSearch", 4, stringSearch),
    .init("NSCoreDataStringCompare", 3, stringCompare),
    .init("NSCoreDataLike", 3, like),
    .init("NSCoreDataMatches", 3, matches),
    .init("NSCoreDataNow", 0, isDeterministic: false) { $0.returnReal($0.shared.now()) },
    // These functions tell Core Data which objects in memory to refresh; we have no such objects.
    .init("NSCoreDataDATriggerInsertUpdatedAffectedObjectValue", 5, isDeterministic: false) {
      $0.returnNull()
    },
    .init("NSCoreDataDATriggerUpdatedAffectedObjectValue", 5, isDeterministic: false) {
      $0.returnNull()
    },
  ]

  /// `NSCoreDataStringSearch( t0.ZTITLE, ?, 417, 1)`: 1 if the text contains the pattern.
  ///
  /// The fourth argument is 1 in every log; the meaning of other numbers is not known, so it is
  /// ignored.
  @Sendable private static func stringSearch(_ call: FunctionCall) {
    guard !call.isNull(0), !call.isNull(1) else { return call.returnNull() }
    let flags = ComparisonFlags(rawValue: call.integer(2))
    let isFound = call.shared.comparison.search(call.bytes(0), for: call.bytes(1), flags)
    call.returnInteger(isFound ? 1 : 0)
  }

  /// `NSCoreDataStringCompare( t0.ZTITLE, ?, 1)`: -1, 0 or 1 if the first text is less than, equal
  /// to or greater than the second. The third argument has the comparison options, such as ignoring
  /// case.
  @Sendable private static func stringCompare(_ call: FunctionCall) {
    guard !call.isNull(0), !call.isNull(1) else { return call.returnNull() }
    let flags = ComparisonFlags(rawValue: call.integer(2))
    let order = call.shared.comparison.compare(call.bytes(0), call.bytes(1), flags)
    call.returnInteger(order.signum())
  }

  /// `NSCoreDataLike( t0.ZTITLE, ?, 1)`: 1 if the whole text matches the pattern.
  @Sendable private static func like(_ call: FunctionCall) {
    guard !call.isNull(0), !call.isNull(1) else { return call.returnNull() }
    guard call.bytes(1).count <= LikePattern.bytesMax else {
      return call.returnError("a pattern of LIKE has at most \(LikePattern.bytesMax) bytes")
    }
    let comparison = call.shared.comparison
    let key = call.integer(2)
    let pattern = call.cached(argument: 1) {
      (flags: key, LikePattern(call.text(1), ComparisonFlags(rawValue: key), comparison))
    }
    // SQLite caches by the pattern alone, but the flags may change from row to row.
    let current =
      pattern?.flags == key
      ? pattern?.1 : LikePattern(call.text(1), ComparisonFlags(rawValue: key), comparison)
    call.returnInteger(current?.matches(call.bytes(0), comparison) == true ? 1 : 0)
  }

  /// `NSCoreDataMatches( t0.ZTITLE, ?, 1)`: 1 if the whole text matches the regular expression.
  @Sendable private static func matches(_ call: FunctionCall) {
    guard !call.isNull(0), !call.isNull(1) else { return call.returnNull() }
    let key = call.integer(2)
    let flags = ComparisonFlags(rawValue: key)
    let cached = call.cached(argument: 1) {
      MatchPattern(call.text(1), flags).map { (flags: key, $0) }
    }
    let pattern = cached?.flags == key ? cached?.1 : MatchPattern(call.text(1), flags)
    guard let pattern else {
      return call.returnError("the pattern of MATCHES is not a regular expression")
    }
    switch pattern.match(call.text(0)) {
    case .matches: call.returnInteger(1)
    case .differs: call.returnInteger(0)
    case .tooSlow: call.returnError("the regular expression of MATCHES takes too many steps")
    }
  }
}
