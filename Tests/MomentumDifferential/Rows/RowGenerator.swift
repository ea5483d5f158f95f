import MomentumModel
import MomentumPredicate
import MomentumQuery

/// Random columns, groups, orders and windows over an entity.
struct RowGenerator {
  let model: ObjectModel
  let entity: EntityID
  var dice: Dice
  private var selection = RowSelection()

  static func selection(
    over entity: EntityID, of model: ObjectModel, _ dice: inout Dice
  ) -> RowSelection {
    var generator = RowGenerator(model: model, entity: entity, dice: dice)
    generator.generate()
    dice = generator.dice
    return generator.selection
  }

  private init(model: ObjectModel, entity: EntityID, dice: Dice) {
    self.model = model
    self.entity = entity
    self.dice = dice
  }

  private mutating func generate() {
    selection.includesSubentities = dice.chance(75)
    selection.semantics = dice.chance(75) ? .store : .foundation
    switch dice.weighted([4, 8, 3, 1, 1]) {
    case 0: plain()
    case 1: grouped()
    case 2: for _ in 0..<dice.int(1...3) { addAggregate() }
    case 3: selection.countsOnly = true
    // No column at all: every property of the entity.
    case _: break
    }
    if selection.columns.count == 1, case .path = selection.columns[0].value, dice.chance(60) {
      selection.isDistinct = true
    }
    if dice.chance(70) { addSorts() }
    if dice.chance(30) { selection.limit = dice.int(1...6) }
    if dice.chance(20) { selection.offset = dice.int(1...4) }
  }

  // MARK: - Columns

  private mutating func plain() {
    for _ in 0..<dice.int(1...4) {
      switch dice.weighted([8, 1, 3]) {
      case 0: if let path = toOnePath() { add(.path(path)) }
      case 1: add(.objectID)
      case _:
        if let expression = toOnePath().flatMap({ expression($0) }) { add(.expression(expression)) }
      }
    }
    selection.isDistinct = dice.chance(35)
  }

  private mutating func grouped() {
    for _ in 0..<dice.int(1...2) {
      guard let path = toOnePath(), !selection.groups.contains(path) else { continue }
      selection.groups.append(path)
      if dice.chance(80) { add(.path(path)) }
      if dice.chance(15), let expression = expression(path) { add(.expression(expression)) }
    }
    guard !selection.groups.isEmpty else { return addAggregate() }
    for _ in 0..<dice.int((selection.columns.isEmpty ? 1 : 0)...3) { addAggregate() }
    if dice.chance(10) { selection.isDistinct = true }
    if selection.columns.isEmpty { add(.path(selection.groups[0])) }
    for _ in 0..<dice.weighted([4, 4, 2]) { addHaving() }
  }

  private mutating func add(_ value: RowSelection.Value) {
    var isNamed = true
    // Only a path is fit for a key as it is.
    if case .path = value { isNamed = dice.chance(40) }
    if case .objectID = value { isNamed = dice.chance(40) }
    let column = RowSelection.Column(
      value: value, name: isNamed ? "c\(selection.columns.count)" : nil)
    let text = selection.text(of: column, in: model)
    guard !selection.columns.contains(where: { selection.text(of: $0, in: model) == text }) else {
      return
    }
    selection.columns.append(column)
  }

  private mutating func expression(_ path: RowPath) -> RowExpression? {
    guard let type = type(of: path) else { return nil }
    func make(_ template: String, _ type: AttributeType) -> RowExpression {
      RowExpression(path: path, template: template, type: type)
    }
    switch type.family {
    case .number where type == .integer64:
      return make(dice.one("TERNARY({} > 2, {}, 2)", "noindex:({})"), type)
    case .number where type == .integer16 || type == .integer32:
      return make(
        dice.one(
          "({} + 1)", "({} * 2)", "abs:({})", "TERNARY({} > 2, {}, 0)", "modulus:by:({}, 3)",
          "({} / 2)", "({} - {})"), type)
    case .number:
      return make(dice.one("({} + 1)", "({} * 2)", "floor:({})", "ceiling:({})"), .double)
    case .string:
      return dice.chance(40)
        ? make("length:({})", .integer64)
        : make(
          dice.one("lowercase:({})", "uppercase:({})", "TERNARY({} == nil, 'none', {})"), .string)
    case .date:
      return dice.chance(50)
        ? make(dice.one("({} + 3600)", "({} - 60)"), .date) : make("({} - {})", .double)
    case .boolean, .plain, .opaque: return nil
    }
  }

  private mutating func addAggregate() {
    guard let path = dice.chance(45) ? toManyPath() : toOnePath() else { return }
    if dice.chance(12) {
      let own = dice.chance(50) ? RowPath() : path
      return add(.aggregate(.count, .path(own), spelling: 0))
    }
    var operand = RowSelection.Operand.path(path)
    var type = type(of: path)
    if dice.chance(10), !path.crossesToMany(in: model), let expression = expression(path) {
      operand = .expression(expression)
      type = expression.type
    }
    let functions: [AggregateFunction] =
      switch type?.family {
      case .number:
        [
          .sum, .average, .minimum, .maximum, .sum, .count, .countDistinct, .median, .mode,
          .standardDeviation,
        ]
      case .string, .date: [.minimum, .maximum, .count, .countDistinct]
      case .boolean, .plain, .opaque, nil: [.count, .countDistinct]
      }
    guard let function = dice.pick(functions) else { return }
    add(.aggregate(function, operand, spelling: dice.int(0...1)))
  }

