/// A set of small numbers, such as indexes of an entity's values. Numbers below 64 need no
/// allocation.
package struct SmallSet: Sendable, Hashable, Sequence, ExpressibleByArrayLiteral {
  private var low: UInt64 = 0
  /// The numbers from 64 on, 64 of them in each element. The last element is not 0, so that equal
  /// sets have equal arrays.
  private var high: [UInt64] = []

  package init() {}
  package init(arrayLiteral elements: Int...) { for element in elements { insert(element) } }
  package init(_ elements: some Sequence<Int>) { for element in elements { insert(element) } }

  package var isEmpty: Bool { low == 0 && high.isEmpty }

  package func contains(_ number: Int) -> Bool {
    if number < 64 { return low & (1 << UInt64(number)) != 0 }
    let word = number / 64 - 1
    return word < high.count && high[word] & (1 << UInt64(number % 64)) != 0
  }

  /// Adds a number, which must not be negative.
  package mutating func insert(_ number: Int) {
    guard number >= 64 else {
      low |= 1 << UInt64(number)
      return
    }
    let word = number / 64 - 1
    while high.count <= word { high.append(0) }
    high[word] |= 1 << UInt64(number % 64)
  }

  package mutating func formUnion(_ other: SmallSet) {
    low |= other.low
    while high.count < other.high.count { high.append(0) }
    for (index, word) in other.high.enumerated() { high[index] |= word }
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

  package func makeIterator() -> Iterator { Iterator(low, high) }
}
