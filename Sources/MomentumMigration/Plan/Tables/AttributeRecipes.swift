import MomentumDiff
import MomentumModel
import MomentumSQL
import MomentumStore

/// Tells for each attribute's column in a new table where its values come from.
struct AttributeRecipes {
  /// A required attribute for which old rows have no value.
  struct MissingValue: Hashable {
    var attribute: AttributeID
    /// The path of the element in a composite; empty for other attributes.
    var path: [String]
    /// The old entity numbers of the rows, and the old column of the attribute; the column is `nil`
    /// if the attribute was added.
    var numbers: [Int]
    var column: String?
    /// The columns of an optional composite: if all are NULL, the composite itself is missing, and
    /// its elements are not required.
    var composite: [String]
    /// The rule that requires the value.
    var rule: MigrationRule
  }

  /// An attribute whose old values may be outside the range of its new type; `numbers` are the old
  /// entity numbers of its rows.
  struct Narrowing: Hashable {
    var attribute: AttributeID
    var numbers: [Int]
    var column: String
    var oldType: AttributeType
    var newType: AttributeType

    var rule: MigrationRule? { AttributeTypeChange(oldType, newType).rule }
  }

  private let matches: EntityMatches
  private let old: StoredLeaves
  private let new: StoredLeaves
  private(set) var recipes: [ColumnRecipe] = []
  private(set) var failures: [PlanFailure.Reason] = []
  private(set) var missingValues: [MissingValue] = []
  private(set) var narrowings: [Narrowing] = []
  /// Columns whose values are converted to another kind of number.
  private(set) var casts: [Narrowing] = []

  init(_ table: EntityMatches.Table, _ matches: EntityMatches) {
    self.matches = matches
    old = StoredLeaves(matches.old)
    new = StoredLeaves(matches.new)
    let types = Dictionary(
      table.schema.columns.map { ($0.name, $0.sqlType) }, uniquingKeysWith: { first, _ in first })
    for entity in matches.newFamilies.family(of: table.root) {
      for index in matches.new.model[entity].attributes.indices {
        let id = AttributeID(entity, index)
        checkTypes(of: id)
        for leaf in new.leaves(of: id) {
          guard let type = types[leaf.column] else { continue }
          add(leaf, of: id, sqlType: type)
        }
      }
    }
  }

  private mutating func add(_ leaf: StoredLeaf, of id: AttributeID, sqlType: String) {
    let model = matches.new.model
    let place = ([model[id.entity].name, model[id].name] + leaf.path).joined(separator: ".")
    var recipe = ColumnRecipe(
      target: StoreColumn(name: leaf.column, sqlType: sqlType), values: [:], place: place)
    var missingValues: [MissingValue] = []
    for entity in matches.newFamilies.family(of: id.entity) {
      guard let pair = matches.pairs[entity.index] else { continue }
      let number = matches.old.number(of: pair.old)
      let source = pair.attributes[id]
      recipe.values[number] = value(
        leaf, of: id, from: source, number: number, place, &missingValues)
    }
    recipes.append(recipe)
    self.missingValues += merged(missingValues)
  }

  private mutating func value(
    _ leaf: StoredLeaf, of id: AttributeID, from source: AttributeID?, number: Int,
    _ place: String, _ missingValues: inout [MissingValue]
  ) -> ColumnValue {
    let fill = leaf.element.defaultValue.map(\.stored).flatMap { $0.hasLiteral ? $0 : nil }
    guard let source, let found = oldLeaf(of: leaf, id, source, place) else {
      if fill == nil, isMissed(leaf, of: id, source) {
        missingValues.append(missingValue(leaf, of: id, source, number, column: nil))
      }
      return fill.map { .literal($0) } ?? .null
    }
    guard let conversion = AttributeConversion(from: found.element.type, to: leaf.element.type)
    else {
      fail(found.element.type, leaf.element.type, place)
      return .null
    }
    if NumberRange(found.element.type)?.isInside(leaf.element.type) == false {
      AttributeRecipes.note(found, leaf, of: id, number, in: &narrowings)
    }
    if conversion != .same { AttributeRecipes.note(found, leaf, of: id, number, in: &casts) }
    let value: ColumnValue =
      switch conversion {
      case .same: .column(found.column)
      case .real: .cast(found.column, type: .real)
      case .integer: .cast(found.column, type: .integer)
      }
    guard isMadeRequired(found, leaf, of: id, source) else { return value }
    if let fill { return .filled(value, with: fill) }
    missingValues.append(missingValue(leaf, of: id, source, number, column: found.column))
    return value
  }

  /// Whether rows lack a value that they must have. A new optional composite is missing as a whole,
  /// so its elements are not required.
  private func isMissed(_ leaf: StoredLeaf, of id: AttributeID, _ source: AttributeID?) -> Bool {
    guard !leaf.element.isOptional, leaf.element.derivation == nil else { return false }
    return leaf.path.isEmpty || !matches.new.model[id].isOptional || source != nil
  }

  private func isMadeRequired(
    _ found: StoredLeaf, _ leaf: StoredLeaf, of id: AttributeID, _ source: AttributeID
  ) -> Bool {
    guard !leaf.element.isOptional, leaf.element.derivation == nil else { return false }
    let isCompositeMade =
      !leaf.path.isEmpty && matches.old.model[source].isOptional
      && !matches.new.model[id].isOptional
    return found.element.isOptional || isCompositeMade
  }

