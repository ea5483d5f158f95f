// Which column each box stands in. A link between neighbouring columns costs nothing; one that skips
// columns, or stays inside one, costs; so do columns of unequal height. Improved by threshold accepting:
// random moves, of which one that costs more is taken while it costs less than a falling threshold.

/// The column of each node, numbered from the left without gaps.
struct ColumnAssignment {
  private let graph: LayoutGraph
  private let count: Int
  private struct Neighbour {
    var node: Int
    /// 1 for a sub-entity, -1 for a parent, 0 for a relationship.
    var inheritance: Int
  }

  /// The other ends of each node's links, without loops.
  private let neighbours: [[Neighbour]]
  /// The height that every column would have if all were equal.
  private let meanHeight: Int
  private var columns: [Int]
  private var heights: [Int]
  private var random: RandomNumbers

  /// Different attempts find different assignments.
  static func assign(_ graph: LayoutGraph, count: Int, attempt: Int) -> [Int] {
    var assignment = ColumnAssignment(graph, count: count, attempt)
    assignment.improve()
    return assignment.withoutGaps
  }

  private init(_ graph: LayoutGraph, count: Int, _ attempt: Int) {
    random = RandomNumbers(seed: attempt)
    self.graph = graph
    self.count = count
    var neighbours = Array(repeating: [Neighbour](), count: graph.nodes.count)
    for link in graph.links where !link.isLoop {
      let sign = link.isInheritance ? 1 : 0
      neighbours[link.start].append(Neighbour(node: link.finish, inheritance: sign))
      neighbours[link.finish].append(Neighbour(node: link.start, inheritance: -sign))
    }
    self.neighbours = neighbours
    let total = graph.nodes.reduce(0) { $0 + $1.height + Spacing.boxes }
    meanHeight = max(1, total / count)
    heights = Array(repeating: 0, count: count)
    columns = Array(repeating: 0, count: graph.nodes.count)
    fill(with: breadthFirstOrder(from: farthest(from: farthest(from: 0))))
  }

  // MARK: - A first assignment

  private func breadthFirstOrder(from node: Int) -> [Int] {
    var isSeen = Array(repeating: false, count: graph.nodes.count)
    isSeen[node] = true
    var order = [node]
    var next = 0
    while next < order.count {
      for other in neighbours[order[next]] where !isSeen[other.node] {
        isSeen[other.node] = true
        order.append(other.node)
      }
      next += 1
    }
    return order
  }

  private func farthest(from node: Int) -> Int {
    breadthFirstOrder(from: node).last ?? node
  }

  private mutating func fill(with order: [Int]) {
    var column = 0
    for node in order {
      if heights[column] >= meanHeight, column + 1 < count { column += 1 }
      columns[node] = column
      heights[column] += height(of: node)
    }
  }

  private func height(of node: Int) -> Int { graph.nodes[node].height + Spacing.boxes }

  // MARK: - Better ones

  private mutating func improve() {
    guard count > 1, graph.nodes.count > 2 else { return }
    let rounds = max(200, 40 * graph.nodes.count)
    for threshold in [160, 110, 75, 50, 34, 22, 14, 9, 5, 2, 0, 0] {
      for _ in 0..<rounds {
        let node = random.next(below: graph.nodes.count)
        if random.next(below: 3) == 0 {
          trySwap(node, random.next(below: graph.nodes.count), threshold)
        } else {
          tryMove(node, to: random.next(below: count), threshold)
        }
      }
    }
  }

  private mutating func tryMove(_ node: Int, to column: Int, _ threshold: Int) {
    let old = columns[node]
    guard old != column else { return }
    let before = cost(of: node) + heightCost(old, column)
    move(node, to: column)
    let after = cost(of: node) + heightCost(old, column)
    if after - before > threshold { move(node, to: old) }
  }

  private mutating func trySwap(_ node: Int, _ other: Int, _ threshold: Int) {
    let (first, second) = (columns[node], columns[other])
    guard first != second else { return }
    let before = cost(of: node) + cost(of: other) + heightCost(first, second)
    move(node, to: second)
    move(other, to: first)
    let after = cost(of: node) + cost(of: other) + heightCost(first, second)
    guard after - before > threshold else { return }
    move(node, to: first)
    move(other, to: second)
  }

  private mutating func move(_ node: Int, to column: Int) {
    heights[columns[node]] -= height(of: node)
    heights[column] += height(of: node)
    columns[node] = column
  }

  /// What the links of a node cost: those that stay in a column, run back to a parent or skip columns.
  private func cost(of node: Int) -> Int {
    var sum = 0
    let column = columns[node]
    for other in neighbours[node] {
      let span = columns[other.node] - column
      switch abs(span) {
      case 0: sum += 45
      case 1: sum += span * other.inheritance < 0 ? 15 : 0
      default: sum += 50 * (abs(span) - 1)
      }
    }
    return sum
  }

  /// The heights of two columns; grows with the square, so that equal columns are cheapest.
  private func heightCost(_ first: Int, _ second: Int) -> Int {
    let (one, other) = (heights[first] * 16 / meanHeight, heights[second] * 16 / meanHeight)
    return (one * one + other * other) / 2
  }

  private var withoutGaps: [Int] {
    var number = Array(repeating: 0, count: count)
    for column in columns { number[column] = 1 }
    var next = 0
    for column in 0..<count where number[column] == 1 {
      number[column] = next
      next += 1
    }
    return columns.map { number[$0] }
  }
}

/// Numbers that look random and are the same in every run (SplitMix64).
struct RandomNumbers {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x2545_F491_4F6C_DD1D }

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(bound))
  }
}
