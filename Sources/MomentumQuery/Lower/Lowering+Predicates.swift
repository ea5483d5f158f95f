import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumText

extension Lowering {
  /// Where a predicate stands, which decides how a path may be joined and what nil means.
  struct Context {
    /// Every row of the SELECT has to meet the predicate: it stands under AND only.
    var isRequired = true
    /// It stands under a NOT, where unknown is not the same as false.
    var isNegated = false

    static let open = Context(isRequired: false)
  }

  /// The condition, `nil` where every row meets it.
  mutating func condition(_ predicate: TypedPredicate?) -> SQLExpression? {
    guard let predicate, predicate != .constant(true) else { return nil }
    return lower(predicate, Context())
  }

  mutating func lower(_ predicate: TypedPredicate, _ context: Context) -> SQLExpression {
    switch predicate {
    case .constant(let isTrue): return .boolean(isTrue)
    case .and(let operands):
      return balanced(operands.map { lower($0, context) }, SQLExpression.and)
    case .or(let operands):
      let inner = Context(isRequired: false, isNegated: context.isNegated)
      return balanced(operands.map { lower($0, inner) }, SQLExpression.or)
    case .not(let operand):
      return .not(lower(operand, Context(isRequired: false, isNegated: true)))
    case .comparison(let comparison): return lower(comparison, context)
    }
  }

  /// SQLite reads `a AND b AND c …` as a tree as deep as it is long, of at most 1,000 levels
  /// (documented: <https://sqlite.org/limits.html>), so a long chain is cut into chains of chains.
  private func balanced(
    _ operands: [SQLExpression], _ make: ([SQLExpression]) -> SQLExpression
  ) -> SQLExpression {
    let operandsMax = 200
    guard operands.count > operandsMax else { return make(operands) }
    let size = (operands.count + operandsMax - 1) / operandsMax
    return balanced(
      stride(from: 0, to: operands.count, by: size).map { start in
        let part = Array(operands[start..<min(start + size, operands.count)])
        return part.count == 1 ? part[0] : balanced(part, make)
      }, make)
  }

  // MARK: - Quantifiers

  private mutating func lower(_ comparison: TypedComparison, _ context: Context) -> SQLExpression {
    guard let quantifier = comparison.quantifier, case .keyPath(let path) = comparison.left,
      let split = path.steps.firstIndex(where: { model[$0].isToMany })
    else { return condition(comparison, context) }
    switch quantifier {
    case .any where joins(comparison, path, context): return condition(comparison, context)
    case .any: return .exists(objects(comparison, path, split, context, isNegated: false))
    case .all: return .not(.exists(objects(comparison, path, split, context, isNegated: true)))
    }
  }

  /// `SELECT 0 FROM … WHERE (<near> = <far> AND (<comparison of one object>))`
  private mutating func objects(
    _ comparison: TypedComparison, _ path: TypedKeyPath, _ split: Int, _ context: Context,
    isNegated: Bool
  ) -> SQLSelect {
    let element = nextElement()
    let collection = TypedKeyPath(
      origin: path.origin, root: path.root, steps: Array(path.steps[...split]), target: .object)
    var single = comparison
    single.quantifier = nil
    single.left = .keyPath(
      TypedKeyPath(
        origin: .variable(element), root: model[path.steps[split]].destination,
        steps: Array(path.steps[(split + 1)...]), target: path.target))
    return select(
      over: collection, element: element, isRequired: context.isRequired && !isNegated
    ) { lowering, _ in
      // All objects have to be looked at where one that fails is searched for.
      let inner = lowering.condition(
        single, Context(isRequired: !isNegated, isNegated: false))
      let test = isNegated ? SQLExpression.isNotTrue(inner) : inner
      guard lowering.options.nullSemantics == .foundation,
        path.target != .object || split + 1 < path.steps.count
      else { return (.integer(0), test) }
      // A set of values has no nil in it (documented: `value(forKey:)` of NSSet).
      let value = lowering.operand(single.left, isRequired: false)
      return (.integer(0), .and([.isNotNull(value), test]))
    }
  }

