/// Orders tables so that each follows the tables it refers to, and finds tables that refer to each
/// other.
///
/// Uses Tarjan's strongly connected components with an explicit stack, so that a long chain of
/// references does not overflow the call stack. Linear in tables and references; the result depends
/// only on the given order.
struct PlainTableOrder {
  /// The positions of the tables in the given list, sorted so that referenced tables come first.
  private(set) var order: [Int] = []
  /// A number for each table, by its position in the given list: tables with the same number refer
  /// to each other, directly or indirectly.
  private(set) var components: [Int]

  private let references: [[Int]]
  private var indexes: [Int?]
  private var lowest: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var count = 0
  private var componentCount = 0

  /// - Parameter references: For each table, the positions of the tables that it refers to.
  init(references: [[Int]]) {
    self.references = references
    components = Array(repeating: 0, count: references.count)
    indexes = Array(repeating: nil, count: references.count)
    lowest = Array(repeating: 0, count: references.count)
    isOpen = Array(repeating: false, count: references.count)
    for table in references.indices where indexes[table] == nil { visit(table) }
  }

  private mutating func visit(_ start: Int) {
    var path = [(table: start, next: 0)]
    enter(start)
    while let (table, next) = path.last {
      if next < references[table].count {
        path[path.count - 1].next += 1
        let target = references[table][next]
        if let index = indexes[target] {
          if isOpen[target] { lowest[table] = min(lowest[table], index) }
        } else {
          enter(target)
          path.append((target, 0))
        }
      } else {
        path.removeLast()
        leave(table)
        if let parent = path.last?.table { lowest[parent] = min(lowest[parent], lowest[table]) }
      }
    }
  }

  private mutating func enter(_ table: Int) {
    indexes[table] = count
    lowest[table] = count
    count += 1
    open.append(table)
    isOpen[table] = true
  }

  private mutating func leave(_ table: Int) {
    order.append(table)
    guard lowest[table] == indexes[table] else { return }
    while let member = open.popLast() {
      isOpen[member] = false
      components[member] = componentCount
      if member == table { break }
    }
    componentCount += 1
  }
}
