// A port is the point where a link meets a box: each end has a port at the left or right side of
// its box. The links of a parent to its sub-entities share one port on each side.

enum Side: Sendable, Hashable {
  case left
  case right
}

struct Ports {
  struct Port {
    var node: Int
    var side: Side
    /// The width that the mark and the label need next to the box.
    var room: Int
    /// The distance from the top of the box.
    var offset = 0
  }

  private(set) var all: [Port] = []
  /// The port number of each link's start, by index of the link; `finishPorts` has those of the
  /// ends.
  private(set) var startPorts: [Int]
  private(set) var finishPorts: [Int]
  /// The port numbers on the left side of each node; `rightPorts` has those on the right.
  private(set) var leftPorts: [[Int]]
  private(set) var rightPorts: [[Int]]
  /// The port of the links to sub-entities, on each side of each node.
  private var parentPorts: [[Side: Int]]

  init(_ graph: LayoutGraph, columnOfNode: [Int]) {
    startPorts = Array(repeating: -1, count: graph.links.count)
    finishPorts = startPorts
    leftPorts = Array(repeating: [], count: graph.nodes.count)
    rightPorts = leftPorts
    parentPorts = Array(repeating: [:], count: graph.nodes.count)
    let across = graph.links.indices.filter {
      columnOfNode[graph.links[$0].start] != columnOfNode[graph.links[$0].finish]
    }
    for index in across {
      let link = graph.links[index]
      let isForward = columnOfNode[link.start] < columnOfNode[link.finish]
      add(index, link, isForward ? .right : .left, isForward ? .left : .right)
    }
    // A link inside a column can use either side. These links come last and use the side with fewer
    // ports.
    let others = graph.links.indices.filter {
      columnOfNode[graph.links[$0].start] == columnOfNode[graph.links[$0].finish]
    }
    for index in others {
      let link = graph.links[index]
      let left = leftPorts[link.start].count + leftPorts[link.finish].count
      let right = rightPorts[link.start].count + rightPorts[link.finish].count
      let side: Side = left < right ? .left : .right
      add(index, link, side, side)
    }
  }

  private mutating func add(
    _ index: Int, _ link: LayoutGraph.Link, _ startSide: Side, _ finishSide: Side
  ) {
    if link.isInheritance {
      if let shared = parentPorts[link.start][startSide] {
        startPorts[index] = shared
      } else {
        startPorts[index] = add(link.start, startSide, link.startRoom)
        parentPorts[link.start][startSide] = startPorts[index]
      }
    } else {
      startPorts[index] = add(link.start, startSide, link.startRoom)
    }
    finishPorts[index] = add(link.finish, finishSide, link.finishRoom)
  }

  private mutating func add(_ node: Int, _ side: Side, _ room: Int) -> Int {
    all.append(Port(node: node, side: side, room: room))
    switch side {
    case .left: leftPorts[node].append(all.count - 1)
    case .right: rightPorts[node].append(all.count - 1)
    }
    return all.count - 1
  }

  /// The height that a box needs for its ports.
  func height(of node: Int) -> Int {
    let count = max(leftPorts[node].count, rightPorts[node].count)
    return count == 0 ? 0 : 2 * Spacing.portInset + (count - 1) * Spacing.ports
  }

  /// Sorts the ports of each side by their keys and distributes them evenly over the height of the
  /// box.
  mutating func spread(heights: [Int], keys: [(Int, Int)]) {
    for node in leftPorts.indices {
      leftPorts[node].sort { keys[$0] < keys[$1] }
      rightPorts[node].sort { keys[$0] < keys[$1] }
      spread(leftPorts[node], heights[node])
      spread(rightPorts[node], heights[node])
    }
  }

  private mutating func spread(_ ports: [Int], _ height: Int) {
    guard ports.count > 1 else {
      for port in ports { all[port].offset = height / 2 }
      return
    }
    let free = height - 2 * Spacing.portInset
    let distance = min(free / (ports.count - 1), 2 * Spacing.ports)
    let first = (height - distance * (ports.count - 1)) / 2
    for (place, port) in ports.enumerated() { all[port].offset = first + place * distance }
  }

  mutating func setOffset(_ port: Int, _ offset: Int) { all[port].offset = offset }
}