  /// Whether Core Data's log shows a join for this: outside of NOT for a comparison that no missing
  /// object meets, and for `rel != nil`, which is the same for all objects.
  private func joins(
    _ comparison: TypedComparison, _ path: TypedKeyPath, _ context: Context
  ) -> Bool {
    guard allowsJoins, layout.isCoreData, options.rules.contains(.joinForAny), scopes.count == 1,
      options.nullSemantics == .store, path.origin == .queriedObject
    else { return false }
    if comparison.right == .null {
      return comparison.comparisonOperator == .notEqual && path.target == .object
        && model[path.steps[path.steps.count - 1]].isToMany
    }
    return !context.isNegated && isPlain(comparison.right)
  }

  /// Whether an operand reads no row of its own.
  private func isPlain(_ expression: TypedExpression) -> Bool {
    switch expression {
    case .constant, .object, .variable: true
    case .aggregate(let elements): elements.allSatisfy(isPlain)
    case .null, .keyPath, .aggregation, .arithmetic, .function, .conditional, .rowAggregate, .fetch:
      false
    }
  }

  // MARK: - Comparisons

  private mutating func condition(
    _ comparison: TypedComparison, _ context: Context
  ) -> SQLExpression {
    // A row without the object on the way fails, unless nil itself may be what is asked for.
    let isStrict =
      options.nullSemantics == .store && comparison.left != .null && comparison.right != .null
      && isStrict(comparison.left) && isStrict(comparison.right)
    let isRequired = context.isRequired && isStrict
    let left = operand(comparison.left, isRequired: isRequired)
    if let isMember = membership(comparison, left, context, isRequired: isRequired) {
      return isMember
    }
    let right = operand(comparison.right, isRequired: isRequired)
    return condition(comparison, left, right, context)
  }

  /// Whether an operand has no value where an object on its way is missing.
  private func isStrict(_ expression: TypedExpression) -> Bool {
    switch expression {
    case .keyPath, .constant, .object, .null, .variable, .aggregation, .fetch: true
    case .aggregate(let elements): elements.allSatisfy(isStrict)
    case .arithmetic(_, let left, let right): isStrict(left) && isStrict(right)
    case .function(_, let arguments): arguments.allSatisfy(isStrict)
    case .conditional, .rowAggregate: false
    }
  }

  private mutating func condition(
    _ comparison: TypedComparison, _ left: SQLExpression, _ right: SQLExpression,
    _ context: Context
  ) -> SQLExpression {
    if comparison.left == .null || comparison.right == .null {
      return nullTest(comparison, left, right)
    }
    let flags = comparison.options.flags
    let (left, right) = matched(left, comparison.left, right, comparison.right)
    switch comparison.comparisonOperator {
    case .equal: return equality(comparison, left, right, context, isNegated: false)
    case .notEqual: return equality(comparison, left, right, context, isNegated: true)
    case .less, .greater, .lessOrEqual, .greaterOrEqual:
      return order(comparison, left, right, context)
    case .contains:
      return settled(.function(.search(.anywhere, flags), [left, right]), context)
    case .beginsWith: return prefix(comparison, left, right, context)
    case .endsWith: return settled(.function(.search(.end, flags), [left, right]), context)
    case .like: return settled(.function(.like(flags), [left, right]), context)
    case .matches: return settled(.function(.matches(flags), [left, right]), context)
    case .in:
      // A string is in another when it is a part of it.
      return settled(.function(.search(.anywhere, flags), [right, left]), context)
    case .between, .utiConformsTo, .utiEquals, .custom: return .boolean(false)
    }
  }

