import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumSwiftSource

/// Reads sort descriptors and the key paths of a request.
struct SortReader {
  /// A sort descriptor as it is written.
  struct Written {
    var path: SwiftExpression
    var order: SwiftExpression?
    var comparator: SwiftExpression?
    /// Whether the key path is written without a SortDescriptor, as in `@Query(sort: \.name)`.
    var isBare = false
  }

  let tokens: SwiftTokens
  let model: ObjectModel
  let classes: SwiftClasses
  let entity: EntityID
  private(set) var diagnostics = Diagnostics()

  init(tokens: SwiftTokens, model: ObjectModel, classes: SwiftClasses, entity: EntityID) {
    self.tokens = tokens
    self.model = model
    self.classes = classes
    self.entity = entity
  }

  /// `[SortDescriptor(\.name, order: .reverse), .init(\.date)]` or `\.name`; `nil` for anything else.
  static func descriptors(_ expression: SwiftExpression) -> [Written]? {
    switch expression.unparenthesized.kind {
    case .keyPath: return [Written(path: expression.unparenthesized, isBare: true)]
    case .array(let items):
      let read = items.compactMap { descriptor($0) }
      return read.count == items.count ? read : nil
    case .call: return descriptor(expression).map { [$0] }
    default: return nil
    }
  }

  private static func descriptor(_ expression: SwiftExpression) -> Written? {
    guard case .call(let callee, let arguments) = expression.unparenthesized.kind,
      let name = callee.path?.last, ["SortDescriptor", "init"].contains(name),
      let first = arguments.first, case .keyPath = first.value.unparenthesized.kind
    else { return nil }
    return Written(
      path: first.value.unparenthesized,
      order: arguments.first { $0.label == "order" }?.value,
      comparator: arguments.first { $0.label == "comparator" }?.value)
  }

  /// The keys of a sort. A key that cannot be read is a variable: its value is known at run time only.
  mutating func sorts(
    _ expression: SwiftExpression, order: SwiftExpression?
  ) -> [SwiftRequest.Sort] {
    guard let written = SortReader.descriptors(expression) else { return [] }
    var result: [SwiftRequest.Sort] = []
    for descriptor in written {
      guard let path = path(descriptor.path, isSort: true) else { continue }
      let isReversed = (descriptor.order ?? order)?.path?.last == "reverse"
      result.append(
        SwiftRequest.Sort(
          path: path, isAscending: !isReversed, comparison: comparison(descriptor, path)))
    }
    return result
  }

  /// SortDescriptor compares texts as the Finder does unless it is told otherwise (documented:
  /// Foundation, SortDescriptor); a bare key path of `@Query` is compared by its own order.
  private func comparison(_ written: Written, _ path: TypedKeyPath) -> SortComparison {
    guard case .attribute(let id) = path.target, model[id].type == .string, !written.isBare else {
      return .binary
    }
    return switch written.comparator?.path?.last {
    case "localized": .localized
    case "lexical": .binary
    default: .localizedStandard
    }
  }

  // MARK: - Key paths

  /// The paths of `[\.owner, \.items]` to relationships.
  mutating func relationships(_ expression: SwiftExpression) -> [[RelationshipID]] {
    guard case .array(let items) = expression.unparenthesized.kind else { return [] }
    var result: [[RelationshipID]] = []
    for item in items {
      if let path = path(item, isSort: false), path.target == .object { result.append(path.steps) }
    }
    return result
  }

  /// The paths of `[\.name, \.date]` to attributes.
  mutating func properties(_ expression: SwiftExpression) -> [TypedKeyPath] {
    guard case .array(let items) = expression.unparenthesized.kind else { return [] }
    var result: [TypedKeyPath] = []
    for item in items {
      if let path = path(item, isSort: false) { result.append(path) }
    }
    return result
  }

  private mutating func path(_ expression: SwiftExpression, isSort: Bool) -> TypedKeyPath? {
    guard case .keyPath(let written) = expression.unparenthesized.kind else { return nil }
    let all = written.names
    let names = all.compactMap { $0 }
    guard names.count == all.count else { return nil }
    // The names of the class and of the types around it begin with a capital letter.
    let keys = written.hasRoot ? Array(names.drop { $0.first?.isUppercase == true }) : names
    var result = TypedKeyPath(root: entity, steps: [], target: .object)
    var current = entity
    for (index, key) in keys.enumerated() {
      switch model.property(named: key, in: current) {
      case .relationship(let id):
        result.steps.append(id)
        current = model[id].destination
        if isSort, model[id].isToMany {
          report(.sort(key, why: "which is many objects"), expression)
          return nil
        }
      case .attribute(let id):
        guard check(id, key, isLast: index + 1 == keys.count, expression) else { return nil }
        result.target = .attribute(id)
        return result
      case .fetchedProperty, nil:
        reportUnknown(key, of: current, expression)
        return nil
      }
    }
    if isSort {
      report(.sort(keys.joined(separator: "."), why: "which is a whole object"), expression)
      return nil
    }
    return result
  }

  private mutating func check(
    _ id: AttributeID, _ key: String, isLast: Bool, _ expression: SwiftExpression
  ) -> Bool {
    if model[id].isTransient {
      report(.notStored(key, why: "an ephemeral attribute"), expression)
      return false
    }
    if !isLast {
      report(.sort(key, why: "which is inside a stored struct"), expression)
      return false
    }
    switch model[id].type {
    case .composite:
      report(.sort(key, why: "which is a struct or an enum"), expression)
      return false
    case .transformable, .binary:
      report(.sort(key, why: "which is stored as bytes"), expression)
      return false
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date,
      .uuid, .uri, .objectID, .undefined:
      return true
    }
  }

  private mutating func reportUnknown(
    _ key: String, of entity: EntityID, _ expression: SwiftExpression
  ) {
    let name = model[entity].name
    switch classes.property(key, of: name)?.storage {
    case .computed: report(.notStored(key, why: "a computed property"), expression)
    case .transient: report(.notStored(key, why: "marked '@Transient'"), expression)
    case nil where key == "persistentModelID" || key == "id":
      report(.identifierSort(key), expression)
    case .stored, nil:
      let near = nearName(to: key, among: model.propertyNames(of: entity))
      report(.unknownProperty(key, of: name, near: near), expression)
    }
  }

  private mutating func report(_ message: SwiftPredicateMessage, _ expression: SwiftExpression) {
    diagnostics.report(message, at: tokens.location(expression.tokens))
  }
}