  // MARK: - Paths

  func type(of path: RowPath) -> AttributeType? {
    guard let leaf = path.leaf else { return nil }
    return ObjectGraph.leaves(of: end(of: path), in: model).first { $0.0 == leaf }?.1.type
  }

  private func end(of path: RowPath) -> EntityID {
    path.steps.last.map { model[$0].destination } ?? entity
  }

  private mutating func toOnePath() -> RowPath? {
    var path = RowPath()
    for _ in 0..<dice.weighted([6, 3, 1]) { step(&path, isToMany: false) }
    return ended(path, objects: 15)
  }

  private mutating func toManyPath() -> RowPath? {
    var path = RowPath()
    if dice.chance(20) { step(&path, isToMany: false) }
    guard step(&path, isToMany: true) else { return nil }
    if dice.chance(20) { step(&path, isToMany: false) }
    return ended(path, objects: 20)
  }

  @discardableResult
  private mutating func step(_ path: inout RowPath, isToMany: Bool) -> Bool {
    let choices = model.relationships(of: end(of: path)).filter { model[$0].isToMany == isToMany }
    guard let id = dice.pick(choices) else { return false }
    path.steps.append(id)
    return true
  }

  private mutating func ended(_ path: RowPath, objects: Int) -> RowPath? {
    if !path.steps.isEmpty, dice.chance(objects) { return path }
    let leaves = ObjectGraph.leaves(of: end(of: path), in: model)
    guard let (leaf, _) = dice.pick(leaves) else { return path.steps.isEmpty ? nil : path }
    return RowPath(steps: path.steps, leaf: leaf)
  }

  // MARK: - Having and order

  /// What a number is compared by must not hang on the order of additions.
  private func isExact(_ column: RowSelection.Column) -> Bool {
    switch column.value {
    case .path(let path): return type(of: path).map { $0.family != .opaque } ?? false
    case .objectID: return false
    case .expression: return true
    case .aggregate(let function, let operand, _):
      let type: AttributeType? =
        switch operand {
        case .path(let path): self.type(of: path)
        case .expression(let expression): expression.type
        }
      switch function {
      case .count, .countDistinct, .minimum, .maximum, .mode: return true
      case .sum, .average, .median: return type == .integer16 || type == .integer32
      case .standardDeviation: return false
      }
    }
  }

  private func resultType(of column: RowSelection.Column) -> AttributeType? {
    switch column.value {
    case .path(let path): return type(of: path)
    case .objectID: return nil
    case .expression(let expression): return expression.type
    case .aggregate(let function, let operand, _):
      switch function {
      case .count, .countDistinct: return .integer64
      case .sum, .average, .median, .standardDeviation: return .double
      case .minimum, .maximum, .mode: break
      }
      switch operand {
      case .path(let path): return type(of: path)
      case .expression(let expression): return expression.type
      }
    }
  }

  private mutating func addHaving() {
    let known = selection.columns.filter { $0.name != nil && isExact($0) }
    guard let column = dice.pick(known), let name = column.name, let type = resultType(of: column)
    else { return }
    if dice.chance(15) {
      return selection.having.append("$\(name) " + dice.one("== nil", "!= nil"))
    }
    let sign = dice.one("==", "!=", "<", "<=", ">", ">=")
    switch type.family {
    case .number: selection.having.append("$\(name) \(sign) \(dice.int(-1...4))")
    case .string:
      selection.having.append(
        "$\(name) " + dice.one("== 'a'", "!= 'ab'", "> 'A'", "<= 'b'", "CONTAINS[c] 'a'"))
    case .date: selection.having.append("$\(name) \(sign) CAST(\(dice.int(-1...3)).0, 'NSDate')")
    case .boolean: selection.having.append("$\(name) " + dice.one("== YES", "!= YES"))
    case .plain, .opaque: break
    }
  }

  private mutating func addSorts() {
    for _ in 0..<dice.int(1...3) {
      guard let (value, type) = sortValue() else { continue }
      let isText = type == .string
      selection.sorts.append(
        RowSelection.Sort(
          value: value, isAscending: dice.chance(60),
          comparison: isText && dice.chance(50)
            ? dice.pick(SortComparison.allCases) ?? .binary : .binary))
    }
  }

  private mutating func sortValue() -> (RowSelection.SortValue, AttributeType)? {
    let named = selection.columns.filter { $0.name != nil && isExact($0) }
    if dice.chance(50), let column = dice.pick(named), let name = column.name,
      let type = resultType(of: column), Self.isSorted(type)
    {
      return (.column(name), type)
    }
    let path: RowPath?
    if !selection.groups.isEmpty, !selection.isDistinct {
      path = dice.pick(selection.groups)
    } else if selection.isDistinct {
      // A row that stands for several has no other values.
      path = dice.pick(
        selection.columns.compactMap { if case .path(let path) = $0.value { path } else { nil } })
    } else if selection.hasAggregate || selection.countsOnly {
      path = nil
    } else {
      path = toOnePath()
    }
    guard let path, let type = type(of: path), Self.isSorted(type) else { return nil }
    return (.path(path), type)
  }

  private static func isSorted(_ type: AttributeType) -> Bool {
    switch type.family {
    case .string, .number, .date, .boolean: true
    case .plain, .opaque: false
    }
  }
}

extension RowSelection {
  var hasAggregate: Bool {
    columns.contains { if case .aggregate = $0.value { true } else { false } }
  }
}