  /// `== nil` and `!= nil` ask for a missing value; all other comparisons with it are unknown, or in
  /// memory false but for `nil <= nil`.
  private func nullTest(
    _ comparison: TypedComparison, _ left: SQLExpression, _ right: SQLExpression
  ) -> SQLExpression {
    let operand = comparison.right == .null ? left : right
    switch comparison.comparisonOperator {
    case .equal: return .isNull(operand)
    case .notEqual: return .isNotNull(operand)
    case .lessOrEqual where options.nullSemantics == .foundation,
      .greaterOrEqual where options.nullSemantics == .foundation:
      return .isNull(operand)
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .contains, .beginsWith, .endsWith,
      .like, .matches, .between, .utiConformsTo, .utiEquals, .custom:
      return options.nullSemantics == .foundation
        ? .boolean(false) : .isUnknown
    }
  }

  /// In memory a comparison is true or false; where unknown would do for false it may stay.
  private func settled(_ condition: SQLExpression, _ context: Context) -> SQLExpression {
    options.nullSemantics == .foundation && context.isNegated ? .isTrue(condition) : condition
  }

  private func equality(
    _ comparison: TypedComparison, _ left: SQLExpression, _ right: SQLExpression,
    _ context: Context, isNegated: Bool
  ) -> SQLExpression {
    let flags = comparison.options.flags
    let sign: SQLComparisonOperator = isNegated ? .notEqual : .equal
    guard flags.isEmpty else {
      let order = SQLExpression.function(.compare(flags), [left, right])
      guard options.nullSemantics == .foundation else {
        return .comparison(order, sign, .integer(0))
      }
      let same = SQLExpression.or([
        .isTrue(.comparison(order, .equal, .integer(0))), .and([.isNull(left), .isNull(right)]),
      ])
      return isNegated ? .not(same) : same
    }
    let isExact =
      options.nullSemantics == .store
      || (!isNegated && !context.isNegated
        && (isNeverNull(comparison.left) || isNeverNull(comparison.right)))
    return isExact
      ? .comparison(left, sign, right) : .isSame(left, right, isNegated: isNegated)
  }

  private func order(
    _ comparison: TypedComparison, _ left: SQLExpression, _ right: SQLExpression,
    _ context: Context
  ) -> SQLExpression {
    let sign = SQLComparisonOperator(comparison.comparisonOperator)
    let flags = comparison.options.flags
    let isText = type(of: comparison.left) == .text || type(of: comparison.right) == .text
    let test: SQLExpression =
      flags.isEmpty
      ? .comparison(isText ? .collated(left, .binary) : left, sign, right)
      : .comparison(.function(.compare(flags), [left, right]), sign, .integer(0))
    guard options.nullSemantics == .foundation else { return test }
    let includesEqual = sign == .lessOrEqual || sign == .greaterOrEqual
    guard includesEqual, !isNeverNull(comparison.left), !isNeverNull(comparison.right) else {
      return settled(test, context)
    }
    return .or([.isTrue(test), .and([.isNull(left), .isNull(right)])])
  }

  private func isNeverNull(_ expression: TypedExpression) -> Bool {
    switch expression {
    case .constant, .object: true
    case .null, .keyPath, .aggregation, .variable, .aggregate, .arithmetic, .function, .conditional,
      .rowAggregate, .fetch:
      false
    }
  }

  /// ` NSCoreDataStringSearch( t0.ZNAME, ?, 8, 1)`, or a range of all texts that begin so.
  private func prefix(
    _ comparison: TypedComparison, _ left: SQLExpression, _ right: SQLExpression,
    _ context: Context
  ) -> SQLExpression {
    let flags = comparison.options.flags
    guard flags.isEmpty, options.rules.contains(.rangeForPrefix), case .keyPath = comparison.left,
      case .constant(.string(let prefix)) = comparison.right, !prefix.isEmpty
    else { return settled(.function(.search(.start, flags), [left, right]), context) }
    let column = SQLExpression.collated(left, .binary)
    let lower = SQLExpression.comparison(column, .greaterOrEqual, right)
    guard let end = Lowering.firstText(behind: prefix) else { return settled(lower, context) }
    let upper = SQLExpression.comparison(
      column, .less, .placeholder(.value(.text(end)), .text))
    return settled(.and([lower, upper]), context)
  }

