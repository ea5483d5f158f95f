import MomentumSQL
import MomentumTestSupport
import MomentumText

/// Small random statements over tables with hostile names. All of them mean something to SQLite.
struct RandomSQL {
  struct Table {
    var name: String
    var columns: [String]
  }

  /// A table in reach, by the name that the statement gives it.
  private struct Source {
    var alias: String
    var columns: [String]
  }

  private var random: SeededGenerator
  private let tables: [Table]
  private var sources: [Source] = []
  private var aliasCount = 0
  private var arrayCount = 0

  init(seed: UInt64, tables: [Table]) {
    random = SeededGenerator(seed: seed)
    self.tables = tables
  }

  // MARK: - Tables

  /// Names that are no plain words. Those of Core Data's layout begin with its letter.
  static func tables(prefix: String) -> [Table] {
    let names = [
      "PLAIN", "A B", "a\"b", "a\"\"", "it's", "-- x", "/* x", "x; DROP", "Ü", "表", "🙂", "[x]",
      "`x`",
      "0", "select", "e\u{301}", "\"\u{301}", "a\nb", "$1", "?1", "{0}", "order", "Group", "%",
    ].map { prefix + $0 }
    return stride(from: 0, to: names.count - 5, by: 3).map { start in
      Table(name: names[start], columns: (1...5).map { names[start + $0] })
    }
  }

  /// Makes a table; two of its columns have to be unique together, the first one has to be alone.
  static func creation(of table: Table) -> [String] {
    func quoted(_ name: String) -> String {
      "\""
        + String(
          String.UnicodeScalarView(
            name.unicodeScalars.flatMap {
              $0 == "\"" ? [$0, $0] : [$0]
            })) + "\""
    }
    let columns = table.columns.map(quoted)
    return [
      "CREATE TABLE \(quoted(table.name)) (\(columns.joined(separator: ", ")))",
      "CREATE UNIQUE INDEX \(quoted(table.name + " one")) ON \(quoted(table.name)) (\(columns[0]))",
      "CREATE UNIQUE INDEX \(quoted(table.name + " two")) ON \(quoted(table.name)) "
        + "(\(columns[1]), \(columns[2]))",
    ]
  }

  // MARK: - Statements

  mutating func statement() -> SQLStatement {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .insert(insert())
    case 1: .update(update())
    case 2: .delete(delete())
    case _: .select(select(columns: Int.random(in: 1...4, using: &random), depth: 3))
    }
  }

  private mutating func table() -> Table {
    tables[Int.random(in: 0..<tables.count, using: &random)]
  }

  private mutating func insert() -> SQLInsert {
    let table = table()
    let conflict: SQLInsertConflict? =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: nil
      case 1: .ignore
      case _:
        .update(
          unique: [[table.columns[0]], [table.columns[1], table.columns[2]]],
          [.increment(table.columns[3]), .excluded(table.columns[4])])
      }
    return SQLInsert(
      into: table.name, table.columns.map { SQLAssignment($0, placeholder()) }, conflict: conflict)
  }

  private mutating func update() -> SQLUpdate {
    let table = table()
    return SQLUpdate(
      table.name, fails: .random(using: &random),
      set: table.columns.prefix(2).map { SQLAssignment($0, placeholder()) },
      where: conditions(table), leavesBlank: .random(using: &random))
  }

  private mutating func delete() -> SQLDelete {
    let table = table()
    return SQLDelete(from: table.name, where: conditions(table))
  }

  private mutating func conditions(_ table: Table) -> [SQLExpression] {
    table.columns.prefix(Int.random(in: 0...2, using: &random)).map {
      .comparison(.name($0), .equal, placeholder())
    }
  }

  /// Expressions may speak of the tables around the SELECT as well.
  mutating func select(columns count: Int, depth: Int) -> SQLSelect {
    let outer = sources
    defer { sources = outer }
    var select = SQLSelect(columns: [], source: source(depth))
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let joined = source(depth)
      select.joins.append(
        SQLJoin(.random(using: &random) ? .inner : .leftOuter, joined, on: condition(depth - 1)))
    }
    if .random(using: &random) { select.condition = condition(depth - 1) }
    if Int.random(in: 0..<4, using: &random) == 0 {
      select.groups = [column(outer.count), column(outer.count)]
      if .random(using: &random) { select.groupCondition = condition(depth - 1) }
      select.columns = (0..<count).map { _ in aggregate() }
    } else {
      select.isDistinct = .random(using: &random)
      select.columns = (0..<count).map { index in
        let value = self.value(depth - 1)
        return .random(using: &random) ? value : .named(value, "__var\(index)")
      }
    }
    select.order = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      SQLOrderTerm(
        column(outer.count), collation: SortComparison.allCases.randomElement(using: &random),
        isAscending: .random(using: &random))
    }
    if .random(using: &random) { select.limit = Int.random(in: 0...9, using: &random) }
    if .random(using: &random) { select.offset = Int.random(in: 0...9, using: &random) }
    return select
  }

  private mutating func source(_ depth: Int) -> SQLSource {
    let alias = "n1_t\(aliasCount)"
    aliasCount += 1
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      sources.append(Source(alias: alias, columns: ["value"]))
      return .array(array(), alias: alias)
    case 1 where depth > 1:
      let table = table()
      func half() -> SQLSelect {
        SQLSelect(
          columns: table.columns.prefix(2).map { .named(.joinColumn(SQLColumn("pair", $0)), $0) },
          source: .table(table.name, alias: "pair"))
      }
      sources.append(Source(alias: alias, columns: Array(table.columns.prefix(2))))
      return .union(half(), half(), alias: alias)
    case _:
      let table = table()
      sources.append(Source(alias: alias, columns: table.columns))
      return .table(table.name, alias: alias)
    }
  }

  private mutating func array() -> SQLValueArray {
    defer { arrayCount += 1 }
    return SQLValueArray(
      name: "_Z_intarray\(arrayCount)", values: [.integer(1), .text("x"), .real(0.5), .null])
  }
}

