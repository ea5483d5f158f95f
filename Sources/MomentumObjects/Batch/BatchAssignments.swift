import MomentumDiagnostics
import MomentumModel
import MomentumRuntime

/// Resolves the properties that a batch update sets.
struct BatchAssignments {
  private let plan: EntityPlan
  private let model: ModelPlan
  /// An object without a context. Its setters tell which values its attributes accept.
  private let object: ManagedObject

  init(_ context: ObjectContext, _ plan: EntityPlan) throws {
    self.plan = plan
    model = context.model
    object = BatchRow(plan, context).object
  }

  func resolve(
    _ values: [String: PropertyValue], _ expressions: [String: String]
  ) throws -> [BatchAssignment] {
    var result: [BatchAssignment] = []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard expressions[key] == nil else {
        throw misuse("The property '\(key)' is set twice in propertiesToUpdate.")
      }
      result += try constants(key, value)
    }
    for (key, text) in expressions.sorted(by: { $0.key < $1.key }) {
      result.append(try expression(key, text))
    }
    guard !result.isEmpty else { throw misuse("propertiesToUpdate names no property.") }
    return result
  }

  private func misuse(_ text: String) -> ObjectMisuse {
    ObjectMisuse("NSInvalidArgumentException", text)
  }

  /// Finds the attribute of a key such as `address.city`, and the names of the elements after it.
  private func attribute(_ key: String) throws -> (AttributePlan, path: [String]) {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, case .attribute(let index)? = plan.place(of: name) else {
      let names = plan.attributes.map(\.name).sorted().joined(separator: ", ")
      // Source: observed in an article of 2022.
      throw misuse(
        "Invalid string key \(key) passed to propertiesToUpdate:. "
          + "The attributes of \(plan.name) are: \(names).")
    }
    let attribute = plan.attributes[index]
    guard attribute.isPersistent, !attribute.isDerived else {
      throw misuse(
        "The attribute '\(key)' of \(plan.name) is not stored as a value that can be set.")
    }
    return (attribute, Array(parts.dropFirst()))
  }

  private func constants(_ key: String, _ value: PropertyValue) throws -> [BatchAssignment] {
    let (attribute, path) = try attribute(key)
    var nested = value
    for name in path.reversed() { nested = .composite([name: nested]) }
    if !path.isEmpty { try checkElement(key, attribute, path) }
    // Set the value in the object without a context: a batch then accepts what a property accepts.
    for leaf in attribute.leaves { object.valueDetails().set(nil, at: leaf) }
    try object.setValue(nested, forKey: attribute.name)
    let wanted = attribute.leaves.filter { leaf in
      plan.leaves[leaf].path.starts(with: path)
    }
    return wanted.map { leaf in
      let path = plan.leaves[leaf].path
      return BatchAssignment(
        key: ([attribute.name] + path).joined(separator: "."),
        target: .attribute(attribute.id, path: path), value: .constant(object.leaf(leaf)))
    }
  }

  private func checkElement(
    _ key: String, _ attribute: AttributePlan, _ path: [String]
  ) throws {
    guard attribute.leaves.contains(where: { plan.leaves[$0].path.starts(with: path) }) else {
      throw misuse("Invalid string key \(key) passed to propertiesToUpdate:.")
    }
  }

  private func expression(_ key: String, _ text: String) throws -> BatchAssignment {
    _ = try attribute(key)
    var diagnostics = Diagnostics()
    let read = BatchAssignment.read(
      ["\(key):=\(text)"], of: plan.id, in: model.compiled, checksRules: false, &diagnostics)
    guard let assignment = read?.first else {
      throw StoreFailure(.request, diagnostics: diagnostics)
    }
    return assignment
  }
}
