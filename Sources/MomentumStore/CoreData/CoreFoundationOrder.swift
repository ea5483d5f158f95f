// The order in which Core Foundation enumerates a dictionary whose keys are strings. Core Data creates
// join tables, implicit indexes and virtual keys in that order, so a store shows it.
//
// Source: the string hash and the table sizes are public facts of open-source CoreFoundation, confirmed
// on dictionaries archived in real stores.

/// Core Foundation's string hash: over the first, middle and last 32 UTF-16 units of a long string.
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

/// A hash table with linear probing, as Core Foundation lays it out.
struct CoreFoundationDictionaryOrder {
  private static let sizes = [
    0, 3, 7, 13, 23, 41, 71, 127, 191, 251, 383, 631, 1087, 1723, 2803, 4523, 7351, 11959, 19447,
    31231,
  ]
  private static let capacities = [
    0, 3, 6, 11, 19, 32, 52, 85, 118, 155, 237, 390, 672, 1065, 1732, 2795, 4543, 7391, 12019,
    19302,
  ]

  /// The keys in enumeration order for a dictionary made with room for `capacity` keys.
  ///
  /// Keys beyond the largest known table keep the order in which they came.
  static func order(_ keys: [String], capacity: Int) -> [String] {
    let needed = max(capacity, keys.count)
    guard let step = capacities.firstIndex(where: { $0 >= needed }), sizes[step] > 0 else {
      return keys
    }
    var slots = [String?](repeating: nil, count: sizes[step])
    for key in keys {
      var slot = Int(coreFoundationHash(key) % UInt64(slots.count))
      while let other = slots[slot], other != key { slot = (slot + 1) % slots.count }
      slots[slot] = key
    }
    return slots.compactMap { $0 }
  }
}