  private func missingValue(
    _ leaf: StoredLeaf, of id: AttributeID, _ source: AttributeID?, _ number: Int, column: String?
  ) -> MissingValue {
    let isWholeOptional = !leaf.path.isEmpty && matches.new.model[id].isOptional
    return MissingValue(
      attribute: id, path: leaf.path, numbers: [number], column: column,
      composite: isWholeOptional ? source.map { old.leaves(of: $0).map(\.column) } ?? [] : [],
      rule: decision(leaf, source, isAdded: column == nil).rule)
  }

  /// Decides which rule requires the missing value, in the same way as a diff for its report.
  ///
  /// - Parameter isAdded: Whether the rows have no column for the value.
  private func decision(
    _ leaf: StoredLeaf, _ source: AttributeID?, isAdded: Bool
  ) -> MissingValueDecision {
    // This is asked only if no default value fills the column. A default without an SQL literal,
    // such as an infinite date, does not fill it either: remove it here, or the rule would say that
    // the default fills the rows.
    var element = leaf.element
    element.defaultValue = nil
    element.hasComputedDefault = false
    guard isAdded else { return MissingValueDecision(madeRequired: element) }
    return leaf.path.isEmpty
      ? MissingValueDecision(added: element)
      : MissingValueDecision(addedElement: element, isWholeAdded: source == nil)
  }

  /// Merges missing values of the same column to one value, with the rows of all their entities.
  private func merged(_ missingValues: [MissingValue]) -> [MissingValue] {
    var result: [MissingValue] = []
    for value in missingValues {
      let same = result.firstIndex { $0.column == value.column && $0.composite == value.composite }
      if let same { result[same].numbers += value.numbers } else { result.append(value) }
    }
    return result
  }

  private mutating func oldLeaf(
    of leaf: StoredLeaf, _ id: AttributeID, _ source: AttributeID, _ place: String
  ) -> StoredLeaf? {
    let oldAttribute = matches.old.model[source]
    let newAttribute = matches.new.model[id]
    guard !oldAttribute.isTransient else { return nil }
    let leaves = old.leaves(of: source)
    switch (oldAttribute.type, newAttribute.type) {
    case (.composite, .composite):
      let path = StoredLeaves.oldPath(
        of: leaf.path, new: (matches.new.model, newAttribute.type),
        old: (matches.old.model, oldAttribute.type))
      return path.flatMap { path in leaves.first { $0.path == path } }
    // `checkTypes` reports a composite that becomes a plain attribute, or the reverse.
    case (.composite, _), (_, .composite): return nil
    default: return leaves.first
    }
  }

  /// Reports an attribute that becomes a composite, or a composite that becomes a plain attribute.
  /// Done here and not by column, because a composite without stored elements has no column.
  private mutating func checkTypes(of id: AttributeID) {
    let new = matches.new.model[id]
    for entity in matches.newFamilies.family(of: id.entity) {
      guard let source = matches.pairs[entity.index]?.attributes[id] else { continue }
      let old = matches.old.model[source]
      guard !old.isTransient, !new.isTransient, old.derivation == nil, new.derivation == nil,
        old.type.isComposite != new.type.isComposite,
        AttributeConversion(from: old.type, to: new.type) == nil
      else { continue }
      fail(old.type, new.type, "\(matches.new.model[id.entity].name).\(new.name)")
    }
  }

  private mutating func fail(_ old: AttributeType, _ new: AttributeType, _ place: String) {
    let reason = PlanFailure.Reason(
      kind: .incompatibleTypes, place: place,
      text: "'\(old.xmlName)' cannot become '\(new.xmlName)' without a mapping model")
    if !failures.contains(reason) { failures.append(reason) }
  }

  private static func note(
    _ found: StoredLeaf, _ leaf: StoredLeaf, of id: AttributeID, _ number: Int,
    in list: inout [Narrowing]
  ) {
    let same = list.firstIndex { $0.attribute == id && $0.column == found.column }
    if let same {
      list[same].numbers.append(number)
    } else {
      list.append(
        Narrowing(
          attribute: id, numbers: [number], column: found.column, oldType: found.element.type,
          newType: leaf.element.type))
    }
  }
}

/// The range of numbers that a type can hold.
struct NumberRange: Hashable {
  /// The range of integers; `nil` for a floating-point type.
  var integers: ClosedRange<Int64>?

  /// The range of a numeric type; `nil` for Decimal and for a type that is not numeric.
  init?(_ type: AttributeType) {
    switch type {
    case .integer16: integers = Int64(Int16.min)...Int64(Int16.max)
    case .integer32: integers = Int64(Int32.min)...Int64(Int32.max)
    case .integer64: integers = Int64.min...Int64.max
    case .boolean: integers = 0...1
    case .double, .float: integers = nil
    case .undefined, .decimal, .string, .date, .binary, .uuid, .uri, .transformable, .objectID,
      .composite:
      return nil
    }
  }

  /// Whether a type can hold all numbers of this range; `nil` if the type is not numeric.
  func isInside(_ type: AttributeType) -> Bool? {
    NumberRange(type).map { isInside($0) }
  }

  private func isInside(_ other: NumberRange) -> Bool {
    guard let outer = other.integers else { return true }
    guard let inner = integers else { return false }
    return outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound
  }
}
