// Assigns a column to each box. Links between neighbouring columns cost nothing. Links that skip
// columns or stay inside a column cost something, and so do columns of unequal height. The
// assignment is improved by threshold accepting: of many random moves, those are made that raise
// the cost by less than a threshold, which falls to 0.

/// The column of each node, numbered from the left without gaps.
///
/// The search tries about a million random moves of boxes for one diagram, so no move makes an
/// array, and its cost is computed before it is made.
struct ColumnAssignment {
  private let graph: LayoutGraph
  private let count: Int
  private let neighbours: Neighbours
  /// The height of each column if all were equally high.
  private let meanHeight: Int
  private var columns: [Int]
  private var heights: [Int]
  /// The cost of each column's height.
  private var heightCosts: [Int]
  private var random: RandomNumbers

  /// Assigns the columns. The attempt's number seeds the random moves, so different attempts find
  /// different assignments.
  static func assign(_ graph: LayoutGraph, count: Int, attempt: Int) -> [Int] {
    var assignment = ColumnAssignment(graph, count: count, attempt)
    assignment.improve()
    return assignment.withoutGaps
  }

  private init(_ graph: LayoutGraph, count: Int, _ attempt: Int) {
    random = RandomNumbers(seed: attempt)
    self.graph = graph
    self.count = count
    neighbours = Neighbours(graph, columnCount: count)
    let total = graph.nodes.reduce(0) { $0 + $1.height + Spacing.boxes }
    meanHeight = max(1, total / count)
    heights = Array(repeating: 0, count: count)
    heightCosts = heights
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
      for place in neighbours.places(of: order[next]) {
        let neighbour = neighbours.all[place].node
        if isSeen[neighbour] { continue }
        isSeen[neighbour] = true
        order.append(neighbour)
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
    for column in heights.indices { heightCosts[column] = heightCost(heights[column]) }
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
    var change = 0
    for place in neighbours.places(of: node) {
      let other = neighbours.all[place]
      let there = other.row + columns[other.node]
      change += neighbours.costs[there - column] - neighbours.costs[there - old]
    }
    let height = height(of: node)
    exchange(height, old, 0, column, change, threshold) { $0.columns[node] = column }
  }

  private mutating func trySwap(_ node: Int, _ other: Int, _ threshold: Int) {
    let (first, second) = (columns[node], columns[other])
    guard first != second else { return }
    let change =
      changeOfSwap(node, from: first, to: second, with: other)
      + changeOfSwap(other, from: second, to: first, with: node)
    exchange(height(of: node), first, height(of: other), second, change, threshold) {
      $0.columns[node] = second
      $0.columns[other] = first
    }
  }

  /// By how much the cost of a node's links changes if the node changes places with another;
  /// negative if the cost falls.
  private func changeOfSwap(_ node: Int, from: Int, to: Int, with other: Int) -> Int {
    var change = 0
    for place in neighbours.places(of: node) {
      let neighbour = neighbours.all[place]
      let column = columns[neighbour.node]
      let later = neighbour.node == other ? from : column
      change +=
        neighbours.costs[neighbour.row + later - to]
        - neighbours.costs[neighbour.row + column - from]
    }
    return change
  }

  /// Moves a node from the first column to the second and another node back, unless the cost grows
  /// by more than the threshold. `change` is the change in the cost of links. If no node moves
  /// back, `otherHeight` is 0.
  private mutating func exchange(
    _ height: Int, _ first: Int, _ otherHeight: Int, _ second: Int, _ change: Int,
    _ threshold: Int, _ move: (inout ColumnAssignment) -> Void
  ) {
    let heightOfFirst = heights[first] - height + otherHeight
    let heightOfSecond = heights[second] + height - otherHeight
    let costOfFirst = heightCost(heightOfFirst)
    let costOfSecond = heightCost(heightOfSecond)
    let before = (heightCosts[first] + heightCosts[second]) / 2
    guard change + (costOfFirst + costOfSecond) / 2 - before <= threshold else { return }
    (heights[first], heights[second]) = (heightOfFirst, heightOfSecond)
    (heightCosts[first], heightCosts[second]) = (costOfFirst, costOfSecond)
    move(&self)
  }

  /// The cost of a column's height: its square. With the height itself, one high column next to
  /// empty ones would cost as much as equal columns.
  private func heightCost(_ height: Int) -> Int {
    let share = height * 16 / meanHeight
    return share * share
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

/// The nodes at the other ends of each node's links, without loops, in one array.
private struct Neighbours {
  struct Neighbour {
    var node: Int
    /// The index in `costs` for a link inside one column. The index for a link between two columns
    /// differs from it by the distance of the columns.
    var row: Int
  }

  private(set) var all: [Neighbour] = []
  /// The cost of a link by the distance of its columns, in three rows: for links to parents,
  /// relationships and links to sub-entities. Links inside a column, links back to a parent and
  /// links that skip columns have a cost above 0.
  private(set) var costs: [Int] = []
  /// The index of each node's first neighbour in `all`, and at the end the number of neighbours.
  private var starts: [Int] = []

  init(_ graph: LayoutGraph, columnCount: Int) {
    for inheritance in [-1, 0, 1] {
      for span in -columnCount...columnCount {
        costs.append(Neighbours.cost(span, inheritance))
      }
    }
    let rowLength = 2 * columnCount + 1
    var neighbours = Array(repeating: [Neighbour](), count: graph.nodes.count)
    for link in graph.links where !link.isLoop {
      let sign = link.isInheritance ? 1 : 0
      neighbours[link.start].append(
        Neighbour(node: link.finish, row: (1 + sign) * rowLength + columnCount))
      neighbours[link.finish].append(
        Neighbour(node: link.start, row: (1 - sign) * rowLength + columnCount))
    }
    for own in neighbours {
      starts.append(all.count)
      all += own
    }
    starts.append(all.count)
  }

  private static func cost(_ span: Int, _ inheritance: Int) -> Int {
    switch abs(span) {
    case 0: 45
    case 1: span * inheritance < 0 ? 15 : 0
    default: 50 * (abs(span) - 1)
    }
  }

  func places(of node: Int) -> Range<Int> { starts[node]..<starts[node + 1] }
}

/// Pseudo-random numbers, the same in every run (SplitMix64): equal diagrams must get equal
/// layouts.
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
