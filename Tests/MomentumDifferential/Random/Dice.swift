/// Random choices that follow from a seed (SplitMix64), so a failure can be run again.
package struct Dice: Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Dice of their own for part `index` of the work of a seed.
  package init(seed: UInt64, part index: Int) {
    state = seed &* 0xD6E8_FEB8_6659_FD93 &+ UInt64(truncatingIfNeeded: index)
    _ = next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number of a range; near enough to even for tests.
  package mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  package mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }

  /// An element, `nil` of an empty collection.
  package mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[int(0...elements.count - 1)]
  }

  /// One of two or more, given one by one.
  package mutating func one<Element>(_ first: Element, _ others: Element...) -> Element {
    let index = int(0...others.count)
    return index == 0 ? first : others[index - 1]
  }

  /// The index of a weight, the heavier the likelier.
  package mutating func weighted(_ weights: [Int]) -> Int {
    var rest = int(1...max(weights.reduce(0, +), 1))
    for (index, weight) in weights.enumerated() {
      rest -= weight
      if rest <= 0 { return index }
    }
    return 0
  }

  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for index in result.indices.dropFirst() { result.swapAt(index, int(0...index)) }
    return result
  }
}
