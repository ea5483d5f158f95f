import Foundation

/// The table of modules as a picture: a band for each level, an arrow from each module to what it uses.
///
/// Arrows that follow from others are left out: MomentumCLI reaches MomentumModel by any of its arrows.
struct ArchitecturePicture {
  struct Module {
    var name: String
    var level: Int
    var uses: [String]
  }

  private struct Box {
    var name: String
    var left = 0.0
    var top = 0.0
    var width: Double
    var middle: Double { left + width / 2 }
  }

  private static let boxHeight = 30.0
  private static let bandHeight = 92.0
  private static let gap = 22.0
  private static let margin = 64.0

  private let modules: [Module]
  private var boxes: [String: Box] = [:]
  private var levels: [[String]] = []
  private var width = 0.0

  init(_ modules: [Module]) {
    let names = Set(modules.map(\.name))
    var uses = Dictionary(
      uniqueKeysWithValues: modules.map { ($0.name, Set($0.uses).intersection(names)) })
    uses = uses.mapValues { direct in
      direct.filter { one in !direct.contains { $0 != one && reached(from: $0, uses).contains(one) }
      }
    }
    self.modules = modules.map {
      Module(name: $0.name, level: $0.level, uses: (uses[$0.name] ?? []).sorted())
    }
    place()
  }

  // MARK: - Places

  private mutating func place() {
    let count = (modules.map(\.level).max() ?? 0) + 1
    levels = (0..<count).map { level in modules.filter { $0.level == level }.map(\.name).sorted() }
    for module in modules {
      boxes[module.name] = Box(name: module.name, width: Double(module.name.count) * 7.4 + 22)
    }
    let rowWidth = { (row: [String]) -> Double in
      row.reduce(0) { $0 + (boxes[$1]?.width ?? 0) + Self.gap } - Self.gap
    }
    width = (levels.map(rowWidth).max() ?? 0) + 2 * Self.margin
    for level in levels.indices { spread(level) }
    // Each row goes where its neighbours are, upwards and then downwards, so that fewer arrows cross.
    for level in levels.indices { sort(level) { $0.uses } }
    let all = modules
    for level in levels.indices.reversed() {
      sort(level) { one in all.filter { $0.uses.contains(one.name) }.map(\.name) }
    }
    for level in levels.indices { sort(level) { $0.uses } }
  }

  private mutating func sort(_ level: Int, by neighbours: (Module) -> [String]) {
    let places = Dictionary(
      uniqueKeysWithValues: modules.filter { $0.level == level }.map { module in
        let middles = neighbours(module).compactMap { boxes[$0]?.middle }
        let own = boxes[module.name]?.middle ?? 0
        return (module.name, middles.isEmpty ? own : middles.reduce(0, +) / Double(middles.count))
      })
    levels[level] = levels[level].sorted { (places[$0] ?? 0, $0) < (places[$1] ?? 0, $1) }
    spread(level)
  }

  private mutating func spread(_ level: Int) {
    let row = levels[level]
    let total = row.reduce(0) { $0 + (boxes[$1]?.width ?? 0) }
    let space = (width - 2 * Self.margin - total) / Double(row.count + 1)
    let boxTop = top(of: level) + (Self.bandHeight - Self.boxHeight) / 2
    var left = Self.margin + space
    for name in row {
      boxes[name]?.left = left
      boxes[name]?.top = boxTop
      let boxWidth = boxes[name]?.width ?? 0
      left += boxWidth + space
    }
  }

  /// Level 0 is at the bottom.
  private func top(of level: Int) -> Double {
    Double(levels.count - 1 - level) * Self.bandHeight
  }

  // MARK: - SVG

  var svg: String {
    let height = Double(levels.count) * Self.bandHeight
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(number(width)) \(number(height))\" "
        + "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\">",
      "<rect width=\"\(number(width))\" height=\"\(number(height))\" fill=\"#ffffff\"/>",
    ]
    for level in levels.indices {
      let fill = level.isMultiple(of: 2) ? "#f3f6fa" : "#ffffff"
      lines.append(
        "<rect y=\"\(number(top(of: level)))\" width=\"\(number(width))\" "
          + "height=\"\(number(Self.bandHeight))\" fill=\"\(fill)\"/>")
      lines.append(
        "<text x=\"16\" y=\"\(number(top(of: level) + Self.bandHeight / 2 + 5))\" fill=\"#7a8797\">"
          + "\(level)</text>")
    }
    for module in modules.sorted(by: { $0.name < $1.name }) {
      for used in module.uses { lines.append(arrow(module.name, used)) }
    }
    for row in levels { lines += row.map(box) }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func arrow(_ module: String, _ used: String) -> String {
    guard let from = boxes[module], let to = boxes[used] else { return "" }
    let (start, end) = (from.top + Self.boxHeight, to.top)
    let bend = max(24, (end - start) / 2)
    return "<path d=\"M\(number(from.middle)) \(number(start)) "
      + "C\(number(from.middle)) \(number(start + bend)) "
      + "\(number(to.middle)) \(number(end - bend)) \(number(to.middle)) \(number(end))\" "
      + "fill=\"none\" stroke=\"#6b86a8\" stroke-opacity=\"0.7\"/>"
  }

  private func box(_ name: String) -> String {
    guard let box = boxes[name] else { return "" }
    return
      "<rect x=\"\(number(box.left))\" y=\"\(number(box.top))\" width=\"\(number(box.width))\" "
      + "height=\"\(number(Self.boxHeight))\" rx=\"5\" fill=\"#ffffff\" stroke=\"#34506f\"/>"
      + "<text x=\"\(number(box.middle))\" y=\"\(number(box.top + 19.5))\" text-anchor=\"middle\" "
      + "fill=\"#1d2b3a\">\(name)</text>"
  }

  /// Tenths, so that every system prints the same.
  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}

/// Everything that a module uses by others too.
private func reached(from name: String, _ uses: [String: Set<String>]) -> Set<String> {
  var result: Set<String> = []
  var open = Array(uses[name] ?? [])
  while let next = open.popLast() {
    if result.insert(next).inserted { open += uses[next] ?? [] }
  }
  return result
}
