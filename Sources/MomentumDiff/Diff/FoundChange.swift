/// A difference between two models, before its effect on stored rows is assessed.
struct FoundChange: Sendable {
  var element: ModelChange.Element
  var kind: ModelChange.Kind
  /// The old element; `nil` for an added one.
  var old: ElementReference?
  /// The new element; `nil` for a removed one.
  var new: ElementReference?
  var facts = DifferenceList()

  /// The same difference with the models swapped.
  var inverted: FoundChange {
    FoundChange(
      element: element, kind: kind.inverted, old: new, new: old, facts: facts.inverted)
  }
}

extension ModelChange.Kind {
  var inverted: ModelChange.Kind {
    switch self {
    case .added: .removed
    case .removed: .added
    case .renamed: .renamed
    case .changed: .changed
    case .moved: .moved
    }
  }
}

/// The differences between two elements, as a set and as text.
struct DifferenceList: Sendable {
  private(set) var differences: ModelChange.Differences = []
  private(set) var details: [ModelChange.Detail] = []

  var isEmpty: Bool { differences.isEmpty }

  var inverted: DifferenceList {
    var result = self
    result.details = details.map { ModelChange.Detail($0.field, from: $0.new, to: $0.old) }
    return result
  }

  /// Adds a difference of one field, with the field's old and new value as text.
  mutating func add(
    _ difference: ModelChange.Differences, _ field: String, from old: String?, to new: String?
  ) {
    differences.insert(difference)
    details.append(ModelChange.Detail(field, from: old, to: new))
  }

  /// Adds a difference with one detail for each line. The order of the lines is the same if the
  /// models are swapped.
  mutating func add(
    _ difference: ModelChange.Differences, _ field: String, _ lines: [(old: String?, new: String?)]
  ) {
    let keyed = lines.map { line in
      (key: [line.old, line.new].compactMap { $0 }.sorted(), line: line)
    }
    for (_, line) in keyed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      add(difference, field, from: line.old, to: line.new)
    }
  }

  /// Adds a detail about an element that only one of the models has. The detail is not a difference
  /// by itself.
  mutating func describe(_ field: String, _ value: String?, isNew: Bool) {
    guard let value else { return }
    details.append(
      ModelChange.Detail(field, from: isNew ? nil : value, to: isNew ? value : nil))
  }

  mutating func compare(
    _ difference: ModelChange.Differences, _ field: String, _ old: String?, _ new: String?
  ) {
    if old != new { add(difference, field, from: old, to: new) }
  }

  mutating func compare(
    _ difference: ModelChange.Differences, _ field: String, _ old: Bool, _ new: Bool
  ) {
    if old != new { add(difference, field, from: old ? "yes" : "no", to: new ? "yes" : "no") }
  }
}
