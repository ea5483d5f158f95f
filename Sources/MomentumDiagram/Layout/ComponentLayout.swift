// One connected part of a diagram in columns: which column, which order, how high, which tracks; then
// the places that follow.

/// A connected part with the upper left corner at zero.
struct ComponentLayout {
  struct Route {
    /// From the link's start to its finish; every piece runs straight across or straight down.
    var points: [Point]
    var startSide: Side
    var finishSide: Side
  }

  var frames: [Rectangle]
  var routes: [Route]
  var width: Int
  var height: Int
  private var cost: Int

  /// The best of several numbers of columns, each tried with several assignments.
  static func best(_ graph: LayoutGraph) -> ComponentLayout {
    // Small models are quick to lay out, and there one unlucky place is seen most.
    let attempts = max(2, min(12, 480 / max(graph.nodes.count, 1)))
    var best = ComponentLayout(graph, columnOfNode: graph.nodes.map { _ in 0 })
    var isTried: Set<[Int]> = []
    for count in candidateCounts(graph) {
      for attempt in 0..<attempts {
        let columnOfNode = ColumnAssignment.assign(graph, count: count, attempt: attempt)
        guard isTried.insert(columnOfNode).inserted else { continue }
        let layout = ComponentLayout(graph, columnOfNode: columnOfNode)
        if layout.cost < best.cost { best = layout }
      }
    }
    return best
  }

  /// Around the number that makes the picture half again as wide as high.
  private static func candidateCounts(_ graph: LayoutGraph) -> [Int] {
    guard graph.nodes.count > 1 else { return [] }
    let width = graph.nodes.reduce(0) { $0 + $1.width } / graph.nodes.count + 190
    let height = graph.nodes.reduce(0) { $0 + $1.height + 40 }
    let ideal = squareRoot(height * 3 / 2 / width)
    let first = max(2, ideal - 1)
    return Array(first...(first + 3)).filter { $0 <= graph.nodes.count }
  }

  /// Less is better: area, length and crossings of links, links inside a column, parents to the right.
  private static func cost(of layout: ComponentLayout, _ graph: LayoutGraph) -> Int {
    // A part of few boxes may be a ribbon; it will stand above or below others.
    let widest = graph.nodes.count < 6 ? 400 : 230
    let size = Packing.Size(width: layout.width, height: layout.height)
    var cost = size.cost(widest: widest) / 100
    cost += RouteCrossings.count(layout.routes.map(\.points)) * 100
    for (link, route) in zip(graph.links, layout.routes) {
      for (from, to) in zip(route.points, route.points.dropFirst()) {
        cost += (abs(from.x - to.x) + abs(from.y - to.y)) / 3
      }
      if route.points.count > 2 { cost += 30 }
      if !link.isLoop && route.startSide == route.finishSide { cost += 300 }
      if link.isInheritance && route.startSide == .left { cost += 300 }
    }
    return cost
  }

  private init(_ graph: LayoutGraph, columnOfNode: [Int]) {
    let order = ColumnOrder.order(graph, columnOfNode: columnOfNode)
    let ports = Ports(graph, columnOfNode: columnOfNode)
    let placement = VerticalPlacement.place(graph, order, ports)
    let plan = ChannelPlan(graph, order, placement, columnOfNode)
    self.init(graph, order, placement, plan, columnOfNode)
  }

  private init(
    _ graph: LayoutGraph, _ order: ColumnOrder, _ placement: VerticalPlacement,
    _ plan: ChannelPlan, _ columnOfNode: [Int]
  ) {
    let across = HorizontalPlacement(graph, order, placement, plan)
    frames = graph.nodes.indices.map { node in
      let column = columnOfNode[node]
      let width = graph.nodes[node].width
      return Rectangle(
        x: across.columnLefts[column] + (across.columnWidths[column] - width) / 2,
        y: placement.tops[node], width: width, height: placement.heights[node])
    }
    width = across.width
    height = 0
    cost = 0
    routes = []
    for link in graph.links.indices {
      routes.append(route(link, placement, plan, across))
    }
    let all = routes.flatMap(\.points).map(\.y) + frames.flatMap { [$0.y, $0.bottom] }
    height = all.max() ?? 0
    cost = ComponentLayout.cost(of: self, graph)
  }

  private func route(
    _ link: Int, _ placement: VerticalPlacement, _ plan: ChannelPlan, _ across: HorizontalPlacement
  ) -> Route {
    let start = placement.ports.startPorts[link]
    let finish = placement.ports.finishPorts[link]
    let (startPort, finishPort) = (placement.ports.all[start], placement.ports.all[finish])
    let from = Point(x: edge(startPort), y: placement.y(ofPort: start))
    let to = Point(x: edge(finishPort), y: placement.y(ofPort: finish))
    let isBackward = startPort.side == .left && finishPort.side == .right
    let steps = isBackward ? plan.steps[link].reversed() : plan.steps[link]
    var points = [from]
    for (index, step) in steps.enumerated() {
      let next = index == steps.count - 1 ? to.y : isBackward ? step.leftY : step.rightY
      guard let track = step.track, let last = points.last, last.y != next else { continue }
      let x = across.trackX(channel: step.channel, track: track)
      points.append(Point(x: x, y: last.y))
      points.append(Point(x: x, y: next))
    }
    points.append(to)
    return Route(points: points, startSide: startPort.side, finishSide: finishPort.side)
  }

  private func edge(_ port: Ports.Port) -> Int {
    switch port.side {
    case .left: frames[port.node].x
    case .right: frames[port.node].right
    }
  }
}

