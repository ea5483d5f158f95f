// The order in which Core Foundation enumerates a dictionary whose keys are strings. Core Data
// creates join tables, implicit indexes and keys of to-many relationships without inverse in that
// order, so the order can be seen in a store.
//
// Source: the string hash and the table sizes are public facts of open-source CoreFoundation,
// confirmed on dictionaries archived in real stores.

/// Core Foundation's string hash. For a long string it covers only the first, middle and last 32
/// UTF-16 units.
func coreFoundationHash(_ text: String) -> UInt64 {
  let units = text.utf16.map(UInt64.init)
  let length = units.count
  var result = UInt64(length)
  func mix(_ start: Int, _ end: Int) {
    var index = start
    while index + 4 <= end {
      result = result &* 67_503_105 &+ units[index] &* 16_974_593
      result = result &+ units[index + 1] &* 66_049 &+ units[index + 2] &* 257 &+ units[index + 3]
      index += 4
    }
    while index < end {
      result = result &* 257 &+ units[index]
      index += 1
    }
  }
  if length <= 96 {
    mix(0, length)
  } else {
    let middle = length / 2 - 16
    mix(0, 32)
    mix(middle, middle + 32)
    mix(length - 32, length)
  }
  return result &+ (result << UInt64(length & 31))
}

/// The order of Core Foundation's dictionaries, for other modules that have to follow it.
package enum DictionaryOrder {
  /// The order in which a dictionary with exactly these keys enumerates them.
  package static func coreFoundation(_ keys: [String]) -> [String] {
    CoreFoundationDictionaryOrder.order(keys, capacity: keys.count)
  }
}

/// A hash table with linear probing, laid out like Core Foundation's.
struct CoreFoundationDictionaryOrder {
  private static let sizes = [
    3, 7, 13, 23, 41, 71, 127, 191, 251, 383, 631, 1087, 1723, 2803, 4523, 7351, 11959, 19447,
    31231,
  ]
  private static let capacities = [
    3, 6, 11, 19, 32, 52, 85, 118, 155, 237, 390, 672, 1065, 1732, 2795, 4543, 7391, 12019, 19302,
  ]

  /// The keys in enumeration order for a dictionary made with room for `capacity` keys.
  ///
  /// Keys beyond the largest known table keep the order in which they came.
  static func order(_ keys: [String], capacity: Int) -> [String] {
    let needed = max(capacity, keys.count)
    guard let step = capacities.firstIndex(where: { $0 >= needed }) else { return keys }
    var slots = [String?](repeating: nil, count: sizes[step])
    for key in keys {
      var slot = Int(coreFoundationHash(key) % UInt64(slots.count))
      while let other = slots[slot], other != key { slot = (slot + 1) % slots.count }
      slots[slot] = key
    }
    return slots.compactMap { $0 }
  }
}

/// The order of Core Foundation's dictionaries before 2008. Core Data still uses that order in
/// three places: which of two relationships of one entity names their join table, how the columns
/// of join tables are numbered, and in which order `Z_FOK_` columns follow each other.
///
/// Source: sizes are those of the open-source CoreFoundation of Mac OS X 10.4 (`CFDictionary.c`);
/// that the order counts here was observed in stores of frameworks 519 to 1448: all of 673 join
/// tables, all of 109 tables with several `Z_FOK_` columns. Evidence.md says how many of them
/// distinguish this order from other rules.
enum LegacyDictionaryOrder {
  private static let capacities = [4, 8, 17, 29, 47, 76, 123, 199, 322, 521, 843, 1364]
  private static let bucketCounts = [5, 11, 23, 41, 67, 113, 199, 317, 521, 839, 1361, 2207]

  /// The keys in enumeration order for a dictionary made with room for `capacity` keys, to which
  /// they were added in ascending order. If there are more keys than in the largest known table,
  /// they stay ascending.
  private static func order(_ keys: [String], capacity: Int) -> [String] {
    let sorted = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let needed = max(capacity, keys.count)
    guard let step = capacities.firstIndex(where: { $0 >= needed }) else { return sorted }
    var buckets = [String?](repeating: nil, count: bucketCounts[step])
    for key in sorted {
      var bucket = Int(UInt32(truncatingIfNeeded: coreFoundationHash(key))) % buckets.count
      while let other = buckets[bucket], other != key { bucket = (bucket + 1) % buckets.count }
      buckets[bucket] = key
    }
    return buckets.compactMap { $0 }
  }

  /// The index of each key in the order that a dictionary before 2008 enumerates them.
  static func places(_ keys: [String], capacity: Int) -> [String: Int] {
    Dictionary(order(keys, capacity: capacity).enumerated().map { ($1, $0) }) { first, _ in first }
  }
}
