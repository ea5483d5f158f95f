/// Counts the crossings of routes whose pieces are horizontal or vertical.
enum RouteCrossings {
  /// Pieces that only touch do not count. Takes time proportional to the number of horizontal times
  /// vertical pieces.
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
