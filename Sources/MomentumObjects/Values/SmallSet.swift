/// A set of small numbers, such as indexes of an entity's values. Numbers below 64 need no
/// allocation.
package struct SmallSet: Sendable, Hashable, Sequence, ExpressibleByArrayLiteral {
  private var low: UInt64 = 0
  /// A bit for each number from 64 on, 64 bits in an element; `nil` without such numbers, so that
  /// copying a set of small numbers retains nothing. The last element is not 0: otherwise equal
  /// sets could have different arrays and would not compare as equal.
  private var high: [UInt64]?

  package init() {}
  package init(arrayLiteral elements: Int...) { for element in elements { insert(element) } }
  package init(_ elements: some Sequence<Int>) { for element in elements { insert(element) } }

  package var isEmpty: Bool { low == 0 && high == nil }

  package func contains(_ number: Int) -> Bool {
    if number < 64 { return low & (1 << UInt64(number)) != 0 }
    let word = number / 64 - 1
    guard let high else { return false }
    return word < high.count && high[word] & (1 << UInt64(number % 64)) != 0
  }

  /// Adds a number, which must not be negative.
  package mutating func insert(_ number: Int) {
    guard number >= 64 else {
      low |= 1 << UInt64(number)
      return
    }
    let word = number / 64 - 1
    var high = self.high ?? []
    while high.count <= word { high.append(0) }
    high[word] |= 1 << UInt64(number % 64)
    self.high = high
  }

  package mutating func remove(_ number: Int) {
    guard number >= 64 else {
      low &= ~(1 << UInt64(number))
      return
    }
    let word = number / 64 - 1
    guard var high, word < high.count else { return }
    high[word] &= ~(1 << UInt64(number % 64))
    while high.last == 0 { high.removeLast() }
    self.high = high.isEmpty ? nil : high
  }

  package mutating func formUnion(_ other: SmallSet) {
    low |= other.low
    guard let others = other.high else { return }
    var high = self.high ?? []
    while high.count < others.count { high.append(0) }
    for (index, word) in others.enumerated() { high[index] |= word }
    self.high = high
  }

  /// The numbers in ascending order.
  package struct Iterator: IteratorProtocol {
    private var word: UInt64
    private var base = 0
    private let high: [UInt64]

    fileprivate init(_ word: UInt64, _ high: [UInt64]) { (self.word, self.high) = (word, high) }

    package mutating func next() -> Int? {
      while word == 0 {
        guard base / 64 < high.count else { return nil }
        word = high[base / 64]
        base += 64
      }
      let bit = word.trailingZeroBitCount
      word &= word - 1
      return base + bit
    }
  }

  package func makeIterator() -> Iterator { Iterator(low, high ?? []) }
}