/// Crossings of routes that run straight across and straight down.
enum RouteCrossings {
  /// Pieces that only touch do not count. Takes time with the product of level and upright pieces.
  static func count(_ routes: [[Point]]) -> Int {
    var level: [(y: Int, left: Int, right: Int)] = []
    var upright: [(x: Int, top: Int, bottom: Int)] = []
    for points in routes {
      for (from, to) in zip(points, points.dropFirst()) {
        if from.y == to.y {
          level.append((from.y, min(from.x, to.x), max(from.x, to.x)))
        } else {
          upright.append((from.x, min(from.y, to.y), max(from.y, to.y)))
        }
      }
    }
    var count = 0
    for line in upright {
      for other in level where other.y > line.top && other.y < line.bottom {
        if line.x > other.left && line.x < other.right { count += 1 }
      }
    }
    return count
  }
}

/// The greatest whole number whose square is not greater.
func squareRoot(_ value: Int) -> Int { Int(Double(max(value, 0)).squareRoot()) }

/// The nets of all channels, and how each link goes through them.
struct ChannelPlan {
  /// One channel on a link's way, from left to right.
  struct Step {
    var channel: Int
    var net: Int
    var leftY: Int
    var rightY: Int
    /// `nil` where the link runs straight.
    var track: Int?
  }

  /// Channel `n` is to the left of column `n`; one more is to the right of the last.
  private(set) var channels: [Channel]
  /// By link.
  private(set) var steps: [[Step]]

  private var nets: [[Channel.Net]]
  /// The net of a parent's port, by port.
  private var netOfPort: [Int: Int] = [:]

  init(
    _ graph: LayoutGraph, _ order: ColumnOrder, _ placement: VerticalPlacement,
    _ columnOfNode: [Int]
  ) {
    nets = Array(repeating: [], count: order.columns.count + 1)
    steps = Array(repeating: [], count: graph.links.count)
    channels = []
    for (index, link) in graph.links.enumerated() {
      let port = placement.ports.startPorts[index]
      if placement.chains[index].isEmpty {
        let side = placement.ports.all[port].side
        let channel = columnOfNode[link.start] + (side == .right ? 1 : 0)
        let ends = [
          placement.y(ofPort: port), placement.y(ofPort: placement.ports.finishPorts[index]),
        ]
        let net = side == .right ? Channel.Net(lefts: ends) : Channel.Net(rights: ends)
        add(index, channel, net, sharing: link.isInheritance ? port : nil)
      } else {
        addChain(index, link, order, placement, columnOfNode)
      }
    }
    channels = nets.map { Channel($0) }
    for link in steps.indices {
      for place in steps[link].indices {
        let step = steps[link][place]
        steps[link][place].track = channels[step.channel].tracks[step.net]
      }
    }
  }

  private mutating func addChain(
    _ index: Int, _ link: LayoutGraph.Link, _ order: ColumnOrder, _ placement: VerticalPlacement,
    _ columnOfNode: [Int]
  ) {
    let chain = placement.chains[index]
    for (left, right) in zip(chain, chain.dropFirst()) {
      let net = Channel.Net(
        lefts: [placement.y(of: left, link: index)], rights: [placement.y(of: right, link: index)])
      let isAtParent = left == link.start || right == link.start
      add(
        index, order.items[right].column, net,
        sharing: link.isInheritance && isAtParent ? placement.ports.startPorts[index] : nil)
    }
  }

  private mutating func add(
    _ link: Int, _ channel: Int, _ net: Channel.Net, sharing port: Int?
  ) {
    var place = nets[channel].count
    if let port, let shared = netOfPort[port] {
      nets[channel][shared].lefts += net.lefts
      nets[channel][shared].rights += net.rights
      place = shared
    } else {
      nets[channel].append(net)
      if let port { netOfPort[port] = place }
    }
    steps[link].append(
      Step(
        channel: channel, net: place, leftY: net.lefts.first ?? 0, rightY: net.rights.first ?? 0))
  }
}

/// Where columns and channels begin.
struct HorizontalPlacement {
  private(set) var columnLefts: [Int] = []
  private(set) var columnWidths: [Int] = []
  private(set) var width = 0
  /// Where each channel's first track is.
  private var firstTracks: [Int] = []

  init(
    _ graph: LayoutGraph, _ order: ColumnOrder, _ placement: VerticalPlacement, _ plan: ChannelPlan
  ) {
    columnWidths = order.columns.map { column in
      column.map { item in
        switch order.items[item].kind {
        case .box(let node): graph.nodes[node].width
        case .passage: 0
        }
      }.max() ?? 0
    }
    var left = Array(repeating: 0, count: columnWidths.count)
    var right = left
    for port in placement.ports.all {
      let column = order.items[port.node].column
      let room = port.room - (columnWidths[column] - graph.nodes[port.node].width) / 2
      switch port.side {
      case .left: left[column] = max(left[column], room)
      case .right: right[column] = max(right[column], room)
      }
    }
    for column in columnWidths.indices {
      addChannel(plan.channels[column].trackCount, isOuter: column == 0)
      width += left[column]
      columnLefts.append(width)
      width += columnWidths[column] + right[column]
    }
    addChannel(plan.channels[columnWidths.count].trackCount, isOuter: true)
  }

  private mutating func addChannel(_ trackCount: Int, isOuter: Bool) {
    firstTracks.append(width + Spacing.channelInset)
    guard !isOuter || trackCount > 0 else { return }
    width += 2 * Spacing.channelInset + max(0, trackCount - 1) * Spacing.tracks
  }

  func trackX(channel: Int, track: Int) -> Int { firstTracks[channel] + track * Spacing.tracks }
}
