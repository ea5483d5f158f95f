// Lays out one connected part of a diagram: assigns columns, orders each column, places boxes
// vertically and assigns tracks, from which all positions are computed.

/// The layout of a connected part, with its upper left corner at zero.
struct ComponentLayout {
  struct Route {
    /// The corners from the link's start to its finish; each piece is horizontal or vertical.
    var points: [Point]
    var startSide: Side
    var finishSide: Side
  }

  var frames: [Rectangle]
  var routes: [Route]
  var width: Int
  var height: Int
  private var cost: Int

  /// The cheapest layout among several numbers of columns, each with several random assignments.
  static func best(_ graph: LayoutGraph) -> ComponentLayout {
    // Small models get more attempts: they are laid out quickly, and a badly placed box is easily
    // seen.
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

  /// The numbers of columns to try: those near the number that makes the part half as wide again as
  /// it is high.
  private static func candidateCounts(_ graph: LayoutGraph) -> [Int] {
    guard graph.nodes.count > 1 else { return [] }
    let width = graph.nodes.reduce(0) { $0 + $1.width } / graph.nodes.count + 190
    let height = graph.nodes.reduce(0) { $0 + $1.height + 40 }
    let ideal = squareRoot(height * 3 / 2 / width)
    let first = max(2, ideal - 1)
    return Array(first...(first + 3)).filter { $0 <= graph.nodes.count }
  }

  /// The cost of a layout; less is better. Counts area, length and crossings of links, links inside
  /// a column, and parents to the right of their children.
  private static func cost(of layout: ComponentLayout, _ graph: LayoutGraph) -> Int {
    // A part with few boxes may be very wide, since other parts will be placed above and below it.
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
