// Finds positions in an ordered list: the position of a handle, or the handle at a position.

extension OrderTree {
  func weight(of handle: Handle) -> Int { Int(self[handle].weight) }

  func index(of handle: Handle) -> Int {
    place(of: handle).index
  }

  /// The number of handles before a handle, and the sum of their weights.
  func place(of handle: Handle) -> (index: Int, weight: Int) {
    var index = Int(count(self[handle].left))
    var weight = sum(self[handle].left)
    var node = handle
    while self[node].parent != Self.none {
      let parent = self[node].parent
      if self[parent].right == node {
        index += Int(count(self[parent].left)) + 1
        weight += sum(self[parent].left) + Int(self[parent].weight)
      }
      node = parent
    }
    return (index, weight)
  }

  /// The handle at an index; `nil` outside the list.
  func handle(at index: Int) -> Handle? {
    guard index >= 0, index < count else { return nil }
    var node = root
    var rest = index
    while true {
      let before = Int(count(self[node].left))
      if rest == before { return node }
      if rest < before {
        node = self[node].left
      } else {
        rest -= before + 1
        node = self[node].right
      }
    }
  }

  /// The index of the first handle that satisfies a condition; the count if none does. If a handle
  /// satisfies the condition, all later ones must too.
  func firstIndex(where condition: (_ handle: Handle, _ index: Int) -> Bool) -> Int {
    var node = root
    var base = 0
    var found = count
    while node != Self.none {
      let index = base + Int(count(self[node].left))
      if condition(node, index) {
        found = index
        node = self[node].left
      } else {
        base = index + 1
        node = self[node].right
      }
    }
    return found
  }

  /// All handles in order.
  var handles: [Handle] {
    var result: [Handle] = []
    result.reserveCapacity(count)
    var path: [Handle] = []
    var node = root
    while node != Self.none || !path.isEmpty {
      while node != Self.none {
        path.append(node)
        node = self[node].left
      }
      let last = path.removeLast()
      result.append(last)
      node = self[last].right
    }
    return result
  }
}
