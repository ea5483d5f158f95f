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
  private enum Bounds {
    case none
    case integers(ClosedRange<Int64>)
    case numbers(ClosedRange<Double>)
    /// Rules that need the complete check, such as a regular expression.
    case others
  }

  private let leaf: Int
  private let isOptional: Bool
  private let bounds: Bounds

  init(_ leaf: Int, of plan: LeafPlan) {
    self.leaf = leaf
    isOptional = plan.isOptional
    bounds = plan.bounds.isEmpty ? .none : Self.bounds(plan.element)
  }

  private static func bounds(_ element: Attribute) -> Bounds {
    guard element.regularExpression?.isEmpty ?? true else { return .others }
    switch (element.type, element.minimum, element.maximum) {
    case (.integer16, let low, let high), (.integer32, let low, let high),
      (.integer64, let low, let high):
      guard let lower = integer(low, .min), let upper = integer(high, .max), lower <= upper else {
        return .others
      }
      return .integers(lower...upper)
    case (.double, let low, let high), (.float, let low, let high):
      guard let lower = real(low, -.infinity), let upper = real(high, .infinity), lower <= upper
      else { return .others }
      return .numbers(lower...upper)
    default: return .others
    }
  }

  private static func integer(_ bound: AttributeValue?, _ none: Int64) -> Int64? {
    guard let bound else { return none }
    if case .integer(let number) = bound { return number }
    return nil
  }

  private static func real(_ bound: AttributeValue?, _ none: Double) -> Double? {
    guard let bound else { return none }
    if case .double(let number) = bound { return number }
    return nil
  }

  /// Whether the object's value certainly satisfies the rules; `false` if only the complete check
  /// can tell.
  func passes(_ object: ManagedObject) -> Bool {
    if let details = object.details, details.held.contains(leaf) {
      switch (details.values[leaf], bounds) {
      case (nil, _): return isOptional
      case (_?, .none): return true
      case (.integer(let number)?, .integers(let range)): return range.contains(number)
      case (.double(let number)?, .numbers(let range)): return range.contains(number)
      case (_?, .integers), (_?, .numbers), (_?, .others): return false
      }
    }
    guard let row = object.row, let index = row.head.cell(ofLeaf: leaf) else { return isOptional }
    let cell = row.page.cell(index)
    switch (cell.kind, bounds) {
    case (.null, _): return isOptional
    case (_, .none): return true
    case (.integer, .integers(let range)): return range.contains(cell.integer)
    case (.double, .numbers(let range)): return range.contains(cell.real)
    case (_, .integers), (_, .numbers), (_, .others): return false
    }
  }
}
