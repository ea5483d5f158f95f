// Orders the boxes in each column so that few links cross. A link that skips a column has an item
// in this column, so that it never runs through a box.

/// The items of each column, from top to bottom.
struct ColumnOrder {
  struct Item {
    enum Kind: Hashable {
      case box(node: Int)
      /// A link passes through the column at this item.
      case passage(link: Int)
    }

    var kind: Kind
    var column: Int
  }

  /// A piece of a link between neighbouring columns; `left` and `right` are item numbers.
  struct Segment {
    var left: Int
    var right: Int
    var link: Int
  }

  private(set) var items: [Item] = []
  private(set) var segments: [Segment] = []
  /// The item numbers of each column, from top to bottom.
  private(set) var columns: [[Int]]
  /// The links inside one column as pairs of item numbers, without loops.
  private var inside: [(Int, Int)] = []

  private var leftNeighbours: [[Int]] = []
  private var rightNeighbours: [[Int]] = []
  private var insideNeighbours: [[Int]] = []
  /// The position of each item in its column, by item number.
  private var places: [Int] = []

  static func order(_ graph: LayoutGraph, columnOfNode: [Int]) -> ColumnOrder {
    var order = ColumnOrder(graph, columnOfNode)
    order.improve()
    return order
  }

  private init(_ graph: LayoutGraph, _ columnOfNode: [Int]) {
    columns = Array(repeating: [], count: (columnOfNode.max() ?? 0) + 1)
    for node in graph.nodes.indices { add(.box(node: node), columnOfNode[node]) }
    for (index, link) in graph.links.enumerated() where !link.isLoop {
      add(index, link, columnOfNode)
    }
    leftNeighbours = Array(repeating: [], count: items.count)
    rightNeighbours = leftNeighbours
    insideNeighbours = leftNeighbours
    for segment in segments {
      leftNeighbours[segment.right].append(segment.left)
      rightNeighbours[segment.left].append(segment.right)
    }
    for (first, second) in inside {
      insideNeighbours[first].append(second)
      insideNeighbours[second].append(first)
    }
    places = Array(repeating: 0, count: items.count)
    for column in columns.indices { number(column) }
  }

  @discardableResult
  private mutating func add(_ kind: Item.Kind, _ column: Int) -> Int {
    items.append(Item(kind: kind, column: column))
    columns[column].append(items.count - 1)
    return items.count - 1
  }

  /// Adds the items and segments of a link. Boxes were added first, so a node's number is also the
  /// number of its item.
  private mutating func add(_ index: Int, _ link: LayoutGraph.Link, _ columnOfNode: [Int]) {
    let (start, finish) = (columnOfNode[link.start], columnOfNode[link.finish])
    if start == finish {
      inside.append((link.start, link.finish))
      return
    }
    var (left, right) = (link.start, link.finish)
    if start > finish { swap(&left, &right) }
    var previous = left
    for column in (columnOfNode[left] + 1)..<max(columnOfNode[right], columnOfNode[left] + 1) {
      let item = add(.passage(link: index), column)
      segments.append(Segment(left: previous, right: item, link: index))
      previous = item
    }
    segments.append(Segment(left: previous, right: right, link: index))
  }

  private mutating func number(_ column: Int) {
    for (place, item) in columns[column].enumerated() { places[item] = place }
  }

  // MARK: - Sweeps

  private mutating func improve() {
    var best = (columns: columns, cost: Int.max)
    for both in [false, true] { improve(both: both, &best) }
    columns = best.columns
    for column in columns.indices { number(column) }
  }

  /// Makes eight sweeps, alternately to the right and to the left. With `both`, an item goes to the
  /// mean of its neighbours on both sides; otherwise only to that of its neighbours in the previous
  /// column.
  private mutating func improve(both: Bool, _ best: inout (columns: [[Int]], cost: Int)) {
    var previous: [[[Int]]] = [[], []]
    for round in 0..<8 {
      let isForward = round % 2 == 0
      let order = isForward ? Array(columns.indices) : columns.indices.reversed()
      for column in order { sortByMeans(column, fromLeft: isForward, both: both) }
      exchangeNeighbours()
      // This state was reached before by a sweep in the same direction, so the remaining sweeps
      // would only repeat the last two: stop.
      if previous[round % 2] == columns {
        if isForward {
          columns = previous[1]
          for column in columns.indices { number(column) }
        }
        return
      }
      previous[round % 2] = columns
      let cost = cost
      if cost < best.cost { best = (columns, cost) }
    }
  }