// MARK: - Expressions

extension RandomSQL {
  private mutating func placeholder() -> SQLExpression {
    .placeholder(
      .value(.text("'; DROP TABLE x; --")), SQLType.allCases.randomElement(using: &random))
  }

  /// `first` leaves out tables around a SELECT: SQLite does not know those in groups and orders.
  private mutating func column(_ first: Int = 0) -> SQLExpression {
    let source = sources[Int.random(in: first..<sources.count, using: &random)]
    let name = source.columns[Int.random(in: 0..<source.columns.count, using: &random)]
    let column = SQLColumn(source.alias, name)
    return .random(using: &random) ? .column(column) : .joinColumn(column)
  }

  private mutating func value(_ depth: Int) -> SQLExpression {
    guard depth > 0 else {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return placeholder()
      case 1: return .integer(Int64.random(in: -9...9, using: &random))
      case 2: return .text("it's \"x\"")
      case _: return column()
      }
    }
    let depth = depth - 1
    switch Int.random(in: 0..<11, using: &random) {
    case 0: return .arithmetic(value(depth), arithmetic(), value(depth))
    case 1: return .bitwiseNot(value(depth))
    case 2: return .conditional(condition(depth), value(depth), value(depth))
    case 3: return .cast(value(depth), SQLType.allCases.randomElement(using: &random) ?? .text)
    case 4:
      return .collated(
        value(depth), SortComparison.allCases.randomElement(using: &random) ?? .binary)
    case 5: return .select(select(columns: 1, depth: depth))
    case 6: return function(depth)
    case 7: return condition(depth)
    case 8: return .parenthesized(value(depth))
    case _: return value(0)
    }
  }

  private mutating func condition(_ depth: Int) -> SQLExpression {
    guard depth > 0 else { return .comparison(value(0), comparison(), value(0)) }
    let depth = depth - 1
    switch Int.random(in: 0..<17, using: &random) {
    case 0: return .comparison(value(depth), comparison(), value(depth))
    case 1: return .isSame(value(depth), value(depth), isNegated: .random(using: &random))
    case 2: return .isNull(value(depth))
    case 3: return .isNotNull(value(depth))
    case 4: return .isTrue(condition(depth))
    case 5: return .isNotTrue(condition(depth))
    case 6: return .between(value(depth), value(depth), value(depth))
    case 7: return .isIn(value(depth), [value(depth), value(depth)])
    case 8: return .isInArray(value(depth), array())
    case 9: return .isInSelect(value(depth), select(columns: 1, depth: depth))
    case 10: return .boolean(.random(using: &random))
    case 11: return .and([condition(depth), condition(depth), condition(depth)])
    case 12: return .or([condition(depth), condition(depth)])
    case 13: return .not(condition(depth))
    case 14: return .exists(select(columns: 2, depth: depth))
    case 15: return .parenthesized(condition(depth))
    case _: return function(depth)
    }
  }

  /// Over a column of this very SELECT: one over columns around it alone would belong to another.
  private mutating func aggregate() -> SQLExpression {
    let function = SQLAggregate.allCases.randomElement(using: &random) ?? .count
    guard let source = sources.last, function != .count || .random(using: &random) else {
      return .count(.star)
    }
    let column = SQLExpression.column(SQLColumn(source.alias, source.columns[0]))
    return .aggregate(function, column, isDistinct: .random(using: &random))
  }

  private mutating func comparison() -> SQLComparisonOperator {
    let all: [SQLComparisonOperator] = [
      .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]
    return all.randomElement(using: &random) ?? .equal
  }

  private mutating func arithmetic() -> SQLArithmeticOperator {
    SQLArithmeticOperator.allCases.randomElement(using: &random) ?? .add
  }

  private mutating func function(_ depth: Int) -> SQLExpression {
    let flags = ComparisonFlags(rawValue: Int64.random(in: 0..<512, using: &random))
    let place = SQLFunction.Place.allCases.randomElement(using: &random) ?? .anywhere
    let tests: [SQLFunction] = [
      .search(place, flags), .compare(flags), .like(flags), .matches(flags),
    ]
    let scalar = SQLScalarFunction.allCases.randomElement(using: &random) ?? .length
    let function: SQLFunction =
      Int.random(in: 0..<4, using: &random) > 0
      ? .scalar(scalar) : tests.randomElement(using: &random) ?? .scalar(scalar)
    var argumentCount = 2
    if case .scalar(let scalar) = function { argumentCount = scalar.row.argumentCount }
    return .function(function, (0..<argumentCount).map { _ in value(depth) })
  }
}
