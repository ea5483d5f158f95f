/// What the layout sees of a diagram: sizes and links. All lengths are pixels.
struct LayoutGraph: Sendable {
  struct Node: Sendable {
    var width: Int
    /// What the text needs; a box grows when it has more ports than that.
    var height: Int
  }

  struct Link: Sendable {
    /// For an inheritance the parent.
    var start: Int
    /// For an inheritance the child.
    var finish: Int
    /// The room that mark and label need beside the box.
    var startRoom: Int
    var finishRoom: Int
    var isInheritance: Bool

    var isLoop: Bool { start == finish }
  }

  var nodes: [Node]
  var links: [Link]

  /// The nodes of each connected part, parts and nodes in the order of the first node.
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

  /// One part by itself, with the numbers that its links have in the whole.
  func part(_ members: [Int]) -> (graph: LayoutGraph, links: [Int]) {
    var place = Array(repeating: -1, count: nodes.count)
    for (index, member) in members.enumerated() { place[member] = index }
    let kept = links.indices.filter { place[links[$0].start] >= 0 }
    let graph = LayoutGraph(
      nodes: members.map { nodes[$0] },
      links: kept.map { index in
        var link = links[index]
        link.start = place[link.start]
        link.finish = place[link.finish]
        return link
      })
    return (graph, kept)
  }
}

/// The distances of the picture, in pixels.
enum Spacing {
  /// Between two boxes of a column.
  static let boxes = 30
  /// Between a box and a line that passes it.
  static let passing = 16
  /// Between two lines side by side that pass a column.
  static let lines = 12
  /// Between two ports of a box; a label of one line fits.
  static let ports = 20
  /// From the corner of a box to its first port, as a box is sized.
  static let portInset = 16
  /// The least of that; a port goes this far to make its link straight.
  static let cornerInset = 10
  /// Between two vertical lines.
  static let tracks = 12
  /// Between a label and the first vertical line.
  static let channelInset = 12
  /// Around the whole picture.
  static let margin = 24
  /// Between unconnected parts.
  static let parts = 48
}
