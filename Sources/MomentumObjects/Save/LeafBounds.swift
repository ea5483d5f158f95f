import MomentumModel
import MomentumSQLite

/// The minimum, maximum and regular expression of one attribute or element of a composite, with the
/// error code for each violation.
struct LeafBounds: Sendable {
  private let minimum: AttributeBounds?
  private let maximum: AttributeBounds?
  private let form: AttributeBounds?

  /// Whether every value is allowed.
  var isEmpty: Bool { minimum == nil && maximum == nil && form == nil }

  init(_ attribute: Attribute) {
    guard !AttributeBounds(attribute).isEmpty else {
      (minimum, maximum, form) = (nil, nil, nil)
      return
    }
    func bounds(_ change: (inout Attribute) -> Void) -> AttributeBounds? {
      var part = attribute
      change(&part)
      let bounds = AttributeBounds(part)
      return bounds.isEmpty ? nil : bounds
    }
    minimum = bounds { ($0.maximum, $0.regularExpression) = (nil, nil) }
    maximum = bounds { ($0.minimum, $0.regularExpression) = (nil, nil) }
    form = bounds { ($0.minimum, $0.maximum) = (nil, nil) }
  }

  /// The error codes of all bounds that the value breaks.
  func broken(by value: AttributeValue) -> [ObjectError.Code] {
    let codes: (small: ObjectError.Code, large: ObjectError.Code)
    switch value {
    case .string: codes = (.textTooShort, .textTooLong)
    case .date: codes = (.dateTooSoon, .dateTooLate)
    case .integer, .double, .decimal: codes = (.numberTooSmall, .numberTooLarge)
    case .boolean, .binary, .uuid, .uri: return []
    }
    var broken: [ObjectError.Code] = []
    if minimum?.brokenRule(by: value) != nil { broken.append(codes.small) }
    if maximum?.brokenRule(by: value) != nil { broken.append(codes.large) }
    if form?.brokenRule(by: value) != nil { broken.append(.textPattern) }
    return broken
  }
}

/// A fast check of the rules of one attribute value, which most values pass. A value that does not
/// pass is checked again by ``ObjectValidator``, which makes the error.
struct LeafCheck: Sendable {
  let leaf: Int
  fileprivate let isOptional: Bool
  private let bounds: PlainBounds

  init(_ leaf: Int, of plan: LeafPlan) {
    self.leaf = leaf
    isOptional = plan.isOptional
    bounds = PlainBounds(plan.element)
  }

  /// Whether a value keeps the rules, without a doubt.
  @inline(__always)
  fileprivate func allows(_ value: AttributeValue?) -> Bool {
    guard let value else { return isOptional }
    switch bounds {
    case .none: return true
    case .integers(let range):
      if case .integer(let number) = value { return range.contains(number) }
      return false
    case .numbers(let range):
      if case .double(let number) = value { return range.contains(number) }
      return false
    case .others: return false
    }
  }

  /// Whether the value of a row keeps the rules, without a doubt; `nil` for a row without values.
  @inline(__always)
  fileprivate func allows(_ row: RowSnapshot?) -> Bool {
    guard let row, let cell = row.head.cell(ofLeaf: leaf) else { return isOptional }
    return allows(row.page.cell(cell))
  }

  /// Whether the value of a row keeps the rules, without a doubt.
  @inline(__always)
  fileprivate func allows(_ cell: RowCell) -> Bool {
    switch (cell.kind, bounds) {
    case (.null, _): return isOptional
    case (_, .none): return true
    case (.integer, .integers(let range)): return range.contains(cell.integer)
    case (.double, .numbers(let range)): return range.contains(cell.real)
    case (_, .integers), (_, .numbers), (_, .others): return false
    }
  }
}

extension EntityPlan {
  /// Whether the attributes of an object keep the rules of the model, without a doubt.
  func allowsAttributes(_ details: ObjectDetails?, _ row: RowSnapshot?) -> Bool {
    guard let details else { return checks.allSatisfy { $0.allows(row) } }
    let values = details.values
    for check in checks {
      if details.held.contains(check.leaf) {
        guard check.allows(values[check.leaf]) else { return false }
      } else {
        guard check.allows(row) else { return false }
      }
    }
    return true
  }
}
