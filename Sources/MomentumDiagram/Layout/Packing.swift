// Unconnected parts side by side: connected ones in rows, single boxes in a grid below.

enum Packing {
  struct Size {
    var width: Int
    var height: Int
  }

  /// The upper left corners of rectangles in rows, higher ones first, at most `width` wide unless one
  /// alone is wider; and the size of all.
  static func rows(_ sizes: [Size], width: Int, gap: Int) -> (corners: [Point], size: Size) {
    let order = sizes.indices.sorted { (-sizes[$0].height, $0) < (-sizes[$1].height, $1) }
    var corners = Array(repeating: Point(x: 0, y: 0), count: sizes.count)
    var all = Size(width: 0, height: 0)
    var (x, y, rowHeight) = (0, 0, 0)
    for index in order {
      if x > 0, x + sizes[index].width > width {
        (x, y, rowHeight) = (0, y + rowHeight + gap, 0)
      }
      corners[index] = Point(x: x, y: y)
      x += sizes[index].width + gap
      rowHeight = max(rowHeight, sizes[index].height)
      all = Size(width: max(all.width, x - gap), height: y + rowHeight)
    }
    return (corners, all)
  }

  /// Boxes in columns of equal width, each in the column that is lowest so far.
  static func grid(_ sizes: [Size], width: Int, gap: Int) -> (frames: [Rectangle], size: Size) {
    let cell = sizes.map(\.width).max() ?? 0
    let count = min(max(1, (width + gap) / (cell + gap)), max(1, sizes.count))
    var bottoms = Array(repeating: 0, count: count)
    var frames: [Rectangle] = []
    for size in sizes {
      let column = bottoms.indices.min { (bottoms[$0], $0) < (bottoms[$1], $1) } ?? 0
      frames.append(
        Rectangle(
          x: column * (cell + gap), y: bottoms[column], width: cell, height: size.height))
      bottoms[column] += size.height + gap
    }
    let height = (frames.map(\.bottom).max() ?? 0)
    return (frames, Size(width: count * (cell + gap) - gap, height: height))
  }

  /// The width of a picture of this area that is half again as wide as high.
  static func width(forArea area: Int) -> Int { squareRoot(area * 3 / 2) }
}
