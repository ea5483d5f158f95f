// Computes the y-coordinate of each box, each line that passes a column and each port: near to the
// other ends of their links, so that many links are straight.

struct VerticalPlacement {
  private let graph: LayoutGraph
  private let order: ColumnOrder
  private(set) var ports: Ports
  /// The height of each node, by index; at least the height that its text needs.
  let heights: [Int]
  /// The y-coordinate of each item of the order, by item number: the top of a box, or the height of
  /// a passing line.
  private(set) var tops: [Int]
  /// The items that each link passes through, from left to right; empty for links inside a column.
  let chains: [[Int]]
  private let segmentsOfItem: [[Int]]
  private let linksOfPort: [[Int]]
  /// The nodes at the other ends of links inside the column, by node.
  private let insideNeighbours: [[Int]]

  static func place(_ graph: LayoutGraph, _ order: ColumnOrder, _ ports: Ports) -> VerticalPlacement
  {
    var placement = VerticalPlacement(graph, order, ports)
    for _ in 0..<4 {
      if !placement.movesBoxes() { break }
    }
    placement.spreadPorts()
    placement.straighten()
    for _ in 0..<3 {
      placement.nudge()
      placement.straighten()
    }
    placement.moveToZero()
    return placement
  }

  private init(_ graph: LayoutGraph, _ order: ColumnOrder, _ ports: Ports) {
    self.graph = graph
    self.order = order
    self.ports = ports
    heights = graph.nodes.indices.map { max(graph.nodes[$0].height, ports.height(of: $0)) }
    var chains = Array(repeating: [Int](), count: graph.links.count)
    var segmentsOfItem = Array(repeating: [Int](), count: order.items.count)
    for (index, segment) in order.segments.enumerated() {
      if chains[segment.link].isEmpty { chains[segment.link].append(segment.left) }
      chains[segment.link].append(segment.right)
      segmentsOfItem[segment.left].append(index)
      segmentsOfItem[segment.right].append(index)
    }
    self.chains = chains
    var linksOfPort = Array(repeating: [Int](), count: ports.all.count)
    for link in graph.links.indices {
      linksOfPort[ports.startPorts[link]].append(link)
      linksOfPort[ports.finishPorts[link]].append(link)
    }
    self.linksOfPort = linksOfPort
    self.segmentsOfItem = segmentsOfItem
    var inside = Array(repeating: [Int](), count: graph.nodes.count)
    for (index, link) in graph.links.enumerated() where chains[index].isEmpty && !link.isLoop {
      inside[link.start].append(link.finish)
      inside[link.finish].append(link.start)
    }
    insideNeighbours = inside
    tops = Array(repeating: 0, count: order.items.count)
    for column in order.columns { stack(column) }
  }

  /// Spreads the ports, and sweeps to the right and to the left. Returns `false` if no box moved: a
  /// repetition would then change nothing.
  private mutating func movesBoxes() -> Bool {
    let start = tops
    spreadPorts()
    for _ in 0..<3 {
      let before = tops
      sweep(fromLeft: true)
      sweep(fromLeft: false)
      if tops == before { break }
    }
    return tops != start
  }

  private mutating func stack(_ column: [Int]) {
    var top = 0
    for (place, item) in column.enumerated() {
      top += place == 0 ? 0 : distance(column[place - 1], item)
      tops[item] = top
    }
    let middle = (top + (column.last.map(height) ?? 0)) / 2
    for item in column { tops[item] -= middle }
  }

  private func height(of item: Int) -> Int {
    switch order.items[item].kind {
    case .box(let node): heights[node]
    case .passage: 0
    }
  }

  /// The least distance between the tops of two items of which one is directly below the other.
  private func distance(_ upper: Int, _ lower: Int) -> Int {
    let space =
      switch (order.items[upper].kind, order.items[lower].kind) {
      case (.box, .box): Spacing.boxes
      case (.passage, .passage): Spacing.lines
      case (.box, .passage), (.passage, .box): Spacing.passing
      }
    return height(of: upper) + space
  }

  // MARK: - Boxes

  private mutating func sweep(fromLeft: Bool) {
    let columns = fromLeft ? order.columns : order.columns.reversed()
    for column in columns {
      let wishes = column.enumerated().map { place, item in
        let wish = wish(of: item)
        return Spread.Target(
          value: wish.value, weight: wish.weight,
          distance: place == 0 ? 0 : distance(column[place - 1], item))
      }
      for (item, top) in zip(column, Spread.positions(wishes)) { tops[item] = top }
    }
  }

  /// The best y-coordinate for an item, and how much it counts against those of other items.
  private func wish(of item: Int) -> (value: Int, weight: Int) {
    var sum = 0
    var weight = 0
    for index in segmentsOfItem[item] {
      let segment = order.segments[index]
      let farItem = segment.left == item ? segment.right : segment.left
      let own = y(of: item, link: segment.link) - tops[item]
      // A segment between two passing lines has the greatest weight, so that it becomes straight
      // before other segments.
      let factor = isPassage(item) ? (isPassage(farItem) ? 8 : 2) : 1
      sum += factor * (y(of: farItem, link: segment.link) - own)
      weight += factor
    }
    if case .box(let node) = order.items[item].kind {
      for neighbour in insideNeighbours[node] {
        sum += tops[neighbour] + heights[neighbour] / 2 - heights[node] / 2
        weight += 1
      }
    }
    return weight == 0 ? (tops[item], 1) : (sum / weight, weight)
  }

  private func isPassage(_ item: Int) -> Bool {
    switch order.items[item].kind {
    case .box: false
    case .passage: true
    }
  }

