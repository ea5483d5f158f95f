/// An ordered list of handles in which the position of a handle is found without walking the list.
///
/// It is a balanced tree: inserting, removing, and finding a position take logarithmic time. Each
/// handle has a weight, and the sum of the weights before a handle is found in the same time. A
/// `ResultList` keeps its rows in one tree, and its sections in another one, with their numbers of
/// rows as weights.
///
///     var tree = OrderTree(count: 3)            // handles 0, 1, 2
///     let handle = tree.insert(at: 1)           // 0, 3, 1, 2
///     print(tree.index(of: handle))             // 1
struct OrderTree: Sendable {
  typealias Handle = Int32

  /// Stands for "no handle".
  static let none: Handle = -1

  /// The tree is a treap: a parent's priority is never below that of its children. Random
  /// priorities keep the tree flat whatever the order of the insertions.
  struct Node: Sendable {
    var left = OrderTree.none
    var right = OrderTree.none
    var parent = OrderTree.none
    var priority: UInt32
    var count: Int32 = 1
    var weight: Int32
    /// The sum of the weights of this node and all nodes below it.
    var sum: Int
  }

  private var nodes: [Node] = []
  private(set) var root = OrderTree.none
  private var free: [Handle] = []
  /// A fixed seed: the same calls always make the same tree.
  private var random: UInt64 = 0x9E37_79B9_7F4A_7C15

  init() {}

  /// Makes a list of the handles 0 up to, but not including, `count`, in this order.
  init(count: Int, weight: Int = 1) {
    nodes.reserveCapacity(count)
    // The nodes from the root to the last node. Each new node is the last one of the order, so it
    // replaces those nodes of this path that have a lower priority.
    var path: [Handle] = []
    for index in 0..<count {
      let handle = newHandle(weight: weight)
      var below = OrderTree.none
      while let last = path.last, self[last].priority < self[handle].priority {
        below = last
        path.removeLast()
      }
      link(below, to: handle, isLeft: true)
      if let last = path.last { link(handle, to: last, isLeft: false) } else { root = handle }
      path.append(handle)
      if index == count - 1 { root = path[0] }
    }
    addUp()
  }

  var count: Int { Int(count(root)) }

  // MARK: - Changes

  /// Inserts a new handle so that it has this index afterwards.
  mutating func insert(at index: Int, weight: Int = 1) -> Handle {
    let handle = newHandle(weight: weight)
    guard root != Self.none else {
      root = handle
      return handle
    }
    var node = root
    var rest = index
    while true {
      let before = Int(count(self[node].left))
      let isLeft = rest <= before
      let child = isLeft ? self[node].left : self[node].right
      if !isLeft { rest -= before + 1 }
      guard child != Self.none else {
        link(handle, to: node, isLeft: isLeft)
        break
      }
      node = child
    }
    updateUp(from: self[handle].parent)
    while self[handle].parent != Self.none,
      self[self[handle].parent].priority < self[handle].priority
    {
      rotateUp(handle)
    }
    return handle
  }

  /// Removes a handle. A later insertion may return the same handle again.
  mutating func remove(_ handle: Handle) {
    while true {
      let left = self[handle].left
      let right = self[handle].right
      guard left != Self.none || right != Self.none else { break }
      if left == Self.none {
        rotateUp(right)
      } else if right == Self.none {
        rotateUp(left)
      } else {
        rotateUp(self[left].priority > self[right].priority ? left : right)
      }
    }
    let parent = self[handle].parent
    replace(handle, with: Self.none, in: parent)
    updateUp(from: parent)
    free.append(handle)
  }

  mutating func setWeight(_ weight: Int, of handle: Handle) {
    self[handle].weight = Int32(clamping: weight)
    updateUp(from: handle)
  }

  // MARK: - Nodes

  private(set) subscript(handle: Handle) -> Node {
    get { nodes[Int(handle)] }
    _modify { yield &nodes[Int(handle)] }
  }

  func count(_ handle: Handle) -> Int32 {
    handle == Self.none ? 0 : self[handle].count
  }

  func sum(_ handle: Handle) -> Int { handle == Self.none ? 0 : self[handle].sum }

  private mutating func newHandle(weight: Int) -> Handle {
    // xorshift64
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    let node = Node(
      priority: UInt32(truncatingIfNeeded: random >> 16), weight: Int32(clamping: weight),
      sum: weight)
    guard let handle = free.popLast() else {
      nodes.append(node)
      return Handle(clamping: nodes.count - 1)
    }
    self[handle] = node
    return handle
  }

  private mutating func link(_ child: Handle, to parent: Handle, isLeft: Bool) {
    if isLeft { self[parent].left = child } else { self[parent].right = child }
    if child != Self.none { self[child].parent = parent }
  }

  private mutating func replace(_ old: Handle, with new: Handle, in parent: Handle) {
    if parent == Self.none {
      root = new
      if new != Self.none { self[new].parent = Self.none }
    } else {
      link(new, to: parent, isLeft: self[parent].left == old)
    }
  }

  /// Exchanges a node with its parent without changing the order.
  private mutating func rotateUp(_ node: Handle) {
    let parent = self[node].parent
    let isLeft = self[parent].left == node
    replace(parent, with: node, in: self[parent].parent)
    link(isLeft ? self[node].right : self[node].left, to: parent, isLeft: isLeft)
    link(parent, to: node, isLeft: !isLeft)
    update(parent)
    update(node)
  }

  private mutating func update(_ node: Handle) {
    let left = self[node].left
    let right = self[node].right
    self[node].count = count(left) + count(right) + 1
    self[node].sum = sum(left) + sum(right) + Int(self[node].weight)
  }

  private mutating func updateUp(from node: Handle) {
    var node = node
    while node != Self.none {
      update(node)
      node = self[node].parent
    }
  }

  /// Computes the counts and sums of all nodes, children before their parents.
  private mutating func addUp() {
    var order: [Handle] = root == Self.none ? [] : [root]
    var next = 0
    while next < order.count {
      let node = order[next]
      for child in [self[node].left, self[node].right] where child != Self.none {
        order.append(child)
      }
      next += 1
    }
    for node in order.reversed() { update(node) }
  }
}