  /// Sorts a column by the mean position of each item's neighbours, in thousandths of the height of
  /// the neighbours' column.
  private mutating func sortByMeans(_ column: Int, fromLeft: Bool, both: Bool) {
    var keys: [(key: Int, item: Int)] = []
    keys.reserveCapacity(columns[column].count)
    for item in columns[column] {
      var mean = Mean()
      if both || (fromLeft ? leftNeighbours : rightNeighbours)[item].isEmpty {
        add(leftNeighbours[item], to: &mean)
        add(rightNeighbours[item], to: &mean)
      } else {
        add((fromLeft ? leftNeighbours : rightNeighbours)[item], to: &mean)
      }
      add(insideNeighbours[item], to: &mean)
      let key = mean.count == 0 ? height(of: item) : mean.sum / mean.count
      // Insertion sort: columns are short and nearly sorted, and items with equal means must keep
      // their order.
      var place = keys.count
      while place > 0, keys[place - 1].key > key { place -= 1 }
      keys.insert((key, item), at: place)
    }
    for (place, key) in keys.enumerated() { columns[column][place] = key.item }
    number(column)
  }

  private struct Mean {
    var sum = 0
    var count = 0
  }

  private func add(_ items: [Int], to mean: inout Mean) {
    for item in items { mean.sum += height(of: item) }
    mean.count += items.count
  }

  private func height(of item: Int) -> Int {
    (2 * places[item] + 1) * 100_000 / (2 * columns[items[item].column].count)
  }

  /// Swaps neighbours in a column as long as that removes crossings.
  private mutating func exchangeNeighbours() {
    for _ in 0..<8 {
      var isBetter = false
      for column in columns.indices {
        for place in columns[column].indices.dropLast() {
          let (upper, lower) = (columns[column][place], columns[column][place + 1])
          let gain = crossings(upper, lower) - crossings(lower, upper)
          guard gain * 8 + insideGain(upper, lower) > 0 else { continue }
          columns[column].swapAt(place, place + 1)
          (places[upper], places[lower]) = (places[lower], places[upper])
          isBetter = true
        }
      }
      if !isBetter { return }
    }
  }

  /// The number of crossings between the segments that end at two items of one column, if the item
  /// `upper` is above the item `lower`.
  private func crossings(_ upper: Int, _ lower: Int) -> Int {
    crossings(leftNeighbours[upper], leftNeighbours[lower])
      + crossings(rightNeighbours[upper], rightNeighbours[lower])
  }

  private func crossings(_ upper: [Int], _ lower: [Int]) -> Int {
    var count = 0
    for first in upper {
      for second in lower where places[second] < places[first] { count += 1 }
    }
    return count
  }

  /// By how much the links inside the column get shorter if two neighbouring items are swapped.
  private func insideGain(_ upper: Int, _ lower: Int) -> Int {
    var gain = 0
    for neighbour in insideNeighbours[upper] where neighbour != lower {
      gain += places[neighbour] > places[upper] ? 1 : -1
    }
    for neighbour in insideNeighbours[lower] where neighbour != upper {
      gain += places[neighbour] < places[lower] ? 1 : -1
    }
    return gain
  }

  private var cost: Int {
    inside.reduce(crossingCount * 8) { $0 + abs(places[$1.0] - places[$1.1]) }
  }

  /// The number of crossings between neighbouring columns.
  var crossingCount: Int {
    var count = 0
    var tree: [Int] = []
    var ends: [Int] = []
    for column in columns.indices.dropLast() {
      let below = columns[column + 1].count
      tree.removeAll(keepingCapacity: true)
      tree.append(contentsOf: repeatElement(0, count: below + 1))
      var before = 0
      for item in columns[column] {
        ends.removeAll(keepingCapacity: true)
        for neighbour in rightNeighbours[item] { ends.append(places[neighbour]) }
        if ends.count > 1 { ends.sort() }
        for end in ends {
          count += before - ColumnOrder.countUp(to: end, in: tree)
          ColumnOrder.add(end, to: &tree)
          before += 1
        }
      }
    }
    return count
  }

  /// The number of values in a Fenwick tree that are at most `value`; takes logarithmic time.
  private static func countUp(to value: Int, in tree: [Int]) -> Int {
    var count = 0
    var position = value + 1
    while position > 0 {
      count += tree[position]
      position &= position - 1
    }
    return count
  }

  private static func add(_ value: Int, to tree: inout [Int]) {
    var position = value + 1
    while position < tree.count {
      tree[position] += 1
      position += position & -position
    }
  }
}
