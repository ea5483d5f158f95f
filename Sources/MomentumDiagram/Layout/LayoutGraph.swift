/// The parts of a diagram that its layout depends on: sizes and links. All lengths are in pixels.
struct LayoutGraph: Sendable {
  struct Node: Sendable {
    var width: Int
    /// The height that the text needs; a box with many ports becomes higher.
    var height: Int
  }

  struct Link: Sendable {
    /// The node of the first end; for an inheritance the parent.
    var start: Int
    /// The node of the second end; for an inheritance the child.
    var finish: Int
    /// The widths that the mark and the label of each end need next to the box.
    var startRoom: Int
    var finishRoom: Int
    var isInheritance: Bool

    var isLoop: Bool { start == finish }
  }

  var nodes: [Node]
  var links: [Link]

  /// The nodes of each connected part; parts and nodes are sorted by node number.
  var components: [[Int]] {
    var neighbours = Array(repeating: [Int](), count: nodes.count)
    for link in links {
      neighbours[link.start].append(link.finish)
      neighbours[link.finish].append(link.start)
    }
    var component = Array(repeating: -1, count: nodes.count)
    var result: [[Int]] = []
    for node in nodes.indices where component[node] < 0 {
      var open = [node]
      component[node] = result.count
      var members: [Int] = []
      while let next = open.popLast() {
        members.append(next)
        for neighbour in neighbours[next] where component[neighbour] < 0 {
          component[neighbour] = result.count
          open.append(neighbour)
        }
      }
      result.append(members.sorted())
    }
    return result
  }

  /// One connected part as a graph, with the indexes of its links in the whole graph.
  func part(_ members: [Int]) -> (graph: LayoutGraph, links: [Int]) {
    var place = Array(repeating: -1, count: nodes.count)
    for (index, member) in members.enumerated() { place[member] = index }
    let partLinks = links.indices.filter { place[links[$0].start] >= 0 }
    let graph = LayoutGraph(
      nodes: members.map { nodes[$0] },
      links: partLinks.map { index in
        var link = links[index]
        link.start = place[link.start]
        link.finish = place[link.finish]
        return link
      })
    return (graph, partLinks)
  }
}

/// The distances in a diagram, in pixels.
enum Spacing {
  /// The least space between two boxes of a column.
  static let boxes = 30
  /// The least space between a box and a line that passes it.
  static let passing = 16
  /// The space between two parallel lines that pass a column.
  static let lines = 12
  /// The space between two ports of a box, enough for a label of one line.
  static let ports = 20
  /// The space from a corner of a box to its first port, when the box's height is computed from the
  /// number of ports.
  static let portInset = 16
  /// The least space from a corner to a port, which may move so far to make its link straight.
  static let cornerInset = 10
  /// The space between two vertical lines.
  static let tracks = 12
  /// The space between a label and the first vertical line.
  static let channelInset = 12
  /// The space around the whole diagram.
  static let margin = 24
  /// The space between unconnected parts.
  static let parts = 48
}
