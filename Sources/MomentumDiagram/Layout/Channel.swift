// A channel is the space between two columns of boxes, in which links go up or down. A link that
// does so has one vertical line in the channel. Lines that would touch each other are on different
// tracks, in an order in which few links cross.

/// The vertical lines of one channel.
struct Channel {
  /// The ends that one vertical line joins, by their heights at the left and the right side of the
  /// channel: the two ends of a link, or a parent and its sub-entities.
  struct Net {
    var lefts: [Int] = []
    var rights: [Int] = []

    fileprivate var top: Int { min(lefts.min() ?? Int.max, rights.min() ?? Int.max) }
    fileprivate var bottom: Int { max(lefts.max() ?? Int.min, rights.max() ?? Int.min) }
  }

  /// A net with its top and bottom, which are needed often and would be computed each time.
  private struct Line {
    var net: Net
    var top: Int
    var bottom: Int

    init(_ net: Net) {
      self.net = net
      top = net.top
      bottom = net.bottom
    }

    func touches(_ other: Line) -> Bool {
      top <= other.bottom + Channel.clearance && other.top <= bottom + Channel.clearance
    }
  }

  private static let clearance = 6

  /// The track of each net, from the left; `nil` for a net that needs no vertical line.
  private(set) var tracks: [Int?]
  private(set) var trackCount = 0

  init(_ nets: [Net]) {
    tracks = Array(repeating: nil, count: nets.count)
    let bent = nets.indices.filter { nets[$0].top != nets[$0].bottom }
    let lines = bent.map { Line(nets[$0]) }
    let costs = Channel.costs(lines)
    let order = Channel.order(lines, costs)
    for (line, track) in Channel.tracks(lines, order).enumerated() {
      tracks[bent[line]] = track
      trackCount = max(trackCount, track + 1)
    }
  }

  /// `costs[a][b]` is the number of crossings if line `a` is to the left of line `b`. Lines that
  /// would overlap count like many crossings.
  private static func costs(_ lines: [Line]) -> [[Int]] {
    var costs = Array(repeating: Array(repeating: 0, count: lines.count), count: lines.count)
    for first in lines.indices {
      for second in lines.indices where first != second && lines[first].touches(lines[second]) {
        costs[first][second] = cost(lines[first], lines[second])
      }
    }
    return costs
  }

  private static func cost(_ left: Line, _ right: Line) -> Int {
    var cost = 0
    for y in left.net.rights where y > right.top && y < right.bottom { cost += 1 }
    for y in right.net.lefts where y > left.top && y < left.bottom { cost += 1 }
    for y in left.net.rights {
      for other in right.net.lefts where abs(y - other) < clearance { cost += 40 }
    }
    return cost
  }

  /// Moves each line in turn to the position with the fewest crossings, until no line moves. Six
  /// rounds at most, because a channel with many lines would take long.
  private static func order(_ lines: [Line], _ costs: [[Int]]) -> [Int] {
    var order = lines.indices.sorted { (lines[$0].top, $0) < (lines[$1].top, $1) }
    for _ in 0..<6 {
      var hasMoved = false
      for line in lines.indices {
        guard let old = order.firstIndex(of: line) else { continue }
        order.remove(at: old)
        var cost = order.reduce(0) { $0 + costs[line][$1] }
        var oldCost = 0
        var best = (cost: cost, place: 0)
        for (place, other) in order.enumerated() {
          if place == old { oldCost = cost }
          cost += costs[other][line] - costs[line][other]
          if cost < best.cost { best = (cost, place + 1) }
        }
        if old == order.count { oldCost = cost }
        let place = best.cost < oldCost ? best.place : old
        order.insert(line, at: place)
        if place != old { hasMoved = true }
      }
      if !hasMoved { break }
    }
    return order
  }

  /// Assigns tracks. Lines that touch each other keep their order; others may share a track. A line
  /// whose ends are all in the right column is as far right as possible.
  private static func tracks(_ lines: [Line], _ order: [Int]) -> [Int] {
    var tracks = Array(repeating: 0, count: lines.count)
    for (place, line) in order.enumerated() {
      for earlier in order[..<place] where lines[earlier].touches(lines[line]) {
        tracks[line] = max(tracks[line], tracks[earlier] + 1)
      }
    }
    let last = tracks.max() ?? 0
    for (place, line) in order.enumerated().reversed() where lines[line].net.lefts.isEmpty {
      tracks[line] = last
      for later in order[(place + 1)...] where lines[later].touches(lines[line]) {
        tracks[line] = min(tracks[line], tracks[later] - 1)
      }
    }
    return tracks
  }
}
