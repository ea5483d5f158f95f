// Places unconnected parts next to each other: each connected part as high up as it fits, and
// single boxes in a grid.

enum Packing {
  struct Size {
    var width: Int
    var height: Int

    /// The cost of a size; less is better. It is the area, with a surcharge for a size that is
    /// narrower than 110 percent, or wider than `widest` percent, of its height.
    func cost(widest: Int = 200) -> Int {
      let wide = max(width, 1) * 100 / max(height, 1)
      let shape = wide < 110 ? 11_000 / max(wide, 1) : wide > widest ? wide * 100 / widest : 100
      return width * height / 100 * shape
    }
  }

  /// The positions of all parts.
  struct Plan {
    /// The upper left corners of the parts.
    var corners: [Point]
    /// The frames of the single boxes, which are in a grid.
    var cells: [Rectangle]
    var size: Size
  }

  /// The cheapest plan among several widths of the diagram and several numbers of columns in the
  /// grid.
  static func plan(parts: [Size], single: [Size]) -> Plan {
    let widest = max(parts.map(\.width).max() ?? 0, single.map(\.width).max() ?? 0)
    let area = (parts + single).reduce(0) {
      $0 + ($1.width + Spacing.boxes) * ($1.height + Spacing.boxes)
    }
    var best: Plan?
    for percent in [80, 90, 100, 110, 120, 135, 150, 170] {
      let width = max(widest, squareRoot(area * 3 / 2) * percent / 100)
      let plan = plan(parts, single, within: width)
      if best.map({ plan.size.cost() < $0.size.cost() }) ?? true { best = plan }
    }
    return best ?? Plan(corners: [], cells: [], size: Size(width: 0, height: 0))
  }

  private static func plan(_ parts: [Size], _ single: [Size], within width: Int) -> Plan {
    var skyline = Skyline(width: width)
    var corners = Array(repeating: Point(x: 0, y: 0), count: parts.count)
    let order = parts.indices.sorted { (-parts[$0].height, $0) < (-parts[$1].height, $1) }
    for index in order { corners[index] = skyline.place(parts[index], gap: Spacing.parts) }
    guard !single.isEmpty else { return Plan(corners: corners, cells: [], size: skyline.size) }
    var best: Plan?
    for columnCount in 1...min(single.count, 40) {
      let grid = grid(single, columnCount: columnCount)
      guard grid.size.width <= width || columnCount == 1 else { break }
      var tried = skyline
      let corner = tried.place(grid.size, gap: Spacing.parts)
      let cells = grid.cells.map { $0.moved(corner.x, corner.y) }
      let plan = Plan(corners: corners, cells: cells, size: tried.size)
      if best.map({ plan.size.cost() < $0.size.cost() }) ?? true { best = plan }
    }
    return best ?? Plan(corners: corners, cells: [], size: skyline.size)
  }

  /// Places boxes in columns of about equal height; boxes of one column have equal widths and keep
  /// their order.
  static func grid(_ sizes: [Size], columnCount: Int) -> (cells: [Rectangle], size: Size) {
    var columns = Array(repeating: [Int](), count: columnCount)
    var heights = Array(repeating: 0, count: columnCount)
    let order = sizes.indices.sorted { (-sizes[$0].height, $0) < (-sizes[$1].height, $1) }
    for index in order {
      let column = heights.indices.min { (heights[$0], $0) < (heights[$1], $1) } ?? 0
      columns[column].append(index)
      heights[column] += sizes[index].height + Spacing.boxes
    }
    columns = columns.map { $0.sorted() }.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
    var cells = sizes.map { Rectangle(x: 0, y: 0, width: $0.width, height: $0.height) }
    var x = 0
    for column in columns {
      let width = column.map { sizes[$0].width }.max() ?? 0
      var y = 0
      for index in column {
        cells[index] = Rectangle(x: x, y: y, width: width, height: sizes[index].height)
        y += sizes[index].height + Spacing.boxes
      }
      x += width + Spacing.boxes
    }
    let height = cells.map(\.bottom).max() ?? 0
    return (cells, Size(width: x - Spacing.boxes, height: height))
  }
}

/// The lower edge of the rectangles placed so far. A new rectangle goes as high as possible, then
/// as far left as possible.
struct Skyline {
  private struct Step {
    var x: Int
    var y: Int
  }

  private let width: Int
  /// The steps from the left; each ends at the `x` of the next step.
  private var steps = [Step(x: 0, y: 0)]
  private(set) var size = Packing.Size(width: 0, height: 0)

  init(width: Int) { self.width = width }

  mutating func place(_ item: Packing.Size, gap: Int) -> Point {
    var best = Point(x: 0, y: Int.max)
    for (index, step) in steps.enumerated() where index == 0 || step.x + item.width <= width {
      var y = 0
      for other in steps[index...] where other.x < step.x + item.width { y = max(y, other.y) }
      if y < best.y { best = Point(x: step.x, y: y) }
    }
    cover(best.x, best.x + item.width + gap, best.y + item.height + gap)
    size.width = max(size.width, best.x + item.width)
    size.height = max(size.height, best.y + item.height)
    return best
  }

  private mutating func cover(_ left: Int, _ right: Int, _ y: Int) {
    var result: [Step] = []
    var last = 0
    for step in steps {
      if step.x < left { result.append(step) }
      if step.x <= right { last = step.y }
    }
    let after = steps.filter { $0.x > right }
    result.append(Step(x: left, y: y))
    result.append(Step(x: right, y: last))
    steps = result + after
  }
}
