/// A diagram with the positions of all its parts, in pixels.
///
/// Boxes are in columns, linked ones in neighbouring columns if possible. Edges run in the channels
/// between columns, and their labels are next to the boxes. Follows Sugiyama, Tagawa, Toda: Methods
/// for Visual Understanding of Hierarchical System Structures, 1981. Links inside a column and
/// ports are added, since an entity-relationship diagram has no direction. Equal diagrams get equal
/// layouts. Takes time proportional to the square of the number of boxes and edges of one column.
package struct DiagramLayout: Sendable, Hashable {
  struct Label: Sendable, Hashable {
    var text: String
    /// The rectangle of the text; its width is an estimate.
    var frame: Rectangle
    /// Whether the end of the text is at the box, and not its beginning.
    var endsAtBox: Bool
  }

  struct PlacedEdge: Sendable, Hashable {
    /// The corners from the first end to the second; each piece is horizontal or vertical.
    var points: [Point]
    var start: EdgeMark
    var finish: EdgeMark
    var startSide: Side
    var finishSide: Side
    var labels: [Label]
  }

  let diagram: Diagram
  /// The frames of the diagram's boxes, by index.
  let frames: [Rectangle]
  /// The routes of the diagram's edges, by index.
  let edges: [PlacedEdge]
  let width: Int
  let height: Int

  package init(of diagram: Diagram) {
    let graph = DiagramLayout.graph(diagram)
    var canvas = Canvas(graph)
    canvas.placeParts(graph)
    self.diagram = diagram
    frames = canvas.frames
    edges = zip(diagram.edges, canvas.routes).map { edge, route in
      DiagramLayout.placed(EdgeEnd.ends(of: edge), route)
    }
    width = canvas.size.width + 2 * Spacing.margin
    height = canvas.size.height + 2 * Spacing.margin
  }

  private static func graph(_ diagram: Diagram) -> LayoutGraph {
    LayoutGraph(
      nodes: diagram.boxes.map {
        LayoutGraph.Node(width: BoxMetrics.width($0), height: BoxMetrics.height($0))
      },
      links: diagram.edges.map { edge in
        let (start, finish) = EdgeEnd.ends(of: edge)
        let isInheritance =
          switch edge {
          case .inheritance: true
          case .pair, .symmetric, .oneWay: false
          }
        return LayoutGraph.Link(
          start: start.box, finish: finish.box, startRoom: start.room, finishRoom: finish.room,
          isInheritance: isInheritance)
      })
  }

  private static func placed(
    _ ends: (EdgeEnd, EdgeEnd), _ route: ComponentLayout.Route
  ) -> PlacedEdge {
    let labels = [
      label(ends.0, route.points.first, route.startSide),
      label(ends.1, route.points.last, route.finishSide),
    ]
    return PlacedEdge(
      points: route.points, start: ends.0.mark, finish: ends.1.mark, startSide: route.startSide,
      finishSide: route.finishSide, labels: labels.compactMap { $0 })
  }

  /// The label of an end, above the edge and beyond its mark; `nil` for an end without label.
  private static func label(_ end: EdgeEnd, _ point: Point?, _ side: Side) -> Label? {
    guard let point, !end.label.isEmpty else { return nil }
    let distance = end.mark.length + BoxMetrics.labelGap
    let x = side == .right ? point.x + distance : point.x - distance - end.labelWidth
    let height = BoxMetrics.labelSize + 2
    return Label(
      text: end.label,
      frame: Rectangle(x: x, y: point.y - height - 2, width: end.labelWidth, height: height),
      endsAtBox: side == .left)
  }
}

/// Collects the frames and routes of all connected parts.
private struct Canvas {
  var frames: [Rectangle]
  var routes: [ComponentLayout.Route]
  var size = Packing.Size(width: 0, height: 0)

  init(_ graph: LayoutGraph) {
    frames = graph.nodes.map { Rectangle(x: 0, y: 0, width: $0.width, height: $0.height) }
    routes = graph.links.map { _ in
      ComponentLayout.Route(points: [], startSide: .right, finishSide: .left)
    }
  }

  mutating func placeParts(_ graph: LayoutGraph) {
    let components = graph.components
    let isLoop = Set(graph.links.filter(\.isLoop).map(\.start))
    let parts = components.filter { $0.count > 1 || isLoop.contains($0[0]) }
    let single = components.filter { $0.count == 1 && !isLoop.contains($0[0]) }.map { $0[0] }
    let pieces = parts.map { graph.part($0) }
    let layouts = pieces.map { ComponentLayout.best($0.graph) }
    let plan = Packing.plan(
      parts: layouts.map { Packing.Size(width: $0.width, height: $0.height) },
      single: single.map { Packing.Size(width: frames[$0].width, height: frames[$0].height) })
    size = plan.size
    for (index, layout) in layouts.enumerated() {
      place(layout, nodes: parts[index], links: pieces[index].links, at: plan.corners[index])
    }
    for (node, cell) in zip(single, plan.cells) {
      frames[node] = cell.moved(Spacing.margin, Spacing.margin)
    }
  }

  private mutating func place(
    _ layout: ComponentLayout, nodes: [Int], links: [Int], at corner: Point
  ) {
    let (byX, byY) = (corner.x + Spacing.margin, corner.y + Spacing.margin)
    for (node, frame) in zip(nodes, layout.frames) { frames[node] = frame.moved(byX, byY) }
    for (link, route) in zip(links, layout.routes) {
      routes[link] = route
      routes[link].points = route.points.map { Point(x: $0.x + byX, y: $0.y + byY) }
    }
  }
}