  /// The y-coordinate at which a link meets an item.
  func y(of item: Int, link: Int) -> Int {
    switch order.items[item].kind {
    case .box(let node): y(ofPort: port(of: link, at: node))
    case .passage: tops[item]
    }
  }

  func y(ofPort port: Int) -> Int { tops[ports.all[port].node] + ports.all[port].offset }

  private func port(of link: Int, at node: Int) -> Int {
    graph.links[link].start == node ? ports.startPorts[link] : ports.finishPorts[link]
  }

  /// Moves each item by a few pixels if this makes more of its links straight.
  private mutating func nudge() {
    let reach = 24
    for column in order.columns {
      for (place, item) in column.enumerated() {
        let above =
          place == 0
          ? tops[item] - reach : tops[column[place - 1]] + distance(column[place - 1], item)
        let below =
          place + 1 == column.count
          ? tops[item] + reach : tops[column[place + 1]] - distance(item, column[place + 1])
        let gaps = gaps(of: item)
        var best = (count: gaps.count { $0 == 0 }, gap: 0)
        for gap in gaps where abs(gap) <= reach {
          let top = tops[item] + gap
          guard top >= above, top <= below else { continue }
          let count = gaps.count { $0 == gap }
          if count > best.count { best = (count, gap) }
        }
        tops[item] += best.gap
      }
    }
  }

  /// The difference in height between the two ends of each segment at an item; positive if the
  /// other end is lower.
  private func gaps(of item: Int) -> [Int] {
    segmentsOfItem[item].map { index in
      let segment = order.segments[index]
      let farItem = segment.left == item ? segment.right : segment.left
      return y(of: farItem, link: segment.link) - y(of: item, link: segment.link)
    }
  }

  private mutating func moveToZero() {
    let top = tops.min() ?? 0
    for item in tops.indices { tops[item] -= top }
  }

  // MARK: - Ports

  private mutating func spreadPorts() { ports.spread(heights: heights, keys: portKeys) }

  /// The sort keys of ports, by port number: ports are in the order of the boxes to which they
  /// lead. A link inside the column runs along the side of the box, so its port is the first or the
  /// last; the port to the nearest box is the outermost.
  private var portKeys: [(Int, Int)] {
    var keys = Array(repeating: (0, 0), count: ports.all.count)
    let far = 1 << 40
    for (index, link) in graph.links.enumerated() {
      let (start, finish) = (ports.startPorts[index], ports.finishPorts[index])
      if link.isLoop {
        keys[start] = (-2 * far, 2 * index)
        keys[finish] = (-2 * far, 2 * index + 1)
      } else if chains[index].isEmpty {
        let isDown = tops[link.start] < tops[link.finish]
        let (upper, lower) = isDown ? (start, finish) : (finish, start)
        let distance = abs(tops[link.start] - tops[link.finish])
        keys[upper] = (far - distance, index)
        keys[lower] = (-far + distance, -index)
      } else {
        let chain = chains[index]
        let left = port(of: index, at: chain[0])
        let right = port(of: index, at: chain[chain.count - 1])
        keys[left] = (middle(of: chain[1]), index)
        keys[right] = (middle(of: chain[chain.count - 2]), index)
      }
    }
    return keys
  }

  private func middle(of item: Int) -> Int { tops[item] + height(of: item) / 2 }

  /// Moves each port to the height of the other end as far as the box and its other ports allow:
  /// first right sides, then left sides, then right sides again, so that the last pass finds ports
  /// that no longer move.
  private mutating func straighten() {
    for round in 0..<3 {
      for column in order.columns {
        for item in column {
          guard case .box(let node) = order.items[item].kind else { continue }
          straighten(round % 2 == 0 ? ports.rightPorts[node] : ports.leftPorts[node], node)
        }
      }
    }
  }

  private mutating func straighten(_ side: [Int], _ node: Int) {
    if side.count == 1 {
      let wish = max(wish(of: side[0], node), Spacing.cornerInset)
      ports.setOffset(side[0], min(wish, heights[node] - Spacing.cornerInset))
    }
    guard side.count > 1 else { return }
    let wishes = side.enumerated().map { place, port in
      Spread.Target(
        value: wish(of: port, node), weight: 1, distance: place == 0 ? 0 : Spacing.ports)
    }
    var offsets = Spread.positions(wishes)
    // Move ports that would be outside of the box inside, from the top and then from the bottom.
    for (place, offset) in offsets.enumerated() {
      offsets[place] = max(offset, Spacing.cornerInset + place * Spacing.ports)
    }
    for (place, offset) in offsets.enumerated() {
      let below = (side.count - 1 - place) * Spacing.ports
      offsets[place] = min(offset, heights[node] - Spacing.cornerInset - below)
    }
    for (port, offset) in zip(side, offsets) { ports.setOffset(port, offset) }
  }

  /// The best distance of a port from the top of its box.
  private func wish(of port: Int, _ node: Int) -> Int {
    target(of: port).map { $0 - tops[node] } ?? ports.all[port].offset
  }

  /// The y-coordinate of the other end of a port's link; `nil` if the port has several links, or if
  /// the link is inside the column.
  private func target(of port: Int) -> Int? {
    guard linksOfPort[port].count == 1 else { return nil }
    let link = linksOfPort[port][0]
    let chain = chains[link]
    guard chain.count > 1 else { return nil }
    let isLeftEnd = chain[0] == ports.all[port].node
    return y(of: isLeftEnd ? chain[1] : chain[chain.count - 2], link: link)
  }
}
