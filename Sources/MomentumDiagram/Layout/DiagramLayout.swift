/// A diagram with a place for everything, in pixels.
///
/// Boxes stand in columns, linked ones in neighbouring columns where that is possible; edges run in the
/// channels between columns, with their labels beside the boxes. Follows Sugiyama, Tagawa, Toda:
/// Methods for Visual Understanding of Hierarchical System Structures, 1981; with links inside a column
/// and ports, as an entity-relationship picture has no direction. Equal diagrams get equal layouts.
/// Takes time with the square of the number of boxes and edges of one column.
public struct DiagramLayout: Sendable, Hashable {
  struct Label: Sendable, Hashable {
    var text: String
    /// Where the text stands; its width is an estimate.
    var frame: Rectangle
    /// Whether the text ends, rather than begins, at the box.
    var endsAtBox: Bool
  }

  struct PlacedEdge: Sendable, Hashable {
    /// From the first end to the second; every piece runs straight across or straight down.
    var points: [Point]
    var start: EdgeMark
    var finish: EdgeMark
    var startSide: Side
    var finishSide: Side
    var labels: [Label]
  }

  let diagram: Diagram
  /// By box of the diagram.
  let frames: [Rectangle]
  /// By edge of the diagram.
  let edges: [PlacedEdge]
  let width: Int
  let height: Int

  public init(of diagram: Diagram) {
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

  /// Above the edge, outside of its mark.
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

/// Frames and routes while they are collected from the parts.
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
    let isLinked = components.map { members in
      members.count > 1 || graph.links.contains { $0.start == members[0] }
    }
    let linked = zip(components, isLinked).filter(\.1).map(\.0)
    let single = zip(components, isLinked).filter { !$0.1 }.map { $0.0[0] }
    placeLinked(linked, graph, singleArea: area(single))
    placeSingle(single)
  }

  private func area(_ nodes: [Int]) -> Int {
    nodes.reduce(0) { sum, node in
      sum + (frames[node].width + Spacing.boxes) * (frames[node].height + Spacing.boxes)
    }
  }

  private mutating func placeLinked(_ parts: [[Int]], _ graph: LayoutGraph, singleArea: Int) {
    let pieces = parts.map { graph.part($0) }
    let layouts = pieces.map { ComponentLayout.best($0.graph) }
    let sizes = layouts.map { Packing.Size(width: $0.width, height: $0.height) }
    let area = sizes.reduce(singleArea) {
      $0 + ($1.width + Spacing.parts) * ($1.height + Spacing.parts)
    }
    let width = max(Packing.width(forArea: area), sizes.map(\.width).max() ?? 0)
    let packed = Packing.rows(sizes, width: width, gap: Spacing.parts)
    size = Packing.Size(
      width: max(packed.size.width, singleArea > 0 ? width : 0), height: packed.size.height)
    for (index, layout) in layouts.enumerated() {
      let corner = packed.corners[index]
      let (byX, byY) = (corner.x + Spacing.margin, corner.y + Spacing.margin)
      for (node, frame) in zip(parts[index], layout.frames) { frames[node] = frame.moved(byX, byY) }
      for (link, route) in zip(pieces[index].links, layout.routes) {
        routes[link] = route
        routes[link].points = route.points.map { Point(x: $0.x + byX, y: $0.y + byY) }
      }
    }
  }

  private mutating func placeSingle(_ nodes: [Int]) {
    guard !nodes.isEmpty else { return }
    let sizes = nodes.map { Packing.Size(width: frames[$0].width, height: frames[$0].height) }
    let top = size.height == 0 ? 0 : size.height + Spacing.parts
    let packed = Packing.grid(sizes, width: size.width, gap: Spacing.boxes)
    for (node, frame) in zip(nodes, packed.frames) {
      frames[node] = frame.moved(Spacing.margin, top + Spacing.margin)
    }
    size = Packing.Size(
      width: max(top == 0 ? 0 : size.width, packed.size.width), height: top + packed.size.height)
  }
}