  /// The first text in the order of code points that stands behind all with a prefix; `nil` where none
  /// does.
  static func firstText(behind prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      // Surrogates are no scalars: behind U+D7FF comes U+E000.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return String(text)
    }
    return nil
  }

  // MARK: - Membership

  /// `IN` a collection and `BETWEEN`, whose right side is no single operand; else `nil`.
  private mutating func membership(
    _ comparison: TypedComparison, _ left: SQLExpression, _ context: Context, isRequired: Bool
  ) -> SQLExpression? {
    switch (comparison.comparisonOperator, comparison.right) {
    case (.between, .aggregate(let bounds)) where bounds.count == 2:
      let low = operand(bounds[0], isRequired: isRequired)
      let high = operand(bounds[1], isRequired: isRequired)
      let isText = type(of: comparison.left) == .text
      let subject = matched(left, comparison.left, low, bounds[0]).0
      return settled(
        .between(
          isText ? .collated(subject, .binary) : subject,
          matched(low, bounds[0], left, comparison.left).0,
          matched(high, bounds[1], left, comparison.left).0), context)
    case (.between, .variable(let variable)):
      return settled(
        .between(left, parameter(variable, "[0]"), parameter(variable, "[1]")), context)
    case (.in, .aggregate(let elements)):
      return settled(isIn(comparison, left, elements, isRequired: isRequired), context)
    case (.in, .variable(let variable)) where variable.isCollection:
      return settled(.isIn(left, [parameter(variable, "")]), context)
    case (.in, .fetch(let fetch)):
      return settled(.isInSelect(left, nested(fetch)), context)
    case _: return nil
    }
  }

  private func parameter(_ variable: PredicateVariable, _ suffix: String) -> SQLExpression {
    .placeholder(.parameter(variable.name + suffix), type(of: .variable(variable)))
  }

  /// nil is never found in a collection.
  private mutating func isIn(
    _ comparison: TypedComparison, _ left: SQLExpression, _ elements: [TypedExpression],
    isRequired: Bool
  ) -> SQLExpression {
    let elements = elements.filter { $0 != .null }
    guard !elements.isEmpty else { return .boolean(false) }
    // In memory options do not reach into a collection.
    let flags =
      options.nullSemantics == .foundation ? [] : comparison.options.flags
    if let values = constants(elements) {
      switch layout.dialect.queries.longLists {
      case .tables: return isIn(left, array(values), flags)
      case .text where flags.isEmpty:
        return .isInText(
          matched(left, comparison.left, left, elements[0]).0, values,
          type(of: elements[0]) ?? .text)
      case .text, .placeholders: break
      }
    }
    var operands: [SQLExpression] = []
    operands.reserveCapacity(elements.count)
    for element in elements {
      let right = operand(element, isRequired: false)
      operands.append(matched(right, element, left, comparison.left).0)
    }
    let isConstant = elements.allSatisfy(isNeverNull)
    let left = matched(left, comparison.left, operands[0], elements[0]).0
    if flags.isEmpty, isConstant { return .isIn(left, operands) }
    // One by one: a value that is missing would make the whole IN unknown.
    let tests = operands.map { right -> SQLExpression in
      let test: SQLExpression =
        flags.isEmpty
        ? .comparison(left, .equal, right)
        : .comparison(.function(.compare(flags), [left, right]), .equal, .integer(0))
      return isConstant ? test : .isTrue(test)
    }
    let any = tests.count == 1 ? tests[0] : balanced(tests, SQLExpression.or)
    return isConstant ? any : unlessNull(left, any)
  }

  /// The values of a list that is too long for placeholders: SQLite before 3.32 takes 999 of them.
  private func constants(_ elements: [TypedExpression]) -> [SQLValue]? {
    guard elements.count > 500, options.rules.contains(.valueArray) else { return nil }
    var values: [SQLValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      switch element {
      case .constant(let value): values.append(layout.value(value).0)
      case .object(let reference): values.append(.integer(reference.primaryKey))
      case .null, .keyPath, .aggregation, .variable, .aggregate, .arithmetic, .function,
        .conditional, .rowAggregate, .fetch:
        return nil
      }
    }
    return values
  }

  private mutating func isIn(
    _ left: SQLExpression, _ array: SQLValueArray, _ flags: ComparisonFlags
  ) -> SQLExpression {
    guard !flags.isEmpty else { return .isInArray(left, array) }
    let alias = nextAlias()
    let order = SQLExpression.function(
      .compare(flags), [left, .joinColumn(SQLColumn(alias, "value"))])
    let found = SQLExpression.exists(
      SQLSelect(
        columns: [.integer(0)], source: .array(array, alias: alias),
        condition: .comparison(order, .equal, .integer(0))))
    return unlessNull(left, found)
  }

  /// Whether a missing value is among others is unknown, although no comparison says so.
  private func unlessNull(_ operand: SQLExpression, _ condition: SQLExpression) -> SQLExpression {
    options.nullSemantics == .foundation
      ? condition
      : .conditional(.isNull(operand), .placeholder(.value(.null), .boolean), condition)
  }

  // MARK: - Requests inside a predicate

  /// `SELECT n1_t0.Z_PK FROM ZRECIPE n1_t0 GROUP BY n1_t0.ZSOURCE`
  mutating func nested(_ fetch: TypedFetch) -> SQLSelect {
    let level = aliasPrefix.split(separator: "_").count + 1
    var inner = Lowering(
      layout: layout, options: options, root: fetch.entity, aliasPrefix: "n\(level)_",
      allowsJoins: false)
    inner.arrayCount = arrayCount
    let condition = inner.condition(fetch.predicate)
    arrayCount = inner.arrayCount
    let restriction = layout.restriction(
      to: fetch.entity, includesSubentities: true, alias: inner.rootAlias)
    let groups = fetch.groupBy.map { inner.reference($0, isRequired: false).unspaced }
    let key = SQLExpression.joinColumn(
      SQLColumn(inner.rootAlias, layout.identity(of: fetch.entity)))
    let isChosen = groups.isEmpty || layout.dialect.queries.groupsKnowColumns
    let rows = SQLSelect(
      columns: [isChosen ? key : .aggregate(.minimum, key, isDistinct: false)],
      source: .table(layout.table(of: fetch.entity), alias: inner.rootAlias),
      joins: inner.scopes[0].joins, condition: .all([condition, restriction]), groups: groups)
    guard fetch.countsOnly else { return rows }
    return SQLSelect(columns: [.count(.star)], source: .select(rows, alias: "counted"))
  }
}

extension SQLExpression {
  /// A comparison with NULL.
  static let isUnknown = SQLExpression.comparison(
    .placeholder(.value(.null), .integer), .equal, .integer(1))

  /// As it stands in a list.
  var unspaced: SQLExpression {
    if case .column(let column) = self { .joinColumn(column) } else { self }
  }

  /// All of the conditions that there are.
  static func all(_ conditions: [SQLExpression?]) -> SQLExpression? {
    let conditions = conditions.compactMap { $0 }
    return conditions.count > 1 ? .and(conditions) : conditions.first
  }
}

extension SQLComparisonOperator {
  /// `=` for what is no order.
  fileprivate init(_ comparison: ComparisonOperator) {
    switch comparison {
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .equal, .in, .contains, .beginsWith, .endsWith, .like, .matches, .between, .utiConformsTo,
      .utiEquals, .custom:
      self = .equal
    }
  }
}
